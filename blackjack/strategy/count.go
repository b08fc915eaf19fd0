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
