package strategy

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"
)

// What an expression may cost. Each is checked before anything recurses.
const (
	MaxLength = 1000 // bytes
	MaxTokens = 300  // words, numbers and signs
	MaxDepth  = 32   // parentheses in one another
	maxNumber = 999
)

// The grammar, loosest first. Whether a thing is a number, a text or a strategy
// is not its business: see bind.go.
type (
	orSyntax struct {
		Of []*andSyntax `parser:"@@ ('||' @@)*"`
	}
	andSyntax struct {
		Of []*notSyntax `parser:"@@ ('&&' @@)*"`
	}
	notSyntax struct {
		Not  *notSyntax     `parser:"  '!' @@"`
		Else *compareSyntax `parser:"| @@"`
	}
	compareSyntax struct {
		Left  *sumSyntax `parser:"@@"`
		Op    string     `parser:"( @('<=' | '<' | '>=' | '>' | '==' | '!=')"`
		Right *sumSyntax `parser:"  @@ )?"`
	}
	sumSyntax struct {
		First *signedSyntax `parser:"@@"`
		Rest  []*termSyntax `parser:"@@*"`
	}
	termSyntax struct {
		Op string        `parser:"@('+' | '-')"`
		Of *signedSyntax `parser:"@@"`
	}
	signedSyntax struct {
		Minus *signedSyntax  `parser:"  '-' @@"`
		Else  *operandSyntax `parser:"| @@"`
	}
	operandSyntax struct {
		Pos    lexer.Position
		Number string      `parser:"  @Number"`
		Text   string      `parser:"| @Text"`
		Word   *wordSyntax `parser:"| @@"`
		Inner  *orSyntax   `parser:"| '(' @@ ')'"`
	}
	wordSyntax struct {
		Name string      `parser:"@Word"`
		Call bool        `parser:"( @'('"`
		Args []*orSyntax `parser:"  ( @@ (',' @@)* )? ')' )?"`
	}
)

// tokens are the words of the language. Every text is tokens: what is nothing
// else is an Odd character, at which parsing ends.
var tokens = lexer.MustSimple([]lexer.SimpleRule{
	{Name: "Number", Pattern: `\d[\w.]*`},
	{Name: "Word", Pattern: `[A-Za-z_]\w*`},
	{Name: "Text", Pattern: `"[^"]*"|“[^”]*”`},
	{Name: "Sign", Pattern: `&&|\|\||[<>=!]=|[-+<>!(),]`},
	{Name: "blank", Pattern: `\s+`},
	{Name: "Odd", Pattern: `(?s).`},
})

// grammar needs no lookahead: the next token always says which way to go on. So
// it never goes back, and fails at the token that is wrong.
var grammar = participle.MustBuild[orSyntax](participle.Lexer(tokens), participle.UseLookahead(0))

// SyntaxError tells what is wrong with an expression, and where.
type SyntaxError struct {
	Column  int // counted in characters from 1; 0 where it is the whole
	Message string
	Cause   error // of an expression that is right, but cannot be had here; else nil
}

func (e *SyntaxError) Error() string {
	if e.Column == 0 {
		return e.Message
	}
	return fmt.Sprintf("column %d: %s", e.Column, e.Message)
}

// Unwrap returns the cause.
func (e *SyntaxError) Unwrap() error { return e.Cause }

// read returns what the text says by the grammar alone, in time and memory that
// [MaxLength] bounds.
func read(text string) (*orSyntax, error) {
	words, err := scan(text)
	if err != nil {
		return nil, err
	}
	syntax, err := grammar.ParseString("", text)
	if err == nil {
		return syntax, nil
	}
	var at participle.Error
	if !errors.As(err, &at) {
		return nil, &SyntaxError{Message: "this cannot be read"}
	}
	return nil, words.unexpected(at.Position().Offset)
}

// scanned is a text and its tokens, blanks left out.
type scanned struct {
	text string
	of   []lexer.Token
}

// scan splits the text into tokens and refuses what would cost too much.
func scan(text string) (scanned, error) {
	if len(text) > MaxLength {
		return scanned{}, tooMuch("it has %d bytes, and may have %d", len(text), MaxLength)
	}
	source, err := tokens.LexString("", text)
	if err != nil {
		return scanned{}, &SyntaxError{Message: "this cannot be read"}
	}
	all, err := lexer.ConsumeAll(source)
	if err != nil {
		return scanned{}, &SyntaxError{Message: "this cannot be read"}
	}
	words := scanned{text: text}
	depth, blank := 0, tokens.Symbols()["blank"]
	for _, token := range all {
		switch {
		case token.Type == blank:
			continue
		case token.Value == "(":
			depth++
		case token.Value == ")":
			depth--
		}
		if depth > MaxDepth {
			return words, tooMuch("it has more than %d parentheses in one another", MaxDepth)
		}
		words.of = append(words.of, token)
	}
	if len(words.of) > MaxTokens+1 { // the end is a token
		return words, tooMuch("it has %d words, numbers and signs, and may have %d", len(words.of)-1, MaxTokens)
	}
	return words, nil
}

func tooMuch(format string, args ...any) error {
	return &SyntaxError{Message: "the expression is too long: " + fmt.Sprintf(format, args...)}
}

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
	return &SyntaxError{
		Column:  column(w.text, w.of[i].Pos.Offset),
		Message: fmt.Sprintf("expected %s, found %s", w.expected(i), found(w.of[i])),
	}
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
			if j > 0 && w.of[j-1].Type == tokens.Symbols()["Word"] {
				call = w.of[j-1].Value
			}
			return call, arg, true
		}
	}
	return "", 0, false
}

// instead is what people write who know another language.
var instead = map[string]string{"=": "==", "&": "&&", "|": "||", "and": "&&", "or": "||", "not": "!", "≤": "<=", "≥": ">=", "≠": "!="}

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
