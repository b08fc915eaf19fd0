package engine

import (
	"encoding/hex"
	"testing"
	"time"

	"holecard/storage"
)

// Limits that change at one time are kept in the bytes of before each had a time of its own,
// and such bytes are read: all that changes changes then. Only other limits take more.
func TestLimitsOfOneTimeAreKeptAsEver(t *testing.T) {
	now := storage.Limit{Loss: 100, Bet: 10, Rounds: 60}
	then := storage.Limit{Loss: 200, Rounds: 60}
	same := storage.Limits{Now: now, Then: then,
		From: storage.LimitTimes{Loss: noon, Bet: noon}}
	other := same
	other.From.Bet = noon.Add(time.Hour)
	const before = "05c8011478000000000090030078" + "0082c0f8daa6fda506" + "000000"
	for _, c := range []struct {
		limits storage.Limits
		hex    string
	}{
		{same, before},
		{other, ""},
		{storage.Limits{Now: now}, ""},
		{storage.Limits{Now: now, Then: now, From: storage.LimitTimes{Bet: noon}}, ""},
	} {
		raw := EncodeLimits(c.limits)
		if c.hex != "" && hex.EncodeToString(raw) != c.hex {
			t.Errorf("%+v is kept as %x", c.limits, raw)
		}
		if got, err := DecodeLimits(raw); err != nil || got != c.limits {
			t.Errorf("%+v comes back as %+v, %v", c.limits, got, err)
		}
	}
}
