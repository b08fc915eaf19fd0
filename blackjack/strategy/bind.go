package strategy

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"holecard/blackjack"
)

// Env is what an expression is bound to. What is nil is not there: an
// expression that needs it is refused, but for Watch.
type Env struct {
	Rules *blackjack.Rules      // of the table; nil for any, and then nothing is checked against it
	Basic func() (Chart, error) // the table's basic strategy; called at most once
	Ask   Asker                 // the person
	Watch Watcher               // nil where nobody watches
}

// Parse returns the strategy that an expression makes:
//
//	strategy:   a || b   a && b   !a   (a)   number < number   name   name(...)
//	number:     17   total   -n   n + n   n - n   (n)
//	comparison: <  <=  >  >=  ==  !=
//
// Names are those of [Words], capitals or not. "&&" binds tighter than "||",
// and "!" tighter than "&&" but not than a comparison: !total < 17 is
// !(total < 17). The String of the strategy is the expression in its canonical
// form, which parses to the same strategy.
//
// Whatever the text, time and memory are bounded: see [MaxLength], [MaxTokens],
// [MaxDepth]. The error is a [*SyntaxError], which says where and what was
// expected; it wraps the error of env.Basic.
func Parse(text string, env Env) (Strategy, error) {
	a, err := parse(text, env)
	if wrong, ok := err.(*SyntaxError); ok {
		wrong.Text = text
	}
	return a, err
}

func parse(text string, env Env) (Strategy, error) {
	syntax, err := read(text)
	if err != nil {
		return nil, err
	}
	b := &binder{env: env, text: text}
	m, err := b.want(kindStrategy)(b.or(syntax))
	if err != nil {
		return nil, err
	}
	if _, err := scan(m.strategy.String()); err != nil { // the canonical form can be longer
		return nil, &SyntaxError{
			Message: "the expression is too long once it is written with blanks and parentheses",
		}
	}
	return m.strategy, nil
}

// meaning is what a part of an expression turns out to be: a strategy, a number
// or a text.
type meaning struct {
	strategy Strategy
	number   *number
	text     string
	offset   int // where it begins
}

func (m meaning) String() string {
	switch {
	case m.strategy != nil:
		return "the condition " + m.strategy.String()
	case m.number != nil:
		return "the number " + m.number.text
	}
	return "the text " + quoted(m.text)
}

type binder struct {
	env   Env
	text  string
	chart *Chart // once basic has been asked for
}

// fail says what is wrong with the part of the expression at an offset.
func (b *binder) fail(offset int, format string, args ...any) error {
	return &SyntaxError{Column: column(b.text, offset), Message: fmt.Sprintf(format, args...)}
}

// want returns what was found, if it is what was expected.
func (b *binder) want(k kind) func(meaning, error) (meaning, error) {
	return func(m meaning, err error) (meaning, error) {
		if err != nil {
			return m, err
		}
		ok := false
		switch k {
		case kindStrategy:
			ok = m.strategy != nil
		case kindNumber, kindStop:
			ok = m.number != nil
		case kindSuit:
			ok = m.strategy == nil && (m.number == nil || slices.Contains(suits[:], m.number.text))
		}
		if !ok {
			return m, b.fail(m.offset, "expected %v, found %v", k, m)
		}
		return m, nil
	}
}

func (b *binder) or(x *orSyntax) (meaning, error) {
	return bindChain(b, x.Of, b.and, anyOf)
}

func (b *binder) and(x *andSyntax) (meaning, error) {
	return bindChain(b, x.Of, b.not, allOf)
}

// bindChain returns the only part, or what strategies combine to.
func bindChain[X any](
	b *binder, of []X, bind func(X) (meaning, error), combine func([]Strategy) Strategy,
) (meaning, error) {
	first, err := bind(of[0])
	if err != nil || len(of) == 1 {
		return first, err
	}
	list := make([]Strategy, len(of))
	m, err := b.want(kindStrategy)(first, nil)
	for i := 0; err == nil; {
		list[i] = m.strategy
		if i++; i == len(of) {
			return meaning{strategy: combine(list), offset: first.offset}, nil
		}
		m, err = b.want(kindStrategy)(bind(of[i]))
	}
	return m, err
}

func (b *binder) not(x *notSyntax) (meaning, error) {
	if x.Not == nil {
		return b.compare(x.Else)
	}
	m, err := b.want(kindStrategy)(b.not(x.Not))
	if err != nil {
		return m, err
	}
	return meaning{strategy: not(m.strategy), offset: m.offset}, nil
}

func (b *binder) compare(x *compareSyntax) (meaning, error) {
	left, err := b.sum(x.Left)
	if err != nil || x.Op == "" {
		return left, err
	}
	if left, err = b.want(kindNumber)(left, nil); err != nil {
		return left, err
	}
	right, err := b.want(kindNumber)(b.sum(x.Right))
	if err != nil {
		return right, err
	}
	return meaning{strategy: compare(left.number, x.Op, right.number), offset: left.offset}, nil
}

func (b *binder) sum(x *sumSyntax) (meaning, error) {
	first, err := b.signed(x.First)
	if err != nil || len(x.Rest) == 0 {
		return first, err
	}
	total, err := b.want(kindNumber)(first, nil)
	for i := 0; err == nil; i++ {
		if i == len(x.Rest) {
			return total, nil
		}
		times := 1
		if x.Rest[i].Op == "-" {
			times = -1
		}
		var m meaning
		if m, err = b.want(kindNumber)(b.signed(x.Rest[i].Of)); err == nil {
			total.number = total.number.plus(m.number, times)
		}
	}
	return total, err
}

func (b *binder) signed(x *signedSyntax) (meaning, error) {
	if x.Minus == nil {
		return b.operand(x.Else)
	}
	m, err := b.want(kindNumber)(b.signed(x.Minus))
	if err != nil {
		return m, err
	}
	return meaning{number: negative(m.number), offset: m.offset}, nil
}

func (b *binder) operand(x *operandSyntax) (m meaning, err error) {
	at := x.Pos.Offset
	switch {
	case x.Inner != nil:
		m, err = b.or(x.Inner)
	case x.Word != nil:
		m, err = b.word(x.Word, at)
	case x.Text != "":
		m = meaning{text: strings.Trim(x.Text, `"“”`)}
	default:
		n, wrong := strconv.Atoi(x.Number)
		if wrong != nil || n > maxNumber {
			return m, b.fail(at, "expected a whole number up to %d, found %s", maxNumber,
				quoted(x.Number))
		}
		m = meaning{number: literal(n)}
	}
	m.offset = at
	return m, err
}

// word makes what a name says of its arguments.
func (b *binder) word(x *wordSyntax, at int) (meaning, error) {
	w, ok := wordOf(x.Name)
	switch {
	case !ok:
		return meaning{}, b.unknown(x.Name, at)
	case x.Call && w.args == nil:
		return meaning{}, b.fail(at, "%s takes nothing in parentheses", w.name)
	case !x.Call && w.args != nil:
		return meaning{}, b.fail(at, "expected %s, found %s alone", w.name+w.form, w.name)
	case len(x.Args) != len(w.args):
		return meaning{}, b.fail(at, "expected %d in the parentheses of %s, found %d",
			len(w.args), w.name+w.form, len(x.Args))
	}
	args := make([]meaning, len(x.Args))
	for i, arg := range x.Args {
		m, err := b.want(w.args[i])(b.or(arg))
		if err != nil {
			return meaning{}, err
		}
		args[i] = m
	}
	m, err := w.make(b, args)
	if wrong, ok := err.(*SyntaxError); ok && wrong.Column == 0 {
		wrong.Column = column(b.text, at)
	}
	return m, err
}
