package bolt

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.etcd.io/bbolt"

	"holecard/storage"
)

// theTable is the seating of [atATable]: it plays the round 31, and has a deadline.
func theTable() storage.Seating {
	return storage.Seating{ID: 21, Guild: 7, Version: 1, Table: "vegas", By: 3, Size: 4,
		Round: 31, Playing: true, Opened: noon, Changed: noon,
		Chairs: []storage.Chair{{User: 3}, {User: 4}, {User: 5}},
		Due: storage.Due{At: noon.Add(time.Minute),
			Number: storage.DeadlineID(snowflake(noon, 1))}}
}

// theRound is what is played at it: the players 3, 4 and 5 have staked 10, 20 and 30 chips.
func theRound() storage.Round {
	return storage.Round{ID: 31, Guild: 7, Version: 1, Table: "vegas", Seating: 21, Open: true,
		Seats: []storage.Seat{{User: 3, Held: 10}, {User: 4, Held: 20}, {User: 5, Held: 30}}}
}

// theLast is the round before: player 3 has won 10 chips, and 4 has lost 20.
func theLast() storage.Round {
	return storage.Round{ID: 30, Guild: 7, Version: 2, Table: "vegas", Seating: 21,
		Seats: []storage.Seat{{User: 3, Net: 10}, {User: 4, Net: -20}}}
}

// seatStake holds the stake of a seat in a round.
func seatStake(r storage.Round, seat int, chips storage.Chips) storage.Posting {
	return storage.Posting{Key: storage.RoundKey(r.ID, seat, 1, storage.Hold),
		From: storage.WalletOf(r.Player(seat)), To: storage.HeldFor(7, r.ID, seat), Chips: chips,
		Reason: storage.Hold, Round: r.ID, At: noon}
}

// atATable makes a store in which three people play at a seating.
func atATable(t testing.TB, s *Store) {
	t.Helper()
	update(t, s, func(tx storage.Tx) error {
		var errs []error
		for seat, user := range []storage.UserID{3, 4, 5} {
			p := storage.Player{Guild: 7, User: user}
			profile := storage.Profile{Player: p, Seated: storage.Chips(20 * (seat + 1))}
			switch user {
			case 3:
				profile.Stats = storage.Stats{Hands: 1, Wins: 1, Wagered: 10, Net: 10,
					BiggestWin: 10}
			case 4:
				profile.Stats = storage.Stats{Hands: 1, Losses: 1, Wagered: 20, Net: -20,
					BiggestLoss: 20}
			}
			errs = append(errs, storage.Profiles.Save(tx, profile), tx.Post(storage.Posting{
				Key: fmt.Sprint("open ", user), From: storage.MintOf(7),
				To: storage.WalletOf(p), Chips: 100, Reason: storage.Opening, At: noon}))
		}
		last, now := theLast(), theRound()
		last.Version = 1
		move := func(seat int, why storage.Reason, from, to storage.Account, chips storage.Chips) {
			errs = append(errs, tx.Post(storage.Posting{
				Key: storage.RoundKey(last.ID, seat, 2, why), From: from, To: to, Chips: chips,
				Reason: why, Round: last.ID, At: noon}))
		}
		errs = append(errs, tx.Post(seatStake(last, 0, 10)), tx.Post(seatStake(last, 1, 20)))
		wallet, first := storage.WalletOf(last.Player(0)), storage.HeldFor(7, last.ID, 0)
		move(0, storage.Release, first, wallet, 10)
		move(0, storage.Win, storage.HouseOf(7), wallet, 10)
		move(1, storage.Lose, storage.HeldFor(7, last.ID, 1), storage.HouseOf(7), 20)
		for seat := range now.Seats {
			errs = append(errs, tx.Post(seatStake(now, seat, now.Seats[seat].Held)))
		}
		errs = append(errs, storage.Rounds.Save(tx, last), storage.Rounds.Save(tx, theLast()),
			storage.Rounds.Save(tx, now),
			storage.Seatings.Save(tx, theTable()))
		return errors.Join(errs...)
	})
}

// seatingAs returns what changes the record of the seating, and nothing that goes with it.
func seatingAs(change func(*storage.Seating)) func(*bbolt.Tx) error {
	return func(tx *bbolt.Tx) error {
		s := theTable()
		change(&s)
		return seatingsOf(tx).put(ownKey(21), storage.Seatings.Encode(s))
	}
}

// roundAs returns what changes the record of a round, and nothing that goes with it.
func roundAs(r storage.Round, change func(*storage.Round)) func(*bbolt.Tx) error {
	return func(tx *bbolt.Tx) error {
		change(&r)
		return keepHand(tx, r)
	}
}

func TestAuditTellsEveryKindOfDamageToSeatings(t *testing.T) {
	five := storage.Player{Guild: 7, User: 5}
	now, due := theTable().Due.At, dueKey(7, 21, theTable().Due.At)
	number := func(n storage.InteractionID) []byte { return numberKey(uint64(n)) }
	damages(t, "testdata/audit_seats.txt", atATable, []damage{
		{"a seating is unreadable", func(tx *bbolt.Tx) error {
			return seatingsOf(tx).put(ownKey(21), nil)
		}},
		{"a seating was changed", func(tx *bbolt.Tx) error {
			return seatingsOf(tx).Put(ownKey(21), []byte("some sums"))
		}},
		{"a seating has no id", func(tx *bbolt.Tx) error {
			return seatingsOf(tx).put([]byte("x"), storage.Seatings.Encode(theTable()))
		}},
		{"a seating is gone", func(tx *bbolt.Tx) error {
			return seatingsOf(tx).Delete(ownKey(21))
		}},
		{"a seating has too many chairs", seatingAs(func(s *storage.Seating) { s.Size = 2 })},
		{"a user sits twice", seatingAs(func(s *storage.Seating) { s.Chairs[2].User = 3 })},
		{"a seating plays a round that is over", func(tx *bbolt.Tx) error {
			return seatingAs(func(s *storage.Seating) { s.Round = 30 })(tx)
		}},
		{"a seating has a round that is not there",
			seatingAs(func(s *storage.Seating) { s.Round = 99 })},
		{"a seating does not play its open round",
			seatingAs(func(s *storage.Seating) { s.Playing = false })},
		{"a round is of another seating",
			roundAs(theRound(), func(r *storage.Round) { r.Seating = 22 })},
		{"a deadline is gone", func(tx *bbolt.Tx) error { return dueOf(tx).Delete(due) }},
		{"a deadline is left behind", func(tx *bbolt.Tx) error {
			return dueOf(tx).put(dueKey(7, 21, now.Add(time.Microsecond)), number(1))
		}},
		{"a deadline has another number", func(tx *bbolt.Tx) error {
			return dueOf(tx).put(due, number(5))
		}},
		{"a deadline is no number", func(tx *bbolt.Tx) error { return dueOf(tx).put(due, nil) }},
		{"a deadline was changed", func(tx *bbolt.Tx) error {
			return dueOf(tx).Put(due, []byte("some sums"))
		}},
		{"a deadline has no time", func(tx *bbolt.Tx) error {
			return dueOf(tx).put([]byte("x"), number(5))
		}},
		{"two seats have one player",
			roundAs(theRound(), func(r *storage.Round) { r.Seats[2].User = 3 })},
		{"two players changed their seats",
			roundAs(theRound(), func(r *storage.Round) {
				r.Seats[1].User, r.Seats[2].User = 5, 4
			})},
		{"a seat is gone",
			roundAs(theRound(), func(r *storage.Round) { r.Seats = r.Seats[:2] })},
		{"a seat says another stake",
			roundAs(theRound(), func(r *storage.Round) { r.Seats[1].Held = 21 })},
		{"a seat is over but says that it holds chips",
			roundAs(theLast(), func(r *storage.Round) { r.Seats[1].Held = 3 })},
		{"a seat says another result",
			roundAs(theLast(), func(r *storage.Round) { r.Seats[1].Net = -19 })},
		{"two seats say each other's results", roundAs(theLast(), func(r *storage.Round) {
			r.Seats[0].Net, r.Seats[1].Net = r.Seats[1].Net, r.Seats[0].Net
		})},
		{"a stake is of another's wallet", func(tx *bbolt.Tx) error {
			more := seatStake(theRound(), 1, 5)
			more.Key, more.From = "hand/31/2/hold/1", storage.WalletOf(five)
			return plant(tx, more)
		}},
		{"chips are won by who does not play", func(tx *bbolt.Tx) error {
			return plant(tx, storage.Posting{Key: "hand/30/2/win/2", From: storage.HouseOf(7),
				To: storage.WalletOf(five), Chips: 5, Reason: storage.Win, Round: 30, At: noon})
		}},
		{"a profile keeps too little room", func(tx *bbolt.Tx) error {
			return keepProfile(tx, storage.Profile{Player: five, Seated: 29})
		}},
		{"a profile keeps room though nobody holds its chips", func(tx *bbolt.Tx) error {
			r := theRound()
			r.Version, r.Open = 2, false
			for i := range r.Seats {
				r.Seats[i].Held = 0
			}
			return keepHand(tx, r)
		}},
		{"a profile names a round at a seating as its own hand", func(tx *bbolt.Tx) error {
			return keepProfile(tx, storage.Profile{Player: five, Seated: 60, OpenHand: 31})
		}},
		{"a player at a seating has no profile", func(tx *bbolt.Tx) error {
			return profilesOf(tx).Delete(playerKey(five))
		}},
	})
}

// A wrong guess of what rounds can bring is told by an audit, but keeps no bot from
// starting after it was killed.
func TestAProfileThatKeepsTooMuchRoomIsStillOpened(t *testing.T) {
	path := newPath(t)
	s := openAt(t, path)
	atATable(t, s)
	raw(t, s, func(tx *bbolt.Tx) error {
		return keepProfile(tx, storage.Profile{Player: storage.Player{Guild: 7, User: 5}})
	})
	if a, err := s.Audit(t.Context()); err != nil || a.OK {
		t.Errorf("%+v, %v", a, err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	openAt(t, path)
}

func TestAnAuditCountsOpenTables(t *testing.T) {
	s := openNew(t)
	atATable(t, s)
	a, err := s.Audit(t.Context())
	if err != nil || !a.OK || a.Seatings != 1 || a.OpenHands != 1 || a.Held != 60 {
		t.Errorf("%+v, %v", a, err)
	}
	c, err := s.Count(t.Context())
	if want := (storage.Counts{Players: 3, OpenHands: 1, Seatings: 1}); c != want || err != nil {
		t.Errorf("%+v, %v, want %+v", c, err, want)
	}
}

// A seating that cannot be read is neither saved over nor closed, and a deadline that
// cannot be read is told, with those before it.
func TestADamagedSeatingIsLeftAsItIs(t *testing.T) {
	s := openNew(t)
	atATable(t, s)
	due := deadlineAt(theTable())
	raw(t, s, func(tx *bbolt.Tx) error {
		return errors.Join(seatingsOf(tx).put(ownKey(21), nil),
			dueOf(tx).Put(dueKey(7, 22, due.At.Add(1)), []byte("some sums")))
	})
	next := theTable()
	next.Version = 2
	for name, change := range map[string]func(storage.Tx) error{
		"saved":  func(tx storage.Tx) error { return storage.Seatings.Save(tx, next) },
		"closed": func(tx storage.Tx) error { return storage.CloseSeating(tx, 21) },
	} {
		if err := s.Update(t.Context(), 7, change); !errors.Is(err, storage.ErrCorrupt) {
			t.Errorf("%s: %v", name, err)
		}
	}
	list, err := s.Due(t.Context(), storage.Claim{Until: due.At, Limit: 9})
	if diff := cmp.Diff([]storage.Deadline{due}, list); diff != "" ||
		!errors.Is(err, storage.ErrCorrupt) {
		t.Errorf("%v, -want +got\n%s", err, diff)
	}
	raw(t, s, func(tx *bbolt.Tx) error { return dueOf(tx).put([]byte("a key"), nil) })
	if _, err := s.Due(t.Context(), storage.Claim{Until: due.At, Limit: 9}); !errors.Is(err, storage.ErrCorrupt) {
		t.Errorf("a key that is none: %v", err)
	}
}

func deadlineAt(s storage.Seating) storage.Deadline {
	return storage.Deadline{Guild: s.Guild, Seating: s.ID, Due: s.Due}
}
