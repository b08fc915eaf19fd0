package blackjack_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"holecard/blackjack"
	"holecard/blackjack/tables"
)

// The laws that the source assignments of the course tables ask for. Beside the
// random cases stand directed ones, so that each law meets its edges for certain.

// hitting reports whether one hit of the round moves exactly the top card of its
// shoe to the hand, and nothing else.
func hitting(r blackjack.Round) error {
	before := r.View()
	rest := r.Rest()
	next, err := r.Play(0, blackjack.Hit)
	if err != nil {
		return err
	}
	after := next.View()
	want := append(slices.Clone(before.Seats[0].Hands[0].Cards), rest[0])
	if hand := after.Seats[0].Hands[0].Cards; !slices.Equal(hand, want) {
		return fmt.Errorf("hitting with %v above makes %v of %v", rest[0], hand,
			before.Seats[0].Hands[0].Cards)
	}
	drawn := r.Left() - next.Left() - 1 // the dealer's
	if drawn < 0 || !slices.Equal(next.Rest(), rest[1+drawn:]) {
		return fmt.Errorf("hitting leaves %v of %v", next.Rest(), rest)
	}
	return nil
}

func TestHittingTakesExactlyTheTopCardOfTheShoe(t *testing.T) {
	for _, table := range tables.All() {
		rapid.Check(t, func(t *rapid.T) {
			r := table.Rules
			cards := r.Full()
			if r.Endless() {
				cards = slices.Repeat(cards, 6)
			}
			shoe, err := blackjack.NewShoe(rapid.Permutation(cards).Draw(t, "cards")...)
			if err != nil {
				t.Fatal(err)
			}
			round, err := blackjack.Deal(r, shoe, blackjack.Bet{Stake: 10, Purse: 1000})
			if err != nil {
				t.Fatal(err)
			}
			if round.Phase() == blackjack.Playing && round.Legal(0).Has(blackjack.Hit) {
				if err := hitting(round); err != nil {
					t.Fatalf("%s: %v", table.Name, err)
				}
			}
		})
	}
}

// Where the shoe is empty and nothing continues it, the error says so and the
// round stays as it was.
func TestAnEmptyShoeIsAnErrorThatSaysSo(t *testing.T) {
	chalmers := rules(t, "chalmers")
	shoe, err := blackjack.NewShoe(cards(t, "2S")...)
	if err != nil {
		t.Fatal(err)
	}
	r, err := blackjack.Deal(chalmers, shoe, blackjack.Bet{Stake: 10})
	if err != nil {
		t.Fatal(err)
	}
	if r, err = r.Play(0, blackjack.Hit); err != nil {
		t.Fatal(err)
	}
	next, err := r.Play(0, blackjack.Hit)
	if !errors.Is(err, blackjack.ErrShoeEmpty) || err.Error() != "the shoe has no card left" {
		t.Errorf("hitting: %v", err)
	}
	if !blackjack.Same(next, r) {
		t.Error("the round has changed")
	}
	none, _ := blackjack.NewShoe()
	if _, err := blackjack.Deal(rules(t, "downen"), none, blackjack.Bet{Stake: 10}); !errors.Is(err,
		blackjack.ErrShoeEmpty) {
		t.Errorf("dealing: %v", err)
	}
}

// dealOut plays rounds at a table whose shoe goes on, with shuffles by the seed,
// by hitting below a total. It returns the shuffles that were begun, one after
// the other, the cards as they were dealt, and in how many rounds a shuffle ran out.
func dealOut(
	t interface{ Fatal(...any) }, r blackjack.Rules, seed uint64, below, rounds int,
) (shuffles, dealt []blackjack.Card, ranOut int) {
	random := rand.New(rand.NewPCG(seed, 1))
	var left []blackjack.Card
	for range rounds {
		var made [][]blackjack.Card
		shoe, _, err := r.NextShoe(1, left, func() ([]blackjack.Card, error) {
			full := r.Full()
			random.Shuffle(len(full), func(i, j int) { full[i], full[j] = full[j], full[i] })
			made = append(made, full)
			return full, nil
		})
		if err != nil {
			t.Fatal(err)
		}
		round, err := blackjack.Deal(r, shoe, blackjack.Bet{Stake: 10})
		for err == nil && round.Phase() != blackjack.Over {
			a := blackjack.Stand
			if round.Turn() == blackjack.House || round.View().Seats[0].Hands[0].Total < below {
				a = blackjack.Hit
			}
			if !round.Legal(round.Turn()).Has(a) {
				a = blackjack.Stand
			}
			round, err = round.Play(round.Turn(), a)
		}
		if err != nil {
			t.Fatal(err)
		}
		if r.Low(left) {
			shuffles, made = append(shuffles, made[0]...), made[1:]
		}
		first, behind := round.Dealt()
		dealt = slices.Concat(dealt, first, behind)
		if round.Reshuffled() != (len(behind) > 0) ||
			round.View().Reshuffled != round.Reshuffled() {
			t.Fatal("a new deck is announced where none was begun, or the other way")
		}
		if round.Reshuffled() {
			shuffles = append(shuffles, made[len(made)-1]...)
			ranOut++
		}
		left = round.Rest()
	}
	return shuffles, dealt, ranOut
}

// Downen: one deck persists between rounds, cards are drawn from the top until it
// runs out, and a full new deck continues the same round. So the cards dealt are
// those of whole shuffles, one after the other, with none left out.
func TestADeckThatPersistsIsDealtOutToItsLastCard(t *testing.T) {
	downen := rules(t, "downen")
	check := func(t interface {
		Fatal(...any)
		Fatalf(string, ...any)
	}, seed uint64, below, rounds int) int {
		shuffles, dealt, ranOut := dealOut(t, downen, seed, below, rounds)
		if !slices.Equal(dealt, shuffles[:len(dealt)]) ||
			len(shuffles)-len(dealt) > blackjack.DeckSize {
			t.Fatalf("of %d cards in whole decks %d were dealt, in another order",
				len(shuffles), len(dealt))
		}
		if most := (len(dealt) - 1) / blackjack.DeckSize; ranOut > most {
			t.Fatalf("%d rounds went on with a new deck, and %d decks were dealt out", ranOut, most)
		}
		return ranOut
	}
	if check(t, 1, 17, 40) == 0 {
		t.Error("no round of the directed case empties a deck")
	}
	rapid.Check(t, func(t *rapid.T) {
		check(t, rapid.Uint64().Draw(t, "seed"), rapid.IntRange(0, 22).Draw(t, "below"),
			rapid.IntRange(1, 40).Draw(t, "rounds"))
	})
}

// Amherst: the deck is kept while at least 20 cards remain before a deal.
func TestADeckIsKeptWhileTwentyCardsRemain(t *testing.T) {
	amherst := rules(t, "amherst")
	for n := range blackjack.DeckSize {
		left := append([]blackjack.Card{}, blackjack.Decks(1)[:n]...)
		shoe, again, err := amherst.NextShoe(1, left,
			func() ([]blackjack.Card, error) { return blackjack.Decks(1), nil })
		if err != nil {
			t.Fatal(err)
		}
		shuffled := shoe.Len() == 2*blackjack.DeckSize // with the deck behind it
		if shuffled != (n < 20) || again != shuffled || amherst.Low(left) != shuffled {
			t.Errorf("with %d cards left: shuffled %v, announced %v", n, shuffled, again)
		}
	}
	if _, again, _ := amherst.NextShoe(1, nil,
		func() ([]blackjack.Card, error) { return blackjack.Decks(1), nil }); again {
		t.Error("the very first deck is announced as a new one")
	}
}

// Amherst: cards are numbered 0 to 51, suit n / 13 in the order clubs, diamonds,
// hearts, spades, rank n % 13 from ace to king.
func TestCardsAreNumberedAsAtAmherst(t *testing.T) {
	names := strings.Fields("A 2 3 4 5 6 7 8 9 10 J Q K")
	for n := range 52 {
		c := blackjack.Card(n)
		if c.Suit() != blackjack.Suit(n/13) || c.Rank() != blackjack.Rank(n%13) ||
			blackjack.NewCard(c.Rank(), c.Suit()) != c {
			t.Errorf("card %d is of suit %d and rank %d", n, c.Suit(), c.Rank())
		}
		name := names[n%13] + []string{"♣", "♦", "♥", "♠"}[n/13]
		if back, err := blackjack.ParseCard(name); c.String() != name || back != c || err != nil {
			t.Errorf("card %d is %v, and %s is card %d, %v", n, c, name, back, err)
		}
		if want := min(n%13+1, 10); c.Value() != want || c.Ace() != (n%13 == 0) || c.Joker() {
			t.Errorf("%v counts %d, not %d", c, c.Value(), want)
		}
	}
}

// MIT: what the packs have, and what they do not.
func TestThePacksOfNumbers(t *testing.T) {
	for _, f := range []struct {
		pack blackjack.Pack
		of   [11]int // cards by value
	}{
		{blackjack.French, [11]int{0, 4, 4, 4, 4, 4, 4, 4, 4, 4, 16}},
		{blackjack.Numbers, [11]int{0, 4, 4, 4, 4, 4, 4, 4, 4, 4, 16}},
		{blackjack.Forty, [11]int{0, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4}},
		// of which one is drawn again and again
		{blackjack.Endless, [11]int{0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}},
	} {
		r := rules(t, "mit")
		r.Pack, r.Fresh = f.pack, true
		var of [11]int
		for _, c := range r.Full() {
			of[c.Value()]++
		}
		if of != f.of {
			t.Errorf("pack %d has %v, not %v", f.pack, of, f.of)
		}
		if f.pack != blackjack.Endless && r.Cards() != len(r.Full()) {
			t.Errorf("pack %d is said to have %d cards, and has %d", f.pack, r.Cards(),
				len(r.Full()))
		}
	}
	forty := rules(t, "mit")
	forty.Pack, forty.Fresh, forty.EmptyWins = blackjack.Forty, false, true
	shoe, err := blackjack.NewShoe(cards(t, "9S KS")...)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := blackjack.Deal(forty, shoe, blackjack.Bet{Stake: 10}); !errors.Is(err,
		blackjack.ErrShoe) {
		t.Errorf("a king in a deck of forty: %v", err)
	}
}

// MIT: games are played from one shuffled deck until it runs out, and the game
// during which it runs out is the player's.
func TestTheGameThatEmptiesAFiniteDeckIsThePlayers(t *testing.T) {
	for _, pack := range []blackjack.Pack{blackjack.Numbers, blackjack.Forty} {
		r := rules(t, "mit")
		r.Pack, r.Fresh, r.EmptyWins = pack, false, true
		check := func(t interface{ Fatalf(string, ...any) }, left []blackjack.Card,
			hits int) (emptied bool) {
			shoe, err := blackjack.NewShoe(left...)
			if err != nil {
				t.Fatalf("%v", err)
			}
			round, err := blackjack.Deal(r, shoe, blackjack.Bet{Stake: 10})
			for ; err == nil && round.Phase() != blackjack.Over; hits-- {
				a := blackjack.Hit
				if hits <= 0 {
					a = blackjack.Stand
				}
				round, err = round.Play(round.Turn(), a)
			}
			if err != nil {
				t.Fatalf("%v", err)
			}
			v := round.View()
			first, behind := round.Dealt()
			if len(behind) > 0 || !slices.Equal(slices.Concat(first, round.Rest()), left) {
				t.Fatalf("of %v it dealt %v and %v", left, first, behind)
			}
			if v.Emptied && (round.Left() > 0 || round.Payout(0).Net() != 10) {
				t.Fatalf("the deck ran out with %d cards left, and the player nets %d",
					round.Left(), round.Payout(0).Net())
			}
			return v.Emptied
		}
		full := r.Full()
		for n, hits := range []int{0, 0, 1, 2, 3} { // so few cards never suffice
			if low := full[:n]; !check(t, low, hits) {
				t.Errorf("%d cards suffice for %d hits", n, hits)
			}
		}
		if check(t, full[:2], 0) {
			t.Error("two cards do not suffice for a round without a hit")
		}
		rapid.Check(t, func(t *rapid.T) {
			left := rapid.Permutation(full).Draw(t,
				"cards")[:rapid.IntRange(0, len(full)).Draw(t, "left")]
			check(t, left, rapid.IntRange(0, 6).Draw(t, "hits"))
		})
	}
}

// Berkeley: the best total is the largest not above 21, if there is one; a joker
// counts any number from 1 to 11. Every hand of few cards is compared with trying
// out all that its aces and jokers can count.
func TestTheBestTotalOfEveryHandOfFewCards(t *testing.T) {
	one := []blackjack.Card{0, 1, 4, 5, 7, 8, 9, 12, blackjack.Joker} // A 2 5 6 8 9 10 K joker
	var hand func(cards []blackjack.Card, more int)
	hands := 0
	hand = func(cards []blackjack.Card, more int) {
		hands++
		if total, _ := blackjack.AcesBest.Total(cards...); total != slowTotal(blackjack.AcesBest,
			cards) {
			t.Errorf("%v: %d, by trial %d", cards, total, slowTotal(blackjack.AcesBest, cards))
		}
		if more > 0 {
			for _, c := range one {
				hand(append(slices.Clone(cards), c), more-1)
			}
		}
	}
	hand(nil, 4)
	if hands != 1+9+81+729+6561 {
		t.Errorf("%d hands", hands)
	}
}
