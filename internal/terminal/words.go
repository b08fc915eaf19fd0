package terminal

import (
	"slices"
	"strings"

	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"holecard/blackjack"
	"holecard/blackjack/strategy"
)

// short are the ways to type an action besides its name, the first of them the
// beginning that tells it from the others.
var short = map[blackjack.Action][]string{
	blackjack.Hit:       {"h", "y"},
	blackjack.Stand:     {"s", "stay", "n"},
	blackjack.Double:    {"d"},
	blackjack.Split:     {"sp"},
	blackjack.Surrender: {"su"},
	blackjack.Insure:    {"i", "y"},
	blackjack.Decline:   {"n"},
	blackjack.EvenMoney: {"e", "y"},
}

// actionOf returns the action that a text means among those of the rules: its
// name, a short form, or a beginning that no other action has. Legal actions
// come first, so that y takes insurance where that is offered.
func actionOf(text string, s *strategy.Situation) (blackjack.Action, bool) {
	if text == "" {
		return 0, false
	}
	var ever blackjack.Actions
	for a := blackjack.Hit; a <= blackjack.EvenMoney; a++ {
		if s.Rules.Ever(a) {
			ever = ever.With(a)
		}
	}
	for _, among := range []blackjack.Actions{s.Legal, ever} {
		if a, ok := named(text, among); ok {
			return a, true
		}
	}
	return 0, false
}

func named(text string, among blackjack.Actions) (found blackjack.Action, ok bool) {
	begins := 0
	for a := range among.All() {
		if a.String() == text || slices.Contains(short[a], text) {
			return a, true
		}
		if strings.HasPrefix(a.String(), text) {
			found = a
			begins++
		}
	}
	return found, begins == 1
}

// forms lists actions with the short ways to type them: "hit (h or y)".
func forms(set blackjack.Actions) string {
	var list []string
	for a := range set.All() {
		list = append(list, a.String()+" ("+either(short[a]...)+")")
	}
	return strings.Join(list, ", ")
}

// listed names actions, and what else can be typed: "hit, stand, help or quit".
func listed(set blackjack.Actions, more ...string) string {
	var list []string
	for a := range set.All() {
		list = append(list, a.String())
	}
	return either(append(list, more...)...)
}

// either joins words: "a, b or c".
func either(words ...string) string {
	last := len(words) - 1
	if last < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// Number formats a number as all commands write it: with separators, and a true minus.
func Number(format string, n any) string {
	text := message.NewPrinter(language.English).Sprintf(format, n)
	return strings.ReplaceAll(text, "-", "−")
}
