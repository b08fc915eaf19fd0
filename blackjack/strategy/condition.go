package strategy

import "strings"

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
	looseRules
)

func loose(a Strategy) looseness {
	switch a := a.(type) {
	case *rule:
		return a.loose
	case *rulebook:
		return looseRules
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

// compare holds where each number is to the next as the sign between them says:
// signs has one less than of.
func compare(of []*number, signs []string) Strategy {
	text, looks := of[0].text, of[0].looks
	ops := make([]operator, len(signs))
	for i, sign := range signs {
		ops[i] = operators[sign]
		text += " " + sign + " " + of[i+1].text
		looks = looks.And(of[i+1].looks)
	}
	c := holds(text, looks, func(s *Situation) bool {
		left := of[0].value(s)
		for i, op := range ops {
			right := of[i+1].value(s)
			if !op.holds(left, right) {
				return false
			}
			left = right
		}
		return true
	})
	if l, r := of[0], of[1]; len(ops) == 1 && r.constant { // which most are
		c = holds(text, looks, ops[0].with(l.value, r.value(nil)))
	}
	c.loose = looseCompare
	return c
}

// with returns the comparison of a value with a constant.
func (o operator) with(value func(*Situation) float64, n float64) func(*Situation) bool {
	switch o {
	case less:
		return func(s *Situation) bool { return value(s) < n }
	case less | equal:
		return func(s *Situation) bool { return value(s) <= n }
	case equal:
		return func(s *Situation) bool { return value(s) == n }
	case greater | equal:
		return func(s *Situation) bool { return value(s) >= n }
	case greater:
		return func(s *Situation) bool { return value(s) > n }
	}
	return func(s *Situation) bool { return value(s) != n }
}

// holds compares. A product beyond all bounds may be no number, which differs from all.
func (o operator) holds(left, right float64) bool {
	switch {
	case left < right:
		return o&less != 0
	case left > right:
		return o&greater != 0
	case left == right:
		return o&equal != 0
	}
	return o == less|greater
}
