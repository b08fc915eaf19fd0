// Package browser plays in chromium, as people do, on the bot as a process.
package browser

import (
	"context"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"holecard/e2e/stage"
)

func TestMain(m *testing.M) {
	flag.Parse()
	flag.Set("test.parallel", "4") // most of the time people wait
	defer chromium.Stop()
	stage.Main(m)
}

// TestAHandIsPlayedInTheBrowser plays as two people, by keyboard and mouse, and
// saves what they see (go test -artifacts -outputdir DIR keeps the pictures).
func TestAHandIsPlayedInTheBrowser(t *testing.T) {
	browser := findChromium(t)
	url := playgroundOf(t, stage.NewDealer(t))

	ada := openPage(t, browser, url, 1200, 900)
	ada.be("Ada")
	ada.typeCommand("/blackjack bet:10")
	ada.waitFor(".embed")
	ada.seeCards()
	ada.screenshot("1-ada-is-dealt-a-hand")

	edward := openPage(t, browser, url, 390, 844)
	edward.be("Edward")
	edward.waitFor(".embed")
	if edward.buttons("Stand") > 0 {
		edward.press("Stand")
		edward.waitForText("Ada")
		edward.waitForText("Start yours with")
	}
	edward.screenshot("2-edward-may-not-play-it")

	ada.playToTheEnd()
	ada.screenshot("3-ada-is-at-the-end")
	ada.press("Proof")
	ada.waitForText("server seed: ")
	ada.screenshot("3-ada-sees-the-proof")

	edward.typeCommand("/blackjack bet:25")
	edward.waitForText("Edward · Vegas")
	edward.seeCards()
	edward.playToTheEnd()
	edward.screenshot("4-edward-plays-on-a-phone")

	ada.typeCommand("/leaderboard")
	ada.waitForText("Top players")
	ada.typeCommand("/daily")
	ada.waitForText("You got")
	ada.screenshot("5-leaderboard-and-daily")
}

// A suggestion that was once shown does not cut what is typed on behind it, and
// a name that no option has is not taken for a part of the strategy.
func TestAStrategyTypedWithAPauseIsSentWhole(t *testing.T) {
	ada := openPage(t, findChromium(t), playgroundOf(t, stage.NewDealer(t)), 1200, 900)
	const composer = "#composer"
	ada.do("type half", chromedp.Click(chromedp.CSS(composer)),
		chromedp.SendKeys(chromedp.CSS(composer), "/learn simulate strategy:total <"))
	ada.poll("wait for suggestions",
		`[...document.querySelectorAll(".suggestion")]
			.some(s => s.textContent.trim() === "total <")`)
	ada.do("type the rest", chromedp.SendKeys(chromedp.CSS(composer),
		" 12 || upcard > 6 rounds:1000"), enter)
	ada.poll("wait for the simulation",
		`[...document.querySelectorAll(".embed code")]
			.some(c => c.textContent === "total < 12 || upcard > 6")`)
	ada.typeCommand("/learn simulate strategy:basic roundz:5")
	ada.waitForText("/learn simulate has no option “roundz”. Its options are: strategy, house, " +
		"table, " +
		"rounds, penetration.")
}

// findChromium returns Debian's chromium, for a test that goes on beside others: people wait
// more than they do.
func findChromium(t *testing.T) string {
	t.Helper()
	t.Parallel()
	for _, name := range []string{"chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return stage.Needs(t, "chromium", "chromium fonts-dejavu-core")
}

// playgroundOf runs the playground with a dealer's cards on a free port and returns its URL.
func playgroundOf(t *testing.T, d *stage.Dealer) string {
	t.Helper()
	p := stage.Start(t, "Press Ctrl+C", []string{d.Setting()}, "playground", "--listen",
		"127.0.0.1:0")
	return address.FindString(p.Log.String())
}

var address = regexp.MustCompile(`http://\S+`)

// chromium is the browser of all pages: to start one takes longer than many a test.
var chromium sharedBrowser

// sharedBrowser is a browser that is started when the first page is opened.
type sharedBrowser struct {
	start sync.Once
	ctx   context.Context
	err   error
	stop  []context.CancelFunc
}

// open returns the browser at a path.
func (s *sharedBrowser) open(path string) (context.Context, error) {
	s.start.Do(func() {
		options := append(chromedp.DefaultExecAllocatorOptions[:],
			chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU,
			chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true),
			chromedp.WSURLReadTimeout(time.Minute))
		var stop context.CancelFunc
		s.ctx, stop = chromedp.NewExecAllocator(context.Background(), options...)
		s.stop = append(s.stop, stop)
		s.ctx, stop = chromedp.NewContext(s.ctx)
		s.stop = append(s.stop, stop)
		s.err = chromedp.Do(s.ctx)
	})
	return s.ctx, s.err
}

// Stop ends the browser, if it was started.
func (s *sharedBrowser) Stop() {
	for _, stop := range slices.Backward(s.stop) {
		stop()
	}
}

// page is the playground in a window of its own, which shares nothing with others.
type page struct {
	t   *testing.T
	ctx context.Context
}

// openPage opens the playground.
func openPage(t *testing.T, browser, url string, width, height int64) page {
	t.Helper()
	p := openAt(t, browser, url, "#composer", width, height)
	// what is typed before the page knows who there is goes nowhere
	p.do("wait for the people", chromedp.WaitReady(chromedp.CSS("button[data-person-id]")))
	return p
}

// openAt opens a page and waits for something on it.
func openAt(t *testing.T, browser, url, selector string, width, height int64) page {
	t.Helper()
	ctx, err := chromium.open(browser)
	if err != nil {
		t.Fatalf("the browser does not start: %v", err)
	}
	ctx, stop := chromedp.NewContext(ctx, chromedp.WithNewBrowserContext())
	t.Cleanup(stop)
	if end, ok := t.Deadline(); ok { // a little before go test ends, for a picture of what is wrong
		ctx, stop = context.WithDeadline(ctx, end.Add(-20*time.Second))
		t.Cleanup(stop)
	}
	p := page{t, ctx}
	p.do("open the page", chromedp.EmulateViewport(width, height), chromedp.Navigate(url),
		chromedp.WaitVisible(chromedp.CSS(selector)))
	return p
}

func (p page) do(what string, actions ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	if err := chromedp.Do(p.ctx, actions...); err != nil {
		p.screenshot("failed")
		p.t.Fatalf("%s: %v", what, err)
	}
}

// be changes to a person by a click.
func (p page) be(name string) {
	p.t.Helper()
	p.waitFor("button[data-person-id]") // the people come a moment after the page
	p.js("become "+name,
		`[...document.querySelectorAll("button[data-person-id]")]
			.find(b => b.textContent.includes("`+name+`")).click()`)
}

func (p page) js(what, code string) {
	p.t.Helper()
	p.do(what, chromedp.Evaluate[chromedp.Void](code))
}

// typeCommand types into the composer and presses Enter.
func (p page) typeCommand(text string) {
	p.t.Helper()
	p.do("type "+text, chromedp.Click(chromedp.CSS("#composer")),
		chromedp.SendKeys(chromedp.CSS("#composer"), text), enter)
}

// enter presses the key as a keyboard does, in one event that the page may
// take; SendKeys would also type its character, whatever the page does.
func enter(ctx context.Context, target *chromedp.Target) (chromedp.Void, error) {
	for _, kind := range []input.DispatchKeyEventType{input.DispatchKeyEventTypeKeyDown,
		input.DispatchKeyEventTypeKeyUp} {
		press := input.DispatchKeyEventParams{Type: kind, Key: "Enter", Code: "Enter",
			WindowsVirtualKeyCode: 13}
		if kind == input.DispatchKeyEventTypeKeyDown {
			press.Text = "\r"
		}
		if _, err := cdp.Call(ctx, target, input.DispatchKeyEvent, press); err != nil {
			return chromedp.Void{}, err
		}
	}
	return chromedp.Void{}, nil
}

func (p page) waitFor(selector string) {
	p.t.Helper()
	p.do("wait for "+selector, chromedp.WaitVisible(chromedp.CSS(selector)))
}

func (p page) waitForText(text string) {
	p.t.Helper()
	p.poll("wait for the text "+text, `document.body.innerText.includes("`+text+`")`)
}

func (p page) poll(what, condition string) {
	p.t.Helper()
	if _, err := chromedp.Run(p.ctx, chromedp.Poll[bool](condition,
		chromedp.WithPollingInterval(20*time.Millisecond),
		chromedp.WithPollingTimeout(time.Minute))); err != nil {
		p.screenshot("failed")
		p.t.Fatalf("%s: %v", what, err)
	}
}

// live selects the buttons of a label in the newest message with buttons, of
// those that can be pressed.
func live(label string) string {
	return `[...([...document.querySelectorAll("[data-message-id]")]
			.filter(m => m.querySelector("button[data-custom-id]")).at(-1)
			?.querySelectorAll("button[data-custom-id]") ?? [])]
		.filter(b => !b.disabled && b.getAttribute("aria-busy") !== "true" &&
			b.textContent.trim() === "` + label + `")`
}

func (p page) buttons(label string) int {
	p.t.Helper()
	n, err := chromedp.Run(p.ctx, chromedp.Evaluate[int](live(label)+".length"))
	if err != nil {
		p.t.Fatalf("count %s: %v", label, err)
	}
	return n
}

func (p page) press(label string) {
	p.t.Helper()
	p.poll("wait for "+label, live(label)+".length > 0")
	p.js("press "+label, live(label)+`[0].click()`)
}

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

// fill enters a text in the one field of an open form, and sends it.
func (p page) fill(text string) {
	p.t.Helper()
	p.js("fill the form", `(form => {
		form.querySelector("input").value = "`+text+`";
		form.requestSubmit();
	})(document.querySelector("dialog[open] form"))`)
}

// seeCards waits until the cards of a hand are seen: as emojis, whose pictures are
// there, or as text where the hand was dealt before the bot had uploaded them.
func (p page) seeCards() {
	p.t.Helper()
	p.poll("see cards as Discord shows them", `(() => {
		const emojis = [...document.querySelectorAll(".embed img.emoji")];
		return emojis.length === 0
			? [...document.querySelectorAll(".embed code")].some(c => /[♠♥♦♣]/.test(c.innerText))
			: emojis.every(e => e.complete && e.naturalWidth > 0);
	})()`)
}

// playToTheEnd declines insurance and stands until the hand can be played again.
func (p page) playToTheEnd() {
	p.t.Helper()
	for range 10 {
		p.poll("wait for a button",
			live("Stand")+".length + "+live("No insurance")+".length + "+
				live("Play again")+".length > 0")
		switch {
		case p.buttons("Play again") > 0:
			return
		case p.buttons("No insurance") > 0:
			p.press("No insurance")
		default:
			p.press("Stand")
		}
	}
	p.t.Fatal("the hand does not end")
}

// screenshot keeps a picture of the page, when pictures are kept: they take a third of the time.
func (p page) screenshot(name string) {
	p.t.Helper()
	if flag.Lookup("test.artifacts").Value.String() != "true" {
		return
	}
	picture, err := chromedp.Run(p.ctx, chromedp.CaptureScreenshot())
	if err != nil {
		p.t.Logf("no picture of %s: %v", name, err)
		return
	}
	if err := os.WriteFile(filepath.Join(p.t.ArtifactDir(), name+".png"), picture,
		0o644); err != nil {
		p.t.Error(err)
	}
}
