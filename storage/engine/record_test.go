package engine

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"holecard/storage"
)

// noon is the time of the tests.
var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

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
	s.Shown = anyTime.Draw(t, "shown")
	return s
})

var aTaste = rapid.Custom(func(t *rapid.T) storage.Taste {
	return storage.Taste{
		Cards:       storage.CardStyle(rapid.IntRange(0, storage.CardStyles-1).Draw(t, "cards")),
		FourColours: rapid.Bool().Draw(t, "four colours"),
		Language:    rapid.String().Draw(t, "language"),
	}
})

func TestPostingComesBackAsItWas(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		account := rapid.Custom(func(t *rapid.T) storage.Account {
			return storage.Account{
				Kind:  storage.AccountKind(rapid.Uint8Range(0, 15).Draw(t, "kind")),
				Seat:  rapid.Uint8Range(0, 15).Draw(t, "seat"),
				Guild: storage.GuildID(rapid.Uint64().Draw(t, "guild")),
				Owner: rapid.Uint64().Draw(t, "owner"),
			}
		})
		want := storage.Posting{
			Key: rapid.String().Draw(t, "key"), From: account.Draw(t, "from"),
			To:     account.Draw(t, "to"),
			Chips:  storage.Chips(rapid.Int64().Draw(t, "chips")),
			Reason: storage.Reason(rapid.Uint8().Draw(t, "reason")),
			Round:  storage.RoundID(rapid.Uint64().Draw(t, "hand")),
			By:     storage.InteractionID(rapid.Uint64().Draw(t, "by")), At: anyTime.Draw(t, "at"),
			Who:  storage.UserID(rapid.Uint64().Draw(t, "who")),
			Note: rapid.String().Draw(t, "note"),
		}
		got, err := DecodePosting(1, EncodePosting(want))
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Fatalf("%v: -want +got\n%s", err, diff)
		}
	})
}

func TestProfileComesBackAsItWas(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := rapid.Make[storage.Stats]().Draw(t, "stats")
		p := storage.Profile{
			Player: storage.Player{Guild: 1, User: 2}, Name: rapid.String().Draw(t, "name"),
			Opened:   anyTime.Draw(t, "opened"),
			LastBet:  storage.Chips(rapid.Int64().Draw(t, "last bet")),
			OpenHand: storage.RoundID(rapid.Uint64().Draw(t, "hand")),
			LastHand: storage.RoundID(rapid.Uint64().Draw(t, "last hand")),
			Daily: storage.Daily{At: anyTime.Draw(t, "at"), By: math.MaxUint64, Chips: -1,
				Streak: rapid.Int().Draw(t, "streak")},
			Given: storage.Given{At: anyTime.Draw(t, "given at"),
				Chips: storage.Chips(rapid.Int64().Draw(t, "given"))},
			Fair: storage.Fairness{Next: aShuffle.Draw(t, "next").Server,
				Client: rapid.String().Draw(t, "client"), Shown: anyTime.Draw(t, "shown")},
			Seated: storage.Chips(rapid.Int64().Draw(t, "seated")),
			Stats:  want, Refilled: anyTime.Draw(t, "refilled"), Taste: aTaste.Draw(t, "taste"),
		}
		got, err := DecodeProfile(p.Player, EncodeProfile(p))
		if diff := cmp.Diff(p, got); diff != "" || err != nil {
			t.Fatalf("%v: -want +got\n%s", err, diff)
		}
	})
}

func TestHandComesBackAsItWas(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := storage.Round{
			ID: 5, Guild: math.MaxUint64,
			Version: rapid.Uint32().Draw(t, "version"),
			Table:   rapid.String().Draw(t, "table"), Private: rapid.Bool().Draw(t, "private"),
			Practice: rapid.Bool().Draw(t, "practice"),
			Open:     rapid.Bool().Draw(t, "open"),
			Next:     storage.RoundID(rapid.Uint64().Draw(t, "next")),
			House:    rapid.SampledFrom([]string{"", "stopAt(15)", "é"}).Draw(t, "house"),
			Record:   rapid.SliceOfN(rapid.Byte(), 1, -1).Draw(t, "round"),
			Dealt:    anyTime.Draw(t, "dealt"), Changed: anyTime.Draw(t, "changed"),
			Shoe: storage.ShoeOrigin{Shuffle: aShuffle.Draw(t, "shuffle"),
				Dealt: rapid.Int().Draw(t, "cards dealt"), Behind: aShuffle.Draw(t, "behind")},
			Promised: storage.Digest(aShuffle.Draw(t, "promised").Server),
			Seating:  storage.SeatingID(rapid.Uint64().Draw(t, "seating")),
			Place:    rapid.Make[storage.Place]().Draw(t, "place"),
			Seats:    rapid.SliceOfN(aSeat, 1, storage.MostSeats).Draw(t, "seats"),
		}
		encoded := EncodeRound(want)
		got, err := DecodeRound(want.ID, encoded)
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Fatalf("%v: -want +got\n%s", err, diff)
		}
		if v, err := decodeVersion("hand", uint64(want.ID),
			encoded); v != want.Version || err != nil {
			t.Fatalf("version %d, %v", v, err)
		}
	})
}

// What follows a record, and a record cut off anywhere, is damage.
func TestRecordOfAnotherLengthIsDamaged(t *testing.T) {
	p := EncodePosting(storage.Posting{Key: "key", From: storage.MintOf(7), To: storage.HouseOf(7),
		Chips: 300, At: noon})
	f := EncodeProfile(storage.Profile{Name: "Zoë", Opened: noon, LastBet: 1000})
	h := EncodeRound(storage.Round{Guild: 1 << 60, Table: "vegas",
		House: "stopAt(15)", Record: []byte("round"), Changed: noon,
		Seating: 5, Seats: []storage.Seat{{User: 9}, {User: 8, Client: "seed"}}})
	g := EncodeSettings(storage.Settings{NoGive: true, Tables: []string{"mit"},
		Rules: []storage.RuleChange{{Table: "vegas", Change: "decks=8"}}})
	k := EncodeDeck(storage.Deck{Cards: []byte{1, 2},
		Shuffle: storage.Shuffle{Server: storage.Secret{1}, Client: "seed", By: 9}, Dealt: 50})
	s := EncodeSeating(storage.Seating{Table: "vegas", Chairs: []storage.Chair{{Name: "Zoë"}},
		Invited: []storage.UserID{9}, News: []storage.News{{What: storage.Idle}}})
	for name, record := range map[string][]byte{"posting": p, "profile": f, "hand": h,
		"settings": g, "deck": k, "seating": s} {
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
	_, posting := DecodePosting(1, raw)
	_, profile := DecodeProfile(storage.Player{}, raw)
	_, hand := DecodeRound(1, raw)
	_, version := decodeVersion("hand", 1, raw)
	_, settings := DecodeSettings(7, raw)
	_, deck := DecodeDeck(storage.Player{}, "", raw)
	_, seating := DecodeSeating(7, 8, raw)
	_, log := DecodeLog(7, 8, raw)
	_, chips := DecodeChips(storage.Account{}, raw)
	_, entry := entryOf(raw)
	return map[string]error{
		"posting": posting, "profile": profile, "hand": hand, "version": version,
		"settings": settings, "deck": deck, "log": log, "seating": seating,
		"chips": chips, "entry": entry,
	}
}

// No bytes make a panic, and what is refused is refused as damage.
func FuzzRecords(f *testing.F) {
	f.Add([]byte(nil))
	f.Add(EncodePosting(storage.Posting{Key: "key", At: noon}))
	f.Add(EncodeProfile(storage.Profile{Name: "Zoë", Opened: noon}))
	f.Add(EncodeRound(storage.Round{Table: "vegas", Record: []byte("round"),
		Seats: make([]storage.Seat, 1)}))
	f.Add([]byte{1, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01})
	f.Fuzz(func(t *testing.T, raw []byte) {
		for name, err := range decodeAll(raw) {
			if err != nil && !errors.Is(err, storage.ErrCorrupt) {
				t.Errorf("%s: %v", name, err)
			}
		}
	})
}

// field returns a field that is read.
func field[T any](read func(*T)) (v T) {
	read(&v)
	return v
}

// A number that its field cannot hold, and a length that the record does not
// have, are damage: nothing is cut off to fit.
func TestNumbersBeyondTheirFieldsAreDamage(t *testing.T) {
	number := func(n uint64) []byte { return binary.AppendUvarint(nil, n) }
	for _, f := range []struct {
		fact string
		b    []byte
		read func(*coder) any
		want any // nil for damage
	}{
		{"the largest byte", number(255), func(d *coder) any {
			return field(func(v *uint8) { unsigned(d, "x", v) })
		}, byte(255)},
		{"more than a byte", number(256), func(d *coder) any {
			return field(func(v *uint8) { unsigned(d, "x", v) })
		}, nil},
		{"the largest of 32 bits", number(math.MaxUint32), func(d *coder) any {
			return field(func(v *uint32) { unsigned(d, "x", v) })
		}, uint32(math.MaxUint32)},
		{"more than 32 bits", number(math.MaxUint32 + 1), func(d *coder) any {
			return field(func(v *uint32) { unsigned(d, "x", v) })
		}, nil},
		{"a flag that is set", number(1), func(d *coder) any {
			return field(func(v *bool) { d.flag("x", v) })
		}, true},
		{"a flag of 2", number(2), func(d *coder) any {
			return field(func(v *bool) { d.flag("x", v) })
		}, nil},
		{"a text to the end", append(number(2), "ab"...), func(d *coder) any {
			return field(func(v *string) { d.string("x", v) })
		}, "ab"},
		{"a text beyond it", append(number(3), "ab"...), func(d *coder) any {
			return field(func(v *string) { d.string("x", v) })
		}, nil},
		{"as many things as there are bytes", append(number(2), 0, 0), func(d *coder) any {
			n := d.count("x", 0)
			d.at += n
			return n
		}, 2},
		{"more things than bytes", append(number(3), 0, 0), func(d *coder) any {
			return d.count("x", 0)
		}, nil},
		{"a secret of 31 bytes", append(number(31), make([]byte, 31)...), func(d *coder) any {
			return field(func(v *[32]byte) { d.bytes32("x", v) })
		}, nil},
		{"a number without its end", []byte{0x80}, func(d *coder) any {
			return field(func(v *uint64) { unsigned(d, "x", v) })
		}, nil},
		{"a number below zero without its end", []byte{0x80}, func(d *coder) any {
			return field(func(v *int64) { signed(d, "x", v) })
		}, nil},
		{"a time that is not there", nil, func(d *coder) any {
			return field(func(v *time.Time) { d.time("x", v) })
		}, nil},
	} {
		d := coder{b: f.b, reading: true}
		got := f.read(&d)
		err := d.end("test", 1)
		switch {
		case f.want == nil && !errors.Is(err, storage.ErrCorrupt):
			t.Errorf("%s: %v, %v; want damage", f.fact, got, err)
		case f.want != nil && (err != nil || got != f.want):
			t.Errorf("%s: %v, %v; want %v", f.fact, got, err, f.want)
		}
		if f.want == nil && !reflect.ValueOf(got).IsZero() {
			t.Errorf("%s: %v is read of what is damaged", f.fact, got)
		}
	}
}

// After the first field that cannot be read the others are zero, and the first is
// the one that is told.
func TestTheFirstFieldThatCannotBeReadIsTold(t *testing.T) {
	d := coder{b: []byte{200, 1, 1, 1, 1}, reading: true}
	var name string
	var n uint64
	var i int64
	var b []byte
	d.string("name", &name)
	unsigned(&d, "number", &n)
	signed(&d, "chips", &i)
	if d.bytes("bytes", &b); n != 0 || i != 0 || b != nil {
		t.Errorf("behind it are read %d, %d and %v", n, i, b)
	}
	err := d.end("hand", 7)
	want := "the name of the record of hand 7 cannot be read at byte 2 of 5"
	if !errors.Is(err, storage.ErrCorrupt) || !strings.Contains(err.Error(), want) {
		t.Errorf("%v, want %q", err, want)
	}
	if err := (&coder{b: []byte{1}, reading: true}).end("hand", 7); !errors.Is(err,
		storage.ErrCorrupt) {
		t.Errorf("a byte too much: %v", err)
	}
}

func TestAFlagThatNoHandHasIsDamage(t *testing.T) {
	h := storage.Round{ID: 1, Version: 1, Private: true, Open: true, Shuffled: true, Practice: true,
		Dropped: true, Seats: make([]storage.Seat, 1)}
	for bit := range 8 {
		raw := EncodeRound(h)
		const at = 6 // behind the versions, the guild, the seating and the place, of a byte each
		if raw[at] != 1<<5-1 {
			t.Fatalf("the flags are not at byte %d of %x", at, raw)
		}
		raw[at] = 1 << bit
		if _, err := DecodeRound(1, raw); (bit < 5) != (err == nil) ||
			bit >= 5 && !errors.Is(err, storage.ErrCorrupt) {
			t.Errorf("flag %d: %v", bit, err)
		}
	}
}

func TestARecordOfAnotherVersionIsRefusedWithItsVersion(t *testing.T) {
	raw := EncodePosting(storage.Posting{Key: "key", At: noon})
	for _, version := range []byte{0, recordVersion + 1} {
		raw[0] = version
		_, err := DecodePosting(7, raw)
		want := fmt.Sprintf("the version %d of the record of posting 7 cannot be read", version)
		if !errors.Is(err, storage.ErrCorrupt) || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}
