package fair

import (
	"crypto/sha256"
	"encoding/binary"
	"math"
	"runtime"
	"slices"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"holecard/blackjack"
	"holecard/internal/long"
)

func anyInputs(t *rapid.T) Inputs {
	in := Inputs{
		Client:      rapid.StringN(0, MaxClientSeed, -1).Draw(t, "client seed"),
		Interaction: rapid.Uint64().Draw(t, "interaction"),
	}
	copy(in.Server[:], rapid.SliceOfN(rapid.Byte(), 32, 32).Draw(t, "server seed"))
	return in
}

func TestAShuffleIsTheScheme(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := anyInputs(t)
		decks, jokers := rapid.IntRange(0, 8).Draw(t, "decks"),
			rapid.IntRange(0, 8).Draw(t, "jokers")
		r := blackjack.Rules{Decks: max(decks, 1), Jokers: jokers}
		if decks == 0 {
			r.Pack = blackjack.Endless
		}
		got := in.Cards(r)
		if want := slowCards(in, decks, jokers); !slices.Equal(got, want) {
			t.Fatalf("got  %v\nwant %v", got, want)
		}
	})
}

// TestAnEndlessTableHasCardsForTheLongestRound deals aces to seven seats, each of which
// hits as long as it may.
func TestAnEndlessTableHasCardsForTheLongestRound(t *testing.T) {
	rules := blackjack.Rules{Pack: blackjack.Endless, Decks: 1, Fresh: true,
		Aces: blackjack.AcesOne, Start: blackjack.OneEach, DealerStands: 17, HouseDecides: true,
		AskedAt21: true, Double: blackjack.DoubleNothing, MaxHands: 1, MaxAceHands: 1,
		MinBet: 1, MaxBet: 100}
	shoe, err := blackjack.NewShoe(make([]blackjack.Card, Endless)...)
	if err != nil {
		t.Fatal(err)
	}
	bets := slices.Repeat([]blackjack.Bet{{Stake: 1}}, blackjack.MaxSeats)
	r, err := blackjack.Deal(rules, shoe, bets...)
	for err == nil && r.Phase() != blackjack.Over {
		act := blackjack.Stand
		if r.Legal(r.Turn()).Has(blackjack.Hit) {
			act = blackjack.Hit
		}
		r, err = r.Play(r.Turn(), act)
	}
	first, _ := r.Dealt()
	if err != nil || len(first) < 22*blackjack.MaxSeats {
		t.Errorf("after %d cards: %v", len(first), err)
	}
}

// fed returns a stream of these words, eight at most.
func fed(words ...uint32) *stream {
	s := newStream(Inputs{})
	for i, w := range words {
		binary.BigEndian.PutUint32(s.digest[4*i:], w)
	}
	s.used = 0
	return s
}

func TestAWordAtOrAboveTheBoundIsPassedOver(t *testing.T) {
	for _, c := range []struct {
		n     uint32
		bound uint64 // floor(2^32 / n) * n
	}{
		{1, 1 << 32}, {2, 1 << 32}, {3, 1<<32 - 1}, {5, 1<<32 - 1}, {6, 1<<32 - 4}, {7, 1<<32 - 4},
		{10, 1<<32 - 6},
		{52, 1<<32 - 48}, {54, 1<<32 - 22}, {64, 1 << 32}, {312, 1<<32 - 256}, {416, 1<<32 - 256},
		{641, 1<<32 - 640},
		{1 << 31, 1 << 32}, {1<<31 + 1, 1<<31 + 1}, {1<<32 - 1, 1<<32 - 1},
	} {
		if want := (uint64(1) << 32) / uint64(c.n) * uint64(c.n); c.bound != want {
			t.Fatalf("the bound for %d is %d, and the test has %d", c.n, want, c.bound)
		}
		last := uint32(c.bound - 1)
		if got := fed(last).below(c.n); got != last%c.n {
			t.Errorf("%d below %d gives %d, want %d", last, c.n, got, last%c.n)
		}
		if c.bound == 1<<32 {
			continue
		}
		for _, w := range []uint32{uint32(c.bound), 1<<32 - 1} {
			s := fed(w, w, last)
			if got := s.below(c.n); got != last%c.n || s.used != 12 {
				t.Errorf("%d below %d is taken: %d after %d words", w, c.n, got, s.used/4)
			}
		}
	}
}

// TestEachCardIsEquallyLikelyAtEachPlace counts where the cards of a deck come
// to be. The counts of a place, and those of a card, have the same sum, so of
// the 52 * 52 there are 51 * 51 free, and the statistic is smaller by 51/52.
func TestEachCardIsEquallyLikelyAtEachPlace(t *testing.T) {
	const n = blackjack.DeckSize
	all, threads := long.Of(20_000, 1_000_000), runtime.GOMAXPROCS(0)
	counts := make([][n][n]int, threads)
	var group sync.WaitGroup
	for thread := range threads {
		group.Go(func() {
			for i := thread; i < all; i += threads {
				server := sha256.Sum256(binary.BigEndian.AppendUint64(nil, uint64(i)))
				for place, c := range (Inputs{server, "chi-square", uint64(i)}).Cards(
					blackjack.Rules{Decks: 1}) {
					counts[thread][place][c]++
				}
			}
		})
	}
	group.Wait()
	sum, expected := 0.0, float64(all)/n
	for place := range n {
		for c := range n {
			count := 0
			for thread := range threads {
				count += counts[thread][place][c]
			}
			sum += (float64(count) - expected) * (float64(count) - expected) / expected
		}
	}
	sum *= (n - 1.0) / n
	const free = (n - 1) * (n - 1)
	away := (sum - free) / math.Sqrt(2*free)
	t.Logf("chi-square of %d shuffles is %.1f with %d degrees of freedom: %+.2f standard "+
		"deviations", all, sum, free, away)
	if math.Abs(away) > 4 {
		t.Errorf("chi-square is %.1f, %+.2f standard deviations from %d", sum, away, free)
	}
}
