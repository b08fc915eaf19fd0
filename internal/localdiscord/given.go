package localdiscord

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// This file checks the options that a person gives, as Discord does before a
// bot hears of a command.

// Given is an option that a person gives with a command. Value is a string,
// bool, int, int64, float64, [json.Number], [ID] or [Person]; text is taken
// for a number where one is wanted.
type Given struct {
	Name    string  `json:"name"`
	Value   any     `json:"value"`
	Focused bool    `json:"focused"` // being typed: complete this one
	Options []Given `json:"options"` // of a subcommand or group
}

// Errors of what a person tries.
var (
	ErrUnknownCommand = errors.New("there is no such command")
	ErrNotAllowed     = errors.New("you may not use this command here")
	ErrUnknownMessage = errors.New("there is no such message")
	ErrUnknownButton  = errors.New("the message has no such button")
	ErrDisabled       = errors.New("the button is disabled")
	ErrUnknownChannel = errors.New("there is no such channel")
)

// OptionError tells what is wrong with an option.
type OptionError struct {
	Option  string
	Problem string
}

// Error implements error.
func (e *OptionError) Error() string { return "option " + e.Option + ": " + e.Problem }

// sent is an option as an interaction carries it.
type sent struct {
	Name    string `json:"name"`
	Type    int    `json:"type"`
	Value   any    `json:"value,omitempty"`
	Focused bool   `json:"focused,omitempty"`
	Options []sent `json:"options,omitempty"`
}

// reading is the way through the options of one command.
type reading struct {
	w      *world
	typing bool // an autocompletion: nothing is checked, the focused value is text
	users  map[ID]Person
	focus  int // type of the focused option
}

// options checks what is given against what is wanted.
func (r *reading) options(wanted []CommandOption, given []Given) ([]sent, error) {
	list := []sent{}
	for _, g := range given {
		i := slices.IndexFunc(wanted, func(o CommandOption) bool { return o.Name == g.Name })
		if i < 0 {
			return nil, &OptionError{g.Name, "this command has no such option"}
		}
		if slices.ContainsFunc(list, func(s sent) bool { return s.Name == g.Name }) {
			return nil, &OptionError{g.Name, "is given twice"}
		}
		s, err := r.option(wanted[i], g)
		if err != nil {
			return nil, err
		}
		list = append(list, s)
	}
	for _, o := range wanted {
		missing := !slices.ContainsFunc(list, func(s sent) bool { return s.Name == o.Name })
		if o.Required && missing && !r.typing {
			return nil, &OptionError{o.Name, "is required"}
		}
	}
	if len(wanted) > 0 && wanted[0].Type <= OptionSubcommandGroup && len(list) != 1 {
		return nil, &OptionError{wanted[0].Name, "choose one subcommand"}
	}
	return list, nil
}

func (r *reading) option(o CommandOption, g Given) (sent, error) {
	s := sent{Name: o.Name, Type: o.Type}
	if o.Type <= OptionSubcommandGroup {
		inner, err := r.options(o.Options, g.Options)
		s.Options = inner
		return s, err
	}
	if g.Focused {
		r.focus = o.Type
		s.Focused, s.Value = true, textOf(g.Value)
		return s, nil
	}
	v, err := r.value(o, g.Value)
	if err != nil && r.typing {
		v, err = textOf(g.Value), nil
	}
	s.Value = v
	if err == nil && !r.typing && len(o.Choices) > 0 {
		err = chosen(o, v)
	}
	return s, err
}

// chosen tells whether v is one of the choices.
func chosen(o CommandOption, v any) error {
	names := make([]string, len(o.Choices))
	for i, c := range o.Choices {
		if textOf(c.Value) == textOf(v) {
			return nil
		}
		names[i] = c.Name
	}
	return &OptionError{o.Name, "must be one of " + strings.Join(names, ", ")}
}

// value converts a given value to the option's type and checks its bounds.
func (r *reading) value(o CommandOption, v any) (any, error) {
	text := textOf(v)
	switch o.Type {
	case OptionString:
		return text, checkLength(o, text)
	case OptionInteger:
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil || n > maxExact || n < -maxExact {
			return nil, &OptionError{o.Name, "must be a whole number between -2^53 and 2^53"}
		}
		return n, checkBounds(o, float64(n))
	case OptionNumber:
		n, err := strconv.ParseFloat(text, 64)
		if err != nil || math.IsNaN(n) || math.Abs(n) > float64(maxExact) {
			return nil, &OptionError{o.Name, "must be a number"}
		}
		return n, checkBounds(o, n)
	case OptionBoolean:
		b, err := strconv.ParseBool(text)
		if err != nil {
			return nil, &OptionError{o.Name, "must be true or false"}
		}
		return b, nil
	case OptionUser, OptionMentionable:
		return r.user(o, text)
	case OptionChannel:
		if id, err := ParseID(text); err == nil && r.w.rooms[id] != nil {
			return text, nil
		}
		return nil, &OptionError{o.Name, "must be a channel"}
	}
	return nil, &OptionError{o.Name,
		fmt.Sprintf("options of type %d are not to be had in local Discord", o.Type)}
}

var mention = regexp.MustCompile(`^<@!?(\d+)>$`)

func (r *reading) user(o CommandOption, text string) (any, error) {
	if m := mention.FindStringSubmatch(text); m != nil {
		text = m[1]
	}
	id, err := ParseID(text)
	p, known := r.w.everyone[id]
	if id == r.w.app.ID {
		p, known = Person{ID: id, Name: r.w.app.Name}, true
	}
	if err != nil || !known {
		return nil, &OptionError{o.Name, "must be one of the people here"}
	}
	r.users[id] = p
	return text, nil
}

func checkLength(o CommandOption, text string) error {
	n := utf8.RuneCountInString(text)
	longest := 6000
	if o.MaxLength != nil {
		longest = *o.MaxLength
	}
	if o.MinLength != nil && n < *o.MinLength {
		return &OptionError{o.Name, fmt.Sprintf("must be at least %d characters long",
			*o.MinLength)}
	}
	if n > longest {
		return &OptionError{o.Name, fmt.Sprintf("must be at most %d characters long", longest)}
	}
	return nil
}

func checkBounds(o CommandOption, n float64) error {
	if o.MinValue != nil {
		if low, _ := o.MinValue.Float64(); n < low {
			return &OptionError{o.Name, "must be at least " + o.MinValue.String()}
		}
	}
	if o.MaxValue != nil {
		if high, _ := o.MaxValue.Float64(); n > high {
			return &OptionError{o.Name, "must be at most " + o.MaxValue.String()}
		}
	}
	return nil
}

// textOf writes a value as a person would type it.
func textOf(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return v
	case Person:
		return v.ID.String()
	case json.Number:
		return v.String()
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
