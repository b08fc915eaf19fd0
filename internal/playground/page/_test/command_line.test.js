import assert from "node:assert/strict";
import { test } from "node:test";
import { place, read, resolve, segments } from "../command_line.js";

const commands = [
  { name: "blackjack", description: "Be dealt a hand", options: [{ type: 4, name: "bet", autocomplete: true, min_value: 1, max_value: 500 }, { type: 5, name: "private" }] },
  { name: "balance", description: "See chips", options: [{ type: 6, name: "player" }] },
  { name: "give", description: "Give chips", options: [{ type: 3, name: "note" }, { type: 6, name: "player", required: true }, { type: 10, name: "share", required: true }] },
  { name: "order", description: "Sort", options: [{ type: 3, name: "by", choices: [{ name: "Net winnings", value: "net" }, { name: "Chips", value: "chips" }] }] },
  { name: "admin", description: "For admins", options: [{ type: 1, name: "limit", options: [{ type: 4, name: "max", required: true }] }, { type: 1, name: "audit", options: [] }] },
  { name: "daily", description: "Collect" },
];
const people = [{ id: "1", name: "Ada" }, { id: "2", name: "Ada Lovelace" }, { id: "3", name: "Ben" }];
const labels = (o) => [...(o.choices ?? []).map((c) => c.name), ...people.map((p) => "@" + p.name), ...(o.name === "bet" ? ["Half (50)"] : [])];
const facts = { people, channels: [], picked: (o, label) => (o.name === "bet" && label === "Half (50)" ? 50 : undefined) };

const values = (text) => resolve(read(text, commands, labels), facts);

const accepted = [
  ["a command without options", "/daily", []],
  ["options may be left out", "/blackjack", []],
  ["a named integer is a number", "/blackjack bet:10", [["bet", 10]]],
  ["a word without a name goes to the first free option", "/blackjack 10 true", [["bet", 10], ["private", true]]],
  ["names and words mix", "/blackjack private:False 10", [["private", false], ["bet", 10]]],
  ["a label from a list keeps its value", "/blackjack bet:Half (50) private:true", [["bet", 50], ["private", true]]],
  ["upper case names are known", "/BLACKJACK BET:3", [["bet", 3]]],
  ["a person by name", "/balance player:Ben", [["player", "3"]]],
  ["a person by mention sign, with a space in the name", "/balance @Ada Lovelace", [["player", "2"]]],
  ["a named person may have a space in the name", "/balance player:@Ada Lovelace", [["player", "2"]]],
  ["a person by mention", "/balance player:<@3>", [["player", "3"]]],
  ["a choice by its words", "/order by:net winnings", [["by", "net"]]],
  ["a text goes on to the next option", "/give note:good luck, all player:Ben share:0.5", [["note", "good luck, all"], ["player", "3"], ["share", 0.5]]],
];

for (const [name, text, want] of accepted) {
  test(`${name}: ${text}`, () => {
    const { options, problems } = values(text);
    assert.deepEqual(problems, []);
    assert.deepEqual(options.map((o) => [o.name, o.value]), want);
  });
}

const refused = [
  ["/nothing", "There is no command /nothing."],
  ["/blackjack bet:0", "bet must be at least 1."],
  ["/blackjack bet:501", "bet must be at most 500."],
  ["/blackjack bet:1.5", "bet must be a whole number."],
  ["/blackjack bet:ten", "bet must be a whole number."],
  ["/blackjack bet:9223372036854775808", "bet is too large a number."],
  ["/blackjack bet:", "bet has no value yet."],
  ["/blackjack private:maybe", "private must be true or false."],
  ["/blackjack 1 true 3", "“3” belongs to no option of /blackjack."],
  ["/daily now", "“now” belongs to no option of /daily."],
  ["/balance Zoe", "player must be one of: @Ada, @Ada Lovelace, @Ben."],
  ["/order by:age", "by must be one of: Net winnings, Chips."],
  ["/give player:Ben", "share is required."],
  ["/admin", "Choose one of: limit, audit."],
  ["/admin limit", "max is required."],
];

for (const [text, want] of refused) {
  test(`${text} is refused`, () => assert.equal(values(text).problems[0]?.message, want));
}

test("subcommands wrap their options", () => {
  assert.deepEqual(values("/admin limit max:5"), { problems: [], options: [{ name: "limit", type: 1, options: [{ name: "max", type: 4, value: 5 }] }] });
  assert.deepEqual(values("/admin audit"), { problems: [], options: [{ name: "audit", type: 1, options: [] }] });
});

test("text that does not begin with a slash is no command", () => assert.equal(read("hello /daily", commands), null));

test("required options come first", () => {
  assert.deepEqual(read("/give ", commands).definitions.map((o) => o.name), ["player", "share", "note"]);
});

// The caret is the bar.
const places = [
  ["/bl|", "command", "bl"],
  ["/blackjack |", "option", ""],
  ["/blackjack pr|", "option", "pr"],
  ["/blackjack bet:|", "value", ""],
  ["/blackjack bet:1|0", "value", "10"],
  ["/blackjack bet:10 |", "option", ""],
  ["/blackjack bet:10 pri|", "option", "pri"],
  ["/admin li|", "subcommand", "li"],
  ["/admin limit |", "option", ""],
];

for (const [marked, kind, query] of places) {
  test(`the caret in ${marked} is in a ${kind}`, () => {
    const caret = marked.indexOf("|");
    const text = marked.replace("|", "");
    const found = place(read(text, commands, labels), text, caret);
    assert.deepEqual([found.kind, found.query], [kind, query]);
  });
}

test("segments add up to the text", () => {
  for (const [, text] of accepted) {
    assert.equal(segments(read(text, commands, labels), text).map((s) => s.text).join(""), text);
  }
});

test("segments name the chips", () => {
  const text = "/blackjack bet:10 private:true";
  const kinds = segments(read(text, commands, labels), text).map((s) => [s.kind, s.text]);
  assert.deepEqual(kinds, [["command", "/blackjack"], ["plain", " "], ["label", "bet:"], ["value", "10"], ["plain", " "], ["label", "private:"], ["value", "true"]]);
});
