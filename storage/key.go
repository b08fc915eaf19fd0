package storage

import (
	"encoding/binary"
	"reflect"
	"time"
)

// A keyCodec writes keys so that they come in the order of their fields: numbers are
// big-endian, and a time is its microseconds with the sign bit inverted. A [Player] stands
// for its user, for keys belong to a guild. A string has no end of its own and comes last.
type keyCodec struct {
	parts []keyPart
}

type keyPart struct {
	index []int // of the field in the key; none for the key itself
	kind  partKind
	size  int // in bytes; -1 for a string
}

type partKind uint8

const (
	numberPart partKind = iota
	timePart
	userPart // of a Player
	bytesPart
	stringPart
)

// newKeyCodec compiles the codec of a type of keys. It panics for one that none has.
func newKeyCodec(t reflect.Type) *keyCodec {
	c := new(keyCodec)
	c.add(t, nil)
	for i, p := range c.parts {
		if p.size < 0 && i < len(c.parts)-1 {
			panic("storage: a string is not last in the key " + t.String())
		}
	}
	return c
}

func (c *keyCodec) add(t reflect.Type, index []int) {
	part := func(kind partKind, size int) {
		c.parts = append(c.parts, keyPart{append([]int(nil), index...), kind, size})
	}
	switch {
	case t == reflect.TypeFor[time.Time]():
		part(timePart, 8)
	case t == reflect.TypeFor[Player]():
		part(userPart, 8)
	case t.Kind() == reflect.String:
		part(stringPart, -1)
	case t.Kind() == reflect.Array:
		part(bytesPart, t.Len())
	case t.Kind() == reflect.Struct:
		for i := range t.NumField() {
			c.add(t.Field(i).Type, append(index, i))
		}
	default:
		part(numberPart, int(t.Size()))
	}
}

// fields returns how many parts the first fields of a key have.
func (c *keyCodec) fields(n int) (parts int) {
	for _, p := range c.parts {
		if n > 0 && (len(p.index) == 0 || p.index[0] < n) {
			parts++
		}
	}
	return parts
}

// write returns the first parts of a key of a guild, behind the guild.
func (c *keyCodec) write(g GuildID, k reflect.Value, parts int) ([]byte, error) {
	b := binary.BigEndian.AppendUint64(make([]byte, 0, 48), uint64(g))
	for _, p := range c.parts[:parts] {
		v := k
		if len(p.index) > 0 {
			v = k.FieldByIndex(p.index)
		}
		switch p.kind {
		case timePart:
			b = binary.BigEndian.AppendUint64(b, uint64(timeIn(v).UnixMicro())^1<<63)
		case userPart:
			of := v.Addr().Interface().(*Player)
			if of.Guild != g {
				return nil, otherGuild(g, of.Guild)
			}
			b = binary.BigEndian.AppendUint64(b, uint64(of.User))
		case stringPart:
			b = append(b, v.String()...)
		case bytesPart:
			for i := range p.size {
				b = append(b, byte(v.Index(i).Uint()))
			}
		default:
			n := v.Uint()
			for shift := 8 * (p.size - 1); shift >= 0; shift -= 8 {
				b = append(b, byte(n>>shift))
			}
		}
	}
	return b, nil
}

// read reads a key of a guild into a value that can be set.
func (c *keyCodec) read(g GuildID, id []byte, k reflect.Value) error {
	for _, p := range c.parts {
		size := p.size
		if size < 0 {
			size = len(id)
		}
		if size > len(id) {
			return errKey
		}
		part, v := id[:size], k
		if id = id[size:]; len(p.index) > 0 {
			v = k.FieldByIndex(p.index)
		}
		n := uint64(0)
		if p.kind < bytesPart {
			for _, one := range part {
				n = n<<8 | uint64(one)
			}
		}
		switch p.kind {
		case timePart:
			v.Set(reflect.ValueOf(time.UnixMicro(int64(n ^ 1<<63)).UTC()))
		case userPart:
			v.Set(reflect.ValueOf(Player{g, UserID(n)}))
		case stringPart:
			v.SetString(string(part))
		case bytesPart:
			reflect.Copy(v, reflect.ValueOf(part))
		default:
			v.SetUint(n)
		}
	}
	if len(id) > 0 {
		return errKey
	}
	return nil
}
