package fair

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"testing"
)

// FuzzReadProofs reads whatever there is. What it can be read from is a proof,
// so it is written and read again, and says the same.
func FuzzReadProofs(f *testing.F) {
	for _, p := range []Proof{fresh(), through(), without()} {
		raw, err := json.Marshal(p)
		if err != nil {
			f.Fatal(err)
		}
		f.Add([]byte(p.Text()))
		f.Add(raw)
		f.Add([]byte("```\r\n" + p.Text() + "```"))
		f.Add([]byte(quotation(p.Text())))
	}
	if vectors, err := os.ReadFile(vectorsFile); err == nil {
		f.Add(vectors[:bytes.IndexByte(vectors, '}')+1][1:])
	}
	f.Fuzz(func(t *testing.T, input []byte) {
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
				if problem.Text == "" || (problem.Line == 0) == (problem.Field == "") || problem.Line > bytes.Count(input, []byte("\n"))+1 {
					t.Errorf("a problem nowhere: %+v", problem)
				}
			}
			if len(problems) > 0 || p.read.vector {
				continue
			}
			if again := read(t, p.Text()); !same(again, p) || len(again.Check()) > 0 {
				t.Errorf("%+v is read again as %+v", p, again)
			}
		}
	})
}
