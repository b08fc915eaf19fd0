package blackjack

import (
	"math/bits"
	"strings"
)

// Action is what a seat can do.
type Action uint8

// The actions. Insurance is answered before anything else, by one of the last
// three; EvenMoney is for a natural only.
const (
	Hit Action = iota
	Stand
	Double
	Split
	Surrender
	Insure
	Decline // no insurance, no even money
	EvenMoney
	actions
)

var actionNames = [actions]string{
	"hit", "stand", "double", "split", "surrender", "insurance", "no insurance", "even money",
}

// String returns the action as players call it: "hit", "no insurance".
func (a Action) String() string {
	if a < actions {
		return actionNames[a]
	}
	return "no action"
}

// Actions is a set of actions.
type Actions uint16

// ActionsOf returns the set of the actions given.
func ActionsOf(list ...Action) Actions {
	var s Actions
	for _, a := range list {
		s = s.With(a)
	}
	return s
}

// With returns the set and a.
func (s Actions) With(a Action) Actions { return s | 1<<a }

// Without returns the set less a.
func (s Actions) Without(a Action) Actions { return s &^ (1 << a) }

// Has reports whether a is in the set.
func (s Actions) Has(a Action) bool { return s>>a&1 == 1 }

// Empty reports whether nothing is in the set.
func (s Actions) Empty() bool { return s == 0 }

func (s Actions) several() bool { return s&(s-1) != 0 }

// Len returns how many actions are in the set.
func (s Actions) Len() int { return bits.OnesCount16(uint16(s)) }

// All yields the actions of the set in the order of the constants.
func (s Actions) All() func(yield func(Action) bool) {
	return func(yield func(Action) bool) {
		for a := range actions {
			if s.Has(a) && !yield(a) {
				return
			}
		}
	}
}

// String lists the actions: "hit, stand, double".
func (s Actions) String() string {
	var names []string
	for a := range s.All() {
		names = append(names, a.String())
	}
	return strings.Join(names, ", ")
}
