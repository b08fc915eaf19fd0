package sim

import (
	"fmt"
	"slices"
	"testing"

	"holecard/blackjack"
	"holecard/blackjack/strategy"
)

// players are strategies that compile to a table, and some that do not.
func players() []strategy.Strategy {
	return []strategy.Strategy{
		basic(), strategy.StopAt(16), strategy.Stupid(), strategy.Louis(),
		strategy.DealerSensitive(),
		strategy.Valentine(), strategy.Reckless(strategy.StopAt(14)),
		strategy.Majority(strategy.StopAt(17), strategy.Louis(), strategy.Valentine()),
	}
}

// playOut plays a round that has been dealt as anyone would, by what the View
// shows.
func playOut(t *testing.T, r blackjack.Round, player, house strategy.Strategy) blackjack.Round {
	t.Helper()
	for r.Phase() != blackjack.Over {
		asked, s := player, strategy.See(r)
		if r.Turn() == blackjack.House {
			asked = house
		}
		a, err := asked.Decide(&s)
		if err == nil {
			r, err = r.Play(r.Turn(), a)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return r
}

// recorder remembers the cards that a shoe hands out, and how many of them were
// left of the shuffle that a round began with.
type recorder struct {
	*shoe
	cards []blackjack.Card
	first int
}

func (r *recorder) More() ([]blackjack.Card, error) {
	if r.handed == len(r.shoe.cards) {
		r.first = len(r.cards)
	}
	cards, err := r.shoe.More()
	r.cards = append(r.cards, cards...)
	return cards, err
}

// TestTheSameCardsPlayTheSameRound deals the cards that a simulator's shoe
// handed out again, as a shoe that was shuffled beforehand, and plays them by
// Deal and Play.
func TestTheSameCardsPlayTheSameRound(t *testing.T) {
	for _, g := range games(t) {
		for _, player := range players() {
			t.Run(fmt.Sprint(g.name, " ", player), func(t *testing.T) {
				c := g.config(player, 1)
				w, err := newWorker(&c)
				if err != nil {
					t.Fatal(err)
				}
				nets := newCounts(w.unit)
				var supplies []*recorder
				for i := range w.lanes {
					f := &w.lanes[i]
					supply := &recorder{shoe: f.shoe}
					f.series, err = blackjack.NewSeries(w.rules, supply, c.bet(w.unit))
					if err != nil {
						t.Fatal(err)
					}
					supplies = append(supplies, supply)
				}
				w.reset(3, 0)
				for i := range 600 {
					at := i % len(w.lanes)
					nets.nets[recordedRound(t, w, &w.lanes[at], supplies[at], c)+deepest*w.unit]++
				}
				again := newCounts(w.unit)
				if w, err = newWorker(&c); err != nil {
					t.Fatal(err)
				}
				w.reset(3, 0)
				if err := w.play(&again, 600); err != nil || !slices.Equal(again.nets, nets.nets) {
					t.Errorf("the worker counts %v, %v; its rounds one by one %v", again.nets,
						err, nets.nets)
				}
			})
		}
	}
}

// recordedRound plays a round in the series and another with the same cards,
// and returns the net result of both.
func recordedRound(t *testing.T, w *worker, f *lane, supply *recorder, c Config) blackjack.Chips {
	t.Helper()
	first := f.shoe.next(f.series.Left())
	supply.cards, supply.first = slices.Clone(first), -1
	var err error
	f.legal, err = f.series.Deal(first)
	f.column = strategy.Column(f.series.Upcard())
	for err == nil && f.legal != 0 {
		err = w.step(f)
	}
	if err != nil || !f.series.Legal().Empty() {
		t.Fatal(err)
	}
	if supply.first < 0 {
		supply.first = len(supply.cards)
	}
	shuffled, err := blackjack.NewShoeThen(supply.cards[:supply.first], supply.cards[supply.first:])
	if err != nil {
		t.Fatal(err)
	}
	twin, err := blackjack.Deal(w.rules, shuffled, c.bet(w.unit))
	if err != nil {
		t.Fatal(err)
	}
	twin = playOut(t, twin, c.Player, c.House)
	var e blackjack.Endings
	net, want := f.series.Count(&e), twin.Payout(0).Net()
	for _, side := range twin.View().Seats[0].Sides {
		want -= side.Won - side.Lost
		if got := f.series.Side(side.Bet); got != side.Result {
			t.Fatalf("%v ends with %v in the series, in the round %+v", side.Bet, got, side)
		}
	}
	if net != want {
		t.Fatalf("net %d in the series, %d in the round:\n%+v", net, want, twin.View())
	}
	checkEndings(t, e, twin.View())
	return net
}

func checkEndings(t *testing.T, e blackjack.Endings, v blackjack.View) {
	t.Helper()
	var want blackjack.Endings
	for _, h := range v.Seats[0].Hands {
		doubled := 0
		if h.Doubled {
			doubled = 1
		}
		want.Hands[h.Outcome][doubled]++
	}
	if v.Seats[0].Hands[0].Natural {
		want.Naturals++
	}
	if e != want {
		t.Fatalf("the series counts %+v, the round shows %+v: %+v", e, want, v)
	}
}
