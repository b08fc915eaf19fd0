package view

import (
	"strings"

	"holecard/blackjack/tables"
	"holecard/bot/lang"
	"holecard/bot/message"
	"holecard/bot/session"
	"holecard/storage"
)

// Saved shows an admin what a change has done to a table: of one rule by its key,
// or of all when there is no key. The edges are those of the table before and after, and
// of its side bets.
func Saved(w *lang.Printer, c session.Changed, key string, before, after HouseEdge,
	sidesBefore, sidesAfter SideEdges) message.Reply {
	reply := Rules(w, c.After, sidesAfter)
	value := valueOf(w, c.After, key)
	if c.Before.Rules == c.After.Rules {
		reply.Text = w.Say("saved.nothing", c.After.Title)
		if key != "" {
			reply.Text = w.Say("saved.already", RuleName(w, key), value)
		}
		return reply
	}
	what := w.Say("saved.reset", c.After.Title)
	if key != "" {
		what = w.Say("saved.change", w.Say("saved.rule."+key), valueOf(w, c.Before, key), value)
	}
	lines := []string{w.Say("saved", what, edgeChange(w, before, after))}
	if c.Before.Rules.WithoutSides() == c.After.Rules.WithoutSides() {
		lines[0] = w.Say("saved.side", what)
	} else {
		lines = append(lines, warnings(w, after)...)
	}
	lines = append(lines, sideChanges(w, c.After.Rules, sidesBefore, sidesAfter)...)
	reply.Text = strings.Join(lines, "\n")
	return reply
}

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

// valueOf returns what a rule of a table is.
func valueOf(w *lang.Printer, t tables.Table, key string) string {
	for _, v := range tables.Values(t.Rules) {
		if v.Key == key {
			return RuleValue(w, key, v.Takes, v.Value)
		}
	}
	return ""
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

// Settings shows the tables of a guild with their edges, and what its admins have
// changed. giveDaily is how many chips may be given away in a day.
func Settings(w *lang.Printer, list []tables.Table, s storage.Settings, giveDaily storage.Chips,
	edges []HouseEdge,
) message.Reply {
	text := w.Say("settings.tables")
	for i, t := range list {
		text += "\n`" + t.Name + "` " + Listed(w, t, edges[i])
		if edges[i].Players() {
			text += " · " + w.Say("settings.player")
		}
		if !edges[i].Known {
			text += " · " + w.Say("settings.unknown")
		}
		for _, c := range s.Rules {
			if key, _, _ := strings.Cut(c.Change, "="); c.Table == t.Name {
				text += "\n- " + RuleName(w, key) + ": " + valueOf(w, t, key)
			}
		}
	}
	reply := private(w.Say("settings.title"), shortened(text, 4000))
	reply.Embeds[0].Fields = []message.Field{{Name: w.Say("settings.gifts"),
		Value: gifts(w, s, giveDaily)}}
	if s.LossCap > 0 {
		reply.Embeds[0].Fields = append(reply.Embeds[0].Fields,
			message.Field{Name: w.Say("setting.cap"), Value: w.Say("chips", int64(s.LossCap))})
	}
	return reply
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

// TurnedOn says of tables that an admin has turned on at which of them chips are
// won or lost faster than in a casino.
func TurnedOn(w *lang.Printer, list []tables.Table, edges []HouseEdge) string {
	var lines []string
	for i, t := range list {
		switch {
		case edges[i].Players():
			lines = append(lines, w.Say("turned.on.player", t.Title, lang.Share(-edges[i].Share)))
		case t.Course:
			lines = append(lines, w.Say("turned.on.course", t.Title, edges[i].Words(w)))
		}
	}
	return strings.Join(lines, "\n")
}
