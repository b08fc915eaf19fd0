package localdiscord

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"
)

// maxExact is the greatest integer that Discord takes: beyond it JavaScript
// loses count.
const maxExact int64 = 1<<53 - 1

// value is a place in a form, which is a JSON body under examination. A form
// collects every problem, as Discord does, instead of stopping at the first.
type value struct {
	problems map[string]any // of the whole form, as Discord's tree of errors
	parent   *value
	key      string
	v        any // as encoding/json decodes it, numbers as [json.Number]
	given    bool
}

// parseForm decodes body, whose numbers stay as they are written.
func parseForm(body []byte) (*value, *apiError) {
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil || d.More() {
		return nil, errInvalidJSON
	}
	return newForm(v), nil
}

func newForm(v any) *value { return &value{problems: map[string]any{}, v: v, given: true} }

// err returns the refusal for all problems found in the form, or nil.
func (v *value) err() *apiError {
	if len(v.problems) == 0 {
		return nil
	}
	no := refuse(http.StatusBadRequest, codeInvalidForm, "Invalid Form Body")
	no.Errors = v.problems
	return no
}

// node returns the place of v in the tree of errors.
func (v *value) node() map[string]any {
	if v.parent == nil {
		return v.problems
	}
	up := v.parent.node()
	n, ok := up[v.key].(map[string]any)
	if !ok {
		n = map[string]any{}
		up[v.key] = n
	}
	return n
}

// fail notes a problem at v.
func (v *value) fail(code, format string, args ...any) {
	n := v.node()
	list, _ := n["_errors"].([]any)
	n["_errors"] = append(list,
		map[string]string{"code": code, "message": fmt.Sprintf(format, args...)})
}

func (v *value) required() { v.fail("BASE_TYPE_REQUIRED", "This field is required") }

// null reports whether nothing is there: the field is left out or null.
func (v *value) null() bool { return v.v == nil }

// get returns the field key of an object, and an absent value elsewhere.
func (v *value) get(key string) *value {
	object, _ := v.v.(map[string]any)
	inner, given := object[key]
	return &value{v.problems, v, key, inner, given}
}

// object reports whether v is an object, and complains when it is something else.
func (v *value) object() bool {
	_, ok := v.v.(map[string]any)
	if !ok && !v.null() {
		v.fail("MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
	}
	return ok
}

// list returns the items of an array of low..high items; null has none.
func (v *value) list(low, high int) []*value {
	array, ok := v.v.([]any)
	switch {
	case v.null():
	case !ok:
		v.fail("LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
	default:
		v.length(len(array), low, high)
	}
	items := make([]*value, len(array))
	for i := range array {
		items[i] = v.item(i)
	}
	return items
}

// item returns the item of an array that is known to have it.
func (v *value) item(i int) *value {
	return &value{v.problems, v, strconv.Itoa(i), v.v.([]any)[i], true}
}

// length complains unless low <= n <= high.
func (v *value) length(n, low, high int) {
	switch {
	case n >= low && n <= high:
	case low > 0 && high < math.MaxInt:
		v.fail("BASE_TYPE_BAD_LENGTH", "Must be between %d and %d in length.", low, high)
	case n > high:
		v.fail("BASE_TYPE_MAX_LENGTH", "Must be %d or fewer in length.", high)
	default:
		v.fail("BASE_TYPE_MIN_LENGTH", "Must be %d or more in length.", low)
	}
}

// text returns a string of low..high characters; null is "" and is allowed.
func (v *value) text(low, high int) string {
	s, ok := v.v.(string)
	switch {
	case v.null():
	case !ok:
		v.fail("STRING_TYPE_CONVERT", "Could not interpret \"%v\" as string.", v.v)
	default:
		v.length(runes(s), low, high)
	}
	return s
}

// integer returns a whole number of low..high; null is 0 and is allowed.
func (v *value) integer(low, high int64) int64 {
	n, _ := v.v.(json.Number)
	i, err := strconv.ParseInt(string(n), 10, 64)
	switch {
	case v.null():
	case err != nil:
		v.fail("NUMBER_TYPE_COERCE", "Value \"%v\" is not int.", v.v)
	case i < low:
		v.fail("NUMBER_TYPE_MIN", "int value should be greater than or equal to %d.", low)
	case i > high:
		v.fail("NUMBER_TYPE_MAX", "int value should be less than or equal to %d.", high)
	}
	return i
}

// oneOf is a whole number out of a few.
func (v *value) oneOf(allowed ...int64) int64 {
	i := v.integer(math.MinInt64, math.MaxInt64)
	if !slices.Contains(allowed, i) {
		v.fail("BASE_TYPE_CHOICES", "Value must be one of %v.", allowed)
	}
	return i
}

// number returns a finite number within what doubles count exactly.
func (v *value) number() float64 {
	n, _ := v.v.(json.Number)
	f, err := n.Float64()
	switch {
	case v.null():
	case err != nil:
		v.fail("NUMBER_TYPE_COERCE", "Value \"%v\" is not float.", v.v)
	case math.Abs(f) > float64(maxExact):
		v.fail("NUMBER_TYPE_MAX", "float value should be less than or equal to %d.", maxExact)
	}
	return f
}

// link complains unless s, which is at v, is a URL of one of the schemes.
func (v *value) link(s string, schemes []string) {
	switch u, err := url.Parse(s); {
	case s == "":
	case err != nil || u.Host == "":
		v.fail("URL_TYPE_INVALID_URL", "Not a well formed URL.")
	case !slices.Contains(schemes, u.Scheme):
		v.fail("URL_TYPE_INVALID_SCHEME", "Scheme %q is not supported. Scheme must be one of %q.",
			u.Scheme, schemes)
	}
}

func (v *value) timestamp() {
	s := v.text(0, 64)
	if _, err := time.Parse(time.RFC3339, s); s != "" && err != nil {
		v.fail("DATE_TIME_TYPE_PARSE", "Could not parse %s. Should be ISO8601.", s)
	}
}

// snowflake is an id in decimal, as text or number.
func (v *value) snowflake() {
	if _, err := ParseID(fmt.Sprint(v.v)); err != nil && !v.null() {
		v.fail("NUMBER_TYPE_COERCE", "Value \"%v\" is not snowflake.", v.v)
	}
}
