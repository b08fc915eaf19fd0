package strategy

import (
	"fmt"
	"slices"
	"strings"

	"holecard/blackjack"
	"holecard/internal/nearest"
)

// kind is what a part of an expression is.
type kind int

const (
	kindStrategy kind = iota
	kindNumber
	kindSuit
	kindStop
)

// String says of what is expected.
func (k kind) String() string {
	switch k {
	case kindNumber:
		return "a number"
	case kindSuit:
		return `a suit in quotes, "clubs", "diamonds", "hearts" or "spades"`
	case kindStop:
		return fmt.Sprintf("a number from 0 to %d", MaxStop)
	}
	return "a strategy or a condition"
}

// Word is a name of the expression language.
type Word struct {
	Name string // as it is called: "total", "both(a, b)"
	Says string // what it is, or when it takes a card
}

// word is a name and what it makes.
type word struct {
	name string
	args []kind // nil for a name that takes none
	form string // its arguments as people write them
	says string
	make func(b *binder, args []meaning) (meaning, error)
}

// Words returns the names there are: strategies, then conditions and numbers.
func Words() []Word {
	var list []Word
	for _, w := range words() {
		list = append(list, Word{w.name + w.form, w.says})
	}
	return list
}

func words() []word { return slices.Concat(strategyWords(), conditionWords(), numberWords()) }

func strategyWords() []word {
	one := []kind{kindStrategy}
	return []word{
		{"stopAt", []kind{kindStop}, "(n)", "the best total is below n", bindStopAt},
		plain("the upcard is greater than 5; an ace is 1", Stupid()),
		plain("total below 12; 12: upcard below 4; 13, 14, 15: upcard above 6; 16: upcard not 10",
			Louis()),
		plain("total below 17 if the upcard is ace or 7 to 10; below 12 if it is 2 to 6",
			DealerSensitive()),
		plain("total below 17, or below 19 while holding a heart", Valentine()),
		{"suit", []kind{kindSuit, kindStrategy, kindStrategy}, "(s, with, without)",
			`plays with where the hand holds the suit s, such as "hearts" or h, else without`,
			bindSuit},
		combines("majority(a, b, c)", "at least two of the three would",
			func(of []Strategy) Strategy {
				return Majority(of[0], of[1], of[2])
			}),
		combines("both(a, b)", "both would",
			func(of []Strategy) Strategy { return Both(of[0], of[1]) }),
		combines("reckless(a)",
			"stands only where a would have stood on the hand without its last card",
			func(of []Strategy) Strategy { return Reckless(of[0]) }),
		{"ask", nil, "", "the person says so", bindAsk},
		{"watch", one, "(a)", "as a, while telling what it saw and decided",
			func(b *binder, m []meaning) (meaning, error) {
				return meaning{strategy: Watch(m[0].strategy, b.env.Watch)}, nil
			}},
		{"basic", nil, "",
			"the best play by total and upcard at the table, with double, split and surrender",
			bindBasic},
	}
}

func conditionWords() []word {
	soft := holds("soft", Needs{Soft: true}, func(s *Situation) bool { return s.Soft })
	hard := holds("hard", Needs{Soft: true}, func(s *Situation) bool { return !s.Soft })
	pair := holds("pair", Needs{Cards: true}, func(s *Situation) bool {
		return len(s.Cards) == 2 && s.Cards[0].Pairs(s.Cards[1])
	})
	return []word{
		plain("an ace counts 11", soft),
		plain("no ace counts 11", hard),
		plain("the hand is two cards of the same value", pair),
		plain("always", holds("true", Needs{}, func(*Situation) bool { return true })),
		plain("never", holds("false", Needs{}, func(*Situation) bool { return false })),
	}
}

func numberWords() []word {
	list := []word{
		counts("the best total of the hand",
			&number{"total", false, Needs{Total: true}, func(s *Situation) int { return s.Total }}),
		counts("the value of the opponent's card: 1 for an ace, 10 for a picture",
			&number{"upcard", false, Needs{Upcard: true}, upcard}),
		counts("how many cards the hand has",
			&number{"cards", false, Needs{Cards: true},
				func(s *Situation) int { return len(s.Cards) }}),
	}
	for suit, name := range suits {
		says := "how many " + name + " the hand has; " + name[:1] + " for short"
		list = append(list, counts(says, ofSuit(blackjack.Suit(suit))))
	}
	return list
}

// plain is the name of a strategy that the table must have cards for.
func plain(says string, a Strategy) word {
	return word{a.String(), nil, "", says, func(b *binder, _ []meaning) (meaning, error) {
		return meaning{strategy: a}, b.fits(a.String(), NeedsOf(a))
	}}
}

// counts is the name of a number that the table must have cards for.
func counts(says string, n *number) word {
	return word{n.text, nil, "", says, func(b *binder, _ []meaning) (meaning, error) {
		return meaning{number: n}, b.fits(n.text, n.looks)
	}}
}

// combines is the name of what makes one strategy of others, with its form.
func combines(call, says string, combine func([]Strategy) Strategy) word {
	name, form, _ := strings.Cut(call, "(")
	args := make([]kind, strings.Count(form, ",")+1) // each a strategy
	return word{name, args, "(" + form, says, func(_ *binder, m []meaning) (meaning, error) {
		of := make([]Strategy, len(m))
		for i := range m {
			of[i] = m[i].strategy
		}
		return meaning{strategy: combine(of)}, nil
	}}
}

// wordOf returns the word of a name, capitals or not: phones begin with one.
func wordOf(name string) (word, bool) {
	name = wholeSuit(name)
	for _, w := range words() {
		if strings.EqualFold(w.name, name) {
			return w, true
		}
	}
	return word{}, false
}

// argsOf returns what a function takes, nil for what is none.
func argsOf(name string) []kind {
	w, _ := wordOf(name)
	return w.args
}

// unknown says that there is no such name, and which is meant, or which there are.
func (b *binder) unknown(name string, at int) error {
	e := &SyntaxError{Column: column(b.text, at), Unknown: name}
	var names []string
	least := 3
	for _, w := range words() {
		names = append(names, w.name+w.form)
		if d := nearest.Distance(strings.ToLower(name), strings.ToLower(w.name)); d < least &&
			d < len(w.name)-1 {
			e.Meant, least = w.name+w.form, d
		}
	}
	e.Message = fmt.Sprintf("there is no %s: there are %s", quoted(name), strings.Join(names, ", "))
	if e.Meant != "" {
		e.Message = fmt.Sprintf("there is no %s: did you mean %s?", quoted(name), e.Meant)
	}
	return e
}
