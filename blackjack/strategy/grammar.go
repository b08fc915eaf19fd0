package strategy

import (
	"slices"
	"strings"

	"holecard/blackjack"
)

// definition is a name of let, and what it costs wherever it stands.
type definition struct {
	name    string
	meaning meaning
	cost    int
}

// keywords are the words of rules besides the actions.
var keywords = []string{"let", "bet", "if", "else"}

// keyword returns the word of rules that a text is, in lower case, else nothing.
func keyword(text string) string {
	if text = strings.ToLower(text); slices.Contains(keywords, text) {
		return text
	}
	return ""
}

// reserved reports whether a word has a meaning in rules alone.
func reserved(text string) bool {
	_, action := actionNamed(text)
	return action || keyword(text) != ""
}

// skipWord goes past a word of rules, if it comes next.
func (p *parser) skipWord(word string) bool {
	t := p.now()
	is := t.kind == aWord && keyword(t.text) == word
	if is {
		p.next++
	}
	return is
}

// begun are the rules that have been read.
type begun struct {
	lets     []string
	bets     []bet
	plays    []play
	last     bool // the newest rule has its if, so that no other can follow, and no else
	betAll   bool // no rule to bet by is reached any more
	playsAll bool // no rule to play by is
}

// rules reads rules, or the one expression that there is. Definitions and bets are
// of the whole alone.
func (p *parser) rules(want Part, whole bool) meaning {
	var b begun
	first := p.now()
	if !p.beginsRule() {
		m := p.or(want)
		if t := p.now(); t.kind != aSign || t.text != ";" {
			return m
		}
		b.all(p.check(PartCondition, m).strategy)
	} else {
		p.rule(&b, whole)
	}
	for p.skip(";") && !p.ended() {
		p.rule(&b, whole)
	}
	switch {
	case p.err != nil:
		return nothing()
	case !p.ended() && (b.last || keyword(p.now().text) == "else"):
		return p.unexpected(PartEnd)
	case !p.ended() && !b.playsAll:
		return p.unexpected(PartRuleEnd)
	case len(b.plays) == 0:
		return p.unexpected(PartPlay)
	case len(b.lets)+len(b.bets) == 0 && b.plays[0].by != nil: // of a single rule
		return meaning{strategy: b.plays[0].by, offset: first.offset}
	}
	made := newRulebook(b.lets, b.bets, b.plays)
	return meaning{strategy: made, offset: first.offset}
}

// ended reports whether the rules end here.
func (p *parser) ended() bool {
	t := p.now()
	return t.kind == anEnd || t.kind == aSign && (t.text == ")" || t.text == ",")
}

func (p *parser) beginsRule() bool {
	t := p.now()
	_, action := actionNamed(t.text)
	return t.kind == aWord && (action || slices.Contains(keywords[:2], keyword(t.text)))
}

// all adds the rule of a strategy, which decides all that is left.
func (b *begun) all(by Strategy) {
	b.plays, b.playsAll = append(b.plays, play{by: by}), true
}

// rule reads one rule.
func (p *parser) rule(b *begun, whole bool) {
	t := p.now()
	_, action := actionNamed(t.text)
	b.last = false
	switch {
	case whole && p.skipWord("let"):
		p.let(b)
	case whole && p.skipWord("bet"):
		if b.betAll {
			p.fail(t.offset, SyntaxError{Fault: NeverReached, Name: "bet"})
		}
		p.bet(b, t)
	case b.playsAll:
		p.fail(t.offset, SyntaxError{Fault: NeverReached, Name: t.text})
	case t.kind == aWord && action:
		p.play(b)
	default:
		b.all(p.check(PartCondition, p.or(PartCondition)).strategy)
	}
}

// let reads the name that a strategy or a number has from here on.
func (p *parser) let(b *begun) {
	t := p.now()
	_, known := wordOf(t.text)
	taken := known || reserved(t.text) || instead[strings.ToLower(t.text)] != "" ||
		p.defined(t.text) != nil
	switch {
	case t.kind != aWord:
		p.unexpected(PartName)
		return
	case taken:
		p.fail(t.offset, SyntaxError{Fault: NameTaken, Name: t.text})
		return
	}
	if p.next++; !p.skip("=") {
		p.unexpected(PartIs)
		return
	}
	from, cost := p.next, p.cost
	p.within = aLet
	m := p.check(PartValue, p.or(PartValue))
	p.within = aPlay
	text := ""
	switch {
	case p.err != nil:
		return
	case m.number != nil:
		text = m.number.text
	default:
		text, _ = join([]Strategy{m.strategy}, "", looseOr)
	}
	b.lets = append(b.lets, "let "+t.text+" = "+text)
	if m.number != nil {
		n := *m.number
		n.text, n.loose = t.text, oneTerm
		m.number = &n
	}
	if m.strategy != nil {
		m.strategy = &named{m.strategy, t.text}
	}
	p.own = append(p.own, definition{t.text, m, p.next - from + p.cost - cost})
}

func (p *parser) defined(name string) *definition {
	for i := range p.own {
		if strings.EqualFold(p.own[i].name, name) {
			return &p.own[i]
		}
	}
	return nil
}

// ownName returns what a name of let means, nothing for another.
func (p *parser) ownName(t token) meaning {
	d := p.defined(t.text)
	if d == nil {
		return meaning{}
	}
	if p.cost += d.cost; p.cost > MaxCost {
		return p.fail(t.offset, SyntaxError{Fault: TooCostly})
	}
	var n Needs
	if d.meaning.number != nil {
		n = d.meaning.number.looks
	} else {
		n = NeedsOf(d.meaning.strategy)
	}
	return p.stands(t.offset, d.name, n, d.meaning)
}

// bet reads how much to bet, and when.
func (p *parser) bet(b *begun, t token) {
	p.fits(t.offset, "bet", Needs{Bets: true}, meaning{})
	p.within = aBet
	units := p.check(PartNumber, p.sum(PartNumber))
	if p.err == nil {
		p.worth(units)
	}
	applies := p.condition()
	p.within = aPlay
	b.bets = append(b.bets, bet{units.number, applies})
	b.betAll, b.last = applies == nil, applies != nil
}

// play reads actions in the order of the wishes, and when to take them.
func (p *parser) play(b *begun) {
	var list []blackjack.Action
	for {
		a, ok := actionNamed(p.now().text)
		if !ok {
			p.unexpected(PartAction)
			return
		}
		p.next++
		if list = append(list, a); !p.skipWord("else") {
			break
		}
	}
	applies := p.condition()
	b.plays = append(b.plays, play{actions: list, applies: applies})
	b.last = applies != nil
}

// condition returns what stands after if, nil where there is no if.
func (p *parser) condition() Strategy {
	if !p.skipWord("if") {
		return nil
	}
	return p.check(PartCondition, p.or(PartCondition)).strategy
}
