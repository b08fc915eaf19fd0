package strategy

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"holecard/blackjack"
)

// What names make. An error without a column is about the name itself.

// fits returns an error if the table lacks what a name goes by.
func (b *binder) fits(name string, n Needs) error {
	r := b.env.Rules
	switch {
	case r == nil:
	case n.Upcard && !r.ShowsUpcard():
		name += " goes by the opponent's card, and this table shows none before play"
		return &SyntaxError{Message: name}
	case n.Suits != [4]bool{} && !r.Suits():
		return &SyntaxError{Message: name + " goes by suits, and this table's cards have none"}
	case n.Soft && !r.Soft():
		name += " goes by how an ace counts, and at this table that never changes"
		return &SyntaxError{Message: name}
	}
	return nil
}

func bindStopAt(b *binder, args []meaning) (meaning, error) {
	n, err := strconv.ParseUint(args[0].number.text, 10, 0)
	if err != nil || n > MaxStop {
		text := args[0].number.text
		return meaning{}, b.fail(args[0].offset, "expected %v, found %s", kindStop, text)
	}
	return meaning{strategy: StopAt(int(n))}, nil
}

// bindSuit takes a suit by its name, in quotes or not, or by its first letter.
func bindSuit(b *binder, args []meaning) (meaning, error) {
	text := args[0].text
	if n := args[0].number; n != nil {
		text = n.text
	}
	i := slices.Index(suits[:], wholeSuit(text))
	if i < 0 {
		return meaning{}, b.fail(args[0].offset, "expected %v, found %s", kindSuit, quoted(text))
	}
	suit := blackjack.Suit(i)
	return meaning{strategy: Suit(suit, args[1].strategy, args[2].strategy)},
		b.fits("suit", needsSuit(suit))
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
		return meaning{}, &SyntaxError{Message: "ask asks a person, and here nobody can be asked",
			Cause: ErrNobody}
	}
	return meaning{strategy: Ask(b.env.Ask)}, nil
}

func bindBasic(b *binder, _ []meaning) (meaning, error) {
	if b.env.Basic == nil {
		return meaning{},
			&SyntaxError{Message: "basic is a table's own strategy, and here is no table"}
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
