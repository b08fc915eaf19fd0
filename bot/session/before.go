package session

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"holecard/storage"
)

// Rounds that were settled before there were histories have no lines. They get them once, by
// the time of their settlement, before anything else of their guild is counted: a line, a
// place in the tallies, and a note that what they were worth is wanted, which waits behind
// those of new rounds.

// roundsRead is how many rounds are read in one view.
const roundsRead = 512

// enterBefore gives some rounds of a guild their lines, and reports whether it did: then it
// wants to go on.
func (r *Reviewer) enterBefore(ctx context.Context, g storage.GuildID) (more bool, err error) {
	missing, known := r.before[g]
	if !known {
		var done bool
		if missing, done, err = r.linesMissing(ctx, g); err != nil {
			return false, err
		}
		known = done
	}
	if r.before[g] = missing; known && len(missing) == 0 {
		return false, nil
	}
	some := missing[:min(len(missing), reviewBatch)]
	rest := missing[len(some):]
	now := r.Now()
	err = r.Store.Update(ctx, g, func(tx storage.Tx) error {
		c := counter{tx: tx, guild: g, now: now}
		for _, n := range some {
			if err := c.enter(n); err != nil {
				return err
			}
		}
		if len(rest) == 0 {
			if err := tx.SaveMark(storage.HistoryMark, []byte{1}); err != nil {
				return err
			}
		}
		return c.save()
	})
	if err == nil {
		r.before[g] = rest
	}
	return err == nil, err
}

// linesMissing returns the settled rounds of a guild that have no lines, in the order of their
// settlement, or that the guild is done.
func (r *Reviewer) linesMissing(ctx context.Context, g storage.GuildID) (missing []storage.Note,
	done bool, err error) {
	for last, read := storage.RoundID(0), roundsRead; read == roundsRead; {
		var some []storage.Note
		err = r.Store.View(ctx, g, func(tx storage.Reader) error {
			some = nil
			mark, err := tx.Mark(storage.HistoryMark)
			if done = mark != nil; done || err != nil {
				return err
			}
			list, err := tx.Rounds(last, roundsRead)
			read = len(list)
			for _, round := range list {
				if round.Open || round.Practice || round.Dropped {
					continue
				}
				_, found, err := tx.Line(round.Player(0), round.Dealt, round.ID)
				if err != nil {
					return err
				}
				if !found {
					some = append(some, storage.Note{Round: round.ID, Settled: round.Changed,
						Counted: true})
				}
			}
			if read > 0 {
				last = list[read-1].ID
			}
			return err
		})
		if done || err != nil {
			return nil, done, err
		}
		missing = append(missing, some...)
	}
	slices.SortFunc(missing, func(a, b storage.Note) int {
		return cmp.Or(a.Settled.Compare(b.Settled), cmp.Compare(a.Round, b.Round))
	})
	return missing, false, nil
}

// enter gives a round of before its lines, unless another process has.
func (c *counter) enter(n storage.Note) error {
	k, err := readRound(c.tx, n.Round)
	if errors.Is(err, storage.ErrCorrupt) || errors.Is(err, ErrDropped) { // an audit tells it
		return nil
	}
	if err != nil {
		return err
	}
	for seat := range k.Seats {
		if gone, err := c.gone(k.Player(seat)); gone || err != nil {
			if err != nil {
				return err
			}
			continue
		}
		l := k.line(seat)
		switch _, found, err := c.tx.Line(k.Player(seat), k.Dealt, k.ID); {
		case err != nil:
			return err
		case found:
			return nil
		}
		p := c.player(k.Player(seat))
		if err := c.count(p, l, true, false); err != nil {
			return err
		}
		if err := c.tx.SaveLine(p.player, l); err != nil {
			return err
		}
	}
	return c.tx.Await(n, true)
}
