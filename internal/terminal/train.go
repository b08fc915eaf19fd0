package terminal

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"holecard/blackjack"
	"holecard/blackjack/drill"
	"holecard/blackjack/odds"
	"holecard/blackjack/review"
	"holecard/blackjack/strategy"
)

// Adviser returns what each legal action of a hand is worth, the best first.
type Adviser func(context.Context, blackjack.View) ([]odds.Option, error)

// Train asks the questions of a drill, until all are answered, the person quits, or ctx ends.
// The error is [drill.ErrNone], or that of reading or of the adviser.
func (g *Game) Train(ctx context.Context, k drill.Kind, seed uint64, advise Adviser) error {
	return g.converse(ctx, func() error {
		if k == drill.Count {
			return g.count(seed)
		}
		return g.decide(k, seed, advise)
	})
}

// decide asks what to do with hands: more often with those that were decided wrongly.
func (g *Game) decide(k drill.Kind, seed uint64, advise Adviser) error {
	hands := drill.HandsOf(g.Table.Rules)
	type lesson struct {
		seen, wrong int
		cost        blackjack.Micro
	}
	lessons := make(map[review.Cell]lesson)
	var last review.Cell
	right, total := 0, 0.0
	for n := 1; n <= drill.Length; n++ {
		r, err := hands.Draw(drill.Random(seed, n), k, last, func(c review.Cell) float64 {
			return drill.Weight(c, lessons[c].seen, lessons[c].wrong, lessons[c].cost)
		})
		if err != nil {
			return err
		}
		v := r.View()
		last = review.CellOf(v)
		s := strategy.SeeView(v, v.Seats[0].Legal)
		g.say("Question %d of %d.", n, drill.Length)
		if s.Seen {
			g.say("The dealer's card is: %s.", g.card(s.Upcard))
		}
		did, err := g.askAction("Your hand", "what do you do?", &s)
		if err != nil {
			return err
		}
		options, err := advise(g.ctx, v)
		if err != nil {
			return err
		}
		cost := lossOf(options, did)
		of := lessons[last]
		of.seen++
		if cost <= drill.Tolerance {
			right++
			g.say("Right.")
		} else {
			total += cost
			of.wrong++
			of.cost += blackjack.Micro(cost * 1e6)
			g.say("No: %v is best. %v costs %s of the bet.", options[0].Action, capital(did),
				Number("%.2f", cost))
		}
		lessons[last] = of
	}
	g.say("%d of %d right. Your mistakes cost %s bets per 100 hands.", right, drill.Length,
		Number("%.1f", 100*total/drill.Length))
	return nil
}

// lossOf returns how much less an action is worth than the best.
func lossOf(options []odds.Option, did blackjack.Action) float64 {
	for _, o := range options {
		if o.Action == did {
			return options[0].EV - o.EV
		}
	}
	panic("terminal: an adviser knows all legal actions")
}

// capital writes an action at the beginning of a sentence.
func capital(a blackjack.Action) string {
	name := a.String()
	return strings.ToUpper(name[:1]) + name[1:]
}

// count asks for the count of a shoe.
func (g *Game) count(seed uint64) error {
	shoe, err := drill.Shoe(g.Table.Rules, seed)
	if err != nil {
		return err
	}
	g.say("Hi-Lo: 2 to 6 count +1, 7 to 9 count 0, 10 to ace count −1.")
	right := 0
	for n := 1; n <= drill.Length; n++ {
		q := drill.Ask(shoe, n)
		cards := make([]string, len(q.Cards))
		for i, c := range q.Cards {
			cards[i] = g.card(c)
		}
		g.say("Question %d of %d: %s", n, drill.Length, strings.Join(cards, " "))
		what := "What's the running count?"
		if q.True {
			what = fmt.Sprintf("Decks left: %s. What's the true count, without decimals?",
				Number("%g", float64(q.Halves)/2))
		}
		answer, err := g.askCount(what)
		if err != nil {
			return err
		}
		if answer == q.Answer() {
			right++
			g.say("Right.")
		} else {
			g.say("No: it is %s. The running count is %s.", Number("%+d", q.Answer()),
				Number("%+d", q.Running))
		}
	}
	g.say("%d of %d right.", right, drill.Length)
	return nil
}

// askCount asks for a whole number.
func (g *Game) askCount(what string) (int, error) {
	help := "Type a number, such as 3 or -2. You can also type: " + helpOrQuit + "."
	return prompt(g, what, help, func(text string) (int, string) {
		n, err := strconv.Atoi(strings.Replace(text, "−", "-", 1))
		if err != nil {
			return 0, notUnderstood(text, help, "Type a number, help or quit.")
		}
		return n, ""
	})
}
