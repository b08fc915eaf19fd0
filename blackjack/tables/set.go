package tables

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"holecard/blackjack"
)

// key is a rule that can be changed by name, bound to rules.
type key struct {
	name   string // as people type it
	title  string // as people read it
	values string // what it takes, in words
	amount bool   // it is an amount of chips
	set    func(value string) bool
	get    func() string
}

// SetError tells why [Set] changes nothing, and what would.
type SetError struct {
	Title   string // the title of the rule; empty where none is named
	Takes   string // what the rule takes
	Unknown string // the name that no rule has; empty where one has it
	Amount  bool   // the rule is an amount of chips
	Reason  string // all of it, in the words of the command line
}

func (e *SetError) Error() string { return e.Reason }

// Set returns the rules with one changed by "key=value". The rules are not yet
// validated, since several keys may only make sense together: call
// [blackjack.Rules.ValidateChoice] when all are set. The error is a [*SetError].
func Set(r blackjack.Rules, change string) (blackjack.Rules, error) {
	name, value, ok := strings.Cut(change, "=")
	if !ok {
		reason := fmt.Sprintf("%q changes no rule: write key=value, such as decks=8", change)
		return r, &SetError{Reason: reason}
	}
	changed := r
	for _, k := range keys(&changed) {
		if k.name != strings.TrimSpace(name) {
			continue
		}
		if !k.set(strings.TrimSpace(value)) {
			return r, &SetError{Title: k.title, Takes: k.values, Amount: k.amount,
				Reason: fmt.Sprintf("%s takes %s, not %q", k.name, k.values, value)}
		}
		return changed, nil
	}
	return r, &SetError{Unknown: strings.TrimSpace(name),
		Reason: fmt.Sprintf("there is no rule %q: there are %s", name, strings.Join(Keys(), ", "))}
}

// Keys returns the names of the rules that [Set] changes.
func Keys() []string {
	var names []string
	for _, k := range keys(&blackjack.Rules{}) {
		names = append(names, k.name)
	}
	return names
}

// Value is a rule by its key.
type Value struct {
	Key   string
	Title string // the rule as people read it
	Value string
	Takes string
}

// Values returns every rule that [Set] changes as it is now.
func Values(r blackjack.Rules) []Value {
	var list []Value
	for _, k := range keys(&r) {
		list = append(list, Value{k.name, k.title, k.get(), k.values})
	}
	return list
}

func flag(name, title string, at *bool) key {
	return key{name, title, "true or false", false, func(v string) bool {
		b, err := strconv.ParseBool(v)
		*at = b
		return err == nil
	}, func() string { return strconv.FormatBool(*at) }}
}

func number(name, title string, least, most int, at *int) key {
	return key{name, title, fmt.Sprintf("%d to %d", least, most), false, func(v string) bool {
		n, err := strconv.Atoi(v)
		*at = n
		return err == nil && n >= least && n <= most
	}, func() string { return strconv.Itoa(*at) }}
}

func chips(name, title string, at *blackjack.Chips) key {
	return key{name, title, fmt.Sprintf("1 to %d chips", blackjack.MaxStake), true,
		func(v string) bool {
			n, err := strconv.ParseInt(v, 10, 64)
			*at = blackjack.Chips(n)
			return err == nil && n >= 1 && *at <= blackjack.MaxStake
		}, func() string { return fmt.Sprint(*at) }}
}

// choice is a rule whose values are named in the order of its constants.
func choice[T ~uint8](name, title string, at *T, names ...string) key {
	return key{name, title, strings.Join(names, ", "), false, func(v string) bool {
		i := slices.Index(names, v)
		*at = T(max(i, 0))
		return i >= 0
	}, func() string { return names[*at] }}
}

// either is a rule that is one of two things, by name.
func either(name, title, off, on string, at *bool) key {
	return key{name, title, off + " or " + on, false, func(v string) bool {
		*at = v == on
		return v == on || v == off
	}, func() string {
		if *at {
			return on
		}
		return off
	}}
}

// then is a key whose change brings others with it, such as that of a rule
// without which another has no effect.
func (k key) then(also func()) key {
	set := k.set
	k.set = func(v string) bool {
		ok := set(v)
		if ok {
			also()
		}
		return ok
	}
	return k
}
