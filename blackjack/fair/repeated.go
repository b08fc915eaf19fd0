package fair

import (
	"bytes"
	"encoding/json"
)

// RepeatedKey returns a key that an object in a JSON value has twice: two programs may each
// read another one of them. Keys are the same if what same returns of them is.
func RepeatedKey(raw []byte, same func(string) string) (key string, is bool) {
	type level struct {
		keys  map[string]bool // nil in an array
		value bool            // of the last key comes next
	}
	open := []level{{}}
	for d := json.NewDecoder(bytes.NewReader(raw)); ; {
		token, err := d.Token()
		if err != nil {
			return "", false // its end: the value was read before
		}
		in := &open[len(open)-1]
		name, text := token.(string)
		if text && in.keys != nil && !in.value {
			if in.keys[same(name)] {
				return name, true
			}
			in.keys[same(name)], in.value = true, true
			continue
		}
		in.value = false
		switch token {
		case json.Delim('{'):
			open = append(open, level{keys: make(map[string]bool)})
		case json.Delim('['):
			open = append(open, level{})
		case json.Delim('}'), json.Delim(']'):
			open = open[:len(open)-1]
		}
	}
}
