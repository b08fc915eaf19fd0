package terminal

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"

	"pgregory.net/rapid"

	"holecard/blackjack"
	"holecard/blackjack/strategy"
	"holecard/blackjack/tables"
)

// newGame returns a game with bets at a table, of somebody who is asked.
func newGame(t interface{ Fatal(...any) }, table string, in io.Reader, out io.Writer) *Game {
	g := New(in, out)
	var err error
	if g.Table, err = tables.Named(table); err != nil {
		t.Fatal(err)
	}
	g.Bets, g.Wallet = true, 100
	g.Player = strategy.Ask(g.Ask)
	if g.Table.Rules.HouseDecides {
		g.House = strategy.Ask(g.AskHouse)
	}
	g.Shuffle = shuffler(g.Table.Rules, 1)
	return g
}

func shuffler(r blackjack.Rules, seed uint64) func() ([]blackjack.Card, error) {
	random := rand.New(rand.NewPCG(seed, 0))
	return func() ([]blackjack.Card, error) {
		cards := r.Full()
		if r.Endless() {
			cards = append(cards, append(cards, append(cards, cards...)...)...)
		}
		random.Shuffle(len(cards), func(i, j int) { cards[i], cards[j] = cards[j], cards[i] })
		return cards, nil
	}
}

func TestTheEndOfTheContextIsQuit(t *testing.T) {
	in, never := io.Pipe()
	defer never.Close()
	ctx, stop := context.WithCancel(t.Context())
	var out said
	out.then = func(text string) {
		if text == "Ready?\n" {
			stop()
		}
	}
	if err := newGame(t, "downen", in, &out).Play(ctx); err != nil {
		t.Error(err)
	}
	if !strings.HasSuffix(out.text, "Ready?\nGoodbye.\n") {
		t.Errorf("it says %s", out.text)
	}
}

// said is what a game says, and who waits for it.
type said struct {
	text string
	then func(text string)
}

func (s *said) Write(b []byte) (int, error) {
	s.text += string(b)
	s.then(string(b))
	return len(b), nil
}

func TestAFailureToReadIsNoQuit(t *testing.T) {
	broken := errors.New("broken")
	in := io.MultiReader(strings.NewReader("\n"), iotest.ErrReader(broken))
	if err := newGame(t, "downen", in, io.Discard).Play(t.Context()); !errors.Is(err, broken) {
		t.Errorf("Play returns %v", err)
	}
}

func TestAFailureToShuffleEndsTheGame(t *testing.T) {
	broken := errors.New("broken")
	g := newGame(t, "downen", strings.NewReader("\n1\n"), io.Discard)
	g.Shuffle = func() ([]blackjack.Card, error) { return nil, broken }
	if err := g.Play(t.Context()); !errors.Is(err, broken) {
		t.Errorf("Play returns %v", err)
	}
}

func TestAnOverlongLineIsNotUnderstood(t *testing.T) {
	var out strings.Builder
	// the last line has no end
	in := strings.NewReader(strings.Repeat("hit ", 1<<20) + "\n\n5\r\nquit")
	if err := newGame(t, "downen", in, &out).Play(t.Context()); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), "Ready?\n"+misunderstood+"\nPress Enter, or type your "+
		"bet, help or quit.\nReady?\nWhat do you bet?\nThe dealer's first card") {
		t.Errorf("it says %s", out.String())
	}
}

// TestWhateverIsTypedIsPlayable plays at every table with words in any order.
func TestWhateverIsTypedIsPlayable(t *testing.T) {
	words := []string{"", "1", "7", "100", "hit", "HIT ", "stand", "double", "split", "surrender",
		"insurance", "no insurance", "even money", "help", "nonsense", "\x00\xff",
		"h", "S", "d", "sp", "su", "stay", "y", "n", "i", "e", "?"}
	rapid.Check(t, func(t *rapid.T) {
		table := rapid.SampledFrom(tables.All()).Draw(t, "table").Name
		typed := rapid.SliceOfN(rapid.SampledFrom(words), 0, 200).Draw(t, "typed")
		var out strings.Builder
		g := newGame(t, table, strings.NewReader(strings.Join(typed, "\n")), &out)
		g.Bets = rapid.Bool().Draw(t, "bets")
		g.Shuffle = shuffler(g.Table.Rules, rapid.Uint64().Draw(t, "seed"))
		if err := g.Play(context.Background()); err != nil {
			t.Fatalf("%v after\n%s", err, out.String())
		}
		if g.Wallet < 0 || !strings.HasSuffix(out.String(), "Goodbye.\n") {
			t.Fatalf("the wallet has %d after\n%s", g.Wallet, out.String())
		}
	})
}

func TestWatchStopsWithTheContext(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	out := said{then: func(text string) {
		if text == "Round 3\n" {
			stop()
		}
	}}
	g := newGame(t, "berkeley", nil, &out)
	g.Player = strategy.StopAt(17)
	tally, err := g.Watch(ctx, 10)
	if !errors.Is(err, context.Canceled) || tally.Rounds != 3 ||
		tally.Wins+tally.Losses+tally.Pushes != 3 {
		t.Errorf("%+v, %v", tally, err)
	}
}

func TestAStrategyIsNotHeardTwice(t *testing.T) {
	var out strings.Builder
	g := newGame(t, "mit", strings.NewReader("\ny\nn\nquit"), &out)
	g.Bets = false
	g.House = strategy.StopAt(16)
	g.Stacked = []blackjack.Card{6, 9, 9, 6}
	if err := g.Play(t.Context()); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(out.String(), " sees ") {
		t.Errorf("it tells what the person said, or what nobody asked for:\n%s", out.String())
	}
}

func TestAnyAnswerButYMeansNoWhereTheTableAsksHit(t *testing.T) {
	for text, want := range map[string]bool{
		"y": true, " Y ": true, "?\ny": true, "help\ny": true, "\ny": true,
		"n": false, "hit": false, "h": false, "yes": false, "stay": false, "1": false,
	} {
		var out strings.Builder
		g := newGame(t, "mit", strings.NewReader("\n"+text+"\nn\nn\nquit"), &out)
		g.Bets = false
		g.House = strategy.StopAt(16)
		g.Stacked = []blackjack.Card{5, 9, 8, 8, 8}
		if err := g.Play(t.Context()); err != nil {
			t.Fatal(err)
		}
		_, played, _ := strings.Cut(out.String(), "Your hand is 6 (6), hit?")
		drawn := strings.Contains(played, "Your hand is 6 9 (15), hit?")
		if drawn != want {
			t.Errorf("after %q the hand draws: %v, want %v:\n%s", text, drawn, want, out.String())
		}
	}
}

func TestWhatAnActionMayBeTypedAs(t *testing.T) {
	const (
		hit, stand, double = blackjack.Hit, blackjack.Stand, blackjack.Double
		split, surrender   = blackjack.Split, blackjack.Surrender
	)
	first := blackjack.ActionsOf(hit, stand, double, split, surrender)
	later := blackjack.ActionsOf(hit, stand)
	insuring := blackjack.ActionsOf(blackjack.Insure, blackjack.Decline)
	natural := blackjack.ActionsOf(blackjack.EvenMoney, blackjack.Decline)
	for _, f := range []struct {
		typed, table string
		legal        blackjack.Actions
		want         blackjack.Action
		known        bool
	}{
		{"h", "vegas", first, hit, true},
		{"hi", "vegas", first, hit, true},
		{"s", "vegas", first, stand, true},
		{"st", "vegas", first, stand, true},
		{"stay", "amherst", later, stand, true},
		{"d", "vegas", first, double, true},
		{"sp", "vegas", first, split, true},
		{"su", "vegas", first, surrender, true},
		{"surr", "vegas", later, surrender, true}, // known, and not legal now
		{"d", "vegas", later, double, true},
		{"d", "amherst", later, 0, false}, // never there
		{"su", "amherst", later, 0, false},
		{"y", "mit", later, hit, true},
		{"n", "mit", later, stand, true},
		{"y", "vegas", insuring, blackjack.Insure, true},
		{"n", "vegas", insuring, blackjack.Decline, true},
		{"no", "vegas", insuring, blackjack.Decline, true},
		{"y", "vegas", natural, blackjack.EvenMoney, true},
		{"e", "vegas", natural, blackjack.EvenMoney, true},
		{"i", "vegas", insuring, blackjack.Insure, true},
		{"", "vegas", first, 0, false},
		{"x", "vegas", first, 0, false},
		{"hits", "vegas", first, 0, false},
		{"no action", "vegas", first, 0, false},
	} {
		table, err := tables.Named(f.table)
		if err != nil {
			t.Fatal(err)
		}
		did, known := actionOf(f.typed, &strategy.Situation{Rules: &table.Rules, Legal: f.legal})
		if known != f.known || known && did != f.want {
			t.Errorf("%q at %s among %v: %v, %v", f.typed, f.table, f.legal, did, known)
		}
	}
}
