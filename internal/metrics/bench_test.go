package metrics

import (
	"slices"
	"testing"
	"time"

	"holecard/bot/discord"
	"holecard/internal/localdiscord"
	"holecard/storage"
	"holecard/storage/memory"
)

// BenchmarkInteraction shows an open hand again, which is an update: from the command at
// local Discord to the answer there. A bot with metrics and one without take turns, so that
// both feel the same machine; the medians are reported. What is kept is in memory, so that
// no disk hides the difference.
func BenchmarkInteraction(b *testing.B) {
	halls := [2]hall{open(b, nil), open(b, New("v1", "a", commands()))}
	var took [2][]time.Duration
	for n := 0; b.Loop(); n++ {
		for i := range halls {
			i = (i + n) % 2
			h, begun := halls[i], time.Now()
			if _, err := h.ada.Do(b.Context(), h.channel, "blackjack",
				localdiscord.Given{Name: "bet", Value: "1"}); err != nil {
				b.Fatal(err)
			}
			took[i] = append(took[i], time.Since(begun))
		}
	}
	for i, name := range []string{"without-µs", "with-µs"} {
		slices.Sort(took[i])
		b.ReportMetric(float64(took[i][len(took[i])/2].Nanoseconds())/1000, name)
	}
	b.ReportMetric(0, "ns/op")
}

// BenchmarkObserving is what metrics themselves cost an interaction, and an update.
func BenchmarkObserving(b *testing.B) {
	m := New("v1", "a", commands())
	b.Run("interaction", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			m.Ended(discord.End{Kind: "button", Name: "hit", Outcome: discord.Answered,
				Took: 3 * time.Millisecond})
		}
	})
	nothing := func(storage.Tx) error { return nil }
	bare := memory.New()
	for _, s := range []struct {
		name string
		storage.Store
	}{{"store", bare}, {"measured store", m.Store(bare)}} {
		b.Run(s.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				s.Update(b.Context(), 7, nothing)
			}
		})
	}
	b.Run("scrape", func(b *testing.B) {
		for b.Loop() {
			scrape(m)
		}
	})
}
