package bot

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"
)

// errUnsent is a request that surely did not arrive: no connection was made, or
// it broke before all of the request was written.
var errUnsent = errors.New("not sent")

// refusal is the answer to a request that is not granted.
type refusal struct {
	status     int
	code       int      // Discord's own, 0 for none
	message    string   // Discord's own, shortened
	fields     []string // what is wrong with which field, such as "data.embeds.0.title BASE_TYPE_MAX_LENGTH"
	retryAfter time.Duration
	page       bool // a web page, whatever its status
}

func (r *refusal) Error() string {
	text := fmt.Sprintf("HTTP %d", r.status)
	if r.code != 0 {
		text += fmt.Sprintf(", Discord's code %d", r.code)
	}
	if r.message != "" {
		text += ": " + r.message
	}
	if len(r.fields) > 0 {
		text += " (" + strings.Join(r.fields, "; ") + ")"
	}
	return text
}

// passing reports whether the same request may well be granted later.
func (r *refusal) passing() bool {
	return r.status == http.StatusTooManyRequests || r.status >= 500
}

// newRefusal reads the body of an answer with a status.
func newRefusal(status int, body []byte) *refusal {
	r := &refusal{status: status}
	var m struct {
		Code    int             `json:"code"`
		Message string          `json:"message"`
		Errors  json.RawMessage `json:"errors"`
	}
	if json.Unmarshal(body, &m) != nil {
		return r
	}
	const longest = 200
	r.code, r.message = m.Code, unquoted(strings.ToValidUTF8(m.Message[:min(len(m.Message), longest)], ""))
	r.fields = fieldErrors("", m.Errors)
	const most = 5
	if more := len(r.fields) - most; more > 0 {
		r.fields = append(r.fields[:most], fmt.Sprintf("and %d more", more))
	}
	return r
}

// Discord cites what it refuses in quotes.
var citations = regexp.MustCompile(`"[^"]*("|$)|'[^']*('|$)|“[^”]*(”|$)`)

// unquoted takes what is cited out of a message: a player may have written it.
func unquoted(message string) string { return citations.ReplaceAllString(message, "[…]") }

// What a field and an error are called. Anything else may be a player's text.
var (
	fieldName = regexp.MustCompile(`^[a-z0-9_]{1,32}$`)
	errorCode = regexp.MustCompile(`^[A-Z][A-Z0-9_]{0,63}$`)
)

// fieldErrors returns the errors in the tree that Discord sends: an object by
// field or index, at whose leaves _errors lists codes and messages. The messages
// are left out, for they may say what was refused. Source: Discord's "Error Messages".
func fieldErrors(path string, tree json.RawMessage) (found []string) {
	const deepest = 10 // of a button in a row of a message in an answer, and more
	var fields map[string]json.RawMessage
	if strings.Count(path, ".") > deepest || json.Unmarshal(tree, &fields) != nil {
		return nil
	}
	var problems []struct {
		Code scalar `json:"code"`
	}
	if json.Unmarshal(fields["_errors"], &problems) == nil {
		for _, p := range problems {
			if !errorCode.MatchString(string(p.Code)) {
				p.Code = "?"
			}
			found = append(found, strings.TrimPrefix(path+" "+string(p.Code), " "))
		}
	}
	delete(fields, "_errors")
	names := make([]string, 0, len(fields))
	for name := range fields {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		shown := name
		if !fieldName.MatchString(name) {
			shown = "?"
		}
		below := strings.TrimPrefix(path+"."+shown, ".")
		found = append(found, fieldErrors(below, fields[name])...)
	}
	return found
}

// explain returns what an error of a request means: discordgo turns some answers
// into errors without their status, and does not say whether a request was sent.
func (e *exchange) explain(err error) error {
	var no *refusal
	switch {
	case err == nil:
		return nil
	case errors.As(err, &no):
		if no.retryAfter == 0 {
			no.retryAfter = e.retryAfter
		}
		return no
	case e.status/100 > 2:
		return &refusal{status: e.status, retryAfter: e.retryAfter}
	case e.status == 0 && !e.written.Load():
		return fmt.Errorf("%w: %w", errUnsent, err)
	}
	return err
}
