package storagetest

import (
	"errors"
	"math"
	"time"

	"github.com/google/go-cmp/cmp"

	"holecard/storage"
)

var recordFacts = []fact{
	{"a profile comes back as it was saved", func(s *scene) {
		s.keepsProfile(storage.Profile{Player: carol})
		s.keepsProfile(fullProfile(alice))
	}},
	{"a hand comes back as it was saved", func(s *scene) {
		s.keepsHand(storage.Round{ID: 1, Guild: carol.Guild, Version: 1,
			Seats: []storage.Seat{{User: carol.User}}})
		s.keepsHand(fullHand(2, alice, 1))
		practice := fullHand(3, alice, 1)
		practice.Practice = true
		s.keepsHand(practice)
	}},
	{"a record replaces the one before, of its key alone", func(s *scene) {
		for _, tables := range [][]string{nil, {"mit", "vegas"}, {"vegas"}} {
			keeps(s, alice.Guild, storage.SettingsOf, storage.Only{},
				storage.Settings{Guild: alice.Guild, Tables: tables})
		}
		for _, d := range []storage.Deck{{Player: alice, Table: "downen", Cards: []byte{51, 0, 13}},
			{Player: alice, Table: "amherst", Cards: []byte{1}}, {Player: carol, Table: "downen"},
			{Player: alice, Table: "downen", Shuffle: aShuffleOf(1), Dealt: 51}} {
			keeps(s, d.Player.Guild, storage.Decks, d.Player.Deck(d.Table), d)
		}
	}},
	{"hands come back in the order of their ids, by pages", func(s *scene) {
		s.update(func(tx storage.Tx) error {
			return errors.Join(storage.Rounds.Save(tx, fullHand(3, alice, 1)),
				storage.Rounds.Save(tx, fullHand(1<<63+1, bob, 1)), storage.Rounds.Save(tx,
					fullHand(2, bob, 1)))
		})
		s.reopen()
		s.view(func(r storage.Reader) error {
			page, err := storage.Rounds.List(r, storage.Range[storage.RoundID]{Limit: 2})
			s.same([]storage.Round{fullHand(2, bob, 1), fullHand(3, alice, 1)}, page, err)
			rest, err := storage.Rounds.List(r, storage.Range[storage.RoundID]{After: 3, Limit: 2})
			s.same([]storage.Round{fullHand(1<<63+1, bob, 1)}, rest, err)
			return nil
		})
	}},
	{"what an update reads is the caller's own", func(s *scene) {
		s.update(func(tx storage.Tx) error {
			return errors.Join(keepScratched(tx), scratch(s, tx), scratch(s, tx))
		})
		s.update(func(tx storage.Tx) error { return errors.Join(scratch(s, tx), scratch(s, tx)) })
		s.view(func(r storage.Reader) error { return scratch(s, r) })
		s.reopen()
		s.view(func(r storage.Reader) error { return scratch(s, r) })
	}},
	{"what an update saves stays the caller's own", func(s *scene) {
		s.update(func(tx storage.Tx) error {
			h, t, d, settings := scratched()
			err := errors.Join(storage.Rounds.Save(tx, h), storage.Seatings.Save(tx, t),
				storage.Decks.Save(tx, d),
				storage.SettingsOf.Save(tx, settings))
			overwrite(h, t, d, settings)
			return errors.Join(err, scratch(s, tx))
		})
		s.view(func(r storage.Reader) error { return scratch(s, r) })
	}},
	{"a confirmation comes back as it was saved, as long as it can be answered", func(s *scene) {
		c := storage.Confirmation{Asked: interaction(noon, 1), Guild: alice.Guild, By: 3,
			Why: storage.Grant,
			To:  5, ToName: "Zoë <@1>", Chips: storage.MaxChips, Note: "for being kind"}
		save := func(c storage.Confirmation, at time.Time) {
			s.update(func(tx storage.Tx) error { return storage.Confirmations.Save(tx, c) })
		}
		is := func(want storage.Confirmation, there bool) {
			s.Helper()
			s.view(func(r storage.Reader) error {
				got, ok, err := storage.Confirmations.Get(r, want.Asked)
				if ok != there || there && got != want {
					s.Errorf("found %v: %+v, want %+v", ok, got, want)
				}
				return err
			})
		}
		is(c, false)
		save(c, noon)
		is(c, true)
		c.Answer = storage.Moved
		save(c, noon)
		s.reopen()
		for i := range 20 {
			at := noon.Add(time.Duration(i) * storage.SeenFor / 20)
			save(storage.Confirmation{Asked: interaction(at, 2), Guild: alice.Guild}, at)
			is(c, true)
		}
		late := noon.Add(storage.SeenFor + time.Second)
		for n := range 16 { // not each of which has to forget
			s.update(func(tx storage.Tx) error { return tx.See(interaction(late, n), late) })
		}
		is(c, false)
	}},
	{"an interaction is remembered as long as promised, however many follow", func(s *scene) {
		first := interaction(noon, 0)
		s.update(func(tx storage.Tx) error { return tx.See(first, noon) })
		for i := range 20 {
			at := noon.Add(time.Duration(i) * storage.SeenFor / 20)
			s.update(func(tx storage.Tx) error { return tx.See(interaction(at, 1), at) })
			s.refused(storage.ErrSeen, func(tx storage.Tx) error { return tx.See(first, at) })
		}
	}},
}

// scratched returns what has bytes or lists in it.
func scratched() (storage.Round, storage.Seating, storage.Deck, storage.Settings) {
	return fullRound(1, 3), quiet(fullSeating(1)),
		storage.Deck{Player: alice, Table: "downen", Cards: []byte{51, 0, 13}},
		storage.Settings{Guild: alice.Guild, Tables: []string{"mit", "vegas"},
			Rules: []storage.RuleChange{{Table: "vegas", Change: "decks=8"}}}
}

func keepScratched(tx storage.Tx) error {
	h, t, d, settings := scratched()
	return errors.Join(storage.Rounds.Save(tx, h), storage.Seatings.Save(tx, t),
		storage.Decks.Save(tx, d),
		storage.SettingsOf.Save(tx, settings))
}

// overwrite writes over every byte and every list.
func overwrite(h storage.Round, t storage.Seating, d storage.Deck, settings storage.Settings) {
	clear(h.Record)
	clear(h.Seats)
	clear(t.Chairs)
	clear(t.Invited)
	clear(t.News)
	clear(d.Cards)
	clear(settings.Tables)
	clear(settings.Rules)
}

// scratch reads all that was scratched, which has to be whole, and writes over
// what it was given.
func scratch(s *scene, r storage.Reader) error {
	s.Helper()
	h, _, err1 := storage.Rounds.Get(r, 1)
	t, _, err2 := storage.Seatings.Get(r, 1)
	d, _, err3 := storage.Decks.Get(r, alice.Deck("downen"))
	settings, err4 := storage.SettingsOf.Read(r, storage.Only{})
	wantHand, wantSeating, wantDeck, wantSettings := scratched()
	diff := cmp.Diff(wantHand, h) + cmp.Diff(wantSeating, t) + cmp.Diff(wantDeck, d) +
		cmp.Diff(wantSettings, settings)
	if diff != "" {
		s.Errorf("what was read before and written over: -want +got\n%s", diff)
	}
	overwrite(h, t, d, settings)
	return errors.Join(err1, err2, err3, err4)
}

func saveProfile(p storage.Profile) func(storage.Tx) error {
	return func(tx storage.Tx) error { return storage.Profiles.Save(tx, p) }
}

// keeps saves a record and reads it back, within the update and after opening anew.
func keeps[K, V any](s *scene, guild storage.GuildID, of storage.Table[K, V], k K, want V) {
	s.Helper()
	check := func(r storage.Reader) error {
		got, ok, err := of.Get(r, k)
		if diff := cmp.Diff(want, got); diff != "" || !ok {
			s.Errorf("found %v: -want +got\n%s", ok, diff)
		}
		return err
	}
	s.updateIn(guild, func(tx storage.Tx) error {
		return errors.Join(of.Put(tx, k, want), check(tx))
	})
	s.viewOf(guild, check)
	s.reopen()
	s.viewOf(guild, check)
}

func (s *scene) keepsProfile(want storage.Profile) {
	s.Helper()
	keeps(s, want.Player.Guild, storage.Profiles, want.Player, want)
}

func (s *scene) keepsHand(want storage.Round) {
	s.Helper()
	keeps(s, want.Guild, storage.Rounds, want.ID, want)
}

// fullProfile has a value of its own in every field.
func fullProfile(p storage.Player) storage.Profile {
	return storage.Profile{
		Player: p, Name: "Zoë <@1> 🂡\n", Opened: noon, LastBet: storage.MaxChips,
		OpenHand: math.MaxInt64,
		Daily: storage.Daily{At: noon.Add(time.Microsecond), By: interaction(noon, 9), Chips: 50,
			Streak: 7},
		Given: storage.Given{At: noon.Add(time.Hour), Chips: 11},
		Fair:  storage.Fairness{Next: storage.Secret{31: 1}, Client: "Zoë's seed", Shown: noon},
		Stats: storage.Stats{
			Hands: 60, Wins: 30, Losses: 20, Pushes: 10, Naturals: 4, Busts: 5, Doubles: 6,
			Splits: 7, Surrenders: 8,
			Wagered: 9000, Net: -1000, BiggestWin: 300, BiggestLoss: 400,
		},
		Refilled: noon.Add(time.Minute),
		Taste:    storage.Taste{Cards: storage.PictureCards, FourColours: true, Language: "pt-BR"},
		Day:      storage.DayOf{At: noon.Add(2 * time.Hour), Net: -77},
		Sitting: storage.Sitting{Since: noon, Last: noon.Add(3 * time.Hour),
			Reminded: noon.Add(time.Hour)},
		Awards: 1<<storage.Awards - 1, Untold: storage.AwardSet(0).With(storage.Comeback),
		Hidden: true, Away: true,
	}
}

// aShuffleOf has a value of its own in every field.
func aShuffleOf(first byte) storage.Shuffle {
	return storage.Shuffle{Server: storage.Secret{first, 31: 0xff}, Client: "Zoë's seed",
		By: interaction(noon, int(first)), First: true, Shown: noon}
}

// fullHand has a value of its own in every field, but is not practice: chips are held.
func fullHand(id storage.RoundID, p storage.Player, version uint32) storage.Round {
	return storage.Round{
		ID: id, Guild: p.Guild, Version: version, Table: "vegas", Private: true,
		House: "stopAt(15)", Open: true, Shuffled: true, Next: 77, Record: []byte{0, 1, 2,
			0xff}, Dealt: noon, Changed: noon.Add(time.Second),
		Shoe:  storage.ShoeOrigin{Shuffle: aShuffleOf(1), Dealt: 17, Behind: aShuffleOf(2)},
		Seats: []storage.Seat{{User: p.User, Plays: "both(stopAt(19), ask)", Held: 20, Net: -10}},
	}
}
