// Package refuse holds what people are told when nothing is done.
//
// A refusal is an error that is declared beside its rule, with a key for its words, which are in
// the catalogues as "error.KEY", and the facts that they take:
//
//	var ErrSelf = refuse.New("self", "a player gives chips to themselves")
//
// Facts are printed by their type: chips with their noun, a user's id as a mention, a time as how
// far away it is, and texts escaped, for somebody may have typed them.
//
// A type of errors, on lower floors as well, is one by a method Refusal, which returns key and
// facts; where its wording takes more than that, the key is empty, and the view knows the type.
// A refusal is final: an interaction that was refused is not done when it is delivered again,
// even if it could be by then. All other errors are faults, whose transactions leave nothing.
package refuse

import "errors"

// Refusal is an error that people are told.
type Refusal interface {
	error
	Refusal() (key string, facts []any)
}

// Share is a fact that is printed in percent.
type Share float64

type refusal struct {
	key, text string
	facts     []any
	passing   bool
}

// New returns a refusal. The text is for logs; without a key the handler has the words.
func New(key, text string, facts ...any) error { return &refusal{key, text, facts, false} }

// Passing returns a refusal that is not final.
func Passing(key, text string) error { return &refusal{key, text, nil, true} }

func (r *refusal) Error() string            { return r.text }
func (r *refusal) Refusal() (string, []any) { return r.key, r.facts }

// Final reports whether an error is a final refusal.
func Final(err error) bool {
	of, ok := errors.AsType[Refusal](err)
	if r, passing := of.(*refusal); passing && r.passing {
		return false
	}
	return ok
}

// Of returns the key and the facts of the first refusal in an error that has a key.
func Of(err error) (key string, facts []any, ok bool) {
	for err != nil {
		r, is := errors.AsType[Refusal](err)
		if !is {
			return "", nil, false
		}
		if key, facts = r.Refusal(); key != "" {
			return key, facts, true
		}
		err = errors.Unwrap(r)
	}
	return "", nil, false
}
