package view

import (
	"errors"
	"slices"
	"testing"

	"holecard/blackjack"
	"holecard/blackjack/drill"
	"holecard/bot/session"
	"holecard/storage"
)

// FuzzCustomID reads custom IDs as servers send them: whatever is read as a
// click is one that there can be, and is written the same again; anything else
// is refused, nothing panics.
func FuzzCustomID(f *testing.F) {
	for _, c := range everyClick() {
		f.Add(id(c))
	}
	for _, id := range []string{
		"", ":", "p", "p:::", "p:1:1:hit:", "p:01:1:hit", "p:+1:1:hit", "p:1_0:1:hit", "p:1:1:HIT",
		"p:zzzzzzzzzzzzz:1:hit", "p:3w5e11264sgsg:1:hit",
		"p:3w5e11264sgsf:1z141z3:hit", "p:1:1z141z4:hit", "a:1:1:3", "t:4:0", "t:0:zik0zj",
		"t:0:zik0zk", "s:-0", "h:1:", "p:1:1:hit\x00", "Р:1:1:hit", "p:１:1:hit",
		"g:1:2:3:2gosa7pa2gv:5", "g:1:2:3:2gosa7pa2gw:5", "g:1:2:3:3w5e11264sgsf:5",
		"up:1:1:hi", "up:1:1z141z4:hit", "us:", "us:1:", "u:1", "ur:-1",
		"c:1:2:2:3:4:5:6", "c:1:2:3:3:4:5:6", "s:4",
	} {
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
		if !canBe(c) {
			t.Fatalf("%q is read as %#v", text, c)
		}
	})
}

// canBe reports whether the click names what there is: handlers take its numbers
// as they are.
func canBe(c Click) bool {
	switch c := c.(type) {
	case Again:
		return c.Stake < session.Stakes
	case Turn:
		return c.Exists() && c.Page >= 0
	case Retrain:
		return slices.Contains(drill.Kinds(), c.Kind)
	}
	return true
}

// everyClick returns a click of every kind, with the least and the greatest of
// what it can say.
func everyClick() []Click {
	const most = storage.RoundID(1<<64 - 1)
	clicks := []Click{Hint{}, Hint{Hand: most}, Proof{}, Proof{Hand: most}}
	for a := blackjack.Hit; a <= blackjack.EvenMoney; a++ {
		clicks = append(clicks, Press{Action: a}, Press{Hand: most, Version: 1<<32 - 1, Action: a})
	}
	for by := range storage.Order(storage.Orders) {
		clicks = append(clicks, Turn{session.Ranking{By: by}, 1<<31 - 1},
			PickBoard{1})
	}
	const seating = storage.SeatingID(most)
	for a := blackjack.Hit; a <= blackjack.EvenMoney; a++ {
		clicks = append(clicks, Move{Action: a}, Move{seating, 1<<32 - 1, a})
	}
	clicks = append(clicks, Sit{}, Sit{seating}, Leave{seating}, ChangeSeatBet{seating},
		SeatBet{seating}, SameBet{seating}, Ready{seating})
	const asked = storage.InteractionID(most)
	clicks = append(clicks, Give{}, Give{asked}, Adjust{}, Adjust{asked}, Decline{}, Decline{asked},
		Erase{}, Erase{EraseNothing, asked})
	clicks = append(clicks, Tell{}, Tell{asked, 20, -208}, Resume{}, Resume{asked},
		Retrain{Kind: drill.All}, Retrain{asked, drill.Count, "vegas"})
	return append(clicks, Again{}, Again{Hand: most, Version: 1<<32 - 1, Stake: 2})
}
