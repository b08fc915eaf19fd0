package main

import (
	"context"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"holecard/blackjack"
	"holecard/blackjack/tables"
	"holecard/internal/long"
)

func TestBadInputIsOneLineAndStatus2(t *testing.T) {
	t.Parallel()
	long.Unraced(t)
	with := func(args ...string) []string { return args }
	cases := []struct {
		args []string
		says string // a part of the line
	}{
		{with("simulate", "--table", "x"), "There's no table “x”. Try vegas, downtown"},
		{with("odds", "--table", "x"), "There's no table “x”. Try vegas"},
		{with("tables", "x"), "There's no table “x”. Try vegas"},
		{with("tables", "--set", "decks=1"), "one table"},
		{with("tables", "vegas", "--set", "decks=0"), "decks"},
		{with("simulate", "--set", "foo=1"), `there is no rule "foo"`},
		{with("simulate", "--set", "decks"), "key=value"},
		{with("simulate", "--set", "decks=99"), "1 to 8"},
		{with("simulate", "--set", "holeCard=none"), "late surrender comes after the peek"},
		{with("simulate", "--player", "total <"),
			"--player: column 8: expected a number, found the end"},
		{with("simulate", "--player", "stopAt(99)"), "a number from 0 to 22"},
		{with("simulate", "--player", "louis\n&&\nfoo"), `there is no "foo"`},
		{with("simulate", "--player", ""), "--player: "},
		{with("simulate", "--player", "optimal"), `there is no "optimal"`},
		{with("simulate", "--player", "ask"), "nobody can be asked"},
		{with("odds", "--player", "ask"), "nobody can be asked"},
		{with("simulate", "--table", "chalmers", "--player", "louis"), "shows none before play"},
		{with("simulate", "--player", strings.Repeat("(", 100_000)), "--player: "},
		{with("simulate", "--house", "louis"), "--house: Vegas's dealer follows fixed rules"},
		{with("play", "--house", "ask"), "--house: Downen's dealer follows fixed rules"},
		{with("simulate", "--table", "mit", "--house", "foo"),
			`--house: column 1: there is no "foo"`},
		{with("simulate", "--rounds", "0"), "--rounds takes 1 to 1,000,000,000,000, not 0."},
		{with("simulate", "--rounds", "1000000000000000000"),
			"not 1,000,000,000,000,000,000."},
		{with("watch", "--rounds", "0"), "--rounds takes 1 to 1,000,000, not 0."},
		{with("simulate", "--threads=-1"), "--threads takes 1 to 256, not −1."},
		{with("simulate", "--threads", "10000"), "--threads takes 1 to 256, not 10,000."},
		{with("simulate", "--rounds", "abc"), "holecard: --rounds takes a whole number, not “abc”."},
		{with("watch", "--rounds", ""), "holecard: --rounds takes a whole number, not “”."},
		{with("simulate", "--rounds", "99999999999999999999"),
			"holecard: 99999999999999999999 is too large for --rounds."},
		{with("play", "--seed", "1.5"), "holecard: --seed takes a whole number, not “1.5”."},
		{with("watch", "--seed=-1"), "holecard: --seed takes a whole number, not “-1”."},
		{with("simulate", "--seats", "8"), "--seats takes 1 to 7, not 8."},
		{with("simulate", "--bankroll", "9", "--set", "minBet=10"), "--bankroll takes 10 to "},
		{with("simulate", "--goal", "5"), "say --bankroll too"},
		{with("simulate", "--goal", "5", "--bankroll", "5"), "more chips than --bankroll, not 5."},
		{with("simulate", "--penetration", "75"), "penetration"},
		{with("simulate", "--riffles", "3"), "--riffles goes with --shuffle riffle"},
		{with("simulate", "--shuffle", "riffle", "--riffles", "0"),
			"--riffles takes 1 to 1,000, not 0."},
		{with("watch", "--table", "mit", "--shuffle", "riffle"),
			"an endless deck is not shuffled"},
		{with("simulate", "--table", "mit", "--player", "clubs > 0"),
			"this table's cards have none"},
		{with("odds", "--table", "mit", "--player", "suit(\"clubs\", stopAt(12), stopAt(16))"),
			"this table's cards have none"},
		{with("play", "--table", "mit", "--assist", "both(ask, h > 0)"),
			"this table's cards have none"},
		{with("simulate", "--table", "mit", "--set", "hearts=true"), "these cards have no suits"},
		{with("tables", "mit", "--set", "dealerStands=16"), "the house plays by a strategy"},
		{with("simulate", "--table", "amherst", "--player", "soft && total < 18"),
			"at this table that never changes"},
		{with("play", "--table", "mit", "--deck", "7 7 7 7 7", "--set", "deck=forty"),
			"the deck has 5 of 7, but the table has 4"},
		{with("simulate", "--shuffle", "foo"), "There's no shuffle “foo”. Try fisher-yates, "},
		{with("odds", "--table", "vegsa"), "There's no table “vegsa”. Did you mean vegas?"},
		{with("simulat"), `did you mean "simulate"?`},
		{with("shuffle"), "holecard: unexpected argument shuffle. See holecard --help."},
		{with("play", "--deck"), "holecard: --deck needs a value."},
		{with("simulate", "--deck", "6d"), "infinite, finite or forty"},
		{with("simulate", "--deck", "infinite"), "rules that cannot be played"},
		{with("odds", "--dealer", "--player", "basic"), "leave --player out"},
		{with("play", "--deck", "6d ZZ"), `"ZZ" is not a card`},
		{with("play", "--deck", "6d ZZ"), "or a joker as joker, jo, jr or 🃏"},
		{with("play", "--table", "mit", "--deck", "jo 10 2"), "🃏 is no card of this table"},
		{with("play", "--deck", "6d Q♦ 6♦"), "the deck has 2 of 6♦, but the table has 1"},
		{with("play", "--table", "vegas", "--deck", strings.Repeat("AS ", 7)),
			"the deck has 7 of A♠, but the table has 6"},
		{with("play", "--table", "mit", "--deck", "7 11"), `"11" is not a card`},
		{with("play", "--deck", " "), "it names no card"},
		{with("play", "--set", "minBet=101"), "--no-bets"},
		{with("play", "--assist", "foo"), "--assist: column 1"},
		{with("play", "--foo"), "unknown flag --foo"},
		{with("foo\nbar"), "unexpected argument foo bar"},
		{with("simulate", "--json=maybe"), "--json"},
	}
	for _, c := range cases {
		status, out, text := holecard(t, nil, c.args...)
		line, rest, _ := strings.Cut(text, "\n")
		if len(line) > 500 {
			t.Errorf("holecard %q says %d characters", c.args, len(line))
		}
		if _, examples, ok := strings.Cut(rest, "For example: "); ok { // of a strategy
			if rest = ""; strings.Count(text, "\n") > 4 || len(examples) > 100 {
				t.Errorf("holecard %.80q says\n%s", c.args, text)
			}
		}
		if status != exitUsage || out != "" || rest != "" || !strings.HasPrefix(line, "holecard: ") ||
			!strings.Contains(line, c.says) {
			t.Errorf("holecard %.80q ends with %d, prints %q and says\n%swhich is not one line with %q",
				c.args, status, out, text, c.says)
		}
	}
}

func TestEveryTableIsSimulatedComputedWatchedAndPlayed_long(t *testing.T) {
	for _, table := range tables.All() {
		player := "valentine"
		if !table.Rules.Suits() {
			player = "stopAt(17)"
		}
		for _, args := range [][]string{
			{"simulate", "--rounds", "100", "--table", table.Name},
			{"odds", "--player", player, "--table", table.Name},
			{"watch", "--rounds", "20", "--player", player, "--table", table.Name},
			{"play", "--table", table.Name},
		} {
			status, out, text := fed(t.Context(), nil,
				strings.Repeat("1\nno insurance\nhit\nstand\nstand\n", 10), args...)
			if status != exitOK || out == "" || text != "" {
				t.Errorf("holecard %q ends with %d and says %s", args, status, text)
			}
		}
	}
}

func TestThreadsChangeNoResult(t *testing.T) {
	t.Parallel()
	counts := func(seed, threads string) (c simulated) {
		_, out, _ := holecard(t, nil, "simulate", "--player", "stopAt(17)", "--rounds",
			"100000", "--seed", seed, "--threads", threads, "--json", "--set",
			"bust=250-50-12-4-2-2", "--bust", "1")
		if err := json.Unmarshal([]byte(out), &c); err != nil {
			t.Fatalf("%v in %s", err, out)
		}
		c.Seconds, c.RoundsPerSecond = 0, 0
		return c
	}
	one := counts("7", "1")
	if three := counts("7", "3"); !reflect.DeepEqual(one, three) {
		t.Errorf("three threads count %+v, and one %+v", three, one)
	}
	if other := counts("8", "1"); reflect.DeepEqual(one, other) {
		t.Error("another seed gives the same rounds")
	}
}

func TestAStoppedSimulationPrintsWhatItHas(t *testing.T) {
	for wait := time.Millisecond; wait < time.Minute; wait *= 4 {
		ctx, stop := context.WithCancel(t.Context())
		timer := time.AfterFunc(wait, stop)
		status, out, text := fed(ctx, nil, "", "simulate",
			"--rounds", "1000000000000", "--player", "stopAt(17)")
		timer.Stop()
		stop()
		if status != exitFailed || !strings.HasPrefix(text, "holecard: stopped ") {
			t.Fatalf("it ends with %d and says %q", status, text)
		}
		if strings.Contains(out, "Would win ") &&
			strings.Contains(text, " of 1,000,000,000,000 rounds") {
			return
		}
	}
	t.Error("there never is a result")
}

func TestASeedShufflesTheCardsOfATable(t *testing.T) {
	for _, table := range tables.All() {
		shuffled := func(seed uint64) []blackjack.Card {
			shuffle, err := shuffleFlags{Shuffle: "fisher-yates"}.shuffler(table.Rules, seed)
			if err != nil {
				t.Fatal(err)
			}
			cards, err := shuffle()
			if err != nil {
				t.Fatal(err)
			}
			return cards
		}
		cards, full := shuffled(1), table.Rules.Full()
		if !slices.Equal(cards, shuffled(1)) || slices.Equal(cards, shuffled(2)) {
			t.Errorf("at %s a seed does not say which cards are dealt", table.Name)
		}
		slices.Sort(cards)
		slices.Sort(full)
		if table.Rules.Endless() {
			cards, full = slices.Compact(cards), slices.Compact(full)
		}
		if !slices.Equal(cards, full) {
			t.Errorf("the shoe of %s is not of its cards: %v", table.Name, cards)
		}
	}
}
