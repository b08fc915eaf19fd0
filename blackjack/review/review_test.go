package review_test

import (
	"context"
	"math/rand/v2"
	"sync"
	"testing"

	"holecard/blackjack"
	"holecard/blackjack/odds"
	"holecard/blackjack/review"
	"holecard/blackjack/strategy"
	"holecard/blackjack/tables"
	"holecard/bot/figures"
)

// cache is what all tests share: what best play is worth takes longest to compute.
var cache = sync.OnceValue(figures.New)

// decisions is an adviser for tests of single decisions, which does not know best play.
type decisions struct{ *figures.Cache }

func advisers() review.Adviser { return decisions{cache()} }

func (decisions) Best(context.Context, blackjack.Rules, strategy.Strategy) (odds.Result, error) {
	return odds.Result{}, nil
}

func rules(t testing.TB, name string, changes ...string) blackjack.Rules {
	t.Helper()
	table, err := tables.Named(name)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range changes {
		if table.Rules, err = tables.Set(table.Rules, c); err != nil {
			t.Fatal(err)
		}
	}
	if err := table.Rules.Validate(); err != nil {
		t.Fatal(err)
	}
	return table.Rules
}

// What a decision is said to be worth is what odds say of the same hand, on every table.
func TestAReviewAgreesWithTheOdds(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 1))
	a := advisers()
	compared := 0
	for compared < 1000 {
		for _, table := range tables.All() {
			r := table.Rules
			house := figures.House(r)
			round := playRandomly(t, rng, r, house, 1+rng.IntN(2))
			for who := range round.View().Seats {
				seat := blackjack.Seat(who)
				v, err := review.Of(context.Background(), round, seat, nil, nil, a)
				if err != nil {
					t.Fatalf("%s: %v", table.Name, err)
				}
				for _, s := range v.Steps {
					compared++
					agrees(t, table.Name, s, seat, house)
				}
			}
		}
	}
}

func agrees(
	t *testing.T, table string, s review.Step, seat blackjack.Seat, house strategy.Strategy,
) {
	t.Helper()
	q := strategy.SeeView(s.View, s.View.Seats[seat].Legal)
	fresh := s.View.Rules
	fresh.Fresh, fresh.ReshuffleBelow, fresh.EmptyWins = true, 0, false
	q.Rules = &fresh
	k := odds.Known{Stake: s.Stake}
	for i, other := range s.View.Seats {
		for j, h := range other.Hands {
			if i != int(seat) || j != s.Hand {
				k.Out = append(k.Out, h.Cards...)
			}
		}
	}
	if first := s.View.Seats[0].Hands[0].Cards; len(first) > 0 {
		k.First = &first[0]
	}
	want, err := odds.Advise(context.Background(), &q, k, house)
	if err != nil {
		t.Fatal(err)
	}
	worth := map[blackjack.Action]float64{}
	for _, o := range want {
		worth[o.Action] = o.EV
	}
	if len(s.Options) != len(want) {
		t.Errorf("%s: options %v, want %v", table, s.Options, want)
	}
	for _, o := range s.Options {
		if d := o.EV - worth[o.Action]; d > 1e-12 || d < -1e-12 {
			t.Errorf("%s: %v of %v is worth %v, to odds %v", table, o.Action, q.Cards, o.EV,
				worth[o.Action])
		}
	}
	cost := (want[0].EV - worth[s.Did]) * float64(s.Stake) * 1e6
	if d := float64(s.Cost) - cost; d > 1 || d < -1 {
		t.Errorf("%s: %v of %v costs %d, want %.3f", table, s.Did, q.Cards, s.Cost, cost)
	}
}

// playRandomly plays a round in which all do what comes into their heads.
func playRandomly(
	t testing.TB, rng *rand.Rand, r blackjack.Rules, house strategy.Strategy, seats int,
) blackjack.Round {
	t.Helper()
	bets := make([]blackjack.Bet, seats)
	for i := range bets {
		bets[i] = blackjack.Bet{Stake: blackjack.Chips(1 + rng.IntN(20)), Purse: 1000}
	}
	round, err := blackjack.Deal(r, shuffled(rng, r), bets...)
	for err == nil && round.Phase() != blackjack.Over {
		var did blackjack.Action
		if who := round.Turn(); who == blackjack.House {
			q := strategy.See(round)
			did, err = house.Decide(&q)
		} else {
			did = anyOf(rng, round.Legal(who))
		}
		if err == nil {
			round, err = round.Play(round.Turn(), did)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return round
}

func anyOf(rng *rand.Rand, legal blackjack.Actions) blackjack.Action {
	n := rng.IntN(legal.Len())
	for a := range legal.All() {
		if n--; n < 0 {
			return a
		}
	}
	panic("no action")
}

func shuffled(rng *rand.Rand, r blackjack.Rules) blackjack.Shoe {
	shoe, err := blackjack.NewShoe(shuffledCards(rng, r)...)
	if err != nil {
		panic(err)
	}
	return shoe
}

// shuffledCards returns a full shoe in any order, or more cards than a round takes where they
// are without end.
func shuffledCards(rng *rand.Rand, r blackjack.Rules) []blackjack.Card {
	cards := r.Full()
	if r.Endless() {
		return drawn(rng, cards, 300)
	}
	rng.Shuffle(len(cards), func(i, j int) { cards[i], cards[j] = cards[j], cards[i] })
	return cards
}

func drawn(rng *rand.Rand, from []blackjack.Card, n int) (cards []blackjack.Card) {
	for range n {
		cards = append(cards, from[rng.IntN(len(from))])
	}
	return cards
}
