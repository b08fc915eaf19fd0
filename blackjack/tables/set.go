package tables

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"holecard/blackjack"
	"holecard/internal/typed"
)

// key is a rule that can be changed by name, bound to rules.
type key struct {
	name  string // as people type it
	takes Takes
	set   func(value string) bool
	get   func() string
}

// Takes is what a rule can be set to.
type Takes struct {
	Kind   Kind
	Values []string // all there are; of a range the least and the most, of a share some
}

// Kind is a kind of values.
type Kind uint8

// The kinds.
const (
	OneOf  Kind = iota
	Number      // a range of whole numbers
	Chips       // a range of amounts of chips
	Share       // of the shoe, or a number of cards: see setPenetration
)

// SetError says why [Set] changes nothing.
type SetError struct {
	Fault SetFault
	Key   string
	Value string
	Takes Takes // what it takes
}

// SetFault is a reason to refuse a change.
type SetFault uint8

// The faults.
const (
	NoAssignment SetFault = iota // it is not key=value, but the key alone
	UnknownRule                  // no rule has the key
	WrongValue                   // the rule takes others
)

func (e *SetError) Error() string {
	return fmt.Sprintf("the rule %q is not set to %q (fault %d)", e.Key, e.Value, e.Fault)
}

// Refusal returns the key of the words for players, who are told what is meant or taken.
func (e *SetError) Refusal() (string, []any) { return "said", []any{e} }

// Set returns the rules with one changed by "key=value". The rules are not yet
// validated, since several keys may only make sense together: call
// [blackjack.Rules.ValidateChoice] when all are set. The error is a [*SetError].
func Set(r blackjack.Rules, change string) (blackjack.Rules, error) {
	name, value, ok := strings.Cut(change, "=")
	e := &SetError{Key: strings.TrimSpace(name), Value: strings.TrimSpace(value)}
	if !ok {
		return r, e
	}
	changed := r
	for _, k := range keys(&changed) {
		if k.name != e.Key {
			continue
		}
		if !k.set(e.Value) {
			e.Fault, e.Takes = WrongValue, k.takes
			return r, e
		}
		return changed, nil
	}
	e.Fault = UnknownRule
	return r, e
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
	Value string
	Takes Takes
}

// Values returns every rule that [Set] changes as it is now.
func Values(r blackjack.Rules) []Value {
	var list []Value
	for _, k := range keys(&r) {
		list = append(list, Value{k.name, k.get(), k.takes})
	}
	return list
}

func flag(name string, at *bool) key {
	return key{name, Takes{OneOf, []string{"true", "false"}}, func(v string) bool {
		b, err := strconv.ParseBool(v)
		*at = b
		return err == nil
	}, func() string { return strconv.FormatBool(*at) }}
}

func number(name string, least, most int, at *int) key {
	return ranged(name, Number, least, most, at, func(v string) (int, bool) {
		n, err := strconv.Atoi(v)
		return n, err == nil
	})
}

func chips(name string, at *blackjack.Chips) key {
	return ranged(name, Chips, 1, blackjack.MaxStake, at, typed.Amount)
}

func ranged[T ~int | ~int64](name string, kind Kind, least, most T, at *T,
	read func(string) (T, bool)) key {
	takes := Takes{kind, []string{fmt.Sprint(least), fmt.Sprint(most)}}
	return key{name, takes, func(v string) bool {
		n, ok := read(v)
		*at = n
		return ok && n >= least && n <= most
	}, func() string { return fmt.Sprint(*at) }}
}

// named is a rule whose values have names, by their positions.
func named(name string, names []string, get func() int, set func(int)) key {
	return key{name, Takes{OneOf, names}, func(v string) bool {
		i := slices.Index(names, v)
		if i >= 0 {
			set(i)
		}
		return i >= 0
	}, func() string { return names[get()] }}
}

// choice is a rule whose values are named in the order of its constants.
func choice[T ~uint8](name string, at *T, names ...string) key {
	return named(name, names, func() int { return int(*at) }, func(i int) { *at = T(i) })
}

// either is a rule that is one of two things, by name.
func either(name, off, on string, at *bool) key {
	return named(name, []string{off, on}, func() int {
		if *at {
			return 1
		}
		return 0
	}, func(i int) { *at = i == 1 })
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
