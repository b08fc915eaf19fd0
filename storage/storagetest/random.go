package storagetest

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"holecard/storage"
)

// likeTwin does random transactions with a store and with its twin: every
// answer, and all that is kept, must be the same.
func likeTwin(t *testing.T, place Place) {
	rapid.Check(t, func(rt *rapid.T) {
		open := place(t)
		store, twins := open(), map[storage.GuildID]*twin{}
		for _, guild := range someGuilds {
			twins[guild] = newTwin(guild)
		}
		defer func() { store.Close() }()
		for range rapid.IntRange(1, 12).Draw(rt, "transactions") {
			steps := rapid.SliceOfN(aStep, 1, 8).Draw(rt, "steps")
			guild := aGuild.Draw(rt, "guild")
			fails := rapid.IntRange(0, 3).Draw(rt, "fails unless 0") == 3
			var got []outcome
			err := store.Update(context.Background(), guild, func(tx storage.Tx) error {
				got = carryOut(tx, steps)
				if fails {
					return errChanged
				}
				return nil
			})
			if fails != errors.Is(err, errChanged) || !fails && err != nil {
				rt.Fatalf("update: %v", err)
			}
			meanwhile := twins[guild].clone()
			want := carryOut(meanwhile, steps)
			compare(rt, "in an update", want, got)
			if !fails {
				twins[guild] = meanwhile
			}
			compareDue(rt, store, twins)
		}
		if rapid.Bool().Draw(rt, "reopen") {
			if err := store.Close(); err != nil {
				rt.Fatal(err)
			}
			store = open()
		}
		compareDue(rt, store, twins)
		for _, guild := range someGuilds {
			var got []outcome
			err := store.View(context.Background(), guild, func(r storage.Reader) error {
				got = readAll(r)
				return nil
			})
			if err != nil {
				rt.Fatal(err)
			}
			compare(rt, "in the end", readAll(twins[guild]), got)
		}
	})
}

// compareDue compares the deadlines of all guilds with those of the twins.
func compareDue(t *rapid.T, store storage.Store, twins map[storage.GuildID]*twin) {
	until := noon.Add(aMoment.Draw(t, "until"))
	limit := rapid.IntRange(0, 4).Draw(t, "limit")
	var want []storage.Deadline
	for _, w := range twins {
		seatings, _ := storage.Seatings.All(w)
		for _, s := range seatings {
			if !s.Due.At.IsZero() && !s.Due.At.After(until) {
				want = append(want, deadlineOf(s))
			}
		}
	}
	slices.SortFunc(want, earlier)
	got, err := store.Due(context.Background(), storage.Claim{Until: until, Limit: limit})
	if diff := cmp.Diff(want[:min(limit, len(want))], got, cmpopts.EquateEmpty()); diff != "" ||
		err != nil {
		t.Fatalf("due: %v, -twin +store\n%s", err, diff)
	}
}

// step is a call of one of the methods of a [storage.Tx].
type step struct {
	name string
	call func(storage.Tx) (any, error)
}

func (s step) String() string { return s.name }

// outcome is what a step returned.
type outcome struct {
	Step  string
	Value any
	Err   string // its class, for engines may word it as they like
}

func carryOut(tx storage.Tx, steps []step) []outcome {
	var all []outcome
	for _, s := range steps {
		value, err := s.call(tx)
		if err != nil {
			value = nil
		}
		all = append(all, outcome{s.name, value, class(err)})
	}
	return all
}

func compare(t *rapid.T, when string, want, got []outcome) {
	if slices.EqualFunc(want, got, sameOutcome) {
		return
	}
	if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
		t.Fatalf("%s: -twin +store\n%s", when, diff)
	}
}

// sameOutcome tells what cmp does: only where [reflect.DeepEqual], which takes a tenth of the
// time, sees a difference is cmp asked.
func sameOutcome(want, got outcome) bool {
	return reflect.DeepEqual(want, got) || cmp.Equal(want, got, cmpopts.EquateEmpty())
}

// class names what code may ask of an error.
func class(err error) string {
	for _, is := range []error{storage.ErrSeen, storage.ErrPosted, storage.ErrPosting,
		storage.ErrVersion, storage.ErrGuild, storage.ErrRecord} {
		if errors.Is(err, is) {
			return is.Error()
		}
	}
	var over *storage.OverdrawnError
	var full *storage.OverflowError
	switch {
	case err == nil:
		return ""
	case errors.As(err, &over):
		return over.Error()
	case errors.As(err, &full):
		return full.Error()
	}
	return "unknown: " + err.Error()
}

// Few of each, so that steps meet. Most are in the guild 7.
var (
	someGuilds = []storage.GuildID{7, storage.DirectMessages(3)}
	aGuild     = rapid.SampledFrom([]storage.GuildID{7, 7, 7, 7, storage.DirectMessages(3)})
	aUser      = rapid.Custom(func(t *rapid.T) storage.UserID {
		return storage.UserID(rapid.IntRange(1, 5).Draw(t, "user"))
	})
	aHand = rapid.Custom(func(t *rapid.T) storage.RoundID {
		return storage.RoundID(rapid.IntRange(1, 3).Draw(t, "hand"))
	})
	aPeriod = rapid.Custom(func(t *rapid.T) storage.Period {
		in := storage.Period{Span: storage.Span(rapid.IntRange(0, storage.Spans-1).Draw(t, "span"))}
		if in.Span != storage.Ever {
			in.Number = uint32(rapid.IntRange(0, 2).Draw(t, "number"))
		}
		return in
	})
	aBoard = rapid.Custom(func(t *rapid.T) storage.Board {
		return storage.Board{In: aPeriod.Draw(t, "period"),
			By: storage.Order(rapid.IntRange(0, storage.Orders-1).Draw(t, "order"))}
	})
	someChips = rapid.SampledFrom([]storage.Chips{1, 1, 2, 3, 10, 10, 100, storage.MaxChips - 50,
		storage.MaxChips, 0, -1})
)

var aPlayer = rapid.Custom(func(t *rapid.T) storage.Player {
	return storage.Player{Guild: aGuild.Draw(t, "guild"), User: aUser.Draw(t, "user")}
})

var aPosting = rapid.Custom(func(t *rapid.T) storage.Posting {
	player, hand := aPlayer.Draw(t, "player"), aHand.Draw(t, "hand")
	chips := someChips.Draw(t, "chips")
	key := fmt.Sprint("key ", rapid.IntRange(1, 30).Draw(t, "key"))
	if rapid.Bool().Draw(t, "of a second seat") {
		neighbour := storage.Round{ID: hand, Guild: player.Guild,
			Seats: []storage.Seat{{}, {User: player.User}}}
		why := rapid.SampledFrom([]storage.Reason{storage.Hold, storage.Lose, storage.Release})
		p := ofSeat(neighbour, 1, 1, why.Draw(t, "reason"), chips)
		p.Key = key
		return p
	}
	switch rapid.IntRange(0, 8).Draw(t, "reason") {
	case 0, 1:
		return opening(player, key, chips)
	case 2:
		return hold(player, hand, key, chips)
	case 3:
		return release(player, hand, key, chips)
	case 4:
		return lose(player, hand, key, chips)
	case 5:
		return gift(player, aPlayer.Draw(t, "to"), key, chips)
	case 6:
		return grant(player, key, chips)
	case 7:
		return confiscation(player, key, chips)
	}
	return win(player, hand, key, chips)
})

var aProfile = rapid.Custom(func(t *rapid.T) storage.Profile {
	p := storage.Profile{Player: aPlayer.Draw(t, "player"),
		Name: rapid.SampledFrom([]string{"", "Zoë"}).Draw(t, "name"), Opened: noon}
	p.Given.Chips = storage.Chips(rapid.IntRange(0, 2).Draw(t, "given"))
	p.Fair.Next[0] = rapid.Byte().Draw(t, "seed")
	p.Stats.Hands = rapid.IntRange(0, 12).Draw(t, "hands")
	p.Stats.Wins = rapid.IntRange(0, p.Stats.Hands).Draw(t, "wins")
	p.Stats.Net = storage.Chips(rapid.IntRange(-2, 2).Draw(t, "net"))
	p.Stats.BiggestWin = storage.Chips(rapid.IntRange(0, 2).Draw(t, "biggest win"))
	flag := func(what string) bool { return rapid.IntRange(0, 5).Draw(t, what) == 5 }
	p.Hidden, p.Away, p.Erased = flag("hidden"), flag("away"), flag("erased")
	return p
})

var aTally = rapid.Custom(func(t *rapid.T) (of storage.Tally) {
	if of.Rounds = rapid.IntRange(0, 12).Draw(t, "rounds"); of.Rounds == 0 {
		return of
	}
	of.Wins = rapid.IntRange(0, of.Rounds).Draw(t, "wins")
	of.Net = storage.Chips(rapid.IntRange(-2, 2).Draw(t, "net"))
	of.BiggestWin = storage.Chips(rapid.IntRange(0, 2).Draw(t, "biggest win"))
	of.BestRun = rapid.IntRange(0, 2).Draw(t, "run")
	of.Decisions = rapid.IntRange(storage.RatedDecisions-1, storage.RatedDecisions+1).
		Draw(t, "decisions")
	of.CostPerBet = storage.Micro(rapid.IntRange(0, 5).Draw(t, "cost"))
	return of
})

var aSavedHand = rapid.Custom(func(t *rapid.T) storage.Round {
	h := fullHand(aHand.Draw(t, "hand"), aPlayer.Draw(t, "player"),
		uint32(rapid.IntRange(0, 3).Draw(t, "version")))
	h.Record = rapid.SliceOfN(rapid.Byte(), 0, 4).Draw(t, "round")
	h.Shoe.Shuffle = aShuffleOf(rapid.Byte().Draw(t, "seed"))
	if seats := rapid.IntRange(0, 3).Draw(t, "seats"); seats > 1 {
		full := fullRound(h.ID, seats)
		h.Seating, h.Place, h.Seats = full.Seating, full.Place, full.Seats
		h.Seats[1].User += storage.UserID(rapid.IntRange(-1, 1).Draw(t, "neighbour"))
	}
	return h
})

// aMoment is a time after noon, or before.
var aMoment = rapid.Custom(func(t *rapid.T) time.Duration {
	return time.Duration(rapid.IntRange(-2, 3).Draw(t, "moment")) * time.Microsecond
})

var aSeating = rapid.Custom(func(t *rapid.T) storage.Seating {
	s := quiet(fullSeating(storage.SeatingID(rapid.IntRange(0, 3).Draw(t, "seating"))))
	s.Guild = aGuild.Draw(t, "guild")
	s.Version = uint32(rapid.IntRange(1, 4).Draw(t, "version"))
	s.Chairs = s.Chairs[:rapid.IntRange(0, 3).Draw(t, "chairs")]
	s.Size = rapid.IntRange(1, 7).Draw(t, "size")
	s.Due.At = noon.Add(aMoment.Draw(t, "due"))
	if rapid.IntRange(0, 3).Draw(t, "never") == 3 {
		s.Due = storage.Due{}
	}
	return s
})

var aDeck = rapid.Custom(func(t *rapid.T) storage.Deck {
	d := storage.Deck{Player: aPlayer.Draw(t, "player"), Table: "downen",
		Cards: rapid.SliceOfN(rapid.Byte(), 0, 4).Draw(t, "cards")}
	if len(d.Cards) > 0 {
		d.Shuffle, d.Dealt = aShuffleOf(d.Cards[0]), 52-len(d.Cards)
	}
	return d
})

var aConfirmation = rapid.Custom(func(t *rapid.T) storage.Confirmation {
	return storage.Confirmation{Asked: interaction(noon, rapid.IntRange(1, 6).Draw(t, "asked")),
		Guild: aGuild.Draw(t, "guild"), By: aUser.Draw(t, "by"), Why: storage.Grant, To: 9,
		ToName: "Zoë", Chips: someChips.Draw(t, "chips"), Note: "why",
		Answer: storage.Answer(rapid.IntRange(0, 2).Draw(t, "answer"))}
})

var aStep = rapid.Custom(func(t *rapid.T) step {
	switch rapid.IntRange(0, 22).Draw(t, "step") {
	case 20, 21, 22:
		p, in, of := aPlayer.Draw(t, "player"), aPeriod.Draw(t, "period"), aTally.Draw(t, "tally")
		return step{fmt.Sprintf("save %v %v %+v", p, in, of),
			func(tx storage.Tx) (any, error) {
				return nil, storage.Tallies.Put(tx, p.Tally(in), of)
			}}
	case 15, 16, 17:
		s := aSeating.Draw(t, "seating")
		return step{fmt.Sprintf("save %+v", s),
			func(tx storage.Tx) (any, error) { return nil, storage.Seatings.Save(tx, s) }}
	case 18:
		id := storage.SeatingID(rapid.IntRange(1, 3).Draw(t, "seating"))
		return step{fmt.Sprint("close ", id),
			func(tx storage.Tx) (any, error) { return nil, storage.CloseSeating(tx, id) }}
	case 19:
		return step{"seatings", func(tx storage.Tx) (any, error) {
			return storage.Seatings.All(tx)
		}}
	case 11:
		c := aConfirmation.Draw(t, "confirmation")
		return step{fmt.Sprintf("save %+v", c),
			func(tx storage.Tx) (any, error) { return nil, storage.Confirmations.Save(tx, c) }}
	case 0:
		id := interaction(noon, rapid.IntRange(1, 6).Draw(t, "interaction"))
		return step{fmt.Sprint("see ", id),
			func(tx storage.Tx) (any, error) { return nil, tx.See(id, noon) }}
	case 1, 2, 3:
		p := aPosting.Draw(t, "posting")
		return step{fmt.Sprintf("post %+v", p),
			func(tx storage.Tx) (any, error) { return nil, tx.Post(p) }}
	case 4, 5:
		p := aProfile.Draw(t, "profile")
		return step{fmt.Sprintf("save %+v", p),
			func(tx storage.Tx) (any, error) { return nil, storage.Profiles.Save(tx, p) }}
	case 6:
		h := aSavedHand.Draw(t, "hand")
		return step{fmt.Sprintf("save %+v", h),
			func(tx storage.Tx) (any, error) { return nil, storage.Rounds.Save(tx, h) }}
	case 7:
		b, few := aBoard.Draw(t, "board"), rapid.IntRange(0, 6)
		offset, limit := few.Draw(t, "offset"), few.Draw(t, "limit")
		return step{fmt.Sprint("standings ", b, offset, limit),
			func(tx storage.Tx) (any, error) { return tx.Standings(b, offset, limit) }}
	case 8:
		p, b := aPlayer.Draw(t, "player"), aBoard.Draw(t, "board")
		return step{fmt.Sprint("rank ", p, b), func(tx storage.Tx) (any, error) {
			position, of, err := tx.Rank(p, b)
			return []int{position, of}, err
		}}
	case 9:
		set := storage.Settings{Guild: aGuild.Draw(t, "guild"),
			NoGive: rapid.Bool().Draw(t, "no giving"),
			Taste: storage.Taste{Language: rapid.SampledFrom([]string{"", "ja"}).Draw(t,
				"language")}}
		return step{fmt.Sprintf("save %+v", set),
			func(tx storage.Tx) (any, error) { return nil, storage.SettingsOf.Save(tx, set) }}
	case 12:
		e := storage.LogEntry{Guild: aGuild.Draw(t, "guild"), At: noon,
			By:      interaction(noon, rapid.IntRange(1, 5).Draw(t, "interaction")),
			Who:     aUser.Draw(t, "user"),
			Changes: []storage.SettingChange{{What: storage.SetGifts, Before: "on", After: "off"}}}
		return step{fmt.Sprintf("log %+v", e),
			func(tx storage.Tx) (any, error) { return nil, storage.Log.Save(tx, e) }}
	case 13:
		id := rapid.SampledFrom([]string{"1", "2"}).Draw(t, "id")
		set := storage.Emojis{Application: "7", IDs: map[string]string{"card_a": id}}
		return step{fmt.Sprint("emojis ", id),
			func(tx storage.Tx) (any, error) { return nil, storage.EmojisOf.Save(tx, set) }}
	case 10:
		d := aDeck.Draw(t, "deck")
		return step{fmt.Sprintf("save %+v", d),
			func(tx storage.Tx) (any, error) { return nil, storage.Decks.Save(tx, d) }}
	}
	return step{"read all", func(tx storage.Tx) (any, error) { return readAll(tx), nil }}
})

// readAll reads all that the steps can have kept, and all boards.
func readAll(r storage.Reader) []outcome {
	var all []outcome
	add := func(what string, value any, err error) {
		if err != nil {
			value = nil
		}
		all = append(all, outcome{what, value, class(err)})
	}
	for n := range 6 {
		seen, err := r.Seen(interaction(noon, n+1))
		add("seen", seen, err)
		c, ok, err := storage.Confirmations.Get(r, interaction(noon, n+1))
		add(fmt.Sprint("confirmation ", ok), c, err)
	}
	for n := range 30 {
		posted, err := r.Posted(fmt.Sprint("key ", n+1))
		add("posted", posted, err)
	}
	for id := range storage.RoundID(4) {
		h, ok, err := storage.Rounds.Get(r, id)
		add(fmt.Sprint("hand ", ok), h, err)
	}
	for id := range storage.SeatingID(4) {
		s, ok, err := storage.Seatings.Get(r, id)
		add(fmt.Sprint("seating ", ok), s, err)
	}
	list, err := storage.Seatings.All(r)
	add("seatings", list, err)
	for span := range storage.Span(storage.Spans) {
		for number := range uint32(3) {
			for by := range storage.Order(storage.Orders) {
				b := storage.Board{By: by, In: storage.Period{Span: span, Number: number}}
				for from := range 2 {
					ranked, err := r.Standings(b, from, 9)
					add(fmt.Sprint("standings ", b, from), ranked, err)
				}
			}
		}
	}
	settings, err := storage.SettingsOf.Read(r, storage.Only{})
	add("settings", settings, err)
	log, err := storage.Log.Newest(r, interaction(noon, 5), 2)
	add("log", log, err)
	log, err = storage.Log.Newest(r, 0, 9)
	add("log", log, err)
	emojis, err := storage.EmojisOf.Read(r, storage.Only{})
	add("emojis", emojis, err)
	for _, guild := range someGuilds {
		accounts := []storage.Account{storage.HouseOf(guild), storage.MintOf(guild)}
		for id := range storage.RoundID(4) {
			accounts = append(accounts, storage.HeldFor(guild, id, 0),
				storage.HeldFor(guild, id, 1))
		}
		for user := range storage.UserID(6) {
			player := storage.Player{Guild: guild, User: user}
			accounts = append(accounts, storage.WalletOf(player))
			p, ok, err := storage.Profiles.Get(r, player)
			add(fmt.Sprint("profile ", ok), p, err)
			tallied, err := storage.Tallied(r, player)
			add("tallied", tallied, err)
			transfers, err := r.Transfers(player, "", 3)
			if add("transfers", transfers, err); len(transfers) > 0 {
				transfers, err = r.Transfers(player, transfers[0].Key, 2)
				add("earlier transfers", transfers, err)
			}
			d, ok, err := storage.Decks.Get(r, player.Deck("downen"))
			add(fmt.Sprint("deck ", ok), d, err)
		}
		for _, a := range accounts {
			chips, err := r.Balance(a)
			add(a.String(), chips, err)
		}
	}
	return all
}
