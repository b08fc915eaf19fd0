package strategy

import (
	"fmt"
	"strconv"
	"strings"

	"holecard/blackjack"
)

// A condition is a strategy that takes a card where it holds, and a strategy in
// a condition holds where it takes one.

// precedence is how tightly the outermost operator of an expression binds.
type precedence int

const (
	bindsOr precedence = iota
	bindsAnd
	bindsNot
	bindsCompare
	bindsCall
)

func binds(a Strategy) precedence {
	switch a.(type) {
	case *anyOf:
		return bindsOr
	case *allOf:
		return bindsAnd
	case *not:
		return bindsNot
	case *comparison:
		return bindsCompare
	}
	return bindsCall
}

// within writes an operand, in parentheses where it binds less tightly than
// least.
func within(a Strategy, least precedence) string {
	if binds(a) < least {
		return "(" + a.String() + ")"
	}
	return a.String()
}

func join(of []Strategy, sign string, least precedence) string {
	parts := make([]string, len(of))
	for i, a := range of {
		parts[i] = within(a, least)
	}
	return strings.Join(parts, sign)
}

func needsOfAll(of []Strategy) (n Needs) {
	for _, a := range of {
		n = n.And(NeedsOf(a))
	}
	return n
}

// anyOf holds where one of two or more does; it asks no further.
type anyOf struct{ of []Strategy }

func (c *anyOf) takes(s *Situation) (bool, error) {
	for _, a := range c.of {
		if yes, err := takes(a, s); yes || err != nil {
			return yes, err
		}
	}
	return false, nil
}

func (c *anyOf) Decide(s *Situation) (blackjack.Action, error) { return decide(c, s) }
func (c *anyOf) String() string                                { return join(c.of, " || ", bindsAnd) }
func (c *anyOf) needs() Needs                                  { return needsOfAll(c.of) }

// allOf holds where all of two or more do; it asks none after one that does not.
type allOf struct{ of []Strategy }

func (c *allOf) takes(s *Situation) (bool, error) {
	for _, a := range c.of {
		if yes, err := takes(a, s); !yes || err != nil {
			return false, err
		}
	}
	return true, nil
}

func (c *allOf) Decide(s *Situation) (blackjack.Action, error) { return decide(c, s) }
func (c *allOf) String() string                                { return join(c.of, " && ", bindsNot) }
func (c *allOf) needs() Needs                                  { return needsOfAll(c.of) }

type not struct{ a Strategy }

func (c *not) takes(s *Situation) (bool, error) {
	yes, err := takes(c.a, s)
	return !yes && err == nil, err
}

func (c *not) Decide(s *Situation) (blackjack.Action, error) { return decide(c, s) }
func (c *not) needs() Needs                                  { return NeedsOf(c.a) }
func (c *not) String() string {
	if binds(c.a) == bindsCompare {
		return "!(" + c.a.String() + ")" // so it reads to those who know "!" to bind tighter
	}
	return "!" + within(c.a, bindsNot)
}

// fact is a condition with a name.
type fact uint8

const (
	never fact = iota
	always
	soft // an ace counts 11
	hard
	pair // two cards of the same value
)

func (f fact) takes(s *Situation) (bool, error) {
	switch f {
	case always:
		return true, nil
	case soft:
		return s.Soft, nil
	case hard:
		return !s.Soft, nil
	case pair:
		return len(s.Cards) == 2 && s.Cards[0].Pairs(s.Cards[1]), nil
	}
	return false, nil
}

func (f fact) Decide(s *Situation) (blackjack.Action, error) { return decide(f, s) }
func (f fact) String() string                                { return [...]string{"false", "true", "soft", "hard", "pair"}[f] }
func (f fact) needs() Needs                                  { return Needs{Soft: f == soft || f == hard, Cards: f == pair} }

type comparison struct {
	left  number
	op    operator
	right number
}

// operator is the set of what it lets the left be to the right.
type operator uint8

const (
	less operator = 1 << iota
	equal
	greater
)

var operators = map[string]operator{
	"<": less, "<=": less | equal, "==": equal, "!=": less | greater, ">=": greater | equal, ">": greater,
}

func (o operator) String() string {
	return [...]string{less: "<", less | equal: "<=", equal: "==", less | greater: "!=", greater | equal: ">=", greater: ">"}[o]
}

func (c *comparison) takes(s *Situation) (bool, error) {
	l, r := c.left.value(s), c.right.value(s)
	switch {
	case l < r:
		return c.op&less != 0, nil
	case l > r:
		return c.op&greater != 0, nil
	}
	return c.op&equal != 0, nil
}

func (c *comparison) Decide(s *Situation) (blackjack.Action, error) { return decide(c, s) }
func (c *comparison) String() string                                { return fmt.Sprintf("%v %s %v", c.left, c.op, c.right) }
func (c *comparison) needs() Needs                                  { return c.left.needs().And(c.right.needs()) }

// number is what conditions compare.
type number interface {
	value(s *Situation) int
	needs() Needs
	String() string
}

type literal int

func (n literal) value(*Situation) int { return int(n) }
func (n literal) needs() Needs         { return Needs{} }
func (n literal) String() string       { return strconv.Itoa(int(n)) }

// quantity is a number with a name.
type quantity uint8

const (
	theTotal quantity = iota
	theUpcard
	theCards // how many
)

func (q quantity) value(s *Situation) int {
	switch q {
	case theTotal:
		return s.Total
	case theUpcard:
		return upcard(s)
	}
	return len(s.Cards)
}

func (q quantity) String() string { return [...]string{"total", "upcard", "cards"}[q] }
func (q quantity) needs() Needs {
	return Needs{Total: q == theTotal, Upcard: q == theUpcard, Cards: q == theCards}
}

// ofSuit is how many cards of a suit the hand holds.
type ofSuit blackjack.Suit

func (n ofSuit) value(s *Situation) (count int) {
	for _, c := range s.Cards {
		if c.Suit() == blackjack.Suit(n) {
			count++
		}
	}
	return count
}

func (n ofSuit) needs() Needs   { return needsSuit(blackjack.Suit(n)) }
func (n ofSuit) String() string { return suits[n] }

type negative struct{ of number }

func (n negative) value(s *Situation) int { return -n.of.value(s) }
func (n negative) needs() Needs           { return n.of.needs() }
func (n negative) String() string         { return "-" + term(n.of) }

// sum is a number and what is added to it or taken from it, one after another.
type sum struct {
	first number
	rest  []addend
}

type addend struct {
	minus bool
	of    number
}

func (n *sum) value(s *Situation) int {
	v := n.first.value(s)
	for _, a := range n.rest {
		if a.minus {
			v -= a.of.value(s)
		} else {
			v += a.of.value(s)
		}
	}
	return v
}

func (n *sum) needs() Needs {
	all := n.first.needs()
	for _, a := range n.rest {
		all = all.And(a.of.needs())
	}
	return all
}

func (n *sum) String() string {
	text := n.first.String()
	for _, a := range n.rest {
		sign := " + "
		if a.minus {
			sign = " - "
		}
		text += sign + term(a.of)
	}
	return text
}

// term writes a number after a sign.
func term(n number) string {
	if _, ok := n.(*sum); ok {
		return "(" + n.String() + ")"
	}
	return n.String()
}
