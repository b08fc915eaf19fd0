import assert from "node:assert/strict";
import { test } from "node:test";
import { html } from "./fake_dom.js";
import { rows } from "../component_view.js";
import { embed } from "../embed_view.js";
import { markdown } from "../markdown_view.js";
import { drawMessage } from "../message_view.js";

const names = { user: (id) => ({ 1: "Ada" })[id], channel: (id) => ({ 10: "blackjack" })[id], onCommand() {} };
const drawn = (text, options) => html(markdown(text, names, options));

const texts = [
  ["a card in a code span is grey text", "`A♠` `10♥`", "<code>A♠</code> <code>10♥</code>"],
  ["so is a hidden card", "`??`", "<code>??</code>"],
  ["so is an emoji", "`🃏` `🂠`", "<code>🃏</code> <code>🂠</code>"],
  ["a person is mentioned by name", "<@1>", "<span.mention>@Ada</span>"],
  ["an unknown person, channel and role are called so", "<@2> <#11> <@&3>", "<span.mention>@unknown-user</span> <span.mention>#unknown</span> <span.mention>@unknown-role</span>"],
  ["a command can be clicked", "</settings show:5>", "<button.mention>/settings show</button>"],
  ["an emoji is its picture", "<:card_king:7> <a:spin:8>", "<img.emoji></img> <img.emoji></img>"],
  ["a spoiler is covered", "||A♠||", "<button.spoiler><span.spoiler-text>A♠</span></button>"],
  ["-# is small, # is large", "-# a\n# b", "<small.md-subtext>a</small><p.md-h1>b</p>"],
];

for (const [name, text, want] of texts) test(name, () => assert.equal(drawn(text), want));

const message = { id: "5", author: { id: "9", username: "holecard", global_name: "Holecard", bot: true }, timestamp: "2026-01-31T18:00:00Z", attachments: [] };

function whole(changes, context = {}, keep = []) {
  const row = document.createElement("div");
  const person = (id) => ({ 1: { name: "Ada", color: "#112233" } })[id] ?? { name: undefined, color: "#1f7a4d" };
  drawMessage(row, { ...message, ...changes }, { names, person, compact: false, press: { busy: "", failed: "" }, onDismiss() {}, message: () => undefined, ...context });
  return html(row, keep);
}

const embeds = [
  ["a title and a field's name have no mentions and no links", { title: "**a** <@1> [b](https://c.example) https://d.example", fields: [{ name: "`x` </daily:5>", value: "y" }] },
    /<h4\.embed-title><strong>a<\/strong> <@1> \[b\]\(https:\/\/c\.example\) https:\/\/d\.example<\/h4>.*<h4><code>x<\/code> <\/daily:5><\/h4>/],
  ["the text of a footer and an author is no Markdown", { author: { name: "**a** `b`" }, footer: { text: "**A♠** `B` <@1>" } }, /<p\.embed-author>\*\*a\*\* `b`<\/p>.*<p\.embed-footer>\*\*A♠\*\* `B` <@1><\/p>/],
  ["a field's value has lists, mentions and masked links", { fields: [{ name: "a", value: "- <@1>\n- [b](https://c.example)" }] }, /<ul\.md-list><li><span\.mention>@Ada<\/span><\/li><li><a>b<\/a><\/li><\/ul>/],
  ["inline fields stand three in a row", { fields: "abcd".split("").map((name) => ({ name, value: "x", inline: true })) },
    /embed-line-3>(<div\.embed-field>.*?<\/div><\/div>){3}<\/div><div\.embed-line\.embed-line-1>/],
  ["a field that is not inline has its own row", { fields: [{ name: "a", value: "x", inline: true }, { name: "b", value: "x" }, { name: "c", value: "x", inline: true }] }, /(embed-line-1>.*){3}/],
];

for (const [name, data, want] of embeds) test(name, () => assert.match(html(embed(data, message, names)), want));

test("a masked link is a link in a message too", () => assert.match(whole({ content: "[a](https://b.example)" }), /<a>a<\/a>/));

test("a bot is marked as an app", () => assert.match(whole({ content: "a" }), /Holecard<\/strong><span\.tag>APP<\/span>/));

test("a message of an embed alone says that it was edited, too", () => {
  assert.match(whole({ embeds: [{ title: "a" }], edited_timestamp: "2026-01-31T18:01:00Z" }), /<div\.message-content><small\.edited>\(edited\)<\/small><\/div>.*embed-title/);
});

test("the answer to a command says who used which", () => {
  assert.match(whole({ content: "a", interaction: { name: "settings show", user: { id: "1", username: "ada" } } }), /<p\.used>.*<strong>Ada<\/strong> used <span\.used-command>\/settings show<\/span>/);
});

const answer = { type: 19, content: "a", interaction_metadata: { type: 3, interacted_message_id: "4", user: { id: "1" } } };

test("the answer to a button is a reply to its message", () => {
  const of = (original) => whole(answer, { message: (id) => (id === "4" ? { ...message, ...original } : undefined) });
  assert.match(of({ content: "**Hello** you" }), /<p\.used>.*<strong>Holecard<\/strong><span\.used-words><strong>Hello<\/strong> you<\/span><\/p>/);
  assert.match(of({ content: "", embeds: [{ title: "a" }] }), /<span\.used-words><em>Click to see attachment<\/em><\/span>/);
  assert.match(whole(answer), /<p\.used><span\.used-words><em>Original message was deleted<\/em><\/span><\/p>/);
});

test("a private answer says so in Discord's words", () => {
  assert.match(whole({ content: "a", ephemeral_for: "1" }), /Only you can see this • <button\.text-button>Dismiss message<\/button>/);
});

test("a bot that takes its time is thinking, and one that never answers did not respond", () => {
  assert.match(whole({ state: "thinking" }), /Holecard is thinking…/);
  assert.match(whole({ state: "failed" }), /The application did not respond/);
});

test("buttons have their style, and one that is pressed holds the others back", () => {
  const row = { type: 1, components: [{ type: 2, style: 1, label: "Hit", custom_id: "h" }, { type: 2, style: 4, label: "Split", custom_id: "s", disabled: true }, { type: 2, style: 5, label: "Site", url: "https://a.example" }] };
  const drawn = (press) => html(rows([row], press), ["disabled", "aria-busy", "href"]);
  assert.equal(drawn({ busy: "" }), '<div.buttons><button.button.button-primary><span.button-label>Hit</span></button><button.button.button-danger disabled=""><span.button-label>Split</span></button><a.button.button-secondary href="https://a.example"><span.button-label>Site</span></a></div>');
  assert.match(drawn({ busy: "h" }), /<button\.button\.button-primary aria-busy="true">/);
});

test("what somebody called themselves or wrote is text, whatever it looks like", () => {
  const evil = `<img src=x onerror=alert(1)>"'&`;
  const strange = { url: "https://[", color: 0xffffff, title: evil, description: `${evil} <javascript:alert(1)> [x](javascript:alert(1))`, author: { name: evil, url: "javascript:alert(1)", icon_url: "http://[" }, image: { url: "https://[" }, thumbnail: { url: "attachment://../../x" }, footer: { text: evil, icon_url: "data:text/html,x" }, fields: [{ name: evil, value: evil }] };
  const drawn = whole({ content: evil, author: { id: "9", username: evil, bot: true }, embeds: [strange], attachments: [{ filename: evil, url: "http://[" }], components: [{ type: 1, components: [{ type: 2, style: 5, label: evil, url: "javascript:alert(1)" }] }] }, {}, ["href"]);
  assert.equal(drawn.split("onerror").length, 11);
  assert.doesNotMatch(drawn, /<a[^>]*href="javascript/);
});
