package view

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"holecard/blackjack"
	"holecard/bot/session"
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
//	o:WHAT                  a preference
//	q:PAGE                  a page of the help
//
// of the panel of a server's settings, where empty fields stand for nothing:
//
//	sp:PAGE:TABLE:RULE:BEFORE     a page
//	so:LINE                       a select whose values are custom IDs
//	st:HAD                        the tables that may be played
//	sv:WHAT:TABLE:RULE:VALUE      a setting
//	sm:WHAT:TABLE:RULE            asks for a setting
//	se:WHAT:TABLE:RULE            a setting that was entered
//
// and of confirmations, where ASKED is the interaction whose command asks:
//
//	y:ASKED   give the chips
//	k:ASKED   grant, take or reset chips
//	d:ASKED   no
//
// Messages live for ever, and so do these forms: a new meaning gets a new kind.
// Confirmations of earlier versions, which had all that they are about in their
// custom ID and their message, are understood as such, and answered no more:
//
//	g:GUILD:USER:TO:CHIPS:ASKED            give chips
//	c:GUILD:USER:KIND:TO:CHIPS:ASKED:MARK  grant, take or reset chips
//	n:GUILD:USER:ASKED                     no
const (
	kindPress = "p"
	kindAgain = "a"
	kindHint  = "h"
	kindProof = "f"
	kindTurn  = "t"
	kindSort  = "s"
	kindTaste = "o"
	kindHelp  = "q"

	kindPage  = "sp"
	kindPick  = "so"
	kindAdmit = "st"
	kindSet   = "sv"
	kindAsk   = "sm"
	kindEnter = "se"

	kindGive    = "y"
	kindAdjust  = "k"
	kindDecline = "d"

	kindOldGive    = "g"
	kindOldAdjust  = "c"
	kindOldDecline = "n"
)

// actionCodes are the actions in custom IDs, whatever people call them. Hands of
// old messages have them, too: they never change.
var actionCodes = [...]string{
	blackjack.Hit:       "hit",
	blackjack.Stand:     "stand",
	blackjack.Double:    "double",
	blackjack.Split:     "split",
	blackjack.Surrender: "surrender",
	blackjack.Insure:    "insurance",
	blackjack.Decline:   "no insurance",
	blackjack.EvenMoney: "even money",
}

// longestID is how long Discord lets a custom ID be, in bytes of ours.
const longestID = 100

// ErrCustomID refuses a button that is not ours, or of a later version.
var ErrCustomID = errors.New("not a custom ID of ours")

// id returns the custom ID of a click.
func id(c Click) string {
	switch c := c.(type) {
	case Press:
		return form(kindPress, uint64(c.Hand), uint64(c.Version)) + ":" + actionCodes[c.Action]
	case Again:
		return form(kindAgain, uint64(c.Hand), uint64(c.Version), uint64(c.Stake))
	case Hint:
		return form(kindHint, uint64(c.Hand))
	case Proof:
		return form(kindProof, uint64(c.Hand))
	case Turn:
		return form(kindTurn, uint64(c.Order), uint64(c.Page))
	case Sort:
		return form(kindSort, uint64(c.Order))
	case Prefer:
		return form(kindTaste, uint64(c.What))
	case ShowHelp:
		return form(kindHelp, uint64(c.Page))
	case Give:
		return form(kindGive, uint64(c.Asked))
	case Adjust:
		return form(kindAdjust, uint64(c.Asked))
	case Decline:
		return form(kindDecline, uint64(c.Asked))
	case Outdated:
		return c.ID
	case Page:
		return form(kindPage, uint64(c.Of)) + ":" + c.Table + ":" + c.Rule +
			form("", uint64(c.Before))
	case Pick:
		return form(kindPick, uint64(c.Line))
	case Admit:
		return form(kindAdmit, c.Had)
	case Set:
		return form(kindSet, uint64(c.What)) + ":" + c.Table + ":" + c.Rule + ":" + c.Value
	case Ask:
		return form(kindAsk, uint64(c.What)) + ":" + c.Table + ":" + c.Rule
	case Enter:
		return form(kindEnter, uint64(c.What)) + ":" + c.Table + ":" + c.Rule
	}
	panic(fmt.Sprintf("view: no custom ID for %T", c)) // Click has the kinds above
}

func form(kind string, numbers ...uint64) string {
	for _, n := range numbers {
		kind += ":" + strconv.FormatUint(n, 36)
	}
	return kind
}

// ParseID returns the click of a custom ID. Only what [id] gives is
// one; anything else is ErrCustomID.
func ParseID(text string) (Click, error) {
	f := fields{rest: text}
	var c Click
	switch f.text() {
	case kindPress:
		c = Press{Hand: storage.HandID(f.number(64)), Version: uint32(f.number(32)),
			Action: f.action()}
	case kindAgain:
		c = Again{Hand: storage.HandID(f.number(64)), Version: uint32(f.number(32)),
			Stake: session.Stake(f.below(session.Stakes))}
	case kindHint:
		c = Hint{Hand: storage.HandID(f.number(64))}
	case kindProof:
		c = Proof{Hand: storage.HandID(f.number(64))}
	case kindTurn:
		c = Turn{Order: storage.Order(f.below(storage.Orders)), Page: int(f.number(31))}
	case kindSort:
		c = Sort{Order: storage.Order(f.below(storage.Orders))}
	case kindTaste:
		c = Prefer{What: Preference(f.below(Preferences))}
	case kindHelp:
		c = ShowHelp{Page: HelpPage(f.below(uint64(HelpPages)))}
	case kindGive:
		c = Give{Asked: f.asked()}
	case kindAdjust:
		c = Adjust{Asked: f.asked()}
	case kindDecline:
		c = Decline{Asked: f.asked()}
	case kindPage:
		c = Page{PageKind(f.below(PageKinds)), f.text(), f.text(),
			storage.InteractionID(f.number(64))}
	case kindPick:
		c = Pick{uint8(f.number(8))}
	case kindAdmit:
		c = Admit{f.number(64)}
	case kindSet:
		c = Set{f.setting(), f.text(), f.text(), f.tail()}
	case kindAsk:
		c = Ask{f.setting(), f.text(), f.text()}
	case kindEnter:
		c = Enter{f.setting(), f.text(), f.text()}
	case kindOldGive:
		c = f.outdated(kindOldGive, 5)
	case kindOldAdjust:
		c = f.outdated(kindOldAdjust, 7)
	case kindOldDecline:
		c = f.outdated(kindOldDecline, 3)
	default:
		return nil, ErrCustomID
	}
	if f.bad || len(text) > longestID || id(c) != text {
		return nil, ErrCustomID
	}
	return c, nil
}

// Belongs reports whether a click can be of a message with these buttons: one of
// them is about the same thing. It need not be the very button, but for answers
// to confirmations: a hand may have been redrawn while it was pressed. A message
// without buttons does not say.
func Belongs(c Click, beside []string) bool {
	return len(beside) == 0 || slices.ContainsFunc(beside, func(text string) bool {
		other, err := ParseID(text)
		return err == nil && other.about() == c.about()
	})
}

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

// tail returns all that is left.
func (f *fields) tail() string { return f.rest }

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

// outdated reads a form that was numbers.
func (f *fields) outdated(kind string, count int) Outdated {
	numbers := make([]uint64, count)
	for i := range numbers {
		numbers[i] = f.number(64)
	}
	return Outdated{form(kind, numbers...)}
}

func (f *fields) asked() storage.InteractionID { return storage.InteractionID(f.number(64)) }

func (f *fields) setting() storage.Setting {
	return storage.Setting(f.below(storage.Settable + 1))
}

func (f *fields) action() blackjack.Action {
	code := f.text()
	a := slices.Index(actionCodes[:], code)
	f.bad = f.bad || a < 0
	return blackjack.Action(max(a, 0))
}
