package fair

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"holecard/blackjack"
)

// atSeats returns a shuffle of inputs at a table of several people.
func atSeats(in Inputs, r blackjack.Rules, from, to int, seats ...string) Shuffle {
	in.Client = slowCombine(seats)
	s := dealt(in, r, from, to)
	s.Seats = seats
	return s
}

const deadline = 1<<63 | 1760000000000<<22 | 7 // the number of one, which no snowflake has

// seated is a round of three seats that a deadline dealt.
func seated() Proof {
	in := Inputs{Server: Seed{8}, Interaction: deadline}
	return Proof{Hand: strconv.FormatUint(deadline, 10), Table: "vegas", Shuffles: []Shuffle{
		atSeats(in, blackjack.Rules{Decks: 6}, 0, 9, "lucky é", "幸運", "lucky é")}}
}

// seatedThrough is a round of two seats that runs out the deck of a round of seven.
func seatedThrough() Proof {
	before, now := Inputs{Server: Seed{9}, Interaction: deadline}, Inputs{Server: Seed{10},
		Interaction: hand}
	r := blackjack.Rules{Decks: 1, Jokers: 1}
	return Proof{Hand: "1234567890", Table: "downen", Shuffles: []Shuffle{
		atSeats(before, r, 50, 53, "a", "b", "c", "d", "🃏", "\u200b", "`"),
		atSeats(now, r, 0, 3, "b", "a")}}
}

func TestASeatedProofAsText(t *testing.T) {
	p := seatedThrough()
	first, second := p.Shuffles[0], p.Shuffles[1]
	want := `holecard fair proof 3
hand: 1234567890 at downen
commitment: ` + first.Commitment + `
server seed: ` + first.ServerSeed + `
client seed: "` + slowCombine(first.Seats) + `"
seat 1: "a"
seat 2: "b"
seat 3: "c"
seat 4: "d"
seat 5: "🃏"
seat 6: "\u200b"
seat 7: "\u0060"
interaction: 16605347076854775815
decks: 1
jokers: 1
dealt before: 50
cards: ` + first.names(first.Cards) + `
commitment: ` + second.Commitment + `
server seed: ` + second.ServerSeed + `
client seed: "` + slowCombine(second.Seats) + `"
seat 1: "b"
seat 2: "a"
interaction: 1234567890
decks: 1
jokers: 1
dealt before: 0
cards: ` + second.names(second.Cards) + `
end of proof
`
	if got := p.Text(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestClientSeedsOfSeatsAreCombined(t *testing.T) {
	const two = "1e6c08cb4deec230c107a82a3f4e8161c5aee8c4839dff9784ec215ff6433a38"
	if got := Combine([]string{"lucky é", "幸運"}); got != two {
		t.Errorf("two seeds give %s", got)
	}
	rapid.Check(t, func(t *rapid.T) {
		seeds := rapid.SliceOfN(rapid.String(), 0, 9).Draw(t, "seeds")
		if got, want := Combine(seeds), slowCombine(seeds); got != want {
			t.Fatalf("got %s, want %s", got, want)
		}
	})
	lists := [][]string{nil, {""}, {"", ""}, {"a"}, {"a", ""}, {"", "a"}, {"a", "b"}, {"b", "a"},
		{"ab"}, {"ab", ""}, {"a\x00\x00\x00\x00\x00\x00\x00\x01b"}}
	for i, list := range lists {
		for _, other := range lists[:i] {
			if Combine(list) == Combine(other) {
				t.Errorf("%q and %q look the same", list, other)
			}
		}
	}
}

func TestTheLinesOfASeatedProofThatWasNotRead(t *testing.T) {
	p := seatedThrough()
	lines := strings.Split(p.Text(), "\n")
	p.Shuffles[0].Seats = append([]string{""}, p.Shuffles[0].Seats[1:]...)
	p.Shuffles[0].Jokers, p.Shuffles[1].Jokers = -1, -1
	p.Shuffles[1].Seats = []string{"b", " a"}
	const want = "line 6: a client seed has…\nline 15: it must be 0 to 8\n" +
		"line 22: a client seed neither…\nline 25: it must be 0 to 8"
	if got := says(p); !matches(got, want) || lines[5] != `seat 1: "a"` || lines[24] != "jokers: 1" {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if got, want := p.Check()[0].String(), "line 6, seat 1: a client seed has at least one "+
		"character"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	p = seated()
	p.Shuffles[0].Seats = append(p.Shuffles[0].Seats, "4", "5", "6", "7", "8")
	if got := says(p); !matches(got, "line 13: a table has no more than 7 seats") {
		t.Errorf("eight seats: got\n%s", got)
	}
}

func TestBothShufflesOfAHandHaveSeatsOrNeither(t *testing.T) {
	own := dealt(Inputs{Seed{10}, "b", hand}, blackjack.Rules{Decks: 1, Jokers: 1}, 0, 3)
	for _, shuffles := range [][]Shuffle{{seatedThrough().Shuffles[0], own},
		{dealt(Inputs{Seed{9}, "b", 5}, blackjack.Rules{Decks: 1, Jokers: 1}, 50, 53),
			seatedThrough().Shuffles[1]}} {
		p := Proof{Hand: "1234567890", Table: "downen", Shuffles: shuffles}
		const want = "line %d: both shuffles of a hand have seats, or neither has\n"
		second := 1 + strings.Count(p.Text()[:strings.LastIndex(p.Text(), "client seed")], "\n")
		if got := says(read(t, p.Text())); got != fmt.Sprintf(want, second) {
			t.Errorf("got\n%s", got)
		}
		if p.Compact() != "" {
			t.Errorf("it has a short form")
		}
	}
}

// An earlier round of the same table began the shuffle: the seats are those of that round.
func TestAShuffleOfAnEarlierRoundHasItsSeats(t *testing.T) {
	in := Inputs{Server: Seed{11}, Interaction: deadline}
	p := Proof{Hand: strconv.FormatUint(deadline+99, 10), Table: "amherst", Shuffles: []Shuffle{
		atSeats(in, blackjack.Rules{Decks: 1}, 20, 30, "a", "b", "c")}}
	for _, form := range []string{p.Text(), p.Compact()} {
		if got := read(t, form); !same(got, p) || len(got.Check()) > 0 {
			t.Errorf("%v in %s", got.Check(), form)
		}
	}
}
