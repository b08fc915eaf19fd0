package bot

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// unreachable is a network without Discord.
type unreachable struct{ tries int }

func (u *unreachable) RoundTrip(*http.Request) (*http.Response, error) {
	u.tries++
	return nil, errors.New("connection refused")
}

func TestAStartWithoutDiscordIsToldOnceAMinuteInALine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		network := &unreachable{}
		base, _ := url.Parse("http://discord.example/api")
		d := &Discord{log: slog.New(slog.NewTextHandler(&log, nil)), base: base, luck: func() float64 { return 0.5 }}
		ctx, cancel := context.WithTimeout(t.Context(), 90*time.Second)
		defer cancel()
		_, err := d.whoAmI(ctx, &rest{session: newSession("token", &http.Client{Transport: network}), token: "token"})
		if !errors.Is(err, context.DeadlineExceeded) || network.tries < 20 {
			t.Fatalf("%d tries: %v", network.tries, err)
		}
		said := log.String()
		if strings.Count(said, "\n") != 2 || strings.Count(said, "level=ERROR") != 2 || strings.Contains(said, `\n`) ||
			!strings.Contains(said, "check DISCORD_API_URL") || !strings.Contains(said, "applications/@me: not sent: connection refused; GET users/@me") {
			t.Errorf("after %d tries the log is\n%s", network.tries, said)
		}
	})
}
