package fair

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
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
		Endless:     r.Infinite,
		Before:      from,
		Cards:       in.Cards(r)[from:to],
	}
	if r.Infinite {
		s.Decks = 0
	}
	return s
}

const hand = 1234567890

// fresh is a hand of six decks that are shuffled for it.
func fresh() Proof {
	in := Inputs{Seed{1, 2, 3}, "lucky é", hand}
	return Proof{Hand: "1234567890", Table: "vegas", Shuffles: []Shuffle{dealt(in, blackjack.Rules{Decks: 6}, 0, 6)}}
}

// through is a hand that runs one deck out and goes on in the next.
func through() Proof {
	before, now := Inputs{Seed{4}, "a", 77}, Inputs{Seed{5}, "b", hand}
	r := blackjack.Rules{Decks: 1, Jokers: 2}
	return Proof{Hand: "1234567890", Table: "downen", Shuffles: []Shuffle{dealt(before, r, 50, 54), dealt(now, r, 0, 2)}}
}

// without is a hand where the cards are without end.
func without() Proof {
	in := Inputs{Seed{6}, "c", hand}
	return Proof{Hand: "1234567890", Table: "mit", Shuffles: []Shuffle{dealt(in, blackjack.Rules{Infinite: true}, 0, 5)}}
}

func TestAProofAsText(t *testing.T) {
	p := through()
	p.Shuffles[0].First = true
	p.Shuffles[1].ServerSeed = ""
	p.Shuffles[1].ClientSeed = "`lucky` é \"\\\u200b\u202e\u0301" + "🃏\U000e0041\u2800"
	p.Shuffles[0].Cards = []blackjack.Card{52, 53, 12, 35}
	p.Shuffles[1].Cards = nil
	want := `holecard fair proof 1
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
`
	if got := p.Text(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got, want := without().Text(), "decks: endless\njokers: 0\ndealt before: 0\ncards: "; !strings.Contains(got, want) {
		t.Errorf("got\n%s\nwant %s", got, want)
	}
}

func TestWhatWasDealtHolds(t *testing.T) {
	for _, p := range []Proof{fresh(), through(), without()} {
		if problems := p.Check(); len(problems) > 0 {
			t.Errorf("%s%v", p.Text(), problems)
		}
	}
}

// anyProof draws a proof of a hand that was dealt as it says.
func anyProof(t *rapid.T) Proof {
	r := blackjack.Rules{Decks: rapid.IntRange(1, 8).Draw(t, "decks"), Jokers: rapid.IntRange(0, 8).Draw(t, "jokers")}
	if rapid.Bool().Draw(t, "endless") {
		r = blackjack.Rules{Infinite: true}
	}
	inputs := func() Inputs {
		in := anyInputs(t)
		in.Client = rapid.String().Filter(func(s string) bool { return CheckClientSeed(s) == nil }).Draw(t, "client")
		return in
	}
	now := inputs()
	p := Proof{Hand: strconv.FormatUint(now.Interaction, 10), Table: rapid.StringMatching(`[a-zA-Z0-9-]{1,32}`).Draw(t, "table")}
	size := Shuffle{Decks: r.Decks, Jokers: r.Jokers, Endless: r.Infinite}.size()
	if !r.Infinite && rapid.Bool().Draw(t, "goes on") {
		before := inputs()
		if before.Interaction == now.Interaction || before.Server == now.Server {
			before.Interaction, before.Server[0] = ^now.Interaction, ^now.Server[0]
		}
		from := rapid.IntRange(1, size-1).Draw(t, "dealt before")
		if rapid.Bool().Draw(t, "through") {
			p.Shuffles = append(p.Shuffles, dealt(before, r, from, size))
		} else {
			p.Shuffles = append(p.Shuffles, dealt(before, r, from, rapid.IntRange(from+1, size).Draw(t, "to")))
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
		raw, err := json.Marshal(p)
		if err != nil {
			r.Fatal(err)
		}
		for _, form := range []string{text, string(raw)} {
			got := read(t, form)
			if !same(got, p) {
				r.Fatalf("got  %+v\nwant %+v\nfrom %s", got, p, form)
			}
			problems := got.Check()
			if p.Shuffles[len(p.Shuffles)-1].ServerSeed != "" && len(problems) != 0 {
				r.Fatalf("%v in %s", problems, form)
			}
			if p.Shuffles[len(p.Shuffles)-1].ServerSeed == "" && (len(problems) != 1 || !problems[0].Unrevealed) {
				r.Fatalf("%v in %s", problems, form)
			}
		}
	})
}

func TestWhatIsNoProof(t *testing.T) {
	many := strings.Repeat(title+"\n", MaxProofs+1)
	for text, want := range map[string]string{
		"":                            `has no line "holecard fair proof 1"`,
		"hello":                       `has no line "holecard fair proof 1"`,
		"holecard fair proof 2\n":     "no other version",
		"```\nholecard fair proof 10": "line 2",
		"{":                           "no JSON",
		"[]":                          "0 elements",
		"[1]":                         "element 0",
		"{} {}":                       "behind the JSON",
		"[{}":                         "no JSON",
		strings.Repeat("[", 1<<19):    "no JSON",
		strings.Repeat(" ", 1<<20+1):  "longer than 1048576 bytes",
		many:                          "more than 1000",
		"[" + strings.Repeat("{},", MaxProofs) + "{}]": "1001 elements",
	} {
		proofs, err := ReadProofs(strings.NewReader(text))
		if !errors.Is(err, ErrUnreadable) || !strings.Contains(err.Error(), want) || proofs != nil {
			t.Errorf("%.30q: %v, want %s", text, err, want)
		}
	}
	broken := errors.New("broken")
	if _, err := ReadProofs(iotest.ErrReader(broken)); !errors.Is(err, broken) || errors.Is(err, ErrUnreadable) {
		t.Errorf("a broken reader: %v", err)
	}
}

// says returns what a check finds, a line each, without the labels of the lines.
func says(p Proof) string {
	var b bytes.Buffer
	for _, problem := range p.Check() {
		problem.Label = ""
		fmt.Fprintln(&b, problem)
	}
	return b.String()
}

// TestWhatWasTamperedWithIsTold changes a line of a proof and looks for the
// problem that it must have, and for no other.
func TestWhatWasTamperedWithIsTold(t *testing.T) {
	right := fresh().Text()
	twice := through().Text()
	none := without().Text()
	lines := func(text string) []string { return strings.Split(text, "\n") }
	field := func(text string, n int) string { _, v, _ := strings.Cut(lines(text)[n-1], ": "); return v }
	for _, c := range []struct {
		name, text string
		line       int    // 1 is the title
		to         string // the whole line
		want       string // the problems, a line each; "…" stands for anything
	}{
		{"a hand without table", right, 2, "hand: 1234567890", "line 2: it must be the id of the hand…"},
		{"a hand of another id", right, 2, "hand: 1234567891 at vegas", "line 6: the shuffle begins in this hand, so it must be the id of the hand, 1234567891"},
		{"a hand with a zero in front", right, 2, "hand: 01234567890 at vegas", "line 2: it must be an id…"},
		{"a hand beyond 64 bits", right, 2, "hand: 18446744073709551616 at vegas", "line 2: it must be an id…"},
		{"a table of a strange name", right, 2, "hand: 1234567890 at the `casino`", "line 2: the name of the table…"},
		{"another commitment", right, 3, "commitment: " + Seed{9}.Commitment(), "line 3: it is not that of the server seed, whose SHA-256 is " + field(right, 3)},
		{"a short commitment", right, 3, "commitment: 123456", "line 3: it must be 64 digits of lower-case hex"},
		{"a commitment in capitals", right, 3, "commitment: " + strings.ToUpper(field(right, 3)), "line 3: it must be 64 digits of lower-case hex"},
		{"another seed", right, 4, "server seed: " + Seed{9}.Reveal(), "line 3: it is not that of the server seed, whose SHA-256 is " + Seed{9}.Commitment() + "\nline 10: card 1 is …"},
		{"no seed", right, 4, "server seed:", "line 4: it must be 64 digits of lower-case hex"},
		{"a seed that is a digit short", right, 4, "server seed: " + field(right, 4)[1:], "line 4: it must be 64 digits of lower-case hex"},
		{"a seed that is kept", right, 4, "server seed: not revealed yet", "line 4: the server seed is not revealed yet…"},
		{"another client seed", right, 5, `client seed: "lucky e"`, "line 10: card 1 is …"},
		{"a client seed that looks the same", right, 5, `client seed: "lucky e\u0301"`, "line 10: card 1 is …"},
		{"a client seed without quotes", right, 5, `client seed: lucky é`, "line 5: it must be a text in quotes…"},
		{"a client seed with half of them", right, 5, `client seed: "lucky é`, "line 5: it must be a text in quotes…"},
		{"an empty client seed", right, 5, `client seed: ""`, "line 5: a client seed has at least one character"},
		{"a client seed of two lines", right, 5, `client seed: "a\nb"`, "line 5: a client seed has no line breaks…"},
		{"another interaction", right, 6, "interaction: 1234567891", "line 6: the shuffle begins in this hand, so it must be the id of the hand, 1234567890"},
		{"an interaction in words", right, 6, "interaction: many", "line 6: it must be an id…"},
		{"other decks", right, 7, "decks: 5", "line 10: card 1 is …"},
		{"too many decks", right, 7, "decks: 9", "line 7: it must be 1 to 8, or endless"},
		{"no decks", right, 7, "decks: 0", "line 7: it must be 1 to 8, or endless"},
		{"negative decks", right, 7, "decks: -1", "line 7: it must be 1 to 8, or endless"},
		{"decks as a fraction", right, 7, "decks: 6.0", `line 7: "6.0" is not a whole number`},
		{"decks beyond 64 bits", right, 7, "decks: 99999999999999999999", "line 7: \"9…"},
		{"other jokers", right, 8, "jokers: 1", "line 10: card 1 is …"},
		{"too many jokers", right, 8, "jokers: 9", "line 8: it must be 0 to 8"},
		{"jokers with a plus", right, 8, "jokers: +0", `line 8: "+0" is not a whole number`},
		{"cards dealt before, in the hand's own shuffle", right, 9, "dealt before: 1", "line 6: it is the id of this hand, but 1 cards were dealt before it\n"},
		{"more dealt before than there are", right, 9, "dealt before: 313", "line 6: it is the id of this hand, …\nline 9: it must be 0 to 312"},
		{"fewer than none", right, 9, "dealt before: -1", "line 9: it must be 0 to 312"},
		{"another card", right, 10, swapped(right, 10, 2), "line 10: card 3 is …, but … follows from the inputs; all should be " + field(right, 10)},
		{"cards in another order", right, 10, "cards: " + turned(field(right, 10)), "line 10: card 1 is …; all should be " + field(right, 10)},
		{"a card too much", right, 10, lines(right)[9] + " " + strings.Fields(field(right, 10))[5], "line 10: card 7 is …"},
		{"a card left out", right, 10, "cards: " + field(right, 10)[len(strings.Fields(field(right, 10))[0])+1:], "line 10: card 1 is …"},
		{"no card", right, 10, "cards:", "line 10: there are none, but a hand is dealt at least one"},
		{"a word that is no card", right, 10, "cards: K♠ 11♦", `line 10: card 2, "11\u2666", is none that the shoe can have`},
		{"a joker without number", right, 10, "cards: 🃏", "line 10: card 1, …"},
		{"a third joker", right, 10, "cards: 🃏3", "line 10: card 1, …"},
		{"an endless card in a shoe", right, 10, "cards: 7", "line 10: card 1, …"},
		{"more cards than the shoe has", right, 10, "cards:" + strings.Repeat(" K♠", 313), "line 10: there are 313, but the shoe has no more than 312"},
		{"a line left out", right, 7, "", `line 8: here must be the line "decks: …"`},
		{"a line of another name", right, 8, "joker: 0", `line 8: here must be the line "jokers: …"`},
		{"a line too much", right, 11, "payout: 1000", "line 11: the proof is over here, and this line belongs to none"},
		{"the end left out", right, 10, "", `line 9: the text ends here, and the line "cards: …" is to come`},
		{"the first not dealt to its end", twice, 10, "cards: " + strings.Join(strings.Fields(field(twice, 10))[:3], " "), "line 10: there are 3, but the hand goes on in a second shuffle, so it must be the 4 left of the first"},
		{"the second not from its beginning", twice, 17, "dealt before: 1", "line 14: it is the id of this hand, but 1 cards were dealt before it\nline 17: it must be 0: the hand is the first of its second shuffle"},
		{"the second with another seed", twice, 12, "server seed: " + Seed{9}.Reveal(), "line 11: it is not that of the server seed, …\nline 18: card 1 is …"},
		{"the second with the seed of the first", twice, 11, lines(twice)[2], "line 11: it is that of the first shuffle, but each shuffle has a seed of its own"},
		{"the second not revealed yet", twice, 12, "server seed: not revealed yet", "line 12: the server seed is not revealed yet…"},
		{"the second without a card", twice, 18, "cards:", "line 18: there are none, but a hand is dealt at least one"},
		{"a third", twice, 19, lines(twice)[10], "line 19: the proof is over here, and this line belongs to none"},
		{"an endless card of 11", none, 10, "cards: 11", "line 10: card 1, …"},
		{"an endless card of 0", none, 10, "cards: 0", "line 10: card 1, …"},
		{"an endless card of a shoe", none, 10, "cards: K♠", "line 10: card 1, …"},
		{"another endless card", none, 10, swapped(none, 10, 4), "line 10: card 5 is …, but … follows from the inputs; all should be " + field(none, 10)},
		{"jokers without end", none, 8, "jokers: 1", "line 8: it must be 0 to 0"},
		{"endless cards dealt before", none, 9, "dealt before: 1", "line 6: …\nline 9: it must be 0: where the cards are without end…"},
	} {
		t.Run(c.name, func(t *testing.T) {
			all := lines(c.text)
			all[c.line-1] = c.to
			if got := says(read(t, strings.Join(all, "\n"))); !matches(got, c.want) {
				t.Errorf("got\n%swant\n%s", got, c.want)
			}
		})
	}
}

// matches compares problems with a pattern, in which … stands for anything.
func matches(got, pattern string) bool {
	lines, wants := strings.Split(strings.TrimSpace(got), "\n"), strings.Split(strings.TrimSpace(pattern), "\n")
	return slices.EqualFunc(lines, wants, func(line, want string) bool {
		parts := strings.Split(want, "…")
		for i, part := range parts {
			at := strings.Index(line, part)
			if at < 0 || i == 0 && at != 0 {
				return false
			}
			line = line[at+len(part):]
		}
		return line == "" || strings.HasSuffix(want, "…")
	})
}

// swapped returns a line of cards with another card at a place.
func swapped(text string, line, place int) string {
	words := strings.Fields(strings.Split(text, "\n")[line-1])
	for _, other := range []string{"7♦", "8♦", "7", "8"} {
		_, err := strconv.Atoi(other)
		_, errOld := strconv.Atoi(words[place+1])
		if words[place+1] != other && (err == nil) == (errOld == nil) {
			words[place+1] = other
			break
		}
	}
	return strings.Join(words, " ")
}

// turned returns cards with the first two exchanged.
func turned(cards string) string {
	words := strings.Fields(cards)
	words[0], words[1] = words[1], words[0]
	return strings.Join(words, " ")
}

// TestNoByteCanBeChanged flips each character of a proof in turn: what still
// holds says the same.
func TestNoByteCanBeChanged(t *testing.T) {
	for _, p := range []Proof{fresh(), through(), without()} {
		text := p.Text()
		for i := range len(text) {
			for _, other := range []byte{'0', '1', 'a', ' ', '"', text[i] ^ 1} {
				changed := []byte(text)
				changed[i] = other
				proofs, err := ReadProofs(bytes.NewReader(changed))
				if err != nil || len(proofs) != 1 || len(proofs[0].Check()) > 0 {
					continue
				}
				proofs[0].Table = p.Table // nothing follows from it
				proofs[0].Shuffles[0].First = false
				if !same(proofs[0], p) && len(proofs[0].Shuffles[0].Cards) == len(p.Shuffles[0].Cards) {
					t.Errorf("byte %d as %q holds:\n%s", i, other, changed)
				}
			}
		}
	}
}

func TestWhatIsWrongInJSONIsToldByField(t *testing.T) {
	vector := map[string]any{}
	v := fresh().Shuffles[0]
	in := Inputs{Seed{1, 2, 3}, "lucky é", hand}
	v.Cards = in.Cards(blackjack.Rules{Decks: 6})
	vector["commitment"], vector["server_seed"], vector["client_seed"] = v.Commitment, v.ServerSeed, v.ClientSeed
	vector["interaction_id"], vector["decks"], vector["jokers"], vector["shoe"] = v.Interaction, 6, 0, numbers(v.Cards)
	for _, c := range []struct {
		name   string
		change func(proof, shuffle, vector map[string]any)
		proof  string
		vector string
	}{
		{"nothing", func(_, _, _ map[string]any) {}, "", ""},
		{"commitment", func(_, s, v map[string]any) { s["commitment"], v["commitment"] = "x", "x" },
			"shuffles[0].commitment: it must be 64 digits…", "commitment: it must be 64 digits…"},
		{"no commitment", func(_, s, v map[string]any) { delete(s, "commitment"); delete(v, "commitment") },
			"shuffles[0].commitment: it is missing", "commitment: it is missing"},
		{"null seed", func(_, s, v map[string]any) { s["server_seed"], v["server_seed"] = nil, nil },
			"shuffles[0].server_seed: the server seed is not revealed yet…", "server_seed: the server seed is not revealed yet…"},
		{"no seed", func(_, s, v map[string]any) { s["server_seed"], v["server_seed"] = "", "" },
			"shuffles[0].server_seed: it must be 64 digits…", "server_seed: it must be 64 digits…"},
		{"client seed", func(_, s, v map[string]any) { s["client_seed"], v["client_seed"] = 5, "other" },
			"shuffles[0].client_seed: it must be a text", "shoe: card 1 is …; all should be […"},
		{"id", func(_, s, v map[string]any) { s["interaction_id"], v["interaction_id"] = 1234567890, "-1" },
			"shuffles[0].interaction_id: it must be a text", "interaction_id: it must be an id…"},
		{"decks", func(_, s, v map[string]any) { s["decks"], v["decks"] = "six", 1.5 },
			"shuffles[0].decks: it must be a number", `decks: "1.5" is not a whole number`},
		{"jokers", func(_, s, v map[string]any) { s["jokers"], v["jokers"] = nil, 9 },
			"shuffles[0].jokers: it must be a number", "jokers: it must be 0 to 8"},
		{"cards", func(_, s, v map[string]any) { s["cards"], v["shoe"] = "K♠", v["shoe"].([]int)[1:] },
			"shuffles[0].cards: it must be an array of numbers", "shoe: there are 311, but the shoe has 312"},
		{"no card", func(_, s, v map[string]any) { s["cards"], v["shoe"] = []any{1, 54}, []any{"1"} },
			"shuffles[0].cards: element 1 is not the number of a card, 0 to 53", "shoe: element 0 is not the number of a card, 0 to 53"},
		{"unknown field", func(_, s, v map[string]any) { s["payout"], v["payout"] = 1, 1 },
			`shuffles[0]."payout": there is no such field`, `"payout": there is no such field`},
		{"first", func(_, s, v map[string]any) { s["first"], v["first"] = 1, true },
			"shuffles[0].first: it must be true or false", `"first": there is no such field`},
		{"hand", func(p, _, v map[string]any) { p["hand"], v["hand"] = 1, "1" },
			"hand: it must be a text", `"hand": there is no such field`},
		{"table", func(p, _, _ map[string]any) { delete(p, "table") }, "table: it is missing", ""},
		{"table of another kind", func(p, _, _ map[string]any) { p["table"] = 1 }, "table: it must be a text", ""},
		{"strange table", func(p, _, _ map[string]any) { p["hand"], p["table"] = "x", "é" }, "table: the name of the table…\nhand: it must be an id…", ""},
		{"many shuffles", func(p, s, _ map[string]any) { p["shuffles"] = []any{s, s, s} }, "shuffles: it must be an array of one shuffle or two", ""},
		{"shuffles of another kind", func(p, _, _ map[string]any) { p["shuffles"] = []any{1} }, "shuffles[0]: it must be an object", ""},
	} {
		var proof, object map[string]any
		raw, _ := json.Marshal(fresh())
		json.Unmarshal(raw, &proof)
		shoe := map[string]any{}
		for k, v := range vector {
			shoe[k] = v
		}
		object, _ = proof["shuffles"].([]any)[0].(map[string]any)
		c.change(proof, object, shoe)
		for want, v := range map[*string]map[string]any{&c.proof: proof, &c.vector: shoe} {
			raw, err := json.Marshal(v)
			if err != nil {
				t.Fatal(err)
			}
			if got := says(read(t, string(raw))); !matches(got, *want) {
				t.Errorf("%s: got\n%swant\n%s", c.name, got, *want)
			}
			if got := says(read(t, "["+string(raw)+"]")); *want != "" && !strings.HasPrefix(got, "[0].") {
				t.Errorf("%s in an array: got\n%s", c.name, got)
			}
		}
	}
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
	if got, want := says(p), "line 2: it must be an id…\nline 5: a client seed…\nline 16: it must be 0 to 8"; !matches(got, want) {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if got, want := p.Check()[1].String(), "line 5, client seed: a client seed has at least one character"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := says(Proof{Hand: "1", Table: "vegas"}); !matches(got, "line 2: a hand is of one shuffle or two, and this is of 0") {
		t.Errorf("got\n%s", got)
	}
}
