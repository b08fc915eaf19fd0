package round

import (
	"encoding/hex"
	"slices"
	"time"

	"holecard/blackjack"
	"holecard/blackjack/fair"
	"holecard/blackjack/tables"
	"holecard/storage"
)

// Shuffler returns the cards of a full shoe in the order that follows from the
// inputs; where cards are without end, more than any round draws. It is
// [fair.Inputs.Cards] but for tests.
type Shuffler func(fair.Inputs, blackjack.Rules) []blackjack.Card

// clientBytes is how many random bytes make a client seed where the player has
// chosen none.
const clientBytes = 8

// ready draws what is missing for the player's next shuffle, and reports
// whether that was the seed: then nobody can have been shown its commitment.
func (s *Rounds) ready(f *storage.Fairness) (first bool) {
	s.client(f)
	return s.draw(f)
}

// client draws a client seed where the player has chosen none.
func (s *Rounds) client(f *storage.Fairness) {
	if f.Client == "" {
		drawn := s.Seed()
		f.Client = hex.EncodeToString(drawn[:clientBytes])
	}
}

// draw draws the seed of the next shuffle where there is none, and reports whether it did.
func (s *Rounds) draw(f *storage.Fairness) (first bool) {
	if first = f.Next.Zero(); first {
		f.Next = s.Seed()
	}
	return first
}

// reseed draws another server seed after one that is used up.
func (s *Rounds) reseed(f *storage.Fairness) { f.Next, f.Shown = s.Seed(), time.Time{} }

func inputs(s storage.Shuffle) fair.Inputs {
	return fair.Inputs{Server: fair.Seed(s.Server), Client: s.Client, Interaction: uint64(s.By)}
}

// shoemaker shuffles for one hand. A transaction may run again, and others wait
// for it, so what was shuffled is remembered.
type shoemaker struct {
	shuffle Shuffler
	rules   blackjack.Rules
	of      fair.Inputs
	cards   []blackjack.Card
}

func (m *shoemaker) make(s storage.Shuffle) []blackjack.Card {
	if of := inputs(s); m.cards == nil || m.of != of {
		m.of, m.cards = of, m.shuffle(of, m.rules)
	}
	return m.cards
}

// nextShuffle returns the shuffle that the player's next hand will most likely
// ask for, nil where that is not known.
func nextShuffle(r storage.Reader, of storage.Player,
	by storage.InteractionID) (*storage.Shuffle, error) {
	p, ok, err := storage.Profiles.Get(r, of)
	if err != nil || !ok || p.OpenHand != 0 || p.Fair.Next.Zero() {
		return nil, err
	}
	return &storage.Shuffle{Server: p.Fair.Next, Client: p.Fair.Client, By: by}, nil
}

// shoe is a hand's shoe: the cards, and what they follow from.
type shoe struct {
	cards  blackjack.Shoe
	origin storage.ShoeOrigin
	again  bool // shuffled although there was one
}

// shoe returns the shoe of the next round of so many seats. The next seed is used up when
// the shoe begins with a new shuffle. When that only lies behind what is left, it is used up
// by a round that comes to it: see endShoe.
func (s *Rounds) shoe(
	seats int, left *storage.Deck, f *storage.Fairness, by storage.InteractionID, m *shoemaker,
) (shoe, error) {
	first := s.ready(f)
	next := storage.Shuffle{Server: f.Next, Client: f.Client, By: by, First: first, Shown: f.Shown}
	var cards []blackjack.Card
	if left != nil {
		cards = CardsOf(left)
	}
	shuffles := 0
	var made shoe
	var err error
	var behind storage.Shuffle // a second shuffle, which nobody was promised
	made.cards, made.again, err = m.rules.NextShoe(seats, cards, func() ([]blackjack.Card, error) {
		switch shuffles++; {
		case shuffles == 1:
			return m.make(next), nil
		case !m.rules.Scarce(seats):
			return nil, nil // the full shoe is enough
		}
		behind = storage.Shuffle{Server: s.Seed(), Client: f.Client, By: by, First: true}
		return m.shuffle(inputs(behind), m.rules), nil
	})
	if m.rules.Low(cards) {
		made.origin = storage.ShoeOrigin{Shuffle: next, Behind: behind}
		s.reseed(f)
		return made, err
	}
	made.origin = storage.ShoeOrigin{Shuffle: left.Shuffle, Dealt: left.Dealt}
	if shuffles > 0 {
		made.origin.Behind = next
	}
	return made, err
}

// readDeck returns what a player's last hand left of the shoe of a table, nil
// where there was none. Nothing is left of one that is not what the table is
// played with any more.
func readDeck(r storage.Reader, p storage.Player, t tables.Table) (*storage.Deck, error) {
	if t.Rules.Fresh {
		return nil, nil
	}
	deck, ok, err := storage.Decks.Get(r, p.Deck(t.Name))
	if err != nil || !ok {
		return nil, err
	}
	size := deck.Dealt + len(deck.Cards)
	if size >= blackjack.FortySize && size != t.Rules.Cards() { // fewer cards are stacked
		deck.Cards = nil
	}
	return &deck, nil
}

// CardsOf returns the cards of a deck, empty but not nil for none.
func CardsOf(d *storage.Deck) []blackjack.Card {
	cards := make([]blackjack.Card, len(d.Cards))
	for i, c := range d.Cards {
		cards[i] = blackjack.Card(c)
	}
	return cards
}

// BytesOf returns cards as they are stored.
func BytesOf(cards []blackjack.Card) []byte {
	b := make([]byte, len(cards))
	for i, c := range cards {
		b[i] = byte(c)
	}
	return b
}

// Earlier returns the cards that were dealt before a round from the shuffle that it began
// with, in their order. They follow from its seed, and are none where the shoe is not what
// follows from it.
func (s *Rounds) Earlier(k *Stored) []blackjack.Card {
	if k.Shoe.Dealt == 0 || k.Shoe.Shuffle.Server.Zero() {
		return nil
	}
	cards := s.Shuffle(inputs(k.Shoe.Shuffle), k.Game.Rules())
	first, _ := k.Game.Dealt()
	if end := k.Shoe.Dealt + len(first); end > len(cards) ||
		!slices.Equal(cards[k.Shoe.Dealt:end], first) {
		return nil
	}
	return cards[:k.Shoe.Dealt]
}

// endShoe keeps what a settled hand leaves of its shoe. A shuffle of which too
// little is left ends with the hand, whatever the rules are later, because its
// seed may be shown from now on. And a hand that has come to the shuffle behind
// has used up the player's next seed.
func (s *Rounds) endShoe(tx storage.Tx, k *Stored, f *storage.Fairness) error {
	rules := k.Game.Rules()
	if rules.Fresh {
		return endDeck(tx, k)
	}
	first, behind := k.Game.Dealt()
	deck := storage.Deck{Player: k.DeckOwner(), Table: k.Table, Shuffle: k.Shoe.Shuffle,
		Dealt: k.Shoe.Dealt + len(first)}
	if k.Game.Reshuffled() {
		deck.Shuffle, deck.Dealt = k.Shoe.Behind, len(behind)
		if k.Shoe.Behind.Server == f.Next {
			s.reseed(f)
		}
	}
	rest := k.Game.Rest()
	if len(rest) == 0 || rules.Low(rest) {
		return storage.Decks.Save(tx, storage.Deck{Player: k.DeckOwner(), Table: k.Table})
	}
	deck.Cards = BytesOf(rest)
	return storage.Decks.Save(tx, deck)
}

// endDeck ends the deck that a table kept before it was shuffled for each hand,
// so that its seed is shown.
func endDeck(tx storage.Tx, k *Stored) error {
	deck, ok, err := storage.Decks.Get(tx, k.DeckOwner().Deck(k.Table))
	if err != nil || !ok || len(deck.Cards) == 0 {
		return err
	}
	return storage.Decks.Save(tx, storage.Deck{Player: k.DeckOwner(), Table: k.Table})
}
