package bot

import (
	"errors"
	"fmt"
	"slices"
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
//	f:HAND                  what proves the shuffle of the hand
//	t:ORDER:PAGE            a page of a leaderboard
//	s:ORDER                 a leaderboard in another order
//
// and of questions, where ASKED is the interaction whose command asked, and
// GUILD and USER are who may answer:
//
//	g:GUILD:USER:TO:CHIPS:ASKED            give chips
//	c:GUILD:USER:DEED:TO:CHIPS:ASKED:MARK  grant, take or reset chips; MARK is the reason's
//	n:GUILD:USER:ASKED                     no
//
// Messages live for ever, and so do these forms: a new meaning gets a new kind.
const (
	kindPress = "p"
	kindAgain = "a"
	kindHint  = "h"
	kindProof = "f"
	kindTurn  = "t"
	kindSort  = "s"

	kindGive    = "g"
	kindCorrect = "c"
	kindDecline = "n"
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
	case view.Proof:
		return join(kindProof, base36(uint64(c.Hand)))
	case view.Turn:
		return join(kindTurn, base36(uint64(c.Order)), base36(uint64(c.Page)))
	case view.Sort:
		return join(kindSort, base36(uint64(c.Order)))
	case view.Give:
		return join(kindGive, playerID(c.From), base36(uint64(c.To)), base36(uint64(c.Chips)), base36(uint64(c.Asked)))
	case view.Correct:
		return join(kindCorrect, playerID(c.By), base36(uint64(c.Do)), base36(uint64(c.To)), base36(uint64(c.Chips)),
			base36(uint64(c.Asked)), base36(c.Mark))
	case view.Decline:
		return join(kindDecline, playerID(c.By), base36(uint64(c.Asked)))
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
	case kindProof:
		c = view.Proof{Hand: storage.HandID(f.number(64))}
	case kindTurn:
		c = view.Turn{Order: storage.Order(f.below(storage.Orders)), Page: int(f.number(31))}
	case kindSort:
		c = view.Sort{Order: storage.Order(f.below(storage.Orders))}
	case kindGive:
		c = view.Give{From: f.player(), To: f.user(), Chips: f.chips(), Asked: f.asked()}
	case kindCorrect:
		c = view.Correct{By: f.player(), Do: session.Deed(f.below(session.Deeds)), To: f.user(), Chips: f.chips(), Asked: f.asked(), Mark: f.number(64)}
	case kindDecline:
		c = view.Decline{By: f.player(), Asked: f.asked()}
	default:
		return nil, errCustomID
	}
	if f.bad || customID(c) != id {
		return nil, errCustomID
	}
	return c, nil
}

// belongs reports whether a click can be of a message with these buttons: one of
// them is about the same thing. It need not be the very button, but for answers
// to questions: a hand may have been redrawn while it was pressed. A message
// without buttons does not say.
func belongs(c view.Click, beside []string) bool {
	return len(beside) == 0 || slices.ContainsFunc(beside, func(id string) bool {
		other, err := parseCustomID(id)
		return err == nil && subject(other) == subject(c)
	})
}

// subject returns what a button is about.
func subject(c view.Click) any {
	switch c := c.(type) {
	case view.Press:
		return c.Hand
	case view.Again:
		return c.Hand
	case view.Hint:
		return c.Hand
	case view.Proof:
		return c.Hand
	case view.Give, view.Correct, view.Decline: // a question is never redrawn with other buttons
		return c
	case view.Turn, view.Sort:
		return "leaderboard"
	}
	panic(fmt.Sprintf("bot: no subject for %T", c)) // view.Click has the kinds above
}

func join(parts ...string) string { return strings.Join(parts, ":") }

func playerID(p storage.Player) string { return join(base36(uint64(p.Guild)), base36(uint64(p.User))) }

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

func (f *fields) player() storage.Player {
	return storage.Player{Guild: storage.GuildID(f.number(64)), User: f.user()}
}

func (f *fields) user() storage.UserID { return storage.UserID(f.number(64)) }

func (f *fields) chips() storage.Chips { return storage.Chips(f.number(53)) } // up to storage.MaxChips

func (f *fields) asked() storage.InteractionID { return storage.InteractionID(f.number(64)) }

func (f *fields) action() blackjack.Action {
	a, ok := blackjack.ParseAction(f.text())
	f.bad = f.bad || !ok
	return a
}
