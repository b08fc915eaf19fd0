package strategy

import (
	"slices"
	"strconv"
	"strings"

	"holecard/blackjack"
	"holecard/internal/nearest"
)

// Word is a name of the expression language.
type Word struct {
	Name string // as it is called: "total", "both(a, b)"
	Says string // what it is, or when it takes a card
}

// word is a name and what it makes.
type word struct {
	name string
	call string // the name with its arguments, as people write it
	says string
	args []Part // nil for a name that takes none
	make maker
}

// maker makes what a name at an offset means, with arguments that are checked.
type maker func(p *parser, at int, args []meaning) meaning

// Words returns the names there are: strategies, then conditions and numbers.
func Words() []Word {
	var list []Word
	for _, w := range words {
		list = append(list, Word{w.call, w.says})
	}
	return list
}

var words = slices.Concat(strategyWords(), conditionWords(), numberWords())

func strategyWords() []word {
	return []word{
		called("stopAt(n)", "the best total is below n", makeStopAt, PartStop),
		plain("the upcard is greater than 5; an ace is 1", Stupid()),
		plain("total below 12; 12: upcard below 4; 13, 14, 15: upcard above 6; 16: upcard not 10",
			Louis()),
		plain("total below 17 if the upcard is ace or 7 to 10; below 12 if it is 2 to 6",
			DealerSensitive()),
		plain("total below 17, or below 19 while holding a heart", Valentine()),
		called("suit(s, with, without)",
			`plays with where the hand holds the suit s, such as "hearts" or h, else without`,
			makeSuit, PartSuit, PartCondition, PartCondition),
		called("majority(a, b, c)", "at least two of the three would",
			combining(func(of []Strategy) Strategy { return Majority(of[0], of[1], of[2]) }),
			PartCondition, PartCondition, PartCondition),
		called("both(a, b)", "both would",
			combining(func(of []Strategy) Strategy { return Both(of[0], of[1]) }),
			PartCondition, PartCondition),
		called("reckless(a)",
			"stands only where a would have stood on the hand without its last card",
			combining(func(of []Strategy) Strategy { return Reckless(of[0]) }), PartCondition),
		called("ask", "the person says so", makeAsk),
		called("watch(a)", "as a, while telling what it saw and decided",
			func(p *parser, _ int, args []meaning) meaning {
				return meaning{strategy: Watch(args[0].strategy, p.env.Watch)}
			}, PartCondition),
		called("basic",
			"the best play by total and upcard at the table, with double, split and surrender",
			makeBasic),
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

func called(call, says string, make maker, args ...Part) word {
	name, _, _ := strings.Cut(call, "(")
	return word{name, call, says, args, make}
}

// plain is the name of a strategy that the table must have cards for.
func plain(says string, a Strategy) word {
	return called(a.String(), says, func(p *parser, at int, _ []meaning) meaning {
		return p.fits(at, a.String(), NeedsOf(a), meaning{strategy: a})
	})
}

// counts is the name of a number that the table must have cards for.
func counts(says string, n *number) word {
	return called(n.text, says, func(p *parser, at int, _ []meaning) meaning {
		return p.fits(at, n.text, n.looks, meaning{number: n})
	})
}

// combining makes one strategy of others.
func combining(combine func([]Strategy) Strategy) maker {
	return func(_ *parser, _ int, args []meaning) meaning {
		of := make([]Strategy, len(args))
		for i := range args {
			of[i] = args[i].strategy
		}
		return meaning{strategy: combine(of)}
	}
}

// fits fails if the table lacks what a name goes by.
func (p *parser) fits(at int, name string, n Needs, m meaning) meaning {
	e := SyntaxError{Name: name}
	r := p.env.Rules
	switch {
	case r == nil:
		return m
	case n.Upcard && !r.ShowsUpcard():
		e.Fault = UnseenUpcard
	case n.Suits != [4]bool{} && !r.Suits():
		e.Fault = NoSuits
	case n.Soft && !r.Soft():
		e.Fault = FixedAces
	default:
		return m
	}
	return p.fail(at, e)
}

func makeStopAt(p *parser, _ int, args []meaning) meaning {
	n, err := strconv.ParseUint(args[0].number.text, 10, 0)
	if err != nil || n > MaxStop {
		return p.fail(args[0].offset, SyntaxError{
			Fault: Unexpected, Want: PartStop, Found: PartNumber, Piece: args[0].number.text})
	}
	return meaning{strategy: StopAt(int(n))}
}

// makeSuit takes a suit by its name, in quotes or not, or by its first letter.
func makeSuit(p *parser, at int, args []meaning) meaning {
	text := args[0].text
	if n := args[0].number; n != nil {
		text = n.text
	}
	i := slices.Index(suits[:], wholeSuit(text))
	if i < 0 {
		return p.fail(args[0].offset, SyntaxError{
			Fault: Unexpected, Want: PartSuit, Found: PartToken, Piece: text})
	}
	suit := blackjack.Suit(i)
	made := meaning{strategy: Suit(suit, args[1].strategy, args[2].strategy)}
	return p.fits(at, "suit", needsSuit(suit), made)
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

func makeAsk(p *parser, at int, _ []meaning) meaning {
	if p.env.Ask == nil {
		return p.fail(at, SyntaxError{Fault: NoPerson, Cause: ErrNobody})
	}
	return meaning{strategy: Ask(p.env.Ask)}
}

func makeBasic(p *parser, at int, _ []meaning) meaning {
	if p.env.Basic == nil {
		return p.fail(at, SyntaxError{Fault: NoTable})
	}
	if p.chart == nil {
		chart, err := p.env.Basic()
		if err != nil {
			return p.fail(at, SyntaxError{Fault: NoBasic, Cause: err})
		}
		p.chart = &chart
	}
	return meaning{strategy: p.chart}
}

// wordOf returns the word of a name, capitals or not: phones begin with one.
func wordOf(name string) (word, bool) {
	name = wholeSuit(name)
	i := slices.IndexFunc(words, func(w word) bool { return strings.EqualFold(w.name, name) })
	if i < 0 {
		return word{}, false
	}
	return words[i], true
}

// unknown refuses a name that no word has, with the nearest that one has.
func unknown(name string) SyntaxError {
	var names []string
	for _, w := range words {
		names = append(names, w.name)
	}
	meant, _ := wordOf(nearest.Of(name, names))
	return SyntaxError{Fault: UnknownName, Name: name, Meant: meant.call}
}
