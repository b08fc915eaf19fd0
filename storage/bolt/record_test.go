package bolt

import (
	"errors"
	"math"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"holecard/storage"
)

// Every number in a record, the least and the greatest too.
var anyTime = rapid.Custom(func(t *rapid.T) time.Time {
	if rapid.Bool().Draw(t, "zero") {
		return time.Time{}
	}
	return time.UnixMicro(rapid.Int64Range(-1<<50, 1<<53).Draw(t, "micros")).UTC()
})

var aShuffle = rapid.Custom(func(t *rapid.T) (s storage.Shuffle) {
	if rapid.Bool().Draw(t, "none") {
		return s
	}
	copy(s.Server[:], rapid.SliceOfN(rapid.Byte(), 0, 32).Draw(t, "server seed"))
	s.Client = rapid.String().Draw(t, "client seed")
	s.By = storage.InteractionID(rapid.Uint64().Draw(t, "by"))
	s.First = rapid.Bool().Draw(t, "first")
	return s
})

func TestPostingComesBackAsItWas(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		account := rapid.Custom(func(t *rapid.T) storage.Account {
			return storage.Account{
				Kind: storage.AccountKind(rapid.Uint8().Draw(t, "kind")), Guild: storage.GuildID(rapid.Uint64().Draw(t, "guild")), Owner: rapid.Uint64().Draw(t, "owner"),
			}
		})
		want := storage.Posting{
			Key: rapid.String().Draw(t, "key"), From: account.Draw(t, "from"), To: account.Draw(t, "to"),
			Chips: storage.Chips(rapid.Int64().Draw(t, "chips")), Reason: storage.Reason(rapid.Uint8().Draw(t, "reason")),
			Hand: storage.HandID(rapid.Uint64().Draw(t, "hand")), By: storage.InteractionID(rapid.Uint64().Draw(t, "by")), At: anyTime.Draw(t, "at"),
			Who: storage.UserID(rapid.Uint64().Draw(t, "who")), Note: rapid.String().Draw(t, "note"),
		}
		got, err := decodePosting(1, encodePosting(want))
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Fatalf("%v: -want +got\n%s", err, diff)
		}
	})
}

func TestProfileComesBackAsItWas(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := rapid.Make[storage.Stats]().Draw(t, "stats")
		p := storage.Profile{
			Player: storage.Player{Guild: 1, User: 2}, Name: rapid.String().Draw(t, "name"), Opened: anyTime.Draw(t, "opened"),
			LastBet: storage.Chips(rapid.Int64().Draw(t, "last bet")), OpenHand: storage.HandID(rapid.Uint64().Draw(t, "hand")), LastHand: storage.HandID(rapid.Uint64().Draw(t, "last hand")),
			Daily: storage.Daily{At: anyTime.Draw(t, "at"), By: math.MaxUint64, Chips: -1, Streak: rapid.Int().Draw(t, "streak")},
			Given: storage.Given{At: anyTime.Draw(t, "given at"), Chips: storage.Chips(rapid.Int64().Draw(t, "given"))},
			Fair:  storage.Fairness{Next: aShuffle.Draw(t, "next").Server, Client: rapid.String().Draw(t, "client")},
			Stats: want,
		}
		got, err := decodeProfile(p.Player, encodeProfile(p))
		if diff := cmp.Diff(p, got); diff != "" || err != nil {
			t.Fatalf("%v: -want +got\n%s", err, diff)
		}
	})
}

func TestHandComesBackAsItWas(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := storage.Hand{
			ID: 5, Player: storage.Player{Guild: math.MaxUint64, User: 2}, Version: rapid.Uint32().Draw(t, "version"),
			Table: rapid.String().Draw(t, "table"), Private: rapid.Bool().Draw(t, "private"), Open: rapid.Bool().Draw(t, "open"),
			Held: storage.Chips(rapid.Int64().Draw(t, "held")), Net: storage.Chips(rapid.Int64().Draw(t, "net")),
			Next:  storage.HandID(rapid.Uint64().Draw(t, "next")),
			Round: rapid.SliceOfN(rapid.Byte(), 1, -1).Draw(t, "round"), Dealt: anyTime.Draw(t, "dealt"), Changed: anyTime.Draw(t, "changed"),
			Shoe:     storage.ShoeOrigin{Shuffle: aShuffle.Draw(t, "shuffle"), Dealt: rapid.Int().Draw(t, "cards dealt"), Behind: aShuffle.Draw(t, "behind")},
			Promised: storage.Digest(aShuffle.Draw(t, "promised").Server),
		}
		encoded := encodeHand(want)
		got, err := decodeHand(want.ID, encoded)
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Fatalf("%v: -want +got\n%s", err, diff)
		}
		if v, err := decodeHandVersion(want.ID, encoded); v != want.Version || err != nil {
			t.Fatalf("version %d, %v", v, err)
		}
	})
}

func TestSettingsComeBackAsTheyWere(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := storage.Settings{Guild: 7, NoGive: rapid.Bool().Draw(t, "no giving"), Tables: rapid.SliceOfN(rapid.String(), 1, 3).Draw(t, "tables")}
		for range rapid.IntRange(0, 3).Draw(t, "rules") {
			want.Rules = append(want.Rules, storage.RuleChange{Table: rapid.String().Draw(t, "table"), Change: rapid.String().Draw(t, "change")})
		}
		got, err := decodeSettings(want.Guild, encodeSettings(want))
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Fatalf("%v: -want +got\n%s", err, diff)
		}
	})
}

func TestDeckComesBackAsItWas(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := storage.Deck{
			Player: storage.Player{Guild: 1, User: 2}, Table: "downen", Cards: rapid.SliceOfN(rapid.Byte(), 1, -1).Draw(t, "cards"),
			Shuffle: aShuffle.Draw(t, "shuffle"), Dealt: rapid.Int().Draw(t, "cards dealt"),
		}
		got, err := decodeDeck(want.Player, want.Table, encodeDeck(want))
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Fatalf("%v: -want +got\n%s", err, diff)
		}
	})
}

// What follows a record, and a record cut off anywhere, is damage.
func TestRecordOfAnotherLengthIsDamaged(t *testing.T) {
	p := encodePosting(storage.Posting{Key: "key", From: storage.MintOf(7), To: storage.HouseOf(7), Chips: 300, At: noon})
	f := encodeProfile(storage.Profile{Name: "Zoë", Opened: noon, LastBet: 1000})
	h := encodeHand(storage.Hand{Player: storage.Player{Guild: 1 << 60, User: 9}, Table: "vegas", Round: []byte("round"), Changed: noon})
	g := encodeSettings(storage.Settings{NoGive: true, Tables: []string{"mit"}, Rules: []storage.RuleChange{{Table: "vegas", Change: "decks=8"}}})
	k := encodeDeck(storage.Deck{Cards: []byte{1, 2}, Shuffle: storage.Shuffle{Server: storage.Secret{1}, Client: "seed", By: 9}, Dealt: 50})
	for name, record := range map[string][]byte{"posting": p, "profile": f, "hand": h, "settings": g, "deck": k} {
		for size := range len(record) + 2 {
			if size == len(record) {
				continue
			}
			raw := append(record[:len(record):len(record)], 0)[:size]
			if err := decodeAll(raw)[name]; !errors.Is(err, storage.ErrCorrupt) {
				t.Errorf("%d of %d bytes of a %s: %v", size, len(record), name, err)
			}
		}
	}
}

func decodeAll(raw []byte) map[string]error {
	_, posting := decodePosting(1, raw)
	_, profile := decodeProfile(storage.Player{}, raw)
	_, hand := decodeHand(1, raw)
	_, version := decodeHandVersion(1, raw)
	_, settings := decodeSettings(7, raw)
	_, deck := decodeDeck(storage.Player{}, "", raw)
	_, chips := decodeChips(storage.Account{}, raw)
	_, count := decodeCount(raw)
	_, entry := entryOf(raw)
	return map[string]error{
		"posting": posting, "profile": profile, "hand": hand, "version": version, "settings": settings, "deck": deck,
		"chips": chips, "count": count, "entry": entry,
	}
}

// No bytes make a panic, and what is refused is refused as damage.
func FuzzRecords(f *testing.F) {
	f.Add([]byte(nil))
	f.Add(encodePosting(storage.Posting{Key: "key", At: noon}))
	f.Add(encodeProfile(storage.Profile{Name: "Zoë", Opened: noon}))
	f.Add(encodeHand(storage.Hand{Table: "vegas", Round: []byte("round")}))
	f.Add([]byte{1, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01})
	f.Fuzz(func(t *testing.T, raw []byte) {
		for name, err := range decodeAll(raw) {
			if err != nil && !errors.Is(err, storage.ErrCorrupt) {
				t.Errorf("%s: %v", name, err)
			}
		}
	})
}
