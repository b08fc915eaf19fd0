package odds

import (
	"context"
	"testing"

	"holecard/blackjack"
	"holecard/blackjack/strategy"
	"holecard/blackjack/tables"
)

func BenchmarkBest(b *testing.B) {
	for _, table := range tables.All() {
		g := game(b, table.Name, "fresh=true")
		b.Run(table.Name, func(b *testing.B) {
			for b.Loop() {
				if _, err := Best(context.Background(), g, strategy.StopAt(16)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkStrategy(b *testing.B) {
	for _, c := range []struct {
		table  string
		player strategy.Strategy
	}{
		{"vegas", basicOf(b, game(b, "vegas"))},
		{"vegas", strategy.StopAt(17)},
		{"mit", strategy.Louis()},
		{"valentine", strategy.Valentine()},
		{"joker", strategy.DealerSensitive()},
	} {
		g := game(b, c.table)
		b.Run(c.table+"/"+c.player.String(), func(b *testing.B) {
			for b.Loop() {
				_, err := Strategy(context.Background(), g, c.player, strategy.StopAt(16))
				if err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkBasic(b *testing.B) {
	g := game(b, "vegas")
	for b.Loop() {
		if _, err := Basic(context.Background(), g, nil); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkAdvise is a hint at the moment that takes longest: a pair of twos.
func BenchmarkAdvise(b *testing.B) {
	for _, name := range []string{"vegas", "valentine", "joker"} {
		q := situation(b, game(b, name), "2C 2D", "7H")
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := Advise(context.Background(), &q, Known{}, nil); err != nil {
					b.Fatal(err)
				}
			}
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
