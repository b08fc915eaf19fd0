package main

import (
	"fmt"
	"net"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"holecard/bot"
	"holecard/internal/localdiscord"
	"holecard/storage"
	"holecard/storage/bolt"
)

func TestARunningBotUploadsItsEmojis(t *testing.T) {
	t.Parallel()
	b := startChild(t, localdiscord.Config{})
	b.ready(t)
	want := len(bot.EmojiSet().Files)
	for began := time.Now(); len(b.discord.Emojis()) < want; {
		if time.Since(began) > time.Minute {
			t.Fatalf("%d emojis are uploaded, of %d", len(b.discord.Emojis()), want)
		}
		time.Sleep(10 * time.Millisecond)
	}
	b.finish(t)
}

func TestEmojisAreUploadedByACommandAndTheirIDsKept(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := localdiscord.New(localdiscord.Config{})
	go server.Serve(listener)
	t.Cleanup(func() { server.Close() })
	env := map[string]string{"DATABASE": filepath.Join(t.TempDir(), "chips.db"),
		"DISCORD_TOKEN":   server.Token(),
		"DISCORD_API_URL": "http://" + listener.Addr().String() + "/api/v9"}
	sync := func(want string) {
		t.Helper()
		status, said, complaint := inFolder(t, env, "emojis", "sync")
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
		kept, err = r.Emojis()
		return err
	})
	if err != nil || len(kept.IDs) != n || kept.Application == "" {
		t.Errorf("%d ids of application %q are kept, %v", len(kept.IDs), kept.Application, err)
	}
	sync("A bot is running on this database")
}
