package gateway

import (
	"net/url"
	"regexp"
	"strings"
)

// tokensInPaths finds the tokens in the paths of interactions and webhooks:
// whoever has one can speak as the bot for a quarter of an hour.
var tokensInPaths = regexp.MustCompile(`((?:interactions|webhooks)/[^/\s"?]+/)([^/\s"?]+)`)

// redacted is an error whose text no longer holds any token.
type redacted struct {
	text string
	err  error
}

func (r *redacted) Error() string { return r.text }
func (r *redacted) Unwrap() error { return r.err }

// redact returns err with the bot's token, some others, and those in paths taken
// out of its text. Errors of net/http contain the whole URL of a request.
func (a *API) redact(err error, others ...string) error {
	if err == nil {
		return nil
	}
	return &redacted{text: a.Redact(err.Error(), others...), err: err}
}

// Redact takes the bot's token, some others, and those in paths out of a text.
func (a *API) Redact(text string, others ...string) string {
	for _, token := range append(others, a.token) {
		if token != "" {
			text = strings.ReplaceAll(text, token, "[token]")
		}
	}
	return tokensInPaths.ReplaceAllString(text, "${1}[token]")
}

// tokenIn returns the interaction token in a path, empty for none: a server may
// say it back.
func tokenIn(path string) string {
	found := tokensInPaths.FindStringSubmatch(path)
	if found == nil {
		return ""
	}
	token, _ := url.PathUnescape(found[2]) // which was escaped
	return token
}
