package browser

import (
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"holecard/e2e/stage"
)

// TestBoardsAndPrivacyInTheBrowser has Ada win and Ben lose; they look at the day's board, Ben
// hides from it and has his data erased. It saves what they see (go test -artifacts -outputdir
// DIR keeps the pictures).
func TestBoardsAndPrivacyInTheBrowser(t *testing.T) {
	browser, d := findChromium(t), stage.NewDealer(t)
	url := playgroundOf(t, d)
	ada := openPage(t, browser, url+"/?as=Ada", 1280, 900)
	ben := openPage(t, browser, url+"/?as=Ben", 390, 844)
	d.Stack(t, "TS TC 9D 7H 8C") // 19 against a bust
	ada.typeCommand("/blackjack bet:20")
	ada.waitForText("Your turn.")
	ada.press("Stand")
	ada.waitForText("+20")
	d.Stack(t, "TS TC 6D 9H") // 16 against 19
	ben.typeCommand("/blackjack bet:10")
	ben.waitForText("Your turn.")
	ben.press("Stand")
	ben.waitForText("−10")

	ada.sees("Ben · −10", "/leaderboard by:net in:today") // a moment after the rounds
	ada.waitForText("🥇 Ada · +20")
	ada.screenshot("boards-1-today-1280")
	ben.typeCommand("/profile privacy hide")
	ben.waitForText("You're hidden here")
	ben.typeCommand("/profile privacy show")
	ben.waitForText("Kept of you on this server")
	ben.fits("what is kept")
	ben.screenshot("boards-2-kept-390")
	ada.choose("Period", "This week")
	ada.waitForText("Net winnings · This week")
	ada.is("who hides is on no board", `!document.body.innerText.includes("Ben · −10")`)
	ben.typeCommand("/profile privacy delete")
	ben.waitForText("Erase your data?")
	ben.fits("what goes")
	ben.screenshot("boards-3-asked-390")
	ben.press("Erase my data here")
	ben.waitForText("Your data is erased.")
	ben.typeCommand("/blackjack")
	ben.waitForText("data was erased")
	ben.screenshot("boards-4-erased-390")
}

// sees gives a command until its answer has a text.
func (p page) sees(text, command string) {
	p.t.Helper()
	there := `document.body.innerText.includes("` + text + `")`
	for range 20 {
		p.typeCommand(command)
		if _, err := chromedp.Run(p.ctx, chromedp.Poll[bool](there,
			chromedp.WithPollingTimeout(2*time.Second))); err == nil {
			return
		}
	}
	p.t.Fatalf("%s never shows %q", command, text)
}
