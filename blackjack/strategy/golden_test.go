package strategy_test

import (
	"flag"
	"fmt"
	"hash/fnv"
	"os"
	"strings"
	"testing"

	"holecard/blackjack"
	"holecard/blackjack/strategy"
	"holecard/blackjack/tables"
)

var update = flag.Bool("update", false, "write testdata/meanings.txt again")

// decisions are those of a strategy for every hand of up to three values at every table,
// against every upcard, as a number.
func decisions(t *testing.T, text string) string {
	sum := fnv.New64a()
	for _, table := range tables.All() {
		env := anywhere()
		env.Rules = &table.Rules
		a, err := strategy.Parse(text, env)
		if err != nil {
			fmt.Fprintf(sum, "%s refuses;", table.Name)
			continue
		}
		s := &strategy.Situation{Rules: &table.Rules, Hands: 1}
		ups := table.Rules.Full()
		for i := range 1000 {
			s.Cards = s.Cards[:0]
			for n := i; n > 0; n /= 10 {
				s.Cards = append(s.Cards, ups[(n%10*7+i)%len(ups)])
			}
			s.Total, s.Soft = table.Rules.Aces.Total(s.Cards...)
			s.Upcard, s.Seen = ups[i*5%len(ups)], table.Rules.ShowsUpcard()
			s.Legal = blackjack.ActionsOf(blackjack.Hit, blackjack.Stand)
			if i%2 > 0 && len(s.Cards) == 2 {
				s.Legal = s.Legal.With(blackjack.Double).With(blackjack.Surrender)
				if s.Cards[0].Pairs(s.Cards[1]) {
					s.Legal = s.Legal.With(blackjack.Split)
				}
			}
			if s.Total > 21 {
				continue
			}
			did, err := a.Decide(s)
			if err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			sum.Write([]byte{byte(did)})
		}
	}
	return fmt.Sprintf("%016x", sum.Sum64())
}

// TestExpressionsKeepTheirMeaning compares what expressions are written as, and all that
// they decide, with what they meant when the language had conditions alone.
func TestExpressionsKeepTheirMeaning(t *testing.T) {
	const file = "testdata/meanings.txt"
	kept, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var now strings.Builder
	for line := range strings.Lines(string(kept)) {
		text := strings.TrimSpace(line)
		if at := strings.Index(text, " | "); at >= 0 {
			text = text[:at]
		}
		a, err := strategy.Parse(text, anywhere())
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		fmt.Fprintf(&now, "%s | %s | %s\n", text, a, decisions(t, text))
	}
	switch {
	case *update:
		if err := os.WriteFile(file, []byte(now.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	case now.String() != string(kept):
		t.Errorf("got\n%swant\n%s", now.String(), kept)
	}
}
