package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"holecard/internal/localdiscord"
)

// siegeMemory is how much memory the besieged bot may have.
const siegeMemory = 1 << 30

// heavy are the commands that take the most there is: of memory, of time, of figures.
func heavy() []ask {
	long := func(name string, given ...localdiscord.Given) ask { return ask{name, given} }
	text := func(name string, value any) localdiscord.Given { return localdiscord.Given{Name: name, Value: value} }
	rule := func(table, key, value string) ask {
		return long("settings", localdiscord.Given{Name: "rules", Options: []localdiscord.Given{text("key", key), text("value", value), text("table", table)}})
	}
	killers := []string{
		"reckless(reckless(reckless(clubs < diamonds && hearts < spades || total < 15)))",
		"clubs + diamonds < hearts + spades || total < 12",
	}
	list := []ask{
		long("odds", text("strategy", killers[0])),
		long("odds", text("strategy", killers[1])),
		long("odds", text("strategy", killers[1]), text("table", "atlantic-city")),
		long("simulate", text("strategy", "basic"), text("rounds", 20_000_000)),
		long("simulate", text("strategy", killers[0]), text("rounds", 20_000_000), text("table", "atlantic-city")),
		long("watch", text("strategy", "basic"), text("table", "joker")),
		rule("vegas", "decks", "8"), rule("vegas", "maxHands", "2"),
		rule("joker", "jokers", "8"), rule("joker", "decks", "7"),
		long("odds", text("table", "joker")), long("odds"),
		long("blackjack", text("bet", 1), text("autopilot", "basic"), text("table", "joker")),
		long("blackjack", text("bet", 1), text("autopilot", "both(basic, basic)"), text("table", "vegas")),
		rule("vegas", "decks", "5"), rule("downtown", "decks", "8"), rule("european", "decks", "8"), rule("joker", "decks", "3"),
	}
	return list
}

// ask is a command with what is given to it.
type ask struct {
	name  string
	given []localdiscord.Given
}

// TestABotOfAGigabyteAnswersEverybodyWhileOnePlayerAsksForTheMost is all bounds
// together: the real bot, as a process that cannot have more memory.
func TestABotOfAGigabyteAnswersEverybodyWhileOnePlayerAsksForTheMost(t *testing.T) {
	if testing.Short() || raced {
		t.Skip("it takes half a minute of both processors")
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	discord := localdiscord.New(localdiscord.Config{KeepMessages: 2000, KeepRequests: -1, People: []localdiscord.Person{{Name: "Mallory", Admin: true}}})
	defer discord.Close()
	go discord.Serve(listener)
	folder := t.TempDir()
	child := startLimited(t, folder, "http://"+listener.Addr().String()+"/api/v9", discord.Token())
	defer child.stop()
	if err := child.ready(t.Context(), discord); err != nil {
		t.Fatal(err)
	}
	mallory := discord.As(discord.People()[0])

	ctx, cancel := context.WithCancel(t.Context())
	var group sync.WaitGroup
	answered, unanswered := make([]int, 20), make([]error, 20)
	for n := range answered {
		who := &soaker{Actor: discord.As(discord.AddPerson(localdiscord.Person{Name: fmt.Sprint("Player ", n)})), discord: discord, turns: n}
		group.Go(func() {
			for ctx.Err() == nil {
				if err := who.acts(); err != nil {
					unanswered[n] = errors.Join(unanswered[n], err)
				}
				answered[n]++
				time.Sleep(250 * time.Millisecond) // what a player may do
			}
		})
	}
	lost := besiege(t, discord, mallory, child)
	cancel()
	group.Wait()
	select {
	case <-child.gone:
		t.Fatalf("the bot has ended: %v", child.err)
	default:
	}
	sum := 0
	for n := range answered {
		sum += answered[n]
		if unanswered[n] != nil {
			t.Errorf("player %d: %v", n, unanswered[n])
		}
	}
	t.Logf("%d commands and presses of others, the bot's memory at most %s; of Mallory's %d were not answered", sum, child.most(t), lost)
	if sum < 200 {
		t.Errorf("the others did no more than %d things", sum)
	}
	if err := child.stop(); err != nil {
		t.Errorf("the bot ends with %v", err)
	}
	report, err := audit(t.Context(), database{filepath.Join(folder, "holecard.db"), "DATABASE"})
	if err != nil || !report.OK {
		t.Errorf("the audit: %+v, %v", report, err)
	}
}

// besiege sends each heavy command again and again, as fast as one player may, and
// returns how many are not answered: not even by words.
func besiege(t *testing.T, discord *localdiscord.Server, mallory localdiscord.Actor, bot *childBot) (lost int) {
	t.Helper()
	const rounds = 4
	for range rounds {
		for _, a := range heavy() {
			select {
			case <-bot.gone:
				return lost
			default:
			}
			i, err := mallory.Command(discord.Channel("blackjack").ID, a.name, a.given...)
			if err != nil {
				t.Fatalf("/%s: %v", a.name, err)
			}
			if _, err := i.Wait(t.Context()); err != nil {
				t.Errorf("/%s %v: %v", a.name, a.given, err)
				lost++
			}
			time.Sleep(250 * time.Millisecond)
		}
	}
	return lost
}

// startLimited starts the bot in a process that may have so much memory of its own
// and no more: what it maps of its file does not count.
func startLimited(t *testing.T, folder, url, token string) *childBot {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := &childBot{cmd: exec.Command(self, "run"), gone: make(chan struct{})}
	c.cmd.Args[0] = "bot"
	c.cmd.Dir = folder
	c.cmd.Env = append(os.Environ(), "DISCORD_TOKEN="+token, "DISCORD_API_URL="+url, "DATABASE=holecard.db",
		"STARTING_CHIPS=1000000", "LOG_LEVEL=warn", "BACKUP_EVERY=0")
	c.cmd.Stderr = os.Stderr
	if err := c.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		c.err = c.cmd.Wait()
		close(c.gone)
	}()
	limit := unix.Rlimit{Cur: siegeMemory, Max: siegeMemory}
	if err := unix.Prlimit(c.cmd.Process.Pid, unix.RLIMIT_DATA, &limit, nil); err != nil {
		c.stop()
		if os.Getenv("CI") == "true" {
			t.Fatalf("the bot's memory cannot be limited: %v", err)
		}
		t.Skipf("NOT TESTED: the bot's memory cannot be limited: %v", err)
	}
	return c
}

// most returns the most memory that the bot has had.
func (c *childBot) most(t *testing.T) string {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", c.cmd.Process.Pid))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(status)) {
		if most, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			return strings.TrimSpace(most)
		}
	}
	return "unknown"
}
