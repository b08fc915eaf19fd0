package main

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"holecard/bot"
	"holecard/internal/localdiscord"
	"holecard/storage"
	"holecard/storage/bolt"
)

func TestARunningBotUploadsItsEmojisAndItsCommandsCanBeRemoved(t *testing.T) {
	t.Parallel()
	h := host(t, nil)
	want := len(bot.EmojiSet().Files)
	for began := time.Now(); len(h.discord.Emojis()) < want; time.Sleep(10 * time.Millisecond) {
		if time.Since(began) > time.Minute {
			t.Fatalf("%d emojis are uploaded, of %d", len(h.discord.Emojis()), want)
		}
	}
	h.stop()
	for _, want := range []string{quantity(len(bot.Specs()), "command"), "0 commands"} {
		status, said, complaint := holecard(t, h.env, "commands", "remove")
		if status != exitOK || !strings.HasPrefix(said, "Removed "+want+". ") {
			t.Errorf("it ends with %d: %s%s\nwant %s", status, said, complaint, want)
		}
		if there := h.discord.Commands(); len(there) > 0 {
			t.Errorf("Discord still has %d commands", len(there))
		}
	}
}

func TestEmojisAreUploadedByACommandAndTheirIDsKept(t *testing.T) {
	t.Parallel()
	server, env := atDiscord(t, localdiscord.Config{})
	env["DISCORD_TOKEN"], env["DATABASE"] = server.Token(), filepath.Join(t.TempDir(), "chips.db")
	sync := func(want string) {
		t.Helper()
		status, said, complaint := holecard(t, env, "emojis", "sync")
		if status != exitOK || !strings.Contains(said, want) {
			t.Errorf("it ends with %d: %s%s\nwant %q", status, said, complaint, want)
		}
	}
	n := len(bot.EmojiSet().Files)
	sync(fmt.Sprintf("All %d emojis are at Discord.", n))
	if there := len(server.Emojis()); there != n {
		t.Errorf("%d emojis are at Discord, want %d", there, n)
	}
	store, err := bolt.Open(t.Context(), env["DATABASE"], bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	var kept storage.Emojis
	err = store.View(t.Context(), 0, func(r storage.Reader) (err error) {
		kept, err = storage.EmojisOf.Read(r, storage.Only{})
		return err
	})
	if err != nil || len(kept.IDs) != n || kept.Application == "" {
		t.Errorf("%d ids of application %q are kept, %v", len(kept.IDs), kept.Application, err)
	}
	sync("A bot is running on this database")
}
