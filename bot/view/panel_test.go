package view_test

import (
	"fmt"
	"testing"

	"holecard/blackjack"
	"holecard/blackjack/tables"
	"holecard/bot/guild"
	"holecard/bot/lang"
	"holecard/bot/view"
	"holecard/storage"
)

// panels are all pages of the panel: of every table, of every rule of Vegas, and with
// all that can be said of a click.
func panels(t *testing.T, w *lang.Printer, _ view.Cards) (all []shown) {
	offers := withSides(t)
	var p view.Panel
	for _, t := range tables.All() {
		share, _ := t.HouseEdge()
		p.Tables = append(p.Tables, t)
		p.Allowed = append(p.Allowed, t.Name)
		p.Edges = append(p.Edges, view.HouseEdge{Share: share, Known: true})
	}
	p.Settings.Tables = p.Allowed
	p.Gives = guild.Allowance{Starting: 100, Daily: 50, GiveDaily: 1000}
	offer := view.SideOffer{Edge: p.Edges[0]}
	for b := range p.Offers {
		p.Offers[b] = []view.SideOffer{{}, offer, offer, {Fault: &blackjack.RulesError{
			Fault: blackjack.SidesDecks}}, {Edge: view.HouseEdge{Share: -0.1, Known: true}}}
	}
	add := func(page view.Page) {
		p.Page = page
		all = append(all, shown{fmt.Sprintf("%+v", page), p.Reply(w)})
	}
	for of := range view.SidesPage + 1 {
		add(view.Page{Of: of, Table: "vegas"})
	}
	for _, t := range p.Tables {
		add(view.Page{Of: view.RulesPage, Table: t.Name})
	}
	p.Tables[0].Rules, _ = tables.Set(p.Tables[0].Rules, "decks=2")
	p.Allowed = p.Allowed[1:]
	for _, v := range tables.Values(p.Tables[0].Rules) {
		add(view.Page{Of: view.RulesPage, Table: "vegas", Rule: v.Key})
	}
	p.Older = true
	for _, c := range []storage.SettingChange{
		{What: storage.SetTables, Before: "vegas", After: "mit vegas"},
		{What: storage.SetRule, Table: "vegas", Rule: "das", Before: "true", After: "false"},
		{What: storage.SetCards, After: "picture"},
		{What: storage.SetLanguage, After: "de"},
		{What: storage.SetGifts, Before: "on", After: "off"},
		{What: storage.SetFourColours, Before: "off", After: "on"},
		{What: storage.SetNewMessage, Before: "off", After: "on"},
		{What: storage.SetGiveDaily, Before: "0", After: "7"},
		{What: storage.SetStarting, Before: "0", After: "7"},
		{What: storage.SetDaily, Before: "7", After: "0"},
		{What: storage.SetRefill, Before: "off", After: "0"},
		{What: storage.SetLossCap, Before: "0", After: "7"},
	} {
		p.Log = append(p.Log, storage.LogEntry{By: 1, Who: 9, At: day,
			Changes: []storage.SettingChange{c}})
	}
	p.Log = append(p.Log, storage.LogEntry{By: 2, At: day})
	for range 9 {
		p.Log[0].Changes = append(p.Log[0].Changes, p.Log[0].Changes[0])
	}
	add(view.Page{Of: view.LogPage, Before: 9})
	p.Saved = true
	add(view.Page{Of: view.GiftsPage})
	p.Changes = []storage.SettingChange{{What: storage.SetTables, Before: "vegas mit",
		After: "mit valentine downen"}}
	add(view.Page{})
	for _, c := range []view.EdgeChange{{Pending: true}, {},
		{Before: p.Edges[0], After: view.HouseEdge{Share: -0.1, Known: true}}} {
		p.Change = &c
		add(view.Page{Of: view.RulesPage, Table: "vegas"})
	}
	p.Sides = view.SideChange{Rules: offers.Rules,
		Before: view.SideEdges{offer.Edge}, After: view.SideEdges{
			{Share: 0.05, Known: true}, {Share: -0.05, Known: true}, offer.Edge}}
	p.Change, p.Tables[0] = nil, offers
	add(view.Page{Of: view.SidesPage, Table: "vegas"})
	p.Gives.GiveDaily, p.Settings.NoRefill, p.Gives.Refill = 0, true, 10
	add(view.Page{Of: view.GiftsPage})
	add(view.Page{Of: view.LimitsPage})
	for _, a := range []view.Ask{{What: storage.SetRule, Table: "atlantic-city"},
		{What: storage.SetRule, Table: "atlantic-city", Rule: "penetration"},
		{What: storage.SetStarting}, {What: storage.SetDaily}, {What: storage.SetRefill},
		{What: storage.SetGiveDaily}} {
		all = append(all, shown{"a setting to enter", form(t, p.AskSetting(w, a))})
	}
	return append(all, shown{"settings", p.Print(w)})
}
