package odds

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"holecard/blackjack"
	"holecard/blackjack/strategy"
)

// question is what a player may be asked, and knows then.
type question struct {
	situation strategy.Situation
	known     Known
}

// questionAt draws a question at a table: of two cards or more, with or without cards that are
// out, as one hand of several, for insurance too, and some that cannot be.
func questionAt(t *rapid.T, g *Game) question {
	shoe := rapid.Permutation(g.Rules.Full()).Draw(t, "shoe")
	if rapid.Bool().Draw(t, "pair") {
		i := 2 + slices.IndexFunc(shoe[2:], func(c blackjack.Card) bool { return c.Pairs(shoe[1]) })
		shoe[2], shoe[i] = shoe[i], shoe[2]
	}
	n := rapid.SampledFrom([]int{2, 2, 2, 3, 4}).Draw(t, "cards")
	out := rapid.SampledFrom([]int{0, 0, 1, 5, 12}).Draw(t, "out")
	if g.Rules.Start == blackjack.OneEach {
		n--
	}
	q := question{strategy.Situation{Rules: &g.Rules, Upcard: shoe[0], Seen: g.Rules.ShowsUpcard(),
		Cards: shoe[1 : 1+n], Hands: rapid.IntRange(0, 2).Draw(t, "hands")},
		Known{Out: shoe[1+n : 1+n+out],
			Stake: rapid.SampledFrom([]blackjack.Chips{0, 10, 5}).Draw(t, "stake")}}
	if rapid.IntRange(0, 7).Draw(t, "impossible") == 0 {
		q.situation.Cards = slices.Repeat(q.situation.Cards[:1], 5)
	}
	s := &q.situation
	total, _ := g.Rules.Aces.Total(s.Cards...)
	s.Legal = g.Rules.MayPlay(blackjack.Later, total)
	if len(s.Cards) == 2 {
		s.Legal = g.Rules.MayPlay(blackjack.First, total)
		if s.Cards[0].Pairs(s.Cards[1]) && g.Rules.HandsOf(s.Cards[0].Value()) > 1 {
			s.Legal = s.Legal.With(blackjack.Split)
		}
		if s.Seen && g.Rules.Insures(s.Upcard) && rapid.Bool().Draw(t, "insurance") {
			s.Legal = g.Rules.InsuranceActions(g.Rules.IsNatural(s.Cards...))
		}
	}
	return q
}

// keptTables are tables of all kinds, some of which are warm in part. House is who decides.
func keptTables(t testing.TB, house strategy.Strategy) (games []Game, kept []*Table) {
	t.Helper()
	for i, g := range []Game{
		game(t, "vegas"), game(t, "single-deck", "das=true", "surrender=late"), game(t, "european"),
		game(t, "berkeley"), game(t, "chalmers"), game(t, "mit"),
		game(t, "amherst", "fresh=true", "natural=3:2", "insurance=true", "surrender=late"),
		game(t, "vegas", "hearts=true", "maxHands=2", "decks=1", "double=9-11"),
	} {
		table, err := NewTable(t.Context(), g.Rules, house)
		if err != nil {
			t.Fatal(err)
		}
		for up := range table.Upcards() {
			if up%3 == i%3 {
				if err := table.Warm(t.Context(), up); err != nil {
					t.Fatal(err)
				}
			}
		}
		games, kept = append(games, g), append(kept, table)
	}
	return games, kept
}

// Bit by bit: nothing of a question is left for the next, in whatever order they come. What is
// warm was computed with all hands, and so in another order.
func TestAKeptTableAnswersAsAFreshOne(t *testing.T) {
	house := strategy.StopAt(16)
	games, kept := keptTables(t, house)
	hands := make([]int, len(kept))
	for i, table := range kept {
		hands[i] = len(table.whole.hands.list)
	}
	rapid.Check(t, func(t *rapid.T) {
		for range 2 {
			i := rapid.IntRange(0, len(games)-1).Draw(t, "table")
			q := questionAt(t, &games[i])
			want, wrong := Advise(context.Background(), &q.situation, q.known, house)
			got, err := kept[i].Advise(context.Background(), &q.situation, q.known)
			same := slices.Equal(got, want)
			if _, warm, _ := kept[i].Warmed(&q.situation, q.known); warm {
				same = alikeOptions(got, want)
			}
			if !same || !errors.Is(err, wrong) || wrong == nil && err != nil {
				t.Errorf("kept: %v, %v; fresh: %v, %v", got, err, want, wrong)
			}
			if n := len(kept[i].whole.hands.list); n != hands[i] {
				t.Errorf("the graph has %d hands, %d before", n, hands[i])
			}
		}
	})
}

// alikeOptions reports whether actions are worth the same, apart from rounding.
func alikeOptions(one, other []Option) bool {
	worth := map[blackjack.Action]float64{}
	for _, o := range one {
		worth[o.Action] = o.EV
	}
	return len(one) == len(other) && !slices.ContainsFunc(other, func(o Option) bool {
		v, ok := worth[o.Action]
		return !ok || !near(v, o.EV, 1e-12)
	})
}

// A seat that has three hands may split once more, one that has one thrice.
func TestAWarmTableMindsTheHandsOfASeat(t *testing.T) {
	g := game(t, "vegas")
	table, err := NewTable(t.Context(), g.Rules, nil)
	if err == nil {
		err = table.Warm(t.Context(), 6)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, hands := range []int{0, 1, 2, 3} {
		q := situation(t, g, "8C 8D", "7H")
		q.Hands = hands
		want, err := Advise(t.Context(), &q, Known{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := table.Advise(t.Context(), &q, Known{}); !alikeOptions(got, want) {
			t.Errorf("with %d hands: %v, %v; fresh: %v", hands, got, err, want)
		}
		if _, known, _ := table.Warmed(&q, Known{}); known != (hands < 2) {
			t.Errorf("with %d hands, that it is known is %v", hands, known)
		}
	}
}

func TestAKeptTableHasNoHandThatTheShoeCannotMake(t *testing.T) {
	g := game(t, "single-deck")
	table, err := NewTable(t.Context(), g.Rules, nil)
	if err != nil {
		t.Fatal(err)
	}
	before := len(table.whole.hands.list)
	q := situation(t, g, "2C 2D", "7H")
	q.Cards = cardsOf(t, "2C 2D 2H 2S 2C")
	_, err = table.Advise(t.Context(), &q, Known{})
	if after := len(table.hints.hands.list); !errors.Is(err, ErrCards) || after != before {
		t.Errorf("five twos of one deck: %v, and %d hands, %d before", err, after, before)
	}
}

// What was stopped half-way has left nothing behind.
func TestAKeptTableThatWasStoppedAnswersAsAFreshOne(t *testing.T) {
	g := game(t, "single-deck")
	table, err := NewTable(t.Context(), g.Rules, nil)
	if err != nil {
		t.Fatal(err)
	}
	ask := func(hand string) []Option {
		q := situation(t, g, hand, "7H")
		got, err := table.Advise(t.Context(), &q, Known{})
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	want := ask("2C 2D")
	q := situation(t, g, "2C 2D", "7H")
	ask("2C 2D")
	whole := table.hints.meter.work // with the dealer's tree known
	rapid.Check(t, func(t *rapid.T) {
		ask("TC 6D")
		table.hints.meter.limits.Work = rapid.Int64Range(1, whole-1).Draw(t, "steps")
		if _, err := table.Advise(context.Background(), &q, Known{}); !errors.Is(err, ErrNone) {
			t.Fatalf("it is not stopped: %v", err)
		}
		if got := ask("2C 2D"); !slices.Equal(got, want) {
			t.Errorf("after a stop: %v; before: %v", got, want)
		}
	})
}

func TestAKeptTableIsAskedAtTheSameTime(t *testing.T) {
	g := game(t, "amherst", "fresh=true", "natural=3:2", "insurance=true")
	table, err := NewTable(t.Context(), g.Rules, nil)
	if err != nil {
		t.Fatal(err)
	}
	q := situation(t, g, "8C 8D", "7H")
	want, err := Advise(t.Context(), &q, Known{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for up := range table.Upcards() {
		all.Go(func() {
			if err := table.Warm(t.Context(), up); err != nil {
				t.Error(err)
			}
		})
		all.Go(func() {
			if got, err := table.Advise(t.Context(), &q, Known{}); !alikeOptions(got, want) {
				t.Errorf("%v, %v; alone: %v", got, err, want)
			}
		})
	}
	all.Wait()
	if _, ok, err := table.Warmed(&q, Known{}); !ok || err != nil {
		t.Errorf("a table that is warm computes: %v", err)
	}
}
