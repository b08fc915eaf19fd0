package main

import (
	"testing"
	"time"

	"holecard/bot"
	"holecard/internal/localdiscord"
)

func TestARunningBotUploadsItsEmojis(t *testing.T) {
	b := startChild(t, localdiscord.Config{})
	b.ready(t)
	want := len(bot.Emojis().Files)
	for began := time.Now(); len(b.discord.Emojis()) < want; {
		if time.Since(began) > time.Minute {
			t.Fatalf("%d emojis are uploaded, of %d", len(b.discord.Emojis()), want)
		}
		time.Sleep(10 * time.Millisecond)
	}
	b.finish(t)
}
