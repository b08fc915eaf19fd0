import assert from "node:assert/strict";
import { test } from "node:test";
import { parse } from "../markdown.js";

// sketch writes a tree as text: "a", strong("b"), code`c`.
function sketch(nodes) {
  return nodes.map(one).join(" ");
}

function one(n) {
  const { type, text, children, items, ...rest } = n;
  const facts = Object.values(rest).filter((v) => v !== "");
  const label = facts.length > 0 ? `${type}[${facts.join(",")}]` : type;
  if (type === "text") return JSON.stringify(text);
  if (text !== undefined) return `${label}\`${text}\``;
  if (items) return `${label}(${items.map(sketch).join(" | ")})`;
  return children ? `${label}(${sketch(children)})` : label;
}

const cases = [
  ["plain text is itself", "a < b & c", '"a < b & c"'],
  ["two stars are strong", "a **b** c", '"a " strong("b") " c"'],
  ["one star is emphasis", "*a*", 'em("a")'],
  ["a star between spaces is a star", "2 * 3 * 4", '"2 * 3 * 4"'],
  ["three stars are both", "***a***", 'strong(em("a"))'],
  ["two underscores underline", "__a__", 'underline("a")'],
  ["underscores in a word are kept", "snake_case_name", '"snake_case_name"'],
  ["tildes strike", "~~a~~", 'strike("a")'],
  ["bars hide", "||a **b**||", 'spoiler("a " strong("b"))'],
  ["code is not parsed further", "`**A♠**`", "code`**A♠**`"],
  ["cards side by side are separate spans", "`A♠` `10♥`", 'code`A♠` " " code`10♥`'],
  ["two backticks hold one", "`` a`b ``", "code` a`b `"],
  ["a code block has a language", "```go\nx := 1\ny\n```", "codeblock[go]`x := 1\ny`"],
  ["a code block may stand in a line", "a ```b``` c", '"a " codeblock`b` " c"'],
  ["a backslash takes the meaning away", "\\*a\\* \\`b\\` \\\\", '"*a* `b` \\\\"'],
  ["a backslash before a letter stays", "a\\b", '"a\\\\b"'],
  ["an escaped star does not end strong", "**a\\*\\*b**", 'strong("a**b")'],
  ["an unclosed mark is text", "**a", '"**a"'],
  ["a number sign at a line's start is a heading", "# A\nb", 'heading[1]("A") "b"'],
  ["a number sign elsewhere is text", "a # b", '"a # b"'],
  ["-# is subtext", "-# small", 'subtext("small")'],
  ["quoted lines join", "> a\n> b\nc", 'quote("a\\nb") "c"'],
  [">>> quotes the rest", ">>> a\nb", 'quote("a\\nb")'],
  ["a quote holds a list", "> - a\n> - b", 'quote(list[false,1]("a" | "b"))'],
  ["dashes make a list", "- a\n- **b**\nc", 'list[false,1]("a" | strong("b")) "c"'],
  ["a list may start at three", "3. a\n4. b", 'list[true,3]("a" | "b")'],
  ["an indented item is nested", "- a\n  - b\n- c", 'list[false,1]("a" list[false,1]("b") | "c")'],
  ["a timestamp has a style", "<t:1700000000:R>", "time[1700000000,R]"],
  ["a timestamp's style may be left out", "<t:5>", "time[5,f]"],
  ["people, channels, roles and commands are mentioned", "<@1> <@!2> <#3> <@&4> </daily:5>", 'user[1] " " user[2] " " channel[3] " " role[4] " " command[daily,5]'],
  ["a mention in code is text", "`<@1>`", "code`<@1>`"],
  ["an address is a link", "see https://a.example/b?c=1.", '"see " link[https://a.example/b?c=1]("https://a.example/b?c=1") "."'],
  ["h is not always an address", "https hit", '"https hit"'],
];

for (const [name, text, want] of cases) {
  test(name, () => assert.equal(sketch(parse(text)), want));
}

test("a masked link is one", () => {
  assert.equal(sketch(parse("[the *rules*](https://a.example)")), 'link[https://a.example]("the " em("rules"))');
});

test("only web addresses become links", () => {
  assert.equal(sketch(parse("[a](javascript:alert(1))")), '"[a](javascript:alert(1))"');
});

const titles = [
  ["# a", '"# a"'],
  ["- a", '"- a"'],
  ["> a", '"> a"'],
  ["**a** `b` ||c||", 'strong("a") " " code`b` " " spoiler("c")'],
  ["<@1> <#2> <@&3> </daily:5>", '"<@1> <#2> <@&3> </daily:5>"'],
  ["**<@1>**", 'strong("<@1>")'],
  ["[a](https://b.example) https://c.example", '"[a](https://b.example) https://c.example"'],
  ["<:a_b:1> <t:5:R>", 'emoji[a_b,1] " " time[5,R]'],
];

for (const [text, want] of titles) {
  test(`a title is drawn without blocks, mentions and links: ${text}`, () => assert.equal(sketch(parse(text, { title: true })), want));
}

test("hostile text is read in reasonable time", () => {
  for (const piece of ["*a ", "**", "||", "`", "[a](", "> ", "_ _", "* *", "<@", "\\"]) {
    const started = process.hrtime.bigint();
    parse(piece.repeat(4096 / piece.length));
    assert.ok(process.hrtime.bigint() - started < 5_000_000_000n, piece);
  }
});
