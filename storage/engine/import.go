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
	in := importing{streamReader: s, ledger: l, fill: fill, count: newCounter(m),
		tables: streamed()}
	for ctx.Err() == nil {
		f, err := s.frame()
		if err == nil && f.kind == frameOfEnd {
			return in.end()
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
	ledger Ledger
	tables []Table
	fill   Fill
	count  counter
	said   []byte // the sums of the stream

	guild    storage.GuildID
	begun    bool
	last     frame  // of the guild
	made     uint64 // of its postings
	accounts map[storage.Account]side
	aside    map[storage.UserID]bool // who is on no board
	batch    []Change
}

// take takes a frame that is not the end.
func (in *importing) take(f frame) error {
	switch {
	case f.kind == frameOfGuild && in.said == nil:
		return in.begin(f)
	case f.kind == frameOfSums && in.said == nil:
		in.said = f.value
		return in.endGuild()
	case !in.begun || int(f.kind) > len(in.tables) || in.said != nil:
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
	if len(in.batch) >= batchMax {
		return in.flush()
	}
	return nil
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
	in.guild, in.begun, in.last, in.made = g, true, frame{}, 0
	in.accounts = make(map[storage.Account]side)
	in.aside = make(map[storage.UserID]bool)
	return nil
}

// add adds a record and what follows from it.
func (in *importing) add(t Table, f frame) error {
	switch t {
	case Journal:
		return in.post(f.value)
	case Profiles:
		player, p, err := storage.Profiles.Decode(in.guild, f.key, f.value)
		if err != nil {
			return err
		}
		for _, key := range EntriesOf(p, in.accounts[storage.WalletOf(player)].chips) {
			in.put(key, []byte{})
		}
		if !p.Ranked() {
			in.aside[player.User] = true
		}
	case Tallies:
		k, tally, err := storage.Tallies.Decode(in.guild, f.key, f.value)
		if err != nil {
			return err
		}
		if in.aside[k.Player.User] {
			break
		}
		for _, key := range entriesOf(k.Player, k.In, tally) {
			in.put(key, []byte{})
		}
	case Seatings:
		_, s, err := storage.Seatings.Decode(in.guild, f.key, f.value)
		if err != nil {
			return err
		}
		if !s.Due.At.IsZero() {
			in.put(DueKey(storage.Deadline{Guild: in.guild, Seating: s.ID, Due: s.Due}),
				numbers(uint64(s.Due.Number)))
		}
	}
	in.put(Key{t, append(of(in.guild), f.key...)}, f.value)
	return nil
}

// post adds a posting.
func (in *importing) post(raw []byte) error {
	_, p, err := storage.Journal.Decode(in.guild, numbers(in.made+1), raw)
	if err != nil {
		return err
	}
	if p.From.Guild != in.guild || p.To.Guild != in.guild {
		return storage.ErrGuild
	}
	from, to := in.accounts[p.From], in.accounts[p.To]
	at := in.ledger.after(in.made, from, to)
	in.made++
	in.set(p.From, side{from.chips - p.Chips, at}) // that it may, the audit says
	in.set(p.To, side{to.chips + p.Chips, at})
	for _, c := range postingChanges(in.ledger, at, p) {
		if c.Table != Heads { // of which only the last counts
			in.put(c.Key, c.Value)
		}
	}
	return nil
}

// set notes an account, if it has a record.
func (in *importing) set(a storage.Account, after side) {
	if value, kept := in.ledger.record(a, after); kept && value != nil {
		in.accounts[a] = after
	} else {
		delete(in.accounts, a)
	}
}

func (in *importing) put(k Key, value []byte) { in.batch = append(in.batch, Change{k, value}) }

// endGuild adds what follows from all of a guild's journal.
func (in *importing) endGuild() error {
	if in.made > 0 {
		in.batch = append(in.batch, in.ledger.heads(in.guild, in.made)...)
	}
	for a, last := range in.accounts {
		value, _ := in.ledger.record(a, last)
		if in.put(BalanceKey(a), value); len(in.batch) >= batchMax {
			if err := in.flush(); err != nil {
				return err
			}
		}
	}
	return in.flush()
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
func (in *importing) end() (storage.Audit, error) {
	var said sums
	if err := json.Unmarshal(in.said, &said); err != nil || !maps.Equal(said.Records, in.count.of) {
		return said.Audit, in.damaged("it has other records than it says")
	}
	said.Audit.Wallets = said.Wallets
	return said.Audit, nil
}
