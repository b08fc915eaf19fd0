package round_test

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"holecard/blackjack"
	"holecard/blackjack/strategy"
	"holecard/bot/interact"
	"holecard/bot/round"
	"holecard/bot/wallet"
	"holecard/storage"
)

const cleo storage.UserID = 3

// openTable opens a table for seven people, and sits the users there.
func (b *bench) openTable(o round.Opening, users ...storage.UserID) round.Seating {
	b.t.Helper()
	o.Size = cmp.Or(o.Size, storage.MostSeats)
	v := must(b.OpenSeating(b.t.Context(), b.visit(ada), o))(b)
	for _, user := range users {
		v = must(b.Sit(b.t.Context(), b.visit(user), v.ID, ""))(b)
	}
	return v
}

// bets bets at a table, and makes everybody ready.
func (b *bench) bets(v round.Seating, chips storage.Chips,
	users ...storage.UserID) round.Seating {
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
func (b *bench) does(v round.Seating, user storage.UserID, a blackjack.Action) round.Seating {
	b.t.Helper()
	return must(b.Play(b.t.Context(), b.visit(user), v.ID, v.Turn, a))(b)
}

// strikes lets the clock go on to the next deadline.
func (b *bench) strikes(v round.Seating) round.Seating {
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
func (b *bench) sleepThrough(users ...storage.UserID) round.Seating {
	b.t.Helper()
	v := b.bets(b.openTable(round.Opening{Table: "vegas"}, users...), 10, users...)
	for v.Round.Open {
		v = b.strikes(v)
	}
	return v
}

func TestThreePeoplePlayARoundTogether(t *testing.T) {
	b := newBench(t)
	b.cards = "TS TH TD 9C 9S 8H 7D 8C 2S KH" // seat by seat, the dealer last: 19 18 17 against 17
	v := b.bets(b.openTable(round.Opening{Table: "vegas"}, ada, bob, cleo), 10, ada, bob, cleo)
	_, err := b.Play(t.Context(), b.visit(bob), v.ID, v.Turn, blackjack.Stand)
	if !sameKind(err, round.ErrNotTurn.With("somebody", v.Until)) {
		t.Error("bob plays in ada's turn", err)
	}
	v = b.strikes(b.does(v, ada, blackjack.Stand)) // bob sleeps
	if v.Round.View.Turn != 2 || len(v.News) != 1 || v.News[0].User != bob ||
		v.News[0].What != storage.Slept {
		t.Fatalf("%+v", v)
	}
	v = b.does(b.does(v, cleo, blackjack.Hit), cleo, blackjack.Stand)
	if v.Stage != round.Waiting || v.Round.Open {
		t.Fatalf("%+v", v)
	}
}

func TestAPlayerAndAChannelHaveAFewOpenTables(t *testing.T) {
	b := newBench(t)
	opens := func(by storage.UserID, channel uint64) (round.Seating, error) {
		return b.OpenSeating(t.Context(), b.visit(by), round.Opening{Size: 2, Channel: channel})
	}
	refused := func(by storage.UserID, channel uint64, want error) {
		t.Helper()
		if _, err := opens(by, channel); !sameKind(err, want) {
			t.Errorf("user %d opens one more in channel %d: %v", by, channel, err)
		}
	}
	first := must(opens(ada, 0))(b)
	for n := range round.MostOpened - 1 {
		b.ok(opens(ada, uint64(n)))
	}
	refused(ada, 9, round.ErrManyTables.With(round.MostOpened))
	for n := range round.MostInChannel {
		b.ok(opens(10+storage.UserID(n), 9))
	}
	refused(bob, 9, round.ErrManyHere.With(round.MostInChannel))
	b.ok(b.CloseSeating(t.Context(), b.visit(ada), first.ID, false))
	b.ok(opens(ada, 8))
}

func TestAFewAreInvited(t *testing.T) {
	b := newBench(t)
	v := b.openTable(round.Opening{Invited: []storage.UserID{}})
	for n := range round.MostInvited {
		b.ok(b.Invite(t.Context(), b.visit(ada), v.ID, 100+storage.UserID(n)))
	}
	if _, err := b.Invite(t.Context(), b.visit(ada), v.ID, 99); !errors.Is(err,
		round.ErrInvited) {
		t.Errorf("one more: %v", err)
	}
	b.ok(b.Invite(t.Context(), b.visit(ada), v.ID, 100)) // who is invited already
}

func TestTheLiveliestTableComesFirst(t *testing.T) {
	b := newBench(t)
	open := func(by storage.UserID, sit ...storage.UserID) storage.SeatingID {
		v := must(b.OpenSeating(t.Context(), b.visit(by), round.Opening{Size: 4, Channel: 5}))(b)
		for _, who := range sit {
			b.ok(b.Sit(t.Context(), b.visit(who), v.ID, ""))
		}
		b.now = b.now.Add(time.Second)
		return v.ID
	}
	bet, full, old, young := open(ada, 20), open(ada, 21, 22), open(bob), open(bob)
	b.ok(b.Bet(t.Context(), b.visit(20), bet, storage.Bet{Stake: 10}))
	list, elsewhere, err := b.SeatingsIn(t.Context(), home, 5)
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
	id := b.openTable(round.Opening{}, ada, bob).ID
	for _, press := range []func() (round.Seating, error){
		func() (round.Seating, error) { return b.Sit(t.Context(), b.visit(bob), id, "") },
		func() (round.Seating, error) {
			return b.Bet(t.Context(), b.visit(bob), id, storage.Bet{})
		},
		func() (round.Seating, error) { return b.Ready(t.Context(), b.visit(bob), id) },
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

// An ace is shown to two players, who have 19 and 18 against 17 or a natural.
const insured = "TS TH AC 9D 8S 6H"

func (b *bench) seating(id storage.SeatingID) round.Seating {
	b.t.Helper()
	return must(b.Seating(b.t.Context(), home, id))(b)
}

// A seated round keeps room for what it may win, beside a hand of one's own.
func TestSeatsAndAHandKeepRoomForWhatTheyMayWin(t *testing.T) {
	b := newBench(t)
	b.change("maxHands=1", "double=none", "hearts=false") // 10 win 15 at most
	b.fill(ada, storage.MaxChips-3*15-8)
	b.cards = "TS 7C 8D TH"
	first := b.bets(b.openTable(round.Opening{}, ada), 10, ada)
	second := b.bets(b.openTable(round.Opening{}, ada), 10, ada)
	h := b.start(ada, 10)
	for chips, want := range map[storage.Chips]error{9: wallet.ErrTheirsFull, 8: nil} {
		grant := wallet.Adjustment{To: ada, Do: wallet.Grant, Chips: chips,
			Asked: b.visit(bob).ID}
		if _, err := b.Adjust(t.Context(), b.visit(bob), grant); !errors.Is(err, want) {
			t.Errorf("a grant of %d: %v, want %v", chips, err, want)
		}
	}
	if a := b.account(ada); a.Held != 30 {
		t.Errorf("%d are held", a.Held)
	}
	b.does(first, ada, blackjack.Stand)
	b.does(second, ada, blackjack.Stand)
	b.act(h, blackjack.Stand)
	b.wants(ada, storage.MaxChips-3*15+3*10, 0)
}

func TestASeatThatIsRefusedIsNotTakenByTheNextDelivery(t *testing.T) {
	b := newBench(t)
	v := b.openTable(round.Opening{}, ada)
	again := b.visit(bob)
	_, err := b.Sit(t.Context(), again, v.ID, "basic") // there is none here
	if kind(err) != "strategy" {
		t.Error(err)
	}
	b.Rounds.Basic = hits
	if v = must(b.Sit(t.Context(), again, v.ID, "basic"))(b); len(v.Chairs) != 1 {
		t.Errorf("%+v", v.Chairs)
	}
}

// hits is a basic strategy that always hits.
func hits(context.Context, blackjack.Rules) (strategy.Chart, error) { return strategy.Chart{}, nil }

// The rules of a table, and what is known of them, may change after a strategy has sat down.
func TestAStrategyThatCannotPlayAnyMoreStands(t *testing.T) {
	b := newBench(t)
	b.Rounds.Basic = hits
	v := b.openTable(round.Opening{}, ada)
	b.ok(b.Sit(t.Context(), b.visit(ada), v.ID, "basic"))
	b.Rounds.Basic = func(context.Context, blackjack.Rules) (strategy.Chart, error) {
		return strategy.Chart{}, errors.New("too much to compute")
	}
	b.cards = "5S 2S TC 6D 3D 7H 9S 9D"
	v = b.bets(v, 10, bob)
	if v.Stage != round.Playing || v.Round.View.Turn != 1 || v.Round.View.Seats[0].Hands[0].
		Total != 11 {
		t.Errorf("%+v", v.Round.View)
	}
}

// A strategy that takes long is waited for by who is patient, and never by the clock.
func TestAStrategyThatTakesLongIsNotReady(t *testing.T) {
	b := newBench(t)
	ready := make(chan struct{})
	b.Rounds.Basic = func(ctx context.Context, _ blackjack.Rules) (strategy.Chart, error) {
		select {
		case <-ctx.Done():
			return strategy.Chart{}, ctx.Err()
		case <-ready:
			return strategy.Chart{}, nil
		}
	}
	v := b.openTable(round.Opening{})
	again := b.visit(ada)
	if _, err := b.Sit(t.Context(), again, v.ID, "basic"); !errors.Is(err, interact.ErrNotReady) {
		t.Fatal(err)
	}
	close(ready)
	again.Patient = true
	b.ok(b.Sit(t.Context(), again, v.ID, "basic"))
	ready = make(chan struct{}) // the bot was restarted
	b.ok(b.Bet(t.Context(), b.visit(bob), v.ID, storage.Bet{}))
	if _, err := b.Ready(t.Context(), b.visit(bob), v.ID); !errors.Is(err, interact.ErrNotReady) {
		t.Fatal(err)
	}
	b.now = b.now.Add(time.Minute)
	due := must(b.Store.Due(t.Context(), storage.Claim{Until: b.Now(), Limit: 1}))(b)
	if _, done, err := b.Expire(t.Context(), due[0]); done || !errors.Is(err, interact.ErrNotReady) {
		t.Fatal(done, err)
	}
	close(ready)
	if v, done, err := b.Expire(t.Context(), due[0]); !done || err != nil || v.Round == nil {
		t.Error(v, done, err)
	}
}

// An unreadable table keeps no other from going on after a restart.
func TestOneTableThatCannotBeReadKeepsNoOtherWaiting(t *testing.T) {
	b := newBench(t)
	b.cards = "TS 7C 7D TH"
	broken := b.bets(b.openTable(round.Opening{}, ada), 10, ada)
	var others []round.Seating
	for range round.MostOpened - 1 {
		others = append(others, b.openTable(round.Opening{}, ada))
	}
	b.update(func(tx storage.Tx) error {
		kept, _, err := storage.Rounds.Get(tx, broken.Round.ID)
		kept.Version, kept.Record = kept.Version+1, []byte{255}
		return errors.Join(err, storage.Rounds.Save(tx, kept))
	})
	b.now = b.now.Add(time.Hour)
	resumed, err := b.Resume(t.Context(), storage.Claim{})
	if !errors.Is(err, storage.ErrCorrupt) || len(resumed) != len(others) {
		t.Fatalf("%d tables go on: %v", len(resumed), err)
	}
	for _, v := range resumed {
		if v.Until.Sub(b.now) != 5*time.Minute {
			t.Errorf("a table at which nobody bets closes at %v, now is %v", v.Until, b.now)
		}
	}
}

func TestInsuranceIsHeldUntilTheRoundTakesIt(t *testing.T) {
	b := newBench(t)
	b.cards = insured
	v := b.bets(b.openTable(round.Opening{}, ada, bob), 10, ada, bob)
	v = b.does(v, bob, blackjack.Insure)
	b.fill(bob, 0) // all that is not held goes elsewhere
	if v = b.does(v, ada, blackjack.Decline); v.Round.View.Seats[1].Insurance != 5 {
		t.Errorf("%+v", v.Round)
	}
	b.wants(bob, 0, 15)
}
