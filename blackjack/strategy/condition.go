package strategy

import (
	"strconv"
	"strings"

	"holecard/blackjack"
)

// A condition is a strategy that takes a card where it holds, and a strategy in
// a condition holds where it takes one.

// looseness is how loosely the outermost operator of an expression binds.
type looseness int

const (
	looseCall looseness = iota
	looseCompare
	looseNot
	looseAnd
	looseOr
)

func loose(a Strategy) looseness {
	if r, ok := a.(*rule); ok {
		return r.loose
	}
	return looseCall
}

// join writes operands, in parentheses where they bind more loosely than most, and
// returns what they look at.
func join(of []Strategy, sign string, most looseness) (text string, n Needs) {
	parts := make([]string, len(of))
	for i, a := range of {
		n = n.And(NeedsOf(a))
		parts[i] = a.String()
		if loose(a) > most {
			parts[i] = "(" + parts[i] + ")"
		}
	}
	return strings.Join(parts, sign), n
}

// anyOf holds where one of two or more does; it asks no further.
func anyOf(of []Strategy) Strategy { return chain(of, " || ", looseOr, true) }

// allOf holds where all of two or more do; it asks none after one that does not.
func allOf(of []Strategy) Strategy { return chain(of, " && ", looseAnd, false) }

// chain asks one after another until one has the answer that decides.
func chain(of []Strategy, sign string, binds looseness, decides bool) Strategy {
	text, looks := join(of, sign, binds)
	return &rule{text, binds, looks, func(s *Situation) (bool, error) {
		for _, a := range of {
			if yes, err := takes(a, s); err != nil || yes == decides {
				return yes && err == nil, err
			}
		}
		return !decides, nil
	}}
}

func not(a Strategy) Strategy {
	most := looseNot
	if loose(a) == looseCompare {
		most = looseCall // so it reads to those who know "!" to bind tighter
	}
	text, looks := join([]Strategy{a}, "", most)
	return &rule{"!" + text, looseNot, looks, func(s *Situation) (bool, error) {
		yes, err := takes(a, s)
		return !yes && err == nil, err
	}}
}

// operator is the set of what it lets the left be to the right.
type operator uint8

const (
	less operator = 1 << iota
	equal
	greater
)

var operators = map[string]operator{
	"<": less, "<=": less | equal, "==": equal,
	"!=": less | greater, ">=": greater | equal, ">": greater,
}

func compare(l *number, sign string, r *number) Strategy {
	op := operators[sign]
	c := holds(l.text+" "+sign+" "+r.text, l.looks.And(r.looks), func(s *Situation) bool {
		switch left, right := l.value(s), r.value(s); {
		case left < right:
			return op&less != 0
		case left > right:
			return op&greater != 0
		}
		return op&equal != 0
	})
	c.loose = looseCompare
	return c
}

// number is what conditions compare.
type number struct {
	text  string
	sum   bool // of several
	looks Needs
	value func(s *Situation) int
}

func literal(n int) *number {
	return &number{text: strconv.Itoa(n), value: func(*Situation) int { return n }}
}

// ofSuit is how many cards of a suit the hand holds.
func ofSuit(suit blackjack.Suit) *number {
	return &number{text: suits[suit], looks: needsSuit(suit),
		value: func(s *Situation) (count int) {
			for _, c := range s.Cards {
				if c.Suit() == suit {
					count++
				}
			}
			return count
		}}
}

func negative(n *number) *number {
	return &number{text: "-" + n.term(), looks: n.looks,
		value: func(s *Situation) int { return -n.value(s) }}
}

// plus adds a number, times 1 or -1.
func (n *number) plus(m *number, times int) *number {
	sign := map[int]string{1: " + ", -1: " - "}[times]
	return &number{text: n.text + sign + m.term(), sum: true, looks: n.looks.And(m.looks),
		value: func(s *Situation) int { return n.value(s) + times*m.value(s) }}
}

// term writes a number after a sign.
func (n *number) term() string {
	if n.sum {
		return "(" + n.text + ")"
	}
	return n.text
}
