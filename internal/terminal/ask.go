package terminal

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"holecard/blackjack"
	"holecard/blackjack/strategy"
	"holecard/internal/typed"
)

// answer is a line of the input, or why there is none.
type answer struct {
	text string
	err  error
}

// read reads lines until the input or ctx ends. A line that is longer than any
// answer is cut.
func read(ctx context.Context, in io.Reader) <-chan answer {
	lines := make(chan answer)
	go func() {
		r := bufio.NewReader(in)
		for {
			text, more, err := r.ReadLine()
			l := answer{text: string(text), err: err}
			for more && err == nil {
				_, more, err = r.ReadLine()
			}
			if errors.Is(l.err, io.EOF) {
				l.err = errQuit
			}
			select {
			case lines <- l:
			case <-ctx.Done():
				return
			}
			if l.err != nil {
				return
			}
		}
	}()
	return lines
}

const misunderstood = "Sorry, I didn't understand that."

// ask puts a question and returns the answer in lower case, without spaces
// around it. It deals with help and quit itself.
func (g *Game) ask(question, help string) (string, error) {
	for {
		g.say("%s", question)
		select {
		case <-g.ctx.Done():
			return "", g.ctx.Err()
		case l := <-g.answers:
			if l.err != nil {
				return "", l.err
			}
			switch text := typed.Plain(l.text); text {
			case "help", "?":
				g.say("%s", help)
			case "quit", "q":
				return "", errQuit
			default:
				return text, nil
			}
		}
	}
}

// prompt asks until an answer means something. Read returns what it means, or what to say to one
// that means nothing here.
func prompt[T any](
	g *Game, question, help string, read func(text string) (meant T, no string),
) (T, error) {
	for {
		text, err := g.ask(question, help)
		if err != nil {
			var none T
			return none, err
		}
		meant, no := read(text)
		if no == "" {
			return meant, nil
		}
		g.say("%s", no)
	}
}

// askReady waits for Enter. Where there are bets, one may be typed at once; it
// is returned, else nothing.
func (g *Game) askReady() (early string, err error) {
	help, again := "Press Enter to play.", "Press Enter, or type help or quit."
	if g.Bets {
		help = "Press Enter to play, or type your bet at once."
		again = "Press Enter, or type your bet, help or quit."
	}
	help += " You can also type: " + helpOrQuit + "."
	return prompt(g, "Ready?", help, func(text string) (string, string) {
		if _, err := parseBet(text); text == "" || err == nil && g.Bets {
			return text, ""
		}
		return "", notUnderstood(text, help, again)
	})
}

// helpOrQuit is what can be typed at every prompt.
const helpOrQuit = "help (? or h), quit (q)"

// notUnderstood answers a text that means nothing at a prompt where h is help.
func notUnderstood(text, help, again string) string {
	if text == "h" {
		return help
	}
	return misunderstood + "\n" + again
}

// Ask asks the person for an action of the player's hand. It is the
// [strategy.Asker] of a strategy that asks.
func (g *Game) Ask(s *strategy.Situation) (blackjack.Action, error) {
	return g.askAction(yours(g.hand, s.Hands), "what do you do?", s)
}

// AskHouse asks the person who plays the house.
func (g *Game) AskHouse(s *strategy.Situation) (blackjack.Action, error) {
	return g.askAction("The house's hand", "what does the house do?", s)
}

func (g *Game) askAction(whose, what string, s *strategy.Situation) (blackjack.Action, error) {
	help := "You can type: " + forms(s.Legal) + ", help (?), quit (q)."
	again := listed(s.Legal, "help", "quit")
	yesNo := g.Table.YesNo && s.Legal == blackjack.ActionsOf(blackjack.Hit, blackjack.Stand)
	switch {
	case yesNo:
		what = "hit?"
		help = "Type y for another card, help (?) or quit (q). Anything else means no."
		again = either("y", "n", "help", "quit")
	case !s.Legal.Has(blackjack.Stand): // insurance
		what = strings.ReplaceAll(s.Legal.String(), ", ", " or ") + "?"
	}
	question := fmt.Sprintf("%s is %s, %s", whose, g.held(s.Cards), what)
	a, err := prompt(g, question, help, func(text string) (blackjack.Action, string) {
		a, known := actionOf(text, s)
		if yesNo && text != "y" {
			a, known = blackjack.Stand, text != ""
		}
		switch {
		case !known:
			return a, misunderstood + "\nType " + again + "."
		case !s.Legal.Has(a):
			return a, fmt.Sprintf("You can't %s now: %s.", verb(a), listed(s.Legal))
		}
		return a, ""
	})
	if err == nil {
		g.said = &a
	}
	return a, err
}

// verb says an action as what one does.
func verb(a blackjack.Action) string {
	switch a {
	case blackjack.Insure, blackjack.EvenMoney:
		return "take " + a.String()
	case blackjack.Decline:
		return "say " + a.String()
	}
	return a.String()
}
