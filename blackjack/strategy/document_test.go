package strategy_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"holecard/blackjack"
	"holecard/blackjack/strategy"
)

var (
	strategyBlock = regexp.MustCompile("(?s)```strategy\n(.*?)```")
	chartBlock    = regexp.MustCompile("(?s)```chart\n(.*?)```")
)

// TestTheDocumentedStrategiesAreStrategies reads each example of the documents, and lets
// it play a hand.
func TestTheDocumentedStrategiesAreStrategies(t *testing.T) {
	text, err := os.ReadFile("../../docs/strategies.md")
	if err != nil {
		t.Fatal(err)
	}
	examples := 0
	for _, block := range strategyBlock.FindAllStringSubmatch(string(text), -1) {
		for line := range strings.Lines(block[1]) {
			a := parse(t, strings.TrimSpace(line))
			decide(t, a, at(t, "vegas", "8S 8D", "6C"))
			parse(t, a.String())
			examples++
		}
	}
	for _, block := range chartBlock.FindAllStringSubmatch(string(text), -1) {
		a := parse(t, block[1])
		decide(t, a, at(t, "vegas", "8S 8D", "6C"))
		parse(t, a.String())
		examples++
	}
	if examples < 27 {
		t.Errorf("only %d examples were found", examples)
	}
	for _, w := range strategy.Words() {
		name, _, _ := strings.Cut(w.Name, "(")
		if !regexp.MustCompile("`" + name + "[`(]").Match(text) {
			t.Errorf("%s is not documented", w.Name)
		}
	}
	for a := blackjack.Hit; a <= blackjack.EvenMoney; a++ {
		name := strings.Fields(parse(t, []string{"hit", "stand", "double", "split", "surrender",
			"insure", "decline", "evenMoney"}[a]).String())[0]
		if !strings.Contains(string(text), "`"+name+"`") {
			t.Errorf("%s is not documented", name)
		}
	}
}
