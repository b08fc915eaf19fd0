package session_test

import (
	"bytes"
	"errors"
	"flag"
	"math/rand/v2"
	"os"
	"testing"
	"time"

	"holecard/blackjack"
	"holecard/blackjack/season"
	"holecard/bot/session"
	"holecard/storage"
)

var update = flag.Bool("update", false, "write the season of blackjack/season/testdata again")

const exampleSeason = "../../blackjack/season/testdata/season.json"

// A season that is over is written and recomputed; what not all have agreed to stays out of
// it, and so does what would give cards away.
func TestASeasonIsRecomputedFromItsRounds(t *testing.T) {
	b := storyBench(t)
	b.StartingChips, b.MaxBet = 1_000_000, 10_000
	twin := &storyTwin{bench: b, hinted: make(map[storage.RoundID][]uint32),
		dice: rand.New(rand.NewPCG(7, 7))}
	b.offers()
	b.keeps(bob, 2) // before the season
	twin.season(1)
	b.now = b.now.Add(time.Minute)
	table := b.openTable(session.Opening{Table: "vegas"}, ada, bob)
	for range 6 {
		table = b.bets(table, 10, ada, bob)
		for table.Stage == session.Playing || table.Stage == session.Insuring {
			table = b.strikes(table)
		}
		b.now = b.now.Add(time.Second)
		table = b.sitAgain(table, ada, bob)
	}
	b.keeps(bob, 25)
	for range 250 {
		b.now = b.now.Add(time.Minute)
		twin.step()
	}
	twin.season(2)
	twin.finish(bob)
	b.keeps(bob, 3)
	for range 60 {
		b.now = b.now.Add(time.Minute)
		twin.step()
	}
	b.reviewed()
	none := b.recomputed(1)
	if !none.OK() || none.Rounds != 0 || len(none.Players) != 0 || none.Withheld.Disagreed < 60 {
		t.Errorf("nobody has agreed: %+v", none)
	}
	for _, user := range []storage.UserID{ada, bob} {
		if _, err := b.Publish(t.Context(), b.visit(user)); err != nil {
			t.Fatal(err)
		}
	}
	got := b.recomputed(1)
	if !got.OK() || len(got.Players) != 2 || got.Withheld.Disagreed < 20 || got.Rounds < 60 ||
		got.Hold != got.Rounds || got.Withheld.Unrevealed != 7 ||
		got.Withheld.Sum()+got.Rounds != none.Withheld.Sum() {
		t.Errorf("%+v", got)
	}
	if got := b.recomputed(0); got.Season.Number != 2 || !got.OK() ||
		got.Withheld.Unrevealed == 0 { // decks are kept, and played on
		t.Errorf("the season that lasts: %+v", got)
	}
	err := session.WriteSeason(t.Context(), b.Store, guild, 3, 0, new(bytes.Buffer))
	if !errors.Is(err, session.ErrNoSeason) {
		t.Error(err)
	}
	err = session.WriteSeason(t.Context(), b.Store, guild, 1, got.Rounds-1, new(bytes.Buffer))
	if !errors.Is(err, season.ErrTooLarge) {
		t.Error(err)
	}
	var file bytes.Buffer
	if err := session.WriteSeason(t.Context(), b.Store, guild, 1, 0, &file); err != nil {
		t.Fatal(err)
	}
	if handed, err := b.SeasonFile(t.Context(), guild, 1, file.Len()); err != nil ||
		!bytes.Equal(handed, file.Bytes()) {
		t.Errorf("the file is not handed out: %v", err)
	}
	_, err = b.SeasonFile(t.Context(), guild, 1, file.Len()-1)
	if !errors.Is(err, season.ErrTooLarge) {
		t.Errorf("a file that is too large is handed out: %v", err)
	}
	if *update {
		if err := os.WriteFile(exampleSeason, file.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if kept, err := os.ReadFile(exampleSeason); err != nil || !bytes.Equal(kept, file.Bytes()) {
		t.Errorf("the file is not that of testdata, %v: see -update", err)
	}
}

// sitAgain seats those who have lost their chairs.
func (b *bench) sitAgain(v session.Seating, users ...storage.UserID) session.Seating {
	b.t.Helper()
	for _, user := range users {
		if again, err := b.Sit(b.t.Context(), b.visit(user), v.ID, ""); err == nil {
			v = again
		}
	}
	return v
}

// finish ends the hand of a player.
func (t *storyTwin) finish(who storage.UserID) {
	for h := t.hands[who]; h.Open; t.hands[who] = h {
		legal := h.Legal()
		does := blackjack.Stand
		if legal.Has(blackjack.Decline) {
			does = blackjack.Decline
		}
		h = t.act(h, does)
	}
}

// keeps plays hands at tables whose deck goes on from hand to hand, and some with side bets.
func (b *bench) keeps(who storage.UserID, hands int) {
	b.t.Helper()
	for i := range 3 * hands {
		b.now = b.now.Add(time.Minute)
		deal := session.Deal{Bet: 10, Table: []string{"vegas", "amherst", "downen"}[i%3]}
		if i%3 == 0 {
			deal.Sides = sides
		}
		h := b.startWith(who, deal)
		if h.Open && i%2 == 0 && h.Legal().Has(blackjack.Hit) {
			h = b.act(h, blackjack.Hit)
		}
		for h.Open {
			does := blackjack.Stand
			if h.Legal().Has(blackjack.Decline) {
				does = blackjack.Decline
			}
			h = b.act(h, does)
		}
	}
}

// recomputed writes a season and verifies it.
func (b *bench) recomputed(number uint32) season.Report {
	b.t.Helper()
	var file bytes.Buffer
	if err := session.WriteSeason(b.t.Context(), b.Store, guild, number, 0, &file); err != nil {
		b.t.Fatal(err)
	}
	report, err := season.Verify(&file)
	if err != nil {
		b.t.Fatal(err)
	}
	return report
}
