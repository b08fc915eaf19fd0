package fair

import (
	"bytes"
	"errors"
	"runtime"
	"strings"
	"testing"

	"holecard/blackjack"
	"holecard/internal/long"
)

// FuzzReadProofs reads whatever there is, at no more cost than its size warrants.
// What it can be read from is a proof, so it is written and read again, and says
// the same.
func FuzzReadProofs(f *testing.F) {
	odd := fresh()
	odd.Shuffles[0] = dealt(Inputs{Seed{7}, "\\ \" ``` \u202e\u0301🃏", hand},
		blackjack.Rules{Decks: 1}, 0, 2)
	for _, p := range append(kinds(), odd) {
		f.Add([]byte(p.Text()))
		f.Add([]byte(p.Compact()))
		f.Add([]byte("```\r\n" + p.Text() + "```"))
		f.Add([]byte(quotation(p.Text())))
	}
	for from, to := range map[string]string{"decks: 6": "decks: 300000",
		"dealt before: 0": "dealt before: -1"} {
		f.Add([]byte(strings.Replace(fresh().Text(), from, to, 1)))
	}
	f.Fuzz(func(t *testing.T, input []byte) {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		defer func() {
			runtime.ReadMemStats(&after)
			if cost := after.TotalAlloc - before.TotalAlloc; long.Enabled() &&
				cost > 1<<20+1000*uint64(len(input)) {
				t.Errorf("%d bytes cost %d", len(input), cost)
			}
		}()
		proofs, err := ReadProofs(bytes.NewReader(input))
		if err != nil {
			if !errors.Is(err, ErrUnreadable) || proofs != nil {
				t.Fatalf("%v, %+v", err, proofs)
			}
			return
		}
		if len(proofs) == 0 {
			t.Fatal("no proof and no error")
		}
		for _, p := range proofs {
			problems := p.Check()
			for _, problem := range problems {
				if problem.Text == "" || problem.Line == 0 ||
					!compactIn.Match(input) &&
						problem.Line > bytes.Count(input, []byte("\n"))+2 { // a line that is missing
					t.Errorf("a problem nowhere: %+v", problem)
				}
			}
			if len(problems) > 0 {
				continue
			}
			if again := read(t, p.Text()); !same(again, p) || len(again.Check()) > 0 {
				t.Errorf("%+v is read again as %+v", p, again)
			}
		}
	})
}
