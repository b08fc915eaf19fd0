package blackjack

// plan is what follows from the rules and the number of seats. It is worked out
// once, so that playing a round looks it up.
type plan struct {
	plays   plays
	splits  [16]uint8 // how many hands a seat may come to by splitting, by the class of a card
	stands  [2]uint64 // the totals on which the dealer stands, as bits: hard, soft
	special tally     // what a natural adds up to
	strict  strict
	upcard  uint8 // which of the dealer's cards it is

	deal // which of the first cards are whose
}

func (r *Rules) plan(seats int) plan {
	p := plan{plays: r.plays(), special: noNatural, strict: r.strict(), deal: r.deal(seats)}
	for class := range p.splits {
		p.splits[class] = uint8(r.HandsOf(class))
	}
	for s := range 2 * softBit {
		if !r.DealerDraws(s.total(), s.soft()) {
			p.stands[s>>sumBits] |= 1 << (s & (softBit - 1))
		}
	}
	if r.Naturals() {
		p.special = natural
	}
	if r.LastUp {
		p.upcard = 1
	}
	return p
}

// deal says which of the cards that are dealt before anyone plays go to each
// seat and to the dealer.
type deal struct {
	dealt int                    // in all
	each  int                    // to each seat
	at    [MaxSeats + 1][2]uint8 // or nowhere; the dealer's are last
}

// nowhere is the place of a card that is not dealt.
const nowhere = 255

// maxDealt is the most cards that are dealt before anyone plays.
const maxDealt = 2 * (MaxSeats + 1)

func (r *Rules) deal(seats int) (d deal) {
	var has [MaxSeats + 1]int
	for who := range d.at {
		d.at[who] = [2]uint8{nowhere, nowhere}
	}
	deal := func(who, cards int) {
		for range cards {
			d.at[who][has[who]] = uint8(d.dealt)
			has[who]++
			d.dealt++
		}
	}
	if r.BankShows {
		deal(MaxSeats, 1)
	}
	each, times := 1, r.Start.Cards()
	bank := times
	if r.HoleCard == NoHoleCard {
		bank = min(bank, 1)
	}
	if r.SeatBySeat {
		each, times = times, 1
	}
	for range times {
		for i := range seats {
			deal(i, each)
		}
		deal(MaxSeats, min(each, max(bank-has[MaxSeats], 0)))
	}
	d.each = has[0]
	return d
}
