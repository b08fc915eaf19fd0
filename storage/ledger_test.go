package storage_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"holecard/storage"
)

func TestAPostingMovesChipsOnlyWhereItsReasonDoes(t *testing.T) {
	ada, bob := storage.Player{Guild: 1, User: 7}, storage.Player{Guild: 1, User: 8}
	wallet, other, away := storage.WalletOf(ada), storage.WalletOf(bob),
		storage.WalletOf(storage.Player{Guild: 2, User: 8})
	mint, house, held := storage.MintOf(1), storage.HouseOf(1), storage.HeldFor(1, 5, 0)
	for _, f := range []struct {
		fact     string
		reason   storage.Reason
		from, to storage.Account
		hand     storage.RoundID
		who      storage.UserID
		chips    storage.Chips
		note     string
		wrong    string // empty for nothing
	}{
		{"a stake is held", storage.Hold, wallet, held, 5, 0, 1, "", ""},
		{"a stake is held for its own hand", storage.Hold, wallet, held, 6, 0, 1, "",
			"it is of hand 6 but moves chips held for hand 5 of guild 1"},
		{"winnings come from the house", storage.Win, house, wallet, 5, 0, 1, "", ""},
		{"winnings do not come from the mint", storage.Win, mint, wallet, 5, 0, 1, "",
			"its reason 5 does not move chips from mint of guild 1 to player 7 of guild 1"},
		{"a gift goes from player to player", storage.Gift, wallet, other, 0, 0, 1, "", ""},
		{"a gift does not go to oneself", storage.Gift, wallet, wallet, 0, 0, 1, "",
			"it moves chips from the player 7 of guild 1 to itself"},
		{"a gift stays in its guild", storage.Gift, wallet, away, 0, 0, 1, "",
			"it moves chips from guild 1 to guild 2"},
		{"a grant says who made it", storage.Grant, mint, wallet, 0, 9, 1, "for the feast", ""},
		{"a grant that nobody made is none", storage.Grant, mint, wallet, 0, 0, 1, "",
			"its reason is grant and user 0 did it"},
		{"daily chips are nobody's doing", storage.DailyChips, mint, wallet, 0, 9, 1, "",
			"its reason is daily and user 9 did it"},
		{"a reset gives", storage.Reset, mint, wallet, 0, 9, 1, "", ""},
		{"a reset takes", storage.Reset, wallet, mint, 0, 9, 1, "", ""},
		{"a reset that nobody made is none", storage.Reset, wallet, mint, 0, 0, 1, "",
			"its reason is reset and user 0 did it"},
		{"a reset is nothing of the house", storage.Reset, house, wallet, 0, 9, 1, "",
			"its reason 10 does not move chips from house of guild 1 to player 7 of guild 1"},
		{"what is taken goes to the mint", storage.Confiscation, wallet, mint, 0, 9, 1, "", ""},
		{"no chips are no posting", storage.Gift, wallet, other, 0, 0, 0, "",
			"it moves 0 chips, not 1 to 9007199254740991"},
		{"chips go one way", storage.Gift, wallet, other, 0, 0, -1, "",
			"it moves -1 chips, not 1 to 9007199254740991"},
		{"2^53-1 chips can be moved", storage.Gift, wallet, other, 0, 0, storage.MaxChips, "", ""},
		{"2^53 can not", storage.Gift, wallet, other, 0, 0, storage.MaxChips + 1, "",
			"it moves 9007199254740992 chips, not 1 to 9007199254740991"},
		{"a note is short", storage.Grant, mint, wallet, 0, 9, 1,
			strings.Repeat("x", storage.MaxNote+1),
			"its note has 401 bytes, not up to 400"},
		{"the house is nobody's", storage.Lose, held,
			storage.Account{Kind: storage.HouseAccount, Guild: 1, Owner: 7}, 5, 0, 1, "",
			"the house of guild 1 has an owner"},
		{"a reason is known", 99, wallet, other, 0, 0, 1, "",
			"its reason 99 is unknown"},
	} {
		err := storage.Posting{Key: "k", From: f.from, To: f.to, Chips: f.chips, Reason: f.reason,
			Round: f.hand, Who: f.who, Note: f.note}.Check()
		want := ""
		if f.wrong != "" {
			want = storage.ErrPosting.Error() + ": " + f.wrong
		}
		if got := errorText(err); got != want || err != nil && !errors.Is(err, storage.ErrPosting) {
			t.Errorf("%s: it says\n%s, want\n%s", f.fact, got, want)
		}
	}
}

// errorText returns the words of an error, empty for none.
func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func TestKeysAndNotesHaveTheirMostBytes(t *testing.T) {
	ada := storage.Player{Guild: 1, User: 7}
	for _, f := range []struct {
		key, note int
		ok        bool
	}{{1, 0, true}, {0, 0, false}, {storage.MaxKey, storage.MaxNote, true},
		{storage.MaxKey + 1, 0, false}, {1, storage.MaxNote + 1, false}} {
		err := storage.Posting{
			Key: strings.Repeat("k", f.key), Note: strings.Repeat("n", f.note),
			From: storage.MintOf(1), To: storage.WalletOf(ada),
			Chips: 1, Reason: storage.Grant, Who: 9,
		}.Check()
		long := fmt.Sprintf("its key has %d bytes, not 1 to 255", f.key)
		if (err == nil) != f.ok || f.note == 0 && !f.ok && !strings.Contains(err.Error(), long) {
			t.Errorf("a key of %d bytes and a note of %d: %v", f.key, f.note, err)
		}
	}
}

func TestOnlyHouseAndMintOweAndNoWalletHoldsMoreThanItCan(t *testing.T) {
	wallet, house := storage.WalletOf(storage.Player{Guild: 1, User: 7}), storage.HouseOf(1)
	const most = storage.MaxChips
	if left, err := wallet.Give(10, 10); left != 0 || err != nil {
		t.Errorf("all of it: %d, %v", left, err)
	}
	var overdrawn *storage.OverdrawnError
	if left, err := wallet.Give(10, 11); left != 10 || !errors.As(err, &overdrawn) ||
		err.Error() != "player 7 of guild 1 has 10 chips, not 11" {
		t.Errorf("one more than there is: %d, %v", left, err)
	}
	if left, err := house.Give(10, 11); left != -1 || err != nil {
		t.Errorf("the house owes: %d, %v", left, err)
	}
	if sum, err := wallet.Take(most-1, 1); sum != most || err != nil {
		t.Errorf("to the brim: %d, %v", sum, err)
	}
	var overflow *storage.OverflowError
	if sum, err := wallet.Take(most, 1); sum != most || !errors.As(err, &overflow) ||
		err.Error() != "player 7 of guild 1 has 9007199254740991 chips and cannot take 1 more" {
		t.Errorf("one too many: %d, %v", sum, err)
	}
	if sum, err := house.Take(1<<63-1, 1); sum != 1<<63-1 || !errors.As(err, &overflow) {
		t.Errorf("more than can be counted: %d, %v", sum, err)
	}
	if left, err := house.Give(-1<<63, 1); left != -1<<63 || !errors.As(err, &overdrawn) {
		t.Errorf("less than can be counted: %d, %v", left, err)
	}
}

func TestNoWayOfPrintingShowsASecret(t *testing.T) {
	s := storage.Secret{0xab, 0xcd, 0xef, 1, 2, 3}
	hand := storage.Round{Shoe: storage.ShoeOrigin{Shuffle: storage.Shuffle{Server: s}}}
	var all strings.Builder
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%X", "%d", "%c", "%U",
		"%b",
		"%o"} {
		fmt.Fprintf(&all, verb+verb+verb+"\n", s, &s, hand)
	}
	raw, err := json.Marshal(hand)
	if err != nil {
		t.Fatal(err)
	}
	all.Write(raw)
	slog.New(slog.NewJSONHandler(&all, nil)).Info("a hand", "hand", hand, "secret", s)
	slog.New(slog.NewTextHandler(&all, nil)).Info("a hand", "hand", hand, "secret", s)
	for _, form := range []string{"abcdef", "ABCDEF", "171, 205", "171 205", "0xab", "q83v"} {
		if strings.Contains(all.String(), form) {
			t.Errorf("it shows as %q in\n%s", form, all.String())
		}
	}
}

func TestADigestIsShownInHexUnlessThereIsNone(t *testing.T) {
	if got := (storage.Digest{}).String(); got != "" {
		t.Errorf("none is shown as %q", got)
	}
	if got, want := (storage.Digest{31: 0xab}).String(),
		strings.Repeat("00", 31)+"ab"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if !(storage.Secret{}).Zero() || (storage.Secret{31: 1}).Zero() {
		t.Error("a secret is taken for none, or none for one")
	}
}

func TestIdsAreLoggedAsText(t *testing.T) {
	var line strings.Builder
	const id = 1<<62 + 1 // JavaScript would round it
	slog.New(slog.NewJSONHandler(&line, nil)).With("guild", storage.GuildID(id)).
		Info("", "user", storage.UserID(id), "hand", storage.RoundID(id), "interaction",
			storage.InteractionID(id))
	for _, key := range []string{"guild", "user", "hand", "interaction"} {
		if want := `"` + key + `":"4611686018427387905"`; !strings.Contains(line.String(), want) {
			t.Errorf("%s has no %s", line.String(), want)
		}
	}
}
