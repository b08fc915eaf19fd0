package localdiscord

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// This file checks the options that a person gives, as Discord does before a
// bot hears of a command.

// Given is an option that a person gives with a command. Value is a string,
// bool, int, int64, float64, [json.Number], [ID] or [Person]; text is taken
// for a number where one is wanted. An interaction carries it with its type.
type Given struct {
	Name    string  `json:"name"`
	Type    int     `json:"type"` // by the command
	Value   any     `json:"value,omitempty"`
	Focused bool    `json:"focused,omitempty"` // being typed: complete this one
	Options []Given `json:"options,omitempty"` // of a subcommand
}

// along splits the path of a command, and returns its name with what is given wrapped in its
// group and subcommand: "settings chips show".
func along(path string, given []Given) (name string, _ []Given) {
	words := strings.Fields(path)
	for _, word := range slices.Backward(words[1:]) {
		given = []Given{{Name: word, Options: given}}
	}
	return words[0], given
}

// fills reports whether g is given for o.
func (g Given) fills(o CommandOption) bool { return o.Name == g.Name }

// reading is the way through the options of one command.
type reading struct {
	w      *world
	typing bool // an autocompletion: nothing is checked, the focused value is text
	users  map[ID]Person
	focus  int // type of the focused option
}

// wrong makes the error of the option called name.
func wrong(name, format string, args ...any) error {
	return fmt.Errorf("option %s: "+format, append([]any{name}, args...)...)
}

// options checks the given options against those of the command.
func (r *reading) options(wanted []CommandOption, given []Given) ([]Given, error) {
	list := []Given{}
	has := func(name string) bool {
		return slices.ContainsFunc(list, func(g Given) bool { return g.Name == name })
	}
	for _, g := range given {
		i := slices.IndexFunc(wanted, g.fills)
		if i < 0 {
			return nil, wrong(g.Name, "this command has no such option")
		}
		if has(g.Name) {
			return nil, wrong(g.Name, "is given twice")
		}
		s, err := r.option(wanted[i], g)
		if err != nil {
			return nil, err
		}
		list = append(list, s)
	}
	for _, o := range wanted {
		if o.Required && !r.typing && !has(o.Name) {
			return nil, wrong(o.Name, "is required")
		}
	}
	if len(wanted) > 0 && wanted[0].nests() && len(list) != 1 {
		return nil, wrong(wanted[0].Name, "choose one subcommand")
	}
	return list, nil
}

func (r *reading) option(o CommandOption, g Given) (s Given, err error) {
	s = Given{Name: o.Name, Type: o.Type, Focused: g.Focused}
	text := textOf(g.Value)
	switch {
	case o.nests():
		s.Options, err = r.options(o.Options, g.Options)
	case g.Focused:
		r.focus = o.Type
		s.Value = text
	default:
		s.Value, err = r.value(o, text)
		switch {
		case r.typing && err != nil:
			s.Value, err = text, nil
		case !r.typing && err == nil && len(o.Choices) > 0:
			err = chosen(o, textOf(s.Value))
		}
	}
	return s, err
}

// chosen complains unless text is one of the choices.
func chosen(o CommandOption, text string) error {
	names := make([]string, len(o.Choices))
	for i, c := range o.Choices {
		if textOf(c.Value) == text {
			return nil
		}
		names[i] = c.Name
	}
	return wrong(o.Name, "must be one of %s", strings.Join(names, ", "))
}

// value converts a given value to the option's type and checks its bounds.
func (r *reading) value(o CommandOption, text string) (any, error) {
	switch o.Type {
	case optionString:
		return text, checkLength(o, runes(text))
	case optionInteger:
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil || n > maxExact || n < -maxExact {
			return nil, wrong(o.Name, "must be a whole number between -2^53 and 2^53")
		}
		return n, checkBounds(o, float64(n))
	case optionBoolean:
		b, err := strconv.ParseBool(text)
		if err != nil {
			return nil, wrong(o.Name, "must be true or false")
		}
		return b, nil
	case optionUser:
		id, _ := ParseID(text)
		p, known := r.w.everyone[id]
		if id == r.w.app.ID {
			p, known = Person{ID: id, Name: r.w.app.Name}, true
		}
		if !known {
			return nil, wrong(o.Name, "must be one of the people here")
		}
		r.users[id] = p
		return text, nil
	}
	return nil, wrong(o.Name, "local Discord has no options of type %d", o.Type)
}

func checkLength(o CommandOption, n int) error {
	switch low, high := *cmp.Or(o.MinLength, new(0)), *cmp.Or(o.MaxLength, new(6000)); {
	case n < low:
		return wrong(o.Name, "must be at least %d characters long", low)
	case n > high:
		return wrong(o.Name, "must be at most %d characters long", high)
	}
	return nil
}

func checkBounds(o CommandOption, n float64) error {
	if o.MinValue != nil {
		if low, _ := o.MinValue.Float64(); n < low {
			return wrong(o.Name, "must be at least %s", o.MinValue)
		}
	}
	if o.MaxValue != nil {
		if high, _ := o.MaxValue.Float64(); n > high {
			return wrong(o.Name, "must be at most %s", o.MaxValue)
		}
	}
	return nil
}

// textOf writes a value as a person would type it.
func textOf(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case Person:
		return v.ID.String()
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	return fmt.Sprint(v)
}

// resolved is what an interaction tells of the people named in its options.
func (r *reading) resolved() map[string]any {
	users, members := map[string]any{}, map[string]any{}
	for id, p := range r.users {
		if id == r.w.app.ID {
			users[id.String()] = r.w.bot()
			continue
		}
		users[id.String()] = p.user()
		member := r.w.member(p)
		delete(member, "user")
		delete(member, "deaf")
		delete(member, "mute")
		members[id.String()] = member
	}
	return map[string]any{"users": users, "members": members}
}

// Locales are the languages of Discord, by their codes, as their speakers call them.
var Locales = map[string]string{
	"id": "Bahasa Indonesia", "da": "Dansk", "de": "Deutsch", "en-GB": "English, UK",
	"en-US": "English, US", "es-ES": "Español", "es-419": "Español, LATAM", "fr": "Français",
	"hr": "Hrvatski", "it": "Italiano", "lt": "Lietuviškai", "hu": "Magyar",
	"nl": "Nederlands", "no": "Norsk", "pl": "Polski", "pt-BR": "Português do Brasil",
	"ro": "Română", "fi": "Suomi", "sv-SE": "Svenska", "vi": "Tiếng Việt", "tr": "Türkçe",
	"cs": "Čeština", "el": "Ελληνικά", "bg": "български", "ru": "Pусский",
	"uk": "Українська", "hi": "हिन्दी", "th": "ไทย", "zh-CN": "中文", "ja": "日本語",
	"zh-TW": "繁體中文", "ko": "한국어",
}
