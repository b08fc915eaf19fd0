package blackjack

// Score is what counts of a hand when it is compared: its total up to 21, or one
// of the scores below. Comparing is a look-up: outcomes are unpredictable, and a
// table avoids branch misses.
type Score uint8

// The scores of hands without a total up to 21.
const (
	Over21       Score = 22 + iota
	NaturalScore       // of a natural
	gaveUp             // the player surrendered
	evened             // the player took even money
	notYet             // the dealer's, while the round goes on
	none               // the dealer's, when the shoe ran out on it
	scores       Score = 32
)

// byEnd is the score of a hand by its ending, and bySum by its sum where the
// ending leaves that open.
var (
	byEnd = [8]Score{hasNatural: NaturalScore, busted: Over21, surrendered: gaveUp,
		tookEvenMoney: evened}
	open  = [8]Score{playing: scores - 1, stood: scores - 1}
	bySum = func() (t [2 * softBit]Score) {
		for s := range t {
			t[s] = min(Score(sum(s).total()), Over21)
		}
		return t
	}()
)

func (h *hand) score() Score {
	return byEnd[h.end&7] | open[h.end&7]&bySum[h.sum&(2*softBit-1)]
}

// bankScore returns the score of the dealer's hand, or what stands in for it.
func (r *Round) bankScore() Score {
	switch {
	case r.emptied:
		return none
	case r.phase != Over:
		return notYet
	}
	return r.bank().score()
}

func (r *Round) outcomeAgainst(h *hand, bank Score) Outcome {
	return outcomes[r.plan.strict&(stricts-1)][h.score()&(scores-1)][bank&(scores-1)]
}

// Outcome returns the outcome of a hand with a score against a dealer's, once the
// dealer has played.
func (r *Rules) Outcome(mine, bank Score) Outcome { return r.strict().compare(mine, bank) }

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

// outcomes are the outcomes by the player's score and the dealer's.
var outcomes = func() (t [stricts][scores][scores]Outcome) {
	for s := range t {
		for mine := range t[s] {
			for bank := range t[s][mine] {
				t[s][mine][bank] = strict(s).compare(Score(mine), Score(bank))
			}
		}
	}
	return t
}()

// compare is how a hand fares against the dealer's.
func (s strict) compare(mine, bank Score) Outcome {
	switch {
	case mine == Over21:
		return Busted
	case mine == gaveUp:
		return Surrendered
	case mine == evened:
		return WonEven
	case bank == notYet:
		return Undecided
	case bank == none:
		return Won
	case mine == NaturalScore && bank == NaturalScore:
		return Pushed
	case mine == NaturalScore:
		return WonNatural
	case bank == NaturalScore:
		return Lost
	case bank == 21 && s&dealerWins21 != 0:
		return Lost
	case bank == Over21 || mine > bank:
		return Won
	case mine == bank && s&tieLoses == 0:
		return Pushed
	}
	return Lost
}
