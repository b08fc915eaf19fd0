package odds

import "errors"

// What odds are not computed of.
var (
	ErrStrategy = errors.New("a strategy did what is not allowed")
	ErrHouse    = errors.New("no strategy for the house, which decides at this table")
	ErrPerson   = errors.New("a person's decisions have no odds")
	ErrCards    = errors.New("cards that the shoe does not have, or a hand over 21")
)
