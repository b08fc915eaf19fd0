package storage

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"time"
)

// A record is the fields of a Go value in their order, and Go's types say how each is
// written. A codec is compiled from a type once.
//
//	bool, unsigned     uvarint
//	signed             varint
//	time.Time          varint of microseconds, 1 more from 1970 on; 0 for the zero time
//	string             its length (uvarint), its bytes
//	[n]byte            the same; of nothing but zeros no byte
//	slice, map         0 for nil, or its length and 1 (uvarint), its elements, or its keys and
//	                   values in the order of the keys' bytes
//	struct, array      how many fields follow (uvarint), those up to the last that is not zero
//
// Fields that the key of a record has are not in it: they have the tag storage:"key". New
// fields come at the end, so that a record of before has fewer and reads as zero there.
type codec struct {
	layout string // for people, and for the test that it stays
	write  func(b []byte, v reflect.Value) []byte
	read   func(d *decoder, v reflect.Value)
}

// decoder is a record that is read. After the first field that cannot be read it reads nothing.
type decoder struct {
	b     []byte
	at    int    // the next byte
	bad   string // the field that could not be read
	newer bool   // because a newer version has written it
}

func (d *decoder) fail(what string) {
	if d.bad == "" {
		d.bad = what
	}
}

// uvarint reads a number up to most.
func (d *decoder) uvarint(most uint64) uint64 {
	n, size := binary.Uvarint(d.b[d.at:])
	if size <= 0 || n > most {
		d.fail("number")
		return 0
	}
	d.at += size
	return n
}

func (d *decoder) varint() int64 {
	n := d.uvarint(math.MaxUint64)
	return int64(n>>1) ^ -int64(n&1)
}

// length reads how many things follow, of at least a byte each.
func (d *decoder) length() int { return int(d.uvarint(uint64(len(d.b) - d.at))) }

// take returns the next bytes.
func (d *decoder) take(n int) []byte {
	if n > len(d.b)-d.at {
		d.fail("length")
		return nil
	}
	d.at += n
	return d.b[d.at-n : d.at]
}

// encode returns a value as a record.
func (c *codec) encode(v reflect.Value) []byte {
	var scratch [512]byte // most records fit, and are copied once
	return bytes.Clone(c.write(scratch[:0], v))
}

// decode reads a record into a value that can be set.
func (c *codec) decode(raw []byte, v reflect.Value) error {
	d := decoder{b: raw}
	if c.read(&d, v); d.bad == "" && d.at < len(raw) {
		d.fail("end")
	}
	switch {
	case d.newer:
		return ErrNewer
	case d.bad != "":
		return fmt.Errorf("%w: its %s cannot be read at byte %d of %d", ErrCorrupt, d.bad, d.at,
			len(raw))
	}
	return nil
}

// newCodec compiles the codec of a type. It panics for a type that no record has.
func newCodec(t reflect.Type) *codec {
	if t == reflect.TypeFor[time.Time]() {
		return &codec{"time", writeTime, readTime}
	}
	switch t.Kind() {
	case reflect.Bool:
		return &codec{"bool", func(b []byte, v reflect.Value) []byte {
			if v.Bool() {
				return append(b, 1)
			}
			return append(b, 0)
		}, func(d *decoder, v reflect.Value) { v.SetBool(d.uvarint(1) == 1) }}
	case reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		most := ^uint64(0) >> (64 - t.Bits())
		return &codec{t.Kind().String(), func(b []byte, v reflect.Value) []byte {
			return binary.AppendUvarint(b, v.Uint())
		}, func(d *decoder, v reflect.Value) { v.SetUint(d.uvarint(most)) }}
	case reflect.Int, reflect.Int64:
		return &codec{"int", func(b []byte, v reflect.Value) []byte {
			return binary.AppendVarint(b, v.Int())
		}, func(d *decoder, v reflect.Value) { v.SetInt(d.varint()) }}
	case reflect.String:
		return &codec{"string", func(b []byte, v reflect.Value) []byte {
			return append(binary.AppendUvarint(b, uint64(v.Len())), v.String()...)
		}, func(d *decoder, v reflect.Value) { v.SetString(string(d.take(d.length()))) }}
	case reflect.Slice:
		return sliceCodec(t)
	case reflect.Map:
		return mapCodec(t)
	case reflect.Array:
		return arrayCodec(t)
	case reflect.Struct:
		return structCodec(t)
	}
	panic("storage: no record has a " + t.String())
}

func writeTime(b []byte, v reflect.Value) []byte {
	t := timeIn(v)
	micros := t.UnixMicro()
	switch {
	case t.IsZero():
		micros = 0
	case micros >= 0:
		micros++
	}
	return binary.AppendVarint(b, micros)
}

func readTime(d *decoder, v reflect.Value) {
	micros := d.varint()
	if micros == 0 {
		v.SetZero()
		return
	}
	if micros > 0 {
		micros--
	}
	*v.Addr().Interface().(*time.Time) = time.UnixMicro(micros).UTC()
}

func timeIn(v reflect.Value) time.Time { return *v.Addr().Interface().(*time.Time) }

// writeLength writes the length of a slice or a map.
func writeLength(b []byte, v reflect.Value) []byte {
	if v.IsNil() {
		return append(b, 0)
	}
	return binary.AppendUvarint(b, uint64(v.Len())+1)
}

func (d *decoder) lengthOrNil() (n int, some bool) {
	n = d.length() - 1
	return max(n, 0), n >= 0 && d.bad == ""
}

func sliceCodec(t reflect.Type) *codec {
	if t.Elem().Kind() == reflect.Uint8 {
		return &codec{"bytes", func(b []byte, v reflect.Value) []byte {
			return append(writeLength(b, v), v.Bytes()...)
		}, func(d *decoder, v reflect.Value) {
			if n, some := d.lengthOrNil(); some { // an engine's memory is gone after a transaction
				v.SetBytes(append(make([]byte, 0, n), d.take(n)...))
			}
		}}
	}
	of := newCodec(t.Elem())
	return &codec{"[]" + of.layout, func(b []byte, v reflect.Value) []byte {
		b = writeLength(b, v)
		for i := range v.Len() {
			b = of.write(b, v.Index(i))
		}
		return b
	}, func(d *decoder, v reflect.Value) {
		n, some := d.lengthOrNil()
		if !some {
			return
		}
		v.Set(reflect.MakeSlice(t, n, n))
		for i := 0; i < n && d.bad == ""; i++ {
			of.read(d, v.Index(i))
		}
	}}
}

func mapCodec(t reflect.Type) *codec {
	keys, values := newCodec(t.Key()), newCodec(t.Elem())
	return &codec{"map[" + keys.layout + "]" + values.layout,
		func(b []byte, v reflect.Value) []byte {
			all := make([][]byte, 0, v.Len())
			for each := v.MapRange(); each.Next(); {
				all = append(all, values.write(keys.write(nil, each.Key()), each.Value()))
			}
			slices.SortFunc(all, bytes.Compare)
			return append(writeLength(b, v), bytes.Join(all, nil)...)
		}, func(d *decoder, v reflect.Value) {
			n, some := d.lengthOrNil()
			if !some {
				return
			}
			v.Set(reflect.MakeMapWithSize(t, n))
			for range n {
				key, value := reflect.New(t.Key()).Elem(), reflect.New(t.Elem()).Elem()
				keys.read(d, key)
				if values.read(d, value); d.bad != "" {
					return
				}
				v.SetMapIndex(key, value)
			}
		}}
}

func arrayCodec(t reflect.Type) *codec {
	if t.Elem().Kind() == reflect.Uint8 {
		return &codec{fmt.Sprintf("[%d]byte", t.Len()), func(b []byte, v reflect.Value) []byte {
			if v.IsZero() {
				return append(b, 0)
			}
			b = binary.AppendUvarint(b, uint64(v.Len()))
			return append(b, v.Bytes()...)
		}, func(d *decoder, v reflect.Value) {
			switch span := d.take(d.length()); len(span) {
			case 0, v.Len():
				copy(v.Bytes(), span)
			default:
				d.fail("length")
			}
		}}
	}
	of, fields := newCodec(t.Elem()), make([]field, t.Len())
	for i := range fields {
		fields[i] = field{of, func(v reflect.Value) reflect.Value { return v.Index(i) }, ""}
	}
	return fieldsCodec(fmt.Sprintf("[%d]%s", t.Len(), of.layout), fields)
}

func structCodec(t reflect.Type) *codec {
	var fields []field
	var layout []string
	for i := range t.NumField() {
		if f := t.Field(i); f.Tag.Get("storage") == "" {
			of := newCodec(f.Type)
			fields = append(fields, field{of, func(v reflect.Value) reflect.Value {
				return v.Field(i)
			}, strings.ToLower(f.Name)})
			layout = append(layout, f.Name+" "+of.layout)
		}
	}
	return fieldsCodec("{"+strings.Join(layout, "; ")+"}", fields)
}

// field is a field of a struct that is in records, or of an array, which has no name.
type field struct {
	*codec
	of   func(reflect.Value) reflect.Value
	name string
}

// fieldsMax is the most that one byte says.
const fieldsMax = 127

// fieldsCodec writes fields up to the last that is not zero, after their number. What is zero
// is one byte, 0, and nothing else is.
func fieldsCodec(layout string, fields []field) *codec {
	if len(fields) > fieldsMax {
		panic("storage: too many fields: " + layout)
	}
	return &codec{layout, func(b []byte, v reflect.Value) []byte {
		at, end, written := len(b), len(b)+1, 0
		b = append(b, 0)
		for i, f := range fields {
			from := len(b)
			if b = f.write(b, f.of(v)); len(b) > from+1 || b[from] != 0 {
				end, written = len(b), i+1
			}
		}
		b[at] = byte(written)
		return b[:end]
	}, func(d *decoder, v reflect.Value) {
		written := int(d.uvarint(fieldsMax))
		if written > len(fields) {
			d.newer = true
			d.fail("number of fields")
			return
		}
		for _, f := range fields[:written] {
			if f.read(d, f.of(v)); d.bad == "" {
				continue
			}
			if !strings.HasPrefix(d.bad, f.name) {
				d.bad = f.name + "'s " + d.bad
			}
			return
		}
	}}
}
