package engine

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"

	"holecard/storage"
)

// Fill adds records to a store that is being filled: new ones of one guild, in the order
// of their keys. A guild may come several times in a row, and then no more.
type Fill func(storage.GuildID, []Change) error

// Import reads a stream into an empty store, with all that follows from its records, and
// returns what the audit of the exported one found. The store is not whole before Import
// has returned nil and [storage.Move.Kept] has compared its audit.
func Import(
	ctx context.Context, r io.Reader, l Ledger, fill Fill, m storage.Move,
) (storage.Audit, error) {
	s, err := newStreamReader(r)
	if err != nil {
		return storage.Audit{}, err
	}
	in := importing{streamReader: s, following: newFollowing(l), fill: fill,
		count: newCounter(m), tables: streamed()}
	for ctx.Err() == nil {
		f, err := s.frame()
		if err == nil && f.kind == frameOfEnd {
			return in.end(f)
		}
		if err == nil {
			err = in.take(f)
		}
		if err != nil {
			return storage.Audit{}, err
		}
	}
	return storage.Audit{}, ctx.Err()
}

// batchMax is how many records are added at a time.
const batchMax = 1 << 12

// importing is a stream on its way into a store.
type importing struct {
	*streamReader
	following // of the guild
	tables    []Table
	fill      Fill
	count     counter

	guild storage.GuildID
	begun bool
	last  frame // of the guild
	batch []Change
	full  error // of a batch that was not added
}

// take takes a frame that is not the end.
func (in *importing) take(f frame) error {
	switch {
	case f.kind == frameOfGuild:
		return in.begin(f)
	case !in.begun || int(f.kind) > len(in.tables):
		return in.damaged(fmt.Sprintf("it has something of kind %d", f.kind))
	}
	order := int(f.kind) - int(in.last.kind)
	if order < 0 || order == 0 && f.kind != frameOfJournal &&
		bytes.Compare(f.key, in.last.key) <= 0 {
		return in.damaged("its records are not in their order")
	}
	in.last = f
	t := in.tables[f.kind-1]
	if err := in.add(t, f); err != nil {
		return fmt.Errorf("%w (%w)", in.damaged("a record makes no sense"), err)
	}
	in.count.step(t)
	return in.full
}

// begin begins a guild.
func (in *importing) begin(f frame) error {
	n, ok := NumberOf(f.key)
	g := storage.GuildID(n)
	if !ok || len(f.value) > 0 || in.begun && g <= in.guild {
		return in.damaged("its guilds are not in their order")
	}
	if err := in.endGuild(); err != nil {
		return err
	}
	in.following = newFollowing(in.ledger)
	in.guild, in.begun, in.last = g, true, frame{}
	return nil
}

// add adds a record and what follows from it.
func (in *importing) add(t Table, f frame) error {
	id := f.key
	if t == Journal {
		id = numbers(in.made[in.guild] + 1)
	}
	key, value, err := t.Record(in.guild, id, f.value)
	if err != nil {
		return err
	}
	id = append(of(in.guild), id...)
	if stored, is := value.(*storage.Posting); is {
		p := *stored
		if p.From.Guild != in.guild || p.To.Guild != in.guild {
			return storage.ErrGuild
		}
		in.users(in.guild, p.Users())
		at := in.next(in.guild, p)
		id = in.ledger.journalID(in.guild, at, p.Key)
		for _, c := range ofPosting(in.guild, id, at, *stored) {
			in.put(c.Key, c.Value)
		}
		in.post(in.guild, at, p) // that it may, the audit says
	}
	in.put(Key{t, id}, f.value)
	in.follow(in.guild, key, value, in.put)
	return nil
}

func (in *importing) put(k Key, value []byte) {
	if in.batch = append(in.batch, Change{k, value}); len(in.batch) >= batchMax {
		in.full = firstOf(in.full, in.flush())
	}
}

// endGuild adds what follows from all of a guild's journal.
func (in *importing) endGuild() error {
	in.ends(in.put)
	return firstOf(in.full, in.flush())
}

func (in *importing) flush() error {
	if len(in.batch) == 0 {
		return nil
	}
	slices.SortFunc(in.batch, func(a, b Change) int { return a.Compare(b.Key) })
	for i := 1; i < len(in.batch); i++ {
		if in.batch[i].Compare(in.batch[i-1].Key) == 0 {
			return in.damaged("it has a record twice")
		}
	}
	err := in.fill(in.guild, in.batch)
	in.batch = in.batch[:0]
	return err
}

// end compares what was met with what the stream says of itself.
func (in *importing) end(f frame) (storage.Audit, error) {
	var said sums
	err := firstOf(in.streamReader.end(), in.endGuild())
	if err != nil {
		return said.Audit, err
	}
	if err := json.Unmarshal(f.value, &said); err != nil || !maps.Equal(said.Records, in.count.of) {
		return said.Audit, in.damaged("it has other records than it says")
	}
	said.Audit.Wallets = said.Wallets
	return said.Audit, nil
}
