package view

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"holecard/blackjack"
	"holecard/bot/care"
	"holecard/bot/session"
	"holecard/storage"
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
//	b:USER:ASKED:CHIPS:OWN:TABLE
//	                        deal what USER was refused by ASKED, for so many chips; OWN is 1
//	                        for a hand that only its player sees
//	w:HAND                  the daily chips, for the player of the hand, 0 for anybody
//	r:HAND                  a refill, likewise
//	h:HAND                  a hint for the hand as it is
//	f:HAND                  what proves the shuffle of the hand
//	j:HAND                  a review of the hand, for whoever had a seat in it
//	t:ORDER:PAGE            a page of a leaderboard of all time
//	l:ORDER:SPAN:NUMBER:PAGE
//	                        a page of a leaderboard of a day, week, month or season
//	lp:LINE                 a select whose values are leaderboards
//	s:ORDER                 a leaderboard in another order
//	o:WHAT                  a preference
//	q:PAGE                  a page of the help
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
// Messages live for ever, and so do these forms: a new meaning gets a new kind.
// Confirmations of earlier versions, which had all that they are about in their
// custom ID and their message, are understood as such, and answered no more:
//
//	g:GUILD:USER:TO:CHIPS:ASKED            give chips
//	c:GUILD:USER:KIND:TO:CHIPS:ASKED:MARK  grant, take or reset chips
//	n:GUILD:USER:ASKED                     no
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
	kindTurn   = "t"
	kindBoard  = "l"
	kindBoards = "lp"
	kindSort   = "s"
	kindTaste  = "o"
	kindHelp   = "q"

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
		own := uint64(0)
		if c.Private {
			own = 1
		}
		return form(kindBet, uint64(c.User), uint64(c.Asked), uint64(c.Chips), own) + ":" + c.Table
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
		if c.In == (storage.Period{}) {
			return form(kindTurn, uint64(c.By), uint64(c.Page))
		}
		return form(kindBoard, uint64(c.By), uint64(c.In.Span), uint64(c.In.Number),
			uint64(c.Page))
	case PickBoard:
		return form(kindBoards, uint64(c.Line))
	case Sort:
		return form(kindSort, uint64(c.Order))
	case Prefer:
		return form(kindTaste, uint64(c.What))
	case ShowHelp:
		return form(kindHelp, uint64(c.Page))
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
	case Give:
		return form(kindGive, uint64(c.Asked))
	case Adjust:
		return form(kindAdjust, uint64(c.Asked))
	case Decline:
		return form(kindDecline, uint64(c.Asked))
	case Erase:
		return form(kindErase, uint64(c.Where), uint64(c.Asked))
	case Outdated:
		return c.ID
	}
	if text := cmp.Or(drillID(c), limitsID(c), historyID(c)); text != "" {
		return text
	}
	return panelID(c)
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

func (p Past) id() string { return form("", uint64(p.Of), uint64(p.Page)) + ":" + p.Table }

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

// ParseID returns the click of a custom ID. Only what [id] gives is
// one; anything else is ErrCustomID.
func ParseID(text string) (Click, error) {
	f := fields{rest: text}
	kind := f.text()
	c := cmp.Or(f.click(kind), f.ofHistory(kind), f.ofPanel(kind), f.ofSeating(kind),
		f.ofDrill(kind), f.ofLimits(kind))
	if c == nil || f.bad || len(text) > longestID || id(c) != text {
		return nil, ErrCustomID
	}
	return c, nil
}

// click reads a click of a hand, a board, help or a confirmation, nil if the kind
// is none of theirs.
func (f *fields) click(kind string) (c Click) {
	switch kind {
	case kindPress:
		c = Press{Hand: f.hand(), Version: f.version(),
			Action: f.action()}
	case kindAgain:
		c = Again{Hand: f.hand(), Version: f.version(),
			Stake: session.Stake(f.below(session.Stakes))}
	case kindRebet:
		c = Rebet{Hand: f.hand(), Version: f.version(), Chips: f.chips()}
	case kindAllIn:
		c = AllIn{Hand: f.hand(), Version: f.version()}
	case kindBack:
		c = Cancel{Hand: f.hand(), Version: f.version()}
	case kindAsked:
		c = ChangeBet{Hand: f.hand(), Version: f.version()}
	case kindNew:
		c = NewBet{Hand: f.hand(), Version: f.version()}
	case kindBet:
		c = Bet{User: storage.UserID(f.number(64)), Asked: f.asked(), Chips: f.chips(),
			Private: f.below(2) == 1, Table: f.text()}
	case kindClaim:
		c = Claim{Hand: f.hand()}
	case kindFill:
		c = Refill{Hand: f.hand()}
	case kindHint:
		c = Hint{Hand: f.hand()}
	case kindProof:
		c = Proof{Hand: f.hand()}
	case kindReview:
		c = Review{Hand: f.hand()}
	case kindTurn:
		c = Turn{f.order().Ever(), int(f.number(31))}
	case kindBoard:
		b := storage.Board{By: f.order(), In: storage.Period{
			Span: storage.Span(f.below(storage.Spans)), Number: uint32(f.number(32))}}
		f.bad = f.bad || !b.Exists()
		c = Turn{b, int(f.number(31))}
	case kindBoards:
		c = PickBoard{uint8(f.number(8))}
	case kindSort:
		c = Sort{f.order()}
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
	case kindErase:
		c = Erase{Scope(f.below(Scopes)), f.asked()}
	case kindOldGive:
		c = f.outdated(kindOldGive, 5)
	case kindOldAdjust:
		c = f.outdated(kindOldAdjust, 7)
	case kindOldDecline:
		c = f.outdated(kindOldDecline, 3)
	}
	return c
}

// ofHistory reads a click of a history, nil if the kind is none of its.
func (f *fields) ofHistory(kind string) (c Click) {
	switch kind {
	case kindHistory:
		c = TurnHistory{f.past()}
	case kindOpen:
		c = OpenRound{}
	case kindStep:
		c = StepTo{f.hand(), int(f.number(16)), uint8(f.below(4)), f.past()}
	case kindReviewPast:
		c = ReviewPast{f.hand(), f.past()}
	}
	return c
}

// ofPanel reads a click of the panel, nil if the kind is none of its.
func (f *fields) ofPanel(kind string) (c Click) {
	switch kind {
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
	}
	return c
}

// ofLimits reads a click of what players set for themselves, nil if the kind is none of its.
func (f *fields) ofLimits(kind string) (c Click) {
	switch kind {
	case kindLimits:
		c = ShowLimits{f.scope()}
	case kindAskOne:
		c = AskLimit{f.scope(), f.limit()}
	case kindLimit:
		c = EnterLimit{f.scope(), f.limit()}
	case kindKeep:
		c = KeepLimits{f.scope()}
	case kindAskSpan:
		c = AskSpan{f.scope()}
	case kindAskLock:
		c = AskLock{f.scope(), f.span()}
	case kindLockOut:
		c = LockOut{f.scope(), f.span(), f.asked()}
	}
	return c
}

func (f *fields) scope() care.Scope { return care.Scope(f.below(care.Scopes)) }

func (f *fields) span() session.LockSpan { return session.LockSpan(f.below(session.LockSpans)) }

// limit returns a kind of limit that players set.
func (f *fields) limit() care.Kind {
	what := care.Kind(f.below(uint64(care.Kinds)))
	f.bad = f.bad || !slices.Contains(limitKinds, what)
	return what
}

// ofSeating reads a click of a seating, nil if the kind is none of its.
func (f *fields) ofSeating(kind string) (c Click) {
	switch kind {
	case kindSit:
		c = Sit{f.seating()}
	case kindLeave:
		c = Leave{f.seating()}
	case kindAskSeat:
		c = ChangeSeatBet{f.seating()}
	case kindSeatBet:
		c = SeatBet{f.seating()}
	case kindSameBet:
		c = SameBet{f.seating()}
	case kindReady:
		c = Ready{f.seating()}
	case kindMove:
		c = Move{f.seating(), f.version(), f.action()}
	}
	return c
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

func (f *fields) order() storage.Order { return storage.Order(f.below(storage.Orders)) }

func (f *fields) hand() storage.RoundID { return storage.RoundID(f.number(64)) }

func (f *fields) past() Past {
	return Past{storage.UserID(f.number(64)), int(f.number(31)), f.text()}
}

func (f *fields) seating() storage.SeatingID { return storage.SeatingID(f.number(64)) }

func (f *fields) version() uint32 { return uint32(f.number(32)) }

func (f *fields) chips() storage.Chips { return storage.Chips(f.number(53)) }

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
