// Reads slash commands typed as text: "/blackjack bet:10 private:true".
//
// The text is the one source of truth; the chips, the suggestions and the
// request are all computed from it. Pure functions. A word that names no
// option is given to the first option that has no value yet, so that
// "/blackjack 10" works too.

// Types of options, as Discord numbers them.
export const Type = { SUB: 1, GROUP: 2, STRING: 3, INTEGER: 4, BOOLEAN: 5, USER: 6, CHANNEL: 7, NUMBER: 10 };

// read takes text apart, or returns null when it is no command. labels(option)
// lists the words that stand for a value of option and may contain spaces.
//
// The answer is {name, nameEnd, command, path, level, pathEnd, definitions,
// values, extra}: path holds the subcommands found and level those still to be
// chosen from; values are {option, start, valueStart, end, raw, bare}; extra
// are words that no option takes, as {start, end, raw}.
export function read(text, commands, labels = () => []) {
  const match = /^\/(\S*)/.exec(text);
  if (!match) return null;
  const line = { name: match[1], nameEnd: match[0].length, path: [], level: [], definitions: [], values: [], extra: [] };
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

function readValues(text, line, labels) {
  let position = line.pathEnd;
  const words = [];
  while (position < text.length) {
    position += /^\s*/.exec(text.slice(position))[0].length;
    if (position >= text.length) break;
    const named = namedValue(text, position, line.definitions, labels);
    if (named && !line.values.some((v) => v.option === named.option)) {
      line.values.push(named);
      position = named.end;
      continue;
    }
    const end = position + /^\S+/.exec(text.slice(position))[0].length;
    words.push({ start: position, end, raw: text.slice(position, end) });
    position = end;
  }
  for (const word of words) {
    const free = line.definitions.find((o) => !line.values.some((v) => v.option === o));
    if (free) line.values.push({ option: free, valueStart: word.start, bare: true, ...word });
    else line.extra.push(word);
  }
  line.values.sort((a, b) => a.start - b.start);
}

function namedValue(text, start, definitions, labels) {
  const head = /^([^\s:]+):/.exec(text.slice(start));
  const option = head && definitions.find((o) => o.name.toLowerCase() === head[1].toLowerCase());
  if (!option) return null;
  const valueStart = start + head[0].length;
  const length = valueLength(text.slice(valueStart), option, definitions, labels(option));
  const end = valueStart + length;
  return { option, start, valueStart, end, raw: text.slice(valueStart, end), bare: false };
}

// valueLength tells how much of rest is the value: a known label, else one
// word, or for a text everything up to the next option.
function valueLength(rest, option, definitions, labels) {
  const known = labels.filter((l) => startsWith(rest, l)).sort((a, b) => b.length - a.length)[0];
  if (known) return known.length;
  if (option.type !== Type.STRING) return /^\S*/.exec(rest)[0].length;
  let end = rest.length;
  for (const other of definitions) {
    const at = rest.toLowerCase().indexOf(` ${other.name.toLowerCase()}:`);
    if (at >= 0) end = Math.min(end, at);
  }
  return rest.slice(0, end).trimEnd().length;
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
  for (const word of line.extra) problems.push({ message: `“${word.raw}” belongs to no option of /${line.name}.` });
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
      return named(option, text, "@", facts.people ?? []);
    case Type.CHANNEL:
      return named(option, text, "#", facts.channels ?? []);
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

function named(option, text, sign, things) {
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
  return { kind: "option", ...span };
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
