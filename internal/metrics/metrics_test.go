package metrics

import (
	"context"
	"errors"
	"fmt"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"holecard/bot"
	"holecard/bot/discord"
	"holecard/internal/localdiscord"
	"holecard/storage"
	"holecard/storage/memory"
)

// scrape returns what Prometheus reads, a line for each series of ours.
func scrape(m *Metrics) (lines []string) {
	w := httptest.NewRecorder()
	m.Handler().ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
	for line := range strings.Lines(w.Body.String()) {
		if strings.HasPrefix(line, "holecard_") {
			lines = append(lines, strings.TrimSpace(line))
		}
	}
	return lines
}

// What people type, and what a forged button carries, is never a label: there are as many
// series after a thousand inventions as after one.
func TestNoLabelIsWhatAPersonTyped(t *testing.T) {
	m := New("v1", "abc", bot.Commands())
	h := open(t, m)
	answer, err := h.ada.Do(t.Context(), h.channel, "blackjack",
		localdiscord.Given{Name: "bet", Value: "1"})
	if err != nil {
		t.Fatal(err)
	}
	invent := func(n int) {
		typed := fmt.Sprint("typed-", n)
		for _, i := range []*localdiscord.Interaction{
			h.discord.Inject(h.ada.CommandPayload(h.channel, typed)),
			h.discord.Inject(h.ada.CommandPayload(h.channel, "give",
				localdiscord.Given{Name: "amount", Value: typed})),
			h.discord.Inject(h.ada.ClickPayload(*answer.Message, typed)),
			h.discord.Inject(h.ada.ClickPayload(*answer.Message, "p:"+typed+":1:2")),
		} {
			if _, err := i.Wait(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
	}
	invent(0)
	before := len(scrape(m))
	for n := range 50 {
		invent(n)
	}
	after := scrape(m)
	if len(after) != before {
		t.Errorf("%d series have become %d", before, len(after))
	}
	for _, line := range after {
		if strings.Contains(line, "typed") || strings.Contains(line, h.ada.Name) ||
			strings.Contains(line, fmt.Sprint(h.discord.GuildID())) {
			t.Errorf("it says %s", line)
		}
	}
	want := `holecard_interactions_total{kind="command",name="unknown",outcome="answered"} 51`
	if !slices.Contains(after, want) {
		t.Errorf("it does not say %s:\n%s", want, strings.Join(after, "\n"))
	}
	if len(after) > 400 {
		t.Errorf("there are %d series", len(after))
	}
}

// faulty is a store whose commits fail.
type faulty struct {
	storage.Store
	err error
}

func (f faulty) Update(ctx context.Context, guild storage.GuildID,
	fn func(storage.Tx) error) error {
	return errors.Join(f.Store.Update(ctx, guild, fn), f.err)
}

func TestAFailureOfTheDatabaseIsNoRefusal(t *testing.T) {
	no := errors.New("not your turn")
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	for _, test := range []struct {
		name     string
		ctx      context.Context
		fails    error // the commit
		asked    error // the function
		want     string
		viewToo  bool
		viewWant string
	}{
		{"all is well", t.Context(), nil, nil, ok, true, ok},
		{"a rule of the game", t.Context(), nil, no, refused, true, refused},
		{"a full disk", t.Context(), storage.ErrNoSpace, nil, failed, false, ""},
		{"an unknown fault", t.Context(), errors.New("a hole"), nil, failed, false, ""},
		{"a damaged record", t.Context(), nil, storage.ErrCorrupt, failed, true, failed},
		{"a slow database", t.Context(), nil, context.DeadlineExceeded, failed, true, failed},
		{"a caller that left", gone, context.Canceled, nil, refused, false, ""},
	} {
		m := New("v1", "abc", nil)
		s := m.Store(faulty{memory.New(), test.fails})
		s.Update(test.ctx, 7, func(storage.Tx) error { return test.asked })
		check := func(call, outcome string) {
			t.Helper()
			for _, o := range []string{ok, refused, failed} {
				n := 0
				if o == outcome {
					n = 1
				}
				want := fmt.Sprintf(`holecard_database_calls_total{call=%q,outcome=%q} %d`, call, o, n)
				if !slices.Contains(scrape(m), want) {
					t.Errorf("%s: it does not say %s", test.name, want)
				}
			}
		}
		check(update, test.want)
		if test.viewToo {
			s.View(test.ctx, 7, func(storage.Reader) error { return test.asked })
			check(view, test.viewWant)
		}
	}
}

func TestTimesAreThoseOfAnswersThatArrived(t *testing.T) {
	m := New("v1", "abc", nil)
	for _, e := range []discord.End{
		{Kind: "button", Name: "hit", Outcome: discord.Answered, Took: 30 * time.Millisecond},
		{Kind: "button", Name: "hit", Outcome: discord.Answered, Took: 2 * time.Second},
		{Kind: "button", Name: "hit", Outcome: discord.Late, Took: 3 * time.Second},
		{Kind: "button", Name: "hit", Outcome: discord.Refused},
	} {
		m.Ended(e)
	}
	m.Panicked()
	lines := scrape(m)
	for _, want := range []string{
		`holecard_first_answer_seconds_bucket{kind="button",le="0.025"} 0`,
		`holecard_first_answer_seconds_bucket{kind="button",le="0.05"} 1`,
		`holecard_first_answer_seconds_bucket{kind="button",le="+Inf"} 2`,
		`holecard_first_answer_seconds_sum{kind="button"} 2.03`,
		`holecard_interactions_total{kind="button",name="hit",outcome="answered"} 2`,
		`holecard_interactions_total{kind="button",name="hit",outcome="late"} 1`,
		`holecard_panics_total 1`,
	} {
		if !slices.Contains(lines, want) {
			t.Errorf("it does not say %s", want)
		}
	}
}

func TestAScrapeSaysHowManyShardsAndProcessesThereAre(t *testing.T) {
	m := New("v1", "abc", nil)
	m.Fleet(func() int { return 3 })
	open(t, m)
	lines := scrape(m)
	for _, want := range []string{"holecard_shard_count 1", "holecard_processes 3",
		`holecard_gateway_connected{shard="0"} 1`} {
		if !slices.Contains(lines, want) {
			t.Errorf("it does not say %s", want)
		}
	}
}
