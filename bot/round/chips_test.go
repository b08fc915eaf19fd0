package round_test

import (
	"errors"
	"reflect"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"holecard/bot/interact"
	"holecard/bot/wallet"
	"holecard/storage"
)

func TestCorrectionsDoWhatTheySay(t *testing.T) {
	b := newBench(t)
	b.cards = "2S TC 3D 9H"
	for _, f := range []struct {
		fact  string
		do    storage.Reason
		chips storage.Chips
		want  wallet.Adjusted
		err   error
	}{
		{"nothing to take", wallet.Take, 1, wallet.Adjusted{}, wallet.ErrNoPlayer},
		{"nothing to reset", wallet.Reset, 0, wallet.Adjusted{}, wallet.ErrNoPlayer},
		{"a grant opens a wallet", wallet.Grant, 630,
			wallet.Adjusted{Before: 100, After: 730, Opened: true}, nil},
		{"some are taken", wallet.Take, 500, wallet.Adjusted{Before: 730, After: 230}, nil},
		{"more than there are", wallet.Take, 231, wallet.Adjusted{},
			wallet.ErrTake.With(storage.Chips(230))},
		{"more than there can be", wallet.Take, 1<<63 - 1, wallet.Adjusted{},
			wallet.ErrTake.With(storage.Chips(230))},
		{"down to what a wallet starts with", wallet.Reset, 0,
			wallet.Adjusted{Before: 230, After: 100}, nil},
		{"it has that already", wallet.Reset, 0, wallet.Adjusted{Before: 100, After: 100}, nil},
		{"none at all", wallet.Grant, 0, wallet.Adjusted{}, wallet.ErrNoChips},
		{"less than none", wallet.Take, -1, wallet.Adjusted{}, wallet.ErrNoChips},
		{"all of them", wallet.Take, 100, wallet.Adjusted{Before: 100, After: 0}, nil},
		{"up to what a wallet starts with", wallet.Reset, 0,
			wallet.Adjusted{Before: 0, After: 100}, nil},
		{"to the last chip that a wallet holds", wallet.Grant, storage.MaxChips - 100,
			wallet.Adjusted{Before: 100, After: storage.MaxChips}, nil},
		{"one more", wallet.Grant, 1, wallet.Adjusted{}, wallet.ErrTheirsFull},
		{"many more", wallet.Grant, 1<<63 - 1, wallet.Adjusted{}, wallet.ErrTheirsFull},
		{"nearly all", wallet.Take, storage.MaxChips - 100,
			wallet.Adjusted{Before: storage.MaxChips, After: 100}, nil},
	} {
		c := wallet.Adjustment{Do: f.do, To: bob, ToName: "a receiver", Chips: f.chips,
			Why: "a test", Asked: b.visit(admin).ID}
		before := b.audit()
		_, errAsk := b.AskAdjustment(t.Context(), b.visit(admin), c)
		press := b.visit(admin)
		got, err := b.Adjust(t.Context(), press, c)
		if !sameKind(err, f.err) || !sameKind(errAsk, f.err) || err == nil && got != f.want {
			t.Errorf("%s: %+v, %v and %v; want %+v, %v", f.fact, got, err, errAsk, f.want, f.err)
		}
		if now := b.audit(); err != nil && !reflect.DeepEqual(now, before) {
			t.Errorf("%s: the ledger was %+v and is %+v", f.fact, before, now)
		}
		if err != nil {
			continue
		}
		if again, err := b.Adjust(t.Context(), press, c); err != nil || !again.Again ||
			again.After != f.want.After {
			t.Errorf("%s, delivered again: %+v, %v", f.fact, again, err)
		}
		moved := f.want.Before != f.want.After
		if _, err := b.Adjust(t.Context(), b.visit(admin), c); !answered(err, moved) {
			t.Errorf("%s, pressed again: %v", f.fact, err)
		}
		b.wants(bob, f.want.After, 0)
	}
}

func TestACorrectionLeavesStakesAlone(t *testing.T) {
	b := newBench(t)
	b.cards = "2S TC 3D 9H"
	b.start(ada, 60)
	_, err := b.corrects(wallet.Take, ada, 41)
	if !sameKind(err, wallet.ErrTakeHeld.With(storage.Chips(40), int64(60))) {
		t.Errorf("chips on the table are taken: %v", err)
	}
	if done, err := b.corrects(wallet.Take, ada, 40); err != nil || done.Held != 60 {
		t.Errorf("%+v, %v", done, err)
	}
	if done, err := b.corrects(wallet.Reset, ada, 0); err != nil || done.After != 100 {
		t.Errorf("%+v, %v", done, err)
	}
	b.wants(ada, 100, 60)
}

// answered reports whether an error tells that a question was answered, and so.
func answered(err error, moved bool) bool {
	if moved {
		return errors.Is(err, wallet.ErrMoved)
	}
	return errors.Is(err, wallet.ErrUnmoved)
}

// A press that was refused, and is delivered again after a no, did nothing.
func TestARefusedTakeIsNotToldAsDoneAfterANo(t *testing.T) {
	b := newBench(t)
	b.opens(bob)
	c := wallet.Adjustment{Do: wallet.Take, To: bob, Chips: 100, Why: "a test",
		Asked: b.visit(admin).ID}
	b.ok(b.corrects(wallet.Take, bob, 1))
	press := b.visit(admin)
	if _, err := b.Adjust(t.Context(), press, c); !errors.Is(err, wallet.ErrTake) {
		t.Fatalf("the wallet has less now: %v", err)
	}
	if err := b.Decline(t.Context(), b.visit(admin), c.Asked); err != nil {
		t.Fatal(err)
	}
	if done, err := b.Adjust(t.Context(), press, c); !answered(err, false) {
		t.Errorf("delivered again: %+v, %v", done, err)
	}
}

func TestALateNoMayBeDeliveredAgain(t *testing.T) {
	b := newBench(t)
	g := b.gift(ada, bob, 1)
	asked := g.Asked
	b.ok(b.AskGift(t.Context(), b.visit(ada), g))
	b.now = b.now.Add(storage.SeenFor + time.Second)
	no := b.visit(ada)
	for n := range 3 {
		if err := b.Decline(t.Context(), no, asked); err != nil &&
			(n == 0 || !errors.Is(err, interact.ErrExpired)) {
			t.Errorf("delivery %d: %v", n+1, err)
		}
		// meanwhile old ones are forgotten
		if _, err := b.AskGift(t.Context(), b.visit(ada), b.gift(ada, bob, 1)); err != nil {
			t.Error(err)
		}
	}
}

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
		c := wallet.Adjustment{Do: do, To: ada, ToName: "Ada", Chips: chips, Why: why,
			Asked: b.visit(admin).ID}
		b.ok(b.Adjust(t.Context(), b.visit(admin), c))
	}
	correct(wallet.Grant, 500, "won the quiz")
	correct(wallet.Reset, 0, "a new season")
	correct(wallet.Reset, 0, "it has that already") // moves nothing
	correct(wallet.Take, 40, "")
	correct(wallet.Reset, 0, "")
	account, got, err := b.Transfers(t.Context(), b.visit(admin), ada)
	want := []wallet.Transfer{
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
	for range wallet.LastTransfers {
		correct(wallet.Grant, 1, "")
	}
	_, got, err = b.Transfers(t.Context(), b.visit(admin), ada)
	if len(got) != wallet.LastTransfers || got[len(got)-1].Chips != 1 || err != nil {
		t.Errorf("%d transfers, %v: %+v", len(got), err, got)
	}
	_, _, err = b.Transfers(t.Context(), b.visit(admin), 4242)
	if !errors.Is(err, wallet.ErrNoPlayer) {
		t.Errorf("of nobody: %v", err)
	}
}
