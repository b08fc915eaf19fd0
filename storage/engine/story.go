package engine

import (
	"bytes"
	"encoding/binary"
	"time"

	"holecard/storage"
)

// HistoryKey is the key of a line of a player's history.
func HistoryKey(p storage.Player, dealt time.Time, id storage.RoundID) Key {
	return Key{History, numbers(uint64(p.Guild), uint64(p.User),
		ordered(dealt), uint64(id))}
}

// lineOf returns whose line a key of the history names, and which.
func lineOf(id []byte) (p storage.Player, l storage.Line, ok bool) {
	if len(id) != 32 {
		return p, l, false
	}
	number := binary.BigEndian.Uint64
	p = storage.Player{Guild: storage.GuildID(number(id)), User: storage.UserID(number(id[8:]))}
	l.Dealt = timeOf(id[16:])
	l.Round = storage.RoundID(number(id[24:]))
	return p, l, true
}

// UnreviewedKey is the key of a note of a round that waits for a review.
func UnreviewedKey(g storage.GuildID, n storage.Note) Key {
	return Key{Unreviewed, numbers(uint64(g), ordered(n.Settled), uint64(n.Round))}
}

// noteOf is the reverse of UnreviewedKey.
func noteOf(id []byte) (g storage.GuildID, n storage.Note, ok bool) {
	if len(id) != 24 {
		return g, n, false
	}
	n = storage.Note{Round: storage.RoundID(binary.BigEndian.Uint64(id[16:])),
		Settled: timeOf(id[8:])}
	return storage.GuildID(binary.BigEndian.Uint64(id)), n, true
}

// ordered returns a time as a number of which an earlier one is less.
func ordered(t time.Time) uint64 { return uint64(t.UnixMicro()) ^ 1<<63 }

func timeOf(id []byte) time.Time {
	return time.UnixMicro(int64(binary.BigEndian.Uint64(id) ^ 1<<63)).UTC()
}

func hintsOf(g storage.GuildID, id storage.RoundID, by storage.UserID) Key {
	return Key{Hints, numbers(uint64(g), uint64(id), uint64(by))}
}

// TallyKey is the key of a player's tally.
func TallyKey(p storage.Player, in storage.Period) Key {
	id := append(numbers(uint64(p.Guild), uint64(p.User)), byte(in.Span))
	return Key{Tallies, binary.BigEndian.AppendUint32(id, in.Number)}
}

// tallyOf is the reverse of TallyKey.
func tallyOf(id []byte) (p storage.Player, in storage.Period, ok bool) {
	if len(id) != 21 {
		return p, in, false
	}
	p, _ = PlayerOf(id[:16])
	in = storage.Period{Span: storage.Span(id[16]), Number: binary.BigEndian.Uint32(id[17:])}
	return p, in, in.Span < storage.Spans
}

// LessonsKey is the key of a player's lessons.
func LessonsKey(p storage.Player) Key {
	return Key{Lessons, numbers(uint64(p.Guild), uint64(p.User))}
}

// DrillKey is the key of a player's drill.
func DrillKey(p storage.Player) Key {
	return Key{Drills, numbers(uint64(p.Guild), uint64(p.User))}
}

// LimitsKey is the key of limits in a guild.
func LimitsKey(g storage.GuildID, of storage.Alias) Key {
	return Key{Limits, append(numbers(uint64(g)), of[:]...)}
}

// MarkKey is the key of what is kept of a guild by a name.
func MarkKey(g storage.GuildID, name string) Key { return Key{Marks, append(of(g), name...)} }

func (r *reader) History(
	p storage.Player, before storage.Spot, limit int,
) ([]storage.Line, error) {
	all := Range{Backwards: true}
	if before != (storage.Spot{}) {
		all.From = HistoryKey(p, before.Dealt, before.Round).ID
	}
	return r.lines(p, all, limit)
}

func (r *reader) HistoryAfter(
	p storage.Player, after storage.Spot, limit int,
) ([]storage.Line, error) {
	return r.lines(p, Range{From: append(HistoryKey(p, after.Dealt, after.Round).ID, 0)}, limit)
}

// lines returns up to limit lines of a part of a player's history.
func (r *reader) lines(p storage.Player, part Range, limit int) (lines []storage.Line, err error) {
	if err := r.own(p.Guild); err != nil || limit <= 0 {
		return nil, err
	}
	part.Key = Key{History, numbers(uint64(p.Guild), uint64(p.User))}
	scanned := r.scan(part, func(id, raw []byte, unreadable error) bool {
		_, l, ok := lineOf(id)
		if err = unreadable; err == nil && !ok {
			err = storage.ErrCorrupt
		}
		if err == nil {
			l, err = DecodeLine(l, raw)
		}
		lines = append(lines, l)
		return err == nil && len(lines) < limit
	})
	return lines, firstOf(scanned, err)
}

func (r *reader) Line(
	p storage.Player, dealt time.Time, id storage.RoundID,
) (storage.Line, bool, error) {
	if err := r.own(p.Guild); err != nil {
		return storage.Line{}, false, err
	}
	k := HistoryKey(p, dealt, id)
	_, of, _ := lineOf(k.ID)
	return read(r, k, func(raw []byte) (storage.Line, error) { return DecodeLine(of, raw) })
}

func (r *reader) Unreviewed(limit int) (list []storage.Note, err error) {
	if limit <= 0 {
		return nil, nil
	}
	all := Range{Key: Key{Unreviewed, of(r.guild)}}
	scanned := r.scan(all, func(id, _ []byte, unreadable error) bool {
		_, n, ok := noteOf(id)
		if err = unreadable; err == nil && !ok {
			err = storage.ErrCorrupt
		}
		list = append(list, n)
		return err == nil && len(list) < limit
	})
	return list, firstOf(scanned, err)
}

func (r *reader) Hinted(id storage.RoundID, by storage.UserID) (list []uint32, err error) {
	prefix := hintsOf(r.guild, id, by)
	scanned := r.scan(Range{Key: prefix}, func(key, _ []byte, unreadable error) bool {
		if err = unreadable; err == nil && len(key) == len(prefix.ID)+4 {
			list = append(list, binary.BigEndian.Uint32(key[len(prefix.ID):]))
		}
		return err == nil
	})
	return list, firstOf(scanned, err)
}

func (r *reader) Tally(p storage.Player, in storage.Period) (storage.Tally, error) {
	if err := r.own(p.Guild); err != nil {
		return storage.Tally{}, err
	}
	decode := func(raw []byte) (storage.Tally, error) { return DecodeTally(p, raw) }
	t, _, err := read(r, TallyKey(p, in), decode)
	return t, err
}

func (r *reader) Tallied(p storage.Player) (list []storage.Period, err error) {
	if err := r.own(p.Guild); err != nil {
		return nil, err
	}
	prefix := Key{Tallies, numbers(uint64(p.Guild), uint64(p.User))}
	scanned := r.scan(Range{Key: prefix}, func(id, _ []byte, unreadable error) bool {
		if err = unreadable; err == nil && len(id) != 21 {
			err = storage.ErrCorrupt
		}
		if err == nil {
			list = append(list, storage.Period{Span: storage.Span(id[16]),
				Number: binary.BigEndian.Uint32(id[17:])})
		}
		return err == nil
	})
	return list, firstOf(scanned, err)
}

func (r *reader) Lessons(p storage.Player) (storage.Lessons, error) {
	if err := r.own(p.Guild); err != nil {
		return storage.Lessons{}, err
	}
	decode := func(raw []byte) (storage.Lessons, error) { return DecodeLessons(p, raw) }
	l, _, err := read(r, LessonsKey(p), decode)
	return l, err
}

func (r *reader) Drill(p storage.Player) (storage.Drill, bool, error) {
	if err := r.own(p.Guild); err != nil {
		return storage.Drill{}, false, err
	}
	decode := func(raw []byte) (storage.Drill, error) { return DecodeDrill(p, raw) }
	return read(r, DrillKey(p), decode)
}

func (r *reader) Limits(of storage.Alias) (storage.Limits, bool, error) {
	return read(r, LimitsKey(r.guild, of), DecodeLimits)
}

func (r *reader) AllLimits(
	after storage.Alias, limit int,
) (list []storage.AliasLimits, err error) {
	if limit <= 0 {
		return nil, nil
	}
	all := Range{Key: Key{Limits, of(r.guild)}}
	if after != (storage.Alias{}) {
		all.From = append(LimitsKey(r.guild, after).ID, 0)
	}
	scanned := r.scan(all, func(id, raw []byte, unreadable error) bool {
		var l storage.AliasLimits
		if err = unreadable; err == nil && len(id) != 8+len(l.Of) {
			err = storage.ErrCorrupt
		}
		if err == nil {
			copy(l.Of[:], id[8:])
			l.Limits, err = DecodeLimits(raw)
		}
		list = append(list, l)
		return err == nil && len(list) < limit
	})
	return list, firstOf(scanned, err)
}

func (r *reader) Everywhere(of storage.Alias) (storage.Limits, bool, error) {
	return read(r, LimitsKey(0, of), DecodeLimits)
}

func (r *reader) Mark(name string) ([]byte, error) {
	raw, err := r.get(MarkKey(r.guild, name))
	return bytes.Clone(raw), err // an engine's memory is gone after the transaction
}

// SaveLine implements [storage.Tx].
func (t *Transaction) SaveLine(p storage.Player, l storage.Line) error {
	if err := t.own(p.Guild); err != nil {
		return err
	}
	t.put(HistoryKey(p, l.Dealt, l.Round), EncodeLine(l))
	return nil
}

// Await implements [storage.Tx].
func (t *Transaction) Await(n storage.Note, waits bool) error {
	var value []byte
	if waits {
		value = []byte{1}
	}
	t.put(UnreviewedKey(t.guild, n), value)
	return nil
}

// SaveHint implements [storage.Tx].
func (t *Transaction) SaveHint(id storage.RoundID, by storage.UserID, version uint32) error {
	k := hintsOf(t.guild, id, by)
	k.ID = binary.BigEndian.AppendUint32(k.ID, version)
	t.put(k, []byte{1})
	return nil
}

// SaveLessons implements [storage.Tx].
func (t *Transaction) SaveLessons(p storage.Player, l storage.Lessons) error {
	if err := t.own(p.Guild); err != nil {
		return err
	}
	t.put(LessonsKey(p), EncodeLessons(l))
	return nil
}

// SaveDrill implements [storage.Tx].
func (t *Transaction) SaveDrill(d storage.Drill) error {
	if err := t.own(d.Player.Guild); err != nil {
		return err
	}
	t.put(DrillKey(d.Player), EncodeDrill(d))
	return nil
}

// SaveLimits implements [storage.Tx].
func (t *Transaction) SaveLimits(of storage.Alias, l storage.Limits) error {
	value := EncodeLimits(l)
	if l == (storage.Limits{}) {
		value = nil
	}
	t.put(LimitsKey(t.guild, of), value)
	return nil
}

// SaveMark implements [storage.Tx].
func (t *Transaction) SaveMark(name string, value []byte) error {
	t.put(MarkKey(t.guild, name), value)
	return nil
}
