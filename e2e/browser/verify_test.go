package browser

import (
	"context"
	"encoding/json"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"holecard/blackjack"
	"holecard/blackjack/fair"
	"holecard/e2e/stage"
)

// TestAShuffleIsCheckedInTheBrowser plays a hand, copies its proof and pastes it
// into the page that the playground serves, and into the file itself.
func TestAShuffleIsCheckedInTheBrowser(t *testing.T) {
	browser := findChromium(t)
	url := playgroundOf(t, stage.NewDealer(t))

	ada := openPage(t, browser, url, 1200, 900)
	ada.be("Ada")
	ada.typeCommand("/blackjack bet:10")
	ada.playToTheEnd()
	ada.press("Proof")
	const block = `[...document.querySelectorAll("pre")]
		.find(e => e.textContent.includes("holecard fair proof 2"))`
	ada.poll("wait for the proof", "!!"+block)
	proof := ada.text(block + ".textContent")
	if link := ada.text(`document.querySelector(".sidebar-link").href`); link != url+"/verify" {
		t.Errorf("the link leads to %s", link)
	}

	desk := openAt(t, browser, url+"/verify", "#input", 1200, 900)
	desk.scheme("light")
	desk.verify(proof)
	desk.waitForText("It holds: the cards")
	desk.waitForText("This is the SHA-256 of the server seed.")
	desk.screenshot("6-a-proof-holds")
	desk.verify("[12:31] Holecard APP\n" + proof + "\nOnly you can see this")
	desk.waitForText("It holds: the cards")
	desk.verify(strings.Replace(proof, "\nend of proof", "", 1))
	desk.waitForText("This line is not as the bot writes it.")
	desk.js("press the example", `document.getElementById("example").click()`)
	desk.waitForText("These are cards 1 to 6 of the shoe that follows.")
	desk.js("clear", `document.getElementById("clear").click()`)
	if left := desk.text(`document.getElementById("input").value +
		document.getElementById("verdict").textContent +
		document.getElementById("results").textContent`); left != "" {
		t.Errorf("cleared, the page still has %q", left)
	}

	seats := seatedProof()
	desk.verify(seats)
	desk.waitForText("This is what the client seeds of the seats give together.")
	desk.findOwn("lucky é")
	desk.waitForText("It is marked below, in 2 places.")
	const own = `[...document.querySelectorAll(".item.own .said")].map(e => e.textContent).join()`
	if got := desk.text(own); got != `seat 1: "lucky é",seat 3: "lucky é"` {
		t.Errorf("marked as one's own is %s", got)
	}
	desk.findOwn(`"\u5e78\u904b"`)
	desk.waitForText("It is marked below.")
	if got := desk.text(own); got != `seat 2: "幸運"` {
		t.Errorf("marked as one's own is %s", got)
	}
	desk.screenshot("7-seats-of-a-table")
	desk.findOwn("another")
	desk.waitForText("No seat has it.")
	desk.verify(strings.Replace(seats, "幸運", "幸", 1))
	desk.waitForText("This does not hold: see line 5.")
	desk.verify(proof)
	desk.waitForText("It holds: the cards")
	if got := desk.text(`String(document.getElementById("finder").hidden)`); got != "true" {
		t.Error("a hand of one's own has a field to find a seat")
	}

	phone := desk
	phone.do("take a phone", chromedp.EmulateViewport(390, 844))
	phone.scheme("dark")
	hostile := strings.Replace(proof, "client seed: ",
		`client seed: "<img src=x onerror=document.title='taken'>`+strings.Repeat("x", 10)+`" `, 1)
	phone.verify(hostile)
	phone.waitForText("This does not hold: see line 5.")
	phone.screenshot("8-a-hostile-proof-on-a-phone")
	const wide = `e => e.getBoundingClientRect().right > innerWidth || e.scrollWidth > innerWidth`
	if got := phone.text(`document.title + document.querySelectorAll("img").length +
		([...document.querySelectorAll("*")].some(` + wide + `) ? "wide" : "")`); got !=
		"Check a shuffle0" {
		t.Errorf("what was pasted changes the page: %s", got)
	}
	phone.verify(strings.Replace(proof, "dealt before: 0", "dealt before: 1", 1))
	phone.waitForText("cards were dealt before it.")
	phone.screenshot("9-a-proof-does-not-hold")
	phone.verify("I won!")
	phone.waitForText("This cannot be read. It has no line")

	file, err := filepath.Abs("../../docs/verify.html")
	if err != nil {
		t.Fatal(err)
	}
	alone := phone
	alone.do("open the file", chromedp.Navigate("file://"+file),
		chromedp.WaitVisible(chromedp.CSS("#input")))
	alone.scheme("light")
	alone.verify(seatedProof())
	alone.waitForText("It holds: ")
	alone.screenshot("10-a-proof-holds-in-the-file")
}

// seatedProof returns the proof of a hand that a deadline dealt to three seats.
func seatedProof() string {
	seats := []string{"lucky é", "幸運", "lucky é"}
	in := fair.Inputs{Client: fair.Combine(seats), Interaction: 1<<63 | 42}
	rules := blackjack.Rules{Decks: 6}
	id := strconv.FormatUint(in.Interaction, 10)
	return fair.Proof{Hand: id, Table: "vegas", Shuffles: []fair.Shuffle{{
		Commitment: in.Server.Commitment(), ServerSeed: in.Server.Reveal(), ClientSeed: in.Client,
		Seats: seats, Interaction: id, Decks: rules.Decks, Cards: in.Cards(rules)[:9]}}}.Text()
}

// findOwn types a client seed to find its seat.
func (p page) findOwn(client string) {
	p.t.Helper()
	text, err := json.Marshal(client)
	if err != nil {
		p.t.Fatal(err)
	}
	p.js("type the client seed", `document.getElementById("own").value = `+string(text)+`;
		document.getElementById("own").dispatchEvent(new Event("input"))`)
}

// verify pastes a text and presses the button.
func (p page) verify(pasted string) {
	p.t.Helper()
	text, err := json.Marshal(pasted)
	if err != nil {
		p.t.Fatal(err)
	}
	p.js("paste", `document.getElementById("input").value = `+string(text))
	p.do("press Verify", chromedp.Click(chromedp.CSS("button[type=submit]")))
}

// text returns what an expression of the page gives.
func (p page) text(expression string) string {
	p.t.Helper()
	text, err := chromedp.Run(p.ctx, chromedp.Evaluate[string](expression,
		chromedp.EvalAwaitPromise))
	if err != nil {
		p.t.Fatalf("%s: %v", expression, err)
	}
	return text
}

// scheme has the system prefer light colours, or dark ones.
func (p page) scheme(name string) {
	p.t.Helper()
	p.do("prefer "+name, chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, emulation.SetEmulatedMedia,
			emulation.SetEmulatedMediaParams{
				Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: name}}})
		return err
	}))
}
