package main

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// TestAPlayerLooksBackInTheBrowser plays a round with a mistake and opens its review, its
// history, each of its steps and the statistics, on a desk and on a phone, and saves what is
// seen (go test -artifacts -outputdir DIR keeps the pictures).
func TestAPlayerLooksBackInTheBrowser(t *testing.T) {
	d := &dealer{}
	p := openPage(t, chromiumForPages(t), d.start(t), 1280, 1100)
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
	d.stack(t, "TS TC 2D 9H 4C")
	p.typeCommand("/blackjack bet:100")
	p.waitForText("Ada · Vegas")
	p.press("Hit")
	p.waitForText("You drew")
	p.press("Stand")
	p.waitForText("Dealer 19, you 16")
	p.press("Review")
	p.waitForText("Review · Vegas")
	p.waitForText("❌ Stand · best Hit · cost ")
	p.waitForText("Mistakes cost ")
	both("review")
	p.press("Step by step")
	p.waitForText("Step 1 of 3")
	p.waitForText("Ada: ✅ Hit")
	p.press("Next")
	p.waitForText("Step 2 of 3")
	both("step")
	p.press("End")
	p.waitForText("Step 3 of 3")
	p.typeCommand("/preferences cards:picture")
	p.typeCommand("/history")
	p.waitForText("Ada · history")
	p.waitForText("mistakes ")
	both("history")
	p.choose("Open a round", "1. ❌")
	p.poll("see the table drawn", `!!document.querySelector(
		"[data-message-id]:last-of-type .embed-image")`)
	p.waitForText("Step 1 of 3")
	both("picture")
	p.press("History")
	p.typeCommand("/stats")
	p.waitForText("mistakes cost ")
	p.waitForText("1 of 2 decisions were wrong.")
	both("stats")
}
