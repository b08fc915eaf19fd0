package main

import (
	"flag"
	"os"
	"testing"

	"github.com/chromedp/chromedp"
)

var picture = flag.Bool("picture", false,
	"take the README's picture, docs/playground.png: go test ./cmd/bot -run Picture -picture")

// TestThePictureOfTheReadme takes it of a hand that is being played, as the
// page shows it. With -artifacts -outputdir DIR it keeps the same hand in light
// colours and on a phone, to be looked at.
func TestThePictureOfTheReadme(t *testing.T) {
	if !*picture {
		t.Skip("NOT TAKEN: the README's picture is taken with -picture")
	}
	browser := findChromium(t)
	for range 20 { // hands, until one is open and can be doubled
		if p, open := dealt(t, browser); open {
			p.js("take the cursor away", `document.activeElement.blur()`)
			shot, err := chromedp.Run(p.ctx, chromedp.CaptureScreenshot())
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile("../../docs/playground.png", shot, 0o644); err != nil {
				t.Fatal(err)
			}
			p.scheme("light")
			p.screenshot("light")
			p.do("take a phone", chromedp.EmulateViewport(390, 844))
			p.poll("wait until the side bar is away",
				`document.getElementById("sidebar").getBoundingClientRect().right <= 0`)
			p.screenshot("light-on-a-phone")
			p.scheme("dark")
			p.screenshot("dark-on-a-phone")
			return
		}
	}
	t.Fatal("no hand is dealt that can be doubled")
}

// dealt opens a playground with one hand in it, the second of its player: the
// first says more about its shuffle than players see from then on.
func dealt(t *testing.T, browser string) (p page, open bool) {
	t.Helper()
	p = openPage(t, browser, startPlayground(t), 900, 600)
	p.scheme("dark")
	p.be("Ada")
	p.enterChannel("lounge")
	p.typeCommand("/blackjack bet:10")
	p.waitFor(".embed")
	p.playToTheEnd()
	p.enterChannel("blackjack")
	p.typeCommand("/blackjack bet:10")
	p.poll("wait for a button",
		live("Stand")+".length + "+live("No insurance")+".length + "+
			live("Play again")+".length > 0")
	return p, p.buttons("Double") > 0 && p.buttons("No insurance") == 0
}

// enterChannel changes to a channel by a click.
func (p page) enterChannel(name string) {
	p.t.Helper()
	p.js("enter "+name,
		`[...document.querySelectorAll("button[data-channel-id]")]
			.find(b => b.textContent.includes("`+name+`")).click()`)
	p.poll("wait for "+name, `document.getElementById("channel-title").textContent === "#`+name+`"`)
}
