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
		called("suit(s, without, with)",
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
			func(p *parser, at int, args []meaning) meaning {
				made := meaning{strategy: Reckless(args[0].strategy)}
				return p.fits(at, "reckless", Needs{Cards: true}, made)
			}, PartCondition),
		called("ask", "the person says so", makeAsk),
		called("watch(a)", "as a, while telling what it saw and decided",
			func(p *parser, at int, args []meaning) meaning {
				made := meaning{strategy: Watch(args[0].strategy, p.env.Watch)}
				return p.fits(at, "watch", Needs{Watches: true}, made)
			}, PartCondition),
		called("basic",
			"the best play by total and upcard at the table, with double, split and surrender",
			makeBasic),
		called("chart(...)", "a table of moves says so, as holecard chart writes it", nil,
			PartCondition),
	}
}

func conditionWords() []word {
	soft := holds("soft", Needs{Soft: true}, func(s *Situation) bool { return s.Soft })
	hard := holds("hard", Needs{Soft: true}, func(s *Situation) bool { return !s.Soft })
	pair := &number{text: "pair", looks: Needs{Cards: true}, value: pairOf, reach: upTo(10)}
	result := func(name, says string, is func(last blackjack.Chips) bool) word {
		return plain(says, holds(name, Needs{Standing: true}, func(s *Situation) bool {
			return s.standing != nil && s.standing.LastBet > 0 && is(s.standing.Last)
		}))
	}
	return []word{
		plain("an ace counts 11", soft),
		plain("no ace counts 11", hard),
		either("the hand is two cards of the same value; as a number that value, 1 for aces", pair),
		called("has(n)", "the hand has a card of the value n, 1 for an ace; as a number how many",
			makeHas, PartRank),
		plain("always", holds("true", Needs{}, func(*Situation) bool { return true })),
		plain("never", holds("false", Needs{}, func(*Situation) bool { return false })),
		result("won", "for bets: the last round was won",
			func(last blackjack.Chips) bool { return last > 0 }),
		result("lost", "for bets: the last round was lost",
			func(last blackjack.Chips) bool { return last < 0 }),
		result("pushed", "for bets: the last round was a push",
			func(last blackjack.Chips) bool { return last == 0 }),
	}
}

func numberWords() []word {
	list := []word{
		amount("the best total of the hand", &number{text: "total", looks: Needs{Total: true},
			reach: upTo(maxTotal), value: func(s *Situation) float64 { return float64(s.Total) }}),
		amount("the value of the opponent's card: 1 for an ace, 10 for a picture",
			&number{text: "upcard", looks: Needs{Upcard: true}, reach: upTo(10),
				value: func(s *Situation) float64 { return float64(upcard(s)) }}),
		amount("how many cards the hand has", &number{text: "cards", looks: Needs{Cards: true},
			reach: upTo(mostCards),
			value: func(s *Situation) float64 { return float64(len(s.Cards)) }}),
		amount("how many aces the hand has", ofRank("aces", 1)),
		called("count(c)", "the running count of the cards seen: c is hilo, ko, hiopt1, hiopt2, "+
			"omega2, halves, zen or ten numbers, for the ace and 2 to 10",
			counted("count", (*Memory).Running), PartCount),
		called("trueCount(c)", "the running count for each deck left, not rounded",
			counted("trueCount", (*Memory).True), PartCount),
		amount("how many decks were not seen yet",
			ofMemory("decksLeft", from0(), (*Memory).DecksLeft)),
		called("min(a, b)", "the smaller number", makeFunction("min"), PartNumber, PartNumber),
		called("max(a, b)", "the larger number", makeFunction("max"), PartNumber, PartNumber),
		called("floor(a)", "the number rounded down", makeFunction("floor"), PartNumber),
		amount("for bets: the chips that the player has, in units", ofStanding("bankroll",
			from0(), func(s *Standing) float64 { return s.units(s.Bankroll) })),
		amount("for bets: the chips that the player began with, in units",
			ofStanding("start", from0(), func(s *Standing) float64 { return s.units(s.First) })),
		amount("for bets: the last bet, in units; 0 before the first",
			ofStanding("lastBet", from0(),
				func(s *Standing) float64 { return s.units(s.LastBet) })),
		amount("for bets: what the last round brought, in units; below 0 for a loss",
			ofStanding("lastNet", anything(),
				func(s *Standing) float64 { return s.units(s.Last) })),
	}
	for suit, name := range suits {
		says := "how many " + name + " the hand has; " + name[:1] + " for short"
		list = append(list, amount(says, ofSuit(blackjack.Suit(suit))))
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

// either is the name of a number that is a condition where one is wanted.
func either(says string, n *number) word {
	return called(n.text, says, func(p *parser, at int, _ []meaning) meaning {
		return p.fits(at, n.text, n.looks, meaning{number: n, strategy: some(n)})
	})
}

// amount is the name of a number that the table must have cards for.
func amount(says string, n *number) word {
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

// counted makes a number of a count.
func counted(name string, of func(*Memory, Weights) float64) maker {
	return func(p *parser, at int, args []meaning) meaning {
		w := *args[0].weights
		reach := anything()
		if w == (Weights{}) {
			reach = exactly(0)
		}
		n := ofMemory(name+"("+args[0].text+")", reach,
			func(m *Memory) float64 { return of(m, w) })
		return p.fits(at, name, n.looks, meaning{number: n})
	}
}

func makeFunction(name string) maker {
	return func(_ *parser, _ int, args []meaning) meaning {
		of := make([]*number, len(args))
		for i := range args {
			of[i] = args[i].number
		}
		return meaning{number: function(name, of, functions[name])}
	}
}

// stands fails if what a name goes by is not to be had where it stands, or here at all.
func (p *parser) stands(at int, name string, n Needs, m meaning) meaning {
	e := SyntaxError{Name: name}
	switch {
	case p.within == aBet && n.hand():
		e.Fault = OnlyPlays
	case p.within == aPlay && n.Standing:
		e.Fault = OnlyBets
	case n.Memory && p.env.Lacks.Memory:
		e.Fault = NoMemory
	case n.Chance && p.env.Lacks.Chance:
		e.Fault = NoChance
	case n.Bets && p.env.Lacks.Bets:
		e.Fault = NoBets
	default:
		return m
	}
	return p.fail(at, e)
}

// fits fails as stands does, and if the table lacks what the name goes by.
func (p *parser) fits(at int, name string, n Needs, m meaning) meaning {
	m = p.stands(at, name, n, m)
	e := SyntaxError{Name: name}
	r := p.env.Rules
	switch {
	case r == nil:
		return m
	case n.Memory && r.Endless():
		e.Fault = EndlessCards
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

func makeStopAt(p *parser, at int, args []meaning) meaning {
	n, ok := p.digits(args[0], PartStop, 0, MaxStop)
	if !ok {
		return nothing()
	}
	a := StopAt(n)
	return p.fits(at, "stopAt", NeedsOf(a), meaning{strategy: a})
}

func makeHas(p *parser, at int, args []meaning) meaning {
	class, ok := p.digits(args[0], PartRank, 1, 10)
	if !ok {
		return nothing()
	}
	n := ofRank("has("+strconv.Itoa(class)+")", class)
	return p.fits(at, "has", n.looks, meaning{number: n, strategy: some(n)})
}

// digits returns an argument that is a whole number in digits from least to most.
func (p *parser) digits(m meaning, want Part, least, most int) (int, bool) {
	n, err := strconv.Atoi(m.number.text)
	if err != nil || n < least || n > most {
		p.fail(m.offset, SyntaxError{
			Fault: Unexpected, Want: want, Found: PartNumber, Piece: m.number.text})
		return 0, false
	}
	return n, true
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
	return p.fits(at, "ask", Needs{Asks: true}, meaning{strategy: Ask(p.env.Ask)})
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
	return p.fits(at, "basic", Needs{Legal: true}, meaning{strategy: p.chart})
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
func (p *parser) unknown(name string) SyntaxError {
	names := slices.Clone(actionNames)
	for _, w := range words {
		names = append(names, w.name)
	}
	for _, d := range p.own {
		names = append(names, d.name)
	}
	meant := nearest.Of(name, names)
	if w, ok := wordOf(meant); ok {
		meant = w.call
	}
	return SyntaxError{Fault: UnknownName, Name: name, Meant: meant}
}
