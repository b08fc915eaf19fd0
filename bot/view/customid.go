package view

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"holecard/blackjack"
	"holecard/blackjack/drill"
	"holecard/bot/care"
	"holecard/bot/session"
	"holecard/storage"
)

// Click is what a button does: a value of one of the types in kinds.
type Click any

// kind is a kind of click.
type kind struct {
	code  string
	click Click  // of its type
	name  string // what logs call it, empty for that of its action
	about string // what its message shows, empty for the first field of the click
}

// A custom ID says what a button does, in at most 100 characters: the code of its kind, then the
// fields of the click with colons between them. Numbers are in base 36. Only the last text may
// have colons of its own.
//
//	Press{Hand: 5, Version: 3, Action: blackjack.Hit}                      p:5:3:hit
//	Set{What: storage.SetRule, Table: "mit", Rule: "decks", Value: "2"}    sv:2:mit:decks:2
//
// Messages live for ever, and so do these forms from the first release on, the order of fields
// included: a new meaning gets a new kind.
var kinds = []kind{
	{"p", Press{}, "", ""},
	{"a", Again{}, "play again", ""},
	{"x", Rebet{}, "bet", ""},
	{"i", AllIn{}, "all in", ""},
	{"e", Cancel{}, "cancel", ""},
	{"m", ChangeBet{}, "change bet", ""},
	{"v", NewBet{}, "bet", ""},
	{"b", Bet{}, "bet all", ""},
	{"w", Claim{}, "daily", ""},
	{"r", Refill{}, "refill", ""},
	{"h", Hint{}, "hint", ""},
	{"f", Proof{}, "proof", ""},
	{"j", Review{}, "review", ""},

	{"us", Sit{}, "sit", ""},
	{"ul", Leave{}, "leave", ""},
	{"ub", ChangeSeatBet{}, "ask for a bet", ""},
	{"ue", SeatBet{}, "bet at a table", ""},
	{"ua", SameBet{}, "same bet", ""},
	{"ur", Ready{}, "ready", ""},
	{"up", Move{}, "", ""},

	{"y", Give{}, "give", ""},
	{"k", Adjust{}, "change chips", ""},
	{"d", Decline{}, "decline", ""},
	{"z", Erase{}, "erase", ""},

	{"dt", Tell{}, "drill", ""},
	{"dr", Resume{}, "drill", ""},
	{"dn", Retrain{}, "drill", ""},

	{"l", Turn{}, "leaderboard", "leaderboard"},
	{"lp", PickBoard{}, "leaderboard", "leaderboard"},
	{"o", Prefer{}, "preference", "preferences"},
	{"q", ShowHelp{}, "help", "help"},
	{"pp", Profile{}, "profile", "profile"},

	{"hl", TurnHistory{}, "history", "history"},
	{"ho", OpenRound{}, "history", "history"},
	{"hs", StepTo{}, "step", "history"},
	{"hr", ReviewPast{}, "review", "history"},

	{"sp", Page{}, "panel", "panel"},
	{"so", Pick{}, "panel", "panel"},
	{"st", Admit{}, "tables", "panel"},
	{"sv", Set{}, "setting", "panel"},
	{"sm", Ask{}, "panel", "panel"},
	{"se", Enter{}, "setting", "panel"},

	{"ls", ShowLimits{}, "limits", "limits"},
	{"la", AskLimit{}, "limits", "limits"},
	{"le", EnterLimit{}, "limit", "limits"},
	{"lk", KeepLimits{}, "limit", "limits"},
	{"ln", AskSpan{}, "limits", "limits"},
	{"lq", AskLock{}, "limits", "limits"},
	{"ll", LockOut{}, "lock-out", ""},
}

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

// numbers are how many values types have that have fewer than fit into them.
var numbers = map[reflect.Type]uint64{
	reflect.TypeFor[int]():              1 << 31,
	reflect.TypeFor[storage.Chips]():    uint64(storage.MaxChips) + 1,
	reflect.TypeFor[storage.Order]():    storage.Orders,
	reflect.TypeFor[session.Lately]():   session.Periods,
	reflect.TypeFor[Preference]():       Preferences,
	reflect.TypeFor[HelpPage]():         uint64(HelpPages),
	reflect.TypeFor[PageKind]():         PageKinds,
	reflect.TypeFor[storage.Setting]():  storage.Settable + 1,
	reflect.TypeFor[Scope]():            Scopes,
	reflect.TypeFor[care.Scope]():       care.Scopes,
	reflect.TypeFor[care.Kind]():        uint64(care.Kinds),
	reflect.TypeFor[session.LockSpan](): session.LockSpans,
}

// longestID is how long Discord lets a custom ID be, in bytes of ours.
const longestID = 100

// ErrCustomID refuses a button that is not ours, or of a later version.
var ErrCustomID = errors.New("not a custom ID of ours")

// id returns the custom ID of a click.
func id(c Click) string {
	text := kindOf(c).code
	for _, part := range parts(reflect.ValueOf(c)) {
		text += ":" + write(part)
	}
	return text
}

// ParseID returns the click of a custom ID. Only what [id] gives is
// one; anything else is ErrCustomID.
func ParseID(text string) (Click, error) {
	code, _, _ := strings.Cut(text, ":")
	i := slices.IndexFunc(kinds, func(k kind) bool { return k.code == code })
	if i < 0 || len(text) > longestID {
		return nil, ErrCustomID
	}
	click := reflect.New(reflect.TypeOf(kinds[i].click)).Elem()
	list := parts(click)
	fields := strings.SplitN(text, ":", 1+len(list))
	if len(fields) != 1+len(list) {
		return nil, ErrCustomID
	}
	for n, part := range list {
		if !read(part, fields[1+n]) {
			return nil, ErrCustomID
		}
	}
	if c := click.Interface(); exists(c) && id(c) == text {
		return c, nil
	}
	return nil, ErrCustomID
}

// exists reports whether there is what a click names, as far as that is known here: handlers
// take it as it is.
func exists(c Click) bool {
	switch c := c.(type) {
	case Turn:
		return c.Exists()
	case Profile:
		return int(c.Part) < len(ProfileParts)
	case AskLimit:
		return slices.Contains(limitKinds, c.What)
	case EnterLimit:
		return slices.Contains(limitKinds, c.What)
	case Retrain:
		return slices.Contains(drill.Kinds(), c.Kind)
	}
	return true
}

// ClickName is what logs call a click.
func ClickName(c Click) string {
	if name := kindOf(c).name; name != "" {
		return name
	}
	v := reflect.ValueOf(c)
	return v.FieldByName("Action").Interface().(blackjack.Action).String()
}

// Belongs reports whether a click can be of a message with these buttons: one of
// them is about the same thing. It need not be the very button, but for answers
// to confirmations: a hand may have been redrawn while it was pressed. A message
// without buttons does not say.
func Belongs(c Click, beside []string) bool {
	return len(beside) == 0 || slices.ContainsFunc(beside, func(text string) bool {
		other, err := ParseID(text)
		return err == nil && Subject(other) == Subject(c)
	})
}

// Subject is what the message of a click shows: the hand, the confirmation or whatever else.
func Subject(c Click) any {
	if _, final := c.(LockOut); final {
		return c // no other button is as good
	}
	if about := kindOf(c).about; about != "" {
		return about
	}
	return reflect.ValueOf(c).Field(0).Interface()
}

func kindOf(c Click) kind {
	i := slices.IndexFunc(kinds, func(k kind) bool {
		return reflect.TypeOf(k.click) == reflect.TypeOf(c)
	})
	if i < 0 {
		panic(fmt.Sprintf("view: %T is no click", c)) // the compiler sees no difference
	}
	return kinds[i]
}

// parts returns the fields of a click, and those within them.
func parts(v reflect.Value) (list []reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			list = append(list, parts(v.Field(i))...)
		}
	case reflect.Array:
		for i := range v.Len() {
			list = append(list, parts(v.Index(i))...)
		}
	default:
		list = append(list, v)
	}
	return list
}

func write(part reflect.Value) string {
	switch {
	case part.Type() == reflect.TypeFor[blackjack.Action]():
		return actionCodes[part.Interface().(blackjack.Action)]
	case part.Kind() == reflect.String:
		return part.String()
	case part.Kind() == reflect.Bool && part.Bool():
		return "1"
	case part.Kind() == reflect.Bool:
		return "0"
	case part.CanInt():
		return strconv.FormatInt(part.Int(), 36)
	}
	return strconv.FormatUint(part.Uint(), 36)
}

// read sets a part to what a text says, and reports whether it says something.
func read(part reflect.Value, text string) bool {
	most, limited := numbers[part.Type()]
	switch {
	case part.Type() == reflect.TypeFor[blackjack.Action]():
		at := slices.Index(actionCodes[:], text)
		part.Set(reflect.ValueOf(blackjack.Action(max(at, 0))))
		return at >= 0
	case part.Kind() == reflect.String:
		part.SetString(text)
		return true
	case part.Kind() == reflect.Bool:
		part.SetBool(text == "1")
		return true // what is written otherwise is not what [write] writes
	case part.CanInt():
		n, err := strconv.ParseInt(text, 36, part.Type().Bits())
		part.SetInt(n)
		return err == nil && (!limited || n >= 0 && uint64(n) < most)
	}
	n, err := strconv.ParseUint(text, 36, part.Type().Bits())
	part.SetUint(n)
	return err == nil && (!limited || n < most)
}
