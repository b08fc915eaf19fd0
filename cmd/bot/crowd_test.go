package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"holecard/internal/localdiscord"
	"holecard/storage"
)

// childBot is the bot in a process of its own, on a database of its own.
type childBot struct {
	discord *localdiscord.Server
	cmd     *exec.Cmd
	folder  string
	gone    chan struct{} // closed when it has ended
	err     error         // how; valid once gone
}

// startChild starts a local Discord here and the bot beside it, as change has it. Both end with
// the test.
func startChild(t *testing.T, c localdiscord.Config, change ...func(*exec.Cmd)) *childBot {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	discord, env := atDiscord(t, c)
	b := &childBot{discord: discord, cmd: exec.Command(self, "run"), folder: t.TempDir(),
		gone: make(chan struct{})}
	b.cmd.Args[0] = "holecard"
	b.cmd.Dir = b.folder // where there is no .env
	b.cmd.Env = append(os.Environ(), "DISCORD_TOKEN="+b.discord.Token(),
		"DISCORD_API_URL="+env["DISCORD_API_URL"], "DATABASE=holecard.db",
		"STARTING_CHIPS=1000000", "LOG_LEVEL=warn", "BACKUP_EVERY=0")
	b.cmd.Stderr = os.Stderr
	for _, change := range change {
		change(b.cmd)
	}
	if err := b.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		b.err = b.cmd.Wait()
		close(b.gone)
	}()
	t.Cleanup(func() { b.stop() })
	return b
}

// ready returns when the bot plays.
func (b *childBot) ready(t *testing.T) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	go func() {
		select {
		case <-b.gone:
			cancel()
		case <-ctx.Done():
		}
	}()
	if err := errors.Join(b.discord.AwaitCommands(ctx, "blackjack"),
		b.discord.AwaitOnline(ctx)); err != nil {
		t.Fatalf("the bot does not get ready: %v", err)
	}
}

// stop ends the bot, which finishes what is under way. Stopping again does nothing.
func (b *childBot) stop() error {
	b.cmd.Process.Signal(os.Interrupt)
	select {
	case <-b.gone:
	case <-time.After(2 * time.Minute):
		b.cmd.Process.Kill()
		<-b.gone
	}
	return b.err
}

// finish stops the bot and returns the audit of what it leaves.
func (b *childBot) finish(t *testing.T) storage.Audit {
	t.Helper()
	if err := b.stop(); err != nil {
		t.Errorf("the bot ends with %v", err)
	}
	report, err := audit(context.Background(),
		database{filepath.Join(b.folder, "holecard.db"), "DATABASE"})
	if err != nil || !report.OK {
		t.Errorf("the audit: %+v, %v", report, err)
	}
	return report
}

// memory returns a figure of the bot's process in KiB, such as RssAnon, and 0 where
// the system does not say.
func (b *childBot) memory(name string) (kib int) {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", b.cmd.Process.Pid))
	for line := range strings.Lines(string(text)) {
		fmt.Sscanf(line, name+": %d kB", &kib)
	}
	return kib
}

// regular is a player who does one thing at a time.
type regular struct {
	localdiscord.Actor
	discord *localdiscord.Server
	hand    localdiscord.ID
	turns   int
}

// regulars returns players who are new here.
func (b *childBot) regulars(n int) (all []*regular) {
	for i := range n {
		who := b.discord.AddPerson(localdiscord.Person{Name: fmt.Sprint("Player ", i)})
		all = append(all, &regular{Actor: b.discord.As(who), discord: b.discord, turns: i})
	}
	return all
}

// acts does the next thing: plays the hand, and looks about now and then.
func (w *regular) acts() error {
	w.turns++
	channel := w.discord.Channel("blackjack").ID
	others := map[int]string{3: "balance", 7: "profile stats", 11: "leaderboard", 15: "daily"}
	if other := others[w.turns%16]; other != "" {
		_, err := w.Do(context.Background(), channel, other)
		return err
	}
	var a localdiscord.Answer
	var err error
	if button := w.button(); button != "" {
		a, err = w.Press(context.Background(), w.hand, button)
	} else {
		a, err = w.Do(context.Background(), channel, "blackjack",
			localdiscord.Given{Name: "bet", Value: 10})
	}
	if err == nil && a.Message != nil && len(a.Message.Buttons()) > 0 {
		w.hand = a.Message.ID
	}
	return err
}

// button returns the custom id of what to press, empty for nothing.
func (w *regular) button() string {
	m, _ := w.discord.Message(w.hand)
	wanted := []string{"Stand", "No insurance", "Play again"}
	if w.turns%3 == 0 {
		wanted = []string{"Hit", "No insurance"}
	}
	for _, b := range m.Buttons() {
		if slices.Contains(wanted, b.Label) && !b.Disabled {
			return b.CustomID
		}
	}
	return ""
}
