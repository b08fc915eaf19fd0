package browser

import (
	"fmt"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"holecard/e2e/stage"
)

// TestADrillInTheBrowser answers the questions of a drill, counts, and saves what somebody
// sees (go test -artifacts -outputdir DIR keeps the pictures).
func TestADrillInTheBrowser(t *testing.T) {
	p := openPage(t, findChromium(t), playgroundOf(t, stage.NewDealer(t)), 390, 844)
	both := func(name string) {
		t.Helper()
		p.fits(name)
		p.screenshot("drill-" + name + "-390")
		p.do("take a desk", chromedp.EmulateViewport(1280, 900))
		p.screenshot("drill-" + name + "-1280")
		p.do("take a phone", chromedp.EmulateViewport(390, 844))
		p.poll("wait until the side bar is away",
			`document.getElementById("sidebar").getBoundingClientRect().right <= 0`)
	}
	p.be("Ada")
	p.typeCommand("/learn train kind:hard")
	p.waitForText("Practice: Hard hands · Vegas")
	p.press("Hit")
	p.waitForText("Question 2 of 20")
	both("hand")
	for n := 3; n <= 20; n++ {
		time.Sleep(200 * time.Millisecond) // nobody may press more often for long
		p.press("Hit")
		p.waitForText(fmt.Sprintf("Question %d of 20", n))
	}
	p.press("Hit")
	p.waitForText("of 20 right.")
	both("end")
	p.typeCommand("/profile preferences cards:picture")
	p.waitForText("Your preferences")
	p.typeCommand("/learn train kind:pairs")
	p.waitForText("Practice: Pairs · Vegas")
	p.seeCards()
	both("picture")
	p.typeCommand("/learn train kind:count")
	p.waitForText("Go on with it?")
	p.press("New: Counting")
	p.waitForText("What's the running count now?")
	p.seeCards()
	both("count")
}
