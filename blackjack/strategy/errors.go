package strategy

import (
	"errors"
	"fmt"
)

// Fault is a reason to refuse an expression.
type Fault uint8

// The faults.
const (
	Unexpected     Fault = iota + 1 // Found stands where Want is expected
	UnknownName                     // Name is unknown; Meant is the nearest known
	TakesNothing                    // Name takes nothing in parentheses
	TakesArguments                  // Name stands alone, but takes arguments
	ArgumentCount                   // Name takes another number of arguments than Count
	UnseenUpcard                    // Name goes by the upcard, and this table shows none
	NoSuits                         // Name goes by suits, and this table's cards have none
	FixedAces                       // Name goes by how an ace counts, which never changes here
	NoPerson                        // nobody can be asked; the cause is ErrNobody
	NoTable                         // basic belongs to a table, and there is none
	NoBasic                         // basic is not to be had, for the cause
	TooLong                         // more than MaxLength bytes
	TooManyTokens                   // more than MaxTokens
	TooDeep                         // more than MaxDepth parentheses in one another
	TooLongWritten                  // one of these, once it is in its canonical form
	WrongChart                      // the cause is a [*ChartError]
)

// Part is a part of an expression, as it is wanted or found.
type Part uint8

// The parts.
const (
	PartCondition Part = iota + 1 // or any other strategy
	PartNumber
	PartWhole // a number up to MaxNumber in digits
	PartStop  // a number from 0 to MaxStop
	PartSuit  // the name of a suit, or its first letter
	PartText  // in quotes
	PartOpen  // "("
	PartComma // "," or an operator
	PartClose // ")" or an operator
	PartEnd   // the end or an operator
	PartToken // whatever it is
)

// SyntaxError says why an expression is refused, and where. Which of the
// facts there are depends on the fault.
type SyntaxError struct {
	Fault  Fault
	Text   string // the whole expression
	Column int    // counted in characters from 1; 0 where it is the whole
	Name   string // with its form, such as "both(a, b)"; one that is not known is as it was typed
	Meant  string // with its form; empty where none is near
	Count  int
	Want   Part
	Found  Part
	Piece  string // what is found, as it is written
	Write  string // the operator that people mean who know another language; else empty
	Cause  error  // of an expression that is right, but cannot be had here; else nil
}

func (e *SyntaxError) Error() string {
	text := fmt.Sprintf("not a strategy: fault %d at column %d", e.Fault, e.Column)
	if e.Cause != nil {
		text += ": " + e.Cause.Error()
	}
	return text
}

// Unwrap returns the cause.
func (e *SyntaxError) Unwrap() error { return e.Cause }

// ErrNobody is the cause of the error where an expression asks a person and
// nobody can be asked.
var ErrNobody = errors.New("nobody can be asked")
