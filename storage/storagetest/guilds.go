package storagetest

import (
	"context"
	"errors"
	"fmt"

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
	{"guilds share nothing, not even keys and ids", func(s *scene) {
		guilds := []storage.GuildID{alice.Guild, 7, carol.Guild}
		for i, g := range guilds {
			player := storage.Player{Guild: g, User: 3}
			s.updateIn(g, func(tx storage.Tx) error {
				h := fullHand(2, player, 1)
				h.Seats[0].Net = storage.Chips(i)
				return errors.Join(tx.See(interaction(noon, 1), noon),
					tx.Post(opening(player, "a", 100)), tx.Post(hold(player, 2, "b", 20)),
					tx.SaveProfile(storage.Profile{Player: player, Name: fmt.Sprint(i),
						OpenHand: 2}),
					tx.SaveSettings(storage.Settings{Guild: g, NoGive: i == 1}),
					tx.SaveDeck(storage.Deck{Player: player, Table: "mit", Cards: []byte{byte(i)}}),
					tx.SaveRound(h))
			})
		}
		s.reopen()
		for i, g := range guilds {
			player := storage.Player{Guild: g, User: 3}
			s.viewOf(g, func(r storage.Reader) error {
				h, _, err1 := r.Round(2)
				p, _, err2 := r.Profile(player)
				settings, err3 := r.Settings()
				deck, _, err4 := r.Deck(player, "mit")
				position, of, err5 := r.Rank(player, storage.ByChips.Ever())
				if h.Seats[0].Net != storage.Chips(i) || p.Name != fmt.Sprint(i) ||
					settings.NoGive != (i == 1) ||
					len(deck.Cards) != 1 || deck.Cards[0] != byte(i) || position != 1 || of != 1 {
					s.Errorf("%v: %+v %+v %+v %+v, position %d of %d", g, h, p, settings, deck,
						position, of)
				}
				return errors.Join(err1, err2, err3, err4, err5)
			})
			s.has(storage.WalletOf(player), 80)
			s.has(storage.HeldFor(g, 2, 0), 20)
		}
		if a := s.sound(); a.Postings != 6 || a.OpenHands != 3 {
			s.Errorf("the audit finds %+v", a)
		}
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
