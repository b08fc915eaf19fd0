package blackjack

// rank is what counts of a hand when it is compared: its total up to 21, or one
// of the ranks below. Comparing is a look-up, since nobody foresees who wins,
// and a processor that guesses wrong waits.
type rank uint8

const (
	over21  rank = 22 + iota
	special      // a natural
	gaveUp       // the player surrendered
	evened       // the player took even money
	notYet       // the dealer's, while the round goes on
	none         // the dealer's, when the shoe ran out on it
	ranked  rank = 32
)

// byEnd is the rank of a hand by its ending, and bySum by its sum where the
// ending leaves that open.
var (
	byEnd = [8]rank{hasNatural: special, busted: over21, surrendered: gaveUp, tookEvenMoney: evened}
	open  = [8]rank{playing: ranked - 1, stood: ranked - 1}
	bySum = func() (t [2 * softBit]rank) {
		for s := range t {
			t[s] = min(rank(sum(s).total()), over21)
		}
		return t
	}()
)

// rank returns the rank of a hand.
func (h *hand) rank() rank {
	return byEnd[h.end&7] | open[h.end&7]&bySum[h.sum&(2*softBit-1)]
}

// bankRank returns the rank of the dealer's hand, or what stands in for it.
func (r *Round) bankRank() rank {
	switch {
	case r.emptied:
		return none
	case r.phase != Over:
		return notYet
	}
	return r.bank().rank()
}

// verdict returns the outcome of a hand.
func (r *Round) verdict(h *hand, bank rank) Outcome {
	return verdicts[r.plan.strict&(stricts-1)][h.rank()&(ranked-1)][bank&(ranked-1)]
}

// strict says in what the rules are stricter than most, one bit for each.
type strict uint8

const (
	tieLoses strict = 1 << iota
	dealerWins21
	stricts
)

func (r *Rules) strict() (s strict) {
	if r.TieLoses {
		s |= tieLoses
	}
	if r.DealerWins21 {
		s |= dealerWins21
	}
	return s
}

// verdicts are the outcomes by the player's rank and the dealer's.
var verdicts = func() (t [stricts][ranked][ranked]Outcome) {
	for s := range t {
		for mine := range t[s] {
			for bank := range t[s][mine] {
				t[s][mine][bank] = strict(s).compare(rank(mine), rank(bank))
			}
		}
	}
	return t
}()

// compare is how a hand fares against the dealer's.
func (s strict) compare(mine, bank rank) Outcome {
	switch {
	case mine == over21:
		return Busted
	case mine == gaveUp:
		return Surrendered
	case mine == evened:
		return WonEven
	case bank == notYet:
		return Undecided
	case bank == none:
		return Won
	case mine == special && bank == special:
		return Pushed
	case mine == special:
		return WonNatural
	case bank == special:
		return Lost
	case bank == 21 && s&dealerWins21 != 0:
		return Lost
	case bank == over21 || mine > bank:
		return Won
	case mine == bank && s&tieLoses == 0:
		return Pushed
	}
	return Lost
}
