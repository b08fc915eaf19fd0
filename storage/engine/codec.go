package engine

import (
	"encoding/binary"
	"fmt"
	"math"
	"time"

	"holecard/storage"
)

// encoder appends fields to a record.
type encoder struct{ b []byte }

func (e *encoder) uint(n uint64)    { e.b = binary.AppendUvarint(e.b, n) }
func (e *encoder) int(n int64)      { e.b = binary.AppendVarint(e.b, n) }
func (e *encoder) time(t time.Time) { e.int(t.UnixMicro()) }

func (e *encoder) string(s string) {
	e.uint(uint64(len(s)))
	e.b = append(e.b, s...)
}

func (e *encoder) bytes(b []byte) {
	e.uint(uint64(len(b)))
	e.b = append(e.b, b...)
}

func (e *encoder) account(a storage.Account) {
	e.uint(uint64(a.Kind))
	e.uint(uint64(a.Guild))
	e.uint(a.Owner)
}

func (e *encoder) flag(set bool) {
	if set {
		e.uint(1)
	} else {
		e.uint(0)
	}
}

// bytes32 takes a byte where there is nothing but zeros.
func (e *encoder) bytes32(b [32]byte) {
	if b == [32]byte{} {
		e.bytes(nil)
	} else {
		e.bytes(b[:])
	}
}

func (e *encoder) shuffle(s storage.Shuffle) {
	none := s == storage.Shuffle{}
	e.flag(!none)
	if none {
		return
	}
	e.bytes32(s.Server)
	e.string(s.Client)
	e.uint(uint64(s.By))
	e.flag(s.First)
}

// decoder reads the fields of a record in the order they were appended. After
// the first that cannot be read all others are zero.
type decoder struct {
	b   []byte
	at  int    // the next byte
	bad string // the first field that could not be read
}

func (d *decoder) fail(field string) {
	if d.bad == "" {
		d.bad = field
	}
}

// version returns the version of the record, which is its first field.
func (d *decoder) version() uint64 {
	v := d.upTo(recordVersion, "version of the record")
	if v == 0 {
		d.fail("version of the record")
	}
	return v
}

func (d *decoder) uint(field string) uint64 {
	if d.bad != "" {
		return 0
	}
	n, size := binary.Uvarint(d.b[d.at:])
	if size <= 0 {
		d.fail(field)
		return 0
	}
	d.at += size
	return n
}

func (d *decoder) int(field string) int64 {
	if d.bad != "" {
		return 0
	}
	n, size := binary.Varint(d.b[d.at:])
	if size <= 0 {
		d.fail(field)
		return 0
	}
	d.at += size
	return n
}

func (d *decoder) upTo(limit uint64, field string) uint64 {
	n := d.uint(field)
	if n > limit {
		d.fail(field)
		return 0
	}
	return n
}

func (d *decoder) byte(field string) byte     { return byte(d.upTo(math.MaxUint8, field)) }
func (d *decoder) uint32(field string) uint32 { return uint32(d.upTo(math.MaxUint32, field)) }

func (d *decoder) time(field string) time.Time {
	micros := d.int(field)
	if d.bad != "" {
		return time.Time{}
	}
	return time.UnixMicro(micros).UTC()
}

func (d *decoder) span(field string) []byte {
	size := d.uint(field)
	if d.bad != "" {
		return nil
	}
	if size > uint64(len(d.b)-d.at) {
		d.fail(field)
		return nil
	}
	from := d.at
	d.at += int(size)
	return d.b[from:d.at]
}

func (d *decoder) string(field string) string { return string(d.span(field)) }

// bytes copies, for bbolt's memory is gone after the transaction.
func (d *decoder) bytes(field string) []byte {
	return append([]byte(nil), d.span(field)...)
}

// count returns how many things follow, of at least a byte each.
func (d *decoder) count(field string) int {
	n := d.uint(field)
	if n > uint64(len(d.b)-d.at) {
		d.fail(field)
		return 0
	}
	return int(n)
}

func (d *decoder) flag(field string) bool { return d.upTo(1, field) == 1 }

func (d *decoder) bytes32(field string) (b [32]byte) {
	switch raw := d.span(field); len(raw) {
	case 0, len(b):
		copy(b[:], raw)
	default:
		d.fail(field)
	}
	return b
}

func (d *decoder) shuffle(field string) storage.Shuffle {
	if !d.flag(field) {
		return storage.Shuffle{}
	}
	return storage.Shuffle{
		Server: d.bytes32(field),
		Client: d.string(field),
		By:     storage.InteractionID(d.uint(field)),
		First:  d.flag(field),
	}
}

func (d *decoder) account(field string) storage.Account {
	return storage.Account{
		Kind:  storage.AccountKind(d.byte(field)),
		Guild: storage.GuildID(d.uint(field)),
		Owner: d.uint(field),
	}
}

// end returns an error unless the whole record was read.
func (d *decoder) end(what string, id uint64) error {
	if d.at != len(d.b) {
		d.fail("end")
	}
	return d.failure(what, id)
}

// failure returns what could not be read, and where.
func (d *decoder) failure(what string, id uint64) error {
	if d.bad == "" {
		return nil
	}
	return fmt.Errorf("%w: the %s of the record of %s %d cannot be read at byte %d of %d",
		storage.ErrCorrupt, d.bad, what, id, d.at, len(d.b))
}
