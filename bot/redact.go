package bot

import (
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

// redact returns err with the bot's token and all interaction tokens taken out
// of its text. Errors of net/http contain the whole URL of a request.
func redact(err error, token string) error {
	if err == nil {
		return nil
	}
	return &redacted{text: redactText(err.Error(), token), err: err}
}

// redactText takes the bot's token and all interaction tokens out of a text.
func redactText(text, token string) string {
	if token != "" {
		text = strings.ReplaceAll(text, token, "[token]")
	}
	return tokensInPaths.ReplaceAllString(text, "${1}[token]")
}
