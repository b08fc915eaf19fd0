package odds

import "context"

// Ends is how the dealer's hand ends: probabilities that add up to 1.
type Ends struct {
	Upcard  int // its value, as in [Upcard]; 0 for any
	Chance  float64
	Totals  [22]float64 // by total, without naturals
	Natural float64     // where the rules make something of it
	Bust    float64
}

// Dealer is how the dealer's hand ends when nobody else holds a card.
type Dealer struct {
	ByUpcard []Ends
	All      Ends
}

// DealerOf returns how the dealer of a game ends. Where the dealer shows no card
// "upcard" is the first card. The error is of the rules or the cards that are gone, or
// [ErrHouse] where the house has no rule but decides, or of ctx, or a [*LimitError].
func DealerOf(ctx context.Context, g Game) (Dealer, error) {
	return computeDealer(newMeter(ctx, OfDealer), g)
}

func computeDealer(m *meter, g Game) (d Dealer, err error) {
	defer m.caught(&err)
	if err := g.check(); err != nil {
		return Dealer{}, err
	}
	if g.Rules.HouseDecides {
		return Dealer{}, ErrHouse
	}
	t := newTable(m, g, [4]bool{}, 0)
	d = Dealer{All: Ends{Chance: 1}}
	full := t.deck.full()
	for up, n := range t.deck.counts {
		if n == 0 {
			continue
		}
		e := Ends{Upcard: t.column(up), Chance: full.chance(uint8(up))}
		s := t.scene(up)
		s.ends = s.sums.ends
		s.known.of(len(s.ends))
		for i, p := range s.dealer(0) {
			switch end := s.ends[i]; end {
			case dealerBust:
				e.Bust = p
			case dealerNatural:
				e.Natural = p
			default:
				e.Totals[end] = p
			}
		}
		d.ByUpcard = append(d.ByUpcard, e)
		d.All.add(&e)
	}
	return d, nil
}

func (e *Ends) add(o *Ends) {
	for i, p := range o.Totals {
		e.Totals[i] += o.Chance * p
	}
	e.Natural += o.Chance * o.Natural
	e.Bust += o.Chance * o.Bust
}
