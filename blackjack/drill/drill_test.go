package drill_test

import (
	"errors"
	"math"
	"slices"
	"testing"

	"holecard/blackjack"
	"holecard/blackjack/drill"
	"holecard/blackjack/odds"
	"holecard/blackjack/review"
	"holecard/blackjack/strategy"
	"holecard/blackjack/tables"
)

func equal(review.Cell) float64 { return 1 }

// handKinds are the kinds of drills about hands.
func handKinds() []drill.Kind { return drill.Kinds()[:4] }

func TestEveryQuestionIsAHandOfTheTableThatSomebodyHasToDecide(t *testing.T) {
	for _, table := range tables.All() {
		hands := drill.HandsOf(table.Rules)
		for _, kind := range handKinds() {
			last := review.Cell{}
			for n := range 10 * drill.Length {
				r, err := hands.Draw(drill.Random(1, n), kind, last, equal)
				if errors.Is(err, drill.ErrNone) && len(hands.Cells(kind)) == 0 {
					break
				}
				if err != nil {
					t.Fatal(err)
				}
				again, err := blackjack.ReadRecord(r.Record()) // deals and plays it
				if err != nil {
					t.Fatal(err)
				}
				v := again.View()
				cell := review.CellOf(v)
				legal := v.Seats[0].Legal
				if v.Phase != blackjack.Playing || legal.Len() < 2 || cell == last ||
					kind != drill.All && drill.KindOf(cell) != kind ||
					(cell.Kind == review.Pair) != legal.Has(blackjack.Split) {
					t.Fatalf("%s, %s: %+v after %+v: %+v", table.Name, kind, cell, last, v)
				}
				last = cell
			}
		}
	}
}

func TestTablesWithoutHandsOfAKindSaySo(t *testing.T) {
	without := map[drill.Kind][]string{}
	for _, table := range tables.All() {
		hands := drill.HandsOf(table.Rules)
		for _, kind := range handKinds() {
			if len(hands.Cells(kind)) == 0 {
				without[kind] = append(without[kind], table.Name)
			}
		}
		if _, err := drill.Shoe(table.Rules, 1); err != nil {
			without[drill.Count] = append(without[drill.Count], table.Name)
		}
	}
	for kind, want := range map[drill.Kind][]string{drill.All: nil, drill.Hard: nil,
		drill.Soft: {"amherst", "mit"}, drill.Count: {"mit"},
		drill.Pairs: {"chalmers", "downen", "amherst", "mit", "berkeley", "valentine", "joker"}} {
		if !slices.Equal(without[kind], want) {
			t.Errorf("without %s: %v, want %v", kind, without[kind], want)
		}
	}
}

// A pair of eights against a ten, say, is asked with all that may be done.
func TestAHandIsAskedWithAllThatTheTableAllows(t *testing.T) {
	vegas, err := tables.Named("vegas")
	if err != nil {
		t.Fatal(err)
	}
	cells := drill.HandsOf(vegas.Rules).Cells(drill.All)
	for kind, want := range map[review.Kind]int{review.Hard: 150, review.Soft: 80,
		review.Pair: 100} {
		n := 0
		for _, c := range cells {
			if c.Kind == kind {
				n++
			}
		}
		if n != want { // hard 5 to 19, ace-two to ace-nine, ten pairs: against ten upcards
			t.Errorf("kind %d: %d cells, want %d", kind, n, want)
		}
	}
	only := func(c review.Cell) float64 {
		if c == (review.Cell{Kind: review.Pair, Total: 8, Upcard: 1}) {
			return 1
		}
		return 0
	}
	r, err := drill.HandsOf(vegas.Rules).Draw(drill.Random(1, 1), drill.Pairs, review.Cell{}, only)
	if err != nil {
		t.Fatal(err)
	}
	want := blackjack.ActionsOf(blackjack.Hit, blackjack.Stand, blackjack.Double, blackjack.Split,
		blackjack.Surrender)
	if v := r.View(); v.Seats[0].Legal != want || v.Seats[0].Insurance != 0 ||
		!v.Dealer.Cards[0].Ace() {
		t.Errorf("8 8 against an ace: %+v", v)
	}
}

func TestExactOddsKnowABestAnswerToEveryQuestion(t *testing.T) {
	for _, table := range tables.All() {
		hands := drill.HandsOf(table.Rules)
		for n := range 10 {
			r, err := hands.Draw(drill.Random(2, n), drill.All, review.Cell{}, equal)
			if err != nil {
				t.Fatal(err)
			}
			v := r.View()
			s := strategy.SeeView(v, v.Seats[0].Legal)
			rules := table.Rules.WithoutSides()
			rules.Fresh, rules.ReshuffleBelow, rules.EmptyWins = true, 0, false
			s.Rules = &rules
			options, err := odds.Advise(t.Context(), &s, odds.Known{}, strategy.StopAt(16))
			if err != nil || len(options) != v.Seats[0].Legal.Len() {
				t.Errorf("%s: %+v: %v, %v", table.Name, v, options, err)
			}
		}
	}
}

func TestMistakesAndWhatWasNeverAskedComeMoreOften(t *testing.T) {
	cell := review.Cell{Total: 16, Upcard: 10}
	if !slices.IsSorted([]float64{drill.Weight(cell, 9, 0, 0), drill.Weight(cell, 0, 0, 0),
		drill.Weight(cell, 9, 3, 9*1000), drill.Weight(cell, 9, 3, 9*50_000),
		drill.Weight(cell, 9, 9, 9*50_000), drill.Weight(cell, 9, 9, 9*100_000)}) {
		t.Error("a cell that needs more practice weighs no more")
	}
	vegas, err := tables.Named("vegas")
	if err != nil {
		t.Fatal(err)
	}
	hands := drill.HandsOf(vegas.Rules)
	weight := func(c review.Cell) float64 {
		if c == cell {
			return drill.Weight(c, 10, 5, 10*50_000)
		}
		return drill.Weight(c, 10, 0, 0)
	}
	var sum float64
	for _, c := range hands.Cells(drill.Hard) {
		sum += weight(c)
	}
	const draws = 3000
	met := 0
	for n := range draws {
		r, err := hands.Draw(drill.Random(3, n), drill.Hard, review.Cell{}, weight)
		if err != nil {
			t.Fatal(err)
		}
		if review.CellOf(r.View()) == cell {
			met++
		}
	}
	want := weight(cell) / sum
	off := math.Abs(float64(met)/draws-want) / math.Sqrt(want*(1-want)/draws)
	if want < 0.05 || off > 4 {
		t.Errorf("16 against 10 comes %d of %d times, want a share of %.4f", met, draws, want)
	}
}

// slowly counts all that was shown card by card, and the decks by the number of cards.
func slowly(shoe []blackjack.Card, question int) (running, truly int) {
	shown := 0
	for n := 1; n <= question; n++ {
		for shown < drill.Shown(len(shoe), n) {
			switch shoe[shown].String()[:1] {
			case "2", "3", "4", "5", "6":
				running++
			case "1", "J", "Q", "K", "A":
				running--
			}
			shown++
		}
	}
	deck := 52.0
	if len(shoe) == 40 {
		deck = 40
	}
	halves := math.Max(1, math.Floor(float64(len(shoe)-shown)/deck*2+0.5))
	return running, int(math.Trunc(float64(running) / (halves / 2)))
}

func TestCountsAreThoseOfASlowCount(t *testing.T) {
	for _, table := range tables.All() {
		for seed := range uint64(20) {
			shoe, err := drill.Shoe(table.Rules, seed)
			if err != nil {
				break // mit
			}
			for n := 1; n <= drill.Length; n++ {
				q := drill.Ask(shoe, n)
				running, truly := slowly(shoe, n)
				want := running
				if q.True {
					want = truly
				}
				choices := q.Choices(seed, n)
				right := slices.DeleteFunc(slices.Clone(choices),
					func(c int) bool { return c != q.Answer() })
				if q.Running != running || q.Answer() != want || len(right) != 1 ||
					len(choices) != 5 || q.True != (n%4 == 0) || len(q.Cards) == 0 {
					t.Fatalf("%s, seed %d, question %d: %+v asks for %d of %v, want %d",
						table.Name, seed, n, q, q.Answer(), choices, want)
				}
			}
			if share := float64(drill.Shown(len(shoe), drill.Length)) / float64(len(shoe)); share <
				0.32 || share > 0.5 {
				t.Errorf("%s: a drill shows %.2f of the shoe", table.Name, share)
			}
		}
	}
}
