package mutants

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The tests that break the code by themselves, to see that others would notice.
var breakByThemselves = []string{"TestAKillFindsAProcessThatSaysDoneTooEarly",
	"TestAFailureOfPowerFindsLies", "TestChaosFindsLies"}

// Each test that holds a promise has a mutant that it has to notice: a promise
// that is added needs one.
func TestEveryPromiseHasAMutant(t *testing.T) {
	table, err := os.ReadFile(filepath.Join(root, "docs", "reliability.md"))
	if err != nil {
		t.Fatal(err)
	}
	tried := slices.Clone(breakByThemselves)
	for _, m := range patches(t) {
		tried = append(tried, m.test)
	}
	named := regexp.MustCompile("`((?:Test|Fuzz)[A-Z][A-Za-z0-9]*)`")
	const sections = "Chips Shuffles Rules Discord People Operators Releases"
	for section := range strings.FieldsSeq(sections) {
		_, text, found := strings.Cut(string(table), "\n## "+section+"\n")
		text, _, _ = strings.Cut(text, "\n## ")
		tests := named.FindAllStringSubmatch(text, -1)
		if !found || len(tests) < 5 {
			t.Errorf("only %d tests are named under %s", len(tests), section)
		}
		for _, test := range tests {
			if !slices.Contains(tried, test[1]) {
				t.Errorf("%s, under %s, has no mutant to show that it can fail", test[1], section)
			}
		}
	}
}
