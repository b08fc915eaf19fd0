package odds

// The nets of a tally, in halves of the first stake: the least is four hands
// doubled and lost with the insurance, the most is four hands doubled that win
// twice their stakes.
const (
	zero  = 20
	slots = zero + 36
)

// tally is the probability of each net, apart from those of rounds in which the
// dealer has a natural, because insurance pays in these.
type tally struct {
	plain, against [slots]float64
	natural        float64 // of being paid for a natural
}

// add counts a net, in halves of the stake.
func (t *tally) add(halves int, p float64) { t.plain[zero+halves] += p }

// end counts a net against an end of the dealer.
func (t *tally) end(end uint8, halves int, p float64) {
	if end == dealerNatural {
		t.against[zero+halves] += p
		return
	}
	t.plain[zero+halves] += p
}

// times adds another tally, p times.
func (t *tally) times(o *tally, p float64) {
	for i := range t.plain {
		t.plain[i] += o.plain[i] * p
		t.against[i] += o.against[i] * p
	}
	t.natural += o.natural * p
}

// enter writes the tally of an upcard to the ledger. Insured rounds net half a
// stake less, or one more where the dealer has a natural.
func (t *tally) enter(l *ledger, column int, natural float64, insured bool) {
	shift, payment := 0.0, 0.0
	if insured {
		shift, payment = -0.5, 1
	}
	for i := range t.plain {
		net := float64(i-zero) / 2
		if t.plain[i] != 0 {
			l.add(column, net+shift, t.plain[i])
		}
		if t.against[i] != 0 {
			l.add(column, net+payment, t.against[i])
		}
	}
	if t.natural != 0 {
		l.add(column, natural+shift, t.natural)
	}
}
