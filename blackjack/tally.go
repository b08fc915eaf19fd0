package blackjack

// tally counts the cards of a hand, in fields of one number, so that a card is
// counted by one addition. The fields never overflow into each other: a hand
// takes no card beyond 21, and so it has at most 22.
//
//	low     5 bits   the total with every ace and joker as 1
//	aces    5 bits
//	jokers  4 bits
//	hearts  5 bits
//	cards   5 bits
//	split   1 bit    the hand is of a split
type tally uint32

const (
	lowBits   = 5
	aceBits   = 5
	jokerBits = 4
	heartBits = 5
	cardBits  = 5

	aceShift   = lowBits
	jokerShift = aceShift + aceBits
	heartShift = jokerShift + jokerBits
	cardShift  = heartShift + heartBits
	splitShift = cardShift + cardBits

	heartMask = tally(1<<heartBits-1) << heartShift
	splitMask = tally(1) << splitShift
	cardMask  = tally(1<<cardBits-1) << cardShift
	sumMask   = tally(1<<heartShift - 1) // what the sum depends on
)

func (t tally) cards() tally { return t >> cardShift & (1<<cardBits - 1) }

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

// The two cards of a natural add up to natural, apart from the hearts. Where a
// natural is nothing special the tally looked for is noNatural, which is none.
const (
	natural     = 2<<cardShift | 1<<aceShift | 11
	noNatural   = ^tally(0)
	naturalMask = ^heartMask
)

// justSplit is the tally of a hand that a split has just made: one card.
const (
	justSplit     = splitMask | 1<<cardShift
	justSplitMask = splitMask | cardMask
)

// sum is a total and whether it is soft, in one byte.
type sum uint8

const (
	sumBits     = 6
	softBit sum = 1 << sumBits
)

func (s sum) total() int { return int(s & (softBit - 1)) }
func (s sum) soft() bool { return s >= softBit }

// sums is what [Aces.total] says of every tally that such a table can have.
// Jokers are only where an ace counts 1 or 11.
var sums = func() (t [aceRules][sumMask + 1]sum) {
	for a := range aceRules {
		most := tally(1 << jokerShift)
		if a == AcesBest {
			most = sumMask + 1
		}
		for i := range most {
			total, soft := a.total(int(i&(1<<lowBits-1)), int(i>>aceShift&(1<<aceBits-1)),
				int(i>>jokerShift))
			t[a][i] = sum(min(total, int(softBit-1))) // no hand has a total that high
			if soft {
				t[a][i] |= softBit
			}
		}
	}
	return t
}()

// count returns the sum of the cards counted.
func (a Aces) count(t tally) sum { return sums[a&(aceRules-1)][t&sumMask] }

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
