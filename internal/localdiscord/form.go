package localdiscord

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// maxExact is the greatest integer that Discord takes: beyond it JavaScript
// loses count.
const maxExact int64 = 1<<53 - 1

// form collects the problems of a JSON body. It goes on after the first, as Discord does.
//
// What can be said of a field alone stands in the tag "form" of the Go type that the body is
// decoded into, with commas between:
//
//	need        it must be there
//	1..100      characters of a text, items of a list, or bounds of a number
//	0|1|2       one of a few numbers, or a list of them
//	http|https  the schemes of a link
//
// [embedRules] has what would stand in the tags of discordgo's types. A field without a rule is
// only decoded.
type form struct {
	problems map[string]any // Discord's tree of errors
}

// err returns the refusal for all problems found, or nil.
func (f *form) err() *apiError {
	if len(f.problems) == 0 {
		return nil
	}
	no := invalid(codeInvalidForm, "Invalid Form Body")
	no.Errors = f.problems
	return no
}

// below is the place of a field or an item, with dots between the steps.
func below(at string, step any) string { return strings.TrimPrefix(fmt.Sprint(at, ".", step), ".") }

// fail notes a problem at a place; "" is the whole body.
func (f *form) fail(at, code, format string, args ...any) {
	if f.problems == nil {
		f.problems = map[string]any{}
	}
	n := f.problems
	for step := range strings.FieldsFuncSeq(at, func(r rune) bool { return r == '.' }) {
		inner, ok := n[step].(map[string]any)
		if !ok {
			inner = map[string]any{}
			n[step] = inner
		}
		n = inner
	}
	list, _ := n["_errors"].([]any)
	n["_errors"] = append(list,
		map[string]string{"code": code, "message": fmt.Sprintf(format, args...)})
}

// must notes a problem unless something is so.
func (f *form) must(so bool, at, code, format string, args ...any) {
	if !so {
		f.fail(at, code, format, args...)
	}
}

// present notes a problem unless what has to be there is.
func (f *form) present(so bool, at string) {
	f.must(so, at, "BASE_TYPE_REQUIRED", "This field is required")
}

// read decodes what stands at a place of the body, and examines what the tags of target say.
func (f *form) read(at string, raw json.RawMessage, target any) {
	if raw == nil {
		raw = json.RawMessage("null")
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	err := d.Decode(target)
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		f.fail(below(at, wrong.Field), "BASE_TYPE_CONVERT", "Could not interpret %s as %s.",
			wrong.Value, wrong.Type.Kind())
	} else if err != nil {
		f.fail(at, "MODEL_TYPE_CONVERT", "%v", err)
	}
	f.fit(at, reflect.ValueOf(target).Elem(), "")
}

// fit complains about what the tag does not allow. Null is the same as left out.
func (f *form) fit(at string, v reflect.Value, tag string) {
	given := v.Kind() == reflect.Struct
	if v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
		given = !v.IsNil()
		v = v.Elem()
	}
	if !given && (!v.IsValid() || v.IsZero()) {
		f.present(!strings.HasPrefix(tag, "need"), at)
		return
	}
	for rule := range strings.SplitSeq(tag, ",") {
		f.keep(at, v, rule)
	}
	switch {
	case v.Kind() == reflect.Struct:
		for field, inner := range v.Fields() {
			name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
			tag, tagged := field.Tag.Lookup("form")
			if !tagged {
				tag, tagged = embedRules[v.Type().Name()+"."+name]
			}
			if tagged {
				f.fit(below(at, name), inner, tag)
			}
		}
	case v.Kind() == reflect.Slice && v.Type() != reflect.TypeFor[json.RawMessage]():
		itemRule := ""
		if v.Type().Elem().Kind() == reflect.Pointer {
			itemRule = "need" // null is not an item
		}
		for i := range v.Len() {
			f.fit(below(at, i), v.Index(i), itemRule)
		}
	}
}

// keep complains unless v, which is given, keeps one rule of a tag.
func (f *form) keep(at string, v reflect.Value, rule string) {
	low, high, bounds := strings.Cut(rule, "..")
	texts, localized := v.Interface().(json.RawMessage)
	switch {
	case rule == "" || rule == "need":
	case localized:
		var all map[string]string
		f.must(json.Unmarshal(texts, &all) == nil, at, "MODEL_TYPE_CONVERT",
			"Only dictionaries of texts may be used.")
		for locale, text := range all {
			f.must(Locales[locale] != "", below(at, locale), "BASE_TYPE_CHOICES",
				"Discord has no such locale.")
			f.length(below(at, locale), runes(text), whole(low), whole(high))
		}
	case bounds && v.Kind() == reflect.String:
		f.length(at, runes(v.String()), whole(low), whole(high))
	case bounds && v.Kind() == reflect.Slice:
		f.length(at, v.Len(), whole(low), whole(high))
	case bounds:
		n := int(v.Int())
		f.must(n >= whole(low) && n <= whole(high), at, "NUMBER_TYPE_RANGE",
			"int value should be between %s and %s.", low, high)
	case v.Kind() == reflect.Slice:
		for i := range v.Len() {
			f.keep(below(at, i), v.Index(i), rule)
		}
	case v.Kind() == reflect.Int:
		f.must(slices.Contains(strings.Split(rule, "|"), strconv.FormatInt(v.Int(), 10)), at,
			"BASE_TYPE_CHOICES", "Value must be one of %s.", rule)
	default:
		u, err := url.Parse(v.String())
		f.must(err == nil && u.Host != "" && slices.Contains(strings.Split(rule, "|"), u.Scheme),
			at, "URL_TYPE_INVALID_URL", "Not a well formed URL of %s.", rule)
	}
}

// length complains unless low <= n <= high.
func (f *form) length(at string, n, low, high int) {
	f.must(n >= low && n <= high, at, "BASE_TYPE_BAD_LENGTH",
		"Must be between %d and %d in length.", low, high)
}

func whole(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil {
		panic("localdiscord: a tag has no number: " + err.Error())
	}
	return n
}

// isWhole reports whether v is an integer that Discord takes.
func isWhole(v any) bool {
	n, _ := v.(json.Number)
	i, err := n.Int64()
	return err == nil && max(i, -i) <= maxExact
}

// unique complains when name was seen before.
func (f *form) unique(at, name string, seen map[string]bool, code string) {
	f.must(!seen[name], at, code, "%q is there already", name)
	seen[name] = name != ""
}
