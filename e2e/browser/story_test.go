package browser

import (
	"testing"

	"github.com/chromedp/chromedp"

	"holecard/e2e/stage"
)

// TestAPlayerLooksBackInTheBrowser plays a round with a mistake and opens its review, its
// history, each of its steps and the statistics, on a desk and on a phone, and saves what is
// seen (go test -artifacts -outputdir DIR keeps the pictures).
func TestAPlayerLooksBackInTheBrowser(t *testing.T) {
	d := stage.NewDealer(t)
	p := openPage(t, findChromium(t), playgroundOf(t, d), 1280, 1100)
	p.be("Ada")
	both := func(name string) {
		t.Helper()
		p.screenshot("back-" + name + "-1280")
		p.do("take a phone", chromedp.EmulateViewport(390, 1100))
		p.poll("wait until the side bar is away",
			`document.getElementById("sidebar").getBoundingClientRect().right <= 0`)
		p.fits(name)
		p.screenshot("back-" + name + "-390")
		p.do("take a desk", chromedp.EmulateViewport(1280, 1100))
	}
	press := func(label string) {
		t.Helper()
		button := `[...document.querySelectorAll("[data-message-id]:has(button)")].at(-1)
			.querySelectorAll("button[data-custom-id]:not(:disabled, [aria-busy=true])")`
		// an emoji stands before some labels
		button = `[...` + button + `].filter(b => b.textContent.trim().endsWith("` + label + `"))`
		p.poll("wait for "+label, button+".length > 0")
		p.js("press "+label, button+"[0].click()")
	}
	d.Stack(t, "TS TC 2D 9H 3C")
	p.typeCommand("/blackjack bet:100")
	p.waitForText("Ada · Vegas")
	press("Hit")
	p.waitForText("You drew")
	press("Stand")
	p.waitForText("Dealer 19, you 15")
	press("Review")
	p.waitForText("Review · Vegas")
	p.waitForText("❌ Stand · best Hit · cost ")
	p.waitForText("Mistakes cost ")
	both("review")
	press("step")
	p.waitForText("Step 1 of 3")
	p.waitForText("Ada: ✅ Hit")
	press("Next")
	p.waitForText("Step 2 of 3")
	both("step")
	press("End")
	p.waitForText("Step 3 of 3")
	p.typeCommand("/profile preferences cards:picture")
	p.typeCommand("/profile history")
	p.waitForText("Ada · history")
	p.waitForText("mistakes ")
	both("history")
	p.choose("Open a round", "1. ❌")
	p.poll("see the table drawn", `!!document.querySelector(
		"[data-message-id]:last-of-type .embed-image")`)
	p.waitForText("Step 1 of 3")
	both("picture")
	press("History")
	p.typeCommand("/profile stats")
	p.waitForText("mistakes cost ")
	p.waitForText("1 of 2 wrong.")
	both("stats")
}
