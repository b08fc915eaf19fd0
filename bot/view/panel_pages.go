package view

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"holecard/bot/guild"
	"holecard/bot/lang"
	"holecard/bot/message"
	"holecard/storage"
)

// field is what a setting is.
func (p Panel) field(w *lang.Printer, what storage.Setting) *discordgo.MessageEmbedField {
	return figure(settingName(w, what), p.value(w, what))
}

func (p Panel) value(w *lang.Printer, what storage.Setting) string {
	return settingValue(w, what, guild.Value(p.Settings, what), p.Gives)
}

// ask is a button that asks for a setting.
func ask(w *lang.Printer, what storage.Setting) discordgo.Button {
	return button(settingName(w, what), id(Ask{What: what}))
}

// turn is a button that makes a setting the other of two values.
func (p Panel) turn(w *lang.Printer, what storage.Setting, on, off string) discordgo.Button {
	value, label := "on", on
	if guild.Value(p.Settings, what) == "on" {
		value, label = "off", off
	}
	return button(label, id(Set{What: what, Value: value}))
}

// limits shows the limits of bets at one table, and what players are given.
func (p Panel) limits(w *lang.Printer, r *message.Reply) {
	if p.at(p.Table) < 0 {
		p.Table = p.Allowed[0]
	}
	pick := discordgo.SelectMenu{CustomID: id(Pick{1}), Placeholder: w.Say("panel.limits.table")}
	for _, t := range p.Tables {
		offer(&pick, w.Say("panel.bets", t.Title),
			w.Say("rules.bets", int64(t.Rules.MinBet), int64(t.Rules.MaxBet)),
			Page{Of: LimitsPage, Table: t.Name}, t.Name == p.Table)
	}
	t := p.table(p.Table)
	r.Embeds[0].Fields = []*discordgo.MessageEmbedField{
		figure(t.Title, w.Say("rules.bets", int64(t.Rules.MinBet), int64(t.Rules.MaxBet))),
		p.field(w, storage.SetStarting), p.field(w, storage.SetDaily),
		p.field(w, storage.SetRefill), p.field(w, storage.SetLossCap),
	}
	r.Embeds[0].Description = w.Say("panel.limits")
	r.Rows = slices.Concat(r.Rows, selects(pick), rows(line(
		button(w.Say("panel.bets", t.Title), id(Ask{What: storage.SetRule, Table: t.Name})),
		ask(w, storage.SetStarting), ask(w, storage.SetDaily), ask(w, storage.SetRefill),
		ask(w, storage.SetLossCap),
	)))
	switch guild.Value(p.Settings, storage.SetRefill) {
	case "0", "off":
		if p.Gives.Refill == 0 {
			return // an amount turns them on
		}
	}
	turn := button(w.Say("panel.refill.off"), id(Set{What: storage.SetRefill, Value: "off"}))
	if p.Settings.NoRefill {
		turn = button(w.Say("panel.refill.on"), id(Set{What: storage.SetRefill, Value: "0"}))
	}
	r.Rows = append(r.Rows, rows(line(turn))...)
}

// gifts shows what players may give each other.
func (p Panel) gifts(w *lang.Printer, r *message.Reply) {
	r.Embeds[0].Description = gifts(w, p.Settings, cmp.Or(p.Settings.GiveDaily, p.Gives.GiveDaily))
	if p.Gives.GiveDaily < 1 {
		return
	}
	r.Embeds[0].Description += "\n" + w.Say("panel.gifts")
	r.Rows = append(r.Rows, rows(line(
		p.turn(w, storage.SetGifts, w.Say("panel.gifts.on"), w.Say("panel.gifts.off")),
		ask(w, storage.SetGiveDaily)))...)
}

// look shows what hands look like by default, and the language of public answers.
func (p Panel) look(w *lang.Printer, r *message.Reply) {
	r.Embeds[0].Description = w.Say("panel.look")
	for _, what := range []storage.Setting{storage.SetCards, storage.SetFourColours,
		storage.SetLanguage, storage.SetNewMessage} {
		r.Embeds[0].Fields = append(r.Embeds[0].Fields, p.field(w, what))
	}
	cards := discordgo.SelectMenu{CustomID: id(Pick{1}), Placeholder: w.Say("setting.cards")}
	for _, style := range []storage.CardStyle{storage.EmojiCards, storage.PictureCards,
		storage.TextCards} {
		code := CardCodes[style]
		offer(&cards, w.Say("panel.option", cards.Placeholder, w.Say("choice.cards."+code)),
			aboutCards(w, code), Set{What: storage.SetCards, Value: code},
			style == cmp.Or(p.Settings.Taste.Cards, storage.EmojiCards))
	}
	language := discordgo.SelectMenu{CustomID: id(Pick{2}), Placeholder: w.Say("setting.language")}
	for _, code := range append([]string{""}, lang.Codes[:]...) {
		offer(&language, w.Say("panel.option", language.Placeholder,
			settingValue(w, storage.SetLanguage, code, p.Gives)), "",
			Set{What: storage.SetLanguage, Value: code}, code == p.Settings.Taste.Language)
	}
	r.Rows = slices.Concat(r.Rows, selects(cards, language), rows(line(
		p.turn(w, storage.SetFourColours, w.Say("panel.deck.four"), w.Say("panel.deck.two")),
		p.turn(w, storage.SetNewMessage, w.Say("panel.again.new"), w.Say("panel.again.same")),
	)))
}

// log shows who changed what.
func (p Panel) log(w *lang.Printer, r *message.Reply) {
	var entries []string
	for _, e := range p.Log {
		lines := []string{w.Say("log.entry", e.At, Person(w, e.Who))}
		for _, line := range changed(w, e.Changes, p.Gives) {
			lines = append(lines, "- "+line)
		}
		if more := len(lines) - 1 - logChanges; more > 0 {
			lines = append(lines[:1+logChanges], "- "+w.Say("log.more", more))
		}
		entries = append(entries, strings.Join(lines, "\n"))
	}
	if r.Embeds[0].Description = shortened(strings.Join(entries, "\n"), 4000); len(entries) == 0 {
		r.Embeds[0].Description = w.Say("log.none")
	}
	var row []discordgo.Button
	if p.Before != 0 {
		row = append(row, button(w.Say("log.newest"), id(Page{Of: LogPage})))
	}
	if p.Older {
		row = append(row, button(w.Say("log.older"),
			id(Page{Of: LogPage, Before: p.Log[len(p.Log)-1].By})))
	}
	r.Rows = append(r.Rows, rows(row)...)
}

// logChanges is how many changes of an entry the log shows: a reset may have many.
const logChanges = 6

// AskSetting asks for the value of a setting.
func (p Panel) AskSetting(w *lang.Printer, a Ask) *discordgo.InteractionResponseData {
	input := func(key, label, value, hint string) discordgo.TextInput {
		return discordgo.TextInput{CustomID: key, Label: label, Value: value, Placeholder: hint,
			MaxLength: 20, Required: true}
	}
	switch {
	case a.What != storage.SetRule:
		name := settingName(w, a.What)
		own := settingValue(w, a.What, "0", p.Gives)
		value := guild.Value(p.Settings, a.What)
		if value == "0" || value == "off" {
			value = ""
		}
		amount := input(InputAmount, name, value, own)
		amount.Required = false
		return form(id(Enter(a)), name, amount)
	case a.Rule != "":
		return form(id(Enter(a)), title(a.Table),
			input(a.Rule, RuleName(w, a.Rule), "", w.Say("panel.rules.example")))
	}
	r := p.table(a.Table).Rules
	return form(id(Enter(a)), w.Say("panel.bets", title(a.Table)),
		input(InputLeast, RuleName(w, InputLeast), strconv.FormatInt(int64(r.MinBet), 10), ""),
		input(InputMost, RuleName(w, InputMost), strconv.FormatInt(int64(r.MaxBet), 10), ""))
}

// The inputs of the modals that ask for amounts.
const (
	InputAmount = "amount"
	InputLeast  = "minBet"
	InputMost   = "maxBet"
)
