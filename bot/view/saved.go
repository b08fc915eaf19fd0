package view

import (
	"holecard/blackjack/tables"
	"holecard/bot/lang"
	"holecard/storage"
)

// warnings say that players have an edge at a table, or may have it.
func warnings(w *lang.Printer, after HouseEdge) (lines []string) {
	if after.Players() {
		lines = append(lines, w.Say("saved.edge.player"))
	}
	if !after.Known {
		lines = append(lines, w.Say("saved.edge.unknown"))
	}
	return lines
}

func edgeChange(w *lang.Printer, before, after HouseEdge) string {
	text := after.Words(w)
	switch {
	case !after.Known, !before.Known, before.Players() != after.Players(), before.Words(w) == text:
		return text
	case after.Players():
		return w.Say("edge.player.change", lang.Share(-before.Share), lang.Share(-after.Share))
	}
	return w.Say("edge.house.change", lang.Share(max(before.Share, 0)),
		lang.Share(max(after.Share, 0)))
}

// Listed is a table in a list: "Chalmers · course rules, ties lose, edge 13.2%".
func Listed(w *lang.Printer, t tables.Table, e HouseEdge) string {
	changed := true
	if comes, err := tables.Named(t.Name); err == nil {
		rules := t.Rules.WithoutSides()
		rules.MinBet, rules.MaxBet = comes.Rules.MinBet, comes.Rules.MaxBet
		changed = rules != comes.Rules
	}
	traits := w.Say("table.changed")
	if !changed {
		traits = w.Say("table." + t.Name)
	}
	if len(offered(t.Rules)) > 0 {
		traits = w.Say("table.sides", traits)
	}
	switch {
	case !e.Known:
		return w.Say("listed", t.Title, traits)
	case e.Players():
		return w.Say("listed.player", t.Title, traits, lang.Rate(-e.Share))
	}
	return w.Say("listed.house", t.Title, traits, lang.Rate(max(e.Share, 0)))
}

// gifts says whether players may give each other chips, and how many in a day.
func gifts(w *lang.Printer, s storage.Settings, giveDaily storage.Chips) string {
	switch {
	case giveDaily < 1:
		return w.Say("settings.gifts.never")
	case s.NoGive:
		return w.Say("settings.gifts.off")
	}
	return w.Say("settings.gifts.on", lang.Chips(giveDaily))
}

// TurnedOn warns of a table that an admin has turned on if chips are won or lost faster there
// than in a casino.
func TurnedOn(w *lang.Printer, t tables.Table, e HouseEdge) []string {
	switch {
	case e.Players():
		return []string{w.Say("turned.on.player", t.Title, lang.Share(-e.Share))}
	case t.Course:
		return []string{w.Say("turned.on.course", t.Title, e.Words(w))}
	}
	return nil
}
