package odds

import (
	"errors"
	"maps"
	"slices"
	"testing"

	"holecard/blackjack"
	"holecard/blackjack/strategy"
)

// twin computes odds the slow and obvious way: it plays the engine itself, and
// wherever that asks for a card that it does not have, goes on with each card
// that is left.
type twin struct {
	game   Game
	player strategy.Strategy
	house  strategy.Strategy
	nets   map[float64]float64
	rounds int
}

const stake = 60 // pays 3:2, 6:5 and halves without rounding

// play goes on with the cards dealt, which come with probability p.
func (w *twin) play(t *testing.T, dealt []blackjack.Card, p float64) {
	t.Helper()
	shoe, err := blackjack.NewShoe(dealt...)
	if err != nil {
		t.Fatal(err)
	}
	r, err := blackjack.Deal(w.game.Rules, shoe, blackjack.Bet{Stake: stake, Purse: 100 * stake})
	for err == nil && r.Phase() != blackjack.Over {
		q := strategy.See(r)
		asked := w.player
		if r.Turn() == blackjack.House {
			asked = w.house
		}
		var a blackjack.Action
		if a, err = asked.Decide(&q); err != nil {
			t.Fatal(err)
		}
		r, err = r.Play(r.Turn(), a)
	}
	switch {
	case errors.Is(err, blackjack.ErrShoeEmpty):
		w.draw(t, dealt, p)
	case err != nil:
		t.Fatal(err)
	default:
		w.rounds++
		w.nets[float64(r.Payout(0).Net())/stake] += p
	}
}

// draw goes on with each value that is left; which card of the value makes no
// difference.
func (w *twin) draw(t *testing.T, dealt []blackjack.Card, p float64) {
	t.Helper()
	left := map[blackjack.Card]int{}
	size := 0
	for _, c := range w.game.Rules.Full() {
		left[c]++
		size++
	}
	if !w.game.Rules.Endless() {
		for _, c := range append(dealt[:len(dealt):len(dealt)], w.game.Gone...) {
			left[c]--
			size--
		}
	}
	var count [values]int
	var one [values]blackjack.Card
	for c, n := range left {
		count[valueOf(c)] += n // of suits that are dealt alike, one may be short
		if n > 0 {
			one[valueOf(c)] = c
		}
	}
	for v, n := range count {
		if n > 0 {
			w.play(t, append(dealt[:len(dealt):len(dealt)], one[v]), p*float64(n)/float64(size))
		}
	}
}

func cardsOf(t testing.TB, text string) []blackjack.Card {
	t.Helper()
	cards, err := blackjack.ParseCards(text)
	if err != nil {
		t.Fatal(err)
	}
	return cards
}

// isAs compares nets with what odds computed.
func (w *twin) isAs(t *testing.T, name string, got []Net, tolerance float64) {
	t.Helper()
	left := maps.Clone(w.nets)
	for _, n := range got {
		if !near(n.Chance, left[n.Net], tolerance) {
			t.Errorf("%s nets %v with probability %.12f, but the engine with %.12f", name, n.Net,
				n.Chance, left[n.Net])
		}
		delete(left, n.Net)
	}
	for net, p := range left {
		if p > tolerance {
			t.Errorf("%s nets %v with probability 0, but the engine with %.12f", name, net, p)
		}
	}
}

// Whole rounds, where there are few enough.
func TestRoundsComeOutAsTheEnginePlaysThem(t *testing.T) {
	bothBust := func(name string, changes ...string) Game {
		return game(t, name, append(changes, "bothBust=tie", "fresh=true")...)
	}
	for _, c := range []struct {
		game          Game
		player, house strategy.Strategy
	}{
		{game(t, "mit"), strategy.StopAt(5), strategy.StopAt(6)},
		{game(t, "mit", "deck=finite", "fresh=true"), strategy.Reckless(strategy.StopAt(3)),
			strategy.StopAt(5)},
		{game(t, "amherst", "fresh=true"), strategy.StopAt(5), nil},
		{bothBust("mit"), parsed(t, bothBust("mit"), "total == 10 || total > 17"),
			parsed(t, bothBust("mit"), "total == 10 || total > 18")},
		{bothBust("amherst"), parsed(t, bothBust("amherst"), "total == 20"), nil},
		{bothBust("european", "double=any"), parsed(t, bothBust("european", "double=any"),
			"double if cards == 2 && total == 16; total == 20"), nil},
	} {
		w := twin{game: c.game, player: c.player, house: c.house, nets: map[float64]float64{}}
		if w.game.Rules.HouseDecides {
			w.play(t, nil, 1)
			w.isAs(t, c.player.String(), of(t, c.game, c.player, c.house).Nets, 1e-12)
			continue
		}
		// Against one upcard, or it takes minutes.
		for _, hole := range cardsOf(t, "TH") {
			w.upcard(t, hole)
		}
		w.isAs(t, c.player.String(), against(t, c.game, c.player, 10), 1e-12)
	}
}

// upcard plays the rounds with the dealer's first card given. Cards are dealt to
// the player first, in turn with the dealer.
func (w *twin) upcard(t *testing.T, up blackjack.Card) {
	t.Helper()
	table := newTable(unmetered(), w.game, [4]bool{}, 0)
	s := table.scene(table.deck.indexOf(up))
	for k := range uint8(len(table.deck.kinds)) {
		first := table.deck.kinds[k].card
		if first == up {
			first += 13 // another suit
		}
		w.play(t, []blackjack.Card{first, up}, s.cards.chance(k))
	}
}

// against returns the nets against one upcard.
func against(t *testing.T, g Game, p strategy.Strategy, up int) []Net {
	t.Helper()
	table := newTable(unmetered(), g, [4]bool{}, 0)
	var l ledger
	if err := table.scene(up-1).enter(newAsked(table, p), &l, 1); err != nil {
		t.Fatal(err)
	}
	return l.result().Nets
}

// splits is a strategy that splits whatever it may, doubles 11 and hits below 10.
func splits() *strategy.Chart {
	c := &strategy.Chart{}
	for up := 1; up <= 10; up++ {
		for total := range c.Hard {
			c.Hard[total][up], c.Soft[total][up] = strategy.Stand, strategy.Stand
			if total < 10 {
				c.Hard[total][up] = strategy.Hit
			}
		}
		c.Hard[11][up] = strategy.DoubleElseHit
		for value := 1; value <= 10; value++ {
			c.Pair[value][up] = strategy.Split
		}
	}
	return c
}

// Splits, from two cards and the upcard on. The mean is exact; so is what two
// hands net. Three hands and four are taken for independent.
func TestSplitsComeOutAsTheEnginePlaysThem_long(t *testing.T) {
	for _, c := range []struct {
		game      Game
		pair, up  string
		tolerance float64 // of probabilities
	}{
		{game(t, "vegas", "maxHands=2"), "TC TD", "TH", 1e-9},
		{game(t, "vegas", "maxHands=2", "holeCard=none", "surrender=none"), "TC TD", "TH", 1e-9},
		{game(t, "single-deck", "maxHands=2", "das=true"), "9C 9D", "9H", 1e-9},
		{game(t, "single-deck", "maxHands=3"), "AC AD", "TH", 6e-4}, // of 1 round in 200
		{game(t, "vegas", "maxHands=2", "bothBust=tie"), "8C 8D", "TH", 1e-9},
	} {
		w := twin{game: c.game, player: splits(), nets: map[float64]float64{}}
		if c.game.Rules.BothBustTie { // so that hands are bust
			w.player = parsed(t, c.game,
				"split if pair; double if cards == 2 && total == 16; total == 15")
		}
		w.fromPair(t, cardsOf(t, c.pair), cardsOf(t, c.up)[0])
		table := newTable(unmetered(), c.game, [4]bool{}, 0)
		s := table.scene(table.deck.indexOf(cardsOf(t, c.up)[0]))
		p := newAsked(table, w.player)
		if err := p.enter(s); err != nil {
			t.Fatal(err)
		}
		id := int32(0)
		for _, card := range cardsOf(t, c.pair) {
			id = table.hands.after(id, uint8(table.deck.indexOf(card)))
		}
		split := (&round{scene: s, policy: p, tally: &tally{}}).split(id)
		mean, nets := 0.0, map[float64]float64{}
		for net, chance := range w.nets {
			mean += net * chance
		}
		if !near(split.ev(), mean, 1e-12) {
			t.Errorf("%s against %s: worth %.14f, but to the engine %.14f, in %d rounds", c.pair,
				c.up, split.ev(), mean, w.rounds)
		}
		var l ledger
		split.tally().enter(&l, 0, 0, false)
		for _, n := range l.result().Nets {
			nets[n.Net] = n.Chance
		}
		w.isAs(t, c.pair+" against "+c.up, l.result().Nets, c.tolerance)
	}
}

// fromPair plays on from two cards and the upcard; a peek ends no round here.
func (w *twin) fromPair(t *testing.T, pair []blackjack.Card, up blackjack.Card) {
	t.Helper()
	dealt := []blackjack.Card{pair[0], up, pair[1]}
	if w.game.Rules.HoleCard == blackjack.NoHoleCard {
		w.play(t, dealt, 1)
		return
	}
	table := newTable(unmetered(), w.game, [4]bool{}, 0)
	s := table.scene(table.deck.indexOf(up))
	for _, c := range pair {
		s.cards.take(uint8(table.deck.indexOf(c)), 1)
	}
	for k := range uint8(len(table.deck.kinds)) {
		if table.deck.kinds[k].value == uint8(s.hole) && s.hole != unseen {
			continue
		}
		hole := table.deck.kinds[k].card
		for slices.Contains(dealt, hole) {
			hole += 13 // another suit
		}
		if chance := s.cards.chance(k); chance > 0 {
			w.play(t, append(dealt[:3:3], hole), chance)
		}
	}
}
