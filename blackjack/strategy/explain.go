package strategy

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2/lexer"
)

// SyntaxError tells what is wrong with an expression, and where.
type SyntaxError struct {
	Column  int // counted in characters from 1; 0 where it is the whole
	Message string
	Cause   error // of an expression that is right, but cannot be had here; else nil

	Text    string // the whole expression
	Missing string // what the expression ends without; else empty
	Unknown string // the name that is not known; else empty
	Meant   string // the known name that is nearest to it; empty where none is near
}

func (e *SyntaxError) Error() string {
	if e.Column == 0 {
		return e.Message
	}
	return fmt.Sprintf("column %d: %s", e.Column, e.Message)
}

// Unwrap returns the cause.
func (e *SyntaxError) Unwrap() error { return e.Cause }

// unexpected tells of the token at an offset, at which the grammar failed, what
// was expected in its place. An expression is operands with operators between
// them, so that the token before says it.
func (w scanned) unexpected(offset int) error {
	i := 0
	for i < len(w.of)-1 && w.of[i].Pos.Offset < offset {
		i++
	}
	if i > 0 && instead[strings.ToLower(w.of[i-1].Value)] != "" {
		i-- // such as "not", which passed for a name
	}
	e := &SyntaxError{
		Column:  column(w.text, w.of[i].Pos.Offset),
		Message: fmt.Sprintf("expected %s, found %s", w.expected(i), found(w.of[i])),
	}
	if w.of[i].EOF() {
		e.Missing = w.expected(i)
	}
	return e
}

func (w scanned) expected(i int) string {
	before := ""
	if i > 0 {
		before = w.of[i-1].Value
	}
	switch before {
	case "", "||", "&&", "!":
		return kindStrategy.String()
	case "<", "<=", ">", ">=", "==", "!=", "+", "-":
		return kindNumber.String()
	}
	call, arg, open := w.enclosing(i)
	switch {
	case before == "(" || before == ",":
		if args := argsOf(call); arg < len(args) {
			return args[arg].String()
		}
		return kindStrategy.String()
	case argsOf(before) != nil:
		return fmt.Sprintf("%q", "(")
	case call != "" && arg < len(argsOf(call))-1:
		return fmt.Sprintf("%q or an operator", ",")
	case open:
		return fmt.Sprintf("%q or an operator", ")")
	}
	return "an operator or the end"
}

// enclosing returns the function whose arguments token i stands among, and among
// which, counted from 0; open tells that there is a parenthesis around it.
func (w scanned) enclosing(i int) (call string, arg int, open bool) {
	depth := 0
	for j := i - 1; j >= 0; j-- {
		switch w.of[j].Value {
		case ")":
			depth++
		case ",":
			if depth == 0 {
				arg++
			}
		case "(":
			if depth > 0 {
				depth--
				continue
			}
			if j > 0 && w.of[j-1].Type == aWord {
				call = w.of[j-1].Value
			}
			return call, arg, true
		}
	}
	return "", 0, false
}

// instead is what people write who know another language.
var instead = map[string]string{"=": "==", "&": "&&", "|": "||", "and": "&&", "or": "||",
	"not": "!", "≤": "<=", "≥": ">=", "≠": "!="}

// found names a token in an error.
func found(token lexer.Token) string {
	if token.EOF() {
		return "the end"
	}
	if better, ok := instead[strings.ToLower(token.Value)]; ok {
		return fmt.Sprintf("%q: write %s", token.Value, better)
	}
	return quoted(token.Value)
}

// quoted shows a piece of an expression, and only the beginning of a long one.
func quoted(text string) string {
	if utf8.RuneCountInString(text) > 20 {
		text = string([]rune(text)[:20]) + "…"
	}
	return fmt.Sprintf("%q", text)
}

// column counts the characters up to an offset, from 1.
func column(text string, offset int) int {
	return utf8.RuneCountInString(text[:min(offset, len(text))]) + 1
}
