package blackjack

// tally counts the cards of a hand, in fields of one number, so that a card is
// counted by one addition. The fields never overflow into each other: a hand
// takes no card beyond 21, and so it has at most 22.
//
//	low     6 bits   the total with every ace and joker as 1
//	aces    5 bits
//	jokers  5 bits
//	hearts  5 bits
//	cards   5 bits
type tally uint32

const (
	lowBits  = 6
	aceBits  = 5
	cardBits = 5

	aceShift   = lowBits
	jokerShift = aceShift + aceBits
	heartShift = jokerShift + cardBits
	cardShift  = heartShift + cardBits

	jokerMask = tally(1<<cardBits-1) << jokerShift
	heartMask = tally(1<<cardBits-1) << heartShift
)

// tallies is what each card adds. It has a place for each byte, so that looking
// up needs no check.
var tallies = func() (t [256]tally) {
	for c := range Card(maxCard) {
		t[c] = tally(values[c]) + 1<<cardShift
		switch {
		case c.Ace():
			t[c] += 1 << aceShift
		case c.Joker():
			t[c] += 1 << jokerShift
		}
		if c.Suit() == Hearts {
			t[c] += 1 << heartShift
		}
	}
	return t
}()

// The two cards of a natural add up to natural, apart from the hearts.
const (
	natural     = 2<<cardShift | 1<<aceShift | 11
	naturalMask = ^heartMask
)

// totals is what [Aces.total] says of every low total and number of aces, with
// softBit for soft.
var totals = func() (t [aceRules][1 << jokerShift]uint8) {
	for a := range t {
		for i := range t[a] {
			total, soft := Aces(a).total(i&(1<<lowBits-1), i>>aceShift, 0)
			t[a][i] = uint8(min(total, softBit-1))
			if soft {
				t[a][i] |= softBit
			}
		}
	}
	return t
}()

const softBit = 1 << 6

// count returns the total of the cards counted.
func (a Aces) count(t tally) (total uint8, soft bool) {
	if t&jokerMask != 0 {
		return a.countJokers(t)
	}
	n := totals[a&(aceRules-1)][t&(1<<jokerShift-1)]
	return n & (softBit - 1), n >= softBit
}

func (a Aces) countJokers(t tally) (total uint8, soft bool) {
	n, soft := a.total(int(t&(1<<lowBits-1)), int(t>>aceShift&(1<<aceBits-1)), int(t&jokerMask>>jokerShift))
	return uint8(n), soft
}

// total returns what the cards make, low being the total with every ace and
// joker as 1, and whether one of those counts more than 1 while it could count
// less.
func (a Aces) total(low, aces, jokers int) (total int, soft bool) {
	switch {
	case jokers > 0:
		return withJokers(low, aces, jokers)
	case aces == 0:
		return low, false
	}
	switch a {
	case AcesBest:
		if low <= 11 { // two aces at 11 would always exceed 21
			return low + 10, true
		}
	case AcesSame:
		if low+10*aces <= 21 {
			return low + 10*aces, true
		}
	case AcesEleven:
		return low + 10*aces, false
	}
	return low, false
}

// withJokers returns the best total: a joker makes every total from 1 to 11
// more, and an ace one of 10 more.
func withJokers(low, aces, jokers int) (total int, soft bool) {
	if low >= 21 {
		return low, false
	}
	most := low + 10*jokers
	if aces > 0 {
		most += 10
	}
	return min(21, most), true
}

// Total returns the total of cards, and whether an ace or a joker counts more
// than 1 in it while it could count less.
func (a Aces) Total(cards ...Card) (total int, soft bool) {
	low, aces, jokers := 0, 0, 0
	for _, c := range cards {
		low += c.Value()
		switch {
		case c.Ace():
			aces++
		case c.Joker():
			jokers++
		}
	}
	return a.total(low, aces, jokers)
}
