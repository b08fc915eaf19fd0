package view

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"

	"holecard/blackjack"
)

// A custom ID says what a button does, in at most 100 characters. The first
// field is the kind, numbers are in base 36:
//
//	p:HAND:VERSION:ACTION   play an action: p:2f5x0y9wq:3:hit
//	a:HAND:VERSION:STAKE    deal again: 0 the same stake, 1 double, 2 half
//	x:HAND:VERSION:CHIPS    deal again for so many chips
//	i:HAND:VERSION          ask whether to deal again for all chips
//	e:HAND:VERSION          no: show the hand as it is
//	m:HAND:VERSION          ask for another bet, which comes as v:HAND:VERSION
//	b:USER:ASKED:CHIPS:PAIRS:POKER:BUST:OWN:TABLE
//	                        deal what USER was refused by ASKED, for so many chips and side bets;
//	                        OWN is 1 for a hand that only its player sees
//	w:HAND                  the daily chips, for the player of the hand, 0 for anybody
//	r:HAND                  a refill, likewise
//	h:HAND                  a hint for the hand as it is
//	f:HAND                  what proves the shuffle of the hand
//	j:HAND                  a review of the hand, for whoever had a seat in it
//	l:ORDER:PERIOD:PAGE     a page of a leaderboard
//	lp:LINE                 a select whose values are leaderboards
//	s:ORDER                 a leaderboard in another order
//	o:WHAT                  a preference
//	q:PAGE                  a page of the help
//	pp:PART:USER            a part of a user's profile
//
// of a user's history, where an empty table stands for all:
//
//	hl:USER:PAGE:TABLE               a page
//	ho                               a select whose values are custom IDs
//	hr:HAND:USER:PAGE:TABLE          a review of a round of the page
//	hs:HAND:MOMENT:BUTTON:USER:PAGE:TABLE
//	                                 the round at one of its moments, by the first, second …
//	                                 button of the message
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
// of a seating, a table for several people:
//
//	us:SEATING               a chair
//	ul:SEATING               leave it
//	ub:SEATING               ask for a bet, which comes as ue:SEATING
//	ua:SEATING               the last bet again
//	ur:SEATING               wait for nobody
//	up:SEATING:TURN:ACTION   play an action in a turn: up:2f5x0y9wq:7:hit
//
// of a drill, by the interaction that began it:
//
//	dt:DRILL:QUESTION:ANSWER   the number of an action, or a count, in base 10: dt:2f5x0y9wq:8:-3
//	dr:DRILL                   go on with it
//	dn:DRILL:KIND:TABLE        another instead of it
//
// of what players set for themselves, where SCOPE is 0 for here and 1 for everywhere:
//
//	ls:SCOPE              the limits
//	la:SCOPE:KIND         ask for a limit, which comes as le:SCOPE:KIND
//	lk:SCOPE              take back what is to become looser
//	ln:SCOPE              ask for how long to lock oneself out
//	lq:SCOPE:SPAN         ask whether to
//	ll:SCOPE:SPAN:ASKED   lock oneself out
//
// and of confirmations, where ASKED is the interaction whose command asks:
//
//	y:ASKED   give the chips
//	k:ASKED   grant, take or reset chips
//	d:ASKED   no
//	z:WHERE:ASKED   erase the caller's data: 0 here, 1 everywhere, 2 not
//
// Messages live for ever, and so do these forms from the first release on: a new meaning
// gets a new kind.
const (
	kindPress  = "p"
	kindAgain  = "a"
	kindRebet  = "x"
	kindAllIn  = "i"
	kindBack   = "e"
	kindAsked  = "m"
	kindNew    = "v"
	kindBet    = "b"
	kindClaim  = "w"
	kindFill   = "r"
	kindHint   = "h"
	kindProof  = "f"
	kindTurn   = "l"
	kindBoards = "lp"
	kindTaste  = "o"
	kindHelp   = "q"
	kindParts  = "pp"

	kindReview     = "j"
	kindHistory    = "hl"
	kindOpen       = "ho"
	kindStep       = "hs"
	kindReviewPast = "hr"

	kindPage  = "sp"
	kindPick  = "so"
	kindAdmit = "st"
	kindSet   = "sv"
	kindAsk   = "sm"
	kindEnter = "se"

	kindSit     = "us"
	kindLeave   = "ul"
	kindAskSeat = "ub"
	kindSeatBet = "ue"
	kindSameBet = "ua"
	kindReady   = "ur"
	kindMove    = "up"

	kindTell    = "dt"
	kindResume  = "dr"
	kindRetrain = "dn"

	kindLimits  = "ls"
	kindAskOne  = "la"
	kindLimit   = "le"
	kindKeep    = "lk"
	kindAskSpan = "ln"
	kindAskLock = "lq"
	kindLockOut = "ll"

	kindGive    = "y"
	kindAdjust  = "k"
	kindDecline = "d"
	kindErase   = "z"
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
	case Rebet:
		return form(kindRebet, uint64(c.Hand), uint64(c.Version), uint64(c.Chips))
	case AllIn:
		return form(kindAllIn, uint64(c.Hand), uint64(c.Version))
	case Cancel:
		return form(kindBack, uint64(c.Hand), uint64(c.Version))
	case ChangeBet:
		return form(kindAsked, uint64(c.Hand), uint64(c.Version))
	case NewBet:
		return form(kindNew, uint64(c.Hand), uint64(c.Version))
	case Bet:
		how := uint64(0)
		if c.Private {
			how |= 1
		}
		if c.Practice {
			how |= 2
		}
		return form(kindBet, uint64(c.User), uint64(c.Asked), uint64(c.Chips),
			uint64(c.Sides[0]), uint64(c.Sides[1]), uint64(c.Sides[2]), how, uint64(c.Seating)) + ":" + c.Table
	case Claim:
		return form(kindClaim, uint64(c.Hand))
	case Refill:
		return form(kindFill, uint64(c.Hand))
	case Hint:
		return form(kindHint, uint64(c.Hand))
	case Proof:
		return form(kindProof, uint64(c.Hand))
	case Review:
		return form(kindReview, uint64(c.Hand))
	case Turn:
		return form(kindTurn, uint64(c.By), uint64(c.In), uint64(c.Page))
	case PickBoard:
		return form(kindBoards, uint64(c.Line))
	case Prefer:
		return form(kindTaste, uint64(c.What))
	case Profile:
		return form(kindParts, uint64(c.Part), uint64(c.Of))
	case ShowHelp:
		return form(kindHelp, uint64(c.Page))
	case Give:
		return form(kindGive, uint64(c.Asked))
	case Adjust:
		return form(kindAdjust, uint64(c.Asked))
	case Decline:
		return form(kindDecline, uint64(c.Asked))
	case Erase:
		return form(kindErase, uint64(c.Where), uint64(c.Asked))
	}
	if text := cmp.Or(seatID(c), drillID(c), limitsID(c), historyID(c)); text != "" {
		return text
	}
	return panelID(c)
}

// seatID returns the custom ID of a click at a table of several people, "" if it is none.
func seatID(c Click) string {
	switch c := c.(type) {
	case Sit:
		return form(kindSit, uint64(c.Seating))
	case Leave:
		return form(kindLeave, uint64(c.Seating))
	case ChangeSeatBet:
		return form(kindAskSeat, uint64(c.Seating))
	case SeatBet:
		return form(kindSeatBet, uint64(c.Seating))
	case SameBet:
		return form(kindSameBet, uint64(c.Seating))
	case Ready:
		return form(kindReady, uint64(c.Seating))
	case Move:
		return form(kindMove, uint64(c.Seating), uint64(c.Turn)) + ":" + actionCodes[c.Action]
	}
	return ""
}

// limitsID returns the custom ID of a click of what players set for themselves, "" if it is
// none.
func limitsID(c Click) string {
	switch c := c.(type) {
	case ShowLimits:
		return form(kindLimits, uint64(c.In))
	case AskLimit:
		return form(kindAskOne, uint64(c.In), uint64(c.What))
	case EnterLimit:
		return form(kindLimit, uint64(c.In), uint64(c.What))
	case KeepLimits:
		return form(kindKeep, uint64(c.In))
	case AskSpan:
		return form(kindAskSpan, uint64(c.In))
	case AskLock:
		return form(kindAskLock, uint64(c.In), uint64(c.Span))
	case LockOut:
		return form(kindLockOut, uint64(c.In), uint64(c.Span), uint64(c.Asked))
	}
	return ""
}

// historyID returns the custom ID of a click of a history, empty for another.
func historyID(c Click) string {
	switch c := c.(type) {
	case TurnHistory:
		return kindHistory + c.Past.id()
	case OpenRound:
		return kindOpen
	case StepTo:
		return form(kindStep, uint64(c.Round), uint64(c.Moment), uint64(c.Button)) + c.Past.id()
	case ReviewPast:
		return form(kindReviewPast, uint64(c.Round)) + c.Past.id()
	}
	return ""
}

func (p Past) id() string {
	newer := uint64(0)
	if p.At.Newer {
		newer = 1
	}
	return form("", uint64(p.Of), uint64(p.Page), uint64(p.At.Round), newer) + ":" + p.Table
}

// panelID returns the custom ID of a click of the panel.
func panelID(c Click) string {
	switch c := c.(type) {
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
