package season_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"runtime"
	"strings"
	"testing"

	"holecard/blackjack/season"
	"holecard/internal/long"
)

func example(t testing.TB) string {
	t.Helper()
	raw, err := os.ReadFile("testdata/season.json") // written by a test of bot/session
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

func verify(t testing.TB, file string) season.Report {
	t.Helper()
	r, err := season.Verify(strings.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// said returns all that a report finds wrong.
func said(r season.Report) string {
	all := append([]string(nil), r.Problems...)
	for _, p := range r.Players {
		all = append(all, p.Problems...)
	}
	return strings.Join(all, "\n")
}

func TestASeasonThatWasChangedDoesNotHold(t *testing.T) {
	whole := example(t)
	r := verify(t, whole)
	if !r.OK() || r.Rounds < 100 || r.Hold != r.Rounds {
		t.Fatalf("%d of %d hold: %s", r.Hold, r.Rounds, said(r))
	}
	lines := strings.Split(whole, "\n")
	round := ""
	for _, line := range lines { // the last of one's own that was lost by standing
		if strings.Contains(line, `"net":-`) && strings.Contains(line, `"actions":["stand"]`) &&
			strings.Contains(line, `"table":"vegas"`) {
			round = line
		}
	}
	for _, c := range []struct{ what, from, to, says string }{
		{"a server seed", `"server_seed":"`, `"server_seed":"0`, "64 digits"},
		{"a server seed for another", seedOf(round), strings.Repeat("0", 64), "commitment: "},
		{"a client seed", `"client_seed":"`, `"client_seed":"x`, "the cards that follow"},
		{"a card", `"cards":"`, `"cards":"A♠ `, "the cards that follow"},
		{"a commitment", `"commitment":"`, `"commitment":"0`, "commitment: "},
		{"a net", `"net":-`, `"net":`, "has won"},
		{"a stake", `"stake":`, `"stake":1`, "has won"},
		{"an action", `"actions":[`, `"actions":["double",`, "played again"},
		{"an action that is none", `"actions":[`, `"actions":["cheat",`, "action 1 is none"},
		{"the table", `"rules":`, `"rules":9`, "rules are not in the file"},
		{"a player", `"player":`, `"player":7`, "nobody's"},
		{"cards before", `"dealt_before":`, `"dealt_before":1`, "dealt"},
		{"when it was", `"settled":"2026`, `"settled":"2025`, "settled in the season"},
	} {
		changed := strings.Replace(round, c.from, c.to, 1)
		if changed == round {
			t.Fatal(c.what, "is not in", round)
		}
		r := verify(t, strings.Replace(whole, round, changed, 1))
		if r.OK() || r.Hold >= r.Rounds || !strings.Contains(said(r), c.says) {
			t.Errorf("%s: %s", c.what, said(r))
		}
	}
	for _, c := range []struct{ what, from, to, says string }{
		{"a round is left out", round + "\n", "", "said to be published"},
		{"a round is there twice", round, round + "\n" + round, "in the order"},
		{"a net of the board", `"net":-355`, `"net":-354`, "net: the board says -354"},
		{"wins", `"wins":8`, `"wins":9`, "rounds won: the board says 9"},
		{"more wins than rounds can be", `"wins":28`, `"wins":114`, "rounds won: "},
		{"a biggest win", `"biggest_win":68`, `"biggest_win":69`, "biggest win: "},
		{"a streak", `"best_streak":2`, `"best_streak":4`, "streak: "},
		{"the rounds", `"published":31,"rounds":31`, `"published":31,"rounds":30`, "rounds: "},
		{"the board's order", `"net":-1107`, `"net":7`, "order of the net"},
		{"rounds that are withheld", `"not_agreed":34,"not_revealed":7`,
			`"not_agreed":3,"not_revealed":3`, "has 7 rounds that are not in the file, which leaves out 6"},
		{"fewer than none withheld", `"not_agreed":34`, `"not_agreed":-5`, "-5 rounds cannot be"},
		{"more withheld than can be", `"not_agreed":34`, `"not_agreed":9223372036854775807`,
			"cannot be withheld"},
		{"a net beyond what was won", `"net":-1107`, `"net":-377`, "net: "},
		{"a biggest win of nobody's", `"biggest_win":126`, `"biggest_win":125`, "biggest win: "},
		{"a streak longer than all wins", `"best_streak":3`, `"best_streak":29`, "streak: "},
		{"a rule", `"HitSplitAces":false`, `"HitSplitAces":true`, "rules cannot be played"},
	} {
		changed := strings.Replace(whole, c.from, c.to, 1)
		if r := verify(t, changed); changed == whole || r.OK() ||
			!strings.Contains(said(r), c.says) {
			t.Errorf("%s: %s", c.what, said(r))
		}
	}
}

// seedOf returns the first server seed of a round.
func seedOf(line string) string {
	_, seed, _ := strings.Cut(line, `"server_seed":"`)
	return seed[:64]
}

// A card that was dealt may not be dealt again in another round, whatever its number.
func TestNoCardOfAShuffleIsDealtTwice(t *testing.T) {
	whole := example(t)
	lines := strings.Split(whole, "\n")
	for i, line := range lines {
		if !strings.Contains(line, `"dealt_before":0`) && strings.Contains(line, `"dealt_before"`) {
			var r season.Round
			if err := json.Unmarshal([]byte(strings.TrimSuffix(line, ",")), &r); err != nil {
				t.Fatal(err)
			}
			r.ID++
			raw, err := json.Marshal(r)
			if err != nil {
				t.Fatal(err)
			}
			lines[i] += "\n" + string(raw) + ","
			break
		}
	}
	if r := verify(t, strings.Join(lines, "\n")); r.Hold != r.Rounds-1 ||
		!strings.Contains(said(r), "was dealt in an earlier round") {
		t.Error(said(r))
	}
}

func TestAReportOfManyFaultsIsBounded(t *testing.T) {
	r := verify(t, strings.ReplaceAll(example(t), `"commitment":"`, `"commitment":"0`))
	if len(r.Problems) != season.MostProblems || r.More != r.Rounds-season.MostProblems {
		t.Errorf("%d problems and %d more of %d rounds", len(r.Problems), r.More, r.Rounds)
	}
}

func TestAFileIsReadInAnyLayoutAndToItsEnd(t *testing.T) {
	whole := example(t)
	var laid bytes.Buffer
	if err := json.Indent(&laid, []byte(whole), "", "      "); err != nil {
		t.Fatal(err)
	}
	if r := verify(t, laid.String()); !r.OK() {
		t.Error(said(r))
	}
	for _, c := range []struct{ file, says string }{
		{"", "ends near byte 0"},
		{whole[:len(whole)/2], "too early"},
		{whole + "{}", "comes after its end"},
		{strings.Replace(whole, `"holecard_season":1`, `"holecard_season":2`, 1), "version 2"},
		{strings.Replace(whole, `"rules":[`, `"rulez":[`, 1), "here must be rules"},
		{strings.Replace(whole, `"Decks":`, `"Deckz":`, 1), "unknown field"},
		{strings.Replace(whole, `"Decks":`, `"Decks":1,"Decks":`, 1), `has the key "Decks" twice`},
		{strings.Replace(whole, `"Decks":`, `"decKs":1,"Decks":`, 1), `has the key "Decks" twice`},
		{strings.Replace(whole, `"server_seed":`, `"server_seed":"","server_seed":`, 1),
			`has the key "server_seed" twice`},
		{`{"holecard_season":1,"season":{"name":"` + strings.Repeat("x", 1<<17), "more than"},
	} {
		_, err := season.Verify(strings.NewReader(c.file))
		if !errors.Is(err, season.ErrUnreadable) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("want %q: %v", c.says, err)
		}
	}
}

// endless is a file that never ends, of which no more is read than has room.
type endless struct{ read int }

func (e *endless) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = '['
	}
	e.read += len(b)
	return len(b), nil
}

func TestAFileWithoutEndIsNotReadOn(t *testing.T) {
	for _, begin := range []string{`{"holecard_season":`, `{"holecard_season":1,"season":`, ""} {
		e := new(endless)
		_, err := season.Verify(io.MultiReader(strings.NewReader(begin), e))
		if !errors.Is(err, season.ErrUnreadable) || e.read > 1<<20 {
			t.Errorf("%d bytes are read: %v", e.read, err)
		}
	}
}

// FuzzVerify reads any file, at a cost that follows from its size.
func FuzzVerify(f *testing.F) {
	whole := example(f)
	lines := strings.Split(whole, "\n")
	players := 0
	for i, line := range lines {
		if strings.HasPrefix(line, `"rounds"`) {
			players = i
		}
	}
	head := strings.Join(lines[:players+1], "\n") + "\n"
	for _, line := range lines[players+1 : players+40] {
		f.Add([]byte(head + strings.TrimSuffix(strings.TrimSuffix(line, "]}"), ",") + "]}"))
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		r, err := season.Verify(bytes.NewReader(file))
		runtime.ReadMemStats(&after)
		if cost := after.TotalAlloc - before.TotalAlloc; long.Enabled() &&
			cost > 1<<20+1000*uint64(len(file)) {
			t.Errorf("%d bytes cost %d", len(file), cost)
		}
		if err != nil && !errors.Is(err, season.ErrUnreadable) {
			t.Fatal(err)
		}
		if r.Hold > r.Rounds || r.Rounds > 0 && r.Hold < r.Rounds && r.OK() {
			t.Errorf("%+v", r)
		}
	})
}
