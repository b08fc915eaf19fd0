package bolt

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"holecard/internal/long"
	"holecard/storage"
)

// BenchmarkMillionOnABoard measures a month's boards of a million players, or of 20,000 without
// -long.
func BenchmarkMillionOnABoard(b *testing.B) {
	players := long.Of(20_000, 1_000_000)
	const together = 200
	path := newPath(b)
	month := storage.Period{Span: storage.ThisMonth, Number: 1}
	s := openAt(b, path)
	chance := rand.New(rand.NewPCG(3, 4))
	for from := 0; from < players; from += together {
		update(b, s, func(tx storage.Tx) (err error) {
			for n := range together {
				p := storage.Player{Guild: 7, User: storage.UserID(from + n + 1)}
				tally := storage.Tally{Rounds: 300, Wins: chance.IntN(300),
					Net:        storage.Chips(chance.IntN(100_000) - 50_000),
					BiggestWin: 1 + storage.Chips(chance.IntN(10_000)),
					BestRun:    1 + chance.IntN(30), Decisions: 400,
					CostPerBet: storage.Micro(chance.IntN(1e8))}
				err = errors.Join(err,
					tx.SaveProfile(storage.Profile{Player: p, Name: "somebody"}),
					tx.SaveTally(p, month, tally))
			}
			return err
		})
	}
	at := func() storage.Board {
		return storage.Board{By: storage.ByNet + storage.Order(chance.IntN(storage.Orders-1)),
			In: month}
	}
	for _, c := range []struct {
		name string
		from int
	}{{"page from 1", 0}, {"page from the middle", players / 2}} {
		b.Run(c.name, func(b *testing.B) {
			measure(b, func() error {
				return s.View(context.Background(), 7, func(r storage.Reader) error {
					lines, err := r.Standings(at(), c.from, 10)
					return expect(len(lines), 10, err)
				})
			})
		})
	}
	b.Run("own place", func(b *testing.B) {
		measure(b, func() error {
			return s.View(context.Background(), 7, func(r storage.Reader) error {
				who := storage.Player{Guild: 7, User: storage.UserID(chance.IntN(players) + 1)}
				_, of, err := r.Rank(who, at())
				return expect(of, players, err)
			})
		})
	})
}
