package odds

import (
	"context"
	"slices"
	"testing"

	"holecard/blackjack"
	"holecard/blackjack/strategy"
)

func advise(
	t *testing.T, q strategy.Situation, others ...blackjack.Card,
) map[blackjack.Action]float64 {
	t.Helper()
	list, err := Advise(context.Background(), &q, Known{Out: others}, strategy.StopAt(16))
	if err != nil {
		t.Fatal(err)
	}
	m := map[blackjack.Action]float64{}
	for i, o := range list {
		if i > 0 && o.EV > list[i-1].EV {
			t.Errorf("%v is not the best first", list)
		}
		m[o.Action] = o.EV
	}
	return m
}

func TestTheBestActionIsAdvised(t *testing.T) {
	for _, c := range []struct {
		table, hand, up string
		want            blackjack.Action
	}{
		{"vegas", "8C 8D", "TC", blackjack.Split},
		{"vegas", "TC 6D", "TC", blackjack.Surrender},
		// two cards are worth a hit where other twelves stand
		{"vegas", "TC 2D", "4C", blackjack.Hit},
		{"vegas", "7C 5D", "4C", blackjack.Stand},           //
		{"vegas", "AC 7D", "3C", blackjack.Double},          //
		{"single-deck", "7C 7D", "TH", blackjack.Surrender}, // half the sevens are gone
		{"downen", "TC 6D", "TC", blackjack.Surrender},
		{"valentine", "TH 7D", "6C", blackjack.Stand},
		{"berkeley", "AC 6D", "2C", blackjack.Hit},
	} {
		list, err := Advise(context.Background(), ptr(situation(t, game(t, c.table), c.hand, c.up)),
			Known{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if list[0].Action != c.want {
			t.Errorf("%s: %s against %s: %v", c.table, c.hand, c.up, list)
		}
	}
}

// Of a deck that is nearly used up the dealer cannot draw as many cards as of a full one.
func TestADeckThatIsNearlyUsedUpHasOdds(t *testing.T) {
	g := game(t, "downen")
	left := cardsOf(t, "AC 2C 2S 3C 3D 6C 7C 8C TS JS QC KH KS")
	hand := cardsOf(t, "5S AH")
	q := situation(t, g, "5S AH", "4C")
	var out []blackjack.Card
	for c := range blackjack.Card(blackjack.DeckSize) {
		if c != q.Upcard && !slices.Contains(left, c) && !slices.Contains(hand, c) {
			out = append(out, c)
		}
	}
	list, err := Advise(context.Background(), &q, Known{Out: out}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range list {
		if !(o.EV >= -2 && o.EV <= 2) {
			t.Errorf("%v is worth %v", o.Action, o.EV)
		}
	}
}

// A pair that is split again may get any card of its value, not only those of
// its own suits.
func TestAHintOnAPairMindsEverySuitOfItsValue(t *testing.T) {
	q := situation(t, game(t, "vegas", "hearts=true", "decks=1"), "2C 2D", "7H")
	if m := advise(t, q); len(m) != len(slices.Collect(q.Legal.All())) ||
		m[blackjack.Split] >= m[blackjack.Hit]+1 {
		t.Errorf("the hint: %v", m)
	}
}

func ptr(q strategy.Situation) *strategy.Situation { return &q }

func TestCardsSeenElsewhereCount(t *testing.T) {
	q := situation(t, game(t, "single-deck"), "TC 6D", "TH")
	before := advise(t, q)
	fives, _ := blackjack.ParseCards("5C 5D 5H 5S")
	after := advise(t, q, fives...)
	if after[blackjack.Hit] >= before[blackjack.Hit] {
		t.Errorf("a hit on 16 is worth %v with all fives gone, %v before", after[blackjack.Hit],
			before[blackjack.Hit])
	}
	_, err := Advise(context.Background(), &q, Known{Out: append(fives, fives[0])}, nil)
	if !isError(err, ErrCards) {
		t.Errorf("five fives in a deck: %v", err)
	}
}

func TestInsuranceIsWorthWhatTensAreLeft(t *testing.T) {
	q := situation(t, game(t, "single-deck"), "7C 8D", "AH")
	q.Legal = blackjack.ActionsOf(blackjack.Insure, blackjack.Decline)
	m := advise(t, q)
	ten := 16.0 / 49
	if got, want := m[blackjack.Insure]-m[blackjack.Decline], 1.5*ten-0.5; !near(got, want, 1e-12) {
		t.Errorf("insurance adds %v, not %v", got, want)
	}
	q = situation(t, game(t, "single-deck"), "AC KD", "AH")
	q.Legal = blackjack.ActionsOf(blackjack.EvenMoney, blackjack.Decline)
	m = advise(t, q)
	if ten := 15.0 / 49; m[blackjack.EvenMoney] != 1 ||
		!near(m[blackjack.Decline], 1.5*(1-ten), 1e-12) {
		t.Errorf("even money: %v", m)
	}
}

// What is best for each deal makes up what best play is worth.
func TestAdviceAddsUpToBestPlay_long(t *testing.T) {
	for _, name := range []string{"berkeley", "amherst", "european", "single-deck", "mit"} {
		g := game(t, name, "fresh=true", "minBet=1")
		want := bestOf(t, g, strategy.StopAt(16)).ByUpcard
		for _, u := range want {
			if u.Value != 2 && u.Value != 10 && u.Value != 1 {
				continue
			}
			if got := adviceFor(t, g, u.Value); !near(got, u.EV, 1e-12) {
				t.Errorf("%s against %d: the advice is worth %v, best play %v", name,
					u.Value, got, u.EV)
			}
		}
	}
}

// adviceFor is what the best options against an upcard are worth, each as likely
// as its cards.
func adviceFor(t *testing.T, g Game, up int) float64 {
	table := newTable(unmetered(), g, [4]bool{}, 0)
	s := table.scene(up - 1)
	sum := 0.0
	s.walker.from(&s.cards, 0, func(id int32, p float64) bool {
		e := table.hands.list[id]
		if e.n < table.hands.dealt {
			return true
		}
		lost := p * (1 - s.open(id, unseen))
		q := strategy.Situation{
			Rules: table.rules, Cards: append([]blackjack.Card{}, table.hands.show(e.path)...),
			Hands:  1,
			Upcard: table.deck.kinds[up-1].card, Seen: true, Legal: table.legal(id, unseen, true),
		}
		switch {
		case e.total > 21:
			sum -= p
			return false
		case table.hands.list[id].natural:
			sum += p * (1 - s.natural(id, unseen)) * naturalPays(table.rules, 0)
			return false
		}
		most := -9.0
		for _, v := range advise(t, q, g.Gone...) {
			most = max(most, v)
		}
		sum += (p-lost)*most - lost
		return false
	})
	return sum
}
