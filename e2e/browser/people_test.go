package browser

import (
	"testing"

	"github.com/chromedp/chromedp"

	"holecard/e2e/stage"
)

// Three windows are three people at the same time: by the person in the URL, who joins
// where nobody has that name.
func TestThreeWindowsAreThreePeople(t *testing.T) {
	browser := findChromium(t)
	d := stage.NewDealer(t)
	d.Stack(t, "TS 6C 3D TH 2C 5D")
	url := playgroundOf(t, d)
	ada := openPage(t, browser, url+"/?as=ada", 1200, 900)
	ben := openPage(t, browser, url+"/?as=Ben", 1200, 900)
	grace := openPage(t, browser, url+"/?as=Grace", 390, 844)
	all := map[string]page{"Ada": ada, "Ben": ben, "Grace": grace}
	for name, p := range all {
		p.poll(name+" is there", `document.getElementById("you").innerText.includes("`+name+`")`)
	}

	ada.typeCommand("/blackjack bet:10")
	for _, p := range all {
		p.waitFor(".embed")
		p.waitForText("Stand")
	}
	const isPrivate = `document.body.innerText.includes("Only you can see this")`
	ben.press("Stand")
	ben.poll("Ben is told that it is not his", isPrivate)
	for _, p := range []page{ada, grace} {
		p.is("nobody else is told", "!"+isPrivate)
	}
	ada.press("Hit")
	for _, p := range all {
		p.poll("see the card", `document.querySelector(".embed").innerText.includes("15")`)
	}

	ben.js("write when it is", `fetch("/playground/world").then(r => r.json()).then(w =>
		fetch("/playground/say", {method: "POST", headers: {"Content-Type": "application/json"},
		body: JSON.stringify({as: w.people.find(p => p.name === "Ben").id, channel:
		w.channels[0].id, content: "<t:" + Math.round(Date.now() / 1000 + 40) + ":R>"})}))`)
	for _, p := range all {
		p.poll("see a time", `/in \d+ seconds/.test(document.querySelector("time[data-unix]")
			?.textContent)`)
		p.js("remember it", `window.shown = document.querySelector("time[data-unix]").textContent`)
		p.poll("see it tick", `/in \d+ seconds/.test(document.querySelector("time[data-unix]")
			.textContent) && document.querySelector("time[data-unix]").textContent !== shown`)
	}
	for name, p := range all {
		p.screenshot("three-windows-" + name)
	}

	ben.is("who is no moderator deletes only his own",
		`document.querySelectorAll(".delete").length === 1`)
	ada.js("delete the hand", `document.querySelector("[data-message-id]:has(.embed) .delete")
		.click()`)
	ada.waitFor("dialog")
	ada.js("yes", `document.querySelector("dialog [type=submit]").click()`)
	for _, p := range all {
		p.poll("the hand is gone", `!document.querySelector(".embed")`)
	}

	ben.do("reload", chromedp.Navigate(url+"/?as=Ben"), chromedp.WaitVisible(
		chromedp.CSS("#composer")))
	ben.poll("Ben is Ben", `document.getElementById("you").innerText.includes("Ben")`)
	ben.is("there is one Ben", `[...document.querySelectorAll("button[data-person-id]")]
		.filter(b => b.textContent.includes("Ben")).length === 1`)
	ben.be("Edward")
	ben.poll("the URL says who he is now", `location.search === "?as=Edward"`)
	ben.js("go back", `history.back()`)
	ben.poll("Ben is back", `document.getElementById("you").innerText.includes("Ben")`)
}

// An administrator takes permissions away from the bot, which is told of it.
func TestThePermissionsOfTheBotAreTickedByAnAdministrator(t *testing.T) {
	p := openPage(t, findChromium(t), playgroundOf(t, stage.NewDealer(t)), 1200, 900)
	const embeds = `document.querySelector("#permissions input[value='16384']")`
	p.be("Grace")
	p.poll("Grace may not", embeds+`.disabled && `+embeds+`.checked`)
	p.be("Ada")
	p.poll("Ada may", `!`+embeds+`.disabled`)
	p.js("show the list", `document.getElementById("permissions").open = true`)
	p.js("no embeds", embeds+`.click()`)
	p.poll("wait for the server", `fetch("/playground/world").then(r => r.json())
		.then(w => w.channels[0].denied === 16384)`)
	p.is("it stays unticked", `!`+embeds+`.checked`)
	p.js("go to the lounge", `document.querySelectorAll("button[data-channel-id]")[1].click()`)
	p.poll("it is another channel's", embeds+`.checked`)
}

// Whoever finds no room is told so, and plays nobody: not the first of those who are there.
func TestWhoeverFindsNoRoomPlaysNobody(t *testing.T) {
	browser := findChromium(t)
	url := playgroundOf(t, stage.NewDealer(t))
	p := openPage(t, browser, url+"/?as=Ada", 1200, 900)
	p.js("22 more come", `Promise.all([...Array(22).keys()].map(n => fetch("/playground/join",
		{method: "POST", headers: {"Content-Type": "application/json"},
		body: JSON.stringify({name: "Guest " + n})})))`)
	p.poll("it is full", `fetch("/playground/world").then(r => r.json())
		.then(w => w.people.length === 25)`)
	for who, says := range map[string]string{"Zed": "25 people are here already: be one of them",
		"123456789012345678": "Nobody here has the id"} {
		p.do("come as "+who, chromedp.Navigate(url+"/?as="+who))
		p.poll("it is said", `document.getElementById("banner").innerText.includes("`+says+`")`)
		p.is("they are nobody", `document.getElementById("you").innerText === "" &&
			document.getElementById("form").inert && location.search === "?as=`+who+`"`)
		p.screenshot("no-room-" + who)
	}
	p.is("they may be one of them", `[...document.querySelectorAll("#banner a")]
		.some(a => a.href.endsWith("?as=Guest+7"))`)
	p.do("be one", chromedp.Navigate(url+"/?as=Guest+7"))
	p.poll("Guest 7 is there", `document.getElementById("you").innerText.includes("Guest 7")`)
}
