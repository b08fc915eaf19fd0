package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"holecard/internal/localdiscord"
)

// console is a terminal with somebody at it.
type console struct {
	t      *testing.T
	keys   *os.File
	screen *shared
	inside *os.File // the program's side
	ended  chan int
	cancel context.CancelFunc
}

// sitDown starts a command at a terminal.
func sitDown(t *testing.T, env map[string]string, args ...string) *console {
	t.Helper()
	keys, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { keys.Close() })
	n, err := unix.IoctlGetInt(int(keys.Fd()), unix.TIOCGPTN)
	err = errors.Join(err, unix.IoctlSetPointerInt(int(keys.Fd()), unix.TIOCSPTLCK, 0))
	if err != nil {
		t.Fatal(err)
	}
	inside, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { inside.Close() })
	c := &console{t: t, keys: keys, screen: &shared{}, inside: inside, ended: make(chan int, 1)}
	go io.Copy(c.screen, keys) // what the terminal shows: the program's words, and echoed keys
	ctx, cancel := context.WithCancel(t.Context())
	c.cancel = cancel
	go func() { c.ended <- run(ctx, args, lookup(env), stdio{inside, inside, inside}) }()
	return c
}

// reads waits until the terminal shows a text, and does not echo keys or does.
func (c *console) reads(text string, echo bool) {
	c.t.Helper()
	for began := time.Now(); ; time.Sleep(time.Millisecond) {
		state, err := unix.IoctlGetTermios(int(c.inside.Fd()), unix.TCGETS)
		if err == nil && strings.Contains(c.screen.String(), text) &&
			(state.Lflag&unix.ECHO != 0) == echo {
			return
		}
		if time.Since(began) > time.Minute {
			c.t.Fatalf("it does not show %q:\n%s (%v)", text, c.screen, err)
		}
	}
}

func (c *console) types(text string) {
	c.t.Helper()
	if _, err := c.keys.WriteString(text); err != nil {
		c.t.Fatal(err)
	}
}

func (c *console) ends(want int) {
	c.t.Helper()
	select {
	case got := <-c.ended:
		if got != want {
			c.t.Errorf("it ends with %d:\n%s", got, c.screen)
		}
	case <-time.After(time.Minute):
		c.t.Fatalf("it does not end:\n%s", c.screen)
	}
}

func TestSetupAsksForTheTokenWithoutShowingIt(t *testing.T) {
	t.Chdir(t.TempDir())
	server, env := atDiscord(t, localdiscord.Config{})
	c := sitDown(t, env, "setup")
	c.reads("Reset Token and copy the token.", false)
	c.types("wrong-token\n")
	c.reads("The token is refused by Discord, so nothing was written", false)
	noDotEnv(t)
	c.types(server.Token() + "\n")
	c.reads("type /blackjack on The Card Room.", true)
	c.ends(exitOK)
	if shown := c.screen.String(); strings.Contains(shown, server.Token()) ||
		strings.Contains(shown, "wrong-token") {
		t.Errorf("the token is on the screen:\n%s", shown)
	}
	dotEnvIs(t, newDotEnv+"DISCORD_TOKEN="+server.Token()+"\n")
}

func TestSetupAsksBeforeItReplacesAToken(t *testing.T) {
	for answer, after := range map[string]string{"": "old", "n": "old", "Yes": "new"} {
		t.Chdir(t.TempDir())
		_, env := atDiscord(t, localdiscord.Config{Token: after})
		write(t, ".", dotEnv, "DISCORD_TOKEN=old\n")
		c := sitDown(t, env, "setup", "--no-wait")
		c.reads("There is a token in .env. Replace it with another? [y/N]", true)
		c.types(answer + "\n")
		if after == "new" {
			c.reads("Paste the token", false)
			c.types("new\n")
		}
		c.ends(exitOK)
		dotEnvIs(t, "DISCORD_TOKEN="+after+"\n")
	}
}

func TestSetupThatIsStoppedLeavesTheTerminalAsItWas(t *testing.T) {
	t.Chdir(t.TempDir())
	_, env := atDiscord(t, localdiscord.Config{})
	c := sitDown(t, env, "setup")
	c.reads("Paste the token", false)
	c.cancel() // by Ctrl+C, as main has it
	c.reads("holecard: stopped", true)
	c.ends(exitFailed)
	noDotEnv(t)
	c.types("\n") // ends what still reads, before its descriptor is another file's
}

func TestVerifyTakesTheFirstEndOfTheInput(t *testing.T) {
	c := sitDown(t, nil, "verify")
	c.reads("press Ctrl+D.", true)
	c.types("no proof\n\x04")
	c.ends(exitUsage)
}
