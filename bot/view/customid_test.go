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
)

// largest returns the longest click of a kind, as far as there is one.
func largest(of Click) Click {
	v := reflect.New(reflect.TypeOf(of)).Elem()
	for _, part := range parts(v) {
		most, limited := numbers[part.Type()]
		switch {
		case part.Type() == reflect.TypeFor[blackjack.Action]():
			part.SetUint(uint64(blackjack.Decline)) // "no insurance"
		case part.Type() == reflect.TypeFor[drill.Kind]():
			part.SetString(string(drill.Count))
		case part.Kind() == reflect.String:
			part.SetString("atlantic-city")
		case part.Kind() == reflect.Bool:
			part.SetBool(true)
		case part.CanInt() && limited:
			part.SetInt(int64(most) - 1)
		case part.CanInt():
			part.SetInt(math.MinInt16)
		case limited:
			part.SetUint(most - 1)
		default:
			part.SetUint(math.MaxUint64 >> (64 - part.Type().Bits()))
		}
	}
	switch c := v.Interface().(type) {
	case Bet:
		c.Sides = blackjack.Sides{blackjack.MaxSide, blackjack.MaxSide, blackjack.MaxSide}
		return c
	case Profile:
		c.Part = uint8(len(ProfileParts) - 1)
		return c
	case AskLimit:
		c.What = care.Remind
		return c
	case EnterLimit:
		c.What = care.Remind
		return c
	}
	return v.Interface()
}

// wrongIDs are custom IDs that no button has.
var wrongIDs = []string{
	"", ":", "p", "p:::", "p:1:1:hit:", "p:01:1:hit", "p:+1:1:hit", "p:1_0:1:hit", "p:1:1:HIT",
	"p:3w5e11264sgsg:1:hit", "p:1:1z141z4:hit", "p:1:1:hit\x00", "Р:1:1:hit", "p:１:1:hit",
	"a:1:1:3", "h:1:", "y:", "y:01", "y:1:2", "k:-1", "d:zzzzzzzzzzzzzz", "r:", "w", "j:",
	"x:1:2:3:4", "x:1:2:-3", "b:9:1:2:vegas", "b:9:1:2:0:0:0:2:0:1:vegas",
	"sp:7:::0", "sp:0::0", "sp:0:::", "sm:e::", "se:1:", "st:-1", "so:78", "sv:1:a:b",
	"sv:1:::" + strings.Repeat("x", 94), "l:0:1:5:0", "l:6:1:5", "l:1:5:5", "l:0:1:0",
	"us:", "us:0:0", "up:1:2", "up:1:2:fold", "up:1:1z141z4:hit", "ux:1",
	"dt:1:78:1", "dt:1:2:+3", "dt:1:2:pa8", "dt:1:2:-0", "dr:1:", "dn:1:poker:vegas", "dn:1:hard",
	"ls:2", "la:0:0", "la:0:5", "le:0:6", "lq:0:4", "ll:0:3", "ll:1:2:0", "pp:6:1",
	"hl:1:2", "hl:1:2:a:b", "ho:1", "hs:1:2:3:4", "hr:1:2:-1:",
}

// Discord takes up to 100 characters.
func TestTheLargestCustomIDsFit(t *testing.T) {
	for _, k := range kinds {
		c := largest(k.click)
		text := id(c)
		if back, err := ParseID(text); err != nil || back != c {
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
// click is written the same again; anything else is refused, nothing panics.
func FuzzCustomID(f *testing.F) {
	for _, k := range kinds {
		f.Add(id(k.click))
		f.Add(id(largest(k.click)))
	}
	for _, id := range wrongIDs {
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
		if again := id(c); again != text || len(text) > longestID {
			t.Fatalf("%q is read as %#v and written %q", text, c, again)
		}
	})
}
