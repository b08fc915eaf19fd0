package bot_test

import (
	"bytes"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"holecard/internal/localdiscord"
)

// otherCopy answers every interaction just before the bot does, while it is told to.
func (s *stage) otherCopy(answers *atomic.Bool) {
	const mine = "X-Other-Copy"
	s.fails(func(r *http.Request) int {
		if answers.Load() && r.Header.Get(mine) == "" &&
			strings.HasSuffix(r.URL.Path, "/callback") {
			theirs := httptest.NewRequest(http.MethodPost, "http://127.0.0.1/api/v9"+r.URL.Path,
				strings.NewReader(
					`{"type":4,"data":{"content":"theirs","allowed_mentions":{"parse":[]}}}`))
			theirs.Header.Set("Content-Type", "application/json")
			theirs.Header.Set(mine, "yes")
			s.discord.Handler().ServeHTTP(httptest.NewRecorder(), theirs)
		}
		return 0
	})
}

func TestWhileAnotherCopyAnswersNoChipsMove(t *testing.T) {
	aboutGateway(t)
	tell(t, func(t *testing.T, s *stage) {
		var log bytes.Buffer
		s.close()
		s.log = slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelError})
		s.open()
		var other atomic.Bool
		s.otherCopy(&other)
		ada, grace := s.person("Ada"), s.person("Grace")
		s.stack("TS TC 7D TH")
		hand := ada.types("blackjack", bet(10))

		other.Store(true)
		s.stack("AS TC KD 7H")
		s.shows(grace.types("blackjack", bet(10)), "theirs")
		for range 3 {
			time.Sleep(5 * time.Second)
			s.shows(grace.types("balance"), "theirs")
		}
		other.Store(false)
		if n := strings.Count(log.String(),
			"another copy of this bot runs with the same token; stop it"); n != 1 {
			t.Errorf("%d alarms in\n%s", n, &log)
		}
		const words = "Two copies of this bot are running"
		for _, name := range []string{"blackjack", "daily", "fair"} {
			s.refuses(ada, words, func() *localdiscord.Interaction { return ada.sends(nil, name) })
		}
		s.refuses(ada, words,
			func() *localdiscord.Interaction { return s.clicks(ada, hand, "Stand") })
		s.shows(ada.types("balance"), "90 chips")
		if hint := s.answer(s.clicks(ada, hand, "Hint")); strings.Contains(hint.Content, words) {
			t.Errorf("a hint is refused: %s", look(hint))
		}

		time.Sleep(5 * time.Minute)
		s.shows(ada.presses(hand, "Stand"), "❌ **−10** · ")
		ada.has(90, 0)
		grace.has(115, 0) // what was posted before it was noticed stays
	})
}

func (s *stage) clicks(p player, m localdiscord.Message, button string) *localdiscord.Interaction {
	s.t.Helper()
	i, err := p.Click(m.ID, button)
	if err != nil {
		s.t.Fatal(err)
	}
	return i
}
