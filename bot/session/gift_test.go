package session_test

import (
	"context"
	"errors"
	"path/filepath"
	"reflect"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"holecard/blackjack"
	"holecard/bot/session"
	"holecard/storage"
	"holecard/storage/bolt"
	"holecard/storage/memory"
	"holecard/storage/storagetest"
)

// gift is one that was asked for just now.
func (b *bench) gift(from, to storage.UserID, chips storage.Chips) session.Gift {
	return session.Gift{To: to, ToName: "a receiver", Chips: chips, Asked: b.visit(from).ID}
}

// asked stores a confirmation, unless it is stored already.
func (b *bench) asked(ctx context.Context, v session.Interaction, c storage.Confirmation) error {
	return b.Store.Update(ctx, v.Player.Guild, func(tx storage.Tx) error {
		if _, asked, err := tx.Confirmation(c.Asked); asked || err != nil {
			return err
		}
		c.Guild, c.By = v.Player.Guild, v.Player.User
		return tx.SaveConfirmation(c, c.Asked.Time())
	})
}

// Give gives what was asked about, or would have been.
func (b *bench) Give(ctx context.Context, v session.Interaction,
	g session.Gift) (session.Gave, error) {
	err := b.asked(ctx, v,
		storage.Confirmation{Asked: g.Asked, Why: storage.Gift, To: g.To, ToName: g.ToName,
			Chips: g.Chips})
	if err != nil {
		return session.Gave{}, err
	}
	_, gave, err := b.Sessions.Give(ctx, v, g.Asked)
	return gave, err
}

// Adjust makes the adjustment that was asked for, or would have been.
func (b *bench) Adjust(ctx context.Context, v session.Interaction,
	c session.Adjustment) (session.Adjusted, error) {
	err := b.asked(ctx, v,
		storage.Confirmation{Asked: c.Asked, Why: c.Do, To: c.To, ToName: c.ToName, Chips: c.Chips,
			Note: c.Why})
	if err != nil {
		return session.Adjusted{}, err
	}
	_, done, err := b.Sessions.Adjust(ctx, v, c.Asked)
	return done, err
}

// gives asks for a gift and says yes.
func (b *bench) gives(from, to storage.UserID, chips storage.Chips) (session.Gave, error) {
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
	chips storage.Chips) (session.Adjusted, error) {
	b.t.Helper()
	c := session.Adjustment{Do: do, To: to, ToName: "a receiver", Chips: chips, Why: "a test",
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
	for n, want := range []session.Gave{{Balance: 60, Left: 960, Daily: 1000},
		{Balance: 20, Left: 920, Daily: 1000}} {
		if gave, err := b.gives(ada, bob, 40); err != nil || gave != want {
			t.Errorf("gift %d: %+v, %v; want %+v", n+1, gave, err, want)
		}
	}
	b.wants(ada, 20, 0)
	b.wants(bob, 180, 0)
	if name := b.board(bob).Name; name != "a receiver" {
		t.Errorf("the receiver is called %q", name)
	}
	if audit := b.audit(); audit.Postings != 4 { // two openings, two gifts
		t.Errorf("%+v", audit)
	}
}

// board is a player's line in the leaderboard, which looking up does not make.
func (b *bench) board(who storage.UserID) storage.Standing {
	b.t.Helper()
	board, err := b.Board(b.t.Context(), b.visit(who), session.Ranking{By: storage.ByChips}, 0)
	if err != nil {
		b.t.Fatal(err)
	}
	return board.You
}

func TestWhatIsNotGivenChangesNothing(t *testing.T) {
	const rich, other storage.UserID = 6, 7
	b := newBench(t)
	b.cards = "2S TC 3D 9H"
	b.start(ada, 60)
	if _, err := b.corrects(session.Grant, rich, storage.MaxChips-110); err != nil {
		t.Fatal(err)
	}
	if _, err := b.corrects(session.Grant, other, 5000); err != nil {
		t.Fatal(err)
	}
	newcomer := storage.UserID(b.visit(ada).ID)
	direct := func(v session.Interaction) session.Interaction {
		v.Player.Guild = storage.DirectMessages(v.Player.User)
		return v
	}
	here := func(v session.Interaction) session.Interaction { return v }
	for _, f := range []struct {
		fact     string
		where    func(session.Interaction) session.Interaction
		from, to storage.UserID
		chips    storage.Chips
		want     error
	}{
		{"to oneself", here, ada, ada, 1, session.ErrSelf},
		{"no chips", here, ada, bob, 0, session.ErrNoChips},
		{"-1 chips", here, ada, bob, -1, session.ErrNoChips},
		{"the fewest chips there could be", here, ada, bob, -1 << 63, session.ErrNoChips},
		{"more than the wallet has, which is not what is held", here, ada, bob, 41,
			&session.ShortError{Need: 41, Balance: 40, Held: 60}},
		{"more than any wallet has", here, ada, bob, storage.MaxChips + 1,
			&session.ShortError{Need: storage.MaxChips + 1, Balance: 40, Held: 60}},
		{"the most chips there could be", here, ada, bob, 1<<63 - 1,
			&session.ShortError{Need: 1<<63 - 1, Balance: 40, Held: 60}},
		{"more than a day's", here, other, bob, 1001,
			&session.CapError{Daily: 1000, Left: 1000,
				Next: time.Date(2026, 3, 15, 0, 0, 0, 0, time.UTC)}},
		{"to a new account", here, ada, newcomer, 1,
			&session.YoungError{Until: newcomer.Time().Add(7 * 24 * time.Hour)}},
		{"more than the other wallet can hold", here, ada, rich, 11, session.ErrTheirsFull},
		{"in direct messages", direct, ada, bob, 1, session.ErrNoGuild},
	} {
		t.Run(f.fact, func(t *testing.T) {
			before := b.audit()
			g := b.gift(f.from, f.to, f.chips)
			if _, err := b.AskGift(t.Context(), f.where(b.visit(f.from)), g); !sameKind(err,
				f.want) {
				t.Errorf("the question: %v, want %v", err, f.want)
			}
			if gave, err := b.Give(t.Context(), f.where(b.visit(f.from)), g); !sameKind(err,
				f.want) || gave != (session.Gave{}) {
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

func TestADayOfOneChipIsADayOfOneChip(t *testing.T) {
	b := newBench(t)
	for _, f := range []struct {
		daily, chips storage.Chips
		want         error
	}{
		{0, 1, session.ErrNoGifts},
		{1, 2,
			&session.CapError{Daily: 1, Left: 1,
				Next: time.Date(2026, 3, 15, 0, 0, 0, 0, time.UTC)}},
		{1, 1, nil},
		{1, 1, &session.CapError{Daily: 1, Next: time.Date(2026, 3, 15, 0, 0, 0, 0, time.UTC)}},
	} {
		b.GiveDaily = f.daily
		if _, err := b.gives(ada, bob, f.chips); !sameKind(err, f.want) {
			t.Errorf("%d chips of %d a day: %v, want %v", f.chips, f.daily, err, f.want)
		}
	}
	b.wants(ada, 99, 0)
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

func TestGiftsAreSwitchedOffByAdminsOrForAll(t *testing.T) {
	b := newBench(t)
	for _, f := range []struct {
		allowed string
		want    error
	}{{"off", session.ErrGiftsOff}, {"on", nil}} {
		if _, err := b.Set(t.Context(), b.visit(admin), storage.SetGifts, f.allowed); err != nil {
			t.Fatal(err)
		}
		if _, err := b.gives(ada, bob, 1); !errors.Is(err, f.want) {
			t.Errorf("gifts %v: %v", f.allowed, err)
		}
	}
	b.GiveDaily = 0
	if _, err := b.gives(ada, bob, 1); !errors.Is(err, session.ErrNoGifts) {
		t.Error(err)
	}
}

func TestADaysGiftsEndAtMidnightOfUTC(t *testing.T) {
	b := newBench(t)
	if _, err := b.corrects(session.Grant, ada, 5000); err != nil {
		t.Fatal(err)
	}
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
		if _, capped := errors.AsType[*session.CapError](err); capped != (f.left < 0) ||
			!capped && gave.Left != f.left {
			t.Errorf("%d chips at %v: %+v, %v; want %d left", f.chips, f.at, gave, err, f.left)
		}
	}
}

func TestACapThatWasLoweredLeavesNothing(t *testing.T) {
	b := newBench(t)
	if _, err := b.gives(ada, bob, 50); err != nil {
		t.Fatal(err)
	}
	b.GiveDaily = 20
	_, err := b.gives(ada, bob, 1)
	if no, ok := errors.AsType[*session.CapError](err); !ok || no.Left != 0 {
		t.Error(err)
	}
}

func TestAQuestionIsAnsweredOnce(t *testing.T) {
	b := newBench(t)
	done := func(err error) (answered, yes bool) {
		e, ok := errors.AsType[*session.AnsweredError](err)
		return ok, ok && e.Moved
	}
	g := b.gift(ada, bob, 40)
	press := b.visit(ada)
	for range 3 { // delivered again
		if gave, err := b.Give(t.Context(), press, g); err != nil || gave.Balance != 60 ||
			gave.Left != 960 {
			t.Errorf("%+v, %v", gave, err)
		}
	}
	for _, age := range []time.Duration{0, time.Hour, 48 * time.Hour} {
		b.now = b.now.Add(age)
		if answered, yes := done(func() error {
			_, err := b.Give(t.Context(), b.visit(ada), g)
			return err
		}()); !answered || !yes {
			t.Errorf("after %v it is not known that it was given", age)
		}
		if answered, yes := done(b.Decline(t.Context(), b.visit(ada), g.Asked)); !answered || !yes {
			t.Errorf("after %v it can be declined", age)
		}
	}
	b.wants(ada, 60, 0)
	b.wants(bob, 140, 0)

	no := b.gift(ada, bob, 10)
	if _, err := b.AskGift(t.Context(), b.visit(ada), no); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := b.Decline(t.Context(), b.visit(ada), no.Asked); err != nil {
			t.Error(err)
		}
	}
	if answered, yes := done(func() error {
		_, err := b.Give(t.Context(), b.visit(ada), no)
		return err
	}()); !answered || yes {
		t.Error("what was declined is given")
	}
	b.wants(ada, 60, 0)
}

func TestAQuestionIsAnsweredWithinFifteenMinutesOfItsOwnTimeEitherWay(t *testing.T) {
	for age, want := range map[time.Duration]error{
		session.ConfirmationTime:                     nil,
		session.ConfirmationTime + time.Millisecond:  session.ErrExpired,
		-session.ConfirmationTime:                    nil,
		-session.ConfirmationTime - time.Millisecond: session.ErrExpired,
		// an id that nobody has been given yet
		-24 * 365 * time.Hour: session.ErrExpired,
	} {
		b := newBench(t)
		b.start(ada, 1)
		v := b.visit(ada)
		asked := storage.InteractionID(v.ID.Time().Add(-age).UnixMilli()-1_420_070_400_000) << 22
		if _, err := b.Give(t.Context(), v,
			session.Gift{To: bob, Chips: 10, Asked: asked}); !errors.Is(err, want) {
			t.Errorf("a question of %v ago: %v, want %v", age, err, want)
		}
		if _, err := b.Adjust(t.Context(), b.visit(admin),
			session.Adjustment{To: bob, Do: session.Grant, Chips: 10,
				Asked: asked + 1}); !errors.Is(err, want) {
			t.Errorf("an admin's question of %v ago: %v, want %v", age, err, want)
		}
	}
}

func TestAQuestionExpires(t *testing.T) {
	b := newBench(t)
	gift := b.gift(ada, bob, 10)
	grant := session.Adjustment{To: bob, Chips: 10, Asked: b.visit(admin).ID}
	b.now = b.now.Add(session.ConfirmationTime + 2*time.Millisecond)
	if _, err := b.Give(t.Context(), b.visit(ada), gift); !errors.Is(err, session.ErrExpired) {
		t.Error(err)
	}
	if _, err := b.Adjust(t.Context(), b.visit(admin), grant); !errors.Is(err, session.ErrExpired) {
		t.Error(err)
	}
	gift = b.gift(ada, bob, 10)
	b.now = b.now.Add(session.ConfirmationTime - 2*time.Millisecond)
	if _, err := b.Give(t.Context(), b.visit(ada), gift); err != nil {
		t.Error(err)
	}
}

func TestAQuestionOutlivesARestart(t *testing.T) {
	path := filepath.Join(t.TempDir(), "test.db")
	b := newBenchOn(t, nil)
	open := func() *bolt.Store {
		store, err := bolt.Open(t.Context(), path, bolt.Options{})
		if err != nil {
			t.Fatal(err)
		}
		b.Sessions = newBenchOn(t, store).Sessions
		return store
	}
	gift, press := b.gift(ada, bob, 10), b.visit(ada)
	store := open()
	if _, err := b.AskGift(t.Context(), b.visit(ada), gift); err != nil {
		t.Error(err)
	}
	for range 3 {
		if err := store.Close(); err != nil {
			t.Fatal(err)
		}
		store = open()
		if _, err := b.Give(t.Context(), press, gift); err != nil {
			t.Error(err)
		}
	}
	b.wants(ada, 90, 0)
	if audit := b.audit(); audit.Postings != 3 {
		t.Errorf("%+v", audit)
	}
	if err := store.Close(); err != nil {
		t.Error(err)
	}
}

func TestOfManySimultaneousGiftsOfAWholeWalletOneIsGiven(t *testing.T) {
	b := newBench(t)
	var group sync.WaitGroup
	var mu sync.Mutex
	given := 0
	for n := range storage.UserID(64) {
		g, v := b.gift(ada, bob+n, 100), b.visit(ada)
		group.Go(func() {
			_, err := b.Give(context.Background(), v, g)
			if short, ok := errors.AsType[*session.ShortError](err); ok && short.Balance == 0 {
				return
			}
			if err != nil {
				t.Error(err)
			}
			mu.Lock()
			defer mu.Unlock()
			given++
		})
	}
	group.Wait()
	if given != 1 {
		t.Errorf("%d gifts were given", given)
	}
	b.wants(ada, 0, 0)
	if audit := b.audit(); audit.Postings != 3 {
		t.Errorf("%+v", audit)
	}
}

func TestGiftsAndCorrectionsConserveChips(t *testing.T) {
	store := memory.New()
	b := newBenchOn(t, storagetest.Twice(store))
	var asked []storage.InteractionID
	rapid.Check(t, func(rt *rapid.T) {
		for range 8 { // of a walk that goes on from check to check
			who, to := storage.UserID(rapid.IntRange(1, 4).Draw(rt, "player")),
				storage.UserID(rapid.IntRange(1, 5).Draw(rt, "to"))
			chips := rapid.SampledFrom([]storage.Chips{-1, 0, 1, 7, 60, 500, 1 << 52,
				storage.MaxChips, storage.MaxChips + 1, 1<<63 - 1}).Draw(rt, "chips")
			b.now = b.now.Add(time.Duration(rapid.IntRange(0, 10).Draw(rt,
				"minutes")) * time.Minute)
			asked = append(asked, b.visit(who).ID)
			v := b.visit(who)
			question := asked[len(asked)-1-rapid.IntRange(0, min(3, len(asked)-1)).Draw(rt,
				"question")]
			var err error
			switch rapid.IntRange(0, 4).Draw(rt, "command") {
			case 0:
				_, err = b.Daily(t.Context(), v)
			case 1:
				_, err = b.Start(t.Context(), v, session.Deal{Bet: min(chips, 60)})
			case 2:
				_, err = b.Give(t.Context(), v, session.Gift{To: to, Chips: chips, Asked: question})
			case 3:
				do := rapid.SampledFrom([]storage.Reason{session.Grant, session.Take,
					session.Reset}).Draw(rt, "deed")
				_, err = b.Adjust(t.Context(), v,
					session.Adjustment{Do: do, To: to, Chips: chips, Asked: question})
			case 4:
				err = b.Decline(t.Context(), v, question)
			}
			if _, stake := errors.AsType[*blackjack.StakeError](err); stake {
				continue
			}
			for _, never := range []error{storage.ErrCorrupt, storage.ErrPosted, storage.ErrPosting,
				storage.ErrSeen} {
				if errors.Is(err, never) {
					rt.Fatal(err)
				}
			}
			over, under := new(storage.OverflowError), new(storage.OverdrawnError)
			if errors.As(err, &over) || errors.As(err, &under) {
				rt.Fatal(err) // to be known before
			}
		}
		if audit, err := store.Audit(t.Context()); err != nil || !audit.OK || audit.Total != 0 {
			rt.Fatalf("%+v, %v", audit, err)
		}
	})
}
