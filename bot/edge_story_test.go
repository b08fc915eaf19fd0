package bot_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"holecard/blackjack"
	"holecard/blackjack/odds"
	"holecard/blackjack/strategy"
	"holecard/bot"
	"holecard/bot/figures"
	"holecard/internal/localdiscord"
)

// chooses opens the tables with these titles, and closes all others.
func (p player) chooses(titles ...string) localdiscord.Message {
	p.s.t.Helper()
	return p.picks(p.panel(), "Open and close tables", titles...)
}

func TestATableAtWhichPlayersHaveTheEdgeIsOffUntilAnAdminTurnsItOn(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		ada, grace := s.person("Ada"), s.person("Grace")
		grace.opens()
		const off = "Valentine isn't open on this server: players have the edge there (18.31%). " +
			"An admin can turn it on with `/settings panel`."
		grace.cannot(off, "blackjack", at("valentine"), bet(10))
		grace.cannot(off, "learn watch", plays("valentine"), at("valentine"), bet(10))
		direct := s.message(grace.Do(t.Context(), grace.DM().ID, "blackjack", at("valentine"),
			bet(10)))
		s.shows(direct, "Valentine isn't open in direct messages",
			"On a server, an admin can turn it on")

		told := ada.chooses("Vegas", "Valentine")
		s.shows(told, "⚠️ Players have the edge at Valentine (18.31%): it gives chips away.",
			"Valentine · player's edge 18.31% · ⚠️ **it gives chips away**")
		if says(told, "at Vegas") {
			t.Errorf("of vegas it is said, too:\n%s", look(told))
		}
		s.shows(ada.chooses("MIT"), "MIT plays by course rules: house edge 9.48%.")
		ada.chooses("Vegas", "Valentine")
		s.restart()
		s.stack("TH TC 9D 8S")
		hand := grace.types("blackjack", at("valentine"), bet(10))
		if foot := hand.Embeds[0].Footer.Text; foot != "🔒 Provably fair · Player's edge 18.31%" {
			t.Errorf("the footer is %q", foot)
		}
		ada.presses(ada.panel(), "Default tables")
		over := grace.presses(hand, "Stand") // an open hand is played to its end
		s.shows(over, "hearts pay double")
		time.Sleep(time.Second)
		grace.cannotPress(off, over, "Play again")
		ada.chooses("Vegas", "Valentine")
		s.shows(grace.presses(over, "Play again"), " · Valentine\n")
	})
}

// edgeFigures are those of a table of two decks, and computed in a moment.
type edgeFigures struct{ noFigures }

func (edgeFigures) Best(
	ctx context.Context, r blackjack.Rules, _ strategy.Strategy,
) (odds.Result, error) {
	select {
	case <-ctx.Done():
		return odds.Result{}, ctx.Err()
	case <-time.After(5 * time.Second):
	}
	if r.HeartsDouble {
		return odds.Result{EV: 0.25}, nil
	}
	return odds.Result{EV: -0.0007}, nil
}

func TestAnAdminIsToldWhoseEdgeChangedRulesAre(t *testing.T) {
	tellWith(t, func() bot.Figures { return edgeFigures{} }, func(t *testing.T, s *stage) {
		ada := s.person("Ada")
		i := ada.asks("settings", rule("vegas", "hearts", "true"))
		time.Sleep(30 * time.Second)
		told := s.latest(i)
		if s.shows(told, "Player's edge 25.00%\n⚠️ **Players have the edge now: this table gives "+
			"chips away.**"); !told.Ephemeral() {
			t.Error("everybody reads it")
		}
		s.shows(ada.types("settings", rule("vegas", "hearts", "true")),
			"That's how it was already.")
	})
}

// edgelessFigures are those of a table that this machine is too slow for.
type edgelessFigures struct{ noFigures }

func (edgelessFigures) Best(
	context.Context, blackjack.Rules, strategy.Strategy,
) (odds.Result, error) {
	return odds.Result{}, &figures.TimeError{Question: odds.OfBest}
}

func TestAnAdminIsWarnedOfRulesWhoseEdgeNobodyKnows(t *testing.T) {
	tellWith(t, func() bot.Figures { return edgelessFigures{} }, func(t *testing.T, s *stage) {
		ada := s.person("Ada")
		s.shows(ada.types("settings", rule("vegas", "hearts", "true")),
			"A heart doubles a win: off → on\nEdge not known", "⚠️ **The edge couldn't be computed.")
	})
}

func TestTheEdgeOfATableIsNotShownAgainstAnotherHouse(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		ada := s.person("Ada")
		s.edge = true // a house is taken whoever has the edge
		s.restart()
		s.stack("TS 6D TH 5C 7S 9H 4D")
		for _, f := range []struct {
			given []localdiscord.Given
			edge  bool
		}{{nil, true}, {[]localdiscord.Given{option("house", "stopAt(17)")}, false}} {
			hand := ada.types("learn watch", append(f.given, plays("ask"), at("mit"), bet(10))...)
			if foot := hand.Embeds[0].Footer.Text; strings.Contains(foot, "edge") != f.edge {
				t.Errorf("with %v the footer is %q", f.given, foot)
			}
			ada.presses(hand, "Stand")
		}
	})
}
