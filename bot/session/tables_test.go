package session_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"holecard/bot/session"
	"holecard/storage"
)

func TestAPlayerAndAChannelHaveAFewOpenTables(t *testing.T) {
	b := newBench(t)
	opens := func(by storage.UserID, channel uint64) (storage.SeatingID, error) {
		v, err := b.OpenSeating(t.Context(), b.visit(by), session.Opening{Size: 2,
			Channel: channel})
		return v.ID, err
	}
	refused := func(by storage.UserID, channel uint64, most int, here bool) {
		t.Helper()
		var e *session.TablesError
		_, err := opens(by, channel)
		if !errors.As(err, &e) || e.Most != most || e.Here != here {
			t.Errorf("user %d opens one more in channel %d: %v", by, channel, err)
		}
	}
	var first storage.SeatingID
	for n := range session.MostOpened {
		id, err := opens(ada, uint64(n))
		if err != nil {
			t.Fatal(err)
		}
		if first == 0 {
			first = id
		}
	}
	refused(ada, 9, session.MostOpened, false)
	for n := range session.MostInChannel {
		if _, err := opens(10+storage.UserID(n), 9); err != nil {
			t.Fatal(err)
		}
	}
	refused(bob, 9, session.MostInChannel, true)
	b.ok(b.CloseSeating(t.Context(), b.visit(ada), first, false))
	if _, err := opens(ada, 8); err != nil {
		t.Errorf("after one has closed: %v", err)
	}
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
	if _, err := b.Invite(t.Context(), b.visit(ada), v.ID, 100); err != nil {
		t.Errorf("who is invited already: %v", err)
	}
}

func TestTheLiveliestTableComesFirst(t *testing.T) {
	b := newBench(t)
	open := func(by storage.UserID, sit ...storage.UserID) storage.SeatingID {
		v, err := b.OpenSeating(t.Context(), b.visit(by), session.Opening{Size: 4, Channel: 5})
		for _, who := range sit {
			if err == nil {
				_, err = b.Sit(t.Context(), b.visit(who), v.ID, "")
			}
		}
		if err != nil {
			t.Fatal(err)
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

// Pressing a button again whose press has been taken changes nothing, and says so: then nothing
// has to be drawn.
func TestAPressThatChangesNothingLeavesTheTableAsItIs(t *testing.T) {
	b := newBench(t)
	v := b.openTable(session.Opening{}, ada, bob)
	again := func(what string, press func(session.Interaction) (session.Seating, error)) {
		t.Helper()
		first, err1 := press(b.visit(bob))
		second, err2 := press(b.visit(bob))
		if err := errors.Join(err1, err2); err != nil {
			t.Fatal(what, err)
		}
		if !second.Unchanged || second.Version != first.Version {
			t.Errorf("%s: %+v", what, second)
		}
		v = second
	}
	again("Sit", func(i session.Interaction) (session.Seating, error) {
		return b.Sit(t.Context(), i, v.ID, "")
	})
	again("Same bet", func(i session.Interaction) (session.Seating, error) {
		return b.Bet(t.Context(), i, v.ID, storage.Bet{})
	})
	again("Ready", func(i session.Interaction) (session.Seating, error) {
		return b.Ready(t.Context(), i, v.ID)
	})
	changed, err := b.Bet(t.Context(), b.visit(ada), v.ID, storage.Bet{})
	if err != nil || changed.Unchanged || changed.Version != v.Version+1 {
		t.Errorf("another's bet: %v, %+v", err, changed)
	}
}
