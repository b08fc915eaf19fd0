package bot_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"holecard/bot"
	"holecard/bot/view"
	"holecard/internal/localdiscord"
	"holecard/storage"
)

// picks chooses options of a select by their labels, and returns the answer.
func (p player) picks(m localdiscord.Message, hint string,
	labels ...string) localdiscord.Message {
	p.s.t.Helper()
	s, ok := m.Find(hint)
	if !ok {
		p.s.t.Fatalf("there is no select %q", hint)
	}
	var values []string
	for _, o := range s.Options {
		if slices.Contains(labels, o.Label) {
			values = append(values, o.Value)
		}
	}
	if len(values) != len(labels) {
		p.s.t.Fatalf("%q offers not all of %q: %+v", hint, labels, s.Options)
	}
	return p.selects(m, hint, values...)
}

// panel opens the panel.
func (p player) panel() localdiscord.Message {
	p.s.t.Helper()
	return p.types("settings", setting("panel"))
}

// chosen returns the labels that a select shows as chosen.
func chosen(m localdiscord.Message, hint string) (labels []string) {
	s, _ := m.Find(hint)
	for _, o := range s.Options {
		if o.Default {
			labels = append(labels, o.Label)
		}
	}
	return labels
}

// logged returns the log of the stage's guild, newest first.
func (s *stage) logged() (log []storage.LogEntry) {
	s.t.Helper()
	s.reads(func(r storage.Reader) (err error) {
		log, err = storage.Log.Newest(r, 0, 100)
		return err
	})
	return log
}

func TestAnAdminRunsTheServerFromThePanel(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		ada := s.person("Ada")
		m := ada.panel()
		s.shows(m, "Settings · Tables", "**Vegas (first)**")
		if m.EphemeralFor != ada.ID {
			t.Error("others see the panel")
		}
		id := m.ID
		m = ada.picks(m, "First table", "First table: European")
		s.shows(m, "First table: Vegas → European", "**European (first)**")
		m = ada.picks(m, "Open and close tables", "European", "Chalmers", "Valentine")
		s.shows(m, "Opened: Valentine", "Closed: Vegas, Downtown",
			"⚠️ Players have the edge at Valentine (18.31%): it gives chips away.")
		m = ada.presses(m, "Default tables")
		s.shows(m, "Closed: Valentine", "**Vegas (first)**")

		m = ada.picks(m, "Page", "Limits and daily chips")
		s.shows(m, "Vegas: Bets 1–500", "Starting chips: 100 chips (default)")
		m = ada.picks(m, "Bets at another table", "Bets at MIT")
		m = ada.fillsIn(m, "Bets at MIT", form{"minBet": "50", "maxBet": "200"})
		s.shows(m, "MIT · Smallest bet: 1 → 50", "MIT · Largest bet: 500 → 200", "MIT: Bets 50–200")
		m = ada.fillsIn(m, "Bets at MIT", form{"minBet": "300", "maxBet": "200"})
		s.shows(m, "⚠️ ", "MIT: Bets 50–200")
		m = ada.fillsIn(m, "Starting chips", form{"amount": "0.25k"})
		s.shows(m, "Starting chips: 100 chips (default) → 250 chips")
		m = ada.fillsIn(m, "Starting chips", form{"amount": "lots"})
		s.shows(m, "⚠️ “lots” isn't an amount", "Starting chips: 250 chips")
		m = ada.fillsIn(m, "Starting chips", form{"amount": "0"})
		s.shows(m, "⚠️ Starting chips: 1 to 1,000,000,000 chips.")
		m = ada.fillsIn(m, "Starting chips", form{"amount": ""})
		s.shows(m, "Starting chips: 250 chips → 100 chips (default)")

		m = ada.fillsIn(m, "Daily loss limit", form{"amount": "15"})
		s.shows(m, "Daily loss limit: off (default) → 15 chips")
		s.refuses(s.person("Grace"), "this server's daily loss limit of 15",
			func() *localdiscord.Interaction {
				return s.person("Grace").sends(nil, "blackjack", bet(16))
			})

		m = ada.picks(m, "Page", "Gifts")
		m = ada.presses(m, "Turn gifts off")
		s.shows(m, "Gifts: on → off", "Off on this server.")
		m = ada.presses(m, "Turn gifts on")
		m = ada.fillsIn(m, "Daily gift limit", form{"amount": "20"})
		s.shows(m, "On: up to 20 chips a day")

		m = ada.picks(m, "Page", "Look and language")
		m = ada.picks(m, "Cards", "Cards: Pictures")
		m = ada.picks(m, "Language in channels", "Language in channels: Deutsch")
		s.shows(m, "Language in channels: As in Discord → Deutsch")
		m = ada.presses(m, "Use four colours")
		m = ada.presses(m, "Play on in a new message")
		s.shows(m, "Cards: Pictures", "Colours: One for each suit", "Play again: In a new message")

		m = ada.picks(m, "Page", "Log")
		s.shows(m, "**"+view.Mention(storage.UserID(ada.ID))+"**\n- Play again: In the same message → In a new message")
		m = ada.presses(m, "Older")
		s.shows(m, "First table: Vegas → European")
		if m = ada.presses(m, "Newest"); m.ID != id {
			t.Error("the panel is another message")
		}
		if n := len(s.logged()); n != 14 {
			t.Errorf("the log has %d entries, want 14", n)
		}
		settings := s.settings()
		if settings.GiveDaily != 20 || settings.Taste != (storage.Taste{FourColours: true,
			Cards: storage.PictureCards, Language: "de"}) || !settings.NewMessage {
			t.Errorf("stored are %+v", settings)
		}
	})
}

func TestClassTablesAreOneSwitchThatIsOffOnANewServer(t *testing.T) {
	tellAs(t, func(s *stage) { s.casino = true }, func(t *testing.T, s *stage) {
		ada := s.person("Ada")
		m := ada.panel()
		if got := chosen(m, "Open and close tables"); len(got) != 6 {
			t.Errorf("at first are open %q", got)
		}
		m = ada.presses(m, "Turn class tables on")
		s.shows(m, "Opened: Chalmers, Downen, Amherst, MIT, Berkeley and Joker")
		m = ada.presses(m, "Turn class tables off")
		if got := chosen(m, "Open and close tables"); len(got) != 6 {
			t.Errorf("in the end are open %q", got)
		}
	})
}

func TestRulesAreChangedOnThePanelWithTheEdgeBeforeAndAfter(t *testing.T) {
	tellWith(t, func() bot.Figures { return edgeFigures{} }, func(t *testing.T, s *stage) {
		ada := s.person("Ada")
		m := ada.picks(ada.panel(), "Change the rules of a table", "Vegas")
		s.shows(m, "Settings · Vegas", "No rule is changed.")
		m = ada.picks(m, "Cards and dealer", "Number of decks")
		m = ada.picks(m, "Number of decks", "Number of decks: 2")
		s.shows(m, "✅ **Saved** · new hands only", "Vegas · Number of decks: 6 → 2",
			"House edge: computing…")
		time.Sleep(30 * time.Second)
		m, _ = s.discord.Message(m.ID)
		s.shows(m, "House edge 0.26% → 0.07%", "- Number of decks: 6 → 2")
		if got := chosen(m, "Number of decks"); !slices.Equal(got, []string{"Number of decks: 2"}) {
			t.Errorf("chosen is %q", got)
		}
		m = ada.picks(m, "Cards and dealer", "Reshuffle")
		m = ada.fillsIn(m, "Other value", form{"penetration": "20 cards"})
		s.shows(m, "Vegas · Reshuffle: before each hand → when 20 cards are left")
		m = ada.picks(m, "Play and payouts", "Double after split")
		m = ada.picks(m, "Double after split", "Double after split: off")
		m = ada.picks(m, "Cards and dealer", "Cards to begin with")
		m = ada.picks(m, "Cards to begin with", "Cards to begin with: one each")
		s.shows(m, "⚠️ ", "- Number of decks: 6 → 2") // which a table with splits has not
		m = ada.presses(m, "Undo all changes")
		s.shows(m, "Vegas · Number of decks: 2 → 6", "Vegas · Double after split: off → on",
			"No rule is changed.")
		if log := s.logged(); len(s.settings().Rules) > 0 || len(log) != 4 {
			t.Errorf("%+v, %d entries of the log", s.settings(), len(log))
		}
	})
}

// A panel that was left while its edges are computed stays where its admin went.
func TestAComputedEdgeReplacesNoNewerPage(t *testing.T) {
	tellWith(t, func() bot.Figures { return slowFigures{} }, func(t *testing.T, s *stage) {
		ada := s.person("Ada")
		m := ada.picks(ada.panel(), "Change the rules of a table", "Vegas")
		m = ada.picks(m, "Cards and dealer", "Number of decks")
		m = ada.picks(m, "Number of decks", "Number of decks: 2")
		s.shows(m, "computing…")
		m = ada.picks(m, "Page", "Gifts")
		time.Sleep(2 * tooLong)
		m, _ = s.discord.Message(m.ID)
		s.shows(m, "Settings · Gifts")
	})
}

// Two admins have a panel each, and one of them is older than what the other changes.
func TestAnOldPanelUndoesNothingThatWasChangedSince(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		ada := s.person("Ada")
		newer, older := ada.panel(), ada.panel()
		all := chosen(older, "Open and close tables")
		ada.picks(newer, "Open and close tables", "Vegas", "Downtown", "European")
		m := ada.picks(older, "Open and close tables", append(all, "Valentine")...)
		s.shows(m, "Opened: Valentine")
		if got := s.settings().Tables; !slices.Equal(got,
			[]string{"vegas", "downtown", "european", "valentine"}) {
			t.Errorf("open are %q", got)
		}
		if got := chosen(m, "Open and close tables"); len(got) != 4 {
			t.Errorf("shown as open are %q", got)
		}
		newer, older = ada.picks(newer, "Page", "Gifts"), ada.picks(older, "Page", "Gifts")
		ada.presses(newer, "Turn gifts off")
		s.shows(ada.presses(older, "Turn gifts off"), "That's how it was already.",
			"Off on this server.")
		if !s.settings().NoGive {
			t.Error("gifts are on again")
		}
		newer, older = ada.panel(), ada.panel()
		ada.picks(newer, "Open and close tables", "Vegas")
		s.shows(ada.picks(older, "Open and close tables", "Downtown", "European", "Valentine"),
			"⚠️ One table has to stay open. Nothing changed.")
	})
}

func TestAForgedClickOnThePanelChangesNothing(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		ada := s.person("Ada")
		m := ada.panel()
		for _, id := range []string{"sv:2:vegas:pairs:25", "sv:2:vegas:poker:", "sv:3:::maybe",
			"sv:9:::xx", "sv:1:roulette::", "so:0", "sv:c:::", "sv:0:::"} {
			i := ada.forges(m, id)
			if got := look(s.answer(i)); strings.Contains(got, "Saved") ||
				strings.Contains(got, "went wrong") {
				t.Errorf("%s: %s", id, got)
			}
		}
		if log := s.logged(); len(log) > 0 {
			t.Errorf("changed is %+v", log)
		}
	})
}
