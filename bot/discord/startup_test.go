package discord

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func TestAStartWithoutDiscordIsToldOnceAMinuteInALine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		tries := 0
		c, err := Connect(Routes{}, Options{
			Token: "token", APIURL: "http://discord.example/api",
			Logger: slog.New(slog.NewTextHandler(&log, nil)),
			Dial: func(context.Context, string, string) (net.Conn, error) {
				tries++
				return nil, errors.New("connection refused")
			},
		})
		if err != nil {
			t.Fatal(err)
		}
		c.luck = func() float64 { return 0.5 }
		ctx, cancel := context.WithTimeout(t.Context(), 90*time.Second)
		defer cancel()
		if _, err := c.whoAmI(ctx); !errors.Is(err, context.DeadlineExceeded) || tries < 20 {
			t.Fatalf("%d tries: %v", tries, err)
		}
		said := log.String()
		if strings.Count(said, "\n") != 2 || strings.Count(said, "level=ERROR") != 2 ||
			strings.Contains(said, `\n`) ||
			!strings.Contains(said, "check DISCORD_API_URL") ||
			!strings.Contains(said,
				"GET users/@me: not sent: connection refused") {
			t.Errorf("after %d tries the log is\n%s", tries, said)
		}
	})
}
