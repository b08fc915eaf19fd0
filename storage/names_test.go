package storage_test

import (
	"testing"
	"time"

	"holecard/storage"
)

// The keys of postings are stored for ever: those of old files must be found.
func TestKeysOfPostingsStayAsTheyAre(t *testing.T) {
	for _, f := range []struct{ got, want string }{
		{storage.OpeningOf(1<<63 + 8), "open/9223372036854775816"},
		{storage.AskedKey(storage.DailyChips, 9), "daily/9"},
		{storage.RoundKeys(5), "hand/5/"},
		{storage.RoundKey(5, 0, 1, storage.Hold), "hand/5/1/hold"},
		{storage.RoundKey(5, 0, 2, storage.Release), "hand/5/2/release"},
		{storage.RoundKey(5, 0, 2, storage.Win), "hand/5/2/win"},
		{storage.RoundKey(5, 0, 2, storage.Lose), "hand/5/2/lose"},
		{storage.AskedKey(storage.Gift, 9), "give/9"},
		{storage.AskedKey(storage.Grant, 9), "chips/9"},
	} {
		if f.got != f.want {
			t.Errorf("%q, want %q", f.got, f.want)
		}
	}
}

func TestReasonsHaveNamesAndKeepTheirNumbers(t *testing.T) {
	for r, want := range []string{"reason 0", "opening", "daily", "hold", "release", "win", "lose",
		"gift", "grant", "confiscation", "reset", "refill", "reason 12"} {
		if got := storage.Reason(r).String(); got != want {
			t.Errorf("reason %d is called %q, want %q", r, got, want)
		}
	}
}

func TestDirectMessagesAreAGuildForEachUser(t *testing.T) {
	const user storage.UserID = 1378802802360320005
	direct := storage.DirectMessages(user)
	if !direct.Direct() || storage.GuildID(user).Direct() ||
		direct == storage.DirectMessages(user+1) {
		t.Errorf("%d is direct messages: %v, and %d: %v", direct, direct.Direct(), user,
			storage.GuildID(user).Direct())
	}
	if got, want := direct.LogValue().String(),
		"the direct messages of user 1378802802360320005"; got != want {
		t.Errorf("it is logged as %q, want %q", got, want)
	}
	if got, want := storage.HouseOf(direct).String(),
		"house of the direct messages of user 1378802802360320005"; got != want {
		t.Errorf("its house is %q, want %q", got, want)
	}
}

func TestAccountsAreNamedInAudits(t *testing.T) {
	p := storage.Player{Guild: 7, User: 8}
	for account, want := range map[storage.Account]string{
		storage.WalletOf(p):      "player 8 of guild 7",
		storage.HeldFor(7, 9, 0): "held for hand 9 of guild 7",
		storage.HouseOf(7):       "house of guild 7",
		storage.MintOf(7):        "mint of guild 7",
		{}:                       "account of unknown kind 0",
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
		storage.Opening: false, storage.DailyChips: false, storage.Hold: true,
		storage.Release: true, storage.Win: true,
		storage.Lose: true, storage.Gift: false, storage.Grant: false, storage.Confiscation: false,
		storage.Reset: false,
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
		if got := f.by.Ever().Score(storage.Standing{Balance: 70, Stats: f.stats}); got != f.want {
			t.Errorf("%s: %d, want %d", f.fact, got, f.want)
		}
	}
}
