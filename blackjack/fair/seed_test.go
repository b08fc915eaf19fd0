package fair

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
)

func TestASeedIsCommittedToByItsHash(t *testing.T) {
	seed := Seed{}
	// of 32 zero bytes
	const want = "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"
	if got := seed.Commitment(); got != want {
		t.Errorf("the commitment is %s, want %s", got, want)
	}
	revealed := "ab" + strings.Repeat("0", 60) + "01"
	if got := (Seed{0: 0xAB, 31: 1}).Reveal(); got != revealed {
		t.Errorf("it is revealed as %s, want %s", got, revealed)
	}
}

// TestASeedNeverShows prints a seed in all ways there are, alone and inside
// other values, and looks for its bytes in each.
func TestASeedNeverShows(t *testing.T) {
	var seed Seed
	for i := range seed {
		seed[i] = 0xA1
	}
	in := Inputs{Server: seed, Client: "mine", Interaction: 5}
	values := []any{seed, &seed, in, &in, []Seed{seed}, map[Seed]int{seed: 1},
		map[string]Seed{"a": seed}, [1]Seed{seed},
		struct{ A any }{seed}, struct{ Seed }{seed}, fmt.Errorf("seed %v", seed)}
	var texts []string
	for _, v := range values {
		for verb := rune('A'); verb <= 'z'; verb++ {
			if verb == 'p' || verb == 'w' { // wrong for it, and go vet says so
				continue
			}
			for _, flags := range []string{"", "+", "#", " ", "0", "-", "70", ".3", "# +070.3"} {
				texts = append(texts, fmt.Sprintf("%"+flags+string(verb), v))
			}
		}
		for _, wrong := range []string{"", "%", "%!", "%z", "%[2]d", "%[2]*[1]v", "%.*d", "%d %s"} {
			texts = append(texts, fmt.Sprintf(wrong, v))
		}
		texts = append(texts, fmt.Sprint(v), fmt.Sprintln(1, v),
			fmt.Errorf("%w %v", errors.ErrUnsupported, v).Error())
		if raw, err := json.Marshal(v); err == nil {
			texts = append(texts, string(raw))
		}
		var log bytes.Buffer
		// its digits may be any
		timeless := &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
			if a.Key == slog.TimeKey {
				return slog.Attr{}
			}
			return a
		}}
		for _, handler := range []slog.Handler{slog.NewTextHandler(&log, timeless),
			slog.NewJSONHandler(&log, timeless)} {
			slog.New(handler).With("with", v).Info("message", "value", v,
				slog.Group("group", "value", v))
		}
		texts = append(texts, log.String())
	}
	for _, text := range texts {
		for _, sign := range []string{"161", "a1", "A1", "241", "10100001", "\xa1", "¡",
			"\\xa1", "00A1"} {
			if strings.Contains(text, sign) {
				t.Errorf("it shows: %.200q has %q", text, sign)
			}
		}
	}
	const secrets = "secret secret secret secret {Server:secret Client:mine Interaction:5} secret"
	if got := fmt.Sprintf("%v %s %x %d %+v %#v", seed, seed, seed, seed, in, seed); got != secrets {
		t.Errorf("it is printed as %s", got)
	}
	text, err := seed.MarshalText()
	raw, errJSON := seed.MarshalJSON()
	if got := fmt.Sprint(seed.String(), " ", seed.GoString(), " ", seed.LogValue(), " ",
		string(text), " ", string(raw)); err != nil || errJSON != nil ||
		got != `secret secret secret secret "secret"` {
		t.Errorf("it gives itself as %s", got)
	}
	if raw, err := json.Marshal(in); err != nil ||
		string(raw) != `{"Server":"secret","Client":"mine","Interaction":5}` {
		t.Errorf("it is encoded as %s, %v", raw, err)
	}
}

func TestClientSeeds(t *testing.T) {
	for _, c := range []struct {
		text string
		want ClientSeedFault // 0 where it is fine
	}{
		{"a", 0}, {"lucky é", 0}, {strings.Repeat("é", 64), 0}, {strings.Repeat("🃏", 64), 0},
		{"a  b", 0}, {"`:`", 0},
		{"שלום", 0}, {"a\u200bb", 0}, {"\u202eabc", 0}, {"e\u0301", 0}, {"\ufffd", 0},
		{"", ClientSeedEmpty},
		{strings.Repeat("a", 65), ClientSeedTooLong}, {strings.Repeat("🃏", 65), ClientSeedTooLong},
		{"\xff", ClientSeedNotText}, {"a\xed\xa0\x80", ClientSeedNotText},
		{strings.Repeat("\xff", 99), ClientSeedNotText},
		{"a\nb", ClientSeedControl}, {"a\r", ClientSeedControl}, {"\t", ClientSeedControl},
		{"a\x00", ClientSeedControl},
		{"a\u0085b", ClientSeedControl}, {"a\u2028b", ClientSeedControl},
		{"\u2029", ClientSeedControl}, {"\x7f", ClientSeedControl},
		{" a", ClientSeedEdge}, {"a ", ClientSeedEdge}, {" ", ClientSeedEdge},
		{"\u00a0a", ClientSeedEdge}, {"a\u3000", ClientSeedEdge},
	} {
		err := CheckClientSeed(c.text)
		e, is := errors.AsType[*ClientSeedError](err)
		switch {
		case c.want == 0 && err != nil:
			t.Errorf("%q is refused: %v", c.text, err)
		case c.want != 0 && (!is || e.Fault != c.want || len(err.Error()) < 20):
			t.Errorf("%q: %v, want fault %d", c.text, err, c.want)
		}
	}
}
