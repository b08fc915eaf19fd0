package blackjack

import "slices"

// Stack is cards on top of one another, the top one first. It never changes.
type Stack []Card

// On returns the stack laid on another: its cards come first.
func (s Stack) On(below Stack) Stack { return slices.Concat(s, below) }

// Draw takes the top card off and returns what is left. The error of an empty
// stack is [ErrShoeEmpty].
func (s Stack) Draw() (top Card, left Stack, err error) {
	if len(s) == 0 {
		return 0, s, ErrShoeEmpty
	}
	return s[0], s[1:], nil
}
