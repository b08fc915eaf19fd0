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

// ends are the ranks of hands that wait for nothing, whatever they hold.
var ends = [8]rank{playing: 0, stood: 0, busted: over21, surrendered: gaveUp, tookEvenMoney: evened}

// rank returns the rank of a hand.
func (r *Round) rank(h *hand) rank {
	k := min(rank(h.total()), over21)
	if r.natural(h) {
		k = special
	}
	if end := ends[h.end&7]; end != 0 {
		k = end
	}
	return k
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
