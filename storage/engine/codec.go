package engine

import (
	"encoding/binary"
	"fmt"
	"time"

	"holecard/storage"
)

// coder writes the fields of a record, or reads them in the same order: one
// function a record says which there are. Numbers are varints and strings have
// their length before them, which makes a record a quarter of the size of its
// JSON. After the first field that cannot be read all others are zero.
type coder struct {
	b       []byte
	reading bool
	at      int    // the next byte to read
	bad     string // the first field that could not be read
}

func (c *coder) fail(field string) {
	if c.bad == "" {
		c.bad = field
	}
}

// readable reports whether a field is to be read, and all before it were.
func (c *coder) readable() bool { return c.reading && c.bad == "" }

// version is the first field of a record.
func (c *coder) version() {
	v := uint8(recordVersion)
	if unsigned(c, "version", &v); v != recordVersion {
		c.fail(fmt.Sprintf("version %d", v))
	}
}

// unsigned is a number that its type can hold.
func unsigned[T ~uint8 | ~uint32 | ~uint64](c *coder, field string, v *T) {
	if !c.reading {
		c.b = binary.AppendUvarint(c.b, uint64(*v))
	}
	if !c.readable() {
		return
	}
	n, size := binary.Uvarint(c.b[c.at:])
	if size <= 0 || n > uint64(^T(0)) {
		c.fail(field)
		return
	}
	c.at += size
	*v = T(n)
}

// signed is a number that may be below zero.
func signed[T ~int | ~int64](c *coder, field string, v *T) {
	if !c.reading {
		c.b = binary.AppendVarint(c.b, int64(*v))
	}
	if !c.readable() {
		return
	}
	n, size := binary.Varint(c.b[c.at:])
	if size <= 0 {
		c.fail(field)
		return
	}
	c.at += size
	*v = T(n)
}

func (c *coder) time(field string, t *time.Time) {
	micros := t.UnixMicro()
	signed(c, field, &micros)
	if c.readable() {
		*t = time.UnixMicro(micros).UTC()
	}
}

// maybe is a time that most records do not have: 0 for none, and times since 1970
// are one microsecond more.
func (c *coder) maybe(field string, t *time.Time) {
	micros := t.UnixMicro()
	switch {
	case t.IsZero():
		micros = 0
	case micros >= 0:
		micros++
	}
	signed(c, field, &micros)
	if !c.readable() || micros == 0 {
		return
	}
	if micros > 0 {
		micros--
	}
	*t = time.UnixMicro(micros).UTC()
}

// count is how many things follow, of at least a byte each.
func (c *coder) count(field string, n int) int {
	follow := uint64(n)
	unsigned(c, field, &follow)
	if c.reading && follow > uint64(len(c.b)-c.at) {
		c.fail(field)
	}
	if c.bad != "" {
		return 0
	}
	return int(follow)
}

// list is a list of some length, nil where it is empty.
func list[T any](c *coder, field string, all *[]T, most int, one func(*T)) {
	n := c.count(field, len(*all))
	if n > most {
		c.fail(field)
		return
	}
	if c.reading && n > 0 {
		*all = make([]T, n)
	}
	for i := range *all {
		one(&(*all)[i])
	}
}

// span returns the bytes that follow their number.
func (c *coder) span(field string) []byte {
	size := c.count(field, 0)
	c.at += size
	return c.b[c.at-size : c.at]
}

func (c *coder) string(field string, s *string) {
	if !c.reading {
		c.b = append(binary.AppendUvarint(c.b, uint64(len(*s))), *s...)
	} else if span := c.span(field); c.bad == "" {
		*s = string(span)
	}
}

// bytes copies what it reads: an engine's memory is gone after the transaction.
func (c *coder) bytes(field string, b *[]byte) {
	if !c.reading {
		c.b = append(binary.AppendUvarint(c.b, uint64(len(*b))), *b...)
	} else if span := c.span(field); c.bad == "" {
		*b = append([]byte(nil), span...)
	}
}

// bytes32 takes a byte where there is nothing but zeros.
func (c *coder) bytes32(field string, b *[32]byte) {
	if !c.reading {
		some := b[:]
		if *b == [32]byte{} {
			some = nil
		}
		c.bytes(field, &some)
		return
	}
	switch span := c.span(field); len(span) {
	case 0, len(b):
		copy(b[:], span)
	default:
		c.fail(field)
	}
}

func (c *coder) flag(field string, set *bool) {
	var n uint8
	if *set {
		n = 1
	}
	unsigned(c, field, &n)
	if n > 1 {
		c.fail(field)
	} else {
		*set = n == 1
	}
}

func (c *coder) account(field string, a *storage.Account) {
	kind := kindByte(*a)
	unsigned(c, field, &kind)
	a.Kind, a.Seat = kindAndSeat(kind)
	unsigned(c, field, &a.Guild)
	unsigned(c, field, &a.Owner)
}

func (c *coder) shuffle(field string, s *storage.Shuffle) {
	some := *s != storage.Shuffle{}
	if c.flag(field, &some); !some {
		return
	}
	c.bytes32(field, (*[32]byte)(&s.Server))
	c.string(field, &s.Client)
	unsigned(c, field, &s.By)
	shown := !s.Shown.IsZero()
	if c.flags(&s.First, &shown); shown {
		c.maybe(field, &s.Shown)
	}
}

// end returns an error unless the whole record was read.
func (c *coder) end(what string, id uint64) error {
	if c.at != len(c.b) {
		c.fail("end")
	}
	return c.failure(what, id)
}

// failure returns what could not be read, and where.
func (c *coder) failure(what string, id uint64) error {
	if c.bad == "" {
		return nil
	}
	return fmt.Errorf("%w: the %s of the record of %s %d cannot be read at byte %d of %d",
		storage.ErrCorrupt, c.bad, what, id, c.at, len(c.b))
}

// encode returns a record of about a size.
func encode[T any](fields func(*coder, *T), record T, size int) []byte {
	c := coder{b: make([]byte, 0, size)}
	fields(&c, &record)
	return c.b
}

// decode reads a record, whose own key is known already.
func decode[T any](
	fields func(*coder, *T), record T, raw []byte, what string, id uint64,
) (T, error) {
	c := coder{b: raw, reading: true}
	fields(&c, &record)
	return record, c.end(what, id)
}
