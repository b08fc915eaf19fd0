package storagetest

import (
	"errors"
	"math"
	"slices"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

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
	{"settings come back as they were saved, and replace those before", func(s *scene) {
		s.keepsSettings(storage.Settings{Guild: alice.Guild})
		s.keepsSettings(storage.Settings{Guild: alice.Guild, Tables: []string{"mit", "vegas"},
			Rules: []storage.RuleChange{{Table: "vegas", Change: "decks=8"},
				{Table: "mit", Change: ""}}})
		s.keepsSettings(storage.Settings{Guild: alice.Guild, NoGive: true, NewMessage: true,
			NoRefill: true, Starting: 1, Daily: 2, Refill: 3, GiveDaily: storage.MaxChips,
			Taste:   storage.Taste{Cards: storage.TextCards, Language: "fr"},
			LossCap: 500, Left: noon})
		s.keepsSettings(storage.Settings{Guild: storage.DirectMessages(3),
			Tables: []string{"vegas"}})
		s.keepsSettings(storage.Settings{Guild: alice.Guild})
	}},
	{"changes of settings come back, newest first and from any one", func(s *scene) {
		entry := func(n int) storage.LogEntry {
			return storage.LogEntry{By: interaction(noon, n), Guild: alice.Guild, Who: carol.User,
				Name: "Zoë", At: noon, Changes: slices.Repeat([]storage.SettingChange{
					{What: storage.SetRule, Table: "vegas", Rule: "decks", Before: "6", After: "2"},
				}, n)}
		}
		s.update(func(tx storage.Tx) error {
			return errors.Join(tx.SaveLog(entry(1)), tx.SaveLog(entry(3)),
				tx.SaveLog(entry(2)))
		})
		s.reopen()
		s.view(func(r storage.Reader) error {
			newest, err1 := r.Log(0, 2)
			rest, err2 := r.Log(entry(2).By, 9)
			if diff := cmp.Diff([]storage.LogEntry{entry(3), entry(2), entry(1)},
				append(newest, rest...)); diff != "" {
				s.Errorf("-want +got\n%s", diff)
			}
			return errors.Join(err1, err2)
		})
	}},
	{"emojis come back as they were saved, and replace those before", func(s *scene) {
		for _, want := range []storage.Emojis{
			{Application: "7", IDs: map[string]string{"card_a": "1", "card_b": "2"}},
			{Application: "8", IDs: map[string]string{"card_c": "3"}},
		} {
			s.updateIn(0, func(tx storage.Tx) error { return tx.SaveEmojis(want) })
			s.reopen()
			s.viewOf(0, func(r storage.Reader) error {
				got, err := r.Emojis()
				if diff := cmp.Diff(want, got); diff != "" {
					s.Errorf("-want +got\n%s", diff)
				}
				return err
			})
		}
	}},
	{"a deck comes back as it was saved, one for each table", func(s *scene) {
		s.keepsDeck(storage.Deck{Player: alice, Table: "downen", Cards: []byte{51, 0, 13}})
		s.keepsDeck(storage.Deck{Player: alice, Table: "amherst", Cards: []byte{1}})
		s.keepsDeck(storage.Deck{Player: carol, Table: "downen", Cards: []byte{2}})
		s.keepsDeck(storage.Deck{Player: alice, Table: "downen", Cards: []byte{7},
			Shuffle: aShuffleOf(1), Dealt: 51})
		s.keepsDeck(storage.Deck{Player: alice, Table: "downen"})
		s.view(func(r storage.Reader) error {
			d, ok, err := r.Deck(alice, "amherst")
			if !ok || len(d.Cards) != 1 {
				s.Errorf("the deck of another table: %+v, found %v", d, ok)
			}
			return err
		})
	}},
	{"what was never saved is not there", func(s *scene) {
		s.view(func(r storage.Reader) error {
			_, profile, err1 := r.Profile(alice)
			_, hand, err2 := r.Round(1)
			seen, err3 := r.Seen(interaction(noon, 1))
			_, deck, err4 := r.Deck(alice, "downen")
			settings, err5 := r.Settings()
			if profile || hand || seen || deck ||
				cmp.Diff(storage.Settings{Guild: alice.Guild}, settings) != "" {
				s.Error("something is")
			}
			return errors.Join(err1, err2, err3, err4, err5)
		})
	}},
	{"a hand is saved with the version that follows", func(s *scene) {
		s.refused(storage.ErrVersion, saveHand(fullHand(1, alice, 2)))
		s.refused(storage.ErrVersion, saveHand(fullHand(1, alice, 0)))
		s.keepsHand(fullHand(1, alice, 1))
		s.refused(storage.ErrVersion, saveHand(fullHand(1, alice, 1)))
		s.refused(storage.ErrVersion, saveHand(fullHand(1, alice, 3)))
		s.keepsHand(fullHand(1, alice, 2))
		s.update(func(tx storage.Tx) error { // and again within one update
			return errors.Join(tx.SaveRound(fullHand(1, alice, 3)),
				tx.SaveRound(fullHand(1, alice, 4)))
		})
		s.refused(storage.ErrVersion, saveHand(fullHand(1, alice, 4)))
	}},
	{"hands come back in the order of their ids, by pages", func(s *scene) {
		s.update(func(tx storage.Tx) error {
			return errors.Join(tx.SaveRound(fullHand(3, alice, 1)),
				tx.SaveRound(fullHand(1<<63+1, bob, 1)), tx.SaveRound(fullHand(2, bob, 1)))
		})
		s.reopen()
		s.view(func(r storage.Reader) error {
			page, err := r.Rounds(0, 2)
			s.same([]storage.Round{fullHand(2, bob, 1), fullHand(3, alice, 1)}, page, err)
			rest, err := r.Rounds(3, 2)
			s.same([]storage.Round{fullHand(1<<63+1, bob, 1)}, rest, err)
			return nil
		})
	}},
	{"a hand is not changed by its caller's bytes", func(s *scene) {
		round := []byte("round")
		s.update(func(tx storage.Tx) error {
			copy(round, "round") // whole again if this is run again
			h := fullHand(1, alice, 1)
			h.Record = round
			err := tx.SaveRound(h)
			copy(round, "other")
			return err
		})
		s.view(func(r storage.Reader) error {
			h, _, err := r.Round(1)
			if string(h.Record) != "round" {
				s.Errorf("the round is %q", h.Record)
			}
			return err
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
			h, d, settings := scratched()
			err := errors.Join(tx.SaveRound(h), tx.SaveDeck(d), tx.SaveSettings(settings))
			overwrite(h, d, settings)
			return errors.Join(err, scratch(s, tx))
		})
		s.view(func(r storage.Reader) error { return scratch(s, r) })
	}},
	{"a confirmation comes back as it was saved, as long as it can be answered", func(s *scene) {
		c := storage.Confirmation{Asked: interaction(noon, 1), Guild: alice.Guild, By: 3,
			Why: storage.Grant,
			To:  5, ToName: "Zoë <@1>", Chips: storage.MaxChips, Note: "for being kind"}
		save := func(c storage.Confirmation, at time.Time) {
			s.update(func(tx storage.Tx) error { return tx.SaveConfirmation(c, at) })
		}
		is := func(want storage.Confirmation, there bool) {
			s.Helper()
			s.view(func(r storage.Reader) error {
				got, ok, err := r.Confirmation(want.Asked)
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
		save(storage.Confirmation{Asked: interaction(late, 1), Guild: alice.Guild}, late)
		is(c, false)
	}},
	{"an interaction is seen once", func(s *scene) {
		id := interaction(noon, 1)
		s.update(func(tx storage.Tx) error { return tx.See(id, noon) })
		s.refused(storage.ErrSeen, func(tx storage.Tx) error { return tx.See(id, noon) })
		s.reopen()
		s.refused(storage.ErrSeen, func(tx storage.Tx) error { return tx.See(id, noon) })
		s.refused(storage.ErrSeen, func(tx storage.Tx) error {
			return errors.Join(tx.See(id+1, noon), tx.See(id+1, noon))
		})
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
func scratched() (storage.Round, storage.Deck, storage.Settings) {
	return fullHand(1, alice, 1),
		storage.Deck{Player: alice, Table: "downen", Cards: []byte{51, 0, 13}},
		storage.Settings{Guild: alice.Guild, Tables: []string{"mit", "vegas"},
			Rules: []storage.RuleChange{{Table: "vegas", Change: "decks=8"}}}
}

func keepScratched(tx storage.Tx) error {
	h, d, settings := scratched()
	return errors.Join(tx.SaveRound(h), tx.SaveDeck(d), tx.SaveSettings(settings))
}

// overwrite writes over every byte and every list.
func overwrite(h storage.Round, d storage.Deck, settings storage.Settings) {
	clear(h.Record)
	clear(d.Cards)
	clear(settings.Tables)
	clear(settings.Rules)
}

// scratch reads all that was scratched, which has to be whole, and writes over
// what it was given.
func scratch(s *scene, r storage.Reader) error {
	s.Helper()
	h, _, err1 := r.Round(1)
	d, _, err2 := r.Deck(alice, "downen")
	settings, err3 := r.Settings()
	wantHand, wantDeck, wantSettings := scratched()
	diff := cmp.Diff(wantHand, h) + cmp.Diff(wantDeck, d) + cmp.Diff(wantSettings, settings)
	if diff != "" {
		s.Errorf("what was read before and written over: -want +got\n%s", diff)
	}
	overwrite(h, d, settings)
	return errors.Join(err1, err2, err3)
}

func saveHand(h storage.Round) func(storage.Tx) error {
	return func(tx storage.Tx) error { return tx.SaveRound(h) }
}

func saveProfile(p storage.Profile) func(storage.Tx) error {
	return func(tx storage.Tx) error { return tx.SaveProfile(p) }
}

// keepsProfile saves a profile and reads it back, also after opening anew.
func (s *scene) keepsProfile(want storage.Profile) {
	s.Helper()
	s.updateIn(want.Player.Guild, saveProfile(want))
	for range 2 {
		s.viewOf(want.Player.Guild, func(r storage.Reader) error {
			got, ok, err := r.Profile(want.Player)
			if diff := cmp.Diff(want, got); diff != "" || !ok {
				s.Errorf("profile (found %v): -want +got\n%s", ok, diff)
			}
			return err
		})
		s.reopen()
	}
}

// keepsHand saves a hand and reads it back, also after opening anew.
func (s *scene) keepsHand(want storage.Round) {
	s.Helper()
	s.updateIn(want.Guild, saveHand(want))
	for range 2 {
		s.viewOf(want.Guild, func(r storage.Reader) error {
			got, ok, err := r.Round(want.ID)
			if diff := cmp.Diff(want, got); diff != "" || !ok {
				s.Errorf("hand (found %v): -want +got\n%s", ok, diff)
			}
			return err
		})
		s.reopen()
	}
}

// keepsSettings saves settings and reads them back, within the update and after
// opening anew.
func (s *scene) keepsSettings(want storage.Settings) {
	s.Helper()
	check := func(r storage.Reader) error {
		got, err := r.Settings()
		if diff := cmp.Diff(want, got); diff != "" {
			s.Errorf("settings: -want +got\n%s", diff)
		}
		return err
	}
	s.updateIn(want.Guild, func(tx storage.Tx) error {
		return errors.Join(tx.SaveSettings(want), check(tx))
	})
	s.reopen()
	s.viewOf(want.Guild, check)
}

// keepsDeck saves a deck and reads it back, within the update and after opening anew.
func (s *scene) keepsDeck(want storage.Deck) {
	s.Helper()
	check := func(r storage.Reader) error {
		got, ok, err := r.Deck(want.Player, want.Table)
		if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" || !ok {
			s.Errorf("deck (found %v): -want +got\n%s", ok, diff)
		}
		return err
	}
	s.updateIn(want.Player.Guild, func(tx storage.Tx) error {
		return errors.Join(tx.SaveDeck(want), check(tx))
	})
	s.reopen()
	s.viewOf(want.Player.Guild, check)
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
