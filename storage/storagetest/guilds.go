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
