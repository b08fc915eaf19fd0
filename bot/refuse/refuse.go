// Package refuse is how a rule says no to a player, in whatever language they read.
//
//	ErrYoung = refuse.New("young", "the account is too new", "time")   beside its rule
//	return ErrYoung.With(until)                                        where the rule applies
//	error.young = Their account is too new. Try again {time}.          in the catalogues
//
// A refusal is a kind and its facts. The words follow from the key of the kind, and the facts are
// written by their types. Packages below take part without importing this one: an error with the
// method Refusal is a refusal. A test checks that each key is in all catalogues with its facts.
package refuse

import (
	"errors"
	"fmt"
)

// Error is a refusal of any package. Refusal returns its key and the facts of that key's text.
type Error interface {
	error
	Refusal() (key string, facts []any)
}

// Kind is a reason to refuse something. It is an [Error] without facts.
type Kind struct {
	key, text string
	passing   bool
}

// New declares a kind by its key in the catalogues, what programs and logs read, and the names
// that the English text has for its facts.
func New(key, text string, _ ...string) *Kind { return &Kind{key: key, text: text} }

// Silent declares a kind that has no words: its caller shows how things stand.
func Silent(text string) *Kind { return &Kind{text: text} }

// Passing makes a kind one that is not final: the same interaction may succeed later.
func (k *Kind) Passing() *Kind {
	k.passing = true
	return k
}

// With returns a refusal of the kind with its facts, in the order of their names.
func (k *Kind) With(facts ...any) error { return &Refusal{k, facts} }

func (k *Kind) Error() string { return k.text }

// Refusal implements [Error].
func (k *Kind) Refusal() (string, []any) { return k.key, nil }

// Refusal is a kind with its facts.
type Refusal struct {
	Kind  *Kind
	Facts []any
}

func (r *Refusal) Error() string { return fmt.Sprint(r.Kind.text, " ", r.Facts) }

// Unwrap returns the kind, which [errors.Is] finds.
func (r *Refusal) Unwrap() error { return r.Kind }

// Refusal implements [Error].
func (r *Refusal) Refusal() (string, []any) { return r.Kind.key, r.Facts }

// Final reports whether an error is a refusal that stays one: the interaction is remembered, and
// does nothing when it is delivered again.
func Final(err error) bool {
	_, refused := errors.AsType[Error](err)
	kind, _ := errors.AsType[*Kind](err)
	return refused && (kind == nil || !kind.passing)
}

// Besides numbers, chips, times and text, which is taken for typed by people, facts are:
type (
	Code  string  // an expression, within a code span
	Share float64 // a part of a whole
)
