package strategy

import (
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"holecard/blackjack"
)

// What an expression may cost. Each is checked before anything recurses.
const (
	MaxLength = 1000 // bytes besides charts: see MaxChart
	MaxTokens = 300  // words, numbers and signs
	MaxDepth  = 32   // parentheses in one another
	MaxNumber = 999
	MaxCost   = 1000 // words, numbers and signs, once the names of let are written out
)

// Env is what an expression is bound to. What is nil is not there: an
// expression that needs it is refused, except for Watch.
type Env struct {
	// Rules are those of the table. They are nil for any, and for a text that was accepted
	// before: then nothing is checked against them, nor whether the text makes sense.
	Rules *blackjack.Rules
	Basic func() (Chart, error) // the table's basic strategy; called at most once
	Ask   Asker                 // the person
	Watch Watcher               // nil where nobody watches

	// Lacks is what cannot be had here: of memory, chance and bets. An expression
	// that needs one of them is refused.
	Lacks Needs
}

// Parse returns the strategy that an expression makes:
//
//	rules:      rule; rule; ...
//	rule:       let name = strategy or number
//	            bet number             bet number if strategy
//	            action else action     action else action if strategy
//	            strategy, which decides all that is left
//	strategy:   a || b   a && b   !a   (a)   40%   n < n   n <= n <= n   name   name(...)
//	            chart(2 3 ... A hard 16 S S ...), of which the text is as in [Chart.Text]
//	number:     17   1.5   2%   total   -n   n + n   n - n   n * n   n / n   (n)
//	comparison: <  <=  >  >=  ==  !=
//	action:     hit stand double split surrender insure decline evenMoney
//
// Rules stand for a strategy wherever one may stand in parentheses, there without let
// and bet. Names are those of [Words], capitals or not. "&&" binds tighter than "||",
// and "!" tighter than "&&" but not than a comparison: !total < 17 is
// !(total < 17). The String of the strategy is the expression in its canonical
// form, which parses to the same strategy.
//
// A text that begins with the columns of a chart is one, also without chart(...). What
// follows "#" in a line is a comment. Signs and digits of full width are read as plain
// ones.
//
// Whatever the text, time and memory are bounded: see [MaxLength], [MaxTokens],
// [MaxDepth], [MaxCost], [MaxChart]. The error is a [*SyntaxError], which says where and what was
// expected; it wraps the error of env.Basic.
func Parse(text string, env Env) (Strategy, error) {
	if len(text) > MaxLength+MaxChart { // before anything looks at it
		return nil, &SyntaxError{Fault: TooLong, Text: text, Count: len(text)}
	}
	a, err := parse(legible(text), env)
	if err != nil {
		if err.Fault == Unexpected && err.Found == PartEnd {
			err = commented(text, err)
		}
		err.Text = text
		return nil, err
	}
	return a, nil
}

// parse reads a [legible] text. The error lacks the text.
func parse(text string, env Env) (Strategy, *SyntaxError) {
	if beginsChart.MatchString(text) || hasRows(text) {
		return wholeChart(text, env.Rules)
	}
	p := &parser{env: env, text: text}
	if p.tokens, p.err = scan(text); p.err != nil {
		return nil, p.err
	}
	m := p.rules(PartCondition, true)
	if p.now().kind != anEnd {
		p.unexpected(PartEnd)
	}
	if m = p.check(PartCondition, m); p.err != nil {
		return nil, p.err
	}
	if _, err := scan(m.strategy.String()); err != nil { // the canonical form can be longer
		return nil, &SyntaxError{Fault: TooLongWritten}
	}
	return m.strategy, nil
}

// commented makes the error of a text that ends too early say that a comment is what is left
// of its only line.
func commented(text string, err *SyntaxError) *SyntaxError {
	at := strings.IndexAny(text, "#＃")
	if at < 0 || strings.Contains(strings.TrimSpace(text), "\n") {
		return err
	}
	return &SyntaxError{Fault: Commented, Column: utf8.RuneCountInString(text[:at]) + 1}
}

// wholeChart reads a text that is a chart and nothing else.
func wholeChart(text string, rules *blackjack.Rules) (Strategy, *SyntaxError) {
	if len(text) > MaxChart {
		return nil, &SyntaxError{Fault: TooLongCharts, Count: len(text)}
	}
	c, err := parseChart(text, 0, len(text), rules)
	if err != nil {
		return nil, within(text, err)
	}
	return c, nil
}

// longer are signs of a strategy of which a chart can be but a part.
var longer = regexp.MustCompile(`;|&&|\|\||[A-Za-z]\(`)

// within makes the error of a bare chart say that it lacks its parentheses, if it seems to
// be a part of a longer strategy.
func within(text string, err *SyntaxError) *SyntaxError {
	wrong, _ := errors.AsType[*ChartError](err)
	if !longer.MatchString(text) || wrong.Fault == ChartLacksColumn ||
		wrong.Fault == ChartNoUpcard {
		return err
	}
	wrong.Fault = ChartWithin
	if at := strings.IndexAny(wrong.Found, ";&|"); at > 0 {
		err.Column += utf8.RuneCountInString(wrong.Found[:at])
		wrong.Found = wrong.Found[at:]
	}
	return err
}

// meaning is what a part of an expression turns out to be: a strategy, a number,
// or one of them by where it stands; a text, or the numbers of a count.
type meaning struct {
	strategy Strategy
	number   *number
	text     string
	weights  *Weights
	offset   int // where it begins
}

// nothing is the meaning of a wrong part. It passes for anything, so that only
// the first error counts.
func nothing() meaning {
	return meaning{strategy: holds("", Needs{}, nil), number: literal(0)}
}

// parser reads an expression from left to right. After the first error it stands
// at the end.
type parser struct {
	env    Env
	text   string
	tokens []token
	next   int
	chart  *Chart // once basic has been asked for
	err    *SyntaxError

	own    []definition
	within ruleKind
	cost   int // of the names written out
}

// ruleKind is the kind of rule that is read.
type ruleKind uint8

const (
	aPlay ruleKind = iota
	aBet
	aLet // of which it is not known yet what it is for
)

func (p *parser) now() token { return p.tokens[p.next] }

// skip goes past a sign, if it comes next.
func (p *parser) skip(sign string) bool {
	t := p.now()
	is := t.kind == aSign && t.text == sign
	if is {
		p.next++
	}
	return is
}

// fail refuses the expression for the part at an offset.
func (p *parser) fail(offset int, e SyntaxError) meaning {
	e.Column = utf8.RuneCountInString(p.text[:offset]) + 1
	return p.refuse(&e)
}

// refuse refuses the expression, unless it is refused already.
func (p *parser) refuse(e *SyntaxError) meaning {
	if p.err == nil {
		p.err = e
		p.next = len(p.tokens) - 1
	}
	return nothing()
}

// instead is what people write who know another language.
var instead = map[string]string{"=": "==", "&": "&&", "|": "||", "and": "&&", "or": "||",
	"not": "!", "≤": "<=", "≥": ">=", "≠": "!="}

// unexpected says that something else is wanted than what comes next.
func (p *parser) unexpected(want Part) meaning {
	t := p.now()
	e := SyntaxError{Fault: Unexpected, Want: want, Found: PartToken, Piece: t.text,
		Write: instead[strings.ToLower(t.text)]}
	switch {
	case t.kind == anEnd:
		e.Found = PartEnd
	case t.text == "," && want == PartEnd:
		e.Write = ";"
	}
	return p.fail(t.offset, e)
}

// check returns what was found, if it is the wanted part.
func (p *parser) check(want Part, m meaning) meaning {
	e := SyntaxError{Fault: Unexpected, Want: want, Found: PartText, Piece: m.text}
	ok := false
	switch {
	case m.strategy != nil:
		e.Found, e.Piece = PartCondition, Brief(m.strategy.String())
	case m.number != nil:
		e.Found, e.Piece = PartNumber, m.number.text
	}
	switch want {
	case PartCondition:
		ok = m.strategy != nil
	case PartNumber, PartStop, PartRank:
		ok = m.number != nil
	case PartCount:
		ok = m.weights != nil
	case PartValue:
		ok = m.strategy != nil || m.number != nil
	case PartSuit: // a suit's name without quotes is how many cards of it the hand has
		ok = e.Found == PartText || slices.Contains(suits[:], e.Piece)
	}
	if n := m.number; !ok && want == PartCondition && n != nil && n.constant &&
		decimal.MatchString(strings.TrimSuffix(n.text, "%")) && strings.HasSuffix(n.text, "%") {
		e = SyntaxError{Fault: TooLikely, Name: n.text}
	}
	if !ok {
		return p.fail(m.offset, e)
	}
	return m
}

func (p *parser) or(want Part) meaning  { return p.chain(want, "||", p.and, anyOf) }
func (p *parser) and(want Part) meaning { return p.chain(want, "&&", p.not, allOf) }

// chain returns the only part, or what strategies combine to.
func (p *parser) chain(want Part, sign string, part func(want Part) meaning,
	combine func([]Strategy) Strategy) meaning {
	first := part(want)
	list := []meaning{first}
	for p.skip(sign) {
		list = append(list, part(PartCondition))
	}
	if len(list) == 1 {
		return first
	}
	of := make([]Strategy, len(list))
	for i, m := range list {
		of[i] = p.check(PartCondition, m).strategy
	}
	return meaning{strategy: combine(of), offset: first.offset}
}

func (p *parser) not(want Part) meaning {
	if !p.skip("!") {
		return p.compare(want)
	}
	m := p.check(PartCondition, p.not(PartCondition))
	return meaning{strategy: not(m.strategy), offset: m.offset}
}

func (p *parser) compare(want Part) meaning {
	left := p.sum(want)
	if operators[p.now().text] == 0 {
		if operators[instead[p.now().text]] != 0 && left.number != nil {
			return p.unexpected(PartEnd) // before it is a condition that lacks
		}
		return left
	}
	list, signs := []meaning{p.check(PartNumber, left)}, []string(nil)
	for operators[p.now().text] != 0 {
		signs = append(signs, p.now().text)
		p.next++
		list = append(list, p.check(PartNumber, p.sum(PartNumber)))
	}
	if p.err == nil {
		p.senseless(list, signs)
	}
	if p.err != nil {
		return nothing()
	}
	of := make([]*number, len(list))
	for i, m := range list {
		of[i] = m.number
	}
	return meaning{strategy: compare(of, signs), offset: left.offset}
}

func (p *parser) sum(want Part) meaning {
	return p.series(want, p.product, "+", "-")
}

func (p *parser) product(want Part) meaning {
	return p.series(want, p.signed, "*", "/")
}

// series returns the only part, or the number that signs make of numbers.
func (p *parser) series(want Part, part func(want Part) meaning, signs ...string) meaning {
	all := part(want)
	for p.now().kind == aSign && slices.Contains(signs, p.now().text) {
		sign := p.now().text
		p.next++
		m := part(PartNumber)
		all, m = p.check(PartNumber, all), p.check(PartNumber, m)
		if sign == "/" && p.err == nil {
			p.divided(m)
		}
		all = meaning{number: combined(all.number, sign, m.number), offset: all.offset}
	}
	return all
}

func (p *parser) signed(want Part) meaning {
	at := p.now().offset
	if !p.skip("-") {
		return p.operand(want)
	}
	m := p.check(PartNumber, p.signed(PartNumber))
	return meaning{number: negative(m.number), offset: at}
}

func (p *parser) operand(want Part) (m meaning) {
	t := p.now()
	switch {
	case t.kind == aWord && instead[strings.ToLower(t.text)] == "" && !reserved(t.text):
		p.next++
		if m = p.ownName(t); m.strategy == nil && m.number == nil {
			m = p.word(t)
		}
	case t.kind == aChart:
		p.next++
		m = p.written(t)
	case t.kind == aText:
		p.next++
		m.text = strings.Trim(t.text, `"“”`)
	case t.kind == aNumber:
		if m = p.literal(); m.number != nil && p.skip("%") {
			n := m.number.value(nil)
			m = meaning{number: percent(n), strategy: luck(n)}
			if n > 100 && p.env.Rules != nil { // it is a number alone
				m.strategy = nil
				break
			}
			m.strategy = p.fits(t.offset, m.number.text, NeedsOf(m.strategy), m).strategy
		}
	case p.skip("("):
		if m = p.rules(PartCondition, false); !p.skip(")") {
			return p.unexpected(PartClose)
		}
	default:
		return p.unexpected(want)
	}
	m.offset = t.offset
	return m
}

// written reads a chart.
func (p *parser) written(t token) meaning {
	inner := strings.TrimSuffix(t.text, ")")
	c, err := parseChart(p.text, t.offset+strings.Index(inner, "(")+1, t.offset+len(inner),
		p.env.Rules)
	switch {
	case err != nil:
		return p.refuse(err)
	case inner == t.text:
		return p.unexpected(PartClose)
	}
	return p.stands(t.offset, "chart", NeedsOf(c), meaning{strategy: c})
}

// decimal is a number as people write it.
var decimal = regexp.MustCompile(`^\d+(\.\d{1,4})?$`)

// literal returns the number that comes next in digits.
func (p *parser) literal() meaning {
	t := p.now()
	n, err := strconv.ParseFloat(t.text, 64)
	if err != nil || n > MaxNumber || !decimal.MatchString(t.text) {
		return p.unexpected(PartWhole)
	}
	p.next++
	return meaning{number: literal(n), offset: t.offset}
}

// word makes what a name says of its arguments.
func (p *parser) word(name token) meaning {
	w, ok := wordOf(name.text)
	called := p.skip("(")
	e := SyntaxError{Name: w.call}
	switch after := p.now().kind; {
	case !ok:
		return p.fail(name.offset, p.unknown(name.text))
	case called && w.args == nil:
		e.Fault = TakesNothing
	case !called && w.args != nil && after != aSign && after != anEnd:
		return p.unexpected(PartOpen)
	case !called && w.args != nil:
		e.Fault = TakesArguments
	}
	if e.Fault != "" {
		return p.fail(name.offset, e)
	}
	var args []meaning
	if called {
		args = p.arguments(w)
	}
	if len(args) != len(w.args) {
		e.Fault, e.Count = ArgumentCount, len(args)
		return p.fail(name.offset, e)
	}
	for i, m := range args {
		args[i] = p.check(w.args[i], m)
	}
	if p.err != nil {
		return nothing()
	}
	return w.make(p, name.offset, args)
}

// arguments returns what stands in the parentheses of a word.
func (p *parser) arguments(w word) (list []meaning) {
	if p.skip(")") {
		return nil
	}
	for {
		want := PartCondition
		if len(list) < len(w.args) {
			want = w.args[len(list)]
		}
		if want == PartCount {
			list = append(list, p.weights())
		} else {
			list = append(list, p.rules(want, false))
		}
		switch {
		case p.skip(")"):
			return list
		case p.skip(","):
		case len(list) < len(w.args):
			p.unexpected(PartComma)
			return list
		default:
			p.unexpected(PartClose)
			return list
		}
	}
}
