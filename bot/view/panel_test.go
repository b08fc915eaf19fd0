package view_test

import (
	"slices"
	"testing"
	"time"
	"unicode/utf8"

	"holecard/blackjack"
	"holecard/blackjack/tables"
	"holecard/bot/lang"
	"holecard/bot/message"
	"holecard/bot/session"
	"holecard/bot/view"
	"holecard/storage"
)

// panels are all pages of the panel: of every table, of every rule of Vegas, and with
// all that can be said of a click.
func panels(offers tables.Table) (all []view.Panel) {
	var p view.Panel
	for _, t := range tables.All() {
		share, _ := t.HouseEdge()
		p.Tables = append(p.Tables, t)
		p.Allowed = append(p.Allowed, t.Name)
		p.Edges = append(p.Edges, view.HouseEdge{Share: share, Known: true})
	}
	p.Settings.Tables = p.Allowed
	p.Gives = session.Allowance{Starting: 100, Daily: 50, GiveDaily: 1000}
	offer := view.SideOffer{Edge: p.Edges[0]}
	for b := range p.Offers {
		p.Offers[b] = []view.SideOffer{{}, offer, offer, {Fault: &blackjack.RulesError{
			Fault: blackjack.SidesDecks}}, {Edge: view.HouseEdge{Share: -0.1, Known: true}}}
	}
	add := func(page view.Page) { p.Page = page; all = append(all, p) }
	for of := range view.PageKind(view.PageKinds) {
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
	for what := storage.Setting(1); what <= storage.SetLossCap; what++ {
		for _, c := range [][2]string{{"0", "7"}, {"off", "on"}, {"", "de"}, {"", "picture"}} {
			p.Log = append(p.Log, storage.LogEntry{By: 1, Name: "Ada", At: time.Unix(1, 0),
				Changes: []storage.SettingChange{fits(what, c)}})
		}
	}
	p.Log = append(p.Log, storage.LogEntry{By: 2, At: time.Unix(1, 0)})
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
	return all
}

// fits is a change of a setting to values that it can have.
func fits(what storage.Setting, c [2]string) storage.SettingChange {
	s := storage.SettingChange{What: what, Before: c[0], After: c[1]}
	switch what {
	case storage.SetTables:
		s.Before, s.After = "vegas", "mit vegas"
	case storage.SetRule:
		s.Table, s.Rule, s.Before, s.After = "vegas", "das", "true", "false"
	case storage.SetCards:
		s.Before, s.After = "", "picture"
	case storage.SetLanguage:
		s.Before, s.After = "", "de"
	case storage.SetGifts, storage.SetFourColours, storage.SetNewMessage:
		s.Before, s.After = "on", "off"
	case storage.SetGiveDaily, storage.SetStarting, storage.SetDaily,
		storage.SetLossCap:
		s.Before, s.After = "0", "7"
	}
	if what == storage.SetRefill && c[0] == "" {
		s.Before, s.After = "off", "0"
	}
	if what == storage.SetRefill && c[1] == "on" {
		s.After = "3"
	}
	return s
}

func TestThePanelIsInTheLanguageOfItsAdmin(t *testing.T) {
	all := panels(withSides(t))
	inEachLanguage(t, func(w *lang.Printer) (replies []message.Reply) {
		for _, p := range all {
			replies = append(replies, p.Reply(w))
		}
		return append(replies, all[len(all)-1].Print(w))
	})
}

// Discord refuses a whole message for one label that is too long.
func TestThePanelKeepsToDiscordsLimits(t *testing.T) {
	within := func(code, text string, least, most int) {
		t.Helper()
		if n := utf8.RuneCountInString(text); n < least || n > most {
			t.Errorf("%s: %q has %d characters, of %d to %d", code, text, n, least, most)
		}
	}
	asks := []view.Ask{{What: storage.SetRule, Table: "atlantic-city"},
		{What: storage.SetRule, Table: "atlantic-city", Rule: "penetration"},
		{What: storage.SetStarting}, {What: storage.SetDaily}, {What: storage.SetRefill},
		{What: storage.SetGiveDaily}}
	books := lang.Must(lang.Load())
	for _, code := range lang.Codes {
		w := books.For(code)
		for _, p := range panels(withSides(t)) {
			r := p.Reply(w)
			if rows := len(r.Selects) + len(r.Rows); rows > 5 {
				t.Errorf("%s: %+v has %d rows", code, p.Page, rows)
			}
			ids := map[string]bool{}
			for _, s := range r.Selects {
				if len(s.Options) == 0 || len(s.Options) > 25 || ids[s.ID] || !r.Private {
					t.Errorf("%s: %+v: %q has %d options", code, p.Page, s.ID, len(s.Options))
				}
				ids[s.ID] = true
				within(code, s.Hint, 1, 150)
				values := map[string]bool{}
				for _, o := range s.Options {
					within(code, o.Label, 1, 100)
					within(code, o.About, 0, 100)
					within(code, o.Value, 1, 100)
					if values[o.Value] {
						t.Errorf("%s: %q is offered twice", code, o.Value)
					}
					values[o.Value] = true
				}
			}
		}
		for _, a := range asks {
			m := panels(withSides(t))[0].AskSetting(w, a).Modal
			within(code, m.Title, 1, 45)
			for _, in := range m.Inputs {
				within(code, in.Label, 1, 45)
				within(code, in.Hint, 0, 100)
			}
		}
	}
}

// A panel may be older than what another admin has opened.
func TestATableThatThePanelDidNotShowStays(t *testing.T) {
	more, less := view.Admit{Had: 0b011}.Changes([]string{"downtown", "single-deck"})
	if !slices.Equal(more, []string{"single-deck"}) || !slices.Equal(less, []string{"vegas"}) {
		t.Errorf("opened are %q, closed %q", more, less)
	}
}
