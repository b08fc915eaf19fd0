package bot

import (
	"net/url"
	"regexp"
	"strings"
)

// tokensInPaths finds the tokens in the paths of interactions and webhooks:
// whoever has one can speak as the bot for a quarter of an hour.
var tokensInPaths = regexp.MustCompile(`((?:interactions|webhooks)/[^/\s"?]+/)[^/\s"?]+`)

// argumentsInStack finds the arguments of the functions in a stack, which a
// panic shows byte by byte: of an array, the first ten.
var argumentsInStack = regexp.MustCompile(`(?m)\((?:\{*0x|\{*\.\.\.)[^\n]*\)$`)

// bareStack returns the text of a stack without the functions' arguments.
func bareStack(stack []byte) string { return argumentsInStack.ReplaceAllString(string(stack), "(...)") }

// redacted is an error whose text no longer holds any token.
type redacted struct {
	text string
	err  error
}

func (r *redacted) Error() string { return r.text }
func (r *redacted) Unwrap() error { return r.err }

// redact returns err with some tokens, such as the bot's, and those in paths
// taken out of its text. Errors of net/http contain the whole URL of a request.
func redact(err error, tokens ...string) error {
	if err == nil {
		return nil
	}
	return &redacted{text: redactText(err.Error(), tokens...), err: err}
}

// redactText takes some tokens, such as the bot's, and those in paths out of a text.
func redactText(text string, tokens ...string) string {
	for _, token := range tokens {
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
	token := strings.TrimPrefix(found[0], found[1])
	if plain, err := url.PathUnescape(token); err == nil {
		token = plain
	}
	return token
}
