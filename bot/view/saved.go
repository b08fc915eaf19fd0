package view

import (
	"fmt"

	"holecard/blackjack/tables"
	"holecard/bot/message"
	"holecard/bot/session"
)

// Saved shows an admin what a change has done to a table: of one rule by its key,
// or of all when there is no key.
func Saved(c session.Changed, key string, before, after HouseEdge) message.Reply {
	reply := Rules(c.After)
	if c.Before.Rules == c.After.Rules {
		reply.Text = fmt.Sprintf("Nothing changed: %s.", unchanged(c.After, key))
		return reply
	}
	what := c.After.Title + "'s own rules"
	if key != "" {
		what = fmt.Sprintf("%s %s → %s", key, valueOf(c.Before, key), valueOf(c.After, key))
	}
	reply.Text = fmt.Sprintf("Saved: %s, %s. New hands only.", what, edgeChange(before, after))
	if !after.Known {
		reply.Text += "\n⚠️ **Whose edge that is could not be computed. " +
			"If it is the players', this table gives chips away.**"
	}
	if after.Players() {
		reply.Text += "\n⚠️ **Players have the edge now: this table gives chips away.**"
	}
	return reply
}

// unchanged says how things are.
func unchanged(t tables.Table, key string) string {
	if key == "" {
		return t.Title + " has its own rules"
	}
	return fmt.Sprintf("%s is %s already", key, valueOf(t, key))
}

func edgeChange(before, after HouseEdge) string {
	switch {
	case !after.Known:
		return "edge not known"
	case !before.Known, before.Players() != after.Players(), before.String() == after.String():
		return after.String()
	case after.Players():
		return fmt.Sprintf("player's edge %s → %s", Percent(-before.Share), Percent(-after.Share))
	}
	return fmt.Sprintf("house edge %s → %s",
		Percent(max(before.Share, 0)), Percent(max(after.Share, 0)))
}

// valueOf returns what a rule of a table is.
func valueOf(t tables.Table, key string) string {
	for _, v := range tables.Values(t.Rules) {
		if v.Key == key {
			return v.Value
		}
	}
	return ""
}
