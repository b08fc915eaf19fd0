package fair

import (
	"slices"
	"strings"
	"testing"
)

func TestAProofWithoutItsEndDoesNotHold(t *testing.T) {
	for _, p := range []Proof{seatedThrough(), through()} {
		lines := strings.SplitAfter(p.Text(), "\n")
		for n := 1; n < len(lines)-1; n++ {
			proofs, err := ReadProofs(strings.NewReader(strings.Join(lines[:n], "")))
			if err != nil || len(proofs[0].Check()) == 0 {
				t.Errorf("the first %d lines hold", n)
			}
		}
	}
	lines := strings.SplitAfter(through().Text(), "\n")
	const want = "line 19: is not as the bot writes it\n"
	if got := says(read(t, strings.Join(lines[:18], ""))); got != want {
		t.Errorf("got %swant %s", got, want)
	}
}

// A second shuffle that lost a line, or in which one was changed, is not passed
// over as words below the first.
func TestADamagedSecondShuffleIsSeen(t *testing.T) {
	seeDamage(t, through(), 10)
	seeDamage(t, seatedThrough(), 17)
}

// seeDamage damages each line of a proof from the first of the second shuffle on.
func seeDamage(t *testing.T, p Proof, second int) {
	lines := strings.Split(strings.TrimSuffix(p.Text(), "\n"), "\n")
	ofFirst := func(i int) string {
		label, _, _ := strings.Cut(lines[i], ":")
		return lines[slices.IndexFunc(lines, func(line string) bool {
			return strings.HasPrefix(line, label+":")
		})]
	}
	for i := second; i < len(lines)-1; i++ {
		for name, now := range map[string][]string{
			"left out": {}, "twice": {lines[i], lines[i]}, "renamed": {"x" + lines[i]},
			"without its name": {lines[i][strings.Index(lines[i], ":")+1:]},
			"after words":      {"words", lines[i]},
			"of the first":     {ofFirst(i)}, "cut": {lines[i][:len(lines[i])-1]},
		} {
			damaged := strings.Join(slices.Concat(lines[:i], now, lines[i+1:]), "\n")
			proofs, err := ReadProofs(strings.NewReader(damaged))
			if err != nil || len(proofs) != 1 {
				t.Fatalf("%d proofs, %v", len(proofs), err)
			}
			unchanged := slices.Equal(now, lines[i:i+1])
			if len(proofs[0].Check()) == 0 && !unchanged {
				t.Errorf("line %d %s holds:\n%s", i+1, name, damaged)
			}
		}
	}
}
