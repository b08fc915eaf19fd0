package odds

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"runtime/metrics"
	"strings"
	"testing"

	"holecard/blackjack"
	"holecard/blackjack/strategy"
	"holecard/blackjack/tables"
)

// looked is a context that does something each time a computation looks at it.
type looked struct {
	context.Context
	look func() error
}

func (l looked) Err() error { return l.look() }

// heap returns the bytes of all objects, garbage that is not collected yet too.
func heap() int64 {
	s := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(s)
	return int64(s[0].Value.Uint64())
}

// peakOf returns by how much the heap grows at most while compute runs, seen
// whenever it looks at its context, and by how much it has grown in the end.
func peakOf(compute func(context.Context)) (peak, left int64) {
	runtime.GC()
	before := heap()
	compute(looked{context.Background(), func() error {
		peak = max(peak, heap()-before)
		return nil
	}})
	peak = max(peak, heap()-before)
	runtime.GC()
	return peak, heap() - before
}

func parsed(t testing.TB, g Game, text string) strategy.Strategy {
	t.Helper()
	basic := func() (strategy.Chart, error) { return *splits(), nil }
	s, err := strategy.Parse(text, strategy.Env{Rules: &g.Rules, Basic: basic})
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return s
}

// Two of these took 2.7 and 3.5 GB in five seconds, and went on.
func TestAStrategyThatTakesTooMuchIsRefusedAndItsMemoryFreed_long(t *testing.T) {
	for _, c := range []struct{ table, player string }{
		{"vegas",
			"reckless(reckless(reckless(clubs < diamonds && hearts < spades || total < 15)))"},
		{"vegas", "clubs + diamonds < hearts + spades || total < 12"},
		{"joker", `suit("clubs", true, suit("diamonds", true, suit("hearts", true, true)))`},
		{"chalmers", "reckless(reckless(reckless(reckless(reckless(reckless(true))))))"},
	} {
		g := game(t, c.table, "decks=8")
		p := parsed(t, g, c.player)
		var err error
		peak, left := peakOf(func(ctx context.Context) { _, err = Strategy(ctx, g, p, nil) })
		limit, ok := errors.AsType[*LimitError](err)
		if !ok || limit.Question != OfStrategy || limit.Hands < 100_000 {
			t.Errorf("%s: %s: %v", c.table, c.player, err)
		}
		if most := OfStrategy.Limits().Memory; peak > most || left > 1<<20 {
			t.Errorf("%s: %s: the heap grew by %d MB of %d, and kept %d KB", c.table, c.player,
				peak>>20, most>>20, left>>10)
		}
		t.Logf("%s: %s: %v; the heap grew by %d MB", c.table, c.player, err, peak>>20)
	}
}

// What is counted as memory is no less than what there is, and not many times
// as much, or little would be allowed that fits.
func TestMemoryIsCountedAsItIs_long(t *testing.T) {
	for _, c := range []struct{ table, set, player, house string }{
		{"vegas", "decks=6", "true", ""},
		{"vegas", "decks=6", `suit("clubs", basic, basic)`, ""},
		{"vegas", "decks=6", "", ""}, // best play
		{"vegas", "decks=2", "reckless(reckless(stopAt(12)))", ""},
		{"berkeley", "decks=1", "hearts < spades", ""},
		{"mit", "deck=finite", "reckless(stopAt(15))", "reckless(stopAt(17))"},
	} {
		g := game(t, c.table, c.set)
		p := parsed(t, g, c.player+strings.Repeat("true", 1-min(1, len(c.player))))
		house := parsed(t, g, c.house+strings.Repeat("true", 1-min(1, len(c.house))))
		n := strategy.NeedsOf(p).And(strategy.NeedsOf(house))
		var err error
		runtime.GC()
		before := heap()
		m := unmetered()
		table := newTable(m, g, n.Suits, n.Last)
		s := table.bare(0)
		policy := policy(newAsked(table, p))
		if c.player == "" {
			policy = newBest(table)
		}
		if g.Rules.HouseDecides {
			err = s.decides(newAsked(table, house), 1)
		} else {
			s = table.scene(0)
		}
		if err == nil {
			err = s.enter(policy, &ledger{}, 1)
		}
		if err != nil {
			t.Fatal(err)
		}
		runtime.GC()
		uses := heap() - before
		runtime.KeepAlive(policy)
		runtime.KeepAlive(s)
		if counted := m.memory() / 2; counted < uses-100<<10 || counted > 3*uses+100<<10 {
			t.Errorf("%s: %s: %d KB are counted as %d", c.table, c.player, uses>>10, counted>>10)
		}
		t.Logf("%s: %s: %d KB are counted as %d", c.table, c.player, uses>>10, m.memory()>>11)
	}
}

func TestMemoryOfAKeptTableIsCountedAsItIs_long(t *testing.T) {
	for _, name := range []string{"vegas", "valentine", "mit"} {
		g := game(t, name)
		q := strategy.Situation{Rules: &g.Rules, Seen: true, Cards: cardsOf(t, "2C 3D"),
			Legal: blackjack.ActionsOf(blackjack.Hit, blackjack.Stand)}
		runtime.GC()
		before := heap()
		table, err := NewTable(t.Context(), g.Rules, strategy.StopAt(16))
		if err != nil {
			t.Fatal(err)
		}
		for up := range max(table.Upcards(), values-1) {
			q.Upcard = blackjack.Card(up)
			if _, err := table.Advise(t.Context(), &q, Known{}); err != nil {
				t.Fatal(err)
			}
			if up%5 == 0 && up < table.Upcards() {
				if err := table.Warm(t.Context(), up); err != nil {
					t.Fatal(err)
				}
			}
		}
		runtime.GC()
		uses := heap() - before
		if counted := table.Bytes(); counted < uses-200<<10 || counted > 2*uses+100<<10 {
			t.Errorf("%s: %d KB are counted as %d", name, uses>>10, counted>>10)
		}
		t.Logf("%s: %d KB are counted as %d, %d of them for hints and %d warm", name, uses>>10,
			table.Bytes()>>10, table.drawn.Load()>>10, table.warm.Load()>>10)
		runtime.KeepAlive(table)
	}
}

// questions asks each of a game, with limits.
func questions(
	g Game, player strategy.Strategy, hand strategy.Situation,
) map[Question]func(*meter) error {
	house := strategy.StopAt(16)
	return map[Question]func(*meter) error{
		OfStrategy: func(m *meter) error {
			_, err := computeStrategy(m, g, player, house)
			return err
		},
		OfBest: func(m *meter) error {
			_, err := computeBest(m, g, house, &upcards{})
			return err
		},
		OfBasic: func(m *meter) error {
			_, err := computeBasic(m, g, house, &upcards{})
			return err
		},
		OfHint: func(m *meter) error {
			_, err := computeAdvice(m, &hand, Known{}, house)
			return err
		},
		OfDealer: func(m *meter) error { _, err := computeDealer(m, g); return err },
	}
}

func TestAComputationEndsWithItsContext(t *testing.T) {
	for _, table := range []string{"single-deck", "mit"} {
		g := game(t, table)
		hand := situation(t, g, "2C 2D", "7H")
		if g.Rules.HouseDecides {
			hand = situation(t, g, "2C", "7H")
		}
		for q, ask := range questions(g, strategy.Reckless(strategy.StopAt(15)), hand) {
			if g.Rules.HouseDecides && q == OfDealer {
				continue // has no odds
			}
			looks, work := 0, int64(0)
			var m *meter
			whole := looked{context.Background(), func() error {
				if step := m.work - work; step > 2*checkEvery {
					t.Errorf("%s, %v: %d steps without a look at the context", table, q, step)
				}
				looks, work = looks+1, m.work
				return nil
			}}
			m = newMeter(whole, q)
			if err := ask(m); err != nil || looks == 0 {
				t.Fatalf("%s, %v: %v after %d looks", table, q, err, looks)
			}
			for _, after := range []int{1, (looks + 1) / 2, looks} {
				n := 0
				ends := looked{context.Background(), func() error {
					if n++; n >= after {
						return context.Canceled
					}
					return nil
				}}
				if err := ask(newMeter(ends, q)); !errors.Is(err, context.Canceled) || n != after {
					t.Errorf("%s, %v: cancelled at look %d of %d: %v after %d", table, q, after,
						looks, err, n)
				}
			}
		}
	}
}

func TestEveryQuestionHasLimits(t *testing.T) {
	g := game(t, "vegas")
	for q, ask := range questions(g, strategy.StopAt(17), situation(t, g, "2C 2D", "7H")) {
		for name, limits := range map[string]Limits{
			"memory": {Memory: 64 << 10, Work: 1e9}, "work": {Memory: 64 << 20, Work: 1e5},
		} {
			m := newMeter(context.Background(), q)
			m.limits = limits
			limit, ok := errors.AsType[*LimitError](ask(m))
			if !ok || limit.Question != q || limit.Limits != limits ||
				limit.Memory <= limits.Memory && limit.Work <= limits.Work {
				t.Errorf("%v, %s: %+v", q, name, limit)
			}
		}
	}
}

// expression returns a random strategy, a large one where deep is.
func expression(rng *rand.Rand, deep int) string {
	pick := func(words ...string) string { return words[rng.IntN(len(words))] }
	sub := func() string { return expression(rng, deep-1) }
	suit := func() string { return pick("clubs", "diamonds", "hearts", "spades") }
	if deep == 0 {
		return pick("basic", "true", "valentine", "soft", "pair", "total < 21", "stopAt(19)",
			"cards < 9", suit()+" < 2", suit()+" < "+suit())
	}
	switch rng.IntN(7) {
	case 0, 1:
		return "reckless(" + sub() + ")"
	case 2:
		return "both(" + sub() + ", " + sub() + ")"
	case 3:
		return "majority(" + sub() + ", " + sub() + ", " + sub() + ")"
	case 4:
		return fmt.Sprintf("suit(%q, %s, %s)", suit(), sub(), sub())
	case 5:
		return "watch(" + sub() + ")"
	}
	return "(" + sub() + pick(" || ", " && ") + "!(" + sub() + "))"
}

// variant returns a random table with rules that an admin can set.
func variant(t testing.TB, rng *rand.Rand) Game {
	all := tables.All()
	for {
		r := all[rng.IntN(len(all))].Rules
		for _, c := range []string{
			"decks=8", "jokers=8", "deck=finite", "fresh=true", "bankShows=true", "hearts=true",
			"maxHands=4", "maxAceHands=4",
			"hitSplitAces=true", "double=any", "das=true", "holeCard=none", "dealerStands=16",
			"hitSoft17=true", "aces=same", "aces=1",
		} {
			if rng.IntN(3) > 0 {
				continue
			}
			changed, err := tables.Set(r, c)
			if err != nil {
				t.Fatal(err)
			}
			if changed.Validate() == nil {
				r = changed
			}
		}
		if r.Validate() == nil {
			return Game{Rules: r}
		}
	}
}

// With limits of a sixteenth, so that many more things are refused.
func TestWhateverIsAskedTheHeapStaysWithinTheLimit_long(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	limits := Limits{Memory: OfBest.Limits().Memory / 16, Work: 1e8}
	refused := 0
	for i := range 60 {
		g := variant(t, rng)
		player, house := strategy.Strategy(nil), strategy.StopAt(16)
		for player == nil { // long ones, and some that the table does not have, are no strategies
			text := expression(rng, 1+rng.IntN(4))
			basic := func() (strategy.Chart, error) { return *splits(), nil }
			player, _ = strategy.Parse(text, strategy.Env{Rules: &g.Rules, Basic: basic})
		}
		legal := blackjack.ActionsOf(blackjack.Hit, blackjack.Stand)
		asks := questions(g, player, strategy.Situation{Rules: &g.Rules, Legal: legal})
		q := []Question{OfStrategy, OfStrategy, OfBest, OfBasic}[i%4]
		var err error
		peak, left := peakOf(func(ctx context.Context) {
			m := newMeter(ctx, q)
			m.limits = limits
			err = asks[q](m)
		})
		// What is counted is what is live. The collector may start at 4 MB, and garbage
		// may lie about until it is done, on a busy machine for longer.
		if peak > limits.Memory+limits.Memory/2+4<<20 || left > 1<<20 {
			t.Errorf("%v of %v at %+v: the heap grew by %d KB, and kept %d", q, player, g.Rules,
				peak>>10, left>>10)
		}
		if _, ok := errors.AsType[*LimitError](err); ok {
			refused++
		} else if err != nil {
			t.Errorf("%v of %v against %v: %v", q, player, house, err)
		}
	}
	t.Logf("%d of 60 were refused", refused)
}
