package bot

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"holecard/blackjack"
	"holecard/bot/session"
	"holecard/bot/view"
	"holecard/storage"
)

// A custom ID says what a button does, in at most 100 characters. The first
// field is the kind, numbers are in base 36:
//
//	p:HAND:VERSION:ACTION   play an action: p:2f5x0y9wq:3:hit
//	a:HAND:VERSION:STAKE    deal again: 0 the same stake, 1 double, 2 half
//	h:HAND                  a hint for the hand as it is
//	t:ORDER:PAGE            a page of a leaderboard
//	s:ORDER                 a leaderboard in another order
//
// Messages live for ever, and so do these forms: a new meaning gets a new kind.
const (
	kindPress = "p"
	kindAgain = "a"
	kindHint  = "h"
	kindTurn  = "t"
	kindSort  = "s"
)

// errCustomID tells that a button is none of ours, or of a version to come.
var errCustomID = errors.New("not a custom ID of ours")

// customID returns the custom ID of a click.
func customID(c view.Click) string {
	switch c := c.(type) {
	case view.Press:
		return join(kindPress, base36(uint64(c.Hand)), base36(uint64(c.Version)), c.Action.String())
	case view.Again:
		return join(kindAgain, base36(uint64(c.Hand)), base36(uint64(c.Version)), base36(uint64(c.Stake)))
	case view.Hint:
		return join(kindHint, base36(uint64(c.Hand)))
	case view.Turn:
		return join(kindTurn, base36(uint64(c.Order)), base36(uint64(c.Page)))
	case view.Sort:
		return join(kindSort, base36(uint64(c.Order)))
	}
	panic(fmt.Sprintf("bot: no custom ID for %T", c)) // view.Click has the kinds above
}

// parseCustomID returns the click of a custom ID. Only what [customID] gives is
// one; anything else is errCustomID.
func parseCustomID(id string) (view.Click, error) {
	f := fields{rest: id}
	var c view.Click
	switch f.text() {
	case kindPress:
		c = view.Press{Hand: storage.HandID(f.number(64)), Version: uint32(f.number(32)), Action: f.action()}
	case kindAgain:
		c = view.Again{Hand: storage.HandID(f.number(64)), Version: uint32(f.number(32)), Stake: session.Stake(f.below(session.Stakes))}
	case kindHint:
		c = view.Hint{Hand: storage.HandID(f.number(64))}
	case kindTurn:
		c = view.Turn{Order: storage.Order(f.below(storage.Orders)), Page: int(f.number(31))}
	case kindSort:
		c = view.Sort{Order: storage.Order(f.below(storage.Orders))}
	default:
		return nil, errCustomID
	}
	if f.bad || customID(c) != id {
		return nil, errCustomID
	}
	return c, nil
}

func join(parts ...string) string { return strings.Join(parts, ":") }

func base36(n uint64) string { return strconv.FormatUint(n, 36) }

// fields takes a custom ID apart, field by field; after the first that does not
// fit it is bad.
type fields struct {
	rest string
	bad  bool
}

func (f *fields) text() string {
	field, rest, _ := strings.Cut(f.rest, ":")
	f.rest = rest
	return field
}

func (f *fields) number(bits int) uint64 {
	n, err := strconv.ParseUint(f.text(), 36, bits)
	f.bad = f.bad || err != nil
	return n
}

func (f *fields) below(limit uint64) uint64 {
	n := f.number(8)
	f.bad = f.bad || n >= limit
	return n
}

func (f *fields) action() blackjack.Action {
	a, ok := blackjack.ParseAction(f.text())
	f.bad = f.bad || !ok
	return a
}
