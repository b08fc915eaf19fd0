import assert from "node:assert/strict";
import { test } from "node:test";
import { place, read, resolve, segments } from "../command_line.js";
import { suggest } from "../suggestions.js";

const text = (name, more) => ({ type: 3, name, ...more });
const commands = [
  { name: "simulate", description: "Play a strategy", options: [text("strategy", { required: true, autocomplete: true }), text("house", { autocomplete: true }), text("table", { autocomplete: true }), { type: 4, name: "rounds", autocomplete: true, min_value: 1 }] },
  { name: "chips", description: "Change chips", options: [{ type: 1, name: "grant", options: [{ type: 6, name: "player", required: true }, { type: 4, name: "amount", required: true }, text("reason", { required: true })] }] },
  { name: "blackjack", description: "Deal", options: [{ type: 4, name: "bet" }, { type: 5, name: "private" }, text("table"), text("autopilot")] },
  { name: "fair", description: "Proofs", options: [text("hand"), text("seed")] },
  { name: "klingeln", description: "Ring", options: [text("tür"), { type: 10, name: "stärke" }] },
];
const people = [{ id: "1", name: "Ada" }, { id: "2", name: "Ada Lovelace" }];
const remembered = ["total <", "Vegas · six decks", "basic"]; // that the bot once offered
const labels = (o) => [...(o.type === 6 ? people.map((p) => "@" + p.name) : []), ...(o.autocomplete ? remembered : [])];
const facts = { people, channels: [], picked: (o, label) => (o.autocomplete && label === "Vegas · six decks" ? "vegas" : undefined) };

function given(line) {
  const { options, problems } = resolve(read(line, commands, labels), facts);
  const flat = (list) => list.flatMap((o) => (o.options ? flat(o.options) : [[o.name, o.value]]));
  return { values: Object.fromEntries(flat(options)), problem: problems[0]?.message };
}

const accepted = [
  ["a text goes on behind what was once suggested", "/simulate strategy:total < 12 || upcard > 6", { strategy: "total < 12 || upcard > 6" }],
  ["a suggestion taken whole stands for its value", "/simulate strategy:basic table:Vegas · six decks rounds:5", { strategy: "basic", table: "vegas", rounds: 5 }],
  ["a formula without a name is one text", "/simulate total < 12 || upcard > 6", { strategy: "total < 12 || upcard > 6" }],
  ["so it is before an option with a name", "/simulate total < 12 || upcard > 6 table:mit", { strategy: "total < 12 || upcard > 6", table: "mit" }],
  ["and behind one", "/simulate rounds:500 total < 12 || upcard > 6", { strategy: "total < 12 || upcard > 6", rounds: 500 }],
  ["quotes are text", '/simulate strategy:suit("clubs", stopAt(15), "x y") table:mit', { strategy: 'suit("clubs", stopAt(15), "x y")', table: "mit" }],
  ["options come in any order", "/simulate rounds:10 table:mit house:stopAt(16) strategy:louis", { rounds: 10, table: "mit", house: "stopAt(16)", strategy: "louis" }],
  ["spaces around do not matter", "/simulate   strategy:  total  <  12    rounds:   7   ", { strategy: "total  <  12", rounds: 7 }],
  ["an empty text before another option is empty", "/simulate strategy: table:mit", { table: "mit" }, "strategy has no value yet."],
  ["a number may stand behind a space", "/blackjack bet: 10 private: true", { bet: 10, private: true }],
  ["a reason may have a colon before a space", "/chips grant player:@Ada amount:5 reason:bug: the hand was lost", { player: "1", amount: 5, reason: "bug: the hand was lost" }],
  ["it may also have the name of an option that is given, so", "/chips grant amount:5 player:@Ada reason:the amount: wrong", { player: "1", amount: 5, reason: "the amount: wrong" }],
  ["an address is text", "/chips grant player:@Ada amount:5 reason:see https://example.com/a:b", { player: "1", amount: 5, reason: "see https://example.com/a:b" }],
  ["so is a time of day", "/chips grant player:@Ada amount:5 reason:lost at 12:30", { player: "1", amount: 5, reason: "lost at 12:30" }],
  ["a value may hold colons itself", "/fair seed:a:b:c", { seed: "a:b:c" }],
  ["words without names go to the options in their order", "/chips grant @Ada Lovelace 5 thanks for all", { player: "2", amount: 5, reason: "thanks for all" }],
  ["a bet without a name", "/blackjack 10", { bet: 10 }],
  ["names are of any script", "/klingeln stärke:0.5 TÜR:größer als 3", { tür: "größer als 3", stärke: 0.5 }],
  ["values are of any script", "/fair seed:幸運 🃏 é", { seed: "幸運 🃏 é" }],
  ["a line break is a space", "/simulate strategy:total < 12\nrounds:5", { strategy: "total < 12", rounds: 5 }],
];

for (const [name, line, values, problem] of accepted) {
  test(`${name}: ${JSON.stringify(line)}`, () => assert.deepEqual(given(line), { values, problem }));
}

const refused = [
  ["/simulate strategi:basic", "/simulate has no option “strategi”. Its options are: strategy, house, table, rounds."],
  ["/simulate roundz: 5 strategy:basic", "/simulate has no option “roundz”. Its options are: strategy, house, table, rounds."],
  ["/simulate strategy:basic roundz:1000", "/simulate has no option “roundz”. Its options are: strategy, house, table, rounds. Put a space behind the colon if it is part of the text."],
  ["/simulate basic tabel:mit", "/simulate has no option “tabel”. Its options are: strategy, house, table, rounds. Put a space behind the colon if it is part of the text."],
  ["/blackjack bett:10", "/blackjack has no option “bett”. Its options are: bet, private, table, autopilot."],
  ["/blackjack bet:10 tabel:vegas", "/blackjack has no option “tabel”. Its options are: bet, private, table, autopilot."],
  ["/blackjack bet:10 bet:20", "bet is given twice."],
  ["/fair seed:a hand:5 seed:b", "seed is given twice."],
  ["/fair seed:a seed:b", "seed is given twice."],
  ["/chips grant player:@Ada amont:5 reason:x", "/chips grant has no option “amont”. Its options are: player, amount, reason."],
  ["/chips grant player:@Ada amount:5", "reason is required."],
  ["/chips grant player:@Ada amount: reason:x", "amount has no value yet."],
  ["/chips grant player:@Ada amount:ten reason:x", "amount must be a whole number."],
  ["/klingeln tür:zu stärker:1", "/klingeln has no option “stärker”. Its options are: tür, stärke. Put a space behind the colon if it is part of the text."],
];

for (const [line, want] of refused) test(`${line} is refused`, () => assert.equal(given(line).problem, want));

// random returns numbers below n, the same in every run.
function random(seed) {
  let state = seed;
  return (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}

const pieces = ["total", "<", "12", "||", '"clubs"', "stopAt(17)", "a: b", "x:y:z".slice(1, 2), "12:30", "é", "🃏", "https://a.example", "“quoted”", "'", "\\", "&&", "(1 +", "2)", "basic", "Vegas"];

test("what is written with names is read back, in any order and with any spaces", () => {
  const below = random(7);
  const option = commands[0].options;
  for (let run = 0; run < 3000; run++) {
    const want = {};
    for (const o of [...option].sort(() => below(2) - 0.5)) {
      if (!o.required && below(3) === 0) continue;
      const words = Array.from({ length: 1 + below(6) }, () => pieces[below(pieces.length)]);
      want[o.name] = o.type === 4 ? 1 + below(1000) : words.join(" ".repeat(1 + below(2)));
    }
    const line = "/simulate" + Object.entries(want).map(([name, value]) => `${" ".repeat(1 + below(3))}${name}:${" ".repeat(below(2))}${value}`).join("") + " ".repeat(below(3));
    assert.deepEqual(given(line), { values: want, problem: undefined }, line);
  }
});

test("no text is lost, doubled or too much for the reader, and the caret is always somewhere", () => {
  const below = random(11);
  const parts = [...pieces, "/simulate", "/chips grant", "strategy:", "rounds:", "nothing:", ":", "  ", "\n", "player:@Ada", "private:", "x:y"];
  for (let run = 0; run < 3000; run++) {
    const line = ["/simulate ", "/chips grant ", "/blackjack ", "/"][below(4)] + Array.from({ length: below(9) }, () => parts[below(parts.length)]).join(below(2) ? " " : "");
    const is = read(line, commands, labels);
    assert.equal(segments(is, line).map((s) => s.text).join(""), line);
    resolve(is, facts);
    for (let caret = 0; caret <= line.length; caret++) {
      const at = place(is, line, caret);
      if (at) assert.ok(at.start <= at.end && at.end <= line.length, line);
    }
  }
});

test("Enter sends a formula without a name, though its last word begins like an option", () => {
  for (const line of ["/simulate total < t", "/simulate strategy:total < t", "/chips grant @Ada 5 lost a"]) {
    const is = read(line, commands, labels);
    assert.equal(suggest(is, place(is, line, line.length), commands, facts).active, -1, line);
  }
});
