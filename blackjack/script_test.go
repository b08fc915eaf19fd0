package blackjack_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"holecard/blackjack"
	"holecard/blackjack/tables"
)

var update = flag.Bool("update", false, "rewrite the scripts in testdata with what the engine does")

// TestScripts plays the stories in testdata/rounds. A line that begins with ">"
// is a command, "#" a comment; the lines below a command are what came of it.
//
//	> table NAME
//	> set KEY=VALUE                     a rule of the table
//	> deal STAKE/PURSE ... : CARDS      a seat for each stake; the cards in the order drawn;
//	                                    STAKE/PURSE/PAIRS/POKER/BUST is a seat with side bets
//	> ACTION                            of the seat whose turn it is
func TestScripts(t *testing.T) {
	files, err := filepath.Glob("testdata/rounds/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := runScript(t, string(text))
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			} else if got != string(text) {
				t.Errorf("%s now reads:\n%s", file, got)
			}
		})
	}
}

func runScript(t *testing.T, text string) string {
	var out strings.Builder
	s := script{rules: rules(t, tables.Default)}
	for line := range strings.Lines(text) {
		command, isCommand := strings.CutPrefix(line, "> ")
		if isCommand || strings.HasPrefix(line, "#") || line == "\n" {
			out.WriteString(line)
		}
		if isCommand {
			out.WriteString(s.run(t, strings.TrimSpace(command)))
		}
	}
	return out.String()
}

type script struct {
	rules blackjack.Rules
	round blackjack.Round
}

func (s *script) run(t *testing.T, command string) string {
	verb, rest, _ := strings.Cut(command, " ")
	switch verb {
	case "table":
		s.rules = rules(t, rest)
		return ""
	case "set":
		var err error
		if s.rules, err = tables.Set(s.rules, rest); err != nil {
			t.Fatal(err)
		}
		return ""
	case "deal":
		if err := s.deal(t, rest); err != nil {
			return err.Error() + "\n"
		}
		return show(s.round)
	}
	a, ok := blackjack.ParseAction(command)
	if !ok {
		t.Fatalf("no action %q", command)
	}
	next, err := s.round.Play(s.round.Turn(), a)
	if err != nil {
		return err.Error() + "\n"
	}
	s.round = next
	return show(next)
}

func (s *script) deal(t *testing.T, text string) (err error) {
	stakes, order, _ := strings.Cut(text, ":")
	var bets []blackjack.Bet
	for word := range strings.FieldsSeq(stakes) {
		parts := strings.Split(word, "/")
		b := blackjack.Bet{Stake: chips(t, parts[0]), Purse: chips(t, parts[1])}
		for i, side := range parts[2:] {
			b.Sides[i] = chips(t, side)
		}
		bets = append(bets, b)
	}
	shoe, err := blackjack.NewShoe(cards(t, order)...)
	if err != nil {
		t.Fatal(err)
	}
	s.round, err = blackjack.Deal(s.rules, shoe, bets...)
	return err
}

func chips(t *testing.T, text string) blackjack.Chips {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return blackjack.Chips(n)
}

var outcomeWords = map[blackjack.Outcome]string{
	blackjack.Won: "won", blackjack.WonNatural: "won by natural", blackjack.WonEven: "even money",
	blackjack.Pushed: "pushed", blackjack.Lost: "lost", blackjack.Busted: "bust",
	blackjack.Surrendered: "surrendered",
}

// show prints what the table sees, a line for the dealer and one for each hand.
func show(r blackjack.Round) string {
	var b strings.Builder
	v := r.View()
	fmt.Fprintf(&b, "  dealer  %s %s\n", join(v.Dealer.Cards)+strings.Repeat(" ?", v.Dealer.Hidden),
		total(v.Dealer.Total, v.Dealer.Soft, v.Dealer.Natural))
	for who, s := range v.Seats {
		for j, h := range s.Hands {
			mark := " "
			if v.Phase != blackjack.Over && int(v.Turn) == who && s.Turn == j {
				mark = "*"
			}
			fmt.Fprintf(&b, "%s seat %d  %s %s, stake %d", mark, who, join(h.Cards),
				total(h.Total, h.Soft, h.Natural), h.Stake)
			if h.Outcome != blackjack.Undecided {
				fmt.Fprintf(&b, ", %s", outcomeWords[h.Outcome])
			}
			b.WriteByte('\n')
		}
		if s.Insurance > 0 {
			fmt.Fprintf(&b, "  seat %d  insurance %d\n", who, s.Insurance)
		}
		for _, side := range s.Sides {
			fmt.Fprintf(&b, "  seat %d  %d on %v", who, side.Stake, side.Bet)
			if side.Decided {
				fmt.Fprintf(&b, ": %v, %+d", side.Result, side.Won-side.Lost)
			}
			b.WriteByte('\n')
		}
		if v.Phase == blackjack.Over {
			fmt.Fprintf(&b, "  seat %d  net %+d\n", who, s.Payout.Net())
		} else if !s.Legal.Empty() {
			fmt.Fprintf(&b, "  seat %d  may %v\n", who, s.Legal)
		}
	}
	return b.String()
}

func join(list []blackjack.Card) string {
	words := make([]string, len(list))
	for i, c := range list {
		words[i] = c.String()
	}
	return strings.Join(words, " ")
}

func total(n int, soft, natural bool) string {
	switch {
	case natural:
		return "(natural)"
	case soft:
		return fmt.Sprintf("(soft %d)", n)
	}
	return fmt.Sprintf("(%d)", n)
}
