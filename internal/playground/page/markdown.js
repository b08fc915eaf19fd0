// Discord's Markdown, as a tree. Pure: text in, nodes out.
//
// A node is {type, ...}: text, strong, em, underline, strike, spoiler, quote,
// heading (level), subtext, list (ordered, start, items), link (url) and
// their children; code, codeblock (language), time (unix, style), user,
// channel, role (id), command (name, id) and emoji (name, id) without.

// parse reads text. In a title, which is also the name of an embed's field,
// Discord draws no links, mentions, code blocks, headings, lists or quotes.
export function parse(text, { title = false } = {}) {
  return parseFrom(text, { title, links: !title, blocks: !title, quoted: false });
}

function parseFrom(source, state) {
  const nodes = [];
  let position = 0;
  while (position < source.length) {
    const rest = source.slice(position);
    const lineStart = position === 0 || source[position - 1] === "\n";
    const wordStart = position === 0 || !/\w/.test(source[position - 1]);
    const match = matchAt(rest, { ...state, lineStart, wordStart });
    if (match) {
      push(nodes, match.node);
      position += match.length;
      continue;
    }
    const length = /^(?:[\p{L}\p{N}]+|[^])/u.exec(rest)[0].length;
    push(nodes, { type: "text", text: rest.slice(0, length) });
    position += length;
  }
  return nodes;
}

// push joins neighbouring texts into one.
function push(nodes, node) {
  const last = nodes.at(-1);
  if (node.type === "text" && last?.type === "text") last.text += node.text;
  else nodes.push(node);
}

function matchAt(rest, state) {
  if (state.blocks && state.lineStart) {
    for (const rule of BLOCK_RULES) {
      const match = rule(rest, state);
      if (match) return match;
    }
  }
  for (const rule of INLINE_RULES[rest[0]] ?? []) {
    const match = rule(rest, state);
    if (match) return match;
  }
  return null;
}

const BLOCK_RULES = [heading, subtext, quote, list];

const INLINE_RULES = {
  "\\": [escaped],
  "`": [codeblock, code],
  "|": [wrap(/^\|\|([^]+?)\|\|/, "spoiler")],
  "*": [wrap(/^\*\*((?:\\[^]|[^\\])+?)\*\*(?!\*)/, "strong"), wrap(/^\*(?=\S)((?:\*\*|\\[^]|\s+(?:\\[^]|[^\s*\\]|\*\*)|[^\s*\\])+?)\*(?!\*)/, "em")],
  "_": [wrap(/^__((?:\\[^]|[^\\])+?)__(?!_)/, "underline"), wrap(/^_((?:__|\\[^]|[^\\_])+?)_(?!\w)/, "em")],
  "~": [wrap(/^~~((?:\\[^]|[^\\])+?)~~/, "strike")],
  "<": [angle],
  "[": [link],
  h: [bareURL],
};

function heading(rest, state) {
  const match = /^(#{1,3})[ \t]+([^\n]+?)[ \t]*(?:\n|$)/.exec(rest);
  if (!match) return null;
  const children = parseFrom(match[2], { ...state, blocks: false });
  return { length: match[0].length, node: { type: "heading", level: match[1].length, children } };
}

function subtext(rest, state) {
  const match = /^-#[ \t]+([^\n]+?)[ \t]*(?:\n|$)/.exec(rest);
  if (!match) return null;
  return { length: match[0].length, node: { type: "subtext", children: parseFrom(match[1], { ...state, blocks: false }) } };
}

function quote(rest, state) {
  if (state.quoted) return null;
  const whole = /^>>> ([^]+)$/.exec(rest);
  const lines = whole ?? /^(?:> [^\n]*(?:\n|$))+/.exec(rest);
  if (!lines) return null;
  const inside = whole ? whole[1] : lines[0].replace(/^> /gm, "").replace(/\n$/, "");
  return { length: lines[0].length, node: { type: "quote", children: parseFrom(inside, { ...state, quoted: true }) } };
}

const ITEM = /^( *)([-*]|\d{1,9}\.) +([^\n]+)(?:\n|$)/;

function list(rest, state) {
  const first = ITEM.exec(rest);
  if (!first || first[1].length > 0) return null;
  const ordered = /\d/.test(first[2]);
  const items = [];
  let length = 0;
  for (let line = first; line; line = ITEM.exec(rest.slice(length))) {
    if (line[1].length === 0 && /\d/.test(line[2]) !== ordered) break;
    length += line[0].length;
    let nested = "";
    for (let sub = ITEM.exec(rest.slice(length)); sub && sub[1].length > 0; sub = ITEM.exec(rest.slice(length))) {
      nested += sub[0];
      length += sub[0].length;
    }
    const children = parseFrom(line[3], { ...state, blocks: false });
    if (nested) children.push(...parseFrom(outdent(nested), state));
    items.push(children);
  }
  return { length, node: { type: "list", ordered, start: ordered ? Number.parseInt(first[2], 10) : 1, items } };
}

function outdent(lines) {
  const margin = Math.min(...[...lines.matchAll(/^ */gm)].map((m) => m[0].length).filter((n) => n > 0));
  return lines.replace(new RegExp(`^ {1,${margin}}`, "gm"), "");
}

function escaped(rest) {
  const match = /^\\([^\p{L}\p{N}\s])/u.exec(rest);
  return match && { length: match[0].length, node: { type: "text", text: match[1] } };
}

function codeblock(rest, state) {
  if (state.title) return null;
  const match = /^```(?:([\w+\-.#]+)\n)?\n*([^]*?[^\n`])\n*```(?!`)\n?/.exec(rest);
  return match && { length: match[0].length, node: { type: "codeblock", language: match[1] ?? "", text: match[2] } };
}

function code(rest) {
  const match = /^(`{1,2})([^]*?[^`])\1(?!`)/.exec(rest);
  if (!match) return null;
  // Two backticks let a span hold one; the space that sets it apart is not part of it.
  const text = match[2].replace(/^ (?=`)|(?<=`) $/g, "");
  return { length: match[0].length, node: { type: "code", text } };
}

function wrap(pattern, type) {
  return (rest, state) => {
    const match = pattern.exec(rest);
    return match && { length: match[0].length, node: { type, children: parseFrom(match[1], { ...state, blocks: false }) } };
  };
}

const ANGLES = [
  [/^<t:(-?\d{1,13})(?::([tTdDfFRsS]))?>/, (m) => ({ type: "time", unix: Number(m[1]), style: m[2] ?? "f" })],
  [/^<@!?(\d+)>/, (m) => ({ type: "user", id: m[1] })],
  [/^<@&(\d+)>/, (m) => ({ type: "role", id: m[1] })],
  [/^<#(\d+)>/, (m) => ({ type: "channel", id: m[1] })],
  [/^<\/([^:<>\n]{1,100}):(\d+)>/, (m) => ({ type: "command", name: m[1], id: m[2] })],
  [/^<a?:(\w{2,32}):(\d+)>/, (m) => ({ type: "emoji", name: m[1], id: m[2] })],
  [/^<(https?:\/\/[^\s<>]+)>/, (m) => ({ type: "link", url: m[1], children: [{ type: "text", text: m[1] }] })],
];

const IN_TITLES = ["time", "emoji"];

function angle(rest, state) {
  for (const [pattern, build] of ANGLES) {
    const match = pattern.exec(rest);
    if (!match) continue;
    const node = build(match);
    return state.title && !IN_TITLES.includes(node.type) ? null : { length: match[0].length, node };
  }
  return null;
}

function link(rest, state) {
  if (!state.links) return null;
  const match = /^\[((?:\\[^]|[^[\]\\])+)\]\(\s*<?(https?:\/\/[^\s<>()]+)>?(?:\s+"[^"]*")?\s*\)/.exec(rest);
  if (!match) return null;
  const children = parseFrom(match[1], { ...state, links: false, blocks: false });
  return { length: match[0].length, node: { type: "link", url: match[2], children } };
}

function bareURL(rest, state) {
  if (state.title || !state.wordStart) return null;
  const match = /^https?:\/\/[^\s<]*[^\s<.,:;"')\]!?*_~|`]/.exec(rest);
  return match && { length: match[0].length, node: { type: "link", url: match[0], children: [{ type: "text", text: match[0] }] } };
}
