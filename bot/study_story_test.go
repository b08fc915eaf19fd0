package bot_test

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"holecard/blackjack"
	"holecard/blackjack/odds"
	"holecard/blackjack/strategy"
	"holecard/bot"
	"holecard/bot/figures"
	"holecard/internal/localdiscord"
	"holecard/internal/long"
	"holecard/storage"
)

// slowFigures are those of an empty table, and take long.
type slowFigures struct{ noFigures }

// tooLong is more than an answer may take.
const tooLong = 10 * time.Second

func (slowFigures) Best(
	ctx context.Context, _ blackjack.Rules, _ strategy.Strategy,
) (odds.Result, error) {
	return odds.Result{EV: 0.0625}, slow(ctx)
}

func (slowFigures) Basic(ctx context.Context, _ blackjack.Rules) (strategy.Chart, error) {
	return strategy.Chart{}, slow(ctx)
}

func (slowFigures) Odds(
	ctx context.Context, _ odds.Game, _, _ strategy.Strategy,
) (odds.Result, error) {
	return odds.Result{EV: 0.125}, slow(ctx)
}

func slow(ctx context.Context) error {
	select {
	case <-time.After(tooLong):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// asks gives a command whose answer takes work, and returns the interaction once
// it is deferred.
func (p player) asks(name string, given ...localdiscord.Given) *localdiscord.Interaction {
	p.s.t.Helper()
	i, err := p.Command(p.s.channel(), name, given...)
	if err != nil {
		p.s.t.Fatal(err)
	}
	a, err := i.Wait(p.s.t.Context())
	if err != nil || a.Type != localdiscord.CallbackDeferredAnswer {
		p.s.t.Fatalf("/%s is answered %v, %s", name, err, a.Body)
	}
	return i
}

// asksOrWaits gives a command that is answered at once or later.
func (p player) asksOrWaits(name string, given ...localdiscord.Given) *localdiscord.Interaction {
	p.s.t.Helper()
	i, err := p.Command(p.s.channel(), name, given...)
	if err == nil {
		_, err = i.Wait(p.s.t.Context())
	}
	if err != nil {
		p.s.t.Fatal(err)
	}
	return i
}

// latest returns the message of an interaction once nothing more happens.
func (s *stage) latest(i *localdiscord.Interaction) localdiscord.Message {
	s.t.Helper()
	synctest.Wait()
	m, ok := i.Latest()
	if !ok {
		s.t.Fatal("there is no message")
	}
	return m
}

// plays is the option that names a strategy.
func plays(expression string) localdiscord.Given { return option("strategy", expression) }

func TestWorkIsDeferredHoweverLongItTakes(t *testing.T) {
	for _, f := range []struct {
		command, says string
		given         []localdiscord.Given
	}{
		{"learn odds", "Best play: player's edge 6.25%.", nil},
		{"learn odds", "`stopAt(17)`: player's edge 12.50%.", []localdiscord.Given{plays("stopAt(17)")}},
		{"learn simulate", "`basic` won ", []localdiscord.Given{plays("basic"), option("rounds", 1000)}},
		{"learn watch", "`basic`", []localdiscord.Given{plays("basic")}},
	} {
		tellWith(t, func() bot.Figures { return slowFigures{} }, func(t *testing.T, s *stage) {
			i := s.person("Ada").asks(f.command, f.given...)
			if m := s.latest(i); !m.Loading() {
				t.Errorf("/%s is not thinking:\n%s", f.command, look(m))
			}
			time.Sleep(2*tooLong + time.Second)
			s.shows(s.latest(i), f.says)
		})
	}
}

func TestABadStudyIsRefusedPrivatelyWithThePlace(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		ada := s.person("Ada")
		ada.opens()
		type refusal struct {
			command, want string
			given         []localdiscord.Given
		}
		given := func(list ...localdiscord.Given) []localdiscord.Given { return list }
		list := []refusal{
			{"learn odds", "Vegas's dealer follows fixed rules. Remove `house`.",
				given(plays("louis"), option("house", "stopAt(16)"))},
			{"learn watch", "Berkeley's dealer follows fixed rules. Remove `house`.",
				given(plays("stopAt(18)"), at("berkeley"), option("house", "stopAt(15)"))},
			{"learn odds", "`bet` says how much to bet, and a strategy can't " +
				"bet here\\: leave it out; `/learn simulate` plays it.",
				given(plays("bet 2; stopAt(17)"))},
			{"learn odds", "`40%` is left to chance, which can't be used here\\: leave it out; " +
				"`/learn simulate` plays it. For example: `stopAt(17)`, `total < 17` or " +
				"`hit if total < 12`.", given(plays("hit if 40%"))},
			{"learn watch", "```\nbet 2; stopAt(17)\n^\n```\n`bet` says how much",
				given(plays("bet 2; stopAt(17)"))},
			{"learn simulate", "`house`: ```\nstopAr(16)", given(at("mit"), plays("louis"),
				option("house", "stopAr(16)"))},
			{"learn watch", "`strategy`: ```\nlois", given(at("mit"), bet(10), plays("lois"),
				option("house", "stopAt(16)"))},
			{"learn watch", "The expression is too long",
				given(bet(10), plays(strings.Repeat("!", 5000)))},
			{"blackjack", "`bet`: “lots” isn't a bet.", given(bet("lots"))},
		}
		for _, rounds := range []any{0, 20_000_001, "many", "9223372036854775808"} {
			list = append(list, refusal{"learn simulate", "Rounds: 1 to 20,000,000.",
				given(plays("louis"), option("rounds", rounds))})
		}
		for _, command := range []string{"learn odds", "learn simulate", "learn watch"} {
			list = append(list,
				refusal{command, "```\nstopAt(\n       ^\n```\nSomething is missing here: a " +
					"number from 0 to 22.", given(plays("stopAt("))},
				refusal{command, "Unknown strategy “stopAr”. Did you mean `stopAt(n)`?",
					given(plays("stopAr(17)"))},
				refusal{command, "`ask` only works in `/learn watch bet:`.",
					given(plays("both(stopAt(19), ask)"))},
				refusal{command, "There's no table “poker” here. Did you mean Joker?",
					given(plays("louis"), at("poker"))})
		}
		for _, f := range list {
			ada.cannot(f.want, f.command, f.given...)
		}
		ada.has(100, 0)
	})
}

func TestASimulationEndsInFiguresAndAPicture(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		m := s.latest(s.person("Ada").asks("learn simulate", plays("louis"),
			option("house", "stopAt(16)"), at("mit"), option("rounds", 20_000)))
		s.shows(m, "MIT · simulation", "`louis` against `stopAt(16)`", "of 20,000 rounds",
			" won ")
		if picture := m.Embeds[0].Image; picture == nil || picture.Width == 0 {
			t.Errorf("the embed's picture is %+v", picture)
		}
		requests := s.discord.Requests()
		if last := requests[len(requests)-1]; !strings.Contains(last.Body,
			`"filename":"distribution.png","description":"MIT: louis`) {
			t.Errorf("a picture without a description: %.500s", last.Body)
		}
	})
}

func TestASimulationOfAShoeThatGoesOnIsToldByTrueCount(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		ada := s.person("Ada")
		m := s.latest(ada.asks("learn simulate", plays("stopAt(17)"), option("rounds", 20_000),
			option("penetration", 75)))
		s.shows(m, "Vegas · simulation", "`stopAt(17)`", "of 20,000 rounds",
			"Shuffled once 75.0% of the shoe is dealt.", "Per 100 rounds", "Average bet",
			"1.00 bets", "SCORE", "Risk of ruin with 1,000 bets", "100%")
		requests := s.discord.Requests()
		if last := requests[len(requests)-1]; !strings.Contains(last.Body,
			`"filename":"counts.png","description":"Vegas: stopAt(17): Expected result by true `) {
			t.Errorf("a picture without a description: %.500s", last.Body)
		}
		counter := plays("let tc = trueCount(hilo); bet 1 if tc < 1; bet 8; stopAt(16)")
		m = s.latest(ada.asks("learn simulate", counter, option("rounds", 20_000),
			option("penetration", 75)))
		if s.shows(m, "`let tc = trueCount(hilo); ", "SCORE"); says(m, "1.00 bets") {
			t.Errorf("the bets do not rise with the count:\n%s", look(m))
		}
		s.shows(s.latest(ada.asks("learn simulate", counter, option("rounds", 2_000))),
			"This table shuffles for each hand, so no count lasts. Add `penetration`.",
			"1.00 bets")
		for _, given := range [][]localdiscord.Given{{option("penetration", 9)},
			{option("penetration", "many")}, {option("penetration", 75), at("mit")}} {
			ada.cannot("Penetration: 10 to 100 percent, at a table with a deck that ends.",
				"learn simulate", append(given, plays("louis"))...)
		}
	})
}

func TestExactOddsAreThoseOfTheTable(t *testing.T) {
	tellWith(t, func() bot.Figures { return figures.New() }, func(t *testing.T, s *stage) {
		ada := s.person("Ada")
		m := s.latest(ada.asks("learn odds", plays("stopAt(16)"), option("house", "stopAt(16)"),
			at("mit")))
		s.shows(m, "MIT · exact odds", "`stopAt(16)` against `stopAt(16)`: house edge ")
		s.shows(s.latest(ada.asks("learn odds", at("chalmers"))), "Best play: ", "Chalmers")
	})
}

func TestOddsOfAShoeThatLacksCards(t *testing.T) {
	tellWith(t, func() bot.Figures { return figures.New() }, func(t *testing.T, s *stage) {
		ada := s.person("Ada")
		gone := func(text string) localdiscord.Given { return option("gone", text) }
		s.shows(s.latest(ada.asks("learn odds", at("single-deck"), gone("4x5, 2x6"))),
			"player's edge 4.72%.", "Cards out of the shoe: 6.")
		for text, want := range map[string]string{
			"5 five": "“five” isn't a card. Try `AS 5 20x10`: an ace of spades, any five, " +
				"twenty tens.",
			"5x5":               "This shoe only has 4 × 5. Take some out of `gone`.",
			"16x10 4x9 4x8 4x7": "That leaves too few cards for a round. Take some out of `gone`.",
		} {
			i := ada.sends(nil, "learn odds", at("single-deck"), gone(text))
			if m := s.latest(i); m.Content != want {
				t.Errorf("%s: %s, want %s", text, look(m), want)
			}
		}
		m := s.latest(ada.sends(nil, "learn odds", at("mit"), gone("5")))
		s.shows(m, "This table's cards never run out")
	})
}

// It took gigabytes, and then the machine.
func TestOddsOfAStrategyThatTakesTooMuchAreRefusedAndSimulatedInstead(t *testing.T) {
	long.Unraced(t) // it computes for minutes
	tellWith(t, func() bot.Figures { return figures.New() }, func(t *testing.T, s *stage) {
		ada := s.person("Ada")
		attack := plays("clubs + diamonds < hearts + spades || total < 12")
		m := s.latest(ada.asks("learn odds", attack))
		if want := "That strategy is too complex for exact odds. Try `/learn simulate` " +
			"instead."; m.Content != want {
			t.Errorf("the answer is\n%s\nwant %s", look(m), want)
		}
		s.shows(s.latest(ada.asks("learn simulate", attack, option("rounds", 1000))), "of 1,000 rounds")
	})
}

func TestWatchingShowsARoundStepByStep(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		ada := s.person("Ada")
		s.stack("TS 6D 8C 9H 5C")
		i := ada.asks("learn watch", plays("stopAt(18)"), at("mit"), option("house", "stopAt(15)"))
		s.shows(s.latest(i), "Dealt ")
		if m := s.latest(i); says(m, "Hit") || says(m, "Net") {
			t.Errorf("the first step tells more:\n%s", look(m))
		}
		time.Sleep(2 * time.Second)
		s.shows(s.latest(i), "**Hit**")
		time.Sleep(time.Minute)
		s.shows(s.latest(i), "against `stopAt(15)`",
			"**Net +10** on a bet of 10, no chips at stake.")
		ada.has(0, 0) // no wallet has been opened for it
	})
}

func TestWorkEndsWithTheBotAndSaysSo(t *testing.T) {
	for _, f := range []struct {
		command string
		given   []localdiscord.Given
	}{
		{"learn simulate", []localdiscord.Given{plays("stopAt(17)"), option("rounds", 20_000_000)}},
		{"learn odds", []localdiscord.Given{plays("stopAt(17)")}},
		{"learn odds", nil},
	} {
		tellWith(t, func() bot.Figures { return slowFigures{} }, func(t *testing.T, s *stage) {
			i := s.person("Ada").asks(f.command, f.given...)
			begun := time.Now()
			s.stop()
			s.restart()
			if took := time.Since(begun); took > 5*time.Second {
				t.Errorf("the bot took %v to end", took)
			}
			s.shows(s.latest(i), "Restarting. Try again in a moment.")
		})
	}
}

// withAutopilot deals a hand that a strategy plays.
func (p player) withAutopilot(expression string, given ...localdiscord.Given) localdiscord.Message {
	p.s.t.Helper()
	return p.types("learn watch", append(given, bet(10), option("strategy", expression))...)
}

func TestAnAutopilotAsksWhereItSaysSoAndOverARestart(t *testing.T) {
	tell(t, func(t *testing.T, s *stage) {
		ada := s.person("Ada")
		s.stack("2S TC 3D 7H 4C TH 5S")
		hand := ada.withAutopilot("both(stopAt(19), ask)")
		s.shows(hand, "Your hand · 5", "Your turn.")
		ada.has(90, 10)
		s.restart()
		hand = ada.presses(hand, "Hit")
		s.shows(hand, "Your hand · 9")
		s.restart()
		hand = ada.presses(hand, "Hit") // 19: it is not asked any more
		s.shows(hand, "You 19, dealer 17")
		ada.has(110, 0)
	})
}

func TestAHintTellsTheBestActionFirstAndOnlyToItsPlayer(t *testing.T) {
	tellWith(t, func() bot.Figures { return figures.New() }, func(t *testing.T, s *stage) {
		ada, grace := s.person("Ada"), s.person("Grace")
		s.stack("6S 6C 5D TH TS TD")
		hand := ada.types("blackjack", bet(10))
		before := look(hand)
		hint := ada.presses(hand, "Hint")
		s.shows(hint, "Best: **Double** (+", " chips on average; ", "Hit +", "Stand −",
			"Surrender −5.0).")
		if !hint.Ephemeral() ||
			strings.Index(hint.Content, "Double") > strings.Index(hint.Content, "Hit ") {
			t.Errorf("the hint is\n%s", look(hint))
		}
		if now, _ := s.discord.Message(hand.ID); look(now) != before {
			t.Errorf("the hand is now\n%s", look(now))
		}
		button, _ := hand.Find("Hint")
		grace.cannotForge("'s hand", hand, button.CustomID)
		over := ada.presses(hand, "Double")
		ada.cannotForge("That hand is over", over, button.CustomID)
		ada.cannotForge("There's no such hand here.", over, "h:zzz")
		ada.has(120, 0)
	})
}

func TestAHouseIsChosenAtTheTableWhereItDecides(t *testing.T) {
	long.Unraced(t)
	tellWith(t, func() bot.Figures { return figures.New() }, func(t *testing.T, s *stage) {
		ada := s.person("Ada")
		ada.types("balance")
		for text, want := range map[string]string{
			"stopAt(0)":               "Players have the edge against `stopAt(0)` (100.00%).",
			"both(stopAt(16), ask)":   "`ask` only works in `/learn watch bet:`.",
			"basic":                   "`basic` is a player's strategy.",
			"clubs > 0":               "this table's cards have none",
			"stopAt(16) || upcar > 9": "Did you mean `upcard`?",
		} {
			i := ada.asksOrWaits("learn watch", at("mit"), bet(10), plays("ask"), option("house", text))
			s.shows(s.latest(i), want)
		}
		ada.has(0, 0)             // not even a wallet is opened
		s.stack("TS 6D 8C 9H 5C") // the house has 15 with its second card, and 20 with its third
		hand := s.latest(ada.asksOrWaits("learn watch", at("mit"), bet(10),
			plays("ask"), option("house", "stopAt(15)")))
		s.restart()
		over := ada.presses(ada.presses(hand, "Hit"), "Stand")
		for _, m := range []localdiscord.Message{hand, over} {
			if foot := m.Embeds[0].Footer.Text; !strings.Contains(foot, "House plays stopAt(15)") {
				t.Errorf("the footer is %q", foot)
			}
		}
		ada.has(110, 0)
	})
}

// A hint counts against the reviews of a hand, so one that is not noted is not shown.
func TestAHintThatIsNotNotedIsNotShown(t *testing.T) {
	looksBack(t, func(t *testing.T, s *stage) {
		ada := s.person("Ada")
		s.stack("TS TC 2D 9H")
		hand := ada.types("blackjack", bet(10))
		s.breakDisk(storage.ErrNoSpace)
		if told := ada.presses(hand, "Hint"); says(told, "Best:") {
			t.Errorf("a hint that is not noted:\n%s", look(told))
		}
		s.breakDisk(nil)
		s.shows(ada.presses(hand, "Hint"), "Best: ")
	})
}
