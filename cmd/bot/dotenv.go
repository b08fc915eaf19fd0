package main

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"

	"github.com/joho/godotenv"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"holecard/internal/durable"
	"holecard/internal/nearest"
)

// dotEnv is the file that settings are read from besides the environment.
const dotEnv = ".env"

// readDotEnv reads the file .env, if there is one. What is wrong in it is named
// by its line and not quoted: there is a token in the file.
func readDotEnv() (map[string]string, error) {
	info, err := os.Stat(dotEnv)
	is := ""
	switch {
	case errors.Is(err, fs.ErrNotExist) && !exists(dotEnv):
		return nil, nil
	case errors.Is(err, fs.ErrNotExist):
		is = "a link to a file that does not exist"
	case err == nil && info.IsDir():
		is = "a folder"
	case err == nil && !info.Mode().IsRegular(): // reading a named pipe waits for somebody to write
		is = (&durable.NotFileError{Mode: info.Mode()}).Kind()
	}
	if is != "" {
		return nil, usagef("%s is %s: make it a file, or remove it", dotEnv, is)
	}
	raw, err := os.ReadFile(dotEnv)
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		return nil, usagef("%s cannot be read: %w", dotEnv, path.Err)
	}
	text, err := decodeText(raw)
	if err != nil {
		return nil, usagef("%s %w: save it as UTF-8", dotEnv, err)
	}
	file, ok := parseDotEnv(text)
	if !ok {
		return nil, usagef("line %d of %s is not understood: a line is NAME=value, and a quote "+
			"that is opened is closed", badLine(text), dotEnv)
	}
	return file, nil
}

// settingName is a name that is safe to print, unlike a token on a line of its own.
var settingName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// parseDotEnv takes a $ as it stands. The library would put in its place what another line sets,
// or nothing, and a password or a path would change without a word.
func parseDotEnv(text []byte) (file map[string]string, ok bool) {
	const dollar = "\x00" // which is in no text
	file, err := godotenv.UnmarshalBytes(bytes.ReplaceAll(text, []byte("$"), []byte(dollar)))
	for name, value := range file {
		if !settingName.MatchString(name) {
			return nil, false
		}
		file[name] = strings.ReplaceAll(value, dollar, "$")
	}
	return file, err == nil
}

// decodeText returns a text as UTF-8. Editors on Windows put a mark before it,
// or write UTF-16.
func decodeText(raw []byte) ([]byte, error) {
	text, _, err := transform.Bytes(unicode.BOMOverride(encoding.UTF8Validator), raw)
	switch {
	case bytes.IndexByte(text, 0) >= 0, err != nil && bytes.IndexByte(raw, 0) >= 0:
		return nil, errors.New("is not text, or is UTF-16 without its mark")
	case err != nil:
		return nil, errors.New("is not UTF-8")
	}
	return text, nil
}

// badLine returns the first line that is not understood, from 1: the one after the
// longest beginning that is.
func badLine(text []byte) int {
	lines := bytes.SplitAfter(text, []byte("\n"))
	for n := len(lines) - 1; n > 0; n-- {
		if _, ok := parseDotEnv(bytes.Join(lines[:n], nil)); ok {
			return n + 1
		}
	}
	return 1
}

// noSettings returns a sentence for each name in .env that is not a setting, and for each in the
// environment that is nearly one that is not set: most of what is there is for other programs.
func noSettings(
	file map[string]string, environ, known []string, set map[string]string,
) (warnings []string) {
	for _, name := range slices.Sorted(maps.Keys(file)) {
		if !slices.Contains(known, name) {
			warnings = append(warnings, noSetting(name, dotEnv, nearest.Of(name, known)))
		}
	}
	for _, variable := range slices.Sorted(slices.Values(environ)) {
		name, _, _ := strings.Cut(variable, "=")
		meant := nearest.Of(name, known)
		if settingName.MatchString(name) && !slices.Contains(known, name) && meant != "" &&
			set[meant] == "" {
			warnings = append(warnings, noSetting(name, "the environment", meant))
		}
	}
	return warnings
}

func noSetting(name, where, meant string) string {
	text := name + " in " + where + " is not a setting, so it changes nothing"
	if meant != "" {
		text += ": do you mean " + meant + "?"
	}
	return text
}

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
