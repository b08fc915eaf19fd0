package browser

import (
	"testing"

	"github.com/chromedp/chromedp"

	"holecard/e2e/stage"
)

// choose chooses an option in a select of the newest message, both by what they say.
func (p page) choose(hint, option string) {
	p.t.Helper()
	p.poll("wait for "+hint, `!!document.querySelector("[data-message-id]:last-of-type `+
		`select[aria-label='`+hint+`']:not([disabled])")`)
	p.js("choose "+option, `(() => {
		const s = [...document.querySelectorAll("select[aria-label='`+hint+`']")].at(-1);
		s.value = [...s.options].find(o => o.textContent.startsWith("`+option+`")).value;
		s.dispatchEvent(new Event("change"));
	})()`)
}

// TestThePanelInTheBrowser goes over its pages, on a desk and on a phone, and saves what
// an admin sees (go test -artifacts -outputdir DIR keeps the pictures).
func TestThePanelInTheBrowser(t *testing.T) {
	p := openPage(t, findChromium(t), playgroundOf(t, stage.NewDealer(t)), 1280, 1100)
	p.be("Ada")
	p.typeCommand("/settings panel")
	p.waitForText("Settings · Tables")
	both := func(name string) {
		t.Helper()
		p.screenshot("panel-" + name + "-1280")
		p.do("take a phone", chromedp.EmulateViewport(390, 1100))
		p.poll("wait until the side bar is away",
			`document.getElementById("sidebar").getBoundingClientRect().right <= 0`)
		p.fits(name)
		p.screenshot("panel-" + name + "-390")
		p.do("take a desk", chromedp.EmulateViewport(1280, 1100))
	}
	both("tables")
	p.choose("Change the rules of a table", "Vegas")
	p.waitForText("Settings · Vegas")
	p.choose("Cards and dealer", "Number of decks")
	p.choose("Number of decks", "Number of decks: 2")
	p.waitForText("Vegas · Number of decks: 6 → 2")
	p.waitForText("House edge 0.26% →")
	both("rules")
	for _, name := range []string{"Limits and daily chips", "Gifts", "Look and language", "Log"} {
		p.choose("Page", name)
		p.waitForText("Settings · " + name)
		both(name)
	}
	p.choose("Page", "Limits")
	p.waitForText("Settings · Limits")
	p.press("Starting chips")
	p.poll("wait for the form", `!!document.querySelector("dialog[open] input")`)
	both("form")
	p.fill("1234")
	p.waitForText("Starting chips: 1,000 chips (default) → 1,234 chips")
	both("saved")
}
