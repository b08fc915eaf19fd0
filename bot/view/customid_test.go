package view

import (
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"

	"holecard/blackjack"
	"holecard/blackjack/drill"
	"holecard/bot/care"
	"holecard/bot/session"
	"holecard/storage"
)

const most = math.MaxUint64

// largest has the longest click of every kind.
var largest = []Click{
	Press{Hand: most, Version: math.MaxUint32, Action: blackjack.Surrender},
	Again{Hand: most, Version: math.MaxUint32, Stake: session.Stakes - 1},
	Rebet{Hand: most, Version: math.MaxUint32, Chips: storage.MaxChips},
	AllIn{Hand: most, Version: math.MaxUint32},
	Cancel{Hand: most, Version: math.MaxUint32},
	ChangeBet{Hand: most, Version: math.MaxUint32},
	NewBet{Hand: most, Version: math.MaxUint32},
	Bet{User: most, Asked: most, Chips: storage.MaxChips, Private: true,
		Sides: blackjack.Sides{blackjack.MaxSide, blackjack.MaxSide, blackjack.MaxSide},
		Table: "atlantic-city"},
	Bet{User: most, Asked: most, Chips: storage.MaxChips, Seating: most,
		Sides: blackjack.Sides{blackjack.MaxSide, blackjack.MaxSide, blackjack.MaxSide}},
	Claim{Hand: most}, Refill{Hand: most},
	Hint{Hand: most},
	Proof{Hand: most},
	Turn{session.Ranking{By: storage.BySkill, In: session.LastMonth}, math.MaxInt32},
	PickBoard{math.MaxUint8},
	Review{Hand: most}, OpenRound{},
	TurnHistory{Past{most, math.MaxInt32,
		session.HistoryPlace{Round: most, Newer: true}, "atlantic-city"}},
	StepTo{most, math.MaxUint16, 3,
		Past{most, math.MaxInt32,
			session.HistoryPlace{Round: most, Newer: true}, "atlantic-city"}},
	ReviewPast{most, Past{Of: most, Page: math.MaxInt32}},
	ShowHelp{Page: HelpServer}, Profile{5, 7},
	Give{Asked: most},
	Adjust{Asked: most},
	Decline{Asked: most},
	Erase{most, EraseNothing},
	Page{Of: PageKinds - 1, Table: "atlantic-city", Rule: "houseDecides", Before: most},
	Pick{Line: math.MaxUint8}, Admit{Had: most},
	Set{What: storage.Settable, Table: "atlantic-city", Rule: "penetration",
		Value: "416 cards"},
	Ask{What: storage.Settable, Table: "atlantic-city", Rule: "houseDecides"},
	Enter{What: storage.Settable, Table: "atlantic-city", Rule: "houseDecides"},
	Sit{most}, Leave{most}, ChangeSeatBet{most}, SeatBet{most}, SameBet{most}, Ready{most},
	Move{Seating: most, Turn: math.MaxUint32, Action: blackjack.Decline},
	Tell{Drill: most, Question: math.MaxUint8, Answer: math.MinInt16},
	Resume{Drill: most}, Retrain{Drill: most, Kind: drill.Count, Table: "atlantic-city"},
	ShowLimits{care.Everywhere}, AskLimit{care.Everywhere, care.Remind},
	EnterLimit{care.Here, care.Loss}, KeepLimits{care.Everywhere}, AskSpan{care.Here},
	AskLock{care.Everywhere, session.ForEver},
	LockOut{most, care.Everywhere, session.ForEver},
}

// wrongIDs are custom IDs that no button has.
var wrongIDs = []string{
	"g:1:2:3:-1:5", "g:1:2:3:4", "g:1:2:3:4:5:6", "g:01:2:3:4:5", "g:1:2:3:4:5 ", "G:1:2:3:4:5",
	"c:1:2:-1:4:5:6:7", "c:1:2:0:4:5:6", "c:1:2:0:4:5:6:zzzzzzzzzzzzzz",
	"n:1:2", "n:1:2:3:4", "n:1:2:", "y:", "y:01", "y:1:2", "k:-1", "sp:7:::0", "sp:0::0",
	"sp:0:::", "sm:e::", "se:1:", "st:-1", "so:78", "sv:1:a:b",
	"sv:1:::" + strings.Repeat("x", 94), "b:9:1:2:0:0:0:2:vegas",
	"l:0:1:5:0", "l:6:1:5:0", "l:1:5:5:0", "l:1:0:5:0", "b:9:1:2:vegas", "x:1:2:3:4",
	"x:1:2:-3", "r:", "w",
	"d:zzzzzzzzzzzzzz", "us:", "us:0:0", "up:1:2", "up:1:2:fold", "up:1:1z141z4:hit", "ux:1",
	"dt:1:78:1", "dt:1:2:pa8", "dt:1:2:+3", "dt:1:2:32768", "dt:1:2:-0", "dt:1:2:03", "dr:",
	"dr:1:", "dn:1:poker:vegas", "dn:1:hard",
	"ls:2", "la:0:0", "la:0:5", "le:0:6", "lq:0:4", "ll:0:3", "ll:1:2:0",
	"j:", "hl:1:2", "hl:1:2:a:b", "ho:1", "hs:1:2:3:4", "hs:1:1ekg:3:4:5:", "hs:1:2:4:5:6:",
	"hr:1:2:-1:",
}

// Discord takes up to 100 characters.
func TestTheLargestCustomIDsFit(t *testing.T) {
	for _, c := range largest {
		text := id(c)
		if back, err := ParseID(text); err != nil || back != c || len(text) > 100 {
			t.Errorf("%+v is %q of %d characters, which is %+v, %v", c, text, len(text), back, err)
		}
	}
	for _, id := range wrongIDs {
		if c, err := ParseID(id); err == nil {
			t.Errorf("%q is %+v", id, c)
		}
	}
}

// FuzzCustomID reads custom IDs as servers send them: whatever is read as a
// click is one that there can be, and is written the same again; anything else
// is refused, nothing panics.
func FuzzCustomID(f *testing.F) {
	for _, c := range largest {
		f.Add(id(c))
		f.Add(id(reflect.Zero(reflect.TypeOf(c)).Interface().(Click)))
	}
	for _, id := range append(wrongIDs,
		"", ":", "p", "p:::", "p:1:1:hit:", "p:01:1:hit", "p:+1:1:hit", "p:1_0:1:hit", "p:1:1:HIT",
		"p:zzzzzzzzzzzzz:1:hit", "p:3w5e11264sgsg:1:hit",
		"p:3w5e11264sgsf:1z141z3:hit", "p:1:1z141z4:hit", "a:1:1:3", "t:4:0", "t:0:zik0zj",
		"t:0:zik0zk", "s:-0", "h:1:", "p:1:1:hit\x00", "Р:1:1:hit", "p:１:1:hit",
		"g:1:2:3:2gosa7pa2gv:5", "g:1:2:3:2gosa7pa2gw:5", "g:1:2:3:3w5e11264sgsf:5",
		"up:1:1:hi", "up:1:1z141z4:hit", "us:", "us:1:", "u:1", "ur:-1",
		"c:1:2:2:3:4:5:6", "c:1:2:3:3:4:5:6", "s:4",
	) {
		f.Add(id)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c, err := ParseID(text)
		if err != nil {
			if !errors.Is(err, ErrCustomID) || c != nil {
				t.Fatalf("%q: %v, %v", text, c, err)
			}
			return
		}
		if again := id(c); again != text || len(text) > 100 {
			t.Fatalf("%q is read as %#v and written %q", text, c, again)
		}
	})
}
