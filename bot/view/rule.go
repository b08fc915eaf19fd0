package view

import (
	"strconv"
	"strings"

	"holecard/blackjack/tables"
	"holecard/bot/lang"
)

// RuleName is what people call a rule: "Number of decks".
func RuleName(w *lang.Printer, key string) string { return w.Say("rule." + key) }

// RuleValue is what people call what a rule is, as [tables.Value] has it: "8", "on",
// "20 cards left".
func RuleValue(w *lang.Printer, key string, t tables.Takes, value string) string {
	switch t.Kind {
	case tables.Number, tables.Chips:
		if n, err := strconv.ParseInt(value, 10, 64); err == nil {
			return w.Number(n)
		}
		return value
	case tables.Share:
		return reshuffle(w, value)
	}
	switch {
	case value == "true":
		return w.Say("value.on")
	case value == "false":
		return w.Say("value.off")
	case strings.ContainsAny(value, "0123456789"):
		return value
	}
	named := key + "." + value
	return w.Say("value." + named)
}

// reshuffle says when a shoe is shuffled.
func reshuffle(w *lang.Printer, value string) string {
	digits, _, _ := strings.Cut(value, " ")
	if value == "0" {
		return w.Say("value.fresh")
	}
	if n, err := strconv.Atoi(digits); err == nil && digits != value {
		return w.Say("value.left", n)
	}
	share, err := strconv.ParseFloat(value, 64)
	if err != nil {
		return value
	}
	return w.Say("value.dealt", lang.Rate(share))
}

// takes says what a rule can be set to.
func takes(w *lang.Printer, key string, t tables.Takes) string {
	var values []string
	for _, value := range t.Values {
		values = append(values, RuleValue(w, key, t, value))
	}
	switch t.Kind {
	case tables.Share:
		return w.Say("takes.share")
	case tables.Number, tables.Chips:
		return w.Say("takes.range", values[0], values[1])
	}
	return w.Or(values)
}
