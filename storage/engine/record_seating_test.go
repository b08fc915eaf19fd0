package engine

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"holecard/storage"
)

var anUnsigned = rapid.Uint64()

var aSeat = rapid.Custom(func(t *rapid.T) storage.Seat {
	return storage.Seat{User: storage.UserID(anUnsigned.Draw(t, "user")),
		Plays:  rapid.String().Draw(t, "plays"),
		Held:   storage.Chips(rapid.Int64().Draw(t, "held")),
		Net:    storage.Chips(rapid.Int64().Draw(t, "net")),
		Client: rapid.String().Draw(t, "client"), Answer: rapid.Uint8().Draw(t, "answer")}
})

var aBet = rapid.Custom(func(t *rapid.T) storage.Bet {
	return rapid.Make[storage.Bet]().Draw(t, "bet")
})

var aChair = rapid.Custom(func(t *rapid.T) storage.Chair {
	c := rapid.Make[storage.Chair]().Draw(t, "chair")
	c.Bet, c.Last = aBet.Draw(t, "bet"), aBet.Draw(t, "last")
	return c
})

var aSeating = rapid.Custom(func(t *rapid.T) storage.Seating {
	place := rapid.Make[storage.Place]()
	s := storage.Seating{ID: 5, Guild: 7, Version: rapid.Uint32().Draw(t, "version"),
		Table: rapid.String().Draw(t, "table"), ByName: rapid.String().Draw(t, "name"),
		By: storage.UserID(anUnsigned.Draw(t, "by")), Place: place.Draw(t, "place"),
		Size:    rapid.Int().Draw(t, "size"),
		Min:     storage.Chips(rapid.Int64().Draw(t, "min")),
		Max:     storage.Chips(rapid.Int64().Draw(t, "max")),
		Pace:    storage.Pace(rapid.IntRange(0, storage.Paces-1).Draw(t, "pace")),
		Chairs:  rapid.SliceOfN(aChair, 0, storage.MostSeats).Draw(t, "chairs"),
		Round:   storage.RoundID(anUnsigned.Draw(t, "round")),
		Playing: rapid.Bool().Draw(t, "playing"), Closing: rapid.Bool().Draw(t, "closing"),
		Turn: rapid.Uint32().Draw(t, "turn"),
		Due: storage.Due{At: anyTime.Draw(t, "due"),
			Number: storage.InteractionID(anUnsigned.Draw(t, "number"))},
		Opened: anyTime.Draw(t, "opened"), Changed: anyTime.Draw(t, "changed"),
		Fair: storage.Fairness{Next: aShuffle.Draw(t, "next").Server,
			Shown: anyTime.Draw(t, "shown")}}
	if rapid.Bool().Draw(t, "private") {
		s.Invited = []storage.UserID{}
		for range rapid.IntRange(0, 3).Draw(t, "invited") {
			s.Invited = append(s.Invited, storage.UserID(anUnsigned.Draw(t, "user")))
		}
	}
	for range rapid.IntRange(0, storage.MostNews).Draw(t, "news") {
		s.News = append(s.News, storage.News{Name: rapid.String().Draw(t, "name"),
			What: storage.NewsKind(rapid.IntRange(1, storage.NewsKinds).Draw(t, "what")),
			User: storage.UserID(anUnsigned.Draw(t, "user"))})
	}
	return s
})

func TestSeatingComesBackAsItWas(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := aSeating.Draw(t, "seating")
		got, err := DecodeSeating(want.Guild, want.ID, EncodeSeating(want))
		if diff := cmp.Diff(want, got, emptyIsNone); diff != "" || err != nil ||
			(want.Invited == nil) != (got.Invited == nil) {
			t.Fatalf("%v: -want +got\n%s", err, diff)
		}
	})
}

// emptyIsNone compares lists of which none and an empty one are the same.
var emptyIsNone = cmpopts.EquateEmpty()

// What cannot be, as a record, is damage: too many chairs, seats or news, or kinds of them
// that this version does not know.
func TestASeatingThatCannotBeIsDamage(t *testing.T) {
	for name, spoil := range map[string]func(*storage.Seating){
		"eight chairs":    func(s *storage.Seating) { s.Chairs = make([]storage.Chair, 8) },
		"an unknown pace": func(s *storage.Seating) { s.Pace = storage.Paces },
		"nine news":       func(s *storage.Seating) { s.News = make([]storage.News, 9) },
		"unknown news":    func(s *storage.Seating) { s.News = make([]storage.News, 1) },
	} {
		s := storage.Seating{ID: 5, Guild: 7, Version: 1}
		spoil(&s)
		_, err := DecodeSeating(7, 5, EncodeSeating(s))
		if !errors.Is(err, storage.ErrCorrupt) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, seats := range []int{0, 8} {
		r := storage.Round{ID: 5, Seating: 9, Seats: make([]storage.Seat, seats)}
		if _, err := DecodeRound(5, EncodeRound(r)); !errors.Is(err, storage.ErrCorrupt) {
			t.Errorf("%d seats: %v", seats, err)
		}
	}
}
