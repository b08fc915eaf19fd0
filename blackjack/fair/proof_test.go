package fair

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"pgregory.net/rapid"

	"holecard/blackjack"
)

// dealt returns the shuffle that follows from inputs, and the cards of it from
// one place to another.
func dealt(in Inputs, r blackjack.Rules, from, to int) Shuffle {
	s := Shuffle{
		Commitment:  in.Server.Commitment(),
		ServerSeed:  in.Server.Reveal(),
		ClientSeed:  in.Client,
		Interaction: strconv.FormatUint(in.Interaction, 10),
		Decks:       r.Decks,
		Jokers:      r.Jokers,
		Endless:     r.Endless(),
		Forty:       r.Pack == blackjack.Forty,
		Before:      from,
		Cards:       in.Cards(r)[from:to],
	}
	if r.Endless() {
		s.Decks = 0
	}
	return s
}

const hand = 1234567890

// fresh is a hand of six decks that are shuffled for it.
func fresh() Proof {
	in := Inputs{Seed{1, 2, 3}, "lucky é", hand}
	return Proof{Hand: "1234567890", Table: "vegas",
		Shuffles: []Shuffle{dealt(in, blackjack.Rules{Decks: 6}, 0, 6)}}
}

// through is a hand that runs one deck out and goes on in the next.
func through() Proof {
	before, now := Inputs{Seed{4}, "a", 77}, Inputs{Seed{5}, "b", hand}
	r := blackjack.Rules{Decks: 1, Jokers: 2}
	return Proof{Hand: "1234567890", Table: "downen",
		Shuffles: []Shuffle{dealt(before, r, 50, 54), dealt(now, r, 0, 2)}}
}

// without is a hand where the cards are without end.
func without() Proof {
	in := Inputs{Seed{6}, "c", hand}
	return Proof{Hand: "1234567890", Table: "mit",
		Shuffles: []Shuffle{dealt(in, blackjack.Rules{Pack: blackjack.Endless}, 0, 5)}}
}

// ofForty is a hand of the deck of forty.
func ofForty() Proof {
	in := Inputs{Seed{7}, "d", hand}
	r := blackjack.Rules{Pack: blackjack.Forty, Decks: 1}
	return Proof{Hand: "1234567890", Table: "mit", Shuffles: []Shuffle{dealt(in, r, 0, 5)}}
}

// kinds are proofs of each kind.
func kinds() []Proof {
	return []Proof{fresh(), through(), without(), ofForty(), seated(), seatedThrough()}
}

func TestAProofAsText(t *testing.T) {
	p := through()
	p.Shuffles[0].First = true
	p.Shuffles[1].ServerSeed = ""
	p.Shuffles[1].ClientSeed = "`lucky` é \"\\\u200b\u202e\u0301" + "🃏\U000e0041\u2800"
	p.Shuffles[0].Cards = []blackjack.Card{52, 53, 12, 35}
	p.Shuffles[1].Cards = nil
	want := `holecard fair proof 2
hand: 1234567890 at downen
commitment: ` + Seed{4}.Commitment() + ` (first)
server seed: 0400000000000000000000000000000000000000000000000000000000000000
client seed: "a"
interaction: 77
decks: 1
jokers: 2
dealt before: 50
cards: 🃏1 🃏2 K♣ 10♥
commitment: ` + Seed{5}.Commitment() + `
server seed: not revealed yet
client seed: "\u0060lucky\u0060 é \"\\\u200b\u202e\u0301🃏\udb40\udc41\u2800"
interaction: 1234567890
decks: 1
jokers: 2
dealt before: 0
cards:
end of proof
`
	if got := p.Text(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	const endless = "decks: endless\njokers: 0\ndealt before: 0\ncards: "
	if got, want := without().Text(), endless; !strings.Contains(got, want) {
		t.Errorf("got\n%s\nwant %s", got, want)
	}
}

func TestWhatWasDealtHolds(t *testing.T) {
	for _, p := range kinds() {
		if problems := p.Check(); len(problems) > 0 {
			t.Errorf("%s%v", p.Text(), problems)
		}
	}
}

// anyProof draws a proof of a hand that was dealt as it says.
func anyProof(t *rapid.T) Proof {
	r := blackjack.Rules{Decks: rapid.IntRange(1, 8).Draw(t, "decks"),
		Jokers: rapid.IntRange(0, 8).Draw(t, "jokers")}
	switch rapid.IntRange(0, 2).Draw(t, "pack") {
	case 1:
		r = blackjack.Rules{Pack: blackjack.Endless}
	case 2:
		r = blackjack.Rules{Pack: blackjack.Forty, Decks: 1}
	}
	client := rapid.String().Filter(func(s string) bool { return CheckClientSeed(s) == nil })
	inputs := func() Inputs {
		in := anyInputs(t)
		in.Client = client.Draw(t, "client")
		return in
	}
	several := rapid.Bool().Draw(t, "several")
	dealt := func(in Inputs, r blackjack.Rules, from, to int) Shuffle {
		if !several {
			return dealt(in, r, from, to)
		}
		seats := rapid.SliceOfN(client, 1, blackjack.MaxSeats).Draw(t, "seats")
		return atSeats(in, r, from, to, seats...)
	}
	now := inputs()
	p := Proof{Hand: strconv.FormatUint(now.Interaction, 10),
		Table: rapid.StringMatching(`[a-zA-Z0-9-]{1,32}`).Draw(t, "table")}
	size := Shuffle{Decks: r.Decks, Jokers: r.Jokers, Endless: r.Endless(),
		Forty: r.Pack == blackjack.Forty}.size()
	if !r.Endless() && rapid.Bool().Draw(t, "goes on") {
		before := inputs()
		if before.Interaction == now.Interaction || before.Server == now.Server {
			before.Interaction, before.Server[0] = ^now.Interaction, ^now.Server[0]
		}
		from := rapid.IntRange(1, size-1).Draw(t, "dealt before")
		if rapid.Bool().Draw(t, "through") {
			p.Shuffles = append(p.Shuffles, dealt(before, r, from, size))
		} else {
			p.Shuffles = append(p.Shuffles,
				dealt(before, r, from, rapid.IntRange(from+1, size).Draw(t, "to")))
			return p
		}
	}
	s := dealt(now, r, 0, rapid.IntRange(1, min(size, 30)).Draw(t, "cards"))
	s.First = rapid.Bool().Draw(t, "first")
	p.Shuffles = append(p.Shuffles, s)
	return p
}

// read reads one proof. What it was read from is no part of what is returned.
func read(t testing.TB, text string) Proof {
	t.Helper()
	proofs, err := ReadProofs(strings.NewReader(text))
	if err != nil || len(proofs) != 1 {
		t.Fatalf("%d proofs, %v, in %s", len(proofs), err, text)
	}
	return proofs[0]
}

// same reports whether two proofs say the same, wherever they were read.
func same(a, b Proof) bool {
	a.read, b.read = reading{}, reading{}
	return reflect.DeepEqual(a, b)
}

func TestAProofIsReadAsItWasWritten(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		p := anyProof(r)
		if rapid.Bool().Draw(r, "unrevealed") {
			p.Shuffles[len(p.Shuffles)-1].ServerSeed = ""
		}
		text := p.Text()
		if strings.Contains(text, "`") {
			r.Fatalf("a backtick in\n%s", text)
		}
		got := read(t, text)
		if !same(got, p) {
			r.Fatalf("got  %+v\nwant %+v\nfrom %s", got, p, text)
		}
		problems := got.Check()
		if p.Shuffles[len(p.Shuffles)-1].ServerSeed != "" && len(problems) != 0 {
			r.Fatalf("%v in %s", problems, text)
		}
		if p.Shuffles[len(p.Shuffles)-1].ServerSeed == "" &&
			(len(problems) != 1 || !problems[0].Unrevealed) {
			r.Fatalf("%v in %s", problems, text)
		}
	})
}

func TestWhatIsNoProof(t *testing.T) {
	many := strings.Repeat(title+"\n", MaxProofs+1)
	for text, want := range map[string]string{
		"":                            `has no line "holecard fair proof 2"`,
		"hello":                       `has no line "holecard fair proof 2"`,
		"holecard fair proof 4\n":     "no other version",
		"holecard fair proof 1\n":     "no other version",
		"```\nholecard fair proof 10": "line 2",
		strings.Repeat(" ", 1<<20+1):  "longer than 1048576 bytes",
		many:                          "more than 1000",
	} {
		proofs, err := ReadProofs(strings.NewReader(text))
		if !errors.Is(err, ErrUnreadable) || !strings.Contains(err.Error(), want) || proofs != nil {
			t.Errorf("%.30q: %v, want %s", text, err, want)
		}
	}
	broken := errors.New("broken")
	_, err := ReadProofs(iotest.ErrReader(broken))
	if !errors.Is(err, broken) || errors.Is(err, ErrUnreadable) {
		t.Errorf("a broken reader: %v", err)
	}
}

// says returns what a check finds, a line each, without the labels of the lines.
func says(p Proof) string {
	var b bytes.Buffer
	for _, problem := range p.Check() {
		fmt.Fprintf(&b, "line %d: %s\n", problem.Line, problem.Text)
	}
	return b.String()
}

func TestAnOpenHandCannotBeCheckedYet(t *testing.T) {
	p := fresh()
	p.Shuffles[0].ServerSeed, p.Shuffles[0].Cards = "", nil
	for _, text := range []string{p.Text(), strings.ReplaceAll(p.Text(), "\n", "\r\n")} {
		problems := read(t, text).Check()
		if len(problems) != 1 || !problems[0].Unrevealed || problems[0].Line != 4 {
			t.Errorf("%v in\n%s", problems, text)
		}
	}
}

func TestTheLinesOfAProofThatWasNotRead(t *testing.T) {
	p := through()
	p.Shuffles[1].Jokers = -1
	p.Shuffles[0].ClientSeed = ""
	p.Hand = "x"
	const wrong = "line 2: it must be an id…\nline 5: a client seed…\nline 16: it must be 0 to 8"
	if got, want := says(p), wrong; !matches(got, want) {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	const second = "line 5, client seed: a client seed has at least one character"
	if got, want := p.Check()[1].String(), second; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	const none = "line 2: a hand is of one shuffle or two, and this is of 0"
	if got := says(Proof{Hand: "1", Table: "vegas"}); !matches(got, none) {
		t.Errorf("got\n%s", got)
	}
}

func TestATableIsNamedByLettersDigitsAndDashes(t *testing.T) {
	for name, want := range map[string]bool{
		"vegas": true, "AZaz09-": true, "-": true, strings.Repeat("x", 32): true,
		strings.Repeat("x", 33): false, "": false,
		"a/b": false, "a:b": false, "a@b": false, "a[b": false, "a`b": false, "a{b": false,
		"a b": false, "a_b": false, "ä": false,
	} {
		if tableName(name) != want {
			t.Errorf("%q is a table's name: %v, want %v", name, !want, want)
		}
	}
}
