package session_test

import (
	"context"
	"errors"
	"testing"

	"holecard/blackjack"
	"holecard/blackjack/odds"
	"holecard/blackjack/strategy"
	"holecard/bot/session"
	"holecard/storage"
)

// keptOf returns how many hints there are of a round, and notes of rounds that wait.
func (b *bench) keptOf(h session.Hand) (hints, notes int) {
	b.t.Helper()
	b.view(func(r storage.Reader) error {
		noted, err1 := r.Hinted(h.ID, ada)
		waiting, err2 := r.Unreviewed(99)
		hints, notes = len(noted), len(waiting)
		return errors.Join(err1, err2)
	})
	return hints, notes
}

// A round can be dropped before anybody has reviewed it: the bot was off meanwhile, or its odds
// failed again and again. It counts all the same, once, and leaves no hint and no note.
func TestARoundThatIsDroppedLeavesNoNoteAndIsCountedOnce(t *testing.T) {
	for name, review := range map[string]func(b *bench, h session.Hand){
		"reviewed before": func(b *bench, h session.Hand) {
			b.reviewed()
			b.now = b.now.Add(11 * day)
			b.sweeps()
		},
		"never reviewed": func(b *bench, h session.Hand) {
			b.now = b.now.Add(11 * day)
			b.sweeps()
		},
		"dropped while it is reviewed": func(b *bench, h session.Hand) {
			b.now = b.now.Add(11 * day)
			b.Adviser = &advising{do: b.sweeps}
			b.reviewed()
		},
	} {
		t.Run(name, func(t *testing.T) {
			b := storyBench(t)
			b.HistoryDays = 10
			b.cards = "TS TC 2D 9H 2C 3C"
			h := b.start(ada, 10)
			pressed := b.visit(ada)
			if err := b.Hinted(t.Context(), pressed, h.ID, h.Version); err != nil {
				t.Fatal(err)
			}
			version := h.Version
			h = b.act(h, blackjack.Stand)
			b.cards = ""
			if hints, notes := b.keptOf(h); hints != 1 || notes != 1 {
				t.Fatalf("%d hints and %d notes of a round that was settled", hints, notes)
			}
			review(b, h)
			counted := func() {
				t.Helper()
				if hints, notes := b.keptOf(h); !b.dropped(h.ID) || hints+notes+b.lines(ada) > 0 {
					t.Errorf("%d hints, %d notes, %d lines", hints, notes, b.lines(ada))
				}
				s := b.story(ada)
				ever := s.Tallies[storage.Ever]
				if ever.Rounds != 1 || ever.Net != s.Stats.Net || ever.LastRound != h.ID {
					t.Errorf("of %d rounds, net %v: %+v", s.Stats.Hands, s.Stats.Net, ever)
				}
			}
			counted()
			for what, v := range map[string]session.Interaction{"again": pressed,
				"late": b.visit(ada)} {
				if err := b.Hinted(t.Context(), v, h.ID, version); !errors.Is(err,
					session.ErrDropped) {
					t.Errorf("the hint asked for %s: %v", what, err)
				}
			}
			if _, err := b.Review(t.Context(), b.visit(ada), ada, 0); !errors.Is(err,
				session.ErrDropped) {
				t.Errorf("the newest review: %v", err)
			}
			b.reviewed()
			b.sweeps()
			b.now = b.now.Add(day)
			b.sweeps()
			counted()
		})
	}
}

// advising does something while a round is reviewed.
type advising struct {
	plain
	do func()
}

func (m *advising) Advise(ctx context.Context, v blackjack.View, who blackjack.Seat,
	earlier []blackjack.Card, house strategy.Strategy) ([]odds.Option, error) {
	m.do()
	return m.plain.Advise(ctx, v, who, earlier, house)
}
