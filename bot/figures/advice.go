package figures

import (
	"context"
	"errors"
	"slices"

	"holecard/blackjack"
	"holecard/blackjack/odds"
	"holecard/blackjack/strategy"
)

// Advise returns what each legal action of a seat that is asked is worth, the best first,
// against a house that was chosen, nil for the table's own. Seen is the cards dealt before the
// round from the same shuffle: they and the cards of all other hands are out of the shoe.
// Errors are as those of [Cache.Best].
//
// Odds know one shuffle. Once a round has come to its second, and where so few cards are left
// that the hand may, what is not seen is taken to lie in a fuller shoe: without the cards of
// earlier rounds out of it, or those of any other hand.
func (c *Cache) Advise(
	ctx context.Context, v blackjack.View, seat blackjack.Seat, seen []blackjack.Card,
	house strategy.Strategy,
) ([]odds.Option, error) {
	if house == nil {
		house = House(v.Rules)
	}
	q := newSituation(v, seat, seen, house)
	s, k := q.show()
	if t, ok := known[*odds.Table](c.memo, hintsAt{q.rules, q.house}); ok {
		if options, ok, _ := t.Warmed(&s, k); ok {
			return options, nil
		}
	}
	options, err := get(ctx, c.memo, q, question[[]odds.Option]{of: odds.OfHint, in: c.hints,
		compute: func(ctx context.Context) ([]odds.Option, error) {
			return c.advise(ctx, q, house)
		}})
	return slices.Clone(options), err
}

func (c *Cache) advise(
	ctx context.Context, q situation, house strategy.Strategy,
) ([]odds.Option, error) {
	s, k := q.show()
	t, err := c.table(ctx, match{q.rules, q.house}, house)
	if _, large := errors.AsType[*odds.LimitError](err); large {
		return odds.Advise(ctx, &s, k, house)
	} else if err != nil {
		return nil, err
	}
	return t.Advise(ctx, &s, k)
}

// hintsAt is the key of what the hints of a match have in common.
type hintsAt match

// table returns what hints at a table have in common. The error is a [*odds.LimitError] where
// that is too much to be kept.
func (c *Cache) table(
	ctx context.Context, m match, house strategy.Strategy,
) (*odds.Table, error) {
	return get(ctx, c.memo, hintsAt(m), question[*odds.Table]{
		compute: func(ctx context.Context) (*odds.Table, error) {
			t, err := odds.NewTable(ctx, m.rules, house)
			if err == nil {
				c.note(m)
			}
			return t, err
		}, bytes: (*odds.Table).Bytes})
}

// situation is all that advice depends on: what makes no difference to it is left out, so
// that equal situations are found again.
type situation struct {
	rules     blackjack.Rules
	house     string // an expression, where the house decides
	hand, out pile
	up, first blackjack.Card // or unseen
	legal     blackjack.Actions
	hands     int             // of the seat, where it may split
	stake     blackjack.Chips // where the house keeps odd chips of it, else 0
}

// pile is how often each card is in a set.
type pile [blackjack.Joker + 1]uint8

// unseen is a card where there is none.
const unseen blackjack.Card = 255

func newSituation(
	v blackjack.View, seat blackjack.Seat, seen []blackjack.Card, house strategy.Strategy,
) situation {
	me := v.Seats[seat]
	hand := me.Hands[me.Turn]
	q := situation{rules: plain(v.Rules), up: unseen, first: unseen, legal: me.Legal,
		stake: oddStake(v.Rules, hand.Stake, me.Legal)}
	var suits [4]bool
	if q.rules.HouseDecides {
		q.house, suits = house.String(), strategy.NeedsOf(house).Suits
		if first := v.Seats[0].Hands[0].Cards; len(first) > 0 {
			q.first = alike(first[0], suits)
		}
	}
	suits[blackjack.Hearts] = suits[blackjack.Hearts] || q.rules.HeartsDouble
	if len(v.Dealer.Cards) > 0 {
		q.up = alike(v.Dealer.Cards[0], suits)
	}
	if q.legal.Has(blackjack.Split) {
		q.hands = len(me.Hands)
	}
	q.hand.add(hand.Cards, suits)
	q.leaveOut(v, seat, seen, suits)
	return q
}

// leaveOut takes what is seen beside the hand and the upcard out of the shoe, as far as
// enough is left then.
func (q *situation) leaveOut(
	v blackjack.View, seat blackjack.Seat, seen []blackjack.Card, suits [4]bool,
) {
	if q.rules.Endless() || v.Reshuffled {
		return
	}
	for i, s := range v.Seats {
		for j, h := range s.Hands {
			if i != int(seat) || j != s.Turn {
				q.out.add(h.Cards, suits)
			}
		}
	}
	var full pile
	full.add(q.rules.Full(), suits)
	hands := q.out
	q.out.add(seen, suits)
	if !q.enough(full) {
		q.out = hands
	}
	if !q.enough(full) {
		q.out = pile{}
	}
}

// enough reports whether a shoe has the cards that are out of it, and more than the hand and
// the dealer can draw: both end at 31 or below.
func (q *situation) enough(full pile) bool {
	hands, sum := 1, 0
	if q.legal.Has(blackjack.Split) || q.legal.Has(blackjack.Decline) {
		hands = q.rules.MaxHands
	}
	for c, n := range full {
		left := int(n) - int(q.hand[c]) - int(q.out[c])
		if blackjack.Card(c) == q.up {
			left--
		}
		if left < 0 {
			return false
		}
		sum += left * blackjack.Card(c).Value()
	}
	return sum > 31*(hands+1)
}

// show returns the situation as odds ask for it.
func (q *situation) show() (strategy.Situation, odds.Known) {
	s := strategy.Situation{Rules: &q.rules, Cards: q.hand.cards(), Legal: q.legal, Hands: q.hands}
	k := odds.Known{Out: q.out.cards(), Stake: q.stake}
	if q.up != unseen {
		s.Upcard, s.Seen = q.up, true
	}
	if q.first != unseen {
		k.First = &q.first
	}
	return s, k
}

// oddStake returns the stake of a hand if the house keeps an odd chip of something that its
// next actions may come to, else 0.
func oddStake(r blackjack.Rules, stake blackjack.Chips, legal blackjack.Actions) blackjack.Chips {
	pays := r.NaturalPays
	switch {
	case !legal.Has(blackjack.Surrender) && !legal.Has(blackjack.Decline):
		return 0
	case stake%2 == 0 && (!r.Naturals() || stake*pays.Win%pays.Per == 0):
		return 0
	}
	return stake
}

// alike returns the card that stands for all of a value and, where that matters, a suit.
func alike(c blackjack.Card, suits [4]bool) blackjack.Card {
	if c.Joker() {
		return blackjack.Joker
	}
	suit := c.Suit()
	if !suits[suit] {
		suit = blackjack.Suit(slices.Index(suits[:], false))
	}
	return blackjack.NewCard(blackjack.Rank(c.Class()-1), suit)
}

func (p *pile) add(cards []blackjack.Card, suits [4]bool) {
	for _, c := range cards {
		p[alike(c, suits)]++
	}
}

func (p *pile) cards() (list []blackjack.Card) {
	for c, n := range p {
		for range n {
			list = append(list, blackjack.Card(c))
		}
	}
	return list
}
