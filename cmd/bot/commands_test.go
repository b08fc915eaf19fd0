package main

import (
	"net"
	"strings"
	"testing"

	"holecard/bot"
	"holecard/internal/localdiscord"
)

func TestTheCommandsAreRemovedFromDiscord(t *testing.T) {
	t.Parallel()
	b := startChild(t, localdiscord.Config{})
	b.ready(t)
	if err := b.stop(); err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go b.discord.Serve(listener)
	env := map[string]string{"DISCORD_TOKEN": b.discord.Token(),
		"DISCORD_API_URL": "http://" + listener.Addr().String() + "/api/v9"}
	names := make(map[string]bool)
	for _, spec := range bot.Specs() {
		name, _, _ := strings.Cut(spec.Name, " ")
		names[name] = true
	}
	for _, want := range []string{quantity(len(names), "command"), "0 commands"} {
		status, said, complaint := inFolder(t, env, "commands", "remove")
		if status != exitOK || !strings.HasPrefix(said, "Removed "+want+". ") {
			t.Errorf("it ends with %d: %s%s\nwant %s", status, said, complaint, want)
		}
		if there := b.discord.Commands(); len(there) > 0 {
			t.Errorf("Discord still has %d commands", len(there))
		}
	}
}
