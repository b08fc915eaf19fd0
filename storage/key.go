package storage

import (
	"encoding/binary"
	"errors"
	"reflect"
	"slices"
	"time"
)

// A keyCodec writes keys so that they come in the order of their fields: numbers are
// big-endian, and a time is its microseconds with the sign bit inverted. The guild of a [Player]
// is not written, for keys belong to one. A string has no end of its own and comes last.
type keyCodec []keyPart

// keyPart is a field of a key that is written as it is.
type keyPart struct {
	index []int // of the field in the key; none for the key itself
	size  int   // in bytes: 0 for a guild, -1 for a string
	time  bool
}

// newKeyCodec compiles the codec of a type of keys. It panics for one that none has.
func newKeyCodec(t reflect.Type) keyCodec {
	c := keyParts(t, nil)
	for i, p := range c {
		if p.size < 0 && i < len(c)-1 {
			panic("storage: a string is not last in the key " + t.String())
		}
	}
	return c
}

func keyParts(t reflect.Type, index []int) (parts keyCodec) {
	switch isTime := t == reflect.TypeFor[time.Time](); {
	case t == reflect.TypeFor[GuildID]():
		return keyCodec{{index: index}}
	case t.Kind() == reflect.String:
		return keyCodec{{index: index, size: -1}}
	case t.Kind() == reflect.Array:
		return keyCodec{{index: index, size: t.Len()}}
	case isTime || t.Kind() != reflect.Struct:
		return keyCodec{{index, min(8, int(t.Size())), isTime}}
	}
	for i := range t.NumField() {
		parts = append(parts, keyParts(t.Field(i).Type, append(slices.Clip(index), i))...)
	}
	return parts
}

// fields returns how many parts the first fields of a key have.
func (c keyCodec) fields(n int) (parts int) {
	for _, p := range c {
		if n > 0 && (len(p.index) == 0 || p.index[0] < n) {
			parts++
		}
	}
	return parts
}

// of returns the part of a key.
func (p keyPart) of(k reflect.Value) reflect.Value {
	if len(p.index) == 0 {
		return k
	}
	return k.FieldByIndex(p.index)
}

// write returns the first parts of a key of a guild, behind the guild.
func (c keyCodec) write(g GuildID, k reflect.Value, parts int) ([]byte, error) {
	b := binary.BigEndian.AppendUint64(make([]byte, 0, 48), uint64(g))
	for _, p := range c[:parts] {
		switch v := p.of(k); {
		case p.time:
			b = binary.BigEndian.AppendUint64(b, uint64(timeIn(v).UnixMicro())^1<<63)
		case p.size == 0:
			if of := GuildID(v.Uint()); of != g {
				return nil, otherGuild(g, of)
			}
		case v.Kind() == reflect.String:
			b = append(b, v.String()...)
		case v.Kind() == reflect.Array:
			b = append(b, v.Bytes()...)
		default:
			for shift := 8 * (p.size - 1); shift >= 0; shift -= 8 {
				b = append(b, byte(v.Uint()>>shift))
			}
		}
	}
	return b, nil
}

// read reads a key of a guild into a value that can be set.
func (c keyCodec) read(g GuildID, id []byte, k reflect.Value) error {
	for _, p := range c {
		size := p.size
		if size < 0 {
			size = len(id)
		}
		if size > len(id) {
			return errKey
		}
		part, v := id[:size], p.of(k)
		id = id[size:]
		switch {
		case p.time:
			micros := int64(binary.BigEndian.Uint64(part) ^ 1<<63)
			v.Set(reflect.ValueOf(time.UnixMicro(micros).UTC()))
		case p.size == 0:
			v.SetUint(uint64(g))
		case v.Kind() == reflect.String:
			v.SetString(string(part))
		case v.Kind() == reflect.Array:
			reflect.Copy(v, reflect.ValueOf(part))
		default:
			n := uint64(0)
			for _, one := range part {
				n = n<<8 | uint64(one)
			}
			v.SetUint(n)
		}
	}
	if len(id) > 0 {
		return errKey
	}
	return nil
}

// errKey is what is wrong with a key that is none of its table's.
var errKey = errors.New("the key has another length")
