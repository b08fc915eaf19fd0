package bot_test

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"holecard/blackjack"
	"holecard/blackjack/odds"
	"holecard/blackjack/strategy"
	"holecard/bot"
	"holecard/internal/localdiscord"
	"holecard/storage"
)

// hitting knows a game in which to hit is best, by 0.0832 of the stake, and then to stand.
type hitting struct{ noFigures }

func (hitting) Best(context.Context, blackjack.Rules, strategy.Strategy) (odds.Result, error) {
	return odds.Result{EV: -0.01}, nil
}

func (hitting) Advise(_ context.Context, v blackjack.View, seat blackjack.Seat,
	_ []blackjack.Card, _ strategy.Strategy) (list []odds.Option, _ error) {
	ev := -0.2
	for a := range v.Seats[seat].Legal.All() {
		list = append(list, odds.Option{Action: a, EV: ev})
		ev -= 0.0832
	}
	return list, nil
}

// looksBack tells a story about rounds that are over.
func looksBack(t *testing.T, story func(*testing.T, *stage)) {
	tellWith(t, func() bot.Figures { return hitting{} }, story)
}

// reviewed waits until what was settled is reviewed.
func (s *stage) reviewed() {
	s.t.Helper()
	time.Sleep(time.Minute)
	s.settle()
}

// stands deals a person a hand of 16 against a ten, on which they stand and lose 10.
func (p player) stands(given ...localdiscord.Given) localdiscord.Message {
	p.s.t.Helper()
	p.s.stack("TS TC 6D 9H")
	return p.presses(p.types("blackjack", append(given, bet(10))...), "Stand")
}

func TestAPlayerIsToldPrivatelyWhatAMistakeCost(t *testing.T) {
	looksBack(t, func(t *testing.T, s *stage) {
		ada, grace := s.person("Ada"), s.person("Grace")
		hand := ada.stands()
		want := []string{"Review · Vegas", "❌ **−10** · Dealer 19, you 16",
			"1. `10♠` `6♦` (16) against `10♣`\n❌ **Stand** · best **Hit** · cost **0.83**",
			"Mistakes cost **0.83**, the rest was luck: **−9.17**.",
			"Luck: the cards dealt −2, the cards after −7.17."}
		review := ada.presses(hand, "Review")
		if s.shows(review, want...); review.EphemeralFor != ada.ID {
			t.Error("others see the review")
		}
		s.shows(ada.types("profile review"), want...)
		s.shows(s.answer(grace.clicks(hand, "Review")), "This is <@")
		s.stack("AS 6C KD TH")
		s.shows(ada.presses(ada.types("blackjack", bet(10)), "Review"),
			"Nothing to decide. It was all luck, good or bad: **+15**.")
		s.shows(grace.types("profile review"), "You have no finished round to review yet. Deal one with")
	})
}

func TestAMoveByHintOrAutopilotIsMarkedAndDoesNotCount(t *testing.T) {
	looksBack(t, func(t *testing.T, s *stage) {
		ada := s.person("Ada")
		s.stack("TS TC 2D 9H 3C")
		hand := ada.types("blackjack", bet(10))
		hand = ada.presses(hand, "Hit")
		s.shows(ada.presses(hand, "Hint"), "Best: **Hit** (−2.0 chips on average; Stand −2.8).")
		s.restart()
		hand = ada.presses(hand, "Stand")
		s.shows(ada.presses(hand, "Review"), "✅ **Hit**\n2. ",
			"❌ **Stand** · best **Hit** · cost **0.83** · with a hint",
			"No mistake. The rest was luck, good or bad: **−10**.")
		s.stack("TS TC 6D 9H")
		s.shows(ada.presses(ada.withAutopilot("stopAt(12)"), "Review"), "cost **0.83** · autopilot")
		s.shows(ada.presses(ada.presses(ada.practices("vegas", "TS TC 6D 9H"), "Stand"), "Review"),
			"Mistakes cost **0.83**", "Practice: no chips at stake, and not in your stats.")
		s.reviewed()
		s.shows(ada.types("profile history"), "1. ❌ **−10** · bet 10 · Vegas · no mistake · ")
	})
}

func TestAPlayerStepsThroughTheirHistoryOverARestart(t *testing.T) {
	looksBack(t, func(t *testing.T, s *stage) {
		ada := s.person("Ada")
		s.shows(ada.types("profile history"), "No rounds yet. Deal one with")
		ada.stands()
		ada.stands(at("european"))
		s.stack("8S 6C 8D TH 3S TS 9S 2C")
		hand := ada.types("blackjack", bet(10), at("vegas"))
		for _, button := range []string{"Split", "Double", "Stand"} {
			hand = ada.presses(hand, button)
		}
		s.reviewed()
		page := ada.types("profile history")
		if s.shows(page, "1. ", "2. ❌ **−10** · bet 10 · European · ",
			"3. ❌ **−10** · bet 10 · Vegas · mistakes cost 0.83 · <t:",
		); page.EphemeralFor != ada.ID {
			t.Error("others see the history")
		}
		ada.cannot("There's no table “europaen” here. Did you mean European?",
			"profile history", at("europaen"))
		s.shows(ada.types("profile history", at("european")), "Ada · history · European", "1. ❌")
		select0, _ := page.Find("Open a round")
		step := ada.picks(page, "Open a round", select0.Options[0].Label)
		s.shows(step, "Ada: ❌ **Split** · best **Hit**", "Dealer · 6: `6♣` `?`",
			"▶ Ada · 16", "[Start false] [Back false] [Next true] [End true]")
		s.restart()
		step = ada.presses(step, "Next")
		s.shows(step, "Ada: ❌ **Double**", "▶ Hand 1 · 11 · 10 chips\n`8♠` `3♠`")
		step = ada.presses(ada.presses(step, "Next"), "Next")
		s.shows(step, "[Next false] [End false]", "Hand 1 · 21 · 20 chips, doubled · won",
			"Dealer · 18: `6♣` `10♥` `2♣`")
		s.restart()
		s.shows(ada.presses(ada.presses(step, "Start"), "Review"), "Review · Vegas", "1. `8♠` `8♦`")
		s.shows(ada.presses(step, "History"), "Ada · history", "3. ❌ **−10**")
		ada.types("profile preferences", option("cards", "picture"))
		if step = ada.picks(page, "Open a round", select0.Options[0].Label); step.Embeds[0].Image ==
			nil {
			t.Error("the step is no picture")
		}
	})
}

func TestAHistoryHasPagesOfTen(t *testing.T) {
	looksBack(t, func(t *testing.T, s *stage) {
		ada := s.person("Ada")
		for range 12 {
			s.stack("TS TC 9D 9H")
			ada.presses(ada.types("blackjack", bet(1)), "Stand")
		}
		page := ada.types("profile history")
		s.shows(page, "10. ➖ **0** · bet 1 · Vegas", "[Newer false] [Older true]")
		page = ada.presses(page, "Older")
		s.shows(page, "\n11. ➖", "12. ➖", "[Newer true] [Older false]")
		s.restart()
		s.shows(ada.presses(page, "Newer"), "\n1. ➖")
	})
}

func TestAnothersHistoryIsShownUnlessTheyHideIt(t *testing.T) {
	looksBack(t, func(t *testing.T, s *stage) {
		ada, grace := s.person("Ada"), s.person("Grace")
		of := option("player", ada.ID.String())
		s.shows(grace.types("profile history", of), "They haven't played here yet.")
		ada.stands()
		private := ada.stands(option("private", true))
		page := grace.types("profile history", of)
		s.shows(page, "Ada · history", "1. ❌ **−10**")
		open, _ := page.Find("Open a round")
		if len(open.Options) != 1 || strings.Contains(look(page), "2. ") {
			t.Errorf("a private hand is in another's list:\n%s", look(page))
		}
		s.shows(grace.picks(page, "Open a round", open.Options[0].Label), "Ada: ❌ **Stand**")
		s.shows(ada.presses(private, "Review"), "Review · Vegas")
		page = grace.types("profile history", of)
		s.changes(ada, func(p *storage.Profile) { p.Hidden = true })
		const kept = "This player doesn't want to be looked at."
		s.shows(grace.picks(page, "Open a round", open.Options[0].Label), kept)
		for _, command := range []string{"profile history", "profile stats"} {
			s.shows(grace.types(command, of), kept)
		}
		s.shows(ada.types("profile history"), "2. ❌ **−10**")
		if m := ada.types("profile stats"); m.EphemeralFor != ada.ID {
			t.Errorf("who is hidden is shown to all:\n%s", look(m))
		}
	})
}

// changes changes what is kept of a player.
func (s *stage) changes(p player, change func(*storage.Profile)) {
	s.t.Helper()
	s.writes(func(tx storage.Tx) error {
		profile, _, err := storage.Profiles.Get(tx, p.who())
		if err != nil {
			return err
		}
		change(&profile)
		return storage.Profiles.Save(tx, profile)
	})
}

func TestEachOfATableReviewsTheirOwnSeat(t *testing.T) {
	looksBack(t, func(t *testing.T, s *stage) {
		ada, grace, edward := s.person("Ada"), s.person("Grace"), s.person("Edward")
		table := s.seats("TS TH 9C 6S 8H 8C", nil, ada, grace)
		ada.presses(table, "Stand")
		grace.presses(table, "Stand")
		over := s.now(table)
		review := ada.presses(over, "Review")
		s.shows(review, "`10♠` `6♠` (16) against `9♣`", "cost **0.83**", "Dealer 17, you 16")
		s.shows(grace.presses(over, "Review"), "`10♥` `8♥` (18) against `9♣`", "You 18, dealer 17")
		s.shows(s.answer(edward.clicks(over, "Review")), "You're not in this round")
		step := ada.presses(review, "Step by step")
		s.shows(step, "Ada: ❌ **Stand**", "▶ Ada · 16", "Grace · 18: `10♥` `8♥`")
		s.shows(ada.presses(step, "Next"), "Grace: **Stand**", "▶ Grace · 18")
	})
}

// late is a game whose figures take a minute while busy.
type late struct {
	hitting
	busy *atomic.Bool
}

func (l late) Advise(ctx context.Context, v blackjack.View, seat blackjack.Seat,
	seen []blackjack.Card, house strategy.Strategy) ([]odds.Option, error) {
	if l.busy.Load() {
		time.Sleep(time.Minute)
	}
	return l.hitting.Advise(ctx, v, seat, seen, house)
}

func TestStatsSayWhatWasLuckAndWhatWereMistakes(t *testing.T) {
	var busy atomic.Bool
	tellWith(t, func() bot.Figures { return late{busy: &busy} }, func(t *testing.T, s *stage) {
		ada := s.person("Ada")
		ada.stands()
		hand := ada.stands()
		s.stack("AS 6C KD TH")
		s.shows(ada.presses(hand, "Play again"), "🏅 Achievement: **First blackjack**")
		s.reviewed()
		stats := ada.types("profile stats")
		s.shows(stats, "1 won · 2 lost · 0 pushed", "🌧️ Unlucky by **3**, mistakes cost **1.7**",
			"Net −5: the odds −0.3, mistakes −1.7, luck −3",
			"Profit: today **−5** · this week **−5** · this month **−5** · ever **−5**",
			"In a row: won 1 now · best 1 · daily chips 0 days",
			"Achievements · 1 of 6: First blackjack",
			"Costliest decisions: hard 16 against 10: 2 of 2 wrong, cost 0.17 bets")
		if len(stats.Embeds) != 2 || stats.Embeds[0].Image == nil || stats.Embeds[1].Image == nil {
			t.Errorf("there are not two pictures:\n%s", look(stats))
		}
		ada.types("profile preferences", option("cards", "text"))
		if stats = ada.types("profile stats"); len(stats.Embeds) != 1 || stats.Embeds[0].Image != nil {
			t.Error("who wants text is sent pictures")
		}
		s.stack("TS TC 9D 9H")
		hand = ada.presses(ada.types("blackjack", bet(1)), "Stand")
		if strings.Contains(look(hand), "🏅") {
			t.Errorf("an achievement is said twice:\n%s", look(hand))
		}
		busy.Store(true)
		ada.stands()
		s.shows(ada.types("profile stats"), "today **−15** · this week **−15** · "+
			"this month **−15** · "+
			"ever **−15**", "The newest rounds are being looked at.")
	})
}
