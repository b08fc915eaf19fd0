package docs_test

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"holecard/blackjack"
	"holecard/blackjack/fair"
	"holecard/docs"
)

// node returns the program node.
func node(t *testing.T) string {
	t.Helper()
	path, err := exec.LookPath("node")
	if err != nil {
		t.Fatal("node is not installed (on Debian: apt-get install nodejs)")
	}
	return path
}

// TestThePageInNode_long runs the tests of the page, which are written in JavaScript.
func TestThePageInNode_long(t *testing.T) {
	program := node(t)
	files, err := filepath.Glob("_test/*.test.js")
	if err != nil || len(files) == 0 {
		t.Fatalf("no tests in _test (%v)", err)
	}
	out, err := exec.CommandContext(t.Context(), program,
		append([]string{"--test"}, files...)...).CombinedOutput()
	if err != nil {
		t.Fatalf("node --test: %v\n%s", err, out)
	}
}

// shuffle returns the shuffle that follows from inputs, and the cards of it
// from one place to another.
func shuffle(in fair.Inputs, r blackjack.Rules, from, to int) fair.Shuffle {
	s := fair.Shuffle{
		Commitment:  in.Server.Commitment(),
		ServerSeed:  in.Server.Reveal(),
		ClientSeed:  in.Client,
		Interaction: strconv.FormatUint(in.Interaction, 10),
		Decks:       r.Decks,
		Jokers:      r.Jokers,
		Endless:     r.Endless(),
		Before:      from,
		Cards:       in.Cards(r)[from:to],
	}
	return s
}

func server(name string) fair.Seed { return sha256.Sum256([]byte(name)) }

// proofs are hands of each kind.
func proofs() []fair.Proof {
	const id uint64 = 1318000000000000042
	hand := func(table string, all ...fair.Shuffle) fair.Proof {
		return fair.Proof{Hand: fmt.Sprint(id), Table: table, Shuffles: all}
	}
	first := shuffle(fair.Inputs{Server: server("1"), Client: "lucky é", Interaction: id},
		blackjack.Rules{Decks: 6}, 0, 7)
	first.First = true
	hidden := shuffle(fair.Inputs{Server: server("2"), Client: "a\u200b`\"\\\u0301🃏",
		Interaction: id - 5}, blackjack.Rules{Decks: 1}, 10, 15)
	hidden.ServerSeed = ""
	left := shuffle(fair.Inputs{Server: server("3"), Client: "בהצלחה", Interaction: id - 9},
		blackjack.Rules{Decks: 1, Jokers: 2}, 40, 54)
	next := shuffle(fair.Inputs{Server: server("4"), Client: "幸運", Interaction: id},
		blackjack.Rules{Decks: 1, Jokers: 2}, 0, 3)
	later := next
	later.ServerSeed = ""
	open := next
	open.ServerSeed, open.Cards = "", nil
	seats := shuffleAt(fair.Inputs{Server: server("7"), Interaction: id - 7},
		blackjack.Rules{Decks: 1}, 40, 52, "a", "lucky é", "幸運", "\u200b`", "é", "🃏", "a")
	none := left
	none.Before, none.Cards = 54, nil
	return []fair.Proof{
		hand("vegas", first),
		hand("single-deck", hidden),
		hand("downen", left, next),
		hand("downen", left, later),
		hand("downen", none, next),
		hand("downen", open),
		hand("amherst",
			shuffle(fair.Inputs{Server: server("5"), Client: "x", Interaction: 1<<64 - 1},
				blackjack.Rules{Decks: 8, Jokers: 8}, 400, 406)),
		hand("mit",
			shuffle(fair.Inputs{Server: server("6"), Client: "y", Interaction: id},
				blackjack.Rules{Pack: blackjack.Endless}, 0, 9)),
		hand("vegas", shuffleAt(fair.Inputs{Server: server("8"), Interaction: id},
			blackjack.Rules{Decks: 6}, 0, 8, "lucky é", "幸運")),
		hand("downen", seats, shuffleAt(fair.Inputs{Server: server("9"), Interaction: id},
			blackjack.Rules{Decks: 1}, 0, 3, "בהצלחה")),
		hand("downen", seats, next),
	}
}

// shuffleAt returns a shuffle at a table of several people.
func shuffleAt(in fair.Inputs, r blackjack.Rules, from, to int, seats ...string) fair.Shuffle {
	in.Client = fair.Combine(seats)
	s := shuffle(in, r, from, to)
	s.Seats = seats
	return s
}

// values are what a line is changed to.
var values = []string{"", "0", "1", "-1", "2", "9", "53", "54", "64", "313", "1.5", "1e1", "01",
	"+1", "١", "1 2", "many", "endless", "not revealed yet",
	"18446744073709551615", "18446744073709551616", "1318000000000000042",
	"1318000000000000042 at x", "1 at", "1 at a b", "1 at é", " at x",
	strings.Repeat("a", 64), strings.Repeat("A", 64), strings.Repeat("0", 63),
	strings.Repeat("a", 64) + " (first)", "(first)",
	`"a"`, `""`, `" a"`, `"a "`, `"a\n"`, `"\u2028"`, `"\u00a0a"`, `"\ud800"`, `"a`, `a"`, `"` +
		strings.Repeat("é", 64) + `"`, `"` + strings.Repeat("🃏", 65) + `"`,
	"K♠", "ks", "10♥ th", "🃏", "🃏1 🃏2", "🃏3", "K♠ K", "1♠", "joker", "♠", "K♠\uFE0F", "🃏\uFE0F2",
	"11", strings.Repeat("K♠ ", 65)}

// tampered returns texts that were made from a proof.
func tampered(p fair.Proof) (all []string) {
	text := p.Text()
	lines := strings.Split(strings.TrimSpace(text), "\n")
	with := func(i int, replacement ...string) {
		all = append(all, strings.Join(slices.Concat(lines[:i], replacement, lines[i+1:]), "\n"))
	}
	for i, line := range lines {
		with(i)             // left out
		with(i, line, line) // twice
		with(i, "", line, "  ")
		with(i, "```", line)
		with(i, line, "```")
		with(i, line+"```")
		with(i, "```"+line+"```")
		with(i, "> "+line)
		with(i, ">"+line)
		with(i, "x"+line)
		with(i, lines[(i+1)%len(lines)])
		label, _, _ := strings.Cut(line, ":")
		for _, v := range values {
			with(i, label+": "+v)
		}
		with(i, line+" 1")
		with(i, line+" K♠")
		with(i, "end of proof")
		with(i, "end of proof", line)
		with(i, line, "end of proof")
		with(i, line+"x")
		for k := i % 4; k < len(line); k += 4 {
			changed := []byte(line)
			changed[k] ^= 1
			with(i, strings.ToValidUTF8(string(changed), "?"))
		}
		all = append(all, strings.Join(lines[:i], "\n"))
	}
	quoted := "> " + strings.Join(lines, "\n> ")
	all = append(all, quoted, "```"+strings.Join(lines, "```\n```")+"```",
		"> ```\n"+quoted+"\n> ```", "Hello\n"+quoted+"\nBye", ">"+quoted,
		strings.Join(lines, "\n> "), strings.Replace(quoted, "\n> ", "\n", 5),
		strings.ReplaceAll(quoted, "> ", ">"))
	all = append(all, text, "```\n"+text+"```", strings.ReplaceAll(text, "\n", "\r\n\r\n"),
		"\uFEFF\n  "+text, "Hello\n"+text, text+"Bye", text+text)
	all = append(all, "[12:31] Hello\n"+text, "{\n"+text+"}", text+"\n"+text[:len(text)/2]+"\n"+text)
	return all
}

// wrong returns where the bot sees problems in what is pasted, as the page tells them.
func wrong(pasted string) []string {
	read, err := fair.ReadProofs(strings.NewReader(pasted))
	if err != nil {
		return []string{"unreadable"}
	}
	where := []string{}
	for _, p := range read {
		for _, problem := range p.Check() {
			at := strconv.Itoa(problem.Line)
			if problem.Unrevealed {
				at += "?"
			}
			where = append(where, at)
		}
	}
	slices.Sort(where)
	return slices.Compact(where)
}

// inShort returns a proof as an address ends with it, whole, cut off and changed.
func inShort(p fair.Proof) (all []string) {
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
	short := p.Compact()
	if short == "" {
		return nil
	}
	all = append(all, short, "https://bot.example/verify#"+short, "("+short+")", short+"AA")
	for i := 4; i < len(short); i += 3 {
		all = append(all, short[:i], short[:i]+short[i+1:],
			short[:i]+string(letters[(strings.IndexByte(letters, short[i])+21)%64])+short[i+1:])
	}
	return all
}

// TestThePageAgreesWithTheBot_long gives both the same texts, most of them tampered
// with. They share no code, and see problems in the same places.
func TestThePageAgreesWithTheBot_long(t *testing.T) {
	program := node(t)
	var texts []string
	for _, p := range proofs() {
		texts = append(texts, tampered(p)...)
		texts = append(texts, inShort(p)...)
	}
	texts = append(texts, "", "hello", "holecard fair proof 3", "holecard fair proof 4",
		"holecard fair proof 2",
		"holecard fair proof 1", "{", "holecard fair proof 2\nholecard fair proof 1",
		"[x]\nholecard fair proof 4", strings.Repeat("x", 1<<20+1))
	input, err := json.Marshal(texts)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), program, "_test/compare.js")
	cmd.Stdin = strings.NewReader(string(input))
	served := filepath.Join(t.TempDir(), "verify.html") // the page as it is in the binary
	if err := os.WriteFile(served, docs.VerifyPage, 0o600); err != nil {
		t.Fatal(err)
	}
	cmd.Env = append(os.Environ(), "VERIFY_PAGE="+served)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var page [][]string
	if err := json.Unmarshal(out, &page); err != nil || len(page) != len(texts) {
		t.Fatalf("%d answers to %d texts, %v", len(page), len(texts), err)
	}
	count := map[string]int{}
	for i, text := range texts {
		bot := wrong(text)
		count[fmt.Sprint(min(len(bot), 2))]++
		if got := slices.Compact(page[i]); !slices.Equal(got, bot) {
			t.Errorf("the page sees problems in %v, and the bot in %v, of\n%.2000s", got, bot, text)
		}
	}
	t.Logf("%d texts: %d hold, %d have one problem, %d more", len(texts), count["0"], count["1"],
		count["2"])
	if count["0"] < 50 || count["1"] < 1000 || count["2"] < 100 {
		t.Errorf("too few texts of a kind: %v", count)
	}
}
