package view

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"holecard/blackjack/tables"
	"holecard/bot/guild"
	"holecard/bot/lang"
	"holecard/storage"
)

// settingKeys end the keys of the names of settings.
var settingKeys = map[storage.Setting]string{storage.SetGifts: "gifts",
	storage.SetGiveDaily: "give", storage.SetStarting: "starting", storage.SetDaily: "daily",
	storage.SetRefill: "refill", storage.SetLanguage: "language", storage.SetNewMessage: "again",
	storage.SetLossCap: "cap", storage.SetCards: "cards", storage.SetFourColours: "deck"}

// settingName is what a setting is called.
func settingName(w *lang.Printer, what storage.Setting) string {
	return w.Say("setting." + settingKeys[what])
}

// settingValue is what a setting is, as the log has it. own is what the bot does where
// the setting leaves it to the bot.
func settingValue(w *lang.Printer, what storage.Setting, value string,
	own guild.Allowance) string {
	switch what {
	case storage.SetCards:
		return w.Say("choice.cards." + cmp.Or(value, CardCodes[storage.EmojiCards]))
	case storage.SetFourColours:
		deck := DeckCodes[0]
		if value == "on" {
			deck = DeckCodes[1]
		}
		return w.Say("choice.deck." + deck)
	case storage.SetLanguage:
		return w.Say("choice.language." + cmp.Or(value, AsDiscord))
	case storage.SetNewMessage:
		return w.Say("setting.again." + value)
	}
	n, err := strconv.ParseInt(value, 10, 64)
	if err != nil {
		return w.Say("value." + value)
	}
	if n > 0 {
		return w.Say("chips", n)
	}
	chips := map[storage.Setting]storage.Chips{storage.SetStarting: own.Starting,
		storage.SetDaily: own.Daily, storage.SetRefill: own.Refill,
		storage.SetGiveDaily: own.GiveDaily}[what]
	if chips == 0 {
		return w.Say("setting.default.off")
	}
	return w.Say("setting.default", lang.Chips(chips))
}

// changed says what changes of settings were, a line each.
func changed(w *lang.Printer, changes []storage.SettingChange,
	own guild.Allowance) (lines []string) {
	for _, c := range changes {
		switch c.What {
		case storage.SetTables:
			lines = append(lines, admitted(w, strings.Fields(c.Before), strings.Fields(c.After))...)
		case storage.SetRule:
			t, err := tables.Named(c.Table)
			if err != nil {
				t.Title = Escape(c.Table) // a table of another version
			}
			lines = append(lines, w.Say("change.rule", t.Title, RuleName(w, c.Rule),
				ruleValue(w, t, c.Rule, c.Before), ruleValue(w, t, c.Rule, c.After)))
		default:
			lines = append(lines, w.Say("change", settingName(w, c.What),
				settingValue(w, c.What, c.Before, own), settingValue(w, c.What, c.After, own)))
		}
	}
	return lines
}

// admitted says in what lists of tables that may be played differ.
func admitted(w *lang.Printer, before, after []string) (lines []string) {
	without := func(list, less []string) (titles []string) {
		for _, name := range list {
			if !slices.Contains(less, name) {
				titles = append(titles, title(name))
			}
		}
		return titles
	}
	if more := without(after, before); more != nil {
		lines = append(lines, w.Say("change.opened", w.And(more)))
	}
	if less := without(before, after); less != nil {
		lines = append(lines, w.Say("change.closed", w.And(less)))
	}
	if len(before) > 0 && len(after) > 0 && before[0] != after[0] {
		lines = append(lines, w.Say("change", w.Say("setting.first"), title(before[0]),
			title(after[0])))
	}
	return lines
}

// title is what people call a table.
func title(name string) string {
	if t, err := tables.Named(name); err == nil {
		return t.Title
	}
	return Escape(name)
}

// ruleValue is what people call a value of a rule of a table.
func ruleValue(w *lang.Printer, t tables.Table, key, value string) string {
	for _, v := range tables.Values(t.Rules) {
		if v.Key == key {
			return RuleValue(w, key, v.Takes, value)
		}
	}
	return Escape(value) // a rule of another version
}
