package session_test

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"

	"holecard/blackjack"
	"holecard/bot/interact"
	"holecard/bot/session"
	"holecard/internal/long"
	"holecard/storage"
)

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
	v := b.openTable(session.Opening{Table: "vegas"}, all...)
	other := b.openTable(session.Opening{Table: "downen"}, all...)
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
		if now, err := b.Seating(t.Context(), home, v.ID); errors.Is(err, session.ErrNoSeating) {
			v = b.openTable(session.Opening{Table: "vegas"}, all...)
		} else if now.Round != nil {
			dealt[now.Round.ID] = true
		}
		if _, err := b.Seating(t.Context(), home, other.ID); errors.Is(err,
			session.ErrNoSeating) {
			other = b.openTable(session.Opening{Table: "downen"}, all...)
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
func (b *bench) presses(by rooms, v interact.By, shown session.Seating) {
	ctx := context.Background()
	switch seat := shown.Seat(v.Player.User); {
	case shown.Stage == session.Waiting || shown.Stage == session.Betting && v.ID%4 < 2:
		by.Bet(ctx, v, shown.ID, storage.Bet{Stake: 10})
	case shown.Stage == session.Betting:
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
	v := b.bets(b.openTable(session.Opening{}, ada, bob), 10, ada, bob)
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
		} else if !errors.Is(err, session.ErrTurnPassed) {
			t.Error(err)
		}
	}
	if cards := b.seating(v.ID).Round.View.Seats[0].Hands[0].Cards; hits != 1 || len(cards) != 3 {
		t.Errorf("%d presses of one button play, and the hand is %v", hits, cards)
	}
}
