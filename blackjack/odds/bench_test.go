package odds

import (
	"testing"

	"holecard/blackjack"
	"holecard/blackjack/strategy"
)

// BenchmarkHint is a hint by kind of situation: at a table that nobody has asked at (fresh), at
// one that is kept (kept), and at one that is warm (warm), where that knows it. A pair of twos
// against an ace takes longest.
func BenchmarkHint(b *testing.B) {
	some := "3C 4C 5C 6C 6D 6S TC TD TH AC AD AS"
	insurance := blackjack.ActionsOf(blackjack.Insure, blackjack.Decline)
	hitOrStand := blackjack.ActionsOf(blackjack.Hit, blackjack.Stand)
	single := hitOrStand.With(blackjack.Double)
	for _, c := range []struct {
		kind, table, hand, up, out string
		hands                      int
		legal                      blackjack.Actions // 0 for those of a first decision
	}{
		{"hard", "vegas", "TC 6D", "TH", "", 1, 0},
		{"soft", "vegas", "AC 2D", "6H", "", 1, 0},
		{"twos", "vegas", "2C 2D", "7H", "", 1, 0},
		{"eights", "vegas", "8C 8D", "TH", "", 1, 0},
		{"after-split", "vegas", "2C 3D", "7H", "2C 5H 7D", 3, single},
		{"out-twos", "vegas", "2C 2D", "7H", some, 1, 0},
		{"out-twos-ace", "vegas", "2C 2D", "AH", some, 1, 0},
		{"out-insurance-twos", "vegas", "2C 2D", "AH", some, 1, insurance},
		{"out-threes-ace", "vegas", "3C 3D", "AH", some, 1, 0},
		{"one-deck-out-twos", "single-deck", "2C 2D", "7H", some, 1, 0},
		{"jokers-out-twos", "joker", "2C 2D", "7H", some, 1, 0},
		{"house-five", "mit", "5C", "7H", "", 1, hitOrStand},
	} {
		g := game(b, c.table)
		q := strategy.Situation{Rules: &g.Rules, Cards: cardsOf(b, c.hand), Legal: c.legal,
			Upcard: cardsOf(b, c.up)[0], Seen: true, Hands: c.hands}
		if c.legal.Empty() {
			q = situation(b, g, c.hand, c.up)
		}
		k := Known{Out: cardsOf(b, c.out)}
		house := strategy.StopAt(16)
		run := func(b *testing.B, ask func() ([]Option, error)) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := ask(); err != nil {
					b.Fatal(err)
				}
			}
		}
		b.Run(c.kind+"/fresh", func(b *testing.B) {
			run(b, func() ([]Option, error) { return Advise(b.Context(), &q, k, house) })
		})
		table, err := NewTable(b.Context(), g.Rules, house)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(c.kind+"/kept", func(b *testing.B) {
			run(b, func() ([]Option, error) { return table.Advise(b.Context(), &q, k) })
		})
		if c.out != "" || c.hands > 1 || g.Rules.HouseDecides {
			continue
		}
		b.Run(c.kind+"/warm", func(b *testing.B) {
			if err := table.Warm(b.Context(), int(valueOf(q.Upcard))); err != nil {
				b.Fatal(err)
			}
			run(b, func() ([]Option, error) { return table.Advise(b.Context(), &q, k) })
		})
	}
}

// situation is a player's with two cards or more, not split.
func situation(t testing.TB, g Game, hand, up string) strategy.Situation {
	t.Helper()
	all, err := blackjack.ParseCards(hand + " " + up)
	if err != nil {
		t.Fatal(err)
	}
	q := strategy.Situation{Rules: &g.Rules, Cards: all[:len(all)-1], Upcard: all[len(all)-1],
		Seen: true, Hands: 1}
	table := newTable(unmetered(), g, [4]bool{}, 0)
	id := int32(0)
	for _, c := range q.Cards {
		id = table.hands.after(id, uint8(table.deck.indexOf(c)))
	}
	q.Total, q.Soft = g.Rules.Aces.Total(q.Cards...)
	q.Natural = table.hands.list[id].natural
	q.Legal = table.legal(id, unseen, true)
	return q
}
