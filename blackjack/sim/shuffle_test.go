package sim

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"holecard/blackjack"
)

func numbered(n int) []blackjack.Card {
	cards := make([]blackjack.Card, n)
	for i := range cards {
		cards[i] = blackjack.Card(i)
	}
	return cards
}

func TestARiffleAlternatesTheHalves(t *testing.T) {
	for _, f := range []struct{ n, want []blackjack.Card }{
		{numbered(6), []blackjack.Card{0, 3, 1, 4, 2, 5}},
		{numbered(5), []blackjack.Card{0, 3, 1, 4, 2}},
		{numbered(1), []blackjack.Card{0}},
		{nil, nil},
	} {
		if Riffle.Cards(f.n, make([]blackjack.Card, len(f.n)), nil); !slices.Equal(f.n, f.want) {
			t.Errorf("%v, want %v", f.n, f.want)
		}
	}
	deck := numbered(52)
	for range 8 {
		Riffle.Cards(deck, make([]blackjack.Card, 52), nil)
	}
	if !slices.Equal(deck, numbered(52)) {
		t.Errorf("eight riffles bring 52 cards back to where they were; these are %v", deck)
	}
}

func TestARandomRiffleTakesRunsOfOneToFive(t *testing.T) {
	var seen [longestRun + 1]int
	random := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		deck := numbered(52)
		RandomRiffle.Cards(deck, make([]blackjack.Card, 52), random)
		// Each half keeps its order, and the halves take turns, the first half
		// first, until one of them is used up.
		turn, next := 0, [2]blackjack.Card{0, 26}
		for i := 0; i < len(deck); turn = 1 - turn {
			run, left := 0, blackjack.Card(26*(turn+1))-next[turn]
			for i < len(deck) && deck[i] == next[turn] && next[turn] < blackjack.Card(26*(turn+1)) {
				next[turn]++
				run++
				i++
			}
			if next[0] == 26 || next[1] == 52 {
				if rest := deck[i:]; !slices.IsSorted(rest) {
					t.Fatalf("%v: the rest does not go whole", deck)
				}
				break
			}
			if run < 1 || run > longestRun {
				t.Fatalf("%v: a run of %d", deck, run)
			}
			if left > longestRun { // else a long run would be cut short, or not counted
				seen[run]++
			}
		}
	}
	total := 0
	for _, n := range seen {
		total += n
	}
	for run, n := range seen[1:] {
		if p := float64(n) / float64(total); math.Abs(p-0.2) > 0.01 {
			t.Errorf("runs of %d are %.3f of all, want 0.2", run+1, p)
		}
	}
}

func TestAShuffleKeepsEveryCard(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cards := rapid.SliceOf(rapid.Map(rapid.IntRange(0, 53),
			func(n int) blackjack.Card { return blackjack.Card(n) })).Draw(t, "cards")
		how := Shuffle(rapid.IntRange(0, 2).Draw(t, "shuffle"))
		after := slices.Clone(cards)
		how.Cards(after, make([]blackjack.Card, len(cards)),
			rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0)))
		slices.Sort(cards)
		if slices.Sort(after); !slices.Equal(cards, after) {
			t.Fatalf("%v became %v", cards, after)
		}
	})
}

// even fails unless the counts are those of equally likely things: by chi
// squared, at five standard deviations.
func even(t *testing.T, what string, counts []int) {
	t.Helper()
	total := 0
	for _, n := range counts {
		total += n
	}
	mean, chi := float64(total)/float64(len(counts)), 0.0
	for _, n := range counts {
		chi += (float64(n) - mean) * (float64(n) - mean) / mean
	}
	free := float64(len(counts) - 1)
	if away := (chi - free) / math.Sqrt(2*free); math.Abs(away) > 5 {
		t.Errorf("%s: chi squared is %.1f, %.1f standard deviations from %v", what, chi, away, free)
	}
}

func TestFisherYatesGivesEachOrderTheSameChance(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	counts := make([]int, 24)
	for range 240_000 {
		cards := numbered(4)
		FisherYates.Cards(cards, nil, random)
		counts[orderOf(cards)]++
	}
	even(t, "orders of four cards", counts)
}

// orderOf numbers the orders of cards 0 to 3.
func orderOf(cards []blackjack.Card) int {
	n := 0
	for i, c := range cards {
		less := 0
		for _, d := range cards[i+1:] {
			if d < c {
				less++
			}
		}
		n = n*(len(cards)-i) + less
	}
	return n
}

func TestALotGivesEachPlaceTheSameChance(t *testing.T) {
	g := newGenerator(5, 6)
	places, pairs := make([][]int, atOnce), make([]int, 9*8)
	for i := range places {
		places[i] = make([]int, 9-i)
	}
	var l lot
	for range 500_000 {
		for !l.draw(g.Uint64(), 0, 9, ways(9)) {
		}
		for i, j := range l {
			places[i][int(j)-i]++
		}
		pairs[int(l[0])*8+int(l[1])-1]++
	}
	for i := range places {
		even(t, "places in a lot", places[i])
	}
	even(t, "pairs of places in a lot", pairs)
}

// TestALotThrowsAwayWhatIsOneTooMany does what a lot does with fewer bits, where
// every number can be tried.
func TestALotThrowsAwayWhatIsOneTooMany(t *testing.T) {
	const bits, n, m = 16, 7, 6
	counts := make([]int, n*m)
	for r := range 1 << bits {
		a, rest := r*n>>bits, r*n&(1<<bits-1)
		b, rest := rest*m>>bits, rest*m&(1<<bits-1)
		if rest >= (1<<bits-n*m)%(n*m) {
			counts[a*m+b]++
		}
	}
	if slices.Min(counts) != slices.Max(counts) {
		t.Errorf("of all numbers, %v come to each pair", counts)
	}
}

func TestTheFirstCardsOfAShoeAreAnyCards(t *testing.T) {
	for _, g := range games(t) {
		if g.shuffle != FisherYates || !g.rules.Fresh || g.rules.Endless() || g.rules.Decks > 1 {
			continue
		}
		s := newShoe(g.rules, g.shuffle, 0)
		s.reset(8, 9)
		first, later := make([]int, len(s.cards)), make([]int, len(s.cards))
		for range 200_000 {
			first[s.next(0)[0]]++
			more, err := s.More()
			if err != nil {
				t.Fatal(err)
			}
			later[more[0]]++
		}
		even(t, g.name+", first card", first)
		even(t, g.name+", a later card", later)
	}
}

func TestAShoeKeepsItsCards(t *testing.T) {
	for _, g := range games(t) {
		if g.rules.Endless() {
			continue
		}
		c := g.config(basic(), 1)
		w, err := newWorker(&c)
		if err != nil {
			t.Fatal(err)
		}
		w.reset(1, 2)
		counts := newCounts(w.unit)
		if err := w.play(&counts, 1000); err != nil {
			t.Fatal(err)
		}
		cards, full := slices.Clone(w.lanes[0].shoe.cards), slices.Clone(w.lanes[0].shoe.full)
		slices.Sort(full)
		if slices.Sort(cards); !slices.Equal(cards, full) {
			t.Errorf("%s: the shoe became %v", g.name, cards)
		}
	}
}

func TestOneRiffleOfANewDeckIsThatOfTheTutorial(t *testing.T) {
	for _, test := range []struct {
		deck string
		want []int
	}{
		{"forty", []int{1, 6, 1, 6, 1, 6, 1, 6, 2, 7, 2, 7}},
		{"finite", []int{1, 7, 1, 7, 1, 8, 1, 8, 2, 8, 2, 8}},
	} {
		rules := rulesOf(t, "mit", "deck="+test.deck)
		cards := rules.Unshuffled()
		Riffle.Cards(cards, make([]blackjack.Card, len(cards)), nil)
		for i, want := range test.want {
			if got := cards[i].Value(); got != want {
				t.Errorf("%s: card %d is %d, want %d", test.deck, i+1, got, want)
			}
		}
	}
}

// TestANumberOfRifflesBeginsWithANewDeck riffles the deck of forty: each time it is
// shuffled the same order comes, whatever was dealt meanwhile.
func TestANumberOfRifflesBeginsWithANewDeck(t *testing.T) {
	rules := rulesOf(t, "mit", "deck=forty")
	for riffles := 1; riffles <= 4; riffles++ {
		want := rules.Unshuffled()
		for range riffles {
			Riffle.Cards(want, make([]blackjack.Card, len(want)), nil)
		}
		s := newShoe(rules, Riffle, riffles)
		s.reset(1, 2)
		for shuffle := range 3 {
			if got := handOut(t, s); !slices.Equal(got, want) {
				t.Errorf("%d riffles, shuffle %d: %v, not %v", riffles, shuffle+1, got, want)
			}
		}
	}
	s := newShoe(rules, Riffle, 0)
	s.reset(1, 2)
	if first, second := handOut(t, s), handOut(t, s); slices.Equal(first, second) {
		t.Error("without a number, a riffle goes on from the order there is")
	}
}

// handOut returns the cards of a whole shuffle, as a shoe hands them out.
func handOut(t *testing.T, s *shoe) []blackjack.Card {
	t.Helper()
	cards := slices.Clone(s.next(0))
	for len(cards) < len(s.cards) {
		more, err := s.More()
		if err != nil {
			t.Fatal(err)
		}
		cards = append(cards, more...)
	}
	return cards
}
