package browser

import (
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"holecard/e2e/stage"
)

var pictures = flag.Bool("pictures", false,
	"take the pictures of docs/pictures: go test ./browser -run Pictures -pictures")

// shots are the pictures, as the folder docs/pictures has them: in English, dark, on a desktop.
// take makes the page show what the picture is of, at the end of its channel.
var shots = []struct {
	name string
	take func(*photographer)
}{
	{"natural", func(p *photographer) { p.deal("AS 9C KD 7D") }},
	{"split", func(p *photographer) {
		p.command("/profile preferences cards:picture")
		p.deal("8S 6C 8D TH 8C 8H 3S TS 3H 9C TD 2C KH", "split", "split", "split", "double",
			"stand", "hit", "stand", "stand")
	}},
	{"insured", func(p *photographer) {
		p.command("/profile preferences cards:emoji")
		p.deal("TS AC 9D KH", "insurance")
	}},
	{"table", (*photographer).table},
	{"review", func(p *photographer) {
		p.deal("TS TC 2D 9H 3C", "hit", "stand")
		p.command("/profile review")
	}},
	{"stats", func(p *photographer) {
		time.Sleep(3 * time.Second) // all is reviewed by then
		p.command("/profile stats")
	}},
	{"leaderboard", func(p *photographer) {
		for who, cards := range map[string]string{"Grace": "AS 9C KD 7D", "Edward": "TS 9C 8D KH"} {
			p.be(who)
			p.deal(cards, "stand")
		}
		p.be("Ada")
		p.command("/leaderboard")
	}},
	{"limits", func(p *photographer) {
		p.command("/profile limits")
		for _, limit := range []struct{ kind, to string }{{"1", "200"}, {"4", "45"}} {
			p.push(`[data-custom-id="la:0:` + limit.kind + `"]`)
			p.poll("wait for the form", `document.querySelector("dialog[open] input") !== null`)
			p.fill(limit.to)
			p.poll("wait until it is gone", `document.querySelector("dialog[open]") === null`)
			p.settle()
		}
	}},
	{"train", func(p *photographer) {
		p.command("/learn train kind:hard")
		p.push(`[data-custom-id^="dt:"]`)
		p.poll("wait for the second question", newest+`.innerText.includes("2")`)
	}},
	{"panel", func(p *photographer) { p.command("/settings panel") }},
	{"strategy", func(p *photographer) { p.command("/learn strategy table:downtown") }},
	{"hand", func(p *photographer) {
		p.enterChannel("lounge")
		p.deal("QS 6C 5H TD 4C 9D", "hit")
		p.whole = true
	}},
}

// screens are the sizes of the page in pixels, by name. For a picture of a message the
// page is higher than any.
var screens = map[string][2]int64{"desktop": {900, 640}, "phone": {390, 844}}

// TestPicturesOfTheDocuments takes them from the real bot at the playground. The cards
// are stacked and the times of messages are always the same.
func TestPicturesOfTheDocuments(t *testing.T) {
	if !*pictures {
		t.Skip("NOT TAKEN: -pictures takes the pictures of docs/pictures")
	}
	browser := findChromium(t)
	d := stage.NewDealer(t)
	url := playgroundOf(t, d)
	p := &photographer{page: openPage(t, browser, url, 900, 1600), dealer: d}
	for _, who := range []string{"Ben", "Cleo"} { // who join by that
		openPage(t, browser, url+"/?as="+who, 400, 400)
	}
	p.be("Ada")
	for _, shot := range shots {
		p.whole = false
		shot.take(p)
		p.keep(shot.name, "dark", "desktop")
	}
	p.keep("hand.light", "light", "desktop")
	p.keep("hand.phone", "dark", "phone")
}

// photographer takes pictures of the playground.
type photographer struct {
	page
	dealer *stage.Dealer
	whole  bool // the whole page, not only the newest message
}

// newest is the newest message.
const newest = `[...document.querySelectorAll("[data-message-id]")].at(-1)`

// enterChannel changes to a channel by a click.
func (p *photographer) enterChannel(name string) {
	p.t.Helper()
	p.js("enter "+name, `[...document.querySelectorAll("button[data-channel-id]")]
		.find(b => b.textContent.includes("`+name+`")).click()`)
	p.poll("wait for "+name, `document.getElementById("channel-title").textContent === "#`+name+`"`)
}

// command has the bot answer a command.
func (p *photographer) command(text string) {
	p.t.Helper()
	p.js("count", `window.before = document.querySelectorAll("[data-message-id]").length`)
	p.typeCommand(text)
	p.poll("wait for "+text, `document.querySelectorAll("[data-message-id]").length > before`)
	p.settle()
}

// deal has a hand of these cards dealt, and plays actions on it, as custom IDs name them.
func (p *photographer) deal(cards string, actions ...string) {
	p.t.Helper()
	p.dealer.Stack(p.t, cards)
	p.command("/blackjack bet:10")
	p.poll("see cards", newest+`.querySelector(".emoji, .embed-image") !== null`)
	for _, action := range actions {
		p.js(action, `[...document.querySelectorAll('[data-custom-id$=":`+action+
			`"]:not(:disabled)')].at(-1)?.click()`)
		p.settle()
	}
}

// settle waits until nothing is under way.
func (p *photographer) settle() {
	p.t.Helper()
	p.poll("wait until all is answered", `!document.querySelector("[aria-busy=true], .thinking") &&
		[...document.images].every(i => i.complete)`)
}

// keep keeps the picture, as a scheme and a screen show it.
func (p *photographer) keep(name, scheme, screen string) {
	p.t.Helper()
	size := screens[screen]
	if !p.whole {
		size[1] = 1900
	}
	p.do("take a "+screen, chromedp.EmulateViewport(size[0], size[1]))
	p.scheme(scheme)
	p.js("let nothing differ the next time", `document.activeElement.blur();
		document.getElementById("scroller").scrollTop = 1e6;
		document.getAnimations().forEach(a => a.finish?.());
		document.querySelectorAll(".message-time").forEach(t =>
			t.textContent = "Today at 8:36 PM")`)
	if err := os.WriteFile(filepath.Join("../../docs/pictures", name+".png"), p.shot(),
		0o644); err != nil {
		p.t.Fatal(err)
	}
	p.do("go back", chromedp.EmulateViewport(900, 1600))
}

// shot is a picture of the page, or of its newest message, as a PNG of at most 256
// colours.
func (p *photographer) shot() []byte {
	p.t.Helper()
	raw, err := chromedp.Run(p.ctx, chromedp.CaptureScreenshot())
	if err != nil {
		p.t.Fatal(err)
	}
	seen, err := png.Decode(bytes.NewReader(raw))
	if err != nil {
		p.t.Fatal(err)
	}
	part := seen.Bounds()
	if !p.whole {
		box, err := chromedp.Run(p.ctx, chromedp.Evaluate[[4]float64](`(r => [r.left, r.top - 8,
			r.right, r.bottom + 8])(`+newest+`.getBoundingClientRect())`))
		if err != nil {
			p.t.Fatal(err)
		}
		part = image.Rect(int(box[0]), int(box[1]), int(box[2]), int(box[3])).Intersect(part)
	}
	counts := map[color.Color]int{}
	for y := part.Min.Y; y < part.Max.Y; y++ {
		for x := part.Min.X; x < part.Max.X; x++ {
			counts[seen.At(x, y)]++
		}
	}
	common := slices.SortedFunc(maps.Keys(counts), func(a, b color.Color) int {
		return cmp.Or(counts[b]-counts[a], cmp.Compare(fmt.Sprint(a), fmt.Sprint(b)))
	})
	few := image.NewPaletted(part, common[:min(len(common), 256)])
	for y := part.Min.Y; y < part.Max.Y; y++ {
		for x := part.Min.X; x < part.Max.X; x++ {
			few.Set(x, y, seen.At(x, y))
		}
	}
	var file bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&file, few); err != nil {
		p.t.Fatal(err)
	}
	return file.Bytes()
}

// table shows five people at a table, of whom the third is in turn.
func (p *photographer) table() {
	p.t.Helper()
	people := []string{"Ada", "Grace", "Edward", "Ben", "Cleo"}
	p.dealer.Stack(p.t, "9S AC 5S JD 8C KH 7H KD 6D QS 3D 9C TD")
	p.command("/table open table:vegas pace:slow")
	for _, buttons := range [][]string{{"Sit", "Same bet"}, {"Ready"}} {
		for _, who := range people {
			p.be(who)
			for _, b := range buttons {
				p.push(`[data-custom-id^="` + seatKinds[b] + `:"]`)
			}
		}
	}
	p.be("Ada")
	p.push(`[data-custom-id$=":hit"]`) // a bust, behind which Grace has a blackjack
	p.poll("wait for Edward", newest+`.innerText.includes("Edward")`)
	p.js("let no seed and no time differ", `(m => {
		const footer = m.querySelector(".embed-footer");
		footer.innerHTML = footer.innerHTML.replace(/[0-9a-f]{64}/, "5eed".repeat(16));
		const soon = new Intl.RelativeTimeFormat("en").format(90, "second");
		m.querySelectorAll(".timestamp").forEach(t => t.replaceWith(soon));
	})(`+newest+`)`)
}

// push waits for a button of the newest message, and pushes it.
func (p *photographer) push(selector string) {
	p.t.Helper()
	button := newest + "?.querySelector('" + selector + "')"
	p.poll("wait for "+selector, button+" != null")
	p.js("push "+selector, button+".click()")
	p.settle()
}

// seatKinds are the kinds of custom IDs of a table's buttons.
var seatKinds = map[string]string{"Sit": "us", "Same bet": "ua", "Ready": "ur"}
