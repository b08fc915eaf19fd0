package browser

import (
	"testing"

	"holecard/e2e/stage"
)

// TestLimitsAreFeltInTheBrowser has Ada limit her losses and Ben lock himself out, and saves
// what they see (go test -artifacts -outputdir DIR keeps the pictures).
func TestLimitsAreFeltInTheBrowser(t *testing.T) {
	browser, d := findChromium(t), stage.NewDealer(t)
	url := playgroundOf(t, d)
	d.Stack(t, "TS TC 6D 9H") // 16 against 19
	ada := openPage(t, browser, url+"/?as=Ada", 1280, 900)
	ada.typeCommand("/profile limits")
	ada.waitForText("Your limits · This server")
	ada.press("Daily loss")
	ada.waitFor("dialog input")
	ada.screenshot("limits-1-entered")
	ada.fill("25")
	ada.waitForText("Saved. It counts from now on.")
	ada.screenshot("limits-2-set-1280")
	ada.typeCommand("/blackjack bet:20")
	ada.waitForText("Your turn.")
	ada.press("Stand")
	ada.waitForText("−20")
	ada.typeCommand("/blackjack bet:6")
	ada.waitForText("You can still stake 5 chips.")
	ada.screenshot("limits-3-felt-1280")

	ben := openPage(t, browser, url+"/?as=Ben", 390, 844)
	ben.typeCommand("/profile limits")
	ben.waitForText("Your limits · This server")
	ben.press("Lock me out")
	ben.waitForText("For how long?")
	ben.press("A week")
	ben.waitForText("Lock yourself out on this server until")
	ben.fits("what a lock-out is")
	ben.screenshot("limits-4-asked-390")
	ben.press("Lock me out for a week")
	ben.waitForText("Locked out on this server until")
	ben.fits("limits")
	ben.screenshot("limits-5-locked-390")
	ben.typeCommand("/blackjack bet:10")
	ben.waitForText("You locked yourself out on this server")
	ben.screenshot("limits-6-felt-390")
}

// fill enters a text in the one field of an open form, and sends it.
func (p page) fill(text string) {
	p.t.Helper()
	p.js("fill the form", `(form => {
		form.querySelector("input").value = "`+text+`";
		form.requestSubmit();
	})(document.querySelector("dialog[open] form"))`)
}
