package strategy

import (
	"slices"

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
	if r := b.env.Rules; r == nil || ShowsUpcard(r) {
		return nil
	}
	return &SyntaxError{Message: name + " goes by the opponent's card, and this table shows none before play"}
}

func bindStopAt(b *binder, args []meaning) (meaning, error) {
	n, ok := args[0].number.(literal)
	if !ok || n > MaxStop {
		return meaning{}, b.fail(args[0].offset, "expected %v, found %v", kindStop, args[0].number)
	}
	return meaning{strategy: StopAt(int(n))}, nil
}

func bindSuit(b *binder, args []meaning) (meaning, error) {
	suit := slices.Index(suits[:], args[0].text)
	if suit < 0 {
		return meaning{}, b.fail(args[0].offset, "expected %v, found %s", kindSuit, quoted(args[0].text))
	}
	return meaning{strategy: Suit(blackjack.Suit(suit), args[1].strategy, args[2].strategy)}, nil
}

func bindAsk(b *binder, _ []meaning) (meaning, error) {
	if b.env.Ask == nil {
		return meaning{}, &SyntaxError{Message: "ask asks a person, and here nobody can be asked"}
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
