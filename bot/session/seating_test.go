package session_test

import (
	"cmp"
	"errors"
	"slices"
	"testing"
	"time"

	"holecard/blackjack"
	"holecard/bot/session"
	"holecard/storage"
)

const cleo storage.UserID = 3

// openTable opens a table for seven people, and sits the users there.
func (b *bench) openTable(o session.Opening, users ...storage.UserID) session.Seating {
	b.t.Helper()
	o.Size = cmp.Or(o.Size, storage.MostSeats)
	v := must(b.OpenSeating(b.t.Context(), b.visit(ada), o))(b)
	for _, user := range users {
		v = must(b.Sit(b.t.Context(), b.visit(user), v.ID, ""))(b)
	}
	return v
}

// bets bets at a table, and makes everybody ready.
func (b *bench) bets(v session.Seating, chips storage.Chips,
	users ...storage.UserID) session.Seating {
	b.t.Helper()
	for _, user := range users {
		b.ok(b.Bet(b.t.Context(), b.visit(user), v.ID, storage.Bet{Stake: chips}))
	}
	for _, user := range users {
		v = must(b.Ready(b.t.Context(), b.visit(user), v.ID))(b)
	}
	return v
}

// does plays an action at a table.
func (b *bench) does(v session.Seating, user storage.UserID, a blackjack.Action) session.Seating {
	b.t.Helper()
	return must(b.Play(b.t.Context(), b.visit(user), v.ID, v.Turn, a))(b)
}

// strikes lets the clock go on to the next deadline.
func (b *bench) strikes(v session.Seating) session.Seating {
	b.t.Helper()
	b.now = v.Until
	due, err := b.Store.Due(b.t.Context(), storage.Claim{Until: b.Now(), Limit: 10})
	if err != nil || len(due) != 1 {
		b.t.Fatalf("%v are due, %v", due, err)
	}
	v, done, err := b.Expire(b.t.Context(), due[0])
	if err != nil || !done {
		b.t.Fatalf("the deadline is done: %v, %v", done, err)
	}
	if _, again, err := b.Expire(b.t.Context(), due[0]); again || err != nil {
		b.t.Errorf("the deadline is done twice: %v, %v", again, err)
	}
	return v
}

// sleepThrough plays a round of people who bet and then sleep.
func (b *bench) sleepThrough(users ...storage.UserID) session.Seating {
	b.t.Helper()
	v := b.bets(b.openTable(session.Opening{Table: "vegas"}, users...), 10, users...)
	for v.Round.Open {
		v = b.strikes(v)
	}
	return v
}

func TestThreePeoplePlayARoundTogether(t *testing.T) {
	b := newBench(t)
	b.cards = "TS TH TD 9C 9S 8H 7D 8C 2S KH" // seat by seat, the dealer last: 19 18 17 against 17
	v := b.bets(b.openTable(session.Opening{Table: "vegas"}, ada, bob, cleo), 10, ada, bob, cleo)
	_, err := b.Play(t.Context(), b.visit(bob), v.ID, v.Turn, blackjack.Stand)
	if !sameKind(err, session.ErrNotTurn.With("somebody", v.Until)) {
		t.Error("bob plays in ada's turn", err)
	}
	v = b.strikes(b.does(v, ada, blackjack.Stand)) // bob sleeps
	if v.Round.View.Turn != 2 || len(v.News) != 1 || v.News[0].User != bob ||
		v.News[0].What != storage.Slept {
		t.Fatalf("%+v", v)
	}
	v = b.does(b.does(v, cleo, blackjack.Hit), cleo, blackjack.Stand)
	if v.Stage != session.Waiting || v.Round.Open {
		t.Fatalf("%+v", v)
	}
}

func TestAPlayerAndAChannelHaveAFewOpenTables(t *testing.T) {
	b := newBench(t)
	opens := func(by storage.UserID, channel uint64) (session.Seating, error) {
		return b.OpenSeating(t.Context(), b.visit(by), session.Opening{Size: 2, Channel: channel})
	}
	refused := func(by storage.UserID, channel uint64, want error) {
		t.Helper()
		if _, err := opens(by, channel); !sameKind(err, want) {
			t.Errorf("user %d opens one more in channel %d: %v", by, channel, err)
		}
	}
	first := must(opens(ada, 0))(b)
	for n := range session.MostOpened - 1 {
		b.ok(opens(ada, uint64(n)))
	}
	refused(ada, 9, session.ErrManyTables.With(session.MostOpened))
	for n := range session.MostInChannel {
		b.ok(opens(10+storage.UserID(n), 9))
	}
	refused(bob, 9, session.ErrManyHere.With(session.MostInChannel))
	b.ok(b.CloseSeating(t.Context(), b.visit(ada), first.ID, false))
	b.ok(opens(ada, 8))
}

func TestAFewAreInvited(t *testing.T) {
	b := newBench(t)
	v := b.openTable(session.Opening{Invited: []storage.UserID{}})
	for n := range session.MostInvited {
		b.ok(b.Invite(t.Context(), b.visit(ada), v.ID, 100+storage.UserID(n)))
	}
	if _, err := b.Invite(t.Context(), b.visit(ada), v.ID, 99); !errors.Is(err,
		session.ErrInvited) {
		t.Errorf("one more: %v", err)
	}
	b.ok(b.Invite(t.Context(), b.visit(ada), v.ID, 100)) // who is invited already
}

func TestTheLiveliestTableComesFirst(t *testing.T) {
	b := newBench(t)
	open := func(by storage.UserID, sit ...storage.UserID) storage.SeatingID {
		v := must(b.OpenSeating(t.Context(), b.visit(by), session.Opening{Size: 4, Channel: 5}))(b)
		for _, who := range sit {
			b.ok(b.Sit(t.Context(), b.visit(who), v.ID, ""))
		}
		b.now = b.now.Add(time.Second)
		return v.ID
	}
	bet, full, old, young := open(ada, 20), open(ada, 21, 22), open(bob), open(bob)
	b.ok(b.Bet(t.Context(), b.visit(20), bet, storage.Bet{Stake: 10}))
	list, elsewhere, err := b.SeatingsIn(t.Context(), guild, 5)
	var got []storage.SeatingID
	for _, v := range list {
		got = append(got, v.ID)
	}
	if want := []storage.SeatingID{bet, full, young, old}; !slices.Equal(got, want) ||
		len(elsewhere) != 0 || err != nil {
		t.Errorf("%v, want %v; elsewhere %v, %v", got, want, elsewhere, err)
	}
}

func TestAPressThatChangesNothingLeavesTheTableAsItIs(t *testing.T) {
	b := newBench(t)
	id := b.openTable(session.Opening{}, ada, bob).ID
	for _, press := range []func() (session.Seating, error){
		func() (session.Seating, error) { return b.Sit(t.Context(), b.visit(bob), id, "") },
		func() (session.Seating, error) {
			return b.Bet(t.Context(), b.visit(bob), id, storage.Bet{})
		},
		func() (session.Seating, error) { return b.Ready(t.Context(), b.visit(bob), id) },
	} {
		first := must(press())(b)
		if second := must(press())(b); !second.Unchanged || second.Version != first.Version {
			t.Errorf("%+v, and then %+v", first, second)
		}
	}
	v := b.seating(id)
	changed := must(b.Bet(t.Context(), b.visit(ada), id, storage.Bet{}))(b)
	if changed.Unchanged || changed.Version != v.Version+1 {
		t.Errorf("another's bet: %+v", changed)
	}
}
