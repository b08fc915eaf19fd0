package view

import (
	"cmp"
	"holecard/blackjack"
	"holecard/bot/care"
	"holecard/bot/session"
	"holecard/storage"
	"slices"
	"strconv"
	"strings"
)

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
		b := Bet{User: storage.UserID(f.number(64)), Asked: f.asked(), Chips: f.chips(),
			Sides: blackjack.Sides{f.chips(), f.chips(), f.chips()}}
		how := f.below(4)
		b.Private, b.Practice = how&1 != 0, how&2 != 0
		b.Seating, b.Table = f.seating(), f.text()
		c = b
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
		r := session.Ranking{By: f.order(), In: session.Lately(f.below(session.Periods))}
		f.bad = f.bad || !r.Exists()
		c = Turn{r, int(f.number(31))}
	case kindBoards:
		c = PickBoard{uint8(f.number(8))}
	case kindTaste:
		c = Prefer{What: Preference(f.below(Preferences))}
	case kindParts:
		c = Profile{uint8(f.below(uint64(len(ProfileParts)))), storage.UserID(f.number(64))}
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

func (f *fields) order() storage.Order { return storage.Order(f.below(storage.Orders)) }

func (f *fields) hand() storage.RoundID { return storage.RoundID(f.number(64)) }

func (f *fields) past() Past {
	p := Past{Of: storage.UserID(f.number(64)), Page: int(f.number(31))}
	p.At = session.HistoryPlace{Round: f.hand(), Newer: f.below(2) == 1}
	p.Table = f.text()
	return p
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
