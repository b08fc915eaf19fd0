package engine

import (
	"bytes"
	"runtime"
	"testing"

	"holecard/internal/long"
	"holecard/storage"
)

// again decodes and encodes: what is read is written so that the same is read
// again, in the same bytes. It returns nil for bytes that are refused.
type again func(raw []byte) (encoded []byte, err error)

func kinds() map[string]again {
	player := storage.Player{Guild: 7, User: 9}
	return map[string]again{
		"posting": func(raw []byte) ([]byte, error) {
			p, err := DecodePosting(1, raw)
			return EncodePosting(p), err
		},
		"profile": func(raw []byte) ([]byte, error) {
			p, err := DecodeProfile(player, raw)
			return EncodeProfile(p), err
		},
		"hand": func(raw []byte) ([]byte, error) {
			h, err := DecodeRound(1, raw)
			return EncodeRound(h), err
		},
		"seating": func(raw []byte) ([]byte, error) {
			s, err := DecodeSeating(7, 1, raw)
			return EncodeSeating(s), err
		},
		"settings": func(raw []byte) ([]byte, error) {
			s, err := DecodeSettings(1, raw)
			return EncodeSettings(s), err
		},
		"confirmation": func(raw []byte) ([]byte, error) {
			c, err := DecodeConfirmation(7, 1, raw)
			return EncodeConfirmation(c), err
		},
		"limits": func(raw []byte) ([]byte, error) {
			l, err := DecodeLimits(raw)
			return EncodeLimits(l), err
		},
		"deck": func(raw []byte) ([]byte, error) {
			d, err := DecodeDeck(player, "downen", raw)
			return EncodeDeck(d), err
		},
	}
}

// FuzzStored reads records of any bytes: none costs more than its size warrants,
// and one that is read is written in one way for ever.
func FuzzStored(f *testing.F) {
	shuffle := storage.Shuffle{Server: storage.Secret{1}, Client: "lucky", By: 1 << 60, First: true}
	for _, raw := range [][]byte{
		nil, {0}, {1}, {2}, {1, 0xff, 0xff, 0xff, 0xff, 0x0f}, {1, 0x80, 0x80, 0x40},
		bytes.Repeat([]byte{1}, 80),
		EncodePosting(storage.Posting{Key: "key", At: noon, Who: 3, Note: "why"}),
		EncodeProfile(storage.Profile{Name: "Zoë", Opened: noon,
			Fair: storage.Fairness{Next: storage.Secret{9}, Client: "c"}, LastHand: 1}),
		EncodeRound(storage.Round{Table: "vegas", Record: []byte("round"),
			Seats: make([]storage.Seat, 1),
			Shoe:  storage.ShoeOrigin{Shuffle: shuffle, Dealt: 3, Behind: shuffle}}),
		EncodeRound(storage.Round{Seating: 9, Record: []byte("round"),
			Seats: make([]storage.Seat, storage.MostSeats)}),
		EncodeSeating(storage.Seating{Table: "vegas", Chairs: make([]storage.Chair, 2),
			Invited: []storage.UserID{3}, News: []storage.News{{What: storage.Idle}}}),
		EncodeSettings(storage.Settings{Tables: []string{"a", ""},
			Rules: []storage.RuleChange{{Table: "a", Change: "b=c"}}, NoGive: true}),
		EncodeConfirmation(storage.Confirmation{By: 3, Why: storage.Grant, To: 4, ToName: "Zoë",
			Chips: 5,
			Note:  "why", Answer: storage.Moved}),
		EncodeLimits(storage.Limits{Now: storage.Limit{Loss: 9},
			From: storage.LimitTimes{Loss: noon}}),
		EncodeLimits(storage.Limits{Now: storage.Limit{Loss: 9, Bet: 1},
			From: storage.LimitTimes{Loss: noon, Bet: noon.Add(1)}}),
		EncodeDeck(storage.Deck{Cards: []byte{1, 2}, Shuffle: shuffle, Dealt: 4}),
	} {
		f.Add(raw)
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		for name, again := range kinds() {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			first, err := again(raw)
			runtime.ReadMemStats(&after)
			if cost := after.TotalAlloc - before.TotalAlloc; long.Enabled() &&
				cost > 1<<20+100*uint64(len(raw)) {
				t.Fatalf("%s: %d bytes cost %d", name, len(raw), cost)
			}
			if err != nil {
				continue
			}
			second, err := again(first)
			if err != nil || !bytes.Equal(first, second) {
				t.Fatalf("%s: %x is written %x, and that %x, %v", name, raw, first, second, err)
			}
		}
	})
}
