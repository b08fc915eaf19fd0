package sim

import "holecard/blackjack"

// partsCompiler finds the rows of split hands, and of the dealer's turn after them.
type partsCompiler struct {
	handOf   map[blackjack.State]uint32
	dealerOf map[blackjack.State]uint32
	hands    []handRow
	dealers  []partRow
	ended    numbers[blackjack.State] // how hands end
	played   []played                 // a hand of each
	finals   numbers[blackjack.State] // how the dealer's turn ends
	over     []blackjack.Course       // a course of each
}

func newPartsCompiler() partsCompiler {
	return partsCompiler{handOf: map[blackjack.State]uint32{},
		dealerOf: map[blackjack.State]uint32{}}
}

// handRow is a row of a hand, and the ways to its ends: a symbol that leads to one where it does
// not stand, and to one where it does.
type handRow struct {
	next partRow
	ways [2]int8
}

const noWay = -1

// played is a hand that has ended, with the course it is of.
type played struct {
	course blackjack.Course
	hand   int
}

// split returns the place of a course whose pair has just been split.
func (k *compiler) split(c *blackjack.Course, depth int) (place, error) {
	hand, err := k.hand(c, depth)
	s := split{hand: hand}
	for stands := range s.dealer {
		if err == nil {
			s.dealer[stands], err = k.dealerAfter(*c, stands, depth)
		}
	}
	n, _ := k.splits.of(s)
	return isSplit | place(n), err
}

// hand returns the row of the hand in turn, which wants a card.
func (k *compiler) hand(c *blackjack.Course, depth int) (uint32, error) {
	key := c.HandState()
	if at, found := k.handOf[key]; found {
		return at, nil
	}
	r := handRow{ways: [2]int8{noWay, noWay}}
	for symbol, card := range k.symbols {
		next, err := k.after(c, card, depth)
		if err != nil {
			return 0, err
		}
		leads, err := k.handAfter(c, next, &r.next[symbol], depth)
		if err != nil {
			return 0, err
		}
		for stands, does := range leads {
			if does && r.ways[stands] == noWay {
				r.ways[stands] = int8(symbol)
			}
		}
	}
	at := uint32(len(k.hands))
	k.hands = append(k.hands, r)
	k.handOf[key] = at
	return at, nil
}

// handAfter sets what follows in the row of a hand, and reports to which ends that leads.
func (k *compiler) handAfter(c, next *blackjack.Course, at *uint32, depth int) (
	leads [2]bool, err error,
) {
	before, had := c.Progress()
	switch now, has := next.Progress(); {
	case has > had:
		*at, err = k.hand(next, depth+1)
		*at |= splits
	case now > before:
		stands := next.Stands(before)
		n, added := k.ended.of(next.EndState(before))
		if added {
			k.played = append(k.played, played{*next, before})
		}
		*at = partEnds | n
		leads = [2]bool{!stands, stands}
	default:
		if *at, err = k.hand(next, depth+1); err == nil {
			for stands, symbol := range k.hands[*at].ways {
				leads[stands] = symbol != noWay
			}
		}
	}
	return leads, err
}

// dealerAfter returns the row of the dealer's turn after hands of which all stand, or none.
func (k *compiler) dealerAfter(c blackjack.Course, stands, depth int) (uint32, error) {
	for at, hands := c.Progress(); at < hands; at, hands = c.Progress() {
		symbol := k.hands[k.handOf[c.HandState()]].ways[stands]
		if symbol == noWay {
			return noSuchEnd, nil
		}
		c.Give(k.symbols[symbol])
		if err := k.decide(&c); err != nil {
			return 0, err
		}
	}
	return k.dealer(&c, depth)
}

func (k *compiler) dealer(c *blackjack.Course, depth int) (uint32, error) {
	key := c.DealerState()
	if c.Wants() == blackjack.WantsNothing {
		n, added := k.finals.of(key)
		if added {
			k.over = append(k.over, *c)
		}
		return partEnds | n, nil
	}
	if at, found := k.dealerOf[key]; found {
		return at, nil
	}
	var r partRow
	for symbol, card := range k.symbols {
		next, err := k.after(c, card, depth)
		if err == nil {
			r[symbol], err = k.dealer(next, depth+1)
		}
		if err != nil {
			return 0, err
		}
	}
	at := uint32(len(k.dealers))
	k.dealers = append(k.dealers, r)
	k.dealerOf[key] = at
	return at, nil
}

// parts returns the rows with what each hand brings against each final hand of the dealer.
func (k *partsCompiler) parts() parts {
	p := parts{hands: k.hands, dealers: k.dealers}
	for i := range k.over {
		p.insured = append(p.insured, k.over[i].Insured())
	}
	for i := range k.played {
		of := &k.played[i]
		p.stands = append(p.stands, of.course.Stands(of.hand))
		brings := make([]result, len(k.over))
		for j := range k.over {
			alone := k.over[j].Against(&of.course, of.hand)
			brings[j].net = alone.Count(&brings[j].endings)
		}
		p.brings = append(p.brings, brings)
	}
	return p
}
