package strategy

import (
	"errors"
	"fmt"

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
	{Name: "blank", Pattern: `\s+`}, // a name in small letters is left out of the grammar
	{Name: "Odd", Pattern: `(?s).`},
})

var (
	blank = tokens.Symbols()["blank"]
	aWord = tokens.Symbols()["Word"]
)

// grammar needs no lookahead: the next token always says which way to go on. So
// it never goes back, and fails at the token that is wrong.
var grammar = participle.MustBuild[orSyntax](participle.Lexer(tokens), participle.UseLookahead(0))

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
		return nil, unreadable(err)
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
		return scanned{}, unreadable(err)
	}
	words := scanned{text: text}
	for depth := 0; ; {
		token, err := source.Next()
		switch {
		case err != nil:
			return words, unreadable(err)
		case token.Type == blank:
			continue
		case token.Value == "(":
			depth++
		case token.Value == ")":
			depth--
		}
		words.of = append(words.of, token)
		switch {
		case token.EOF():
			return words, nil
		case depth > MaxDepth:
			return words, tooMuch("it has more than %d parentheses in one another", MaxDepth)
		case len(words.of) > MaxTokens:
			return words, tooMuch("it has more than %d words, numbers and signs", MaxTokens)
		}
	}
}

// unreadable is for what cannot happen, since every text is tokens.
func unreadable(err error) error {
	return &SyntaxError{Message: "the expression cannot be read", Cause: err}
}

func tooMuch(format string, args ...any) error {
	return &SyntaxError{Message: "the expression is too long: " + fmt.Sprintf(format, args...)}
}
