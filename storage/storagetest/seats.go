package storagetest

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/google/go-cmp/cmp"

	"holecard/storage"
)

var seatFacts = []fact{
	{"each seat's stake is held and settled by itself", settlesSeven},
	{"a round that makes no sense is refused", func(s *scene) {
		refuses(s, map[string]func(*storage.Round){
			"no id":                 func(r *storage.Round) { r.ID = 0 },
			"no seats":              func(r *storage.Round) { r.Seats = nil },
			"eight seats":           func(r *storage.Round) { r.Seats = fullRound(1, 8).Seats },
			"a seat without a user": func(r *storage.Round) { r.Seats[1].User = 0 },
			"a user with two seats": func(r *storage.Round) { r.Seats[2].User = r.Seats[0].User },
			"seats and no seating":  func(r *storage.Round) { r.Seating = 0 },
		}, func() storage.Round { return fullRound(1, 3) }, storage.Rounds)
	}},
	{"a seating that makes no sense is refused", func(s *scene) {
		refuses(s, map[string]func(*storage.Seating){
			"no id":        func(t *storage.Seating) { t.ID = 0 },
			"one chair":    func(t *storage.Seating) { t.Size, t.Chairs = 1, nil },
			"eight chairs": func(t *storage.Seating) { t.Size = 8 },
			"eight people": func(t *storage.Seating) {
				t.Chairs = append(t.Chairs, storage.Chair{User: 99})
			},
			"too few chairs":         func(t *storage.Seating) { t.Size = 6 },
			"a chair without a user": func(t *storage.Seating) { t.Chairs[1].User = 0 },
			"a user on two chairs":   func(t *storage.Seating) { t.Chairs[1].User = 100 },
			"an unknown pace":        func(t *storage.Seating) { t.Pace = storage.Paces },
			"too many news": func(t *storage.Seating) {
				t.News = append(t.News, t.News...)
			},
			"a game without a round": func(t *storage.Seating) { t.Round = 0 },
			"a due without number":   func(t *storage.Seating) { t.Due.Number = 0 },
			"a due without time":     func(t *storage.Seating) { t.Due.At = time.Time{} },
		}, func() storage.Seating { return fullSeating(1) }, storage.Seatings)
		s.due(forever, 9, deadlineOf(fullSeating(1))) // of the one that makes sense
	}},
	{"the times of a seating are kept to the microsecond", func(s *scene) {
		for i, at := range []time.Time{forever, noon.Add(999 * time.Nanosecond),
			time.Unix(0, 0).UTC(), time.UnixMicro(-1).UTC(), {}} {
			t := quiet(fullSeating(1))
			t.Version = uint32(i + 1)
			t.Due.At, t.Fair.Shown, t.Opened, t.Changed = at, at, at, at
			if at.IsZero() {
				t.Due.Number = 0
			}
			s.update(func(tx storage.Tx) error { return storage.Seatings.Save(tx, t) })
			at = at.Truncate(time.Microsecond)
			t.Due.At, t.Fair.Shown, t.Opened, t.Changed = at, at, at, at
			s.seatings(alice.Guild, t)
			if at.IsZero() {
				s.due(forever, 9)
			} else {
				s.due(forever, 9, deadlineOf(t))
			}
		}
		s.sound()
	}},
	{"a seating that is closed leaves no deadline and no deck behind", func(s *scene) {
		one, two := quiet(fullSeating(1)), quiet(fullSeating(2))
		deck := func(t storage.Seating) storage.Deck {
			return storage.Deck{Player: t.DeckOwner(), Table: t.Table, Cards: []byte{1}}
		}
		s.update(func(tx storage.Tx) error {
			return errors.Join(storage.Seatings.Save(tx, one), storage.Seatings.Save(tx, two),
				storage.Decks.Save(tx, deck(one)),
				storage.Decks.Save(tx, deck(two)))
		})
		s.refused(errChanged, func(tx storage.Tx) error {
			return errors.Join(storage.CloseSeating(tx, 1), errChanged)
		})
		s.due(forever, 9, deadlineOf(one), deadlineOf(two))
		s.update(func(tx storage.Tx) error {
			return errors.Join(storage.CloseSeating(tx, 1), storage.CloseSeating(tx, 1),
				storage.CloseSeating(tx, 77))
		})
		for range 2 {
			s.seatings(alice.Guild, two)
			s.due(forever, 9, deadlineOf(two))
			s.view(func(r storage.Reader) error {
				_, closed, err1 := storage.Seatings.Get(r, 1)
				_, gone, err2 := storage.Decks.Get(r, one.DeckOwner().Deck(one.Table))
				_, left, err3 := storage.Decks.Get(r, two.DeckOwner().Deck(two.Table))
				if closed || gone || !left {
					s.Errorf("the closed seating is there: %v, its deck: %v, another's: %v", closed,
						gone, left)
				}
				return errors.Join(err1, err2, err3)
			})
			if a := s.sound(); a.Seatings != 1 {
				s.Errorf("the audit finds %+v", a)
			}
			s.reopen()
		}
	}},
	{"deadlines of all guilds come due in the order of their times", comeDue},
	{"what is loaded of a seating is read as it is", func(s *scene) {
		t, r := fullSeating(1), fullRound(2, 3)
		t.Round, r.Seating = r.ID, t.ID
		s.update(func(tx storage.Tx) error {
			return errors.Join(storage.Seatings.Save(tx, t), storage.Rounds.Save(tx, r),
				post(opening(r.Player(2), "a", 100), ofSeat(r, 2, 1, storage.Hold, 40))(tx))
		})
		s.view(func(read storage.Reader) error {
			read.Load(storage.Wanted{Seatings: []storage.SeatingID{1, 9},
				Seated: []storage.RoundID{2, 9}})
			got, _, err1 := storage.Seatings.Get(read, 1)
			h, _, err2 := storage.Rounds.Get(read, 2)
			_, found, err3 := storage.Seatings.Get(read, 9)
			held, err4 := read.Balance(storage.HeldFor(r.Guild, 2, 2))
			none, err5 := read.Balance(storage.HeldFor(r.Guild, 2, 1))
			if diff := cmp.Diff(t, got) + cmp.Diff(r, h); diff != "" || found || held != 40 ||
				none != 0 {
				s.Errorf("found %v, held %d and %d: -want +got\n%s", found, held, none, diff)
			}
			return errors.Join(err1, err2, err3, err4, err5)
		})
	}},
}

// forever is later than any deadline.
var forever = time.Date(9999, 12, 31, 23, 59, 59, 999999000, time.UTC)

// settlesSeven plays a round of seven seats, of which each has another result.
func settlesSeven(s *scene) {
	r, t := fullRound(9, storage.MostSeats), fullSeating(1)
	r.Seating, t.Round = t.ID, r.ID
	s.update(func(tx storage.Tx) error {
		errs := []error{storage.Seatings.Save(tx, t)}
		for i := range r.Seats {
			stake := storage.Chips(10 * (i + 1))
			r.Seats[i].Held, r.Seats[i].Net = stake, 0
			errs = append(errs, tx.Post(opening(r.Player(i), fmt.Sprint("open ", i), 100)),
				tx.Post(ofSeat(r, i, 1, storage.Hold, stake)),
				storage.Profiles.Save(tx, storage.Profile{Player: r.Player(i), Seated: 2 * stake}))
		}
		return errors.Join(append(errs, storage.Rounds.Save(tx, r))...)
	})
	for i := range r.Seats {
		s.has(storage.HeldFor(r.Guild, 9, i), storage.Chips(10*(i+1)))
		s.has(storage.WalletOf(r.Player(i)), storage.Chips(100-10*(i+1)))
		s.refused(storage.ErrPosted, post(ofSeat(r, i, 1, storage.Hold, 1)))
	}
	if a := s.sound(); a.OpenHands != 1 || a.Held != 280 || a.Seatings != 1 {
		s.Errorf("while it is open: %+v", a)
	}
	t.Version, t.Playing = 2, false
	s.update(func(tx storage.Tx) error {
		over := r
		over.Version, over.Open, over.Seats = 2, false, slices.Clone(r.Seats)
		errs := []error{storage.Seatings.Save(tx, t)}
		for i := range over.Seats {
			seat := &over.Seats[i]
			p := settled(storage.Profile{Player: r.Player(i)}, seat.Held, i%3)
			if seat.Net = p.Stats.Net; i%3 == 0 {
				errs = append(errs, tx.Post(ofSeat(r, i, 2, storage.Lose, seat.Held)))
			} else {
				errs = append(errs, tx.Post(ofSeat(r, i, 2, storage.Release, seat.Held)))
			}
			if i%3 == 2 {
				errs = append(errs, tx.Post(ofSeat(r, i, 2, storage.Win, seat.Held)))
			}
			seat.Held = 0
			errs = append(errs, storage.Profiles.Save(tx, p))
		}
		return errors.Join(append(errs, storage.Rounds.Save(tx, over))...)
	})
	s.reopen()
	for i := range r.Seats {
		s.has(storage.HeldFor(r.Guild, 9, i), 0)
		s.has(storage.WalletOf(r.Player(i)), storage.Chips(100+(i%3-1)*10*(i+1)))
	}
	if a := s.sound(); a.OpenHands != 0 || a.Held != 0 {
		s.Errorf("once it is over: %+v", a)
	}
}

// refuses saves records that are spoiled, each in one way, and none is kept.
func refuses[K, T any](s *scene, spoil map[string]func(*T), whole func() T,
	of storage.Table[K, T]) {
	s.Helper()
	for name, spoil := range spoil {
		record := whole()
		spoil(&record)
		err := s.try(func(tx storage.Tx) error { return of.Save(tx, record) })
		if !errors.Is(err, storage.ErrRecord) {
			s.Errorf("%s: %v", name, err)
		}
	}
	s.sound()
	s.update(func(tx storage.Tx) error { return of.Save(tx, whole()) })
}

func deadlineOf(t storage.Seating) storage.Deadline {
	return storage.Deadline{Guild: t.Guild, Seating: t.ID, Due: t.Due}
}

// seatings checks which there are in a guild.
func (s *scene) seatings(of storage.GuildID, want ...storage.Seating) {
	s.Helper()
	s.viewOf(of, func(r storage.Reader) error {
		got, err := storage.Seatings.All(r)
		if diff := cmp.Diff(want, got); diff != "" {
			s.Errorf("the seatings of %v: -want +got\n%s", of, diff)
		}
		return err
	})
}

// ofSeat moves chips of a seat by a version of its round.
func ofSeat(r storage.Round, seat int, version uint32, why storage.Reason,
	chips storage.Chips) storage.Posting {
	move := map[storage.Reason]func(storage.Player, storage.RoundID, string,
		storage.Chips) storage.Posting{storage.Hold: hold, storage.Lose: lose,
		storage.Release: release, storage.Win: win}[why]
	p := move(r.Player(seat), r.ID, storage.RoundKey(r.ID, seat, version, why), chips)
	for _, a := range []*storage.Account{&p.From, &p.To} {
		if a.Kind == storage.HeldAccount {
			a.Seat = uint8(seat)
		}
	}
	return p
}

// fullRound has a value of its own in every field, and several seats.
func fullRound(id storage.RoundID, seats int) storage.Round {
	r := fullHand(id, alice, 1)
	r.Seating, r.Place = 1<<60+5, storage.Place{Channel: 1 << 59, Message: 1 << 58}
	r.Promised = storage.Digest{31: 7}
	r.Seats = nil
	for i := range seats {
		r.Seats = append(r.Seats, storage.Seat{User: storage.UserID(100 + i),
			Plays: fmt.Sprintf("stopAt(%d)", 12+i), Held: storage.Chips(20 + i),
			Net: storage.Chips(-10 - i), Client: fmt.Sprint("Zoë's seed ", i),
			Answer: uint8(i)})
	}
	return r
}

// fullSeating has a value of its own in every field.
func fullSeating(id storage.SeatingID) storage.Seating {
	t := storage.Seating{
		ID: id, Guild: alice.Guild, Version: 1, Table: "vegas", By: 3, ByName: "Zoë <@1> 🂡\n",
		Place: storage.Place{Channel: 1 << 59, Message: 1 << 58}, Size: storage.MostSeats,
		Min: 5, Max: storage.MaxChips, Pace: storage.Slow, Invited: []storage.UserID{9, 1 << 60},
		Fair:  storage.Fairness{Next: storage.Secret{31: 1}, Shown: noon.Add(time.Minute)},
		Round: storage.RoundID(storage.DeadlineID(interaction(noon, 4))), Playing: true, Turn: 77,
		Due: storage.Due{At: noon.Add(time.Second),
			Number: storage.DeadlineID(interaction(noon, int(id)))},
		Closing: true, Opened: noon, Changed: noon.Add(time.Hour),
	}
	for i := range storage.MostSeats {
		sides := [3]storage.Chips{storage.Chips(i), storage.Chips(i + 1), storage.Chips(i + 2)}
		t.Chairs = append(t.Chairs, storage.Chair{User: storage.UserID(100 + i),
			Name: fmt.Sprint("Zoë ", i), Plays: fmt.Sprintf("stopAt(%d)", 12+i),
			Bet:  storage.Bet{Stake: storage.Chips(10 + i), Sides: sides},
			Last: storage.Bet{Stake: storage.Chips(20 + i), Sides: sides}, Ready: i%2 == 0,
			Skipped: uint8(i), Slept: uint8(i + 1), Leaving: i%3 == 0,
			Remind: i%4 == 1})
	}
	for i := range storage.MostNews {
		t.News = append(t.News, storage.News{What: storage.NewsKind(i%storage.NewsKinds + 1),
			User: storage.UserID(100 + i), Name: fmt.Sprint("Zoë ", i)})
	}
	return t
}

// quiet returns a seating between two rounds.
func quiet(t storage.Seating) storage.Seating {
	t.Playing, t.Round = false, 0
	return t
}

// comeDue asks for deadlines of several guilds, and of each alone.
func comeDue(s *scene) {
	var all []storage.Deadline
	guilds := []storage.GuildID{7, 1 << 60, storage.DirectMessages(3)}
	const century = 100 * 365 * 24 * time.Hour / time.Microsecond
	for i, after := range []time.Duration{3, 1, 2, 1, 5, 1, 0, -century} {
		t := quiet(fullSeating(storage.SeatingID(20 - i)))
		t.Guild = guilds[i%len(guilds)]
		t.Due = storage.Due{At: noon.Add(after * time.Microsecond),
			Number: storage.DeadlineID(interaction(noon, i))}
		s.updateIn(t.Guild, func(tx storage.Tx) error { return storage.Seatings.Save(tx, t) })
		all = append(all, deadlineOf(t))
	}
	slices.SortFunc(all, earlier)
	s.reopen()
	s.due(forever, 99, all...)
	s.due(forever, 3, all[:3]...)
	s.due(forever, -1)
	s.due(all[0].At.Add(-1), 99)
	s.due(time.Time{}, 99)
	for n := range 3 { // guild 7 and direct messages are in the first part of all guilds
		want := slices.DeleteFunc(slices.Clone(all), func(d storage.Deadline) bool {
			return storage.PartOf(d.Guild, 3) != n
		})
		s.claim(storage.Claim{Of: 3, Parts: []int{n}, Until: forever, Limit: 2},
			want[:min(2, len(want))]...)
	}
	s.claim(storage.Claim{Of: 3, Until: forever, Limit: 2})
}

// due checks which deadlines there are up to a time.
func (s *scene) due(until time.Time, limit int, want ...storage.Deadline) {
	s.Helper()
	s.claim(storage.Claim{Until: until, Limit: limit}, want...)
}
