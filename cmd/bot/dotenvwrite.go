package main

import (
	"errors"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"syscall"

	"holecard/internal/durable"
)

// newDotEnv is a file .env that has nothing yet.
const newDotEnv = "# Settings of the bot, one a line: NAME=value. docs/operations.md has all.\n"

// saveToken keeps a token in .env, which only its owner can read then. Other lines and
// comments stay as they are.
func saveToken(token string) error {
	path, err := filepath.EvalSymlinks(dotEnv) // a link stays one
	if errors.Is(err, fs.ErrNotExist) {
		path, err = dotEnv, nil
	}
	raw, errRead := os.ReadFile(path)
	if errors.Is(errRead, fs.ErrNotExist) {
		raw, errRead = []byte(newDotEnv), nil
	}
	if err := errors.Join(err, errRead); err != nil {
		return err
	}
	text, err := decodeText(raw)
	if err != nil {
		return err
	}
	changed, err := withToken(text, token)
	if err != nil {
		return err
	}
	err = saveFile(path, durable.Replace, func(w io.Writer) error {
		_, err := w.Write(changed)
		return err
	})
	if errno, ok := errors.AsType[syscall.Errno](err); ok {
		return usagef("%s cannot be written here (%w): type holecard setup in a folder of your own",
			dotEnv, errno)
	}
	return err
}

// tokenLine finds lines that set the token, commented ones not.
var tokenLine = regexp.MustCompile(
	`(?m)^([ \t]*(?:export[ \t]+)?DISCORD_TOKEN[ \t]*[=:][ \t]*)("[^"\n]*"|'[^'\n]*'|[^\s#]*)`)

// withToken returns the text of .env with another token.
func withToken(text []byte, token string) ([]byte, error) {
	changed := tokenLine.ReplaceAll(text, []byte("${1}"+token))
	if !tokenLine.Match(text) {
		if n := len(text); n > 0 && text[n-1] != '\n' {
			changed = append(changed, '\n')
		}
		changed = append(changed, "DISCORD_TOKEN="+token+"\n"...)
	}
	want, _ := parseDotEnv(text)
	got, ok := parseDotEnv(changed)
	if want == nil {
		want = make(map[string]string)
	}
	want["DISCORD_TOKEN"] = token
	if !ok || !maps.Equal(got, want) {
		return nil, usagef("the token cannot be put into %s without changing other lines: put "+
			"it there yourself, behind DISCORD_TOKEN=", dotEnv)
	}
	return changed, nil
}
