package strategy

import "regexp"

// tokens are the words of the language; the groups are kinds of them. A chart is a single
// one, up to the parenthesis that ends it. Every text is tokens: any other character is a
// sign.
var tokens = regexp.MustCompile(`(\s+)|(\d[\w.]*)|((?i:chart)\s*\([^()]*\)?)|([A-Za-z_]\w*)|` +
	`("[^"]*"|“[^”]*”)|(&&|\|\||[<>=!]=|(?s:.))`)

// The kinds of tokens.
const (
	anEnd = iota
	aBlank
	aNumber
	aChart
	aWord
	aText
	aSign
)

type token struct {
	kind   int
	text   string
	offset int
}

// scan splits the text into tokens, of which the last is the end, or returns an error
// that says why they cost too much.
func scan(text string) (list []token, err *SyntaxError) {
	fail := func(f Fault, count int) ([]token, *SyntaxError) {
		return nil, &SyntaxError{Fault: f, Count: count}
	}
	depth, charts := 0, 0
	for _, m := range tokens.FindAllStringSubmatchIndex(text, -1) {
		t := token{text: text[m[0]:m[1]], offset: m[0]}
		for t.kind = aBlank; m[2*t.kind] < 0; t.kind++ { // a group has matched
		}
		switch {
		case t.kind == aBlank:
			continue
		case t.kind == aChart:
			charts += len(t.text)
		case t.text == "(":
			depth++
		case t.text == ")":
			depth--
		}
		list = append(list, t)
		switch {
		case depth > MaxDepth:
			return fail(TooDeep, 0)
		case len(list) > MaxTokens:
			return fail(TooManyTokens, 0)
		}
	}
	switch {
	case charts > MaxChart:
		return fail(TooLongCharts, charts)
	case len(text)-charts > MaxLength:
		return fail(TooLong, len(text)-charts)
	}
	return append(list, token{offset: len(text)}), nil
}
