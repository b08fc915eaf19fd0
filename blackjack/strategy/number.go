package strategy

import (
	"math"
	"strconv"

	"holecard/blackjack"
)

// number is what conditions compare and bets are.
type number struct {
	text  string
	loose tightness
	looks Needs
	value func(s *Situation) float64
	reach Reach

	constant bool // the value needs no situation
}

// tightness is how loosely the outermost operator of a number binds.
type tightness int

const (
	oneTerm tightness = iota
	aProduct
	aSum
)

func literal(n float64) *number {
	return &number{text: strconv.FormatFloat(n, 'f', -1, 64), constant: true,
		reach: exactly(n), value: func(*Situation) float64 { return n }}
}

// percent is n hundredths.
func percent(n float64) *number {
	return &number{text: literal(n).text + "%", constant: true,
		reach: exactly(n / 100), value: func(*Situation) float64 { return n / 100 }}
}

// luck holds with a chance of n percent, by a lot that is drawn each time it is asked.
func luck(n float64) Strategy {
	return holds(percent(n).text, Needs{Chance: true}, func(s *Situation) bool {
		return s.Random != nil && s.Random.Float64() < n/100
	})
}

// ofSuit is how many cards of a suit the hand holds.
func ofSuit(suit blackjack.Suit) *number {
	looks := needsSuit(suit)
	looks.Suited = true
	return counting(suits[suit], looks, mostCards,
		func(c blackjack.Card) bool { return c.Suit() == suit })
}

// ofRank is how many cards of a value the hand holds.
func ofRank(text string, class int) *number {
	return counting(text, Needs{Cards: true}, maxTotal/class,
		func(c blackjack.Card) bool { return c.Class() == class })
}

func counting(text string, looks Needs, most int, is func(blackjack.Card) bool) *number {
	value := func(s *Situation) float64 {
		count := 0
		for _, c := range s.Cards {
			if is(c) {
				count++
			}
		}
		return float64(count)
	}
	return &number{text: text, looks: looks, value: value, reach: upTo(most)}
}

// some holds where a number is above 0.
func some(n *number) Strategy {
	return holds(n.text, n.looks, func(s *Situation) bool { return n.value(s) > 0 })
}

func negative(n *number) *number {
	return &number{text: "-" + n.term(oneTerm), looks: n.looks, constant: n.constant,
		reach: exactly(0).combined("-", n.reach),
		value: func(s *Situation) float64 { return -n.value(s) }}
}

// combined is two numbers with a sign between them. A chain of signs is read from the left.
// What is divided by 0 is 0: as a bet, the smallest; without limit it would be the highest.
func combined(a *number, sign string, b *number) *number {
	n := &number{loose: aSum, looks: a.looks.And(b.looks), constant: a.constant && b.constant,
		reach: a.reach.combined(sign, b.reach)}
	most := aProduct
	switch sign {
	case "+":
		n.value = func(s *Situation) float64 { return a.value(s) + b.value(s) }
	case "-":
		n.value = func(s *Situation) float64 { return a.value(s) - b.value(s) }
	case "*":
		n.loose, most = aProduct, oneTerm
		n.value = func(s *Situation) float64 { return a.value(s) * b.value(s) }
	case "/":
		n.loose, most = aProduct, oneTerm
		n.value = func(s *Situation) float64 {
			by := b.value(s)
			if by == 0 {
				return 0
			}
			return a.value(s) / by
		}
	}
	n.text = a.term(n.loose) + " " + sign + " " + b.term(most)
	return n
}

// term writes a number among others, in parentheses where it binds more loosely than most.
func (n *number) term(most tightness) string {
	if n.loose > most {
		return "(" + n.text + ")"
	}
	return n.text
}

// The highest total of a hand that is played on, and the most cards that it can have.
const (
	maxTotal  = Totals - 1
	mostCards = maxTotal
)

// pairOf is the value of the cards of a pair, 0 where the hand is none.
func pairOf(s *Situation) float64 {
	if len(s.Cards) == 2 && s.Cards[0].Pairs(s.Cards[1]) {
		return float64(s.Cards[0].Value())
	}
	return 0
}

// ofMemory is a number that goes by the cards seen; before any are it is that of none.
func ofMemory(text string, reach Reach, value func(m *Memory) float64) *number {
	n := &number{text: text, looks: Needs{Memory: true}, reach: reach}
	n.value = func(s *Situation) float64 {
		if s.Memory != nil {
			return value(s.Memory)
		}
		var none Memory
		if s.Rules != nil {
			none = NewMemory(s.Rules)
		}
		return value(&none)
	}
	return n
}

// ofStanding is a number that bets go by.
func ofStanding(text string, reach Reach, value func(s *Standing) float64) *number {
	n := &number{text: text, looks: Needs{Standing: true}, reach: reach}
	n.value = func(s *Situation) float64 {
		if s.standing == nil {
			return 0
		}
		return value(s.standing)
	}
	return n
}

// units returns chips as a number of units.
func (s *Standing) units(chips blackjack.Chips) float64 {
	return float64(chips) / float64(max(s.Unit, 1))
}

// function applies f to the values of its arguments.
func function(name string, of []*number, f func(a, b float64) float64) *number {
	last := of[len(of)-1]
	n := &number{text: name + "(" + of[0].text, looks: of[0].looks,
		constant: of[0].constant && last.constant, reach: of[0].reach.function(name, last.reach)}
	if len(of) > 1 {
		n.text += ", " + last.text
		n.looks = n.looks.And(last.looks)
	}
	n.text += ")"
	n.value = func(s *Situation) float64 { return f(of[0].value(s), last.value(s)) }
	return n
}

var functions = map[string]func(a, b float64) float64{
	"min": math.Min, "max": math.Max,
	"floor": func(a, _ float64) float64 { return math.Floor(a) },
}

// counts are the named counts: the numbers of the ace and of 2 to 10.
var counts = []struct {
	name    string
	weights Weights
}{
	{"hilo", HiLo},
	{"ko", Weights{-1, 1, 1, 1, 1, 1, 1, 0, 0, -1}},
	{"hiopt1", Weights{0, 0, 1, 1, 1, 1, 0, 0, 0, -1}},
	{"hiopt2", Weights{0, 1, 1, 2, 2, 1, 1, 0, 0, -2}},
	{"omega2", Weights{0, 1, 1, 2, 2, 2, 1, 0, -1, -2}},
	{"halves", Weights{-1, 0.5, 1, 1, 1.5, 1, 0.5, 0, -0.5, -1}},
	{"zen", Weights{-1, 1, 1, 2, 2, 2, 1, 0, 0, -2}},
}
