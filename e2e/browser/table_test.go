package browser

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"holecard/e2e/stage"
)

// Three people play a round together, each in a window of their own: one is asleep, the bot
// is started again in mid-round, one leaves, and one checks the shuffle.
func TestThreePeoplePlayAtATableInTheBrowser(t *testing.T) {
	browser := findChromium(t)
	table := stage.NewDealer(t)
	table.Stack(t, "TS TH TD 9C 9S 8H 7D 8C") // 19, 18 and 17 against 17
	discord := stage.OpenDiscord(t)
	url, settings := discord.URL, append(discord.Settings(), table.Setting(), "BACKUP_EVERY=0",
		"DATABASE="+filepath.Join(t.TempDir(), "holecard.db"))
	bot := stage.Start(t, "The bot is ready.", settings, "run")

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

	bot.Stop()
	stage.Start(t, "The bot is ready.", settings, "run")
	cleo.press("Stand")
	ada.waitForText("Bets are open again.")
	ada.screenshot("4-the-round-is-over")

	ben.press("Leave")
	ada.waitForText("Players · 2 of 7")
	table.Stack(t, "") // as the seeds have it
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
	verify := exec.Command(stage.Program(t), "verify")
	verify.Stdin = strings.NewReader(proof)
	if said, err := verify.CombinedOutput(); err != nil || !strings.Contains(string(said), "holds") {
		t.Errorf("holecard verify ends with %v: %s\n%s", err, said, proof)
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
