package storagetest

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"strconv"
	"testing"

	"holecard/storage"
)

// Dora is forgotten, and Emil is not. Their ids and her name are nowhere by chance.
var (
	dora    = storage.Player{Guild: 1 << 60, User: 711_203_998_877_665_544}
	emil    = storage.Player{Guild: 1 << 60, User: 822_314_887_766_554_433}
	ghost   = storage.Nobody(0x0123_4567_89ab_cdef)
	asDora  = storage.Player{Guild: dora.Guild, User: ghost}
	erasure = storage.Erasure{User: dora.User, As: ghost, Begun: noon}
)

const herName = "Dora Dunkelblau"

var eraseFacts = []fact{
	{"nothing is left of who was erased, and the ledger adds up at every moment", func(s *scene) {
		s.crowded()
		before := s.sound()
		for _, name := range namesOf(dora.User, herName) {
			if !s.keeps(name.is) {
				s.Errorf("nothing to erase: %s", name.as)
			}
		}
		s.update(func(tx storage.Tx) error { return tx.Erase(erasure) })
		s.sound()
		s.carryOn(erasure, 3, 1, func() { s.sound(); s.export() })
		s.reopen()
		after := s.sound()
		after.Postings, before.Postings = 0, 0
		s.same(before, after)
		for _, name := range namesOf(dora.User, herName) {
			if s.keeps(name.is) {
				s.Errorf("%s is still there", name.as)
			}
		}
		s.view(func(r storage.Reader) error { return errors.Join(s.forgot(r), s.stayed(r)) })
	}},
	{"who has no wallet is being erased too, and then there is nothing of them", func(s *scene) {
		s.crowded()
		stranger := storage.Erasure{User: 4711, As: ghost, Begun: noon}
		p := storage.Player{Guild: dora.Guild, User: stranger.User}
		s.update(func(tx storage.Tx) error { return tx.Erase(stranger) })
		s.view(func(r storage.Reader) error {
			profile, _, err := storage.Profiles.Get(r, p)
			s.same(true, profile.Erased)
			return err
		})
		s.carryOn(stranger, 1<<20, 1<<20, func() {})
		s.sound()
		s.view(func(r storage.Reader) error {
			for _, user := range []storage.UserID{stranger.User, stranger.As} {
				_, known, err := storage.Profiles.Get(r, storage.Player{Guild: p.Guild, User: user})
				if known || err != nil {
					s.Errorf("a profile is left of %d, %v", user, err)
				}
			}
			return nil
		})
	}},
	{"an erasure that was begun twice, or is carried on by two, is done once", func(s *scene) {
		s.crowded()
		for range 2 {
			s.update(func(tx storage.Tx) error { return tx.Erase(erasure) })
		}
		var step storage.Unerased
		s.view(func(r storage.Reader) (err error) {
			step, err = r.Unerased(erasure, 1<<20, 1<<20)
			return err
		})
		for range 2 {
			s.update(func(tx storage.Tx) error {
				done, err := tx.CarryOn(step)
				s.same(true, done, err)
				return nil
			})
		}
		s.sound()
		s.update(func(tx storage.Tx) error { return tx.Erase(erasure) }) // of nobody by now
		s.same(nil, storage.CarryOn(context.Background(), s.Store, dora.Guild))
		s.has(storage.WalletOf(asDora), 75)
		s.sound()
	}},
	{"an erasure is refused while chips are at stake, or a chair is taken", func(s *scene) {
		s.crowded()
		for _, p := range []storage.Profile{{OpenHand: 4}, {Seated: 1}} {
			p.Player = emil
			s.refused(storage.ErrPlaying, func(tx storage.Tx) error {
				return errors.Join(storage.Profiles.Save(tx, p),
					tx.Erase(storage.Erasure{User: emil.User}))
			})
		}
		s.refused(storage.ErrPlaying, func(tx storage.Tx) error {
			return tx.Erase(storage.Erasure{User: emil.User}) // has a chair
		})
	}},
	{"a guild is forgotten in steps, and others are not", func(s *scene) {
		s.crowded()
		s.updateIn(carol.Guild, post(opening(carol, "a", 100)))
		whole := storage.Erasure{Begun: noon}
		s.update(func(tx storage.Tx) error { return tx.Erase(whole) })
		s.carryOn(whole, 5, 2, func() {
			a, err := s.Audit(context.Background())
			s.same([]any{true, storage.Chips(100), storage.Chips(0)},
				[]any{a.OK, a.Wallets, a.Total}, err)
			s.export()
		})
		s.reopen()
		if a := s.sound(); a.Postings != 1 || a.Wallets != 100 {
			s.Errorf("left are %+v", a)
		}
		s.due(forever, 9)
		s.view(func(r storage.Reader) error {
			kept, found, err := storage.LimitsOf.Get(r, storage.Alias{2})
			s.same(storage.Limits{Lock: storage.Forever()}, kept, err)
			if !found || s.keeps(number(uint64(emil.User))) || s.keeps([]byte(herName)) {
				s.Errorf("the lock-out is there: %v", found)
			}
			_, found, err = storage.LimitsOf.Get(r, storage.Alias{1})
			s.same(false, found, err)
			return nil
		})
	}},
	{"what comes while a guild is forgotten is forgotten too", func(s *scene) {
		s.crowded()
		whole := storage.Erasure{Begun: noon}
		s.update(func(tx storage.Tx) error { return tx.Erase(whole) })
		came := false
		s.carryOn(whole, 1<<20, 40, func() {
			if !came {
				s.update(func(tx storage.Tx) error {
					return errors.Join(tx.See(interaction(noon, 77), noon),
						storage.Notes.Add(tx, storage.Note{Round: 5}))
				})
			}
			came = true
		})
		s.reopen()
		s.same(storage.Audit{OK: true}, s.sound())
		if s.keeps(number(uint64(interaction(noon, 77)))) {
			s.Error("an interaction is still there")
		}
	}},
}

// crowded fills a guild with records of every kind that name Dora, by her id or by her name.
func (s *scene) crowded() {
	s.Helper()
	own, practice := settledHand(1, dora), settledHand(2, dora)
	practice.Practice, practice.Seats[0].Net = true, 0
	shared := settledHand(3, emil)
	shared.Seating, shared.Private = 9, false
	shared.Seats = append(shared.Seats, storage.Seat{User: dora.User, Client: "of a player",
		Plays: "stopAt(12)"})
	table := storage.Seating{ID: 9, Guild: dora.Guild, Version: 1, Table: "vegas", Size: 2,
		By: dora.User, ByName: herName, Invited: []storage.UserID{dora.User, emil.User},
		Chairs: []storage.Chair{{User: emil.User, Name: "Emil"}},
		News:   []storage.News{{What: storage.Idle, User: dora.User, Name: herName}},
		Due:    storage.Due{At: noon, Number: 5}}
	byDora := grant(emil, "chips/1", 5)
	byDora.Who, byDora.Note = dora.User, "asked me nicely"
	ofDora := grant(dora, "chips/2", 5)
	ofDora.Note = "she is " + herName
	about := grant(emil, "chips/3", 5)
	about.Note = "won against <@711203998877665544>"
	daily := opening(dora, storage.DailyKey(dora, 8), 10)
	daily.Reason, daily.By = storage.DailyChips, 8
	refill := opening(dora, storage.RefillKey(dora, 9), 10)
	refill.Reason, refill.By = storage.Refill, 9
	s.update(post(opening(dora, storage.OpeningKey(dora), 80),
		opening(emil, storage.OpeningKey(emil), 100), byDora, ofDora, about, daily, refill,
		gift(dora, emil, "give/1", 30), gift(emil, dora, "give/2", 10),
		hold(dora, 1, "hand/1/1/hold", 10), lose(dora, 1, "hand/1/2/lose", 10)))
	s.update(func(tx storage.Tx) error {
		her := storage.Profile{Player: dora, Name: herName, Opened: noon, LastBet: 10, LastHand: 1,
			Fair: storage.Fairness{Next: storage.Secret{1}, Client: herName},
			Stats: storage.Stats{Hands: 2, Losses: 1, Pushes: 1, Wagered: 10, Net: -10,
				BiggestLoss: 10}}
		his := storage.Profile{Player: emil, Name: "Emil",
			Stats: storage.Stats{Hands: 1, Pushes: 1}}
		entry := storage.LogEntry{By: 4, Guild: dora.Guild, Who: dora.User, Name: herName, At: noon,
			Changes: []storage.SettingChange{{What: storage.SetGifts, After: "off"}}}
		var confirmations []error
		for i, c := range []storage.Confirmation{{By: dora.User, To: emil.User},
			{By: emil.User, To: dora.User, ToName: herName},
			{By: emil.User, To: emil.User, Note: "for " + herName}} {
			c.Asked, c.Guild, c.Why = interaction(noon, i), dora.Guild, storage.Gift
			confirmations = append(confirmations, storage.Confirmations.Save(tx, c))
		}
		return errors.Join(append(confirmations, storage.Profiles.Save(tx, her),
			storage.Profiles.Save(tx, his),
			storage.Rounds.Save(tx, own), storage.Rounds.Save(tx,
				practice), storage.Rounds.Save(tx, shared), storage.Seatings.Save(tx, table),
			storage.Log.Save(tx, entry), saveLine(tx, dora, lineOf(own, 0)),
			saveLine(tx, emil, lineOf(shared, 0)), saveLine(tx, dora, lineOf(shared, 1)),
			storage.Hints.Add(tx, storage.Hint{Player: dora, Round: 1, Decision: 2}),
			storage.Hints.Add(tx, storage.Hint{Player: dora, Round: 3, Decision: 1}),
			storage.Hints.Add(tx, storage.Hint{Player: emil, Round: 3, Decision: 1}),
			storage.Tallies.Put(tx, dora.Tally(storage.Period{}), storage.Tally{Rounds: 1}),
			storage.Tallies.Put(tx, emil.Tally(storage.Period{}), storage.Tally{Rounds: 1}),
			storage.LessonsOf.Put(tx, dora, storage.Lessons{Drilled: 3}),
			storage.Drills.Save(tx, storage.Drill{Player: dora, ID: 1, Kind: "hard", Began: noon}),
			storage.Decks.Save(tx, storage.Deck{Player: dora, Table: "vegas", Cards: []byte{1}}),
			storage.LimitsOf.Put(tx, storage.Alias{1}, storage.Limits{Now: storage.Limit{Bet: 5}}),
			storage.LimitsOf.Put(tx, storage.Alias{2}, storage.Limits{Now: storage.Limit{Bet: 5},
				Lock: storage.Forever()}))...)
	})
}

// lineOf is the line of a seat's history.
func lineOf(r storage.Round, seat int) storage.Line {
	return storage.Line{Round: r.ID, Table: r.Table, Dealt: r.Dealt, Settled: r.Changed,
		Net: r.Seats[seat].Net}
}

// settledHand is a hand that is over.
func settledHand(id storage.RoundID, p storage.Player) storage.Round {
	r := fullHand(id, p, 1)
	r.Open, r.Next, r.Seats[0].Held = false, 0, 0
	r.Shoe.Shuffle.Server, r.Shoe.Behind.Server = storage.Secret{byte(id)}, storage.Secret{}
	if id != 1 {
		r.Seats[0].Net = 0
	}
	return r
}

// forgot checks what is left of Dora.
func (s *scene) forgot(r storage.Reader) error {
	_, known, err := storage.Profiles.Get(r, dora)
	p, found, err2 := storage.Profiles.Get(r, asDora)
	s.same(false, known, err, err2)
	s.same(storage.Profile{Player: asDora, Opened: noon, Stats: p.Stats, Erased: true}, p)
	s.same([]any{true, 2}, []any{found, p.Stats.Hands})
	own, _, err := storage.Rounds.Get(r, 1)
	want := settledHand(1, asDora).Drop()
	want.Version, want.Private, want.House, want.Seats[0].Plays = 2, false, "", ""
	s.same(want, own, err)
	transfers, err := r.Transfers(asDora, "", 99)
	for _, p := range transfers {
		if p.Note != "" {
			s.Errorf("the posting %s says %q", p.Key, p.Note)
		}
	}
	s.same(6, len(transfers), err)
	posted, err := r.Posted(storage.OpeningKey(dora))
	s.same(false, posted, err)
	return nil
}

// stayed checks what is left of others.
func (s *scene) stayed(r storage.Reader) error {
	shared, _, err := storage.Rounds.Get(r, 3)
	want := settledHand(3, emil)
	want.Seating, want.Private, want.Version = 9, false, 2
	want.Seats = append(want.Seats, storage.Seat{User: ghost, Client: "of a player"})
	s.same(want, shared, err)
	lines, err := storage.History(r, emil, storage.Spot{}, 9)
	s.same(1, len(lines), err)
	his, _, err := storage.Profiles.Get(r, emil)
	s.same("Emil", his.Name, err)
	entries, err := storage.Log.Newest(r, 0, 9)
	s.same([]any{1, ghost}, []any{len(entries), entries[0].Who}, err)
	t, _, err := storage.Seatings.Get(r, 9)
	s.same([]any{ghost, []storage.UserID{emil.User}, 0}, []any{t.By, t.Invited, len(t.News)}, err)
	return nil
}

// carryOn carries an erasure on in small steps, and calls after each.
func (s *scene) carryOn(e storage.Erasure, look, change int, after func()) {
	s.Helper()
	for done, steps := false, 0; !done; steps++ {
		if e.At, done = s.step(e, e.At, look, change); steps > 1000 {
			s.Fatal("it does not end")
		}
		after()
	}
}

// step carries an erasure on from where it is.
func (s *scene) step(e storage.Erasure, at []byte, look, change int) (next []byte, done bool) {
	s.Helper()
	var step storage.Unerased
	e.At = at
	s.view(func(r storage.Reader) (err error) {
		step, err = r.Unerased(e, look, change)
		return err
	})
	s.update(func(tx storage.Tx) (err error) {
		done, err = tx.CarryOn(step)
		return err
	})
	return step.At, done
}

// export returns all that a store keeps, but for what follows from it.
func (s *scene) export() []byte {
	s.Helper()
	kept := s.Store
	if t, ok := kept.(twice); ok {
		kept = t.Store
	}
	var b bytes.Buffer
	err := kept.(interface {
		Export(context.Context, io.Writer, storage.Move) error
	}).Export(context.Background(), &b, storage.Move{})
	if err != nil {
		a, _ := s.Audit(context.Background())
		s.Fatalf("export: %v, %v", err, a.Problems)
	}
	return b.Bytes()
}

func (s *scene) keeps(what []byte) bool {
	s.Helper()
	return bytes.Contains(s.export(), what)
}

func number(n uint64) []byte { return binary.BigEndian.AppendUint64(nil, n) }

type naming struct {
	as string
	is []byte
}

// namesOf are all ways in which records name somebody.
func namesOf(u storage.UserID, name string) []naming {
	return []naming{{"the id in a key", number(uint64(u))},
		{"the id in a record", binary.AppendUvarint(nil, uint64(u))},
		{"the id in a text", []byte(strconv.FormatUint(uint64(u), 10))},
		{"the name", []byte(name)}}
}

// MovesErased checks that an export in the midst of erasures is a whole one, and that whoever
// imports it carries them on.
func MovesErased(t *testing.T, place Place, move Import) {
	s := newScene(t, place)
	s.crowded()
	s.update(func(tx storage.Tx) error { return tx.Erase(erasure) })
	for at, left := []byte(nil), 14; left > 0; left-- { // some postings are changed
		at, _ = s.step(erasure, at, 3, 1)
	}
	s.view(func(r storage.Reader) error {
		list, err := storage.Erasures.All(r)
		s.same(1, len(list), err)
		return nil
	})
	next, err := move(t, bytes.NewReader(s.export()), storage.Move{})
	if err != nil {
		t.Fatal(err)
	}
	moved := newScene(t, func(*testing.T) func() storage.Store {
		return func() storage.Store { return next }
	})
	if err := storage.CarryOn(context.Background(), next, dora.Guild); err != nil {
		t.Fatal(err)
	}
	moved.sound()
	for _, name := range namesOf(dora.User, herName) {
		if moved.keeps(name.is) {
			t.Errorf("%s is still there", name.as)
		}
	}
	moved.view(moved.forgot)
	moved.view(moved.stayed)
}
