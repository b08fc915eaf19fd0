package bolt

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"holecard/storage"
)

// rich is a store with something of everything: players of several guilds with
// open and settled hands, decks, settings, gifts, and an order of several blocks;
// seatings with rounds and deadlines.
type rich struct {
	chance   *rand.Rand
	players  []storage.Player
	hands    []storage.RoundID
	seatings map[storage.GuildID]storage.SeatingID // the newest of each guild
	keys     []string
	n        int // interactions so far
}

var richGuilds = []storage.GuildID{storage.DirectMessages(1), 7, 1 << 60}

// newRich fills a store. All players above crowd are of guild 7, which gives its
// orders more than one block when there are more than blockMax.
func newRich(t testing.TB, s *Store, seed uint64, crowd int) *rich {
	t.Helper()
	r := &rich{chance: rand.New(rand.NewPCG(seed, 2)),
		seatings: map[storage.GuildID]storage.SeatingID{}}
	for user := range storage.UserID(crowd + 30) {
		guild := storage.GuildID(7)
		if int(user) >= crowd {
			guild = richGuilds[r.chance.IntN(len(richGuilds))]
		}
		r.players = append(r.players, storage.Player{Guild: guild, User: user + 1})
	}
	for _, guild := range richGuilds {
		updateIn(t, s, guild, func(tx storage.Tx) error { return r.openAll(tx, guild) })
	}
	for _, guild := range richGuilds[1:] {
		updateIn(t, s, guild, func(tx storage.Tx) error {
			return storage.SettingsOf.Save(tx, storage.Settings{Guild: guild,
				Tables: []string{"mit", "vegas"},
				NoGive: guild == 7})
		})
	}
	return r
}

// openAll opens the wallets of a guild.
func (r *rich) openAll(tx storage.Tx, guild storage.GuildID) error {
	for _, p := range r.players {
		if p.Guild != guild {
			continue
		}
		key := fmt.Sprint("open ", p.User)
		r.keys = append(r.keys, key)
		err := errors.Join(
			tx.Post(storage.Posting{Key: key, From: storage.MintOf(guild), To: storage.WalletOf(p),
				Chips: storage.Chips(r.chance.IntN(1000) + 500), Reason: storage.Opening,
				At: noon}),
			storage.Profiles.Save(tx, storage.Profile{Player: p,
				Name:   fmt.Sprint("player ", p.User),
				Opened: noon}))
		if err != nil {
			return err
		}
	}
	return nil
}

// play makes some updates, each of several steps of players of a guild.
func (r *rich) play(t testing.TB, s *Store, updates int) {
	t.Helper()
	for range updates {
		guild := r.players[len(r.players)-1-r.chance.IntN(30)].Guild
		updateIn(t, s, guild, func(tx storage.Tx) error {
			for range 5 {
				if err := r.step(tx, guild); err != nil {
					return err
				}
			}
			return nil
		})
	}
}

// step is one action of one player.
func (r *rich) step(tx storage.Tx, guild storage.GuildID) error {
	r.n++
	id := snowflake(noon, r.n)
	last := slices.DeleteFunc(slices.Clone(r.players[len(r.players)-30:]),
		func(p storage.Player) bool {
			return p.Guild != guild
		})
	if r.chance.IntN(4) == 0 {
		return errors.Join(tx.See(id, noon), r.stepSeating(tx, guild, last, id))
	}
	p, known, err := storage.Profiles.Get(tx, last[r.chance.IntN(len(last))])
	if err != nil || !known {
		return fmt.Errorf("no profile (%v): %w", known, err)
	}
	if err := tx.See(id, noon); err != nil {
		return err
	}
	switch {
	case p.OpenHand != 0:
		return r.settle(tx, p, id)
	case r.chance.IntN(4) == 0:
		return r.give(tx, p, id)
	}
	return r.deal(tx, p, id)
}

func (r *rich) post(tx storage.Tx, p storage.Posting) error {
	p.At = noon
	r.keys = append(r.keys, p.Key)
	return tx.Post(p)
}

func (r *rich) give(tx storage.Tx, p storage.Profile, id storage.InteractionID) error {
	to := r.players[len(r.players)-1-r.chance.IntN(30)]
	wallet := storage.WalletOf(p.Player)
	if to.Guild != p.Player.Guild || to == p.Player {
		return r.post(tx,
			storage.Posting{Key: fmt.Sprint("grant/", id), From: storage.MintOf(p.Player.Guild),
				To:    wallet,
				Chips: 9, Reason: storage.Grant, By: id, Who: 1, Note: "for the test"})
	}
	p.Given = storage.Given{At: noon, Chips: p.Given.Chips + 2}
	return errors.Join(storage.Profiles.Save(tx, p),
		r.post(tx,
			storage.Posting{Key: fmt.Sprint("give/", id), From: wallet, To: storage.WalletOf(to),
				Chips: 2, Reason: storage.Gift, By: id}))
}

func (r *rich) deal(tx storage.Tx, p storage.Profile, id storage.InteractionID) error {
	stake := storage.Chips(r.chance.IntN(10) + 1)
	h := storage.Round{ID: storage.RoundID(id), Guild: p.Player.Guild, Version: 1, Table: "downen",
		Open:   true,
		Record: make([]byte, r.chance.IntN(3000)), Dealt: noon, Changed: noon,
		Seats: []storage.Seat{{User: p.Player.User, Held: stake}}}
	for i := range h.Record {
		h.Record[i] = byte(r.chance.Uint32())
	}
	h.Shoe.Shuffle = storage.Shuffle{Server: storage.Secret{byte(id), byte(id >> 8), 1},
		Client: "seed", By: id}
	r.hands = append(r.hands, h.ID)
	p.OpenHand, p.LastBet = h.ID, stake
	return errors.Join(storage.Rounds.Save(tx, h), storage.Profiles.Save(tx, p),
		storage.Decks.Save(tx, storage.Deck{Player: p.Player, Table: "downen",
			Cards: h.Record[:min(len(h.Record), 40)], Shuffle: h.Shoe.Shuffle, Dealt: 12}),
		r.post(tx,
			storage.Posting{Key: storage.RoundKey(h.ID, 0, 1, storage.Hold),
				From: storage.WalletOf(p.Player), To: storage.HeldFor(p.Player.Guild, h.ID, 0),
				Chips: stake, Reason: storage.Hold, Round: h.ID, By: id}))
}

// stepSeating opens a seating, deals there to three people, settles their round, or
// closes it.
func (r *rich) stepSeating(tx storage.Tx, guild storage.GuildID, people []storage.Player,
	id storage.InteractionID) error {
	t, open, err := storage.Seatings.Get(tx, r.seatings[guild])
	t.Version++
	t.Due = storage.Due{At: noon.Add(time.Duration(r.n) * time.Second),
		Number: storage.DeadlineID(id)}
	t.Changed = noon
	switch {
	case err != nil:
		return err
	case !open:
		t.ID, t.Guild, t.Size, t.Table = storage.SeatingID(id), guild, 3, "downen"
		for _, p := range people[:min(3, len(people))] {
			t.Chairs = append(t.Chairs, storage.Chair{User: p.User, Name: "somebody"})
		}
		r.seatings[guild] = t.ID
	case t.Playing:
		t.Playing = false
		err = r.settleRound(tx, t.Round, id)
	case t.Version > 6:
		return storage.CloseSeating(tx, t.ID)
	default:
		t.Round, t.Playing = storage.RoundID(t.Due.Number), true
		err = r.dealRound(tx, t, id)
	}
	return errors.Join(err, storage.Seatings.Save(tx, t))
}

func (r *rich) dealRound(tx storage.Tx, t storage.Seating, id storage.InteractionID) error {
	h := storage.Round{ID: t.Round, Guild: t.Guild, Version: 1, Table: t.Table, Seating: t.ID,
		Open: true, Record: []byte("cards"), Dealt: noon, Changed: noon}
	r.hands = append(r.hands, h.ID)
	var errs []error
	for i, c := range t.Chairs {
		h.Seats = append(h.Seats, storage.Seat{User: c.User, Held: 2, Client: "seed"})
		p, _, err := storage.Profiles.Get(tx, h.Player(i))
		p.Seated += 4
		errs = append(errs, err, storage.Profiles.Save(tx, p), r.post(tx, storage.Posting{
			Key: storage.RoundKey(h.ID, i, 1, storage.Hold), From: storage.WalletOf(p.Player),
			To: storage.HeldFor(t.Guild, h.ID, i), Chips: 2, Reason: storage.Hold, Round: h.ID,
			By: id}))
	}
	return errors.Join(append(errs, storage.Rounds.Save(tx, h))...)
}

// settleRound lets all seats lose.
func (r *rich) settleRound(tx storage.Tx, round storage.RoundID, id storage.InteractionID) error {
	h, _, err := storage.Rounds.Get(tx, round)
	errs := []error{err}
	h.Version, h.Open = 2, false
	for i := range h.Seats {
		h.Seats[i].Held, h.Seats[i].Net = 0, -2
		p, _, err := storage.Profiles.Get(tx, h.Player(i))
		p.Seated -= 4
		p.Stats.Hands++
		p.Stats.Losses++
		p.Stats.Wagered += 2
		p.Stats.Net -= 2
		p.Stats.BiggestLoss = max(p.Stats.BiggestLoss, 2)
		errs = append(errs, err, storage.Profiles.Save(tx, p), r.post(tx, storage.Posting{
			Key:  storage.RoundKey(h.ID, i, 2, storage.Lose),
			From: storage.HeldFor(h.Guild, h.ID, i), To: storage.HouseOf(h.Guild), Chips: 2,
			Reason: storage.Lose, Round: h.ID, By: id}))
	}
	return errors.Join(append(errs, storage.Rounds.Save(tx, h))...)
}

func (r *rich) settle(tx storage.Tx, p storage.Profile, id storage.InteractionID) error {
	h, _, err := storage.Rounds.Get(tx, p.OpenHand)
	if err != nil {
		return err
	}
	stake, guild := h.Held(), p.Player.Guild
	h.Version, h.Open, h.Seats[0].Held = 2, false, 0
	post := func(why storage.Reason, from, to storage.Account) error {
		return r.post(tx,
			storage.Posting{Key: storage.RoundKey(h.ID, 0, 2, why), From: from, To: to,
				Chips:  stake,
				Reason: why, Round: h.ID, By: id})
	}
	wallet, held, house := storage.WalletOf(p.Player), storage.HeldFor(guild, h.ID, 0),
		storage.HouseOf(guild)
	p.OpenHand = 0
	p.Stats.Hands++
	p.Stats.Wagered += stake
	switch r.chance.IntN(3) {
	case 0:
		h.Seats[0].Net = stake
		p.Stats.Wins++
		err = errors.Join(post(storage.Release, held, wallet), post(storage.Win, house, wallet))
	case 1:
		h.Seats[0].Net = -stake
		p.Stats.Losses++
		err = post(storage.Lose, held, house)
	case 2:
		p.Stats.Pushes++
		err = post(storage.Release, held, wallet)
	}
	p.Stats.Net += h.Seats[0].Net
	p.Stats.BiggestWin = max(p.Stats.BiggestWin, h.Seats[0].Net)
	p.Stats.BiggestLoss = max(p.Stats.BiggestLoss, -h.Seats[0].Net)
	return errors.Join(err, storage.Rounds.Save(tx, h), storage.Profiles.Save(tx, p))
}

// figures returns all that a store tells of what is in it, or the first error
// it gives.
func (r *rich) figures(s *Store) (all []any, err error) {
	var first error
	tell := func(value any, err error) {
		all = append(all, value)
		first = firstOf(first, err)
	}
	for _, g := range richGuilds {
		view := func(look func(storage.Reader)) {
			err = firstOf(err, s.View(context.Background(), g, func(read storage.Reader) error {
				look(read)
				return nil
			}))
		}
		view(func(read storage.Reader) { r.figuresOf(read, g, tell) })
		// A reader is made for the few records of an action: it keeps them in their order.
		for keys := range slices.Chunk(r.keys, 50) {
			view(func(read storage.Reader) {
				for _, key := range keys {
					posted, err := read.Posted(key)
					tell(posted, err)
				}
			})
		}
	}
	deadlines, err2 := s.Due(context.Background(),
		storage.Claim{Until: noon.Add(time.Hour), Limit: 100})
	tell(deadlines, err2)
	err = firstOf(first, err, s.view(func(tx *bbolt.Tx) error {
		return journalOf(tx).ForEach(func(key, raw []byte) error {
			value, err := journalOf(tx).checked(key, raw)
			all = append(all, bytes.Clone(value))
			return err
		})
	}))
	return all, err
}

// figuresOf tells of a guild.
func (r *rich) figuresOf(read storage.Reader, g storage.GuildID, tell func(any, error)) {
	for i, p := range r.players {
		if p.Guild != g {
			continue
		}
		profile, _, err := storage.Profiles.Get(read, p)
		tell(profile, err)
		chips, err := read.Balance(storage.WalletOf(p))
		tell(chips, err)
		transfers, err := read.Transfers(p, "", 5)
		tell(transfers, err)
		if i < len(r.players)-30 {
			continue
		}
		deck, _, err := storage.Decks.Get(read, p.Deck("downen"))
		tell(deck, err)
		for by := range storage.Order(storage.Orders) {
			position, of, err := read.Rank(p, by.Ever())
			tell([]int{position, of}, err)
		}
	}
	for _, id := range r.hands {
		hand, _, err := storage.Rounds.Get(read, id)
		tell(hand, err)
		seen, err := read.Seen(storage.InteractionID(id))
		tell(seen, err)
	}
	settings, err := storage.SettingsOf.Read(read, storage.Only{})
	tell(settings, err)
	seatings, err := storage.Seatings.All(read)
	tell(seatings, err)
	for _, a := range []storage.Account{storage.HouseOf(g), storage.MintOf(g)} {
		chips, err := read.Balance(a)
		tell(chips, err)
	}
	for by := range storage.Order(storage.Orders) {
		for _, from := range []int{0, len(r.players) / 2, len(r.players) - 30} {
			lines, err := read.Standings(by.Ever(), from, 30)
			tell(lines, err)
		}
	}
}
