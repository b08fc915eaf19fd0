package browser

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"holecard/e2e/stage"
)

func TestThePageIsUsedByKeyboardAndHeard(t *testing.T) {
	d := stage.NewDealer(t)
	ada := openPage(t, findChromium(t), playgroundOf(t, d), 1200, 600)
	ada.be("Ada")
	ada.js("listen", `window.heard = []; new MutationObserver(() =>
		heard.push(document.getElementById("news").textContent)).observe(
		document.getElementById("news"), {childList: true})`)
	ada.do("go to the composer", chromedp.Focus(chromedp.CSS("#composer")))
	ada.write("/")
	ada.is("the list is open", `composer.ariaExpanded === "true" && composer.role === "combobox"`)
	last := `(list => list.lastElementChild)(document.getElementById(
		composer.getAttribute("aria-controls")))`
	ada.is("the list is longer than its box", last+`.getBoundingClientRect().top >
		composer.getBoundingClientRect().top`)
	ada.write(kb.PageDown + kb.PageDown + kb.PageDown + kb.PageDown)
	ada.is("the last command is chosen and in sight",
		last+`.id === composer.getAttribute("aria-activedescendant") &&
		`+last+`.ariaSelected === "true" && `+last+`.getBoundingClientRect().bottom <
		composer.getBoundingClientRect().top`)
	ada.write(kb.Escape)
	ada.is("the list is closed", `composer.ariaExpanded === "false" &&
		!composer.hasAttribute("aria-activedescendant")`)
	ada.write(kb.Escape)
	ada.is("what was typed stays", `composer.value === "/"`)

	d.Stack(t, "TS 6C 3D TH 2C 5D")
	ada.write(kb.Backspace + "/blackjack bet:10")
	ada.do("send", enter)
	ada.waitFor(".embed")
	hand := `document.activeElement.querySelector(".embed")`
	ada.poll("the keyboard is at the new hand", hand+` !== null`)
	ada.do("go on to Hit", chromedp.KeyEvent(kb.Tab))
	ada.is("Hit is next", `document.activeElement.textContent === "Hit"`)
	ada.do("press it", chromedp.KeyEvent(" "))
	ada.poll("wait for the card", `document.querySelector(".embed").innerText.includes("15")`)
	ada.is("the keyboard stays", `document.activeElement.textContent === "Hit"`)
	ada.is("one line is heard of each", `heard.length === 2 &&
		heard.every(line => line !== "" && !line.includes("Balance"))`)

	ada.press("Stand")
	ada.playToTheEnd()
	ada.write("/blackjack bet:10")
	ada.js("send, and write on", `form.requestSubmit(); composer.value = "wait"`)
	ada.poll("wait for the answer", `document.querySelectorAll(".embed").length === 2`)
	ada.is("nobody who writes is interrupted", `document.activeElement === composer &&
		composer.value === "wait"`)
}

func TestThePageFitsAPhone(t *testing.T) {
	p := openPage(t, findChromium(t), playgroundOf(t, stage.NewDealer(t)), 390, 844)
	p.be("Ada")
	p.fits("an empty channel")
	p.js("press Deal", `document.querySelector("#empty .button").click()`)
	p.waitFor(".embed")
	p.fits("a hand")
	p.playToTheEnd()
	for _, command := range []string{"/profile stats", "/leaderboard", "/learn odds",
		"/learn simulate strategy:basic rounds:1000", "/learn rules", "/fair", "/help",
		"/settings panel"} {
		p.js("count", `window.before = document.querySelectorAll(".embed").length`)
		p.typeCommand(command)
		p.poll("wait for "+command, `document.querySelectorAll(".embed").length > before &&
			!document.querySelector(".thinking")`)
		p.fits(command)
	}
	p.write("/")
	p.waitFor(".suggestion")
	p.fits("the list of commands")
	p.js("open the side bar", `document.getElementById("drawer-open").click()`)
	p.waitFor(".sidebar-open")
	p.js("show what the bot may do", `document.getElementById("permissions").open = true`)
	p.fits("the side bar")
}

func TestWhatIsTickedIsTakenWhenTheListCloses(t *testing.T) {
	p := openPage(t, findChromium(t), playgroundOf(t, stage.NewDealer(t)), 390, 844)
	p.be("Ada")
	p.typeCommand("/settings panel")
	p.waitFor(".select-many")
	p.do("open the list", chromedp.Click(chromedp.CSS(".select-many > summary")))
	p.waitFor(".choices input[value=joker]")
	p.fits("an open list")
	p.do("close Joker", chromedp.Click(chromedp.CSS(".choices label:has([value=joker])")))
	const joker = `[...document.querySelectorAll(".embed li")].some(l =>
		l.textContent.startsWith("Joker"))`
	p.is("nothing is taken yet", `document.querySelector(".select-many").open && `+joker)
	p.do("go elsewhere", chromedp.Click(chromedp.CSS("#composer")))
	p.poll("wait until Joker is closed", "!"+joker)
}

// fits reports what a finger would miss, and what is wider than the screen.
func (p page) fits(what string) {
	p.t.Helper()
	const misses = `[...document.querySelectorAll("button, select, summary, label:has(input), a, [role=option]")]
		.filter(e => e.checkVisibility({visibilityProperty: true}) &&
			!e.closest("[inert], .skip, .mention") && getComputedStyle(e).display !== "inline")
		.map(e => [e, e.getBoundingClientRect()])
		.filter(([e, r]) => r.width < 44 || r.height < 44)
		.map(([e, r]) => "small: " + e.outerHTML.slice(0, 100) + " " + r.width + "x" + r.height)`
	const wide = `[...document.querySelectorAll("main *")]
		.filter(e => e.scrollWidth > e.clientWidth && /auto|scroll/.test(getComputedStyle(e).overflowX)
			|| e.getBoundingClientRect().right > innerWidth)
		.map(e => "wide: " + e.outerHTML.slice(0, 100))`
	if found := p.text(`[...` + misses + `, ...` + wide + `].join("\n")`); found != "" {
		p.screenshot("does-not-fit")
		p.t.Errorf("%s does not fit:\n%s", what, found)
	}
}

func (p page) is(what, condition string) {
	p.t.Helper()
	if p.text("String("+condition+")") != "true" {
		p.screenshot("failed")
		p.t.Fatalf("not so: %s", what)
	}
}
