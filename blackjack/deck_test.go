package blackjack_test

import (
	"testing"

	"holecard/blackjack"
)

func TestTheShoeOfTheNextRound(t *testing.T) {
	finite := rules(t, "mit")
	finite.Pack, finite.Fresh, finite.EmptyWins = blackjack.Numbers, false, true
	full := blackjack.Decks(1)
	for _, f := range []struct {
		fact     string
		rules    blackjack.Rules
		left     []blackjack.Card
		shuffles int
		again    bool
		cards    int
	}{
		{"vegas shuffles for each round", rules(t, "berkeley"), full[:40], 1, false, 52},
		{"downen begins with a deck, and another behind it", rules(t, "downen"), nil,
			2, false, 104},
		{"downen goes on with what is left", rules(t, "downen"), full[:3], 1, false, 55},
		{"downen goes on from an empty deck", rules(t, "downen"), []blackjack.Card{}, 1, false, 52},
		{"amherst goes on with 20 cards", rules(t, "amherst"), full[:20], 1, false, 72},
		{"amherst shuffles at 19", rules(t, "amherst"), full[:19], 2, true, 104},
		{"a finite deck has none behind it", finite, full[:3], 0, false, 3},
		{"a finite deck that is used up is shuffled", finite, []blackjack.Card{}, 1, true, 52},
	} {
		shuffles := 0
		shoe, again, err := f.rules.NextShoe(1, f.left, func() ([]blackjack.Card, error) {
			shuffles++
			return full, nil
		})
		if err != nil || shuffles != f.shuffles || again != f.again || shoe.Len() != f.cards {
			t.Errorf("%s: %d shuffles, again %v, %d cards, %v", f.fact, shuffles, again,
				shoe.Len(), err)
		}
	}
}

func TestARoundLeavesTheRestOfItsShoe(t *testing.T) {
	downen := rules(t, "downen")
	for left, want := range map[int]int{52: 48, 5: 1, 4: 0, 3: 51, 0: 48} {
		shoe, err := blackjack.NewShoeThen(blackjack.Decks(1)[:left], blackjack.Decks(1))
		if err != nil {
			t.Fatal(err)
		}
		r, err := blackjack.Deal(downen, shoe, blackjack.Bet{Stake: 10})
		if err != nil {
			t.Fatal(err)
		}
		if rest := r.Rest(); rest == nil || len(rest) != want || r.Reshuffled() != (left < 4) {
			t.Errorf("of %d cards %d are left, reshuffled %v; want %d", left, len(rest),
				r.Reshuffled(), want)
		}
	}
}
