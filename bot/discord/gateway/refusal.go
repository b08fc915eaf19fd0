package gateway

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"io"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Refusal is the answer to a request that is not granted.
type Refusal struct {
	Status  int
	Code    int    // Discord's own, 0 for none
	message string // Discord's own, shortened
	// what is wrong with which field, such as
	// "data.embeds.0.title: BASE_TYPE_MAX_LENGTH, Must be 256 or fewer in length."
	fields []string
	wait   time.Duration // before the same request may be granted, 0 for no time
}

func (r *Refusal) Error() string {
	text := fmt.Sprintf("HTTP %d", r.Status)
	if r.Code != 0 {
		text += fmt.Sprintf(", Discord's code %d", r.Code)
	}
	if r.message != "" {
		text += ": " + r.message
	}
	if len(r.fields) > 0 {
		text += " (" + strings.Join(r.fields, "; ") + ")"
	}
	return text
}

// Passing reports whether the same request may well be granted later.
func (r Refusal) Passing() bool {
	return r.Status == http.StatusTooManyRequests || r.Status >= 500
}

// RetryAfter returns how long the server asks to wait, 0 for no time.
func (r *Refusal) RetryAfter() time.Duration { return r.wait }

// RefusalIn returns the refusal that an error is, the zero Refusal for none.
func RefusalIn(err error) Refusal {
	if no, ok := errors.AsType[*Refusal](err); ok {
		return *no
	}
	return Refusal{}
}

// Is reports whether the request was refused for its token.
func (r *Refusal) Is(err error) bool {
	return err == ErrBadToken && r.Status == http.StatusUnauthorized
}

// newRefusal reads an answer that grants nothing.
func newRefusal(resp *http.Response) *Refusal {
	header, _ := strconv.ParseFloat(resp.Header.Get("Retry-After"), 64)
	r := &Refusal{Status: resp.StatusCode, wait: seconds(header)}
	body, _ := io.ReadAll(io.LimitReader(resp.Body, bodyLimit)) // what cannot be read is left out
	if isPage(resp) {
		r.message = "a web page instead of an answer of Discord's"
		if found := pageTitle.FindSubmatch(body); found != nil {
			title := []rune(strings.Join(strings.Fields(html.UnescapeString(string(found[1]))),
				" "))
			r.message += ", “" + string(title[:min(len(title), 100)]) + "”"
		}
		return r
	}
	var m struct {
		Code       int             `json:"code"`
		Message    string          `json:"message"`
		Errors     json.RawMessage `json:"errors"`
		RetryAfter float64         `json:"retry_after"` // seconds
	}
	if json.Unmarshal(body, &m) != nil {
		return r
	}
	r.wait = cmp.Or(seconds(m.RetryAfter), r.wait)
	const longest = 200
	r.Code, r.message = m.Code,
		unquoted(strings.ToValidUTF8(m.Message[:min(len(m.Message), longest)], ""))
	r.fields = fieldErrors("", m.Errors)
	const most = 5
	if more := len(r.fields) - most; more > 0 {
		r.fields = append(r.fields[:most], fmt.Sprintf("and %d more", more))
	}
	return r
}

// bodyLimit bounds the bytes that are read of an answer that grants nothing.
const bodyLimit = 64 << 10

var pageTitle = regexp.MustCompile(`(?is)<title[^>]*>(.*?)</title>`)

// isPage reports whether an answer is a web page: a proxy before Discord, such
// as Cloudflare's, answers with one where a bot expects JSON.
func isPage(resp *http.Response) bool {
	return strings.HasPrefix(strings.ToLower(resp.Header.Get("Content-Type")), "text/html")
}

// seconds returns a time that a server asks for, 0 for none.
func seconds(n float64) time.Duration {
	if !(n > 0) {
		return 0
	}
	return time.Duration(min(n, time.Hour.Seconds()) * float64(time.Second))
}

// Discord cites what it refuses in quotes, within which there may be more of them.
var citations = regexp.MustCompile(`(?s)".*"|".*|'.*'|'.*|“.*”|“.*`)

// unquoted takes what is cited out of a message: a player may have written it.
func unquoted(message string) string { return citations.ReplaceAllString(message, "[…]") }

// What a field and an error are called. Anything else may be a player's text.
var (
	fieldName = regexp.MustCompile(`^[a-z0-9_]{1,32}$`)
	errorCode = regexp.MustCompile(`^[A-Z][A-Z0-9_]{0,63}$`)
	// Those of Discord's messages that name a limit, and nothing that was sent.
	fieldMessage = regexp.MustCompile(`^(This field is required|` +
		`Must be (between \d{1,9} and \d{1,9}|\d{1,9} or (fewer|more)) in length|` +
		`(The v|V)alue (must|should) be (less|greater) than or equal to -?\d{1,16})\.?$`)
)

// fieldErrors returns the errors in the tree that Discord sends: an object by
// field or index, at whose leaves _errors lists codes and messages. A message that
// may cite what was refused is left out. Source: Discord's "Error Messages".
func fieldErrors(path string, tree json.RawMessage) (found []string) {
	const deepest = 10 // of a button in a row of a message in an answer, and more
	var fields map[string]json.RawMessage
	if strings.Count(path, ".") > deepest || json.Unmarshal(tree, &fields) != nil {
		return nil
	}
	var problems []struct{ Code, Message string }
	_ = json.Unmarshal(fields["_errors"], &problems) // what is of another type is left out
	for _, p := range problems {
		if !errorCode.MatchString(p.Code) {
			p.Code = "?"
		}
		if fieldMessage.MatchString(p.Message) {
			p.Code += ", " + p.Message
		}
		found = append(found, strings.TrimPrefix(path+": "+p.Code, ": "))
	}
	delete(fields, "_errors")
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		shown := name
		if !fieldName.MatchString(name) {
			shown = "?"
		}
		below := strings.TrimPrefix(path+"."+shown, ".")
		found = append(found, fieldErrors(below, fields[name])...)
	}
	return found
}
