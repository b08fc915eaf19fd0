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

// Dora is erased, and Emil is not. Their ids and her name are nowhere by chance.
var (
	dora    = storage.Player{Guild: 1 << 60, User: 711_203_998_877_665_544}
	emil    = storage.Player{Guild: 1 << 60, User: 822_314_887_766_554_433}
	erasure = storage.Erasure{User: dora.User, Begun: noon}
)

const (
	herName = "Dora Dunkelblau"
	herNote = "asked me nicely"
)

var eraseFacts = []fact{
	{"nothing is left of who was erased, and of others all, at every moment", func(s *scene) {
		s.crowded()
		before, his := s.sound(), s.figures(emil)
		s.names(dora.User, true)
		for range 2 {
			s.update(func(tx storage.Tx) error { return tx.Erase(erasure) })
		}
		steps := s.carryOn(func() { s.same(before, s.sound()); s.same(his, s.figures(emil)) })
		if steps < 4 {
			s.Errorf("it is carried on in %d steps", steps)
		}
		s.update(func(tx storage.Tx) error { // another has done it
			done, err := tx.CarryOn(dora.User)
			s.same(true, done, err)
			return nil
		})
		s.reopen()
		s.same(before, s.sound())
		s.forgot()
		s.update(post(opening(dora, "open/3", 80))) // and begins anew
		s.view(func(r storage.Reader) error {
			transfers, err := r.Transfers(dora, "", 9)
			s.same(1, len(transfers), err)
			shared, _, err := storage.Rounds.Get(r, 3)
			s.same(-1, shared.SeatOf(dora.User), err)
			return nil
		})
		s.sound()
	}},
	{"who has no wallet is being erased too, and then there is nothing of them", func(s *scene) {
		p := storage.Player{Guild: dora.Guild, User: 933_425_776_655_443_322}
		s.update(func(tx storage.Tx) error { return tx.Erase(storage.Erasure{User: p.User}) })
		s.view(func(r storage.Reader) error {
			profile, _, err := storage.Profiles.Get(r, p)
			s.same(true, profile.Erased, err)
			return nil
		})
		s.carryOn(func() { s.sound() })
		s.names(p.User, false)
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
	{"a guild is erased in steps, and others are not", func(s *scene) {
		s.crowded()
		s.updateIn(carol.Guild, post(opening(carol, "a", 100)))
		s.update(func(tx storage.Tx) error { return tx.Erase(storage.Erasure{Begun: noon}) })
		steps, came := 0, interaction(noon, 77)
		s.carryOn(func() {
			if steps++; steps == 1 {
				s.update(func(tx storage.Tx) error {
					return errors.Join(tx.See(came, noon),
						storage.Notes.Add(tx, storage.Note{Round: 5}))
				})
			}
			a, err := s.Audit(context.Background())
			s.same([]any{true, storage.Chips(100), storage.Chips(0)},
				[]any{a.OK, a.Wallets, a.Total}, err)
			s.export()
		})
		s.reopen()
		if a := s.sound(); a.Postings != 1 || a.Wallets != 100 || steps < 2 {
			s.Errorf("after %d steps there are left %+v", steps, a)
		}
		s.due(forever, 9)
		s.view(func(r storage.Reader) error {
			kept, found, err := storage.LimitsOf.Get(r, storage.Alias{2})
			s.same(storage.Limits{Lock: storage.Forever()}, kept, err)
			if all := s.export(); !found || bytes.Contains(all, number(uint64(came))) {
				s.Errorf("the lock-out is there: %v", found)
			}
			s.names(emil.User, false)
			_, found, err = storage.LimitsOf.Get(r, storage.Alias{1})
			s.same(false, found, err)
			return nil
		})
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
	byDora.Who, byDora.Note = dora.User, herNote
	ofDora := grant(dora, "chips/2", 5)
	ofDora.Note = "she is " + herName
	about := grant(emil, "chips/3", 5)
	about.Note = "won against <@711203998877665544>"
	daily := opening(dora, storage.AskedKey(storage.DailyChips, 8), 10)
	daily.Reason, daily.By = storage.DailyChips, 8
	refill := opening(dora, storage.AskedKey(storage.Refill, 9), 10)
	refill.Reason, refill.By = storage.Refill, 9
	s.update(post(opening(dora, "open/1", 80), opening(emil, "open/2", 100), byDora, ofDora, about,
		daily, refill, gift(dora, emil, "give/1", 30), gift(emil, dora, "give/2", 10),
		hold(dora, 1, "hand/1/1/hold", 10), lose(dora, 1, "hand/1/2/lose", 10)))
	s.update(func(tx storage.Tx) error {
		her := storage.Profile{Player: dora, Name: herName, Opened: noon, LastBet: 10, LastHand: 1,
			Fair: storage.Fairness{Next: storage.Secret{1}, Client: herName},
			Stats: storage.Stats{Hands: 2, Losses: 1, Pushes: 1, Wagered: 10, Net: -10,
				BiggestLoss: 10}}
		his := storage.Profile{Player: emil, Name: "Emil",
			Stats: storage.Stats{Hands: 1, Pushes: 1}}
		entry := storage.LogEntry{By: 4, Guild: dora.Guild, Who: dora.User, At: noon,
			Changes: []storage.SettingChange{{What: storage.SetGifts, After: "off"}}}
		var confirmations []error
		for n := range uint32(300) { // more than a step deletes
			confirmations = append(confirmations, storage.Hints.Add(tx, storage.Hint{Player: dora,
				Round: 3, Decision: n + 2}))
		}
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
			storage.Notes.Add(tx, storage.Note{Round: 1, Settled: noon}),
			storage.Notes.Add(tx, storage.Note{Round: 3, Settled: noon}),
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

// forgot checks that nothing is left of Dora but what others need.
func (s *scene) forgot() {
	s.Helper()
	s.names(dora.User, false)
	s.has(storage.WalletOf(dora), 0)
	s.view(func(r storage.Reader) error {
		rounds, err := storage.Rounds.All(r)
		if len(rounds) != 1 || err != nil {
			s.Fatalf("left are the rounds %v, %v", rounds, err)
		}
		want := settledHand(3, emil)
		want.Seating, want.Private, want.Version = 9, false, 2
		want.Seats = append(want.Seats, storage.Seat{User: rounds[0].Seats[1].User,
			Client: "of a player"})
		s.same([]any{want, true}, []any{rounds[0], want.Seats[1].User.Erased()})
		entries, err := storage.Log.Newest(r, 0, 9)
		s.same([]any{1, true}, []any{len(entries), entries[0].Who.Erased()}, err)
		t, _, err := storage.Seatings.Get(r, 9)
		s.same([]any{true, []storage.UserID{emil.User}, 0},
			[]any{t.By.Erased(), t.Invited, len(t.News)}, err)
		remarks, err := storage.Remarks.All(r)
		s.same([]storage.Remark{{By: 99, Text: "won against <@>"}}, remarks, err)
		for _, p := range []storage.Player{dora, {Guild: dora.Guild, User: t.By}} {
			transfers, err := r.Transfers(p, "", 9)
			s.same(0, len(transfers), err)
		}
		return nil
	})
}

// figures are what is told of somebody, but for who others were.
func (s *scene) figures(p storage.Player) (all []any) {
	s.Helper()
	s.view(func(r storage.Reader) error {
		profile, _, err1 := storage.Profiles.Get(r, p)
		chips, err2 := r.Balance(storage.WalletOf(p))
		lines, err3 := storage.History(r, storage.LineKey{Player: p}, 9)
		transfers, err4 := r.Transfers(p, "", 9)
		position, _, err5 := r.Rank(p, storage.ByNet.Ever())
		house, err6 := r.Balance(storage.HouseOf(p.Guild))
		for i := range transfers {
			transfers[i].Who, transfers[i].Note = 0, ""
			for _, a := range []*storage.Account{&transfers[i].From, &transfers[i].To} {
				if *a != storage.WalletOf(p) {
					a.Owner = 0
				}
			}
		}
		all = []any{profile, chips, lines, transfers, position, house}
		return errors.Join(err1, err2, err3, err4, err5, err6)
	})
	return all
}

// stepping is a store that calls after behind each update.
type stepping struct {
	storage.Store
	after func()
}

func (s stepping) Update(ctx context.Context, g storage.GuildID, fn func(storage.Tx) error) error {
	err := s.Store.Update(ctx, g, fn)
	s.after()
	return err
}

// carryOn carries erasures on, calls after each step, and returns how many there were.
func (s *scene) carryOn(after func()) (steps int) {
	s.Helper()
	err := storage.CarryOn(context.Background(), stepping{s.Store, func() { steps++; after() }},
		dora.Guild)
	if err != nil {
		s.Fatalf("carry on: %v", err)
	}
	return steps
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

func number(n uint64) []byte { return binary.BigEndian.AppendUint64(nil, n) }

// names checks whether an export names somebody: see named.
func (s *scene) names(u storage.UserID, want bool) {
	s.Helper()
	named(s.T, s.export(), u, want)
}

// named checks that bytes name somebody in all ways in which records do, and have Dora's name
// and her note; or none of that.
func named(t *testing.T, all []byte, u storage.UserID, want bool) {
	t.Helper()
	for as, is := range map[string][]byte{"the id in a key": number(uint64(u)),
		"the id in a record": binary.AppendUvarint(nil, uint64(u)),
		"the id in a text":   []byte(strconv.FormatUint(uint64(u), 10)),
		"the name":           []byte(herName), "a note": []byte(herNote)} {
		if bytes.Contains(all, is) != want {
			t.Errorf("%s is there: %v", as, !want)
		}
	}
}

// Forgets checks that a copy of a store, such as a backup, has nothing of somebody erased.
func Forgets(t *testing.T, place Place, copied func(storage.Store) []byte) {
	s := newScene(t, place)
	s.crowded()
	named(t, copied(s.Store), dora.User, true)
	s.update(func(tx storage.Tx) error { return tx.Erase(erasure) })
	s.carryOn(func() {})
	named(t, copied(s.Store), dora.User, false)
}

// MovesErased checks that an export in the midst of erasures is a whole one, and that whoever
// imports it carries them on.
func MovesErased(t *testing.T, place Place, move Import) {
	s := newScene(t, place)
	s.crowded()
	s.update(func(tx storage.Tx) error {
		err := tx.Erase(erasure)
		if done, err := tx.CarryOn(dora.User); done || err != nil {
			s.Errorf("done: %v, %v", done, err)
		}
		return err
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
	moved.forgot()
}
