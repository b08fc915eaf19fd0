package strategy

import (
	"strconv"
	"strings"
)

// ParseCount returns a count by its name or its ten numbers, as count(...) takes it in an
// expression. The error is a [*SyntaxError].
func ParseCount(text string) (Weights, error) {
	w, err := parseCount(text)
	if err != nil {
		err.Text = text
		return Weights{}, err
	}
	return w, nil
}

func parseCount(text string) (Weights, *SyntaxError) {
	if len(text) > MaxLength { // before anything looks at it
		return Weights{}, &SyntaxError{Fault: TooLong, Count: len(text)}
	}
	p := &parser{text: legible(text)}
	if p.tokens, p.err = scan(p.text); p.err != nil {
		return Weights{}, p.err
	}
	m := p.weights()
	if p.err == nil && p.now().kind != anEnd {
		p.unexpected(PartEnd)
		p.err.Write = "" // no rule follows a count
	}
	if p.err != nil {
		return Weights{}, p.err
	}
	return *m.weights, nil
}

// String returns the name of a count, or its ten numbers: [ParseCount] reads it.
func (w Weights) String() string {
	for _, c := range counts {
		if c.weights == w {
			return c.name
		}
	}
	return w.numbers()
}

func (w Weights) numbers() string {
	text := make([]string, len(w))
	for i, weight := range w {
		text[i] = strconv.FormatFloat(weight+0, 'f', -1, 64) // -0 + 0 is 0
	}
	return strings.Join(text, ", ")
}

// weights returns the count that comes next, by its name or as ten numbers.
func (p *parser) weights() meaning {
	t := p.now()
	if t.kind == aWord || t.kind == aText {
		name := strings.Trim(t.text, `"“”`) // suits have quotes, and people write them here, too
		for _, c := range counts {
			if strings.EqualFold(c.name, name) {
				p.next++
				return meaning{text: c.name, weights: &c.weights, offset: t.offset}
			}
		}
		return p.unexpected(PartCount)
	}
	var list []float64
	extra := 0
	for {
		at := p.now().offset
		sign := 1.0
		if p.skip("-") {
			sign = -1
		}
		if p.now().kind != aNumber {
			return p.unexpected(PartCount)
		}
		list = append(list, sign*p.literal().number.value(nil))
		if len(list) == len(Weights{})+1 {
			extra = at
		}
		if !p.skip(",") {
			break
		}
	}
	var w Weights
	switch end := p.now(); {
	case p.err != nil:
		return nothing()
	case len(list) > len(w):
		return p.fail(extra, SyntaxError{Fault: NotTen, Count: len(list)})
	case len(list) < len(w) && (end.kind == anEnd || end.text == ")"):
		return p.fail(end.offset, SyntaxError{Fault: NotTen, Count: len(list)})
	case len(list) < len(w):
		return p.unexpected(PartCount)
	}
	copy(w[:], list)
	return meaning{text: w.numbers(), weights: &w, offset: t.offset}
}
