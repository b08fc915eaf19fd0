// Package click writes what a button does into its custom ID, and reads it again.
//
// A click is a struct, declared beside the button that it is of. Its fields, and the tags of the
// first, are all there is to say:
//
//	// Press plays an action on a hand, as long as the hand still has the version.
//	type Press struct {
//		Hand    storage.RoundID `id:"p"`
//		Version uint32
//		Action  action
//	}
//
//	Press{Hand: 5, Version: 3, Action: hit}    ◀──▶    p:5:3:hit
//
// The custom ID has the code of the kind and the fields with colons between them, those of structs
// and arrays one by one: integers in base 36, texts as they are, and what marshals itself as its
// text. Only the last text may have colons of its own. An int is 0 or more. A field, or a click,
// with a method Valid() bool has no other values than it allows.
//
// A message shows one thing, and its clicks are [About] it: the first field, or what the tag
// of:"panel" says, where of:"itself" is a click that no other stands for. The tag is:"shared" is of
// clicks that change what several people share, and take turns; is:"choice" of selects whose
// values are the custom IDs of clicks about the same thing.
package click

import (
	"encoding"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// longest is how long Discord lets a custom ID be, in bytes of ours.
const longest = 100

// ID returns the custom ID of a click.
func ID(args any) string {
	v := reflect.ValueOf(args)
	text := tag(v.Type(), "id")
	for _, part := range parts(v) {
		text += ":" + write(part)
	}
	return text
}

// About says what the message of a click shows: the same of all clicks about one thing.
func About(args any) string {
	v := reflect.ValueOf(args)
	switch of := tag(v.Type(), "of"); of {
	case "":
		return fmt.Sprint(v.Field(0).Type(), " ", v.Field(0))
	case "itself":
		return ID(args)
	default:
		return of
	}
}

// Shared reports whether a click changes what several people share.
func Shared(args any) bool { return tag(reflect.TypeOf(args), "is") == "shared" }

// tag returns a tag of a type of clicks.
func tag(t reflect.Type, name string) string { return t.Field(0).Tag.Get(name) }

// Grammar is the kinds of clicks there are, by their codes.
type Grammar map[string]reflect.Type

// NewGrammar returns the grammar of some types of clicks. It panics where one has no code of its own.
func NewGrammar(types ...reflect.Type) Grammar {
	g := make(Grammar)
	for _, t := range types {
		code := tag(t, "id")
		if _, taken := g[code]; taken || code == "" {
			panic(fmt.Sprintf("click: %v has no code of its own", t))
		}
		g[code] = t
	}
	return g
}

// Parse returns the click of a custom ID. It is ok for what [ID] returns, and nothing else.
func (g Grammar) Parse(id string) (args any, ok bool) {
	code, _, _ := strings.Cut(id, ":")
	t, known := g[code]
	if !known || len(id) > longest {
		return nil, false
	}
	v := reflect.New(t).Elem()
	list := parts(v)
	texts := strings.SplitN(id, ":", 1+len(list))[1:]
	if len(texts) != len(list) {
		return nil, false
	}
	for i, part := range list {
		if !read(part, texts[i]) {
			return nil, false
		}
	}
	args = v.Interface()
	return args, valid(v) && ID(args) == id
}

// Click returns the click of a custom ID on a message with some buttons, or of the value that was
// chosen in a select. It is not ok where none of the buttons is about the same thing: it need not
// be the very button, for a hand may have been redrawn while it was pressed. A message without
// buttons does not say.
func (g Grammar) Click(id string, beside, values []string) (args any, ok bool) {
	args, ok = g.Parse(id)
	if !ok || len(beside) > 0 && !slices.Contains(beside, id) && !g.knows(args, beside) {
		return nil, false
	}
	if tag(reflect.TypeOf(args), "is") != "choice" {
		return args, true
	}
	if len(values) != 1 {
		return nil, false
	}
	chosen, ok := g.Parse(values[0])
	if !ok || About(chosen) != About(args) || tag(reflect.TypeOf(chosen), "is") == "choice" {
		return nil, false
	}
	return chosen, true
}

// knows reports whether one of some custom IDs is about the same thing as a click.
func (g Grammar) knows(args any, ids []string) bool {
	return slices.ContainsFunc(ids, func(id string) bool {
		other, ok := g.Parse(id)
		return ok && About(other) == About(args)
	})
}

// parts returns the fields of a click, and those within them.
func parts(v reflect.Value) (list []reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			list = append(list, parts(v.Field(i))...)
		}
	case reflect.Array:
		for i := range v.Len() {
			list = append(list, parts(v.Index(i))...)
		}
	default:
		list = append(list, v)
	}
	return list
}

// valid reports whether a click and all its fields have values that they may have.
func valid(v reflect.Value) bool {
	for _, part := range append(parts(v), v) {
		if of, ok := part.Interface().(interface{ Valid() bool }); ok && !of.Valid() {
			return false
		}
	}
	return true
}

func write(part reflect.Value) string {
	if m, ok := part.Interface().(encoding.TextMarshaler); ok {
		text, err := m.MarshalText()
		if err != nil {
			panic("click: " + err.Error()) // a button that the code made up
		}
		return string(text)
	}
	switch {
	case part.Kind() == reflect.String:
		return part.String()
	case part.Kind() == reflect.Bool:
		return map[bool]string{false: "0", true: "1"}[part.Bool()]
	case part.CanInt():
		return strconv.FormatInt(part.Int(), 36)
	}
	return strconv.FormatUint(part.Uint(), 36)
}

// read sets a part to what a text says, and reports whether it says something.
func read(part reflect.Value, text string) bool {
	if m, ok := part.Addr().Interface().(encoding.TextUnmarshaler); ok {
		return m.UnmarshalText([]byte(text)) == nil
	}
	switch {
	case part.Kind() == reflect.String:
		part.SetString(text)
	case part.Kind() == reflect.Bool:
		part.SetBool(text == "1")
	case part.CanInt():
		n, err := strconv.ParseInt(text, 36, part.Type().Bits())
		part.SetInt(n)
		return err == nil && (n >= 0 || part.Kind() != reflect.Int)
	default:
		n, err := strconv.ParseUint(text, 36, part.Type().Bits())
		part.SetUint(n)
		return err == nil
	}
	return true
}
