// Reads slash commands typed as text: "/blackjack bet:10 private:true".
//
// The text is the one source of truth; the chips, the suggestions and the
// request are all computed from it. Pure functions. The value of a text option
// runs to the next option of the command, whatever stands in between; any other
// value is one word, or the words of a suggestion. A value without a name
// belongs to the first option that has none, so that "/blackjack 10" works too.

// Types of options, as Discord numbers them.
export const Type = { SUB: 1, GROUP: 2, STRING: 3, INTEGER: 4, BOOLEAN: 5, USER: 6, CHANNEL: 7, NUMBER: 10 };

// read takes text apart, or returns null when it is no command. labels(option)
// lists the words that stand for a value of option and may contain spaces.
//
// The answer is {name, nameEnd, command, path, level, pathEnd, definitions,
// values, strays}: path holds the subcommands found and level those still to be
// chosen from; values are {option, start, valueStart, end, raw, bare}; strays
// are words that cannot stand where they do, as {raw, message}.
export function read(text, commands, labels = () => []) {
  const match = /^\/(\S*)/.exec(text);
  if (!match) return null;
  const line = { name: match[1], nameEnd: match[0].length, path: [], level: [], definitions: [], values: [], strays: [] };
  line.command = commands.find((c) => c.name.toLowerCase() === line.name.toLowerCase()) ?? null;
  line.pathEnd = line.nameEnd;
  if (!line.command) return line;
  readPath(text, line);
  if (line.level.length === 0) readValues(text, line, labels);
  return line;
}

function readPath(text, line) {
  let options = line.command.options ?? [];
  while (options.length > 0 && nests(options[0])) {
    const word = /^\s+(\S+)/.exec(text.slice(line.pathEnd));
    const found = word && options.find((o) => o.name.toLowerCase() === word[1].toLowerCase());
    if (!found) {
      line.level = options;
      return;
    }
    line.path.push(found);
    line.pathEnd += word[0].length;
    options = found.options ?? [];
  }
  // A stable sort: required options first, otherwise in the command's order.
  line.definitions = [...options].sort((a, b) => Number(Boolean(b.required)) - Number(Boolean(a.required)));
}

function nests(option) {
  return option.type === Type.SUB || option.type === Type.GROUP;
}

// The name of an option, as Discord allows it, and its colon. "12:30" and
// "https://" begin with none.
const HEAD = /^((?=[\p{L}_])[-_'\p{L}\p{N}]{1,32}):(?!\/\/)/u;

function readValues(text, line, labels) {
  const spaces = /\s*/y;
  for (let position = line.pathEnd; ; ) {
    spaces.lastIndex = position;
    position += spaces.exec(text)[0].length;
    if (position >= text.length) return;
    const head = HEAD.exec(text.slice(position));
    const option = head ? named(line, head[1]) : unnamed(text, position, line);
    const valueStart = position + (head ? head[0].length : 0);
    if (!option || given(line, option)) {
      const end = valueStart + /^\S*/.exec(text.slice(valueStart))[0].length;
      const raw = text.slice(position, end);
      const message = head ? misnamed(line, head[1]) : `“${raw}” belongs to no option of ${called(line)}.`;
      line.strays.push({ raw, message });
      position = end;
      continue;
    }
    const value = { option, start: position, valueStart, bare: !head };
    line.values.push(value);
    value.end = valueStart + valueLength(text.slice(valueStart), option, line, labels(option));
    value.raw = text.slice(valueStart, value.end);
    position = value.end;
  }
}

function named(line, name) {
  return line.definitions.find((o) => o.name.toLowerCase() === name.toLowerCase());
}

function given(line, option) {
  return line.values.some((v) => v.option === option);
}

// unnamed returns the first option that has no value and is not named behind position.
function unnamed(text, position, line) {
  const later = [...text.slice(position).matchAll(/\s([^\s:]+):/g)].map((m) => named(line, m[1]));
  return line.definitions.find((o) => !given(line, o) && !later.includes(o));
}

function called(line) {
  return "/" + [line.command.name, ...line.path.map((o) => o.name)].join(" ");
}

// misnamed says why name cannot stand before a value.
function misnamed(line, name) {
  const option = named(line, name);
  if (option) return `${option.name} is given twice.`;
  if (line.definitions.length === 0) return `${called(line)} has no options.`;
  return `${called(line)} has no option “${name}”. Its options are: ${line.definitions.map((o) => o.name).join(", ")}.`;
}

// valueLength returns how much of rest is the value: a label, else one word,
// or for a text everything up to the next option.
function valueLength(rest, option, line, labels) {
  if (isText(option)) return textLength(rest, line);
  const gap = /^\s*/.exec(rest)[0].length;
  const body = rest.slice(gap);
  const head = HEAD.exec(body);
  if (body === "" || (head && named(line, head[1]))) return 0;
  const label = labels.filter((l) => startsWith(body, l)).sort((a, b) => b.length - a.length)[0];
  return gap + (label ?? /^\S*/.exec(body)[0]).length;
}

function isText(option) {
  return option.type === Type.STRING;
}

// textLength returns where the next option begins. A word that looks like a
// name but is none is most likely a mistake, so it is not taken silently; a
// colon before a space is ordinary writing.
function textLength(rest, line) {
  for (const word of rest.matchAll(/(?<=\s)\S+/g)) {
    const head = HEAD.exec(word[0]);
    if (!head) continue;
    const option = named(line, head[1]);
    if (option && !given(line, option)) return rest.slice(0, word.index).trimEnd().length;
    if (word[0].length === head[0].length) continue;
    const hint = option ? "" : " Put a space behind the colon if it is part of the text.";
    line.strays.push({ raw: word[0], message: misnamed(line, head[1]) + hint });
  }
  return rest.trimEnd().length;
}

// startsWith is true when label begins rest and ends at the end of a word.
function startsWith(rest, label) {
  return rest.toLowerCase().startsWith(label.toLowerCase()) && /^(\s|$)/.test(rest.slice(label.length));
}

// resolve turns a read line into the request's options, or says what is wrong:
// {options, problems: [{option, message}]}. facts are those of valueOf.
export function resolve(line, facts) {
  const problems = [];
  if (!line.command) problems.push({ message: `There is no command /${line.name}.` });
  if (line.level.length > 0) problems.push({ message: `Choose one of: ${line.level.map((o) => o.name).join(", ")}.` });
  problems.push(...line.strays.map(({ message }) => ({ message })));
  const options = [];
  for (const value of line.values) {
    const { value: resolved, problem } = valueOf(value.option, value.raw, facts);
    if (problem) problems.push({ option: value.option, message: problem });
    else options.push({ name: value.option.name, type: value.option.type, value: resolved });
  }
  for (const option of line.definitions) {
    const given = line.values.some((v) => v.option === option);
    if (option.required && !given) problems.push({ option, missing: true, message: `${option.name} is required.` });
  }
  return { options: nest(line.path, options), problems };
}

// nest wraps options in the subcommands that path names.
export function nest(path, options) {
  return [...path].reverse().reduce((inner, sub) => [{ name: sub.name, type: sub.type, options: inner }], options);
}

// valueOf reads raw as a value of option: {value} or {problem}. facts are
// {people, channels, picked(option, label)}; picked returns the value behind a
// label that was chosen from a list, or undefined.
export function valueOf(option, raw, facts) {
  const text = raw.trim();
  if (text === "") return { problem: `${option.name} has no value yet.` };
  const picked = facts.picked?.(option, text);
  if (picked !== undefined) return { value: picked };
  if (option.choices?.length) return choice(option, text);
  switch (option.type) {
    case Type.INTEGER:
      return integer(option, text);
    case Type.NUMBER:
      return number(option, text);
    case Type.BOOLEAN:
      return boolean(option, text);
    case Type.USER:
      return someone(option, text, "@", facts.people ?? []);
    case Type.CHANNEL:
      return someone(option, text, "#", facts.channels ?? []);
    case Type.STRING:
      return { value: text };
    default:
      return { problem: `${option.name} is of a kind that this page cannot fill in.` };
  }
}

function choice(option, text) {
  const found = option.choices.find((c) => [c.name, String(c.value)].some((w) => same(w, text)));
  return found ? { value: found.value } : { problem: `${option.name} must be one of: ${option.choices.map((c) => c.name).join(", ")}.` };
}

function integer(option, text) {
  if (!/^[+-]?\d+$/.test(text)) return { problem: `${option.name} must be a whole number.` };
  const value = Number(text);
  if (!Number.isSafeInteger(value)) return { problem: `${option.name} is too large a number.` };
  return inRange(option, value);
}

function number(option, text) {
  const value = Number(text);
  if (!Number.isFinite(value)) return { problem: `${option.name} must be a number.` };
  return inRange(option, value);
}

function inRange(option, value) {
  const { min_value: min, max_value: max } = option;
  if (min !== undefined && min !== null && value < min) return { problem: `${option.name} must be at least ${min}.` };
  if (max !== undefined && max !== null && value > max) return { problem: `${option.name} must be at most ${max}.` };
  return { value };
}

function boolean(option, text) {
  if (same(text, "true")) return { value: true };
  if (same(text, "false")) return { value: false };
  return { problem: `${option.name} must be true or false.` };
}

function someone(option, text, sign, things) {
  const bare = text.startsWith(sign) ? text.slice(1) : text;
  const id = /^<[@#]!?(\d+)>$/.exec(text)?.[1] ?? bare;
  const found = things.find((t) => t.id === id || same(t.name, bare));
  return found ? { value: found.id } : { problem: `${option.name} must be one of: ${things.map((t) => sign + t.name).join(", ")}.` };
}

function same(a, b) {
  return a.toLowerCase() === b.toLowerCase();
}

// place tells what the caret is in: {kind, query, start, end} with kind
// "command", "subcommand", "value" (and its value), "option" or null.
export function place(line, text, caret) {
  if (caret <= line.nameEnd) return { kind: "command", query: line.name, start: 0, end: line.nameEnd };
  if (!line.command) return null;
  const value = line.values.find((v) => !v.bare && caret >= v.valueStart && caret <= v.end);
  if (value) return { kind: "value", value, option: value.option, query: value.raw, start: value.valueStart, end: value.end };
  const word = /\S*$/.exec(text.slice(0, caret))[0];
  const tail = /^\S*/.exec(text.slice(caret))[0];
  const span = { query: word, start: caret - word.length, end: caret + tail.length };
  if (line.level.length > 0) return { kind: "subcommand", ...span };
  // Behind the first word of a text without a name, another option is less likely than more text.
  const inText = line.values.some((v) => v.bare && isText(v.option) && span.start > v.start && caret <= v.end);
  return { kind: "option", inText, ...span };
}

// segments cuts the text into the pieces that are drawn differently:
// {text, kind} with kind "command", "label", "value" or "plain", in order.
export function segments(line, text) {
  if (!line.command) return [{ text, kind: "plain" }];
  const pieces = [{ text: text.slice(0, line.pathEnd), kind: "command" }];
  let position = line.pathEnd;
  for (const value of line.values) {
    pieces.push({ text: text.slice(position, value.start), kind: "plain" });
    if (!value.bare) pieces.push({ text: text.slice(value.start, value.valueStart), kind: "label", option: value.option });
    pieces.push({ text: text.slice(value.valueStart, value.end), kind: value.bare ? "plain" : "value", option: value.option });
    position = value.end;
  }
  pieces.push({ text: text.slice(position), kind: "plain" });
  return pieces.filter((p) => p.text !== "");
}
