package fair

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"strconv"
	"testing"

	"holecard/blackjack"
)

var update = flag.Bool("update", false, "write the vectors anew")

const vectorsFile = "../../docs/fairness-vectors.json"

// vector is a shuffle for whoever writes a verifier.
type vector struct {
	ServerSeed  string   `json:"server_seed"`
	Commitment  string   `json:"commitment"`
	ClientSeed  quoted   `json:"client_seed"`
	Seats       []quoted `json:"seats,omitempty"`
	Interaction string   `json:"interaction_id"`
	Decks       int      `json:"decks"`
	Jokers      int      `json:"jokers"`
	Shoe        []int    `json:"shoe"`
}

// quoted is a text in which nothing is hidden when it is written.
type quoted string

func (q quoted) MarshalJSON() ([]byte, error) { return []byte(Quote(string(q))), nil }

// cases are the inputs of the vectors; the server seeds are made from their
// number. The slow twin makes the shoes.
var cases = []struct {
	client        string
	interaction   uint64
	decks, jokers int
}{
	{"0123456789abcdef", 1, 1, 0},
	{"0123456789abcdef", 1, 2, 0},
	{"0123456789abcdef", 1, 6, 0},
	{"0123456789abcdef", 1, 8, 0},
	{"0123456789abcdef", 1, 1, 1},
	{"0123456789abcdef", 1, 1, 2},
	{"0123456789abcdef", 1, 8, 1},
	{"a", 0, 1, 0},
	{"a", 1<<64 - 1, 6, 0},
	{"lucky é", 1234567890123456789, 6, 0},
	{"lucky e\u0301", 1234567890123456789, 6, 0}, // the accent is a character of its own
	{"Übermaß", 1318000000000000001, 1, 0},
	{"幸運を祈る", 1318000000000000002, 6, 0},
	{"행운", 1318000000000000003, 2, 1},
	{"🍀🃏", 1318000000000000004, 8, 0},
	{"👩‍👩‍👧‍👦 family", 1318000000000000005, 6, 2},
	{"בהצלחה", 1318000000000000006, 1, 2},
	{"حظا سعيدا", 1318000000000000007, 6, 0},
	{"right\u202eto\u202cleft", 1318000000000000008, 2, 0},
	{"zero\u200bwidth\ufeff", 1318000000000000009, 1, 1},
	{"a:b:1", 2, 1, 0},
	{`quotes " \ and ` + "`backticks`", 9223372036854775808, 6, 0},
	{"</script><b>&amp;'", 9007199254740993, 2, 2},
	{"çok şanslı – naïve Ωλ", 9007199254740992, 8, 2},
	{"6464646464646464646464646464646464646464646464646464646464646464", 4294967296, 6, 0},
	{"🂡🂢🂣🂤🂥🂦🂧🂨🂩🂪🂫🂭🂮🂱🂲🂳🂴🂵🂶🂷🂸🂹🂺🂻🂽🂾🃁🃂🃃🃄🃅🃆🃇🃈🃉🃊🃋🃍🃎🃑🃒🃓🃔🃕🃖🃗🃘🃙🃚🃛🃝🃞", 4294967295, 8, 0},
	{"ท๊อฟฟี่ นำโชค", 1318000000000000010, 1, 0},
	{"two  spaces", 18446744073709551614, 1, 2},
}

// seatedCases are the inputs of the vectors of tables of several people. Those with bit 63
// set are numbers of deadlines.
var seatedCases = []struct {
	seats         []quoted
	interaction   uint64
	decks, jokers int
}{
	{[]quoted{"0123456789abcdef", "fedcba9876543210"}, 1318000000000000011, 6, 0},
	{[]quoted{"fedcba9876543210", "0123456789abcdef"}, 1318000000000000011, 6, 0},
	{[]quoted{"lucky é", "幸運を祈る", "lucky e\u0301"}, deadline, 1, 0},
	{[]quoted{"a", "b", "ab", "a:b"}, deadline + 1, 2, 2},
	{[]quoted{"🍀🃏", "👩‍👩‍👧‍👦 family", "בהצלחה", "zero\u200bwidth\ufeff", "행운"}, 1<<64 - 2, 8, 0},
	{[]quoted{"same", "same", "same", "same", "same", "same"}, 1 << 63, 6, 8},
	{[]quoted{"Übermaß", `"`, `\`, "`", "🂡🂢🂣🂤🂥🂦🂧🂨🂩🂪🂫🂭🂮🂱🂲🂳🂴🂵🂶🂷🂸🂹🂺🂻🂽🂾🃁🃂🃃🃄🃅🃆🃇🃈🃉🃊🃋🃍🃎🃑🃒🃓🃔🃕🃖🃗🃘🃙🃚🃛🃝🃞",
		"two  spaces", "7"}, 1<<64 - 1, 8, 2},
	{[]quoted{"who came alone"}, deadline + 2, 1, 0},
}

func vectors() (all []vector) {
	add := func(client string, seats []quoted, interaction uint64, decks, jokers int) {
		in := Inputs{sha256.Sum256(fmt.Appendf(nil, "holecard vector %d", len(all)+1)), client,
			interaction}
		all = append(all, vector{in.Server.Reveal(), in.Server.Commitment(), quoted(client), seats,
			strconv.FormatUint(interaction, 10), decks, jokers,
			numbers(slowCards(in, decks, jokers))})
	}
	for _, c := range cases {
		add(c.client, nil, c.interaction, c.decks, c.jokers)
	}
	for _, c := range seatedCases {
		var seeds []string
		for _, seed := range c.seats {
			seeds = append(seeds, string(seed))
		}
		add(slowCombine(seeds), c.seats, c.interaction, c.decks, c.jokers)
	}
	return all
}

// encode writes the vectors, one a line.
func encode(all []vector) []byte {
	var b bytes.Buffer
	for i, v := range all {
		b.WriteString([]string{"[\n", ",\n"}[min(i, 1)])
		line := &bytes.Buffer{}
		e := json.NewEncoder(line)
		e.SetEscapeHTML(false)
		if err := e.Encode(v); err != nil {
			panic(err)
		}
		b.Write(bytes.TrimSpace(line.Bytes()))
	}
	b.WriteString("\n]\n")
	return b.Bytes()
}

func TestTheVectorsAreThoseInTheFile(t *testing.T) {
	want := encode(vectors())
	if *update {
		if err := os.WriteFile(vectorsFile, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(vectorsFile)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s is not what the scheme gives; go test ./blackjack/fair -run Vectors "+
			"-update writes it", vectorsFile)
	}
}

func numbers(cards []blackjack.Card) (list []int) {
	for _, c := range cards {
		list = append(list, int(c))
	}
	return list
}

// TestTheVectorsAreMadeByTheShuffle has the shuffle itself make what the twin made.
func TestTheVectorsAreMadeByTheShuffle(t *testing.T) {
	for i, v := range vectors() {
		server, ok := seed(v.ServerSeed)
		if !ok {
			t.Fatal(v.ServerSeed)
		}
		interaction, err := strconv.ParseUint(v.Interaction, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		cards := Inputs{server, string(v.ClientSeed),
			interaction}.Cards(blackjack.Rules{Decks: v.Decks, Jokers: v.Jokers})
		if fmt.Sprint(numbers(cards)) != fmt.Sprint(v.Shoe) {
			t.Errorf("vector %d is dealt as %v", i, cards)
		}
	}
}
