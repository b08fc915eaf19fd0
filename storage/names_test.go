package storage_test

import (
	"testing"
	"time"

	"holecard/storage"
)

// The names are in the keys of postings, which are kept for ever.
func TestReasonsKeepTheirNames(t *testing.T) {
	for r, want := range []string{"reason 0", "opening", "daily", "hold", "release", "win", "lose", "gift", "grant", "confiscation", "reason 10"} {
		if got := storage.Reason(r).String(); got != want {
			t.Errorf("reason %d is called %q, want %q", r, got, want)
		}
	}
}

func TestAccountsAreNamedInAudits(t *testing.T) {
	p := storage.Player{Guild: 7, User: 8}
	for account, want := range map[storage.Account]string{
		storage.WalletOf(p):   "player 8 of guild 7",
		storage.HeldFor(7, 9): "held for hand 9 of guild 7",
		storage.HouseOf(7):    "house of guild 7",
		storage.MintOf(7):     "mint of guild 7",
		{}:                    "account of unknown kind 0",
	} {
		if got := account.String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// The example of Discord's own reference.
func TestAnIdTellsWhenItWasMade(t *testing.T) {
	want := time.Date(2016, 4, 30, 11, 18, 25, 796_000_000, time.UTC)
	if got := storage.InteractionID(175928847299117063).Time(); !got.Equal(want) {
		t.Errorf("%v, want %v", got.UTC(), want)
	}
	if got := storage.UserID(175928847299117063).Time(); !got.Equal(want) {
		t.Errorf("%v, want %v", got.UTC(), want)
	}
}

// Play moves chips from hand to hand; everything else is a transfer.
func TestOnlyPlayIsNoTransfer(t *testing.T) {
	for r, play := range map[storage.Reason]bool{
		storage.Opening: false, storage.DailyChips: false, storage.Hold: true, storage.Release: true, storage.Win: true,
		storage.Lose: true, storage.Gift: false, storage.Grant: false, storage.Confiscation: false,
	} {
		if r.Play() != play {
			t.Errorf("%v is play: %v", r, r.Play())
		}
	}
}

// The scores are in the file, so they stay as they are from version to version.
func TestScoresStayAsTheyAre(t *testing.T) {
	s := storage.Stats{Hands: storage.RatedHands, Wins: 3, Net: -40, BiggestWin: 25}
	few := s
	few.Hands--
	for _, f := range []struct {
		fact  string
		by    storage.Order
		stats storage.Stats
		want  int64
	}{
		{"by chips", storage.ByChips, s, 70},
		{"by net winnings", storage.ByNet, s, -40},
		{"by the biggest win", storage.ByBiggestWin, s, 25},
		{"by the win rate, of ten hands", storage.ByWinRate, s, 2_300_000},
		{"by the win rate, of nine", storage.ByWinRate, few, 333_333},
		{"by the win rate, of none", storage.ByWinRate, storage.Stats{}, 0},
	} {
		if got := f.by.Score(70, f.stats); got != f.want {
			t.Errorf("%s: %d, want %d", f.fact, got, f.want)
		}
	}
}
