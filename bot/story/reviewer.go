package story

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"holecard/bot/care"
	"holecard/bot/interact"
	"holecard/bot/round"
	"holecard/storage"
)

// Reviewer looks at settled rounds after they were answered:
//
//	settlement ──note──▶ what it was worth, by the odds ──▶ one transaction for some rounds of
//	    │                 (outside of any transaction)        a guild: lines, tallies, lessons,
//	    ▼                                                     awards, and the notes go
//	the player is answered
//
// The notes are stored, so nothing is lost when the bot ends; what another process has looked
// at meanwhile has a line that says so, and is left alone.
type Reviewer struct {
	*Stories
	ReviewerConfig
	sweeps chan struct{}
}

// ReviewerConfig is what a reviewer works with.
type ReviewerConfig struct {
	// Of are the guilds of this process, whose notes it goes on with.
	Of func(storage.GuildID) bool
	// Turn waits until players leave room to compute, and returns what ends the turn.
	Turn func() (over func())
	// Note is told how the work on a guild ended, nil for well.
	Note func(storage.GuildID, error)
}

// Reviewer returns a reviewer of all rounds.
func (s *Stories) Reviewer(c ReviewerConfig) *Reviewer {
	return &Reviewer{Stories: s, ReviewerConfig: c, sweeps: make(chan struct{}, 1)}
}

// Sweep makes the reviewer look at all guilds of this process, soon.
func (r *Reviewer) Sweep() { signal(r.sweeps) }

// signal wakes who waits. It never blocks.
func signal(c chan<- struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

const (
	gatherTime  = 500 * time.Millisecond // in which rounds of a guild come together
	reviewBatch = 32                     // rounds in a transaction
	sweepTime   = 10 * time.Minute       // between two looks at all guilds
	// the waits after a failure double from the first to the last
	firstPause, lastPause = time.Second, time.Minute
	mostSettled           = 1 << 14 // guilds that wait; the notes of others are found by a sweep
)

// settled are the guilds in which rounds were settled.
type settled struct {
	mu     sync.Mutex
	guilds map[storage.GuildID]bool
	wake   chan struct{}
}

func newSettled() settled {
	return settled{guilds: make(map[storage.GuildID]bool), wake: make(chan struct{}, 1)}
}

func (s *settled) add(guilds ...storage.GuildID) {
	s.mu.Lock()
	for _, g := range guilds {
		if len(s.guilds) < mostSettled {
			s.guilds[g] = true
		}
	}
	s.mu.Unlock()
	signal(s.wake)
}

// take returns the guilds that wait, which then wait no more.
func (s *settled) take() []storage.GuildID {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := slices.Sorted(maps.Keys(s.guilds))
	clear(s.guilds)
	return list
}

// Run reviews until ctx ends. What is left then has its notes.
func (r *Reviewer) Run(ctx context.Context) {
	if r.Adviser == nil {
		return
	}
	tick, pause := time.NewTicker(sweepTime), firstPause
	defer tick.Stop()
	var failed []storage.GuildID
	for {
		var again <-chan time.Time
		if len(failed) > 0 {
			again = time.After(pause)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			r.Sweep()
		case <-r.sweeps:
			r.sweep(ctx)
		case <-again:
			r.settled.add(failed...)
			failed, pause = nil, min(2*pause, lastPause)
		case <-r.settled.wake:
			sleep(ctx, gatherTime)
			for _, g := range r.settled.take() {
				more, err := r.Next(ctx, g)
				if ctx.Err() != nil {
					return
				}
				r.Note(g, err)
				switch {
				case err != nil:
					failed = append(failed, g)
				case more:
					r.settled.add(g)
				}
			}
			if len(failed) == 0 {
				pause = firstPause
			}
		}
	}
}

func sleep(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// sweep wakes the guilds of this process. Where they cannot be read, the next sweep does.
func (r *Reviewer) sweep(ctx context.Context) {
	guilds, err := r.Desk.Store.Guilds(ctx)
	if ctx.Err() == nil {
		r.Note(interact.BotsOwn, err)
	}
	r.settled.add(slices.DeleteFunc(guilds, func(g storage.GuildID) bool {
		return g == interact.BotsOwn || !r.Of(g)
	})...)
}

// Next looks at some rounds of a guild that wait, and reports whether there may be more.
func (r *Reviewer) Next(ctx context.Context, g storage.GuildID) (more bool, err error) {
	waiting, err := r.waiting(ctx, g)
	if err != nil || len(waiting) == 0 {
		return false, err
	}
	var failed error
	for i := range waiting {
		if failed = r.look(ctx, &waiting[i]); failed != nil {
			waiting = waiting[:i] // in their order: those behind wait, too
			break
		}
	}
	if len(waiting) == 0 {
		return false, failed
	}
	now := r.Desk.Now()
	err = r.Desk.Store.Update(ctx, g, func(tx storage.Tx) error {
		c := counter{tx: tx, guild: g, now: now}
		for _, w := range waiting {
			if err := c.add(w); err != nil {
				return err
			}
		}
		return c.save()
	})
	return true, errors.Join(err, failed)
}

// waiting is a round that waits for its review.
type waiting struct {
	note  storage.Note
	seats []finished // none of a round whose cards are gone
	worth []judged   // by seats
}

// waiting reads the next rounds.
func (r *Reviewer) waiting(ctx context.Context, g storage.GuildID) (list []waiting, err error) {
	err = r.Desk.Store.View(ctx, g, func(tx storage.Reader) error {
		list = nil
		notes, err := storage.Notes.Keys(tx, storage.Range[storage.Note]{Limit: reviewBatch})
		for _, n := range notes {
			w := waiting{note: n}
			rec, ok, err := storage.Rounds.Get(tx, n.Round)
			if err != nil {
				return err
			}
			if ok && !rec.Dropped && !rec.Open {
				k, err := round.Read(tx, n.Round)
				if errors.Is(err, storage.ErrCorrupt) { // an audit tells it
					k, err = &round.Stored{}, nil
				}
				if err != nil {
					return err
				}
				for seat := range k.Seats {
					f, err := readFinished(tx, k, seat)
					if err != nil {
						return err
					}
					w.seats = append(w.seats, f)
				}
			}
			list = append(list, w)
		}
		return err
	})
	return list, err
}

// look computes what a round was worth to its seats.
func (r *Reviewer) look(ctx context.Context, w *waiting) error {
	for _, f := range w.seats {
		j, err := r.inTurn(ctx, f)
		if errors.Is(err, ErrUnreviewable) {
			j = judged{worth: storage.Worth{State: storage.Unreviewable}}
		} else if err != nil {
			return fmt.Errorf("hand %d: %w", f.ID, err)
		}
		w.worth = append(w.worth, j)
	}
	return nil
}

// inTurn judges a seat when it is the reviewer's turn. A fault in one round keeps no others
// waiting.
func (r *Reviewer) inTurn(ctx context.Context, f finished) (j judged, err error) {
	defer r.Turn()()
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("%w: %v", ErrUnreviewable, fault)
			r.Note(f.Guild, fmt.Errorf("the review of hand %d: %v", f.ID, fault))
		}
	}()
	return r.judge(ctx, f)
}

// Drop drops the cards of old rounds. Several processes may do it.
func (s *Stories) Drop(ctx context.Context) error {
	if s.Guilds.HistoryDays == 0 {
		return nil
	}
	guilds, err := s.Desk.Store.Guilds(ctx)
	for _, g := range guilds {
		if err == nil {
			err = s.drop(ctx, g)
		}
	}
	return err
}

// drop drops the cards of a guild's rounds that were settled long ago, in steps. It goes on
// where it was, and once a day from the beginning: a shuffle may be over by then that was not.
func (s *Stories) drop(ctx context.Context, g storage.GuildID) error {
	now := s.Desk.Now()
	before, today := now.AddDate(0, 0, -s.Guilds.HistoryDays), uint64(care.DayNumber(now))
	at := dropping{today, 0, lastSnowflake}
	var was []byte
	err := s.Desk.Store.View(ctx, g, func(r storage.Reader) (err error) {
		was, err = storage.Marks.Read(r, droppingMark)
		return err
	})
	if kept := (dropping{}); err == nil {
		n, bad := binary.Decode(was, binary.BigEndian, &kept)
		if bad == nil && n == len(was) && kept[0] == today {
			at = kept
		}
	}
	for i := range at[1:] {
		if err == nil {
			at[i+1], err = s.dropFrom(ctx, g, storage.RoundID(at[i+1]), before)
		}
	}
	is, bad := binary.Append(nil, binary.BigEndian, at)
	if err = cmp.Or(err, bad); err != nil || bytes.Equal(is, was) {
		return err
	}
	return s.Desk.Store.Update(ctx, g, func(tx storage.Tx) error {
		return storage.Marks.Put(tx, droppingMark, is)
	})
}

// dropping is a day, and behind which rounds that day's dropping goes on: of those that
// interactions dealt, and of those that deadlines did. Either are in the order of their time.
type dropping [3]uint64

const (
	droppingMark  = "dropping"
	lastSnowflake = 1<<63 - 1
)

// dropFrom drops rounds behind one, up to the first that was dealt too late, and returns the
// last that it looked at.
func (s *Stories) dropFrom(ctx context.Context, g storage.GuildID, after storage.RoundID,
	before time.Time) (uint64, error) {
	type row = storage.Row[storage.RoundID, storage.Round]
	deadlines := after >= lastSnowflake
	last, err := storage.Sweep(ctx, s.Desk.Store, g, storage.Rounds, after,
		func(r row) (old, end bool) {
			old = !r.Value.Open && !r.Value.Dropped && r.Value.Changed.Before(before)
			return old, !r.Value.Dealt.Before(before) || !deadlines && r.Key > lastSnowflake
		}, func(tx storage.Tx, r row) error { return dropRound(tx, r.Value, s.Desk.Now()) })
	return uint64(last), err
}

// dropRound drops the cards of an old round, and what follows from them. It keeps those of a
// shuffle of which cards are still to be dealt: its seed was shown to nobody.
func dropRound(tx storage.Tx, r storage.Round, now time.Time) error {
	for _, of := range []storage.Shuffle{r.Shoe.Shuffle, r.Shoe.Behind} {
		ended, err := round.ShuffleOver(tx, r.DeckOwner(), r.Table, of)
		if err != nil || !ended {
			return err
		}
	}
	if err := countUnreviewed(tx, r, now); err != nil {
		return err
	}
	for _, seat := range r.Seats {
		p := storage.Player{Guild: r.Guild, User: seat.User}
		hints, err := storage.Hints.Keys(tx, storage.Range[storage.Hint]{
			Under: storage.Hint{Player: p, Round: r.ID}, Fields: 2})
		for _, h := range hints {
			err = errors.Join(err, storage.Hints.Delete(tx, h))
		}
		if err != nil {
			return err
		}
		if err := storage.Lines.Delete(tx, p.Line(r.Dealt, r.ID)); err != nil {
			return err
		}
	}
	if err := storage.Notes.Delete(tx, storage.Note{Round: r.ID, Settled: r.Changed}); err != nil {
		return err
	}
	r = r.Drop()
	r.Version++
	return storage.Rounds.Save(tx, r)
}
