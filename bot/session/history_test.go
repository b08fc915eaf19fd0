package session_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"holecard/bot/session"
	"holecard/storage"
)

// plays gives a player a history of settled rounds, of which each has a table.
func (b *bench) plays(who storage.UserID, rounds int, table func(n int) string) {
	b.t.Helper()
	b.opens(who)
	p := storage.Player{Guild: guild, User: who}
	for done := 0; done < rounds; {
		b.update(func(tx storage.Tx) error {
			for n := done; n < min(done+1000, rounds); n++ {
				k := storage.Round{ID: storage.RoundID(b.visit(who).ID), Guild: guild, Version: 1,
					Table: table(n), Dealt: b.now.Add(time.Duration(n) * time.Second),
					Seats: []storage.Seat{{User: who}}}
				k.Changed = k.Dealt
				if err := storage.Rounds.Save(tx, k); err != nil {
					return err
				}
				l := storage.Line{Round: k.ID, Dealt: k.Dealt, Settled: k.Dealt, Table: k.Table,
					Stake: 1}
				err := storage.Lines.Put(tx, l.Key(p), l)
				if err != nil {
					return err
				}
			}
			profile, _, err := storage.Profiles.Get(tx, p)
			profile.Stats.Hands = min(done+1000, rounds)
			profile.Stats.Pushes = profile.Stats.Hands
			return errors.Join(err, storage.Profiles.Save(tx, profile))
		})
		done = min(done+1000, rounds)
	}
}

// However long a history is and however few rounds a filter leaves, a press looks at about
// [session.HistoryLook] rounds, and the presses together find all.
func TestALookAtALongHistoryReadsAFewRounds(t *testing.T) {
	b := storyBench(t)
	b.plays(ada, 5*session.HistoryLook+7, func(n int) string {
		if n%1500 == 3 {
			return "mit"
		}
		return "vegas"
	})
	for table, want := range map[string]int{"mit": 4, "european": 0} {
		found := 0
		pages := b.turns(ada, ada, table, func(h session.HistoryPage) { found += len(h.Lines) })
		if found != want || len(pages) != 5 {
			t.Errorf("%d pages of %q have %d rounds, want %d", len(pages), table, found, want)
		}
	}
}

func TestPagesOfAHistoryAreTheSameBothWays(t *testing.T) {
	b := storyBench(t)
	b.plays(ada, 57, func(int) string { return "vegas" })
	var down, up [][]storage.Line
	at := session.HistoryPlace{}
	b.turns(ada, ada, "", func(h session.HistoryPage) {
		down = append(down, h.Lines)
		at = h.Newer
	})
	for at != (session.HistoryPlace{}) {
		h := must(b.History(t.Context(), b.visit(ada), ada, "", at))(b)
		up, at = append(up, h.Lines), h.Newer
	}
	slices.Reverse(up)
	if len(down) != 6 || !slices.EqualFunc(down[:5], up, slices.Equal) {
		t.Errorf("down %v\nup %v", down, up)
	}
}
