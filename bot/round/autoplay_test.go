package round_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"holecard/blackjack"
	"holecard/blackjack/odds"
	"holecard/blackjack/strategy"
	"holecard/blackjack/tables"
	"holecard/bot/care"
	"holecard/bot/figures"
	"holecard/bot/interact"
	"holecard/bot/refuse"
	"holecard/bot/round"
	"holecard/internal/long"
	"holecard/storage"
)

func TestAStrategyPlaysAndMovesTheChips(t *testing.T) {
	book := figures.New()
	for _, f := range []struct {
		fact, plays, table, cards string
		balance                   storage.Chips
	}{
		{"it hits as long as it likes", "stopAt(17)", "", "2S TC 3D 7H 4C TH 5S", 110},
		{"basic doubles", "basic", "", "6S 6C 5D TH TS TD", 120},
		{"basic splits", "basic", "", "8S 6C 8D TH TS 9S TD", 120},
		{"basic surrenders", "basic", "", "TS TC 6D 9H", 95},
		{"basic takes no insurance", "basic", "", "TS AC 9D 7H", 110},
		{"a natural leaves it nothing to do", "stopAt(21)", "", "AS 6C KD TH", 115},
		{"at a table where the house decides", "stopAt(17)", "mit", "TS 6D 7C 9H AC", 110},
	} {
		t.Run(f.fact, func(t *testing.T) {
			b := newBench(t)
			b.Rounds.Basic = book.Basic
			b.cards = f.cards
			v := b.patient(ada)
			h, err := b.Start(t.Context(), v, round.Deal{Bet: 10, Table: f.table, Plays: f.plays})
			if err != nil || h.Open || h.Plays != f.plays {
				t.Fatalf("%+v, %v", h, err)
			}
			b.wants(ada, f.balance, 0)
		})
	}
}

func TestAStrategyThatCannotPayForADoubleHits(t *testing.T) {
	b := newBench(t)
	b.Rounds.Basic = figures.New().Basic
	b.cards = "6S 6C 5D TH TS TD"
	b.ok(b.Start(t.Context(), b.patient(ada), round.Deal{Bet: 60, Plays: "basic"}))
	b.wants(ada, 160, 0)
}

// betting starts a hand that a strategy plays and bets on.
func betting(t *testing.T, b *bench, plays string, limit storage.Chips) round.Hand {
	t.Helper()
	h, err := b.Start(t.Context(), b.visit(ada), round.Deal{Bet: limit, Plays: plays})
	if err != nil || h.Open {
		t.Fatalf("%s: %+v, %v", plays, h, err)
	}
	return h
}

const (
	lost = "TS TC 6D TH" // 16 against 20
	won  = "TS TC KD 9H" // 20 against 19
)

func TestAnAutopilotBetsWithinTheLimitThatItsPlayerSets(t *testing.T) {
	const martingale = "bet 2 * lastBet if lost; bet 10; stand"
	type hand struct {
		cards   string
		balance storage.Chips // then
	}
	for _, f := range []struct {
		plays string
		limit storage.Chips
		hands []hand
	}{
		// twice the last, and not 40: the limit is 30
		{martingale, 30, []hand{{lost, 90}, {lost, 70}, {won, 100}, {won, 110}}},
		{"bet 900; stand", 900, []hand{{lost, 0}}}, // no more than there is
		{"stand", 0, []hand{{lost, 90}}},           // the last bet, of a strategy that does not bet
	} {
		b := newBench(t)
		for _, h := range f.hands {
			b.cards = h.cards
			betting(t, b, f.plays, f.limit)
			b.wants(ada, h.balance, 0)
		}
	}
}

func TestAnAutopilotThatBetsNeedsALimitAndChips(t *testing.T) {
	b := newBench(t)
	if err := startOf(b, ada, round.Deal{Plays: "bet 10; stand"}); !errors.Is(err,
		round.ErrNoLimit) {
		t.Errorf("%v", err)
	}
	b.fill(ada, 0)
	if err := startOf(b, ada, round.Deal{Bet: 50, Plays: "bet 1; stand"}); kind(err) != "short" {
		t.Errorf("without chips it bets: %v", err)
	}
}

func TestAnotherHandKeepsTheLimitOfAnAutopilot(t *testing.T) {
	b := newBench(t)
	b.cards = lost
	h := betting(t, b, "bet lastBet + 10; stand", 25)
	b.wants(ada, 90, 0)
	for _, balance := range []storage.Chips{70, 45} { // 20, and 25 of 30
		b.now, b.real = b.now.Add(time.Minute), b.real.Add(time.Minute)
		h = must(b.again(h))(b)
		b.wants(ada, balance, 0)
	}
}

func TestAnAutopilotRemembersTheShoe(t *testing.T) {
	b := newBench(t)
	b.cards = "2S TC 3D 7H 4C TH 5S"
	h, err := b.Start(t.Context(), b.visit(ada),
		round.Deal{Bet: 10, Plays: "count(hilo) == 1 && cards == 2"})
	if err != nil || h.Open { // 2 and 3 against the ten, and not the hole card
		t.Fatalf("%+v, %v", h, err)
	}
	if n := len(h.View.Seats[0].Hands[0].Cards); n != 3 {
		t.Errorf("it has %d cards", n)
	}
}

func TestAtATableOfSeveralAStrategyNeitherCountsNorBets(t *testing.T) {
	b := newBench(t)
	v := b.openTable(round.Opening{}, ada)
	for text, want := range map[string]strategy.Fault{
		"count(hilo) > 0": strategy.NoMemory, "bet 2; stand": strategy.NoBets} {
		_, err := b.Sit(t.Context(), b.visit(bob), v.ID, text)
		if wrong, ok := errors.AsType[*strategy.SyntaxError](err); !ok || wrong.Fault != want {
			t.Errorf("%s: %v", text, err)
		}
	}
	if v, err := b.Sit(t.Context(), b.visit(bob), v.ID, "hit if 50%"); err != nil {
		t.Errorf("%+v, %v", v.Chairs, err)
	}
}

// A limit of the player's own, and chips that are not there, stop a strategy as they stop
// its player.
func TestAnAutopilotBetsWithinThePlayersOwnLimits(t *testing.T) {
	b := newBench(t)
	b.cards = lost
	b.limit(ada, care.Here, care.Bet, 15)
	_, err := b.Start(t.Context(), b.visit(ada), round.Deal{Bet: 50, Plays: "bet 20; stand"})
	b.stops(care.Bet, err)
	b.wants(ada, 100, 0)
	betting(t, b, "bet 12; stand", 50)
	b.wants(ada, 88, 0)
}

// houseBench is a bench whose houses are judged by exact odds, however long a busy
// machine takes for them.
func houseBench(t *testing.T) *bench {
	b := newBench(t)
	b.Rounds.Edge = func(ctx context.Context, r blackjack.Rules,
		house strategy.Strategy) (float64, error) {
		if house == nil {
			house = figures.House(r)
		}
		best, err := odds.Best(ctx, odds.Game{Rules: r}, house)
		return -best.EV, err
	}
	return b
}

// atMIT deals a hand at mit, patiently: 10 against 6, then 8, 9 and 5.
func (b *bench) atMIT(plays, house string) (round.Hand, error) {
	b.cards = "TS 6D 8C 9H 5C"
	v := b.patient(ada)
	return b.Start(b.t.Context(), v,
		round.Deal{Bet: 10, Table: "mit", Plays: plays, House: house})
}

func TestTheHouseThatWasChosenPlays(t *testing.T) {
	long.Unraced(t)
	for _, f := range []struct {
		house   string
		balance storage.Chips
	}{
		{"", 90},           // it stops at 16: 6, 9 and 5 are 20
		{"stopAt(16)", 90}, // which may be said
		{"stopAt(15)", 110},
		{"watch(total < 15)", 110},
	} {
		b := houseBench(t)
		h, err := b.atMIT("", f.house)
		if err != nil || h.House != f.house {
			t.Fatalf("%q: %+v, %v", f.house, h, err)
		}
		b.rooms = b.process() // the bot is restarted
		h = b.act(b.act(h, blackjack.Hit), blackjack.Stand)
		if h.Open || h.House != f.house {
			t.Errorf("%q: %+v", f.house, h)
		}
		b.wants(ada, f.balance, 0)
		v := b.patient(ada)
		h, err = b.Again(t.Context(), v, h.ID, h.Version)
		if err != nil || h.House != f.house {
			t.Fatalf("another hand after %q: %+v, %v", f.house, h, err)
		}
		again, err := b.Start(t.Context(), b.visit(ada), round.Deal{Bet: 10, Table: "mit"})
		if err != nil || !again.Resumed || again.House != f.house {
			t.Errorf("the open hand is shown with %q, not %q; %v", again.House, f.house, err)
		}
		b.act(b.act(h, blackjack.Hit), blackjack.Stand)
		b.wants(ada, 2*f.balance-100, 0)
	}
}

func TestAHouseThatCannotBeChosenIsRefusedBeforeAnyChipMoves(t *testing.T) {
	long.Unraced(t)
	b := houseBench(t)
	weak := func(err error) bool {
		e, ok := errors.AsType[*refuse.Refusal](err)
		return ok && e.Kind == round.ErrWeakHouse && e.Facts[1].(refuse.Share) > 0
	}
	fixed := func(err error) bool { return errors.Is(err, round.ErrFixedDealer) }
	for _, f := range []struct {
		table, house string
		refused      func(error) bool
	}{
		{"vegas", "stopAt(16)", fixed},
		{"", "stopAt(16)", fixed},
		{"mit", "stopAt(0)", weak}, // it never takes a card
		{"mit", "stopAt(14)", weak},
		{"mit", "upcard > 5", weak},
		{"mit", "both(stopAt(16), ask)", func(err error) bool {
			return errors.Is(err, strategy.ErrNobody)
		}},
		{"mit", "basic", func(err error) bool { return errors.Is(err, round.ErrHouseBasic) }},
		{"mit", "clubs > 0", is[*strategy.SyntaxError]},
		{"mit", "stopAt(", is[*strategy.SyntaxError]},
	} {
		v := b.patient(ada)
		h, err := b.Start(t.Context(), v, round.Deal{Bet: 10, Table: f.table, House: f.house})
		if !f.refused(err) || h.ID != 0 {
			t.Errorf("%s at %q: %+v, %v", f.house, f.table, h, err)
		}
	}
	b.wants(ada, 100, 0)
}

func TestAnyHousePlaysWherePlayersMayHaveTheEdge(t *testing.T) {
	b := houseBench(t)
	b.PlayersEdge = true
	h, err := b.atMIT("stopAt(18)", "stopAt(0)")
	if err != nil || h.Open || h.Plays != "stopAt(18)" || h.House != "stopAt(0)" {
		t.Errorf("%+v, %v", h, err)
	}
	b.wants(ada, 110, 0)
}

// A house is not judged on the way of a press: the one who asks first waits, and
// is told to.
func TestAHouseWhoseEdgeIsNotKnownYetIsNotReady(t *testing.T) {
	b := newBench(t)
	b.Rounds.Edge = func(ctx context.Context, _ blackjack.Rules,
		_ strategy.Strategy) (float64, error) {
		<-ctx.Done()
		return 0, ctx.Err()
	}
	b.cards = "TS 6D 8C 9H 5C"
	if _, err := b.Start(t.Context(), b.visit(ada),
		round.Deal{Bet: 10, Table: "mit", House: "stopAt(15)"}); !errors.Is(err,
		interact.ErrNotReady) {
		t.Errorf("it is dealt: %v", err)
	}
	b.wants(ada, 100, 0)
}

func TestAHouseIsLeftOutWhereTheDealerHasARuleByNow(t *testing.T) {
	long.Unraced(t)
	b := houseBench(t)
	h := must(b.atMIT("stopAt(18)", "stopAt(15)"))(b)
	b.ok(b.Change(t.Context(), b.visit(ada), "mit", "houseDecides=false"))
	if h = must(b.again(h))(b); h.House != "" {
		t.Errorf("%+v", h)
	}
}

// A hand is played to its end by the strategies that it was dealt with, also where they would
// be refused by now.
func TestAHandGoesOnWithTheStrategyItWasDealtWith(t *testing.T) {
	b := houseBench(t)
	h := must(b.atMIT("ask", ""))(b)
	b.update(func(tx storage.Tx) error {
		kept, _, err := storage.Rounds.Get(tx, h.ID)
		kept.Seats[0].Plays, kept.House = "clubs > 9 || soft || ask", "!hard || stopAt(15)"
		kept.Version++
		h.Version = kept.Version
		return errors.Join(err, storage.Rounds.Save(tx, kept))
	})
	if h = b.act(b.act(h, blackjack.Hit), blackjack.Stand); h.Open {
		t.Errorf("%+v", h)
	}
	b.wants(ada, 110, 0)
}

// watched is a table as it is, with cards stacked.
func (b *bench) watched(table, cards string) tables.Table {
	b.t.Helper()
	found, err := tables.Named(table)
	if err != nil {
		b.t.Fatal(err)
	}
	b.cards = cards
	return found
}

// decides decides by a function.
type decides func(*strategy.Situation) (blackjack.Action, error)

func (d decides) Decide(s *strategy.Situation) (blackjack.Action, error) { return d(s) }
func (d decides) String() string                                         { return "decides" }

func TestARoundIsWatchedStepByStep(t *testing.T) {
	b := newBench(t)
	steps, err := b.Watch(b.watched("mit", "6C TC 5C 4C 3C TD"), strategy.StopAt(16),
		strategy.StopAt(17))
	if err != nil || len(steps) != 7 {
		t.Fatalf("%d steps, %v: %+v", len(steps), err, steps)
	}
	const player = blackjack.Seat(0)
	for i, want := range []struct {
		actor         blackjack.Seat
		action        blackjack.Action
		player, house int // totals
	}{
		{player, blackjack.Hit, 6, 10}, // of the deal nobody is the actor
		{player, blackjack.Hit, 11, 10},
		{player, blackjack.Hit, 15, 10},
		{player, blackjack.Hit, 18, 10},
		{player, blackjack.Stand, 18, 10},
		{blackjack.House, blackjack.Hit, 18, 20},
		{blackjack.House, blackjack.Stand, 18, 20},
	} {
		s := steps[i]
		if s.Actor != want.actor || s.Action != want.action ||
			s.View.Seats[0].Hands[0].Total != want.player || s.View.Dealer.Total != want.house {
			t.Errorf("step %d: %d does %v: %+v; want %+v", i, s.Actor, s.Action, s.View, want)
		}
	}
	if last := steps[6].View; last.Phase != blackjack.Over || last.Seats[0].Payout.Net() != -10 {
		t.Errorf("%+v", last)
	}
}

func TestAWatchedRoundIsForTenChipsThatNobodyHas(t *testing.T) {
	b := newBench(t)
	table := b.watched("vegas", "8S 6C 8D TH 3S TS 3D TD TC")
	table.Rules.MinBet, table.Rules.MaxBet = 50, 60
	splits := decides(func(s *strategy.Situation) (blackjack.Action, error) {
		for _, a := range []blackjack.Action{blackjack.Split, blackjack.Double} {
			if s.Legal.Has(a) {
				return a, nil
			}
		}
		return blackjack.Stand, nil
	})
	steps := must(b.Watch(table, splits, nil))(b)
	last := steps[len(steps)-1].View
	if got := last.Seats[0].Payout; last.Phase != blackjack.Over || got.Staked != 40 ||
		got.Won != 40 {
		t.Errorf("%+v", last)
	}
	b.wants(ada, 100, 0)
}

func TestAWatchedRoundEndsWithTheErrorOfItsStrategy(t *testing.T) {
	b := newBench(t)
	table := b.watched("vegas", "8S 6C 8D TH 3S")
	broken := errors.New("broken")
	steps, err := b.Watch(table, decides(func(*strategy.Situation) (blackjack.Action, error) {
		return 0, broken
	}), nil)
	if !errors.Is(err, broken) || steps != nil {
		t.Errorf("a strategy that fails: %v, %v", steps, err)
	}
	table.Rules.Decks = 0
	if steps, err := b.Watch(table, strategy.StopAt(17), nil); !errors.Is(err,
		blackjack.ErrRules) || steps != nil {
		t.Errorf("rules that cannot be: %v, %v", steps, err)
	}
}
