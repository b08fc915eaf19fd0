package storagetest

import (
	"context"
	"errors"

	"holecard/storage"
)

var guildFacts = []fact{
	{"the guilds that have records are listed", func(s *scene) {
		list, err := s.Guilds(context.Background())
		s.same([]storage.GuildID{}, list, err)
		s.updateIn(carol.Guild, post(opening(carol, "a", 100)))
		s.updateIn(0, func(tx storage.Tx) error { return tx.SaveMark("of nobody", []byte{1}) })
		s.update(func(tx storage.Tx) error { return tx.SaveMark("story", []byte{1}) })
		s.reopen()
		list, err = s.Guilds(context.Background())
		s.same([]storage.GuildID{alice.Guild, carol.Guild}, list, err)
	}},
	{"a transaction refuses what is another guild's", func(s *scene) {
		s.updateIn(carol.Guild, post(opening(carol, "a", 100)))
		for name, ask := range map[string]func(storage.Tx) error{
			"a balance": func(tx storage.Tx) error {
				_, err := tx.Balance(storage.WalletOf(carol))
				return err
			},
			"a house": func(tx storage.Tx) error {
				_, err := tx.Balance(storage.HouseOf(carol.Guild))
				return err
			},
			"a profile": func(tx storage.Tx) error {
				_, _, err := tx.Profile(carol)
				return err
			},
			"transfers": func(tx storage.Tx) error {
				_, err := tx.Transfers(carol, "", 1)
				return err
			},
			"a deck": func(tx storage.Tx) error {
				_, _, err := tx.Deck(carol, "downen")
				return err
			},
			"a rank": func(tx storage.Tx) error {
				_, _, err := tx.Rank(carol, storage.ByChips.Ever())
				return err
			},
			"a posting":        post(opening(carol, "b", 1)),
			"saving a profile": saveProfile(storage.Profile{Player: carol}),
			"saving a hand":    saveHand(fullHand(1, carol, 1)),
			"saving settings": func(tx storage.Tx) error {
				return tx.SaveSettings(storage.Settings{Guild: carol.Guild})
			},
			"logging a change": func(tx storage.Tx) error {
				return tx.SaveLog(storage.LogEntry{Guild: carol.Guild})
			},
			"saving a confirmation": func(tx storage.Tx) error {
				return tx.SaveConfirmation(storage.Confirmation{Guild: carol.Guild}, noon)
			},
			"saving a deck": func(tx storage.Tx) error {
				return tx.SaveDeck(storage.Deck{Player: carol, Table: "downen"})
			},
		} {
			if err := s.try(ask); !errors.Is(err, storage.ErrGuild) {
				s.Errorf("%s: %v", name, err)
			}
		}
		s.has(storage.WalletOf(carol), 100)
	}},
	{"an interaction of another guild is not seen, and stays remembered", func(s *scene) {
		old := interaction(noon, 1)
		s.updateIn(carol.Guild, func(tx storage.Tx) error { return tx.See(old, noon) })
		later := noon.Add(2 * storage.SeenFor)
		s.update(func(tx storage.Tx) error { return tx.See(interaction(later, 1), later) })
		for guild, want := range map[storage.GuildID]bool{alice.Guild: false, carol.Guild: true} {
			s.viewOf(guild, func(r storage.Reader) error {
				if seen, err := r.Seen(old); seen != want || err != nil {
					s.Errorf("in %v: seen %v, %v", guild, seen, err)
				}
				return nil
			})
		}
	}},
	{"what is loaded is read as it is", func(s *scene) {
		s.update(s.everything)
		wanted := storage.Wanted{Seen: []storage.InteractionID{interaction(noon, 1), 5},
			Players: []storage.UserID{alice.User, bob.User}, Rounds: []storage.RoundID{2, 3},
			Decks:    []storage.DeckName{{User: alice.User, Table: "mit"}},
			Settings: true, Keys: []string{"a", "b"}, House: true, Mint: true}
		s.update(func(tx storage.Tx) error {
			tx.Load(wanted)
			err := errors.Join(readsEverything(tx), tx.Post(hold(alice, 2, "more", 30)))
			tx.Load(wanted)
			if chips, _ := tx.Balance(storage.WalletOf(alice)); chips != 50 {
				s.Errorf("after a load the wallet has %d chips", chips)
			}
			return errors.Join(err, tx.Post(release(alice, 2, "back", 30)))
		})
		err := s.View(context.Background(), alice.Guild, func(r storage.Reader) error {
			r.Load(wanted)
			r.Load(storage.Wanted{})
			return readsEverything(r)
		})
		if err != nil {
			s.Error(err)
		}
		s.sound()
	}},
}
