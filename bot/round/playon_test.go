package round_test

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"holecard/blackjack"
	"holecard/bot/interact"
	"holecard/bot/round"
	"holecard/bot/wallet"
	"holecard/internal/long"
	"holecard/storage"
)

// again deals another hand after one, and returns what its message shows then.
func (b *bench) again(h round.Hand) (round.Hand, error) {
	return b.Again(b.t.Context(), b.visit(h.Player.User), h.ID, h.Version)
}

// sets changes the settings of the bench's guild.
func (b *bench) sets(change func(*storage.Settings)) {
	b.t.Helper()
	b.update(func(tx storage.Tx) error {
		settings, err := storage.SettingsOf.Read(tx, storage.Only{})
		change(&settings)
		return errors.Join(err, storage.SettingsOf.Save(tx, settings))
	})
}

func TestAHandIsPlayedOnFromOnce(t *testing.T) {
	for _, own := range []bool{false, true} {
		b := newBench(t)
		b.sets(func(s *storage.Settings) { s.NewMessage = own })
		b.cards = "AS 6C KD TH"
		first := b.start(ada, 10)
		second := must(b.again(first))(b)
		shown := second
		if own {
			shown = first
		}
		_, err := b.again(first)
		h, asked := b.Settled(t.Context(), b.visit(ada), first.ID, first.Version)
		if !errors.Is(err, round.ErrStale) || !errors.Is(asked, round.ErrStale) ||
			h.ID != shown.ID || own && h.Next != second.ID {
			t.Errorf("messages of their own %v: %v; %+v, %v", own, err, h, asked)
		}
		b.wants(ada, 130, 0)
	}
}

// A press meant for the hand does not deal another.
func TestNothingIsDealtJustAfterAHandEnds(t *testing.T) {
	for after, soon := range map[time.Duration]bool{ // by Discord's clock
		0: true, 599 * time.Millisecond: true, 600 * time.Millisecond: false, time.Hour: false,
		// a machine whose clock is ahead, by little and by much
		-599 * time.Millisecond: true, -time.Minute: false,
	} {
		for name, press := range map[string]func(*bench, round.Hand) (round.Hand, error){
			"asked about": func(b *bench, h round.Hand) (round.Hand, error) {
				return b.Settled(t.Context(), b.visit(ada), h.ID, h.Version)
			},
			"played again": func(b *bench, h round.Hand) (round.Hand, error) {
				return b.again(h)
			},
			"played for another bet": func(b *bench, h round.Hand) (round.Hand, error) {
				return b.Rebet(t.Context(), b.visit(ada), h.ID, h.Version,
					storage.Bet{Stake: 115})
			},
		} {
			b := newBench(t)
			b.cards, b.real = "AS 6C KD TH", b.now.Add(-time.Hour)
			h := b.start(ada, 10)
			b.real = b.now.Add(after)
			got, err := press(b, h)
			if errors.Is(err, round.ErrSoon) != soon || soon && got.ID != h.ID {
				t.Errorf("%v after its end it is %s: %+v, %v", after, name, got.ID, err)
			}
			if soon {
				b.wants(ada, 115, 0)
			}
		}
	}
}

// Whoever bets too much may bet all there is instead, once.
func TestAllThereIsIsBetInsteadOnce(t *testing.T) {
	b := newBench(t)
	b.cards = "AS 6C KD TH"
	asked := b.visit(ada)
	_, err := b.Start(t.Context(), asked,
		round.Deal{Bet: 500, Private: true, Table: "downtown"})
	short, ok := errors.AsType[*round.InsteadError](err)
	want := round.Deal{Bet: 100, Private: true, Table: "downtown", Asked: asked.ID}
	if !ok || short.Instead != want || short.Relief != nil {
		t.Fatalf("%+v, %v", short, err)
	}
	for range 2 { // pressed twice
		h, err := b.Start(t.Context(), b.visit(ada), want)
		if err != nil || h.ID != storage.RoundID(asked.ID) || h.Bet != 100 || !h.Private {
			t.Errorf("%+v, %v", h, err)
		}
	}
	b.wants(ada, 250, 0)
	if err := startOf(b, bob, want); kind(err) != "not yours" {
		t.Errorf("a hand that is somebody else's: %v", err)
	}
	b.allow("vegas") // what was dealt is shown also where it could not be dealt any more
	if h, err := b.Start(t.Context(), b.visit(ada), want); err != nil ||
		h.ID != storage.RoundID(asked.ID) {
		t.Errorf("%+v, %v", h, err)
	}
	for what, d := range map[string]round.Deal{
		"with a strategy": {Bet: 500, Plays: "stopAt(17)"},
		"practice":        {Bet: 501, Practice: true},
	} {
		err := startOf(b, ada, d)
		if short, ok := errors.AsType[*round.InsteadError](err); ok {
			t.Errorf("%s: instead %+v", what, short.Instead)
		}
	}
}

func TestPracticeMovesNoChips(t *testing.T) {
	b := newBench(t)
	b.StartingChips = 0
	b.cards = "8S 6C 8D TH 3S TS 9S 2C"
	practice := round.Deal{Bet: 500, Practice: true}
	h := b.play(b.startWith(ada, practice), []blackjack.Action{split, double, blackjack.Stand})
	if h.Open || h.View.Seats[0].Payout.Staked != 1500 || h.Relief != nil || !h.Proven {
		t.Errorf("%+v", h)
	}
	if a := b.account(ada); a.Stats != (storage.Stats{}) || a.Balance != 0 {
		t.Errorf("practice is counted: %+v", a)
	}
	if bets, err := b.Bets(t.Context(), b.visit(ada), ""); err != nil || bets.Last != 1 {
		t.Errorf("the bet of practice is the last: %+v, %v", bets, err)
	}
	// a wallet is filled beside an open hand of practice as if there were none
	b.cards = "TS TC 7D TH"
	b.startWith(ada, practice)
	if _, err := b.corrects(wallet.Grant, ada, storage.MaxChips); err != nil {
		t.Error(err)
	}
}

func TestARefillIsForPlayersWithoutChipsOnceAnHour(t *testing.T) {
	b := newBench(t)
	b.RefillChips = 10
	b.real = b.now
	b.cards = "TS TC 6D 9H"
	h := b.start(ada, 100)
	if _, err := b.Refill(t.Context(), b.visit(ada)); !errors.Is(err, wallet.ErrNotBroke) {
		t.Errorf("with a hand open: %v", err)
	}
	if h = b.act(h, blackjack.Stand); h.Relief == nil || !h.Relief.Refill.Now() ||
		!h.Relief.Daily.Now() || h.Relief.Daily.Chips != 50 {
		t.Fatalf("the relief is %+v", h.Relief)
	}
	v := b.visit(ada)
	for range 2 { // delivered twice
		f, err := b.Refill(t.Context(), v)
		if err != nil || !f.Given || f.Chips != 10 || f.Balance != 10 ||
			!f.Next.Equal(b.real.Add(time.Hour)) {
			t.Errorf("%+v, %v", f, err)
		}
	}
	b.wants(ada, 10, 0)
	begun := v.ID.Time()
	b.real = begun.Add(time.Minute)
	b.act(b.start(ada, 10), blackjack.Stand)
	for _, f := range []struct {
		after time.Duration
		given bool
	}{
		{-10 * time.Minute, false}, {time.Hour - 1e6, false}, {time.Hour, true},
		{-399 * 24 * time.Hour, true}, // the clock was a year ahead, and was set right
	} {
		b.real = begun.Add(f.after)
		b.last = 0 // an interaction may be delivered late
		got, err := b.Refill(t.Context(), b.visit(ada))
		if err != nil || got.Given != f.given ||
			!f.given && !got.Next.Equal(begun.Add(time.Hour)) {
			t.Errorf("%v after a refill: %+v, %v", f.after, got, err)
		}
		if f.given {
			b.act(b.start(ada, 10), blackjack.Stand)
		}
	}
}

// all are seven people.
var all = []storage.UserID{1, 2, 3, 4, 5, 6, 7}

// Seven people press everything at once, each press is delivered twice, and two bots carry
// out what is due meanwhile.
func TestSevenPeopleAndTwoClocksAtOnce(t *testing.T) {
	j, path := openJournal(t)
	defer func() { j.Close() }()
	b := newBenchOn(t, j)
	b.StartingChips = 100_000
	bots := []rooms{b.rooms, b.process()}
	v := b.openTable(round.Opening{Table: "vegas"}, all...)
	other := b.openTable(round.Opening{Table: "downen"}, all...)
	dealt := map[storage.RoundID]bool{}
	var mu sync.Mutex
	played := map[storage.Deadline]int{}
	for range long.Of(20, 400) {
		b.now = b.now.Add(b.seating(v.ID).Until.Sub(b.now) / 2)
		if b.dueSoon(v.ID) {
			b.now = b.seating(v.ID).Until
		}
		due := must(b.Store.Due(t.Context(), storage.Claim{Until: b.Now(), Limit: 10}))(b)
		shown := b.seating(v.ID)
		var presses []interact.By
		for _, user := range all {
			presses = append(presses, b.visit(user))
		}
		sameTime(4*len(all), func(i int) {
			v, by := presses[i%len(all)], bots[i%2]
			if i < 2*len(all) {
				b.presses(by, v, shown)
				return
			}
			for _, d := range due {
				_, done, err := by.Expire(context.Background(), d)
				if err != nil {
					t.Error(err)
				}
				if done {
					mu.Lock()
					played[d]++
					mu.Unlock()
				}
			}
		})
		if now, err := b.Seating(t.Context(), home, v.ID); errors.Is(err, round.ErrNoSeating) {
			v = b.openTable(round.Opening{Table: "vegas"}, all...)
		} else if now.Round != nil {
			dealt[now.Round.ID] = true
		}
		if _, err := b.Seating(t.Context(), home, other.ID); errors.Is(err,
			round.ErrNoSeating) {
			other = b.openTable(round.Opening{Table: "downen"}, all...)
		}
	}
	for d, n := range played {
		if n != 1 {
			t.Errorf("deadline %+v is carried out %d times", d, n)
		}
	}
	for id, n := range j.settlements {
		if n != 1 {
			t.Errorf("round %d is settled %d times", id, n)
		}
	}
	if long.Enabled() && (len(dealt) < 20 || len(played) == 0) {
		t.Errorf("%d rounds and %d deadlines: too few", len(dealt), len(played))
	}
	before := b.seating(v.ID)
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	j.open(t, path)
	if audit, err := b.Store.Audit(t.Context()); err != nil || !audit.OK || audit.Total != 0 {
		t.Errorf("the audit: %+v, %v", audit, err)
	}
	if now := b.seating(v.ID); now.Version != before.Version || now.Turn != before.Turn {
		t.Errorf("after a restart: %+v, was %+v", now, before)
	}
}

// dueSoon reports whether a table's next deadline is less than a second away.
func (b *bench) dueSoon(id storage.SeatingID) bool {
	return b.seating(id).Until.Sub(b.now).Seconds() < 1
}

// presses is whatever somebody presses who sees a table.
func (b *bench) presses(by rooms, v interact.By, shown round.Seating) {
	ctx := context.Background()
	switch seat := shown.Seat(v.Player.User); {
	case shown.Stage == round.Waiting || shown.Stage == round.Betting && v.ID%4 < 2:
		by.Bet(ctx, v, shown.ID, storage.Bet{Stake: 10})
	case shown.Stage == round.Betting:
		by.Ready(ctx, v, shown.ID)
	case seat < 0:
		by.Sit(ctx, v, shown.ID, "")
	default:
		legal := slices.Collect(shown.Round.View.Seats[seat].Legal.All())
		a := blackjack.Stand
		if len(legal) > 0 {
			a = legal[int(v.ID>>22)%len(legal)]
		}
		by.Play(ctx, v, shown.ID, shown.Turn, a)
	}
}

// A drawn button is pressed once, however often it is.
func TestADrawnButtonPlaysOnce(t *testing.T) {
	b := newBench(t)
	b.cards = "2S TH TC 3D 9S 7H 2C 2D 2H 3S"
	v := b.bets(b.openTable(round.Opening{}, ada, bob), 10, ada, bob)
	var errs [8]error
	presses := make([]interact.By, len(errs))
	for i := range presses {
		presses[i] = b.visit(ada)
	}
	sameTime(len(errs), func(i int) {
		_, errs[i] = b.Play(context.Background(), presses[i], v.ID, v.Turn, blackjack.Hit)
	})
	hits := 0
	for _, err := range errs {
		if err == nil {
			hits++
		} else if !errors.Is(err, round.ErrTurnPassed) {
			t.Error(err)
		}
	}
	if cards := b.seating(v.ID).Round.View.Seats[0].Hands[0].Cards; hits != 1 || len(cards) != 3 {
		t.Errorf("%d presses of one button play, and the hand is %v", hits, cards)
	}
}
