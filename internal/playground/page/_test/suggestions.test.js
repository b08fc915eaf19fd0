import assert from "node:assert/strict";
import { test } from "node:test";
import { place, read } from "../command_line.js";
import { accept, suggest } from "../suggestions.js";
const commands = [
  { name: "balance", description: "See your chips", options: [{ type: 6, name: "player" }] },
  { name: "blackjack", description: "Be dealt a hand", options: [{ type: 4, name: "bet", autocomplete: true }, { type: 5, name: "private" }] },
  { name: "give", description: "Give chips away", options: [{ type: 6, name: "player", required: true }, { type: 4, name: "chips", required: true }] },
];
const facts = { people: [{ id: "1", name: "Ada" }, { id: "2", name: "Ben" }], channels: [] };

// offered returns the suggestions where the bar is; the one that Enter takes is marked with >.
function offered(marked, completed) {
  const { text, at } = locate(marked);
  const { items, active } = suggest(read(text, commands), at, commands, facts, completed);
  return items.map((s, i) => (i === active ? ">" : "") + s.label);
}

function locate(marked) {
  const text = marked.replace("|", "");
  return { text, at: place(read(text, commands), text, marked.indexOf("|")) };
}

const cases = [
  ["a slash offers every command", "/|", [">balance", "blackjack", "give"]],
  ["names that begin with the word come before descriptions that hold it", "/b|", [">balance", "blackjack"]],
  ["a word of the description finds a command", "/chips|", [">balance", "give"]],
  ["a whole command is sent by Enter", "/blackjack|", ["blackjack"]],
  ["a whole command that lacks something is not", "/give|", [">give"]],
  ["optional options are offered, but Enter sends", "/blackjack |", ["bet", "private"]],
  ["required options are taken by Enter", "/give |", [">player", "chips"]],
  ["an option given already is not offered", "/blackjack bet:5 |", ["private"]],
  ["an option's first letters find it", "/blackjack bet:5 p|", [">private"]],
  ["people are offered", "/balance player:b|", [">@Ben"]],
  ["a valid value leaves Enter for sending", "/balance player:@Ben|", ["@Ben"]],
  ["true and false are offered", "/blackjack private:|", [">True", "False"]],
];

for (const [name, marked, want] of cases) test(name, () => assert.deepEqual(offered(marked), want));

test("choices of the bot are offered as they come", () => {
  const choices = [{ name: "Half (50)", value: 50 }];
  assert.deepEqual(offered("/blackjack bet:ha|", choices), [">Half (50)"]);
  assert.deepEqual(offered("/blackjack bet:7|", choices), ["Half (50)"]);
});

const taken = [
  ["/bl|", "/blackjack |"],
  ["/gi|", "/give player:|"],
  ["/blackjack |", "/blackjack bet:|"],
  ["/blackjack bet:5 p|", "/blackjack bet:5 private:|"],
  ["/balance player:B|", "/balance player:@Ben |"],
  ["/blackjack private:t| bet:5", "/blackjack private:True |bet:5"],
];

for (const [before, after] of taken) {
  test(`taking a suggestion turns ${before} into ${after}`, () => {
    const { text, at } = locate(before);
    const { items, active } = suggest(read(text, commands), at, commands, facts);
    const next = accept(text, at, items[Math.max(active, 0)]);
    assert.equal(`${next.text.slice(0, next.caret)}|${next.text.slice(next.caret)}`, after);
  });
}
