package session_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"holecard/bot/session"
	"holecard/storage"
)

func TestTransfersTellWhereChipsCameFrom(t *testing.T) {
	b := newBench(t)
	b.cards = "AS 6C KD TH"
	b.start(ada, 10) // which wins 15: no transfer
	b.daily(ada)
	for _, g := range []struct {
		from, to storage.UserID
		chips    storage.Chips
	}{{ada, bob, 20}, {bob, ada, 5}} {
		b.ok(b.gives(g.from, g.to, g.chips))
	}
	correct := func(do storage.Reason, chips storage.Chips, why string) {
		t.Helper()
		c := session.Adjustment{Do: do, To: ada, ToName: "Ada", Chips: chips, Why: why,
			Asked: b.visit(admin).ID}
		b.ok(b.Adjust(t.Context(), b.visit(admin), c))
	}
	correct(session.Grant, 500, "won the quiz")
	correct(session.Reset, 0, "a new season")
	correct(session.Reset, 0, "it has that already") // moves nothing
	correct(session.Take, 40, "")
	correct(session.Reset, 0, "")
	account, got, err := b.Transfers(t.Context(), b.visit(admin), ada)
	want := []session.Transfer{
		{Chips: 40, Reason: storage.Reset, With: admin},
		{Chips: -40, Reason: storage.Confiscation, With: admin},
		{Chips: -550, Reason: storage.Reset, With: admin, Why: "a new season"},
		{Chips: 500, Reason: storage.Grant, With: admin, Why: "won the quiz"},
		{Chips: 5, Reason: storage.Gift, With: bob},
		{Chips: -20, Reason: storage.Gift, With: bob},
		{Chips: 50, Reason: storage.DailyChips},
		{Chips: 100, Reason: storage.Opening},
	}
	for i := range got {
		if got[i].At.IsZero() {
			t.Errorf("transfer %d has no time", i)
		}
		got[i].At = time.Time{}
	}
	if diff := cmp.Diff(want, got); diff != "" || err != nil || account.Balance != 100 ||
		account.Player.User != ada {
		t.Errorf("%v, %+v: -want +got\n%s", err, account, diff)
	}
	for range session.LastTransfers {
		correct(session.Grant, 1, "")
	}
	_, got, err = b.Transfers(t.Context(), b.visit(admin), ada)
	if len(got) != session.LastTransfers || got[len(got)-1].Chips != 1 || err != nil {
		t.Errorf("%d transfers, %v: %+v", len(got), err, got)
	}
	_, _, err = b.Transfers(t.Context(), b.visit(admin), 4242)
	if !errors.Is(err, session.ErrNoPlayer) {
		t.Errorf("of nobody: %v", err)
	}
}
