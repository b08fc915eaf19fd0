package story

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"time"

	"holecard/bot/round"
	"holecard/storage"
)

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
	before, today := now.AddDate(0, 0, -s.Guilds.HistoryDays), uint64(now.Unix()/(24*60*60))
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
