package strategy

import (
	"errors"
	"slices"
	"strings"

	"holecard/blackjack"
)

// What names make. An error without a column is about the name itself.

func plain(a Strategy) func(*binder, []meaning) (meaning, error) {
	return func(*binder, []meaning) (meaning, error) { return meaning{strategy: a}, nil }
}

func counts(q number) func(*binder, []meaning) (meaning, error) {
	return func(*binder, []meaning) (meaning, error) { return meaning{number: q}, nil }
}

func needsUpcard(a Strategy) func(*binder, []meaning) (meaning, error) {
	return func(b *binder, _ []meaning) (meaning, error) { return meaning{strategy: a}, b.upcard(a.String()) }
}

func bindUpcard(b *binder, _ []meaning) (meaning, error) {
	return meaning{number: theUpcard}, b.upcard("upcard")
}

// upcard returns an error if the table shows no card of the opponent.
func (b *binder) upcard(name string) error {
	if r := b.env.Rules; r == nil || r.ShowsUpcard() {
		return nil
	}
	return &SyntaxError{Message: name + " goes by the opponent's card, and this table shows none before play"}
}

// suits returns an error if the table's cards have no suits.
func (b *binder) suits(name string) error {
	if r := b.env.Rules; r == nil || r.Suits() {
		return nil
	}
	return &SyntaxError{Message: name + " goes by suits, and this table's cards have none"}
}

func needsSuits(a Strategy) func(*binder, []meaning) (meaning, error) {
	return func(b *binder, _ []meaning) (meaning, error) { return meaning{strategy: a}, b.suits(a.String()) }
}

func countsSuit(suit ofSuit) func(*binder, []meaning) (meaning, error) {
	return func(b *binder, _ []meaning) (meaning, error) { return meaning{number: suit}, b.suits(suit.String()) }
}

// needsSoft refuses to ask whether a hand is soft at a table where none can be.
func needsSoft(f fact) func(*binder, []meaning) (meaning, error) {
	return func(b *binder, _ []meaning) (meaning, error) {
		if r := b.env.Rules; r != nil && !r.Soft() {
			return meaning{}, &SyntaxError{Message: f.String() + " goes by how an ace counts, and at this table that never changes"}
		}
		return meaning{strategy: f}, nil
	}
}

func bindStopAt(b *binder, args []meaning) (meaning, error) {
	n, ok := args[0].number.(literal)
	if !ok || n > MaxStop {
		return meaning{}, b.fail(args[0].offset, "expected %v, found %v", kindStop, args[0].number)
	}
	return meaning{strategy: StopAt(int(n))}, nil
}

func bindSuit(b *binder, args []meaning) (meaning, error) {
	suit, ok := args[0].suit()
	if !ok {
		return meaning{}, b.fail(args[0].offset, "expected %v, found %s", kindSuit, quoted(args[0].text))
	}
	return meaning{strategy: Suit(suit, args[1].strategy, args[2].strategy)}, b.suits("suit")
}

// suit returns the suit that a text or a name means: "hearts", "h", hearts or h.
func (m meaning) suit() (blackjack.Suit, bool) {
	if n, ok := m.number.(ofSuit); ok {
		return blackjack.Suit(n), true
	}
	i := slices.Index(suits[:], wholeSuit(m.text))
	return blackjack.Suit(max(i, 0)), i >= 0
}

// wholeSuit returns the name of the suit that a letter stands for, or else the
// text as it is.
func wholeSuit(text string) string {
	for _, name := range suits {
		if strings.EqualFold(text, name[:1]) {
			return name
		}
	}
	return text
}

// ErrNobody is the cause of the error where an expression asks a person and
// nobody can be asked.
var ErrNobody = errors.New("nobody can be asked")

func bindAsk(b *binder, _ []meaning) (meaning, error) {
	if b.env.Ask == nil {
		return meaning{}, &SyntaxError{Message: "ask asks a person, and here nobody can be asked", Cause: ErrNobody}
	}
	return meaning{strategy: Ask(b.env.Ask)}, nil
}

func bindBasic(b *binder, _ []meaning) (meaning, error) {
	if b.env.Basic == nil {
		return meaning{}, &SyntaxError{Message: "basic is a table's own strategy, and here is no table"}
	}
	if b.chart == nil {
		chart, err := b.env.Basic()
		if err != nil {
			return meaning{}, &SyntaxError{Message: "basic: " + err.Error(), Cause: err}
		}
		b.chart = &chart
	}
	return meaning{strategy: b.chart}, nil
}
