package round_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"holecard/blackjack"
	"holecard/bot/care"
	"holecard/bot/figures"
	"holecard/bot/guild"
	"holecard/bot/interact"
	"holecard/bot/round"
	"holecard/storage"
)

// limit sets a limit of a player.
func (b *bench) limit(who storage.UserID, in care.Scope, what care.Kind, amount int64) {
	b.t.Helper()
	b.ok(nil, b.SetLimit(b.t.Context(), b.visit(who), in, what, amount))
}

// lock locks a player out for a day.
func (b *bench) lock(who storage.UserID, in care.Scope) {
	b.t.Helper()
	v := b.visit(who)
	b.ok(nil, b.LockOut(b.t.Context(), v, in, guild.ForDay, v.ID))
}

// stops checks that a limit of a kind forbids something.
func (b *bench) stops(what care.Kind, err error) *care.StopError {
	b.t.Helper()
	stop, ok := errors.AsType[*care.StopError](err)
	if !ok || stop.Kind != what {
		b.t.Fatalf("error %v, want that of limit %d", err, what)
	}
	return stop
}

func (b *bench) limits(who storage.UserID) guild.LimitsOf {
	b.t.Helper()
	return must(b.Limits.Of(b.t.Context(), b.visit(who)))(b)
}

func startOf(b *bench, who storage.UserID, d round.Deal) error {
	_, err := b.Start(b.t.Context(), b.visit(who), d)
	return err
}

// lockedOut does by each path what a player who is locked out must not, and returns the
// error.
var lockedOut = map[string]func(*bench) error{
	"Start": func(b *bench) error {
		b.lock(ada, care.Here)
		return startOf(b, ada, round.Deal{Bet: 10})
	},
	"Start, in practice": func(b *bench) error {
		b.lock(ada, care.Everywhere)
		return startOf(b, ada, round.Deal{Practice: true})
	},
	"Start, all chips": func(b *bench) error {
		b.lock(ada, care.Everywhere)
		return startOf(b, ada, round.Deal{Bet: 100})
	},
	"Start, by a strategy": func(b *bench) error {
		b.lock(ada, care.Here)
		return startOf(b, ada, round.Deal{Bet: 10, Plays: "stopAt(17)"})
	},
	"Again": func(b *bench) error {
		h := b.act(b.start(ada, 10), blackjack.Stand)
		b.lock(ada, care.Everywhere)
		_, err := b.again(h)
		return err
	},
	"Rebet": func(b *bench) error {
		h := b.act(b.start(ada, 10), blackjack.Stand)
		b.lock(ada, care.Here)
		_, err := b.Rebet(b.t.Context(), b.visit(ada), h.ID, h.Version, storage.Bet{Stake: 5})
		return err
	},
	"Act": func(b *bench) error {
		h := b.start(ada, 10)
		b.lock(ada, care.Everywhere)
		_, err := b.Act(b.t.Context(), b.visit(ada), h.ID, h.Version, blackjack.Double)
		return err
	},
	"Give": func(b *bench) error {
		b.opens(ada)
		b.lock(ada, care.Here)
		_, err := b.gives(ada, bob, 5)
		return err
	},
	"Sit, before any bet": func(b *bench) error {
		v := b.openTable(round.Opening{Table: "vegas"}, bob)
		b.lock(ada, care.Here)
		_, err := b.Sit(b.t.Context(), b.visit(ada), v.ID, "")
		return err
	},
	"Bet": func(b *bench) error {
		v := b.openTable(round.Opening{Table: "vegas"}, ada)
		b.lock(ada, care.Everywhere)
		_, err := b.Bet(b.t.Context(), b.visit(ada), v.ID, storage.Bet{Stake: 5})
		return err
	},
	"BetBoldly": func(b *bench) error {
		v := b.openTable(round.Opening{Table: "vegas"}, ada)
		b.lock(ada, care.Everywhere)
		_, err := b.BetBoldly(b.t.Context(), b.visit(ada), v.ID, storage.Bet{Stake: 5})
		return err
	},
	"Play": func(b *bench) error {
		v := b.bets(b.openTable(round.Opening{Table: "vegas"}, ada), 10, ada)
		b.lock(ada, care.Everywhere)
		_, err := b.Play(b.t.Context(), b.visit(ada), v.ID, v.Turn, blackjack.Double)
		return err
	},
}

// A player who is locked out puts no chip at stake and gives none away, by any path.
func TestALockOutHoldsOnEveryPath(t *testing.T) {
	for path, try := range lockedOut {
		t.Run(path, func(t *testing.T) {
			b := newBench(t)
			b.cards = "5S TC 6D 9H TH 7C"
			stop := b.stops(care.Lock, try(b))
			if !stop.Until.Equal(b.now.Add(24*time.Hour)) || !stop.Since.Equal(b.now) {
				t.Errorf("it is said to hold from %v to %v", stop.Since, stop.Until)
			}
		})
	}
}

// An open hand of a player who is locked out can be played to its end.
func TestAnOpenHandOfALockedOutPlayerIsPlayedToItsEnd(t *testing.T) {
	b := newBench(t)
	b.cards = "5S TC 6D 9H 2H 7C"
	h := b.start(ada, 10)
	b.lock(ada, care.Everywhere)
	h = b.act(b.act(h, blackjack.Hit), blackjack.Stand)
	if h.Open {
		t.Error("the hand is still open")
	}
	b.wants(ada, 90, 0)
}

// A strategy doubles as far as a limit lets it, and hits beyond.
func TestAStrategyAddsNothingBeyondALimit(t *testing.T) {
	book := figures.New()
	for loss, want := range map[int64]storage.Chips{10: 110, 19: 110, 20: 120} {
		b := newBench(t)
		b.Rounds.Basic = book.Basic
		b.limit(ada, care.Here, care.Loss, loss)
		b.cards = "5S 6C 6D TH 2H 7C" // 11 against 6
		v := b.patient(ada)
		b.ok(b.Start(t.Context(), v, round.Deal{Bet: 10, Plays: "basic"}))
		b.wants(ada, want, 0)
	}
}

// A strategy at a table bets and doubles for its player, unless they are locked out.
func TestAStrategyAtATableAddsNothingInALockOut(t *testing.T) {
	book := figures.New()
	for when, want := range map[string]storage.Chips{"never": 120, "in the round": 110,
		"before the deal": 100} {
		t.Run(when, func(t *testing.T) {
			b := newBench(t)
			b.Rounds.Basic = book.Basic
			b.cards = "TS 5S 6C 9S 6D TH 2H 7C" // 19 and 11 against 6
			v := b.openTable(round.Opening{Table: "vegas"}, bob)
			sits := b.patient(ada)
			b.ok(b.Sit(t.Context(), sits, v.ID, "basic"))
			if when == "before the deal" {
				b.lock(ada, care.Here)
			}
			v = b.bets(v, 10, bob)
			if when == "in the round" {
				b.lock(ada, care.Here)
			}
			if v = b.does(v, bob, blackjack.Stand); v.Stage != round.Waiting {
				t.Errorf("the round goes on: %+v", v)
			}
			b.wants(ada, want, 0)
		})
	}
}

// A strategy that may not bet does not keep a seat from others.
func TestALockedOutStrategyGetsUpAfterTwoRounds(t *testing.T) {
	b := newBench(t)
	b.Rounds.Basic = figures.New().Basic
	v := b.openTable(round.Opening{Table: "vegas"}, bob)
	sits := b.patient(ada)
	b.ok(b.Sit(t.Context(), sits, v.ID, "stopAt(17)"))
	b.lock(ada, care.Here)
	for range 2 {
		if v = b.seating(v.ID); len(v.Chairs) != 2 {
			t.Fatalf("there sit %+v", v.Chairs)
		}
		v = b.bets(v, 10, bob)
		for v.Round.Open {
			v = b.strikes(v)
		}
	}
	if _, sits := b.seating(v.ID).Chair(ada); sits {
		t.Error("she still sits there")
	}
	b.wants(ada, 100, 0)
}

// A bet at a table that was placed before a lock-out is not dealt, whoever deals.
func TestASeatThatMayNotIsNotDealt(t *testing.T) {
	for _, in := range []care.Scope{care.Here, care.Everywhere} {
		b := newBench(t)
		b.cards = "TS TH 9C 9S 9H 8C"
		v := b.openTable(round.Opening{Table: "vegas"}, ada, bob)
		for _, user := range []storage.UserID{ada, bob} {
			b.ok(b.Bet(t.Context(), b.visit(user), v.ID, storage.Bet{Stake: 10}))
		}
		b.lock(bob, in)
		b.now = b.now.Add(time.Hour)
		v = b.strikes(b.seating(v.ID))
		if v.Round == nil || len(v.Round.Players) != 1 || v.Round.Players[0].User != ada ||
			len(v.News) != 1 || v.News[0].What != storage.Limited || v.News[0].User != bob {
			t.Fatalf("scope %d: dealt %+v, news %+v", in, v.Round, v.News)
		}
		b.wants(bob, 100, 0)
	}
}

// A lock-out of one server leaves others, one of all holds in direct messages, too.
func TestALockOutHoldsWhereItIsFor(t *testing.T) {
	for in, elsewhere := range map[care.Scope]bool{care.Here: true, care.Everywhere: false} {
		b := newBench(t)
		b.lock(ada, in)
		for _, other := range []storage.GuildID{home + 1, storage.DirectMessages(ada)} {
			v := b.visit(ada)
			v.Player.Guild = other
			_, err := b.Start(t.Context(), v, round.Deal{Bet: 10})
			if (err == nil) != elsewhere {
				t.Errorf("scope %d in %v: %v", in, other, err)
			}
		}
		b.stops(care.Lock, startOf(b, ada, round.Deal{Bet: 10}))
		b.start(bob, 10) // another player
	}
}

// What is set looser holds after a day, and can be taken back; what is stricter holds at once.
func TestALimitIsLoosenedAfterADay(t *testing.T) {
	b := newBench(t)
	b.cards = "AS 6C KD TH"
	b.limit(ada, care.Here, care.Bet, 20)
	b.limit(ada, care.Here, care.Bet, 50)
	b.stops(care.Bet, startOf(b, ada, round.Deal{Bet: 21}))
	b.now = b.now.Add(24*time.Hour - time.Second)
	b.stops(care.Bet, startOf(b, ada, round.Deal{Bet: 21}))
	b.limit(ada, care.Here, care.Bet, 40) // stricter than what comes: it comes when it did
	b.now = b.now.Add(time.Second)
	b.stops(care.Bet, startOf(b, ada, round.Deal{Bet: 41}))
	b.start(ada, 40)
	b.limit(ada, care.Here, care.Bet, 0)
	b.ok(nil, b.KeepLimits(t.Context(), b.visit(ada), care.Here))
	b.now = b.now.Add(48 * time.Hour)
	b.stops(care.Bet, startOf(b, ada, round.Deal{Bet: 41}))
}

// A lock-out is prolonged, and never shortened: not by another, nor by a repeat.
func TestALockOutIsNeverShortened(t *testing.T) {
	b := newBench(t)
	locks := func(span guild.LockSpan) time.Time {
		v := b.visit(ada)
		for range 2 { // delivered again
			if err := b.LockOut(t.Context(), v, care.Here, span, v.ID); err != nil {
				t.Fatal(err)
			}
		}
		return b.limits(ada).Limits[care.Here].Lock
	}
	week := locks(guild.ForWeek)
	if again := locks(guild.ForDay); !again.Equal(week) {
		t.Errorf("a week became %v", again)
	}
	if ever := locks(guild.ForEver); !ever.Equal(storage.Forever()) {
		t.Errorf("for ever is %v", ever)
	}
	if ever := locks(guild.ForMonth); !ever.Equal(storage.Forever()) {
		t.Errorf("for ever became %v", ever)
	}
	old := b.visit(bob)
	b.now = b.now.Add(16 * time.Minute)
	err := b.LockOut(t.Context(), b.visit(bob), care.Here, guild.ForDay, old.ID)
	if !errors.Is(err, interact.ErrExpired) {
		t.Errorf("an old confirmation: %v", err)
	}
}

// The day's losses, what is staked now and the new stake are within the limit, which begins
// again at midnight of UTC.
func TestLossesOfADayAreLimited(t *testing.T) {
	b := newBench(t)
	b.cards = "TS TC 6D 9H"
	b.limit(ada, care.Everywhere, care.Loss, 25)
	stop := b.stops(care.Loss, startOf(b, ada, round.Deal{Bet: 26}))
	if stop.Left != 25 || !stop.Until.Equal(time.Date(2026, 3, 15, 0, 0, 0, 0, time.UTC)) {
		t.Errorf("it says %+v", stop)
	}
	b.act(b.start(ada, 20), blackjack.Stand)
	if stop := b.stops(care.Loss, startOf(b, ada, round.Deal{Bet: 6})); stop.Left != 5 {
		t.Errorf("after a loss of 20 it says %+v", stop)
	}
	b.cards = "8S TC 3D 9H 2C"
	h := b.start(ada, 3)
	_, err := b.Act(t.Context(), b.visit(ada), h.ID, h.Version, blackjack.Double)
	if stop := b.stops(care.Loss, err); stop.Left != 2 {
		t.Errorf("with 3 staked it says %+v", stop)
	}
	b.act(h, blackjack.Stand)
	b.now = time.Date(2026, 3, 14, 23, 59, 59, 0, time.UTC)
	b.stops(care.Loss, startOf(b, ada, round.Deal{Bet: 25}))
	b.now = b.now.Add(time.Second)
	b.start(ada, 25)
}

// An admin's cap counts for everybody, also below what was lost today already.
func TestACapOnLossIsForEverybody(t *testing.T) {
	b := newBench(t)
	b.cards = "TS TC 6D 9H"
	b.act(b.start(ada, 50), blackjack.Stand)
	b.ok(b.Set(t.Context(), b.visit(admin), storage.SetLossCap, "30"))
	if stop := b.stops(care.Cap, startOf(b, ada, round.Deal{Bet: 1})); stop.Left != 0 {
		t.Errorf("it says %+v", stop)
	}
	b.stops(care.Cap, startOf(b, bob, round.Deal{Bet: 31}))
	b.start(bob, 30)
}

// Rounds an hour are counted by when they were dealt.
func TestRoundsOfAnHourAreLimited(t *testing.T) {
	b := newBench(t)
	b.cards = "AS 6C KD TH"
	b.limit(ada, care.Here, care.Rounds, 2)
	first := b.now
	b.start(ada, 10)
	b.now = b.now.Add(20 * time.Minute)
	b.start(ada, 10)
	b.now = b.now.Add(20 * time.Minute)
	stop := b.stops(care.Rounds, startOf(b, ada, round.Deal{Bet: 10}))
	if !stop.Until.Equal(first.Add(time.Hour)) {
		t.Errorf("the next is at %v", stop.Until)
	}
	b.now = stop.Until
	b.start(ada, 10)
}

// Rounds that are played at several tables at once count before they are settled.
func TestOpenRoundsCountAmongThoseOfAnHour(t *testing.T) {
	b := newBench(t)
	b.limit(ada, care.Here, care.Rounds, 3)
	b.cards = "AS 6C KD TH"
	b.start(ada, 10) // over at once
	b.now = b.now.Add(time.Minute)
	b.cards = "5S TC 6D 9H TH 7C"
	first := b.bets(b.openTable(round.Opening{Table: "vegas"}, ada), 10, ada)
	b.now = b.now.Add(time.Minute)
	second := b.openTable(round.Opening{Table: "vegas"}, ada)
	second = b.bets(second, 10, ada)
	if first.Stage != round.Playing || second.Stage != round.Playing {
		t.Fatalf("stages %v and %v", first.Stage, second.Stage)
	}
	b.now = b.now.Add(time.Minute)
	stop := b.stops(care.Rounds, startOf(b, ada, round.Deal{Bet: 10}))
	if want := b.now.Add(57 * time.Minute); !stop.Until.Equal(want) {
		t.Errorf("the next is at %v, want %v", stop.Until, want)
	}
	third := b.openTable(round.Opening{Table: "vegas"}, ada)
	_, err := b.Bet(t.Context(), b.visit(ada), third.ID, storage.Bet{Stake: 10})
	b.stops(care.Rounds, err)
	b.limit(ada, care.Here, care.Rounds, 2)
	stop = b.stops(care.Rounds, startOf(b, ada, round.Deal{Bet: 10}))
	if want := b.now.Add(58 * time.Minute); !stop.Until.Equal(want) {
		t.Errorf("of two an hour the next is at %v, want %v", stop.Until, want)
	}
}

// No number makes a limit that lets more through than it says.
func TestALimitTakesOnlyWhatChipsCanBe(t *testing.T) {
	b := newBench(t)
	for _, amount := range []int64{-1, int64(storage.MaxChips) + 1, 1 << 62} {
		err := b.SetLimit(t.Context(), b.visit(ada), care.Here, care.Loss, amount)
		if !errors.Is(err, guild.ErrRange) && !errors.Is(err, guild.ErrLossRange) {
			t.Errorf("%d: %v", amount, err)
		}
	}
	b.limit(ada, care.Here, care.Loss, int64(storage.MaxChips))
	b.limit(ada, care.Everywhere, care.Bet, int64(storage.MaxChips))
	b.start(ada, 100)
}

// A player is told how long they have played with the hand that is due; a break ends it.
func TestAPlayerIsRemindedOfTheTimePlayed(t *testing.T) {
	b := newBench(t)
	b.cards = "AS 6C KD TH"
	b.limit(ada, care.Everywhere, care.Remind, 30)
	var told []time.Duration
	for range 8 {
		h := b.start(ada, 1)
		if again, err := b.find(h.ID); err != nil || again.Played != h.Played {
			t.Errorf("redrawn it says %v, %v", again.Played, err)
		}
		told = append(told, h.Played)
		b.now = b.now.Add(10 * time.Minute)
	}
	b.now = b.now.Add(10 * time.Minute)
	told = append(told, b.start(ada, 1).Played)
	for i, want := range []time.Duration{3: 30 * time.Minute, 6: time.Hour, 8: 0} {
		if told[i] != want {
			t.Errorf("hand %d says %v, want %v", i, told[i], want)
		}
	}
}

// A lock-out and bets at the same time: each bet is before it, or is refused; and a process
// that comes up later knows it.
func TestNoBetIsDealtAfterALockOut(t *testing.T) {
	b := newBench(t)
	b.cards = "AS 6C KD TH"
	done := make(chan struct{})
	v := b.visit(ada)
	go func() {
		defer close(done)
		if err := b.LockOut(context.Background(), v, care.Everywhere, guild.ForDay,
			v.ID); err != nil {
			t.Error(err)
		}
	}()
	for locked := false; !locked; {
		select {
		case <-done:
			locked = true
		default:
		}
		err := startOf(b, ada, round.Deal{Bet: 1})
		_, stopped := errors.AsType[*care.StopError](err)
		if err != nil && !stopped || locked && !stopped {
			t.Fatalf("locked %v: %v", locked, err)
		}
	}
	another := newBenchOn(t, b.Store)
	another.last = b.last
	another.stops(care.Lock, startOf(another, ada, round.Deal{Bet: 1}))
}
