package storagetest

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"testing"

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
				if fails { // else an engine may learn at the commit that a key was posted before
					tx.Load(storage.Wanted{Keys: someKeys})
				}
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
	until := aTime.Draw(t, "until")
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

// someKeys are those of all random postings.
var someKeys = func() (keys []string) {
	for n := range 30 {
		keys = append(keys, fmt.Sprint("key ", n+1))
	}
	return keys
}()

var aPosting = rapid.Custom(func(t *rapid.T) storage.Posting {
	player, hand := aPlayer.Draw(t, "player"), aRound.Draw(t, "hand")
	chips := someChips.Draw(t, "chips")
	key := rapid.SampledFrom(someKeys).Draw(t, "key")
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

var aStep = rapid.Custom(func(t *rapid.T) step {
	switch rapid.IntRange(0, 16).Draw(t, "step") {
	case 0:
		id := anInteraction.Draw(t, "interaction")
		return step{fmt.Sprint("see ", id),
			func(tx storage.Tx) (any, error) { return nil, tx.See(id, noon) }}
	case 1, 2, 3:
		p := aPosting.Draw(t, "posting")
		return step{fmt.Sprintf("post %+v", p),
			func(tx storage.Tx) (any, error) { return nil, tx.Post(p) }}
	case 4:
		b, few := aBoard.Draw(t, "board"), rapid.IntRange(0, 6)
		offset, limit := few.Draw(t, "offset"), few.Draw(t, "limit")
		return step{fmt.Sprint("standings ", b, offset, limit),
			func(tx storage.Tx) (any, error) { return tx.Standings(b, offset, limit) }}
	case 5:
		p, b := aPlayer.Draw(t, "player"), aBoard.Draw(t, "board")
		return step{fmt.Sprint("rank ", p, b), func(tx storage.Tx) (any, error) {
			position, of, err := tx.Rank(p, b)
			return []int{position, of}, err
		}}
	case 6:
		id := rapid.SampledFrom([]storage.SeatingID{3, 1<<63 + 1}).Draw(t, "seating")
		return step{fmt.Sprint("close ", id),
			func(tx storage.Tx) (any, error) { return nil, storage.CloseSeating(tx, id) }}
	case 7:
		return step{"read all", func(tx storage.Tx) (any, error) { return readAll(tx), nil }}
	case 8, 9, 10, 11: // from these others follow
		return rapid.SampledFrom(followed).Draw(t, "kind").step.Draw(t, "step")
	}
	return rapid.SampledFrom(kinds).Draw(t, "kind").step.Draw(t, "step")
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
	for _, kind := range kinds {
		all = append(all, kind.all(r))
	}
	for n := range 6 {
		seen, err := r.Seen(interaction(noon, n+1))
		add("seen", seen, err)
	}
	for _, key := range someKeys {
		posted, err := r.Posted(key)
		add("posted", posted, err)
	}
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
	for _, guild := range someGuilds {
		accounts := []storage.Account{storage.HouseOf(guild), storage.MintOf(guild)}
		for _, id := range someRounds {
			accounts = append(accounts, storage.HeldFor(guild, id, 0),
				storage.HeldFor(guild, id, 1))
		}
		for user := range storage.UserID(6) {
			player := storage.Player{Guild: guild, User: user}
			accounts = append(accounts, storage.WalletOf(player))
			transfers, err := r.Transfers(player, "", 3)
			if add("transfers", transfers, err); len(transfers) > 0 {
				transfers, err = r.Transfers(player, transfers[0].Key, 2)
				add("earlier transfers", transfers, err)
			}
		}
		for _, a := range accounts {
			chips, err := r.Balance(a)
			add(a.String(), chips, err)
		}
	}
	return all
}
