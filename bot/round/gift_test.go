package round_test

import (
	"context"
	"errors"
	"reflect"
	"testing"
	"time"

	"holecard/bot/interact"
	"holecard/bot/wallet"
	"holecard/storage"
)

// gift is one that was asked for just now.
func (b *bench) gift(from, to storage.UserID, chips storage.Chips) wallet.Gift {
	return wallet.Gift{To: to, ToName: "a receiver", Chips: chips, Asked: b.visit(from).ID}
}

// asked stores a confirmation, unless it is stored already.
func (b *bench) asked(ctx context.Context, v interact.By, c storage.Confirmation) error {
	return b.Store.Update(ctx, v.Player.Guild, func(tx storage.Tx) error {
		if _, asked, err := storage.Confirmations.Get(tx, c.Asked); asked || err != nil {
			return err
		}
		c.Guild, c.By = v.Player.Guild, v.Player.User
		return storage.Confirmations.Save(tx, c)
	})
}

// Give gives what was asked about, or would have been.
func (b *bench) Give(ctx context.Context, v interact.By,
	g wallet.Gift) (wallet.Gave, error) {
	err := b.asked(ctx, v,
		storage.Confirmation{Asked: g.Asked, Why: storage.Gift, To: g.To, ToName: g.ToName,
			Chips: g.Chips})
	if err != nil {
		return wallet.Gave{}, err
	}
	_, gave, err := b.Wallets.Give(ctx, v, g.Asked)
	return gave, err
}

// Adjust makes the adjustment that was asked for, or would have been.
func (b *bench) Adjust(ctx context.Context, v interact.By,
	c wallet.Adjustment) (wallet.Adjusted, error) {
	err := b.asked(ctx, v,
		storage.Confirmation{Asked: c.Asked, Why: c.Do, To: c.To, ToName: c.ToName, Chips: c.Chips,
			Note: c.Why})
	if err != nil {
		return wallet.Adjusted{}, err
	}
	_, done, err := b.Wallets.Adjust(ctx, v, c.Asked)
	return done, err
}

// gives asks for a gift and says yes.
func (b *bench) gives(from, to storage.UserID, chips storage.Chips) (wallet.Gave, error) {
	b.t.Helper()
	g := b.gift(from, to, chips)
	asked, errAsk := b.AskGift(b.t.Context(), b.visit(from), g)
	gave, err := b.Give(b.t.Context(), b.visit(from), g)
	if asked != gave || !sameKind(errAsk, err) {
		b.t.Errorf("the question says %+v, %v and the gift %+v, %v", asked, errAsk, gave, err)
	}
	return gave, err
}

// sameKind reports whether errors say the same, with every fact that they have.
func sameKind(a, b error) bool { return reflect.DeepEqual(a, b) }

// corrects gives a player chips by an admin's word, or takes them.
func (b *bench) corrects(do storage.Reason, to storage.UserID,
	chips storage.Chips) (wallet.Adjusted, error) {
	b.t.Helper()
	c := wallet.Adjustment{Do: do, To: to, ToName: "a receiver", Chips: chips, Why: "a test",
		Asked: b.visit(admin).ID}
	return b.Adjust(b.t.Context(), b.visit(admin), c)
}

const admin storage.UserID = 9

// audit returns what the ledger says, for a comparison.
func (b *bench) audit() storage.Audit {
	b.t.Helper()
	audit, err := b.Store.Audit(b.t.Context())
	if err != nil || !audit.OK {
		b.t.Fatalf("%+v, %v", audit, err)
	}
	return audit
}

func TestAGiftMovesChipsAndOpensTheReceiversWalletOnce(t *testing.T) {
	b := newBench(t)
	for n, want := range []wallet.Gave{{Balance: 60, Left: 960, Daily: 1000},
		{Balance: 20, Left: 920, Daily: 1000}} {
		if gave, err := b.gives(ada, bob, 40); err != nil || gave != want {
			t.Errorf("gift %d: %+v, %v; want %+v", n+1, gave, err, want)
		}
	}
	b.wants(ada, 20, 0)
	b.wants(bob, 180, 0)
	if audit := b.audit(); audit.Postings != 4 { // two openings, two gifts
		t.Errorf("%+v", audit)
	}
}

func TestWhatIsNotGivenChangesNothing(t *testing.T) {
	const rich, other storage.UserID = 6, 7
	b := newBench(t)
	b.cards = "2S TC 3D 9H"
	b.start(ada, 60)
	b.ok(b.corrects(wallet.Grant, rich, storage.MaxChips-110))
	b.ok(b.corrects(wallet.Grant, other, 5000))
	newcomer := storage.UserID(b.visit(ada).ID)
	direct := func(v interact.By) interact.By {
		v.Player.Guild = storage.DirectMessages(v.Player.User)
		return v
	}
	here := func(v interact.By) interact.By { return v }
	for _, f := range []struct {
		fact     string
		where    func(interact.By) interact.By
		from, to storage.UserID
		chips    storage.Chips
		want     error
	}{
		{"to oneself", here, ada, ada, 1, wallet.ErrSelf},
		{"no chips", here, ada, bob, 0, wallet.ErrNoChips},
		{"-1 chips", here, ada, bob, -1, wallet.ErrNoChips},
		{"the fewest chips there could be", here, ada, bob, -1 << 63, wallet.ErrNoChips},
		{"more than the wallet has, which is not what is held", here, ada, bob, 41,
			&wallet.ShortError{Need: 41, Balance: 40, Held: 60}},
		{"more than any wallet has", here, ada, bob, storage.MaxChips + 1,
			&wallet.ShortError{Need: storage.MaxChips + 1, Balance: 40, Held: 60}},
		{"the most chips there could be", here, ada, bob, 1<<63 - 1,
			&wallet.ShortError{Need: 1<<63 - 1, Balance: 40, Held: 60}},
		{"more than a day's", here, other, bob, 1001,
			wallet.ErrCap.With(storage.Chips(1000), int64(1000),
				time.Date(2026, 3, 15, 0, 0, 0, 0, time.UTC))},
		{"to a new account", here, ada, newcomer, 1,
			wallet.ErrYoung.With(newcomer.Time().Add(7 * 24 * time.Hour))},
		{"more than the other wallet can hold", here, ada, rich, 11, wallet.ErrTheirsFull},
		{"in direct messages", direct, ada, bob, 1, wallet.ErrNoGuild},
	} {
		t.Run(f.fact, func(t *testing.T) {
			before := b.audit()
			g := b.gift(f.from, f.to, f.chips)
			if _, err := b.AskGift(t.Context(), f.where(b.visit(f.from)), g); !sameKind(err,
				f.want) {
				t.Errorf("the question: %v, want %v", err, f.want)
			}
			if gave, err := b.Give(t.Context(), f.where(b.visit(f.from)), g); !sameKind(err,
				f.want) || gave != (wallet.Gave{}) {
				t.Errorf("the gift: %+v, %v, want %v", gave, err, f.want)
			}
			if now := b.audit(); !reflect.DeepEqual(now, before) {
				t.Errorf("the ledger was %+v and is %+v", before, now)
			}
		})
	}
	if _, err := b.gives(ada, rich, 10); err != nil { // to the last chip
		t.Error(err)
	}
}

func TestGiftsAreSwitchedOffByAdminsOrForAll(t *testing.T) {
	b := newBench(t)
	b.ok(b.Set(t.Context(), b.visit(admin), storage.SetGifts, "off"))
	if _, err := b.gives(ada, bob, 1); !errors.Is(err, wallet.ErrGiftsOff) {
		t.Error(err)
	}
	b.GiveDaily = 0
	if _, err := b.gives(ada, bob, 1); !errors.Is(err, wallet.ErrNoGifts) {
		t.Error(err)
	}
}

func TestADaysGiftsEndAtMidnightOfUTC(t *testing.T) {
	b := newBench(t)
	b.ok(b.corrects(wallet.Grant, ada, 5000))
	zone := time.FixedZone("far east", 13*60*60)
	for _, f := range []struct {
		at    time.Time
		chips storage.Chips
		left  storage.Chips // -1 for a refusal
	}{
		{time.Date(2026, 3, 15, 23, 59, 59, 0, time.UTC), 999, 1},
		{time.Date(2026, 3, 15, 23, 59, 59, 5e8, time.UTC), 2, -1},
		{time.Date(2026, 3, 15, 23, 59, 59, 5e8, time.UTC), 1, 0},
		{time.Date(2026, 3, 15, 23, 59, 59, 999e6, time.UTC), 1, -1},
		{time.Date(2026, 3, 16, 0, 0, 0, 0, time.UTC), 1000, 0},
		{time.Date(2026, 3, 16, 23, 59, 59, 0, time.UTC), 1, -1},
		{time.Date(2026, 3, 17, 13, 0, 0, 0, zone), 300, 700}, // midnight in UTC
		{time.Date(2026, 3, 18, 12, 59, 59, 0, zone), 701, -1},
		{time.Date(2026, 3, 18, 13, 0, 0, 0, zone), 701, 299},
		{time.Date(2026, 4, 18, 13, 0, 0, 0, zone), 1000, 0}, // the same day of another month
	} {
		b.real = f.at
		gave, err := b.gives(ada, bob, f.chips)
		if capped := kind(err) == "cap"; capped != (f.left < 0) ||
			!capped && gave.Left != f.left {
			t.Errorf("%d chips at %v: %+v, %v; want %d left", f.chips, f.at, gave, err, f.left)
		}
	}
	b.GiveDaily = 20 // of which more were given before
	_, err := b.gives(ada, bob, 1)
	if !errors.Is(err, wallet.ErrCapReached) {
		t.Error(err)
	}
}

func TestOldEnoughIsOldEnough(t *testing.T) {
	b := newBench(t)
	receiver := storage.UserID(b.visit(ada).ID)
	b.real = receiver.Time().Add(7*24*time.Hour - time.Millisecond)
	if _, err := b.gives(ada, receiver, 1); err == nil {
		t.Error("a millisecond too early it is given")
	}
	b.real = b.real.Add(time.Millisecond)
	if _, err := b.gives(ada, receiver, 1); err != nil {
		t.Error(err)
	}
}

func TestAQuestionIsAnsweredOnce(t *testing.T) {
	b := newBench(t)
	g := b.gift(ada, bob, 40)
	press := b.visit(ada)
	for range 3 { // delivered again, to a bot that was restarted
		b.rooms = b.process()
		if gave, err := b.Give(t.Context(), press, g); err != nil || gave.Balance != 60 ||
			gave.Left != 960 {
			t.Errorf("%+v, %v", gave, err)
		}
	}
	for _, age := range []time.Duration{0, time.Hour, 48 * time.Hour} {
		b.now = b.now.Add(age)
		_, err := b.Give(t.Context(), b.visit(ada), g)
		no := b.Decline(t.Context(), b.visit(ada), g.Asked)
		for _, err := range []error{err, no} { // an hour later it may be forgotten
			if !answered(err, true) && (age == 0 || !errors.Is(err, interact.ErrExpired)) {
				t.Errorf("after %v it is not known that it was given: %v", age, err)
			}
		}
	}
	no := b.gift(ada, bob, 10)
	b.ok(b.AskGift(t.Context(), b.visit(ada), no))
	for range 2 {
		if err := b.Decline(t.Context(), b.visit(ada), no.Asked); err != nil {
			t.Error(err)
		}
	}
	if _, err := b.Give(t.Context(), b.visit(ada), no); !answered(err, false) {
		t.Errorf("what was declined is given: %v", err)
	}
	b.wants(ada, 60, 0)
	b.wants(bob, 140, 0)
}

func TestAQuestionIsAnsweredWithinFifteenMinutesOfItsOwnTimeEitherWay(t *testing.T) {
	for age, want := range map[time.Duration]error{
		interact.ConfirmationTime:                     nil,
		interact.ConfirmationTime + time.Millisecond:  interact.ErrExpired,
		-interact.ConfirmationTime:                    nil,
		-interact.ConfirmationTime - time.Millisecond: interact.ErrExpired,
		// an id that nobody has been given yet
		-24 * 365 * time.Hour: interact.ErrExpired,
	} {
		b := newBench(t)
		b.start(ada, 1)
		v := b.visit(ada)
		asked := storage.InteractionID(v.ID.Time().Add(-age).UnixMilli()-1_420_070_400_000) << 22
		if _, err := b.Give(t.Context(), v,
			wallet.Gift{To: bob, Chips: 10, Asked: asked}); !errors.Is(err, want) {
			t.Errorf("a question of %v ago: %v, want %v", age, err, want)
		}
		if _, err := b.Adjust(t.Context(), b.visit(admin),
			wallet.Adjustment{To: bob, Do: wallet.Grant, Chips: 10,
				Asked: asked + 1}); !errors.Is(err, want) {
			t.Errorf("an admin's question of %v ago: %v, want %v", age, err, want)
		}
	}
}

// midnight begins a day.
var midnight = time.Date(2026, 3, 15, 0, 0, 0, 0, time.UTC)

// at sets the machine's clock, and Discord's if it is to be the same.
func (b *bench) at(machine, discord time.Time) { b.now, b.real = machine, discord }

func TestWhatIsDeliveredAfterMidnightBelongsToTheLaterDay(t *testing.T) {
	b := newBench(t)
	b.GiveDaily, b.GiveMinAge = 40, 0
	b.at(midnight.Add(-time.Second), midnight.Add(-time.Second))
	b.daily(ada)
	late, lateGift := b.visit(ada), b.visit(ada) // made before midnight
	b.at(midnight.Add(time.Second), midnight.Add(time.Second))
	if d := b.daily(ada); !d.Collected || d.Streak != 2 {
		t.Fatalf("%+v", d)
	}
	gift := func(v interact.By) error {
		_, err := b.Give(t.Context(), v, wallet.Gift{To: bob, Chips: 40, Asked: b.visit(ada).ID})
		return err
	}
	if err := gift(b.visit(ada)); err != nil {
		t.Fatal(err)
	}
	if d, err := b.Daily(t.Context(), late); err != nil || d.Collected || d.Streak != 2 ||
		!d.Next.Equal(midnight.AddDate(0, 0, 1)) {
		t.Errorf("what was asked for before midnight: %+v, %v", d, err)
	}
	if err := gift(lateGift); kind(err) != "cap" {
		t.Errorf("what was given before midnight: %v", err)
	}
}

func TestAClockThatWasFarAheadLocksNobodyOut(t *testing.T) {
	b := newBench(t)
	b.GiveDaily, b.GiveMinAge = 40, 0
	gift := func() error {
		_, err := b.Give(t.Context(), b.visit(ada),
			wallet.Gift{To: bob, Chips: 40, Asked: b.visit(ada).ID})
		return err
	}
	b.at(midnight, midnight)
	b.daily(ada)
	for day, f := range []struct {
		machine   time.Time
		collected bool
	}{
		{midnight.AddDate(1, 0, 0), false}, // this machine's clock jumps: the day is Discord's
		{midnight.AddDate(-1, 0, 0), false},
		{midnight, false},
	} {
		b.at(f.machine, midnight.Add(time.Duration(day)*time.Minute))
		if d := b.daily(ada); d.Collected != f.collected {
			t.Errorf("with the clock at %v the daily chips are %+v", f.machine, d)
		}
	}
	// A server that stands in for Discord was a year ahead.
	b.at(midnight.AddDate(1, 0, 0), midnight.AddDate(1, 0, 0))
	b.daily(ada)
	if err := gift(); err != nil {
		t.Fatal(err)
	}
	b.last = 0
	for day := range 3 {
		b.at(midnight.AddDate(0, 0, day+1), midnight.AddDate(0, 0, day+1))
		if d := b.daily(ada); !d.Collected || d.Streak != day+2 {
			t.Errorf("%d days later the daily chips are %+v", day+1, d)
		}
		if err := gift(); err != nil {
			t.Errorf("%d days later a gift is answered %v", day+1, err)
		}
	}
}
