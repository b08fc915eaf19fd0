package main

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"holecard/bot/discord"
	"holecard/docs"
	"holecard/internal/localdiscord"
	"holecard/internal/playground"
)

// Three people play a round together, each in a window of their own: one is asleep, the bot
// is started again in mid-round, one leaves, and one checks the shuffle.
func TestThreePeoplePlayAtATableInTheBrowser(t *testing.T) {
	browser := findChromium(t)
	table := new(dealer)
	table.stack(t, "TS TH TD 9C 9S 8H 7D 8C") // 19, 18 and 17 against 17
	url, server := openDiscord(t)
	file := filepath.Join(t.TempDir(), "holecard.db")
	stop := table.startBot(t, server, url, file)

	ada := openPage(t, browser, url+"/?as=Ada", 1200, 900)
	ben := openPage(t, browser, url+"/?as=Ben", 390, 844)
	cleo := openPage(t, browser, url+"/?as=Cleo", 820, 900)
	ada.typeCommand("/table open table:vegas pace:fast")
	ada.waitForText("Sit down and bet.")
	for _, p := range []page{ada, ben, cleo} {
		p.waitForText("Sit down and bet.")
		p.press("Sit")
	}
	ada.waitForText("Players · 3 of 7")
	ada.screenshot("1-three-sit")
	for _, p := range []page{ada, ben, cleo} {
		p.press("Same bet")
	}
	ada.poll("wait for three bets", `document.body.innerText.split("bet 10").length > 3`)
	for _, p := range []page{ada, ben, cleo} {
		p.press("Ready")
	}

	ben.waitForText("Ada's turn")
	ben.press("Stand")
	ben.waitForText("It's Ada's turn")
	ben.screenshot("2-ben-is-not-in-turn")
	ada.press("Stand")
	cleo.waitForText("Ben ran out of time and stands.")
	cleo.waitForText("Cleo's turn")
	cleo.screenshot("3-ben-slept-and-cleo-is-in-turn")

	stop()
	stop = table.startBot(t, server, url, file)
	defer func() { stop() }()
	cleo.press("Stand")
	ada.waitForText("Bets are open again.")
	ada.screenshot("4-the-round-is-over")

	ben.press("Leave")
	ada.waitForText("Players · 2 of 7")
	table.stack(t, "") // as the seeds have it
	for _, p := range []page{ada, cleo} {
		p.press("Same bet")
		p.waitForText("bet 10")
	}
	ada.poll("wait for two bets", `document.body.innerText.split("bet 10").length > 2`)
	for _, p := range []page{ada, cleo} {
		p.press("Ready")
	}
	standToTheEnd(t, map[string]page{"Ada": ada, "Cleo": cleo})
	cleo.typeCommand("/fair")
	cleo.waitForText("seat 2: ")
	cleo.screenshot("5-cleo-sees-the-proof")
	proof, err := chromedp.Run(cleo.ctx, chromedp.Evaluate[string](
		`[...document.querySelectorAll("pre")].at(-1).innerText`))
	if err != nil {
		t.Fatal(err)
	}
	out := &lines{}
	status := run(t.Context(), []string{"verify"}, func(string) (string, bool) { return "", false },
		stdio{strings.NewReader(proof), out, out})
	if status != exitOK || !strings.Contains(out.String(), "holds") {
		t.Errorf("the proof ends with %d: %s\n%s", status, out, proof)
	}
}

// standToTheEnd stands for whoever is in turn, and declines insurance, until the bets are open.
func standToTheEnd(t *testing.T, players map[string]page) {
	t.Helper()
	ada := players["Ada"]
	ada.poll("wait for the cards", `!document.body.innerText.includes("Bets close")`)
	for range 20 {
		for name, p := range players {
			said, err := chromedp.Run(p.ctx, chromedp.Evaluate[string]("document.body.innerText"))
			switch {
			case err != nil:
				t.Fatal(err)
			case strings.Contains(said, "Bets are open again."):
				return
			case strings.Contains(said, "Insurance?") && p.buttons("No insurance") > 0:
				p.press("No insurance")
			case strings.Contains(said, name+"'s turn") && p.buttons("Stand") > 0:
				p.press("Stand")
			}
		}
		time.Sleep(200 * time.Millisecond) // for the message to be redrawn
	}
	t.Error("the round does not end")
}

// openDiscord opens a Discord with the playground's page, to which bots connect, and returns
// its URL.
func openDiscord(t *testing.T) (url string, server *localdiscord.Server) {
	t.Helper()
	server = localdiscord.New(localdiscord.Config{})
	server.Handle("/", playground.New(server, docs.VerifyPage))
	listener, err := listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(listener) }()
	t.Cleanup(func() {
		server.Close()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return "http://" + listener.Addr().String(), server
}

// startBot starts a bot on a file, waits until it is connected, and returns what stops it.
func (d *dealer) startBot(t *testing.T, server *localdiscord.Server, url, file string) func() {
	t.Helper()
	c, err := loadConfig(func(string) (string, bool) { return "", false }, nil)
	if err != nil {
		t.Fatal(err)
	}
	c.shuffle, c.LogLevel, c.Database, c.BackupEvery = d.shuffle, quiet, file, 0
	c.Token, c.APIURL, c.VerifyURL = server.Token(), url+"/api/v9", url+"/verify"
	ctx, stop := context.WithCancel(t.Context())
	said := &lines{}
	log := c.logger(said)
	store, err := database{file, "DATABASE"}.open(ctx, log)
	if err != nil {
		t.Fatal(err)
	}
	about, end := c.startUpkeep(store, log)
	connected, ended := make(chan struct{}), make(chan error, 1)
	go func() {
		err := serve(ctx, c, store, log, about, func(discord.Connected) { close(connected) })
		end()
		ended <- errors.Join(err, store.Close())
	}()
	select {
	case <-connected:
	case err := <-ended:
		t.Fatalf("the bot ended early: %v\n%s", err, said)
	}
	return func() {
		stop()
		if err := <-ended; err != nil {
			t.Errorf("the bot ended with %v:\n%s", err, said)
		}
	}
}
