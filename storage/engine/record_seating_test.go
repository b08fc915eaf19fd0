package engine

import (
	"errors"
	"testing"

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
