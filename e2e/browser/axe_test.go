package browser

import (
	"fmt"
	"os"
	"testing"

	"github.com/chromedp/chromedp"

	"holecard/e2e/stage"
)

// TestAxeFindsNothingSerious has axe judge the page for people who cannot see it or
// use no mouse: in each of its states, dark and light, wide and on a phone.
func TestAxeFindsNothingSerious(t *testing.T) {
	axe := axeCore(t)
	d := stage.NewDealer(t)
	p := openPage(t, findChromium(t), playgroundOf(t, d), 1200, 900)
	p.js("load axe", axe)
	judge := func(state string) {
		t.Helper()
		for _, scheme := range []string{"dark", "light"} {
			for _, width := range []int64{1200, 390} {
				p.do("change the screen", chromedp.EmulateViewport(width, 844))
				p.scheme(scheme)
				p.text(drawn)
				p.js("end what moves", `document.getAnimations().forEach(a => a.finish?.())`)
				p.screenshot(fmt.Sprint(state, "-", scheme, "-", width))
				if found := p.text(serious); found != "" {
					t.Errorf("%s, %s, %d px wide:\n%s", state, scheme, width, found)
				}
			}
		}
		p.do("change the screen", chromedp.EmulateViewport(1200, 900))
	}
	p.be("Ada")
	p.waitFor("#empty .button")
	judge("an empty channel")
	d.Stack(t, "TS 6C 3D TH 2C 5D")
	p.js("press Deal", `document.querySelector("#empty .button").click()`)
	p.waitFor(".embed")
	judge("an open hand")
	p.press("Stand")
	p.playToTheEnd()
	judge("a hand that is over")
	p.typeCommand("/fair")
	p.waitForText("Only you can see this")
	judge("an answer that only Ada sees")
	p.typeCommand("/settings panel")
	p.waitFor(".select")
	judge("the settings panel")
	p.write("/")
	p.waitFor(".suggestion")
	judge("the list of commands")
	p.write("learn simulate strategy:")
	p.waitFor(".suggestion")
	judge("completion")
	p.write("\b\b\b")
	p.js("show what the bot may do", `document.getElementById("permissions").open = true`)
	judge("what the bot may do")
	p.js("open a form", `import("/modal_view.js").then(m => m.showModal({title: "Bet", components: [
		{components: [{custom_id: "bet", label: "Chips", placeholder: "10"}]},
		{components: [{custom_id: "pairs", label: "Perfect pairs", required: false}]},
		{components: [{custom_id: "poker", label: "21+3", required: false, value: "5"}]},
		{components: [{custom_id: "bust", label: "The dealer's bust", required: false}]}]},
		async () => {}))`)
	p.waitFor("dialog")
	judge("a form")
}

// write types into the composer.
func (p page) write(text string) {
	p.t.Helper()
	p.do("write "+text, chromedp.SendKeys(chromedp.CSS("#composer"), text))
}

// drawn waits until the page has been laid out for its screen: what listens to the width hears of
// it when a frame is drawn.
const drawn = `new Promise(done => requestAnimationFrame(() =>
	requestAnimationFrame(() => done(""))))`

// serious runs axe and returns what it finds that is more than minor.
const serious = `axe.run(document, {resultTypes: ["violations"]}).then(r => r.violations
	.filter(v => v.impact !== "minor")
	.flatMap(v => v.nodes.map(n => v.id + ": " + n.html.slice(0, 200) + "\n\t" + n.failureSummary))
	.join("\n"))`

// axeCore returns the script of axe, which CI gets from npm.
func axeCore(t *testing.T) string {
	t.Helper()
	path := os.Getenv("AXE_CORE")
	if path == "" && os.Getenv("CI") != "true" {
		t.Skip("SKIPPED: nobody judged whether everybody can use the page. Run npm install " +
			"axe-core, and name its axe.min.js in AXE_CORE.")
	}
	source, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("AXE_CORE: %v", err)
	}
	return string(source) + ";undefined"
}
