package localdiscord

import (
	"bytes"
	"encoding/json"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// shape is what Discord takes at a place of a form. It is read from a Go type, whose
// fields say the rest in a tag, with commas between:
//
//	need           it must be there
//	1..100         characters of a text, items of a list, or bounds of a number
//	1|2|3          one of a few numbers; a list has each of them once at most
//	http|https     the schemes of a link
//	id, time, …    what [kinds] has
//
// A field without the tag is not examined.
type shape struct {
	kind      reflect.Kind // of the value; Map has texts in many languages
	need      bool
	low, high int64
	of        []int64
	schemes   []string
	special   func(*value)
	item      *shape            // of a list
	fields    map[string]*shape // of an object
}

// kinds are checks with a name.
var kinds = map[string]func(*value){
	"id":    (*value).snowflake,
	"time":  (*value).timestamp,
	"flags": checkFlags,
	"none":  func(v *value) { v.fail("LOCAL_UNSUPPORTED", "Local Discord does not have this.") },
}

// shapeOf returns the shape of the values that a T holds.
func shapeOf[T any]() *shape {
	return newShape(reflect.TypeFor[T](), "", map[reflect.Type]map[string]*shape{})
}

// newShape reads a shape. Known are the fields of types that were met before.
func newShape(t reflect.Type, tag string, known map[reflect.Type]map[string]*shape) *shape {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	s := &shape{kind: t.Kind(), low: math.MinInt64, high: math.MaxInt64}
	for part := range strings.SplitSeq(tag, ",") {
		s.understand(part)
	}
	switch {
	case s.special != nil:
	case t == reflect.TypeFor[json.RawMessage]():
		s.kind = reflect.Map
	case t.Kind() == reflect.Slice:
		s.item = newShape(t.Elem(), "", known)
		s.item.of, s.item.need = s.of, true
	case t.Kind() == reflect.Struct:
		if known[t] == nil {
			known[t] = map[string]*shape{}
			for i := range t.NumField() {
				f := t.Field(i)
				if tag, tagged := f.Tag.Lookup("form"); tagged {
					name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
					known[t][name] = newShape(f.Type, tag, known)
				}
			}
		}
		s.fields = known[t]
	}
	return s
}

// understand takes one part of a tag.
func (s *shape) understand(part string) {
	low, high, bounds := strings.Cut(part, "..")
	switch special := kinds[part]; {
	case part == "":
	case part == "need":
		s.need = true
	case special != nil:
		s.special = special
	case bounds:
		s.low, s.high = whole(low), whole(high)
	case part[0] <= '9':
		for n := range strings.SplitSeq(part, "|") {
			s.of = append(s.of, whole(n))
		}
	default:
		s.schemes = strings.Split(part, "|")
	}
}

func whole(text string) int64 {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		panic("localdiscord: a tag has no number: " + err.Error())
	}
	return n
}

// read examines the value at v and decodes it into target, which is good only if the
// form has no problem.
func (v *value) read(s *shape, target any) {
	v.fit(s)
	d := json.NewDecoder(bytes.NewReader(marshal(v.v)))
	d.UseNumber()
	if err := d.Decode(target); err != nil && len(v.problems) == 0 {
		v.fail("MODEL_TYPE_CONVERT", "%v", err)
	}
}

// fit complains about what does not fit s. Null fits unless it must not be.
func (v *value) fit(s *shape) {
	if v.null() {
		if s.need {
			v.required()
		}
		return
	}
	low, high := int(max(s.low, 0)), int(s.high)
	switch {
	case s.special != nil:
		s.special(v)
	case s.kind == reflect.String:
		if text := v.text(low, high); s.schemes != nil {
			v.link(text, s.schemes)
		}
	case s.kind == reflect.Bool:
		if _, ok := v.v.(bool); !ok {
			v.fail("BOOLEAN_TYPE_CONVERT", "Must be either true or false.")
		}
	case s.kind == reflect.Int && s.of != nil:
		v.oneOf(s.of...)
	case s.kind == reflect.Int:
		v.integer(s.low, s.high)
	case s.kind == reflect.Slice:
		v.fitList(s, low, high)
	case s.kind == reflect.Struct && v.object():
		for name, field := range s.fields {
			v.get(name).fit(field)
		}
	case s.kind == reflect.Map && v.object():
		for language := range v.v.(map[string]any) {
			text := v.get(language)
			if _, known := Locales[language]; !known {
				text.fail("BASE_TYPE_CHOICES", "Value must be the text of a locale of Discord.")
			}
			text.text(low, high)
		}
	}
}

func (v *value) fitList(s *shape, low, high int) {
	var seen []json.Number
	for _, item := range v.list(low, high) {
		item.fit(s.item)
		n, _ := item.v.(json.Number)
		if s.of != nil && slices.Contains(seen, n) {
			item.fail("SET_TYPE_ALREADY_CONTAINS_VALUE", "The set already contains this value")
		}
		seen = append(seen, n)
	}
}
