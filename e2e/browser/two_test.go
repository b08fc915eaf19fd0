package browser

import (
	"testing"

	"holecard/e2e/stage"
)

// TestTwoLookBackOnOneTableInTheBrowser has Ada and Ben play a round at one table, on a desk
// and on a phone. Each reviews their own seat, Ben steps through his history, Ada reads Ben's,
// and both practise at the same time (go test -artifacts -outputdir DIR keeps the pictures).
func TestTwoLookBackOnOneTableInTheBrowser(t *testing.T) {
	browser, d := findChromium(t), stage.NewDealer(t)
	url := playgroundOf(t, d)
	d.Stack(t, "TS TH TC 6S 8H 7D") // 16 and 18 against 17
	ada := openPage(t, browser, url+"/?as=Ada", 1280, 1000)
	ben := openPage(t, browser, url+"/?as=Ben", 390, 1000)
	ada.typeCommand("/table open table:vegas pace:fast")
	for _, button := range []string{"Sit", "Same bet", "Ready"} {
		for _, p := range []page{ada, ben} {
			p.pressOnce(button)
		}
		switch button {
		case "Sit":
			ada.waitForText("Players · 2 of 7")
		case "Same bet":
			ada.poll("wait for two bets", `document.body.innerText.split("bet 10").length > 2`)
		}
	}
	ada.waitForText("Ada's turn")
	ada.press("Stand")
	ben.waitForText("Ben's turn")
	ben.press("Stand")

	ada.waitForText("Bets are open again.")
	ada.press("Review")
	ada.waitForText("Review · Vegas")
	ada.waitForText("❌ Stand · best ")
	ada.waitForText("Dealer 17, you 16")
	ada.screenshot("two-1-ada-reviews-1280")
	ben.waitForText("Bets are open again.")
	ben.press("Review")
	ben.waitForText("You 18, dealer 17")
	ben.fits("the review of a table")
	ben.is("each sees the own review only", `!document.body.innerText.includes("you 16")`)
	ben.press("Step by step")
	ben.waitForText("Ada: Stand")
	ben.screenshot("two-2-ben-steps-390")
	ben.typeCommand("/profile history")
	ben.waitForText("Ben · history")
	ben.fits("history")
	ada.typeCommand("/profile history player:@Ben")
	ada.waitForText("Ben · history")
	ada.screenshot("two-3-ada-reads-bens-history-1280")

	for _, p := range []page{ada, ben} {
		p.typeCommand("/learn train kind:hard")
		p.waitForText("Practice: Hard hands · Vegas")
	}
	for _, p := range []page{ben, ada} {
		p.press("Stand")
		p.waitForText("Question 2 of 20")
	}
	ben.fits("a drill")
	ben.screenshot("two-4-ben-practises-390")
}

// pressOnce presses a button as soon as it can be.
func (p page) pressOnce(label string) {
	p.t.Helper()
	p.poll("wait for "+label, live(label)+".length > 0")
	p.press(label)
}
