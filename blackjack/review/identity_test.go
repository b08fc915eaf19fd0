package review_test

import (
	"flag"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"holecard/blackjack"
	"holecard/blackjack/odds"
	"holecard/blackjack/review"
	"holecard/blackjack/strategy"
	"holecard/bot/figures"
)

var rounds = flag.Int("rounds", 1400, "how many rounds TestIdentity reviews")

// game is a table and how it is played.
type game struct {
	rules blackjack.Rules
	seats int
	best  float64 // the share of decisions by advice; the others are any
	stake blackjack.Chips
	side  blackjack.Chips // on each side bet
}

// games are tables with every rule that changes what is seen, decided or paid.
func games(t testing.TB) map[string]game {
	sides := []string{"decks=2", "pairs=25-12-6", "poker=9-9-9-9-9", "bust=250-50-12-4-2-2"}
	kept := []string{"fresh=false", "decks=2", "penetration=0.5"}
	vegas := rules(t, "vegas")
	return map[string]game{
		"vegas, best play":       {vegas, 1, 1, 10, 0},
		"vegas, any play":        {vegas, 1, 0, 10, 0},
		"vegas, one chip":        {vegas, 1, 0.8, 1, 0},
		"six to five, odd chips": {rules(t, "six-five"), 1, 0.8, 7, 0},
		"european":               {rules(t, "european"), 1, 0.7, 10, 0},
		"side bets":              {rules(t, "single-deck", sides...), 1, 0.7, 10, 3},
		"a table of four":        {rules(t, "single-deck"), 4, 0.9, 10, 0},
		"a kept deck":            {rules(t, "vegas", kept...), 1, 0.8, 10, 0},
		"chalmers":               {rules(t, "chalmers"), 1, 0.7, 3, 0},
		"downen":                 {rules(t, "downen"), 1, 0.7, 4, 0},
		"amherst":                {rules(t, "amherst"), 1, 0.7, 3, 0},
		"mit":                    {rules(t, "mit"), 1, 0.7, 3, 0},
		"berkeley":               {rules(t, "berkeley"), 2, 0.7, 3, 0},
		"joker":                  {rules(t, "joker"), 1, 0.7, 3, 0},
	}
}

// Net is the value at the deal less the cost of mistakes plus luck, and luck is what chance did:
// the sum over its events of the value after less the value before. With the deal, which is an
// event, too, it is nothing in the mean, however people play.
func TestIdentity(t *testing.T) {
	all := games(t)
	for i, name := range slices.Sorted(maps.Keys(all)) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := &sitting{t: t, game: all[name], rng: rand.New(rand.NewPCG(uint64(i), 13)),
				figures: cache(), house: figures.House(all[name].rules)}
			for s.reviewed*len(all) < *rounds {
				s.round()
			}
			mean := s.sum / float64(s.reviewed)
			error := math.Sqrt((s.squares/float64(s.reviewed) - mean*mean) / float64(s.reviewed))
			t.Logf("%d rounds, %d decisions: luck %.5f ± %.5f stakes a round, cost %.5f",
				s.reviewed, s.decisions, mean, error, s.cost/float64(s.reviewed))
			if math.Abs(mean) > 4*error {
				t.Errorf("luck is %.5f ± %.5f in the mean", mean, error)
			}
			if (s.best == 1) != (s.cost == 0) || s.cost < 0 {
				t.Errorf("the share %v of best play costs %v", s.best, s.cost)
			}
		})
	}
}

// sitting is rounds at one table, dealt from one shoe as the table keeps it.
type sitting struct {
	t *testing.T
	game
	rng     *rand.Rand
	figures *figures.Cache
	house   strategy.Strategy
	left    []blackjack.Card
	before  []blackjack.Card // dealt from the shuffle of what is left

	reviewed, decisions int
	sum, squares, cost  float64 // in stakes
}

func (s *sitting) must(err error) {
	if s.t.Helper(); err != nil {
		s.t.Fatal(err)
	}
}

// round plays a round and reviews every seat.
func (s *sitting) round() {
	bets := slices.Repeat([]blackjack.Bet{{Stake: s.stake, Purse: 1000 * s.stake,
		Sides: blackjack.Sides{s.side, s.side, s.side}}}, s.seats)
	if s.rules.Low(s.left) {
		s.before = nil
	}
	shoe, _, err := s.rules.NextShoe(s.seats, s.left, func() ([]blackjack.Card, error) {
		return shuffledCards(s.rng, s.rules), nil
	})
	s.must(err)
	r, err := blackjack.Deal(s.rules, shoe, bets...)
	for err == nil && r.Phase() != blackjack.Over {
		var did blackjack.Action
		if did, err = s.decide(r); err == nil {
			r, err = r.Play(r.Turn(), did)
		}
	}
	s.must(err)
	for who := range blackjack.Seat(s.seats) {
		s.review(r, who)
	}
	first, behind := r.Dealt()
	s.before = append(s.before, first...)
	if r.Reshuffled() {
		s.before = behind
	}
	s.left = r.Rest()
}

func (s *sitting) decide(r blackjack.Round) (blackjack.Action, error) {
	who := r.Turn()
	switch {
	case who == blackjack.House:
		q := strategy.See(r)
		return s.house.Decide(&q)
	case s.rng.Float64() >= s.best:
		return anyOf(s.rng, r.Legal(who)), nil
	}
	options, err := s.figures.Advise(s.t.Context(), r.View(), who, s.before, nil)
	if err != nil {
		return 0, err
	}
	return options[0].Action, nil
}

func (s *sitting) review(r blackjack.Round, who blackjack.Seat) {
	v, err := review.Of(s.t.Context(), r, who, s.before, nil, s.figures)
	s.must(err)
	deal, later := s.chance(r, who, v.Expected)
	if deal != v.Value-v.Expected || later != v.Luck() ||
		v.Net.Micro() != v.Value-v.Cost()+v.Luck() {
		s.t.Fatalf("seat %d nets %d, expected %d, value %d, cost %d, luck %d, but chance "+
			"did %d in the deal and %d later: %+v", who, v.Net, v.Expected, v.Value, v.Cost(),
			v.Luck(), deal, later, r.View())
	}
	luck := float64(deal+later) / float64(s.stake.Micro())
	s.reviewed++
	s.decisions += len(v.Steps)
	s.sum += luck
	s.squares += luck * luck
	s.cost += float64(v.Cost()) / float64(s.stake.Micro())
}

// chance adds up what chance did to a seat, in the deal and later. Last is what the round was
// worth before any card.
func (s *sitting) chance(r blackjack.Round, who blackjack.Seat, last blackjack.Micro,
) (deal, later blackjack.Micro) {
	sum := &deal
	r.Steps(func(now blackjack.Round, turn blackjack.Seat, did blackjack.Action) bool {
		if turn == who {
			v := now.View()
			beside := s.beside(v, who)
			*sum += s.worth(v, who, v.Seats[who].Legal, nil) + beside - last
			sum = &later
			last = s.worth(v, who, v.Seats[who].Legal, &did) + beside
		}
		return true
	})
	*sum += r.Payout(who).Net().Micro() - last
	return deal, later
}

// worth is what the hand in turn is worth if an action is taken, nil for the best.
func (s *sitting) worth(v blackjack.View, who blackjack.Seat, legal blackjack.Actions,
	did *blackjack.Action) blackjack.Micro {
	v.Seats = slices.Clone(v.Seats)
	v.Seats[who].Legal = legal
	options, err := s.figures.Advise(s.t.Context(), v, who, s.before, nil)
	s.must(err)
	stake := float64(v.Seats[who].Hands[v.Seats[who].Turn].Stake)
	best := math.Inf(-1)
	for _, o := range options {
		if did == nil || o.Action == *did {
			best = max(best, o.EV)
		}
	}
	return blackjack.Micro(math.Round(best * stake * 1e6))
}

// beside is what a seat has beside the hand in turn: hands that stand or are bust, and side
// bets. A hand that waits for its second card counts from its turn on.
func (s *sitting) beside(v blackjack.View, who blackjack.Seat) (sum blackjack.Micro) {
	turn := v.Seats[who].Turn
	for i, h := range v.Seats[who].Hands {
		switch {
		case i == turn || len(h.Cards) < 2:
		case h.Total > 21:
			sum -= h.Stake.Micro()
		case i < turn:
			v := v
			v.Seats = slices.Clone(v.Seats)
			v.Seats[who].Turn = i
			sum += s.worth(v, who, blackjack.ActionsOf(blackjack.Stand), nil)
		}
	}
	for _, b := range v.Seats[who].Sides {
		if b.Decided {
			sum += (b.Won - b.Lost).Micro()
			continue
		}
		out := slices.Clone(s.before)
		for _, other := range v.Seats {
			for _, h := range other.Hands {
				out = append(out, h.Cards...)
			}
		}
		sum += blackjack.Micro(math.Round(1e6 * float64(b.Stake) * odds.Bust(v.Rules,
			v.Dealer.Cards[0], out, v.Phase == blackjack.Playing)))
	}
	return sum
}
