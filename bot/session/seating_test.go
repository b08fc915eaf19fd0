package session_test

import (
	"errors"
	"testing"

	"holecard/blackjack"
	"holecard/bot/session"
	"holecard/storage"
)

const cleo storage.UserID = 3

// openTable opens a table for seven people, and sits the users there.
func (b *bench) openTable(o session.Opening, users ...storage.UserID) session.Seating {
	b.t.Helper()
	if o.Size == 0 {
		o.Size = storage.MostSeats
	}
	v, err := b.OpenSeating(b.t.Context(), b.visit(ada), o)
	for _, user := range users {
		if err == nil {
			v, err = b.Sit(b.t.Context(), b.visit(user), v.ID, "")
		}
	}
	if err != nil {
		b.t.Fatal(err)
	}
	return v
}

// bets bets at a table, and makes everybody ready.
func (b *bench) bets(v session.Seating, chips storage.Chips,
	users ...storage.UserID) session.Seating {
	b.t.Helper()
	var err error
	for _, user := range users {
		if _, err := b.Bet(b.t.Context(), b.visit(user), v.ID,
			storage.Bet{Stake: chips}); err != nil {
			b.t.Fatal(err)
		}
	}
	for _, user := range users {
		if v, err = b.Ready(b.t.Context(), b.visit(user), v.ID); err != nil {
			b.t.Fatal(err)
		}
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
	due, err := b.Deadlines(b.t.Context(), nil, 0, 10)
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
	if no, ok := errors.AsType[*session.NotTurnError](err); !ok || no.Until != v.Until {
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
