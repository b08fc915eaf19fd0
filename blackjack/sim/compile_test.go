package sim

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"holecard/blackjack"
	"holecard/blackjack/strategy"
	"holecard/blackjack/tables"
	"holecard/internal/long"
)

var shoes = flag.Int("shoes", 50_000, "how many shuffled shoes an automaton and the engine play")

// twins are an automaton and the engine, which play the same shuffled shoes.
type twins struct {
	automaton        *automaton
	config           Config
	series           *blackjack.Series
	player, house    decider
	cards            []blackjack.Card
	drawn            int
	compiled, engine counts
}

func newTwins(t *testing.T, a *automaton, c Config) *twins {
	t.Helper()
	unit := Unit(c.Rules)
	w := &twins{automaton: a, config: c, cards: c.Rules.Full(), compiled: newCounts(unit),
		engine: newCounts(unit)}
	if c.Rules.Endless() {
		for card := range blackjack.Card(10) {
			w.cards = append(w.cards, slices.Repeat([]blackjack.Card{card}, 10)...)
		}
	}
	rules := ofUnit(c.Rules)
	w.player, w.house = decider{strategy: c.Player}, decider{strategy: c.House}
	w.player.situation.Rules, w.house.situation.Rules = &rules, &rules
	var err error
	if w.series, err = blackjack.NewSeries(rules, w, c.bet(unit)); err != nil {
		t.Fatal(err)
	}
	return w
}

// More says that all cards were handed out.
func (w *twins) More() ([]blackjack.Card, error) { return nil, blackjack.ErrShoeEmpty }

// differ plays shoes by both, and returns after how many the results differ, or -1.
func (w *twins) differ(t *testing.T, seed uint64, shoes int) int {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 14))
	for n := range shoes {
		w.shuffle(random)
		w.compile()
		w.play(t)
		if !slices.Equal(w.compiled.nets, w.engine.nets) ||
			w.compiled.endings != w.engine.endings {
			return n
		}
	}
	return -1
}

// shuffle puts more cards in order than most rounds take. Where an empty shoe ends the round it is
// nearly empty.
func (w *twins) shuffle(random *rand.Rand) {
	from := 0
	if w.config.Rules.EmptyWins {
		from = len(w.cards) - random.IntN(12) - 1
		i := random.IntN(from + 1)
		w.cards[i], w.cards[from] = w.cards[from], w.cards[i]
	}
	w.drawn = from
	for i := from; i < min(from+30, len(w.cards)-1); i++ {
		j := i + random.IntN(len(w.cards)-i)
		w.cards[i], w.cards[j] = w.cards[j], w.cards[i]
	}
}

// compile plays the shoe by the automaton.
func (w *twins) compile() {
	a, began, state := w.automaton, w.drawn, uint32(start)
	for state < a.firstEnd {
		if w.drawn == len(w.cards) {
			state = a.next[state+a.symbols-1]
		} else {
			state = a.next[state+w.draw()]
		}
	}
	if state >= a.firstSplit {
		a.finish(state, w.draw, &w.compiled)
	} else {
		r := &a.ends[(state-a.firstEnd)/a.symbols]
		w.compiled.count(r.net, 1)
		w.compiled.endings.Add(&r.endings, 1)
	}
	w.drawn = began
}

func (w *twins) draw() uint32 {
	w.drawn++
	return symbolOf(&w.config.Rules, w.cards[w.drawn-1])
}

// play plays the shoe by the engine.
func (w *twins) play(t *testing.T) {
	t.Helper()
	legal, err := w.series.Deal(w.cards[w.drawn:])
	for err == nil && legal != 0 {
		asked := &w.player
		if w.series.Turn() == blackjack.House {
			asked = &w.house
		}
		var a blackjack.Action
		if a, err = asked.ask(w.series); err == nil {
			legal, err = w.series.Step(a)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	w.engine.count(w.series.Count(&w.engine.endings), 1)
}

// randomGames returns tables with random changes that are compiled.
func randomGames(t *testing.T, n int) (list []game) {
	t.Helper()
	random := rand.New(rand.NewPCG(20, 26))
	all := tables.All()
	for len(list) < n {
		rules := all[random.IntN(len(all))].Rules
		for range 1 + random.IntN(12) {
			values := tables.Values(rules)
			v := values[random.IntN(len(values))]
			to := v.Takes.Values[random.IntN(len(v.Takes.Values))]
			if v.Takes.Kind == tables.Number {
				least, _ := strconv.Atoi(v.Takes.Values[0])
				most, _ := strconv.Atoi(v.Takes.Values[1])
				to = strconv.Itoa(least + random.IntN(most-least+1))
			}
			if changed, err := tables.Set(rules, v.Key+"="+to); err == nil {
				rules = changed.WithoutSides()
			}
		}
		g := game{name: fmt.Sprintf("%+v", rules), rules: rules}
		if c := g.config(basic(), 1); rules.Validate() == nil && c.compiles() {
			list = append(list, g)
		}
	}
	return list
}

// TestAnAutomatonPlaysTheRoundsOfTheEngine plays shuffled shoes by both, at every table, by every
// strategy that is compiled, and at random rules.
func TestAnAutomatonPlaysTheRoundsOfTheEngine(t *testing.T) {
	long.Unraced(t)
	random := 200
	if *shoes < 1_000_000 {
		random = 20
	}
	list := games(t)
	named := len(list)
	var configs []Config
	for i, g := range append(list, randomGames(t, random)...) {
		for j, player := range append(players(), insurer{basic()}) {
			c := g.config(player, 1)
			compiles := c.compiles()
			if _, asked := player.(insurer); asked { // it says nothing of what it looks at
				like := g.config(basic(), 1)
				compiles = g.rules.Insurance && like.compiles()
			}
			if compiles && (i < named || j == i%9 || j == 0) {
				configs = append(configs, c)
			}
		}
	}
	played := 0
	for i, c := range configs {
		a, err := compile(&c)
		if err != nil {
			t.Fatalf("%+v, %v: %v", c.Rules, c.Player, err)
		}
		each := *shoes/len(configs) + 1
		if n := newTwins(t, a, c).differ(t, uint64(i), each); n >= 0 {
			t.Errorf("%+v, %v: round %d differs", c.Rules, c.Player, n)
		}
		played += each
	}
	t.Logf("%d shoes, %d pairs of rules and a strategy", played, len(configs))
}

// insurer plays by basic strategy, and takes insurance and even money.
type insurer struct{ strategy.Strategy }

func (i insurer) Decide(s *strategy.Situation) (blackjack.Action, error) {
	for _, a := range []blackjack.Action{blackjack.EvenMoney, blackjack.Insure} {
		if s.Legal.Has(a) {
			return a, nil
		}
	}
	return i.Strategy.Decide(s)
}

// TestAChangedTransitionIsSeen changes transitions of the first two cards, which many rounds come
// to, and of the parts after a split.
func TestAChangedTransitionIsSeen(t *testing.T) {
	long.Unraced(t)
	c := game{rules: rulesOf(t, "vegas")}.config(basic(), 1)
	a, err := compile(&c)
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 2))
	change := func(what string, at *uint32, to uint32) {
		t.Helper()
		if was := *at; was != to {
			if *at = to; newTwins(t, a, c).differ(t, 3, 20_000) < 0 {
				t.Errorf("%s: %d instead of %d is not seen", what, to, was)
			}
			*at = was
		}
	}
	for range 20 {
		at := random.IntN(111 * int(a.symbols))
		change("a card", &a.next[at], a.next[random.IntN(int(a.firstEnd))])
	}
	eights := a.next // to the split of eights against a ten
	state := uint32(start)
	for _, card := range []uint32{7, 9, 7, 9} {
		state = eights[state+card]
	}
	s := &a.splits[state-a.firstSplit]
	change("a ten on an eight", &a.hands[s.hand].next[9], a.hands[s.hand].next[1])
	change("a dealer's twenty", &s.dealer[1], a.splits[0].dealer[1])
	if newTwins(t, a, c).differ(t, 3, 20_000) >= 0 {
		t.Error("without a change they differ")
	}
}
