package season

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"holecard/blackjack/fair"
)

// ErrUnreadable is wrapped by the error of a file that is none of a season, or cut off.
var ErrUnreadable = errors.New("this is not the file of a season")

// Begins reports whether a text begins as the file of a season does.
func Begins(text []byte) bool {
	rest, opens := bytes.CutPrefix(bytes.TrimSpace(text), []byte("{"))
	return opens && bytes.HasPrefix(bytes.TrimSpace(rest), []byte(`"`+partVersion+`"`))
}

// maxValue is how many bytes a value of the file may take: a round of seven seats takes less
// than three thousand.
const maxValue = 1 << 16

// reader reads a file value by value, and of each no more than has room.
type reader struct {
	from  io.Reader
	json  *json.Decoder
	taken int64 // bytes of the source
	until int64 // that may be taken
	long  bool
}

func newReader(from io.Reader) *reader {
	r := &reader{from: from, until: maxValue}
	r.json = json.NewDecoder(r)
	return r
}

// Read implements [io.Reader] for the decoder.
func (r *reader) Read(b []byte) (int, error) {
	if r.taken >= r.until {
		r.long = true
		return 0, io.ErrUnexpectedEOF
	}
	n, err := r.from.Read(b[:min(int64(len(b)), r.until-r.taken)])
	r.taken += int64(n)
	return n, err
}

// bad returns the error of a file that cannot be read on.
func (r *reader) bad(err error) error {
	line := fmt.Sprintf("near byte %d", r.json.InputOffset())
	switch {
	case r.long:
		return fmt.Errorf("%w: %s: a value takes more than %d bytes", ErrUnreadable, line, maxValue)
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("%w: it ends %s, too early", ErrUnreadable, line)
	}
	if _, syntax := errors.AsType[*json.SyntaxError](err); !syntax && r.json.InputOffset() == 0 {
		return err // of the source
	}
	return fmt.Errorf("%w: %s: %w", ErrUnreadable, line, err)
}

func (r *reader) token() (json.Token, error) {
	r.until = r.json.InputOffset() + maxValue
	t, err := r.json.Token()
	if err != nil {
		return nil, r.bad(err)
	}
	return t, nil
}

// expect reads a delimiter or a key.
func (r *reader) expect(want json.Token) error {
	got, err := r.token()
	if err == nil && got != want {
		err = fmt.Errorf("%w: here must be %v", ErrUnreadable, want)
	}
	return err
}

func (r *reader) value(into any) error {
	r.until = r.json.InputOffset() + maxValue
	var raw json.RawMessage
	if err := r.json.Decode(&raw); err != nil {
		return r.bad(err)
	}
	if key, is := fair.RepeatedKey(raw, folded); is {
		return r.bad(fmt.Errorf("an object has the key %q twice", key))
	}
	strict := json.NewDecoder(bytes.NewReader(raw))
	strict.DisallowUnknownFields()
	if err := strict.Decode(into); err != nil {
		return r.bad(err)
	}
	return nil
}

// folded returns what is the same of keys that differ by case only: to the decoder they are one.
func folded(key string) string {
	return strings.ToLower(strings.ToUpper(key)) // as [strings.EqualFold] compares
}

// part reads a part that is one value.
func (r *reader) part(name string, into any) error {
	if err := r.expect(name); err != nil {
		return err
	}
	return r.value(into)
}

// list reads a part that is a list of up to so many values.
func list[T any](r *reader, name string, most int, each func(T) error) error {
	if err := errors.Join(r.expect(name), r.expect(json.Delim('['))); err != nil {
		return err
	}
	for n := 0; ; n++ {
		r.until = r.json.InputOffset() + maxValue
		if !r.json.More() {
			return r.expect(json.Delim(']'))
		}
		if n == most {
			return fmt.Errorf("%w: it has more than %d %s", ErrUnreadable, most, name)
		}
		var value T
		if err := r.value(&value); err != nil {
			return err
		}
		if err := each(value); err != nil {
			return err
		}
	}
}

// head reads all before the rounds.
func (r *reader) head() (h Head, err error) {
	got := 0
	if err := r.expect(json.Delim('{')); err != nil {
		return h, err
	}
	if err := r.part(partVersion, &got); err != nil {
		return h, err
	}
	if got != version {
		return h, fmt.Errorf("%w: it is of version %d, and this program knows version %d",
			ErrUnreadable, got, version)
	}
	if err := r.part(partSeason, &h.Season); err != nil {
		return h, err
	}
	if err := r.part(partWithheld, &h.Withheld); err != nil {
		return h, err
	}
	if err := list(r, partRules, maxRules, appendTo(&h.Rules)); err != nil {
		return h, err
	}
	return h, list(r, partPlayers, maxPlayers, appendTo(&h.Players))
}

func appendTo[T any](all *[]T) func(T) error {
	return func(one T) error {
		*all = append(*all, one)
		return nil
	}
}
