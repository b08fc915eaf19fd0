// What the command picker offers at the caret. Pure functions; only the
// choices of autocompleted options come from elsewhere.
//
// A suggestion is {label, detail, insert, sign}: insert replaces the text
// between the place's start and end.
import { Type, valueOf } from "./command_line.js";

// suggest returns {title, items, active} for a place in a read line. active
// is the suggestion that Enter would take, or -1 when Enter sends instead.
// completed are the choices that the bot offered for the value at the caret.
export function suggest(line, place, commands, facts, completed = []) {
  switch (place?.kind) {
    case "command":
      return forCommand(place, commands);
    case "subcommand":
      return first("Subcommands", line.level.filter((o) => starts(o.name, place.query)).map((o) => item(o, `${o.name} `)));
    case "option":
      return forOption(line, place);
    case "value":
      return forValue(place, facts, completed);
    default:
      return first("", []);
  }
}

function forCommand(place, commands) {
  const query = place.query.toLowerCase();
  const begins = commands.filter((c) => starts(c.name, query));
  const contains = commands.filter((c) => !begins.includes(c) && `${c.name} ${c.description}`.toLowerCase().includes(query));
  const found = [...begins, ...contains];
  const exact = commands.find((c) => c.name.toLowerCase() === query);
  const items = found.map((c) => ({ ...item(c, `/${c.name} ${firstRequired(c)}`), sign: "/", usage: usage(c) }));
  // A command typed in full is sent by Enter unless it still needs something.
  const complete = exact && !needs(exact);
  return { title: "Commands", items, active: complete || items.length === 0 ? -1 : 0 };
}

function needs(command) {
  return (command.options ?? []).some((o) => o.required || o.type === Type.SUB || o.type === Type.GROUP);
}

function firstRequired(command) {
  const option = (command.options ?? []).find((o) => o.required);
  return option ? `${option.name}:` : "";
}

// usage lists a command's options: "player [days]".
export function usage(command) {
  return (command.options ?? []).map((o) => (o.required || o.type <= Type.GROUP ? o.name : `[${o.name}]`)).join(" ");
}

function forOption(line, place) {
  // A word being typed may be a value without a name; it does not hide the option it stands for.
  const used = (o) => line.values.some((v) => v.option === o && !(v.bare && v.start === place.start));
  const free = line.definitions.filter((o) => !used(o) && starts(o.name, place.query));
  const items = free.map((o) => ({ ...item(o, `${o.name}:`), optional: !o.required }));
  const waiting = !place.inText && (free.some((o) => o.required) || (place.query !== "" && free.length > 0));
  return { title: `Options of /${line.name}`, items, active: waiting ? 0 : -1 };
}

function forValue({ option, query }, facts, completed) {
  const items = valueItems(option, query, facts, completed).map((v) => ({ ...v, insert: `${v.label} ` }));
  const valid = valueOf(option, query, facts).problem === undefined;
  return { title: option.description ? `${option.name}: ${option.description}` : option.name, items, active: valid || items.length === 0 ? -1 : 0 };
}

function valueItems(option, query, facts, completed) {
  if (option.autocomplete) return completed.map((c) => ({ label: c.name, value: c.value }));
  const bare = query.replace(/^[@#]/, "");
  const filter = (items) => items.filter((i) => i.label.replace(/^[@#]/, "").toLowerCase().includes(bare.toLowerCase()));
  if (option.choices?.length) return filter(option.choices.map((c) => ({ label: c.name, value: c.value })));
  if (option.type === Type.BOOLEAN) return filter([{ label: "True", value: true }, { label: "False", value: false }]);
  if (option.type === Type.USER) return filter((facts.people ?? []).map((p) => ({ label: `@${p.name}`, value: p.id, color: p.color })));
  if (option.type === Type.CHANNEL) return filter((facts.channels ?? []).map((c) => ({ label: `#${c.name}`, value: c.id })));
  return [];
}

// accept returns {text, caret} after item took its place in text. Nothing
// doubles a space that is there already.
export function accept(text, place, item) {
  const rest = text.slice(place.end);
  const insert = item.insert.endsWith(" ") && rest.startsWith(" ") ? item.insert.slice(0, -1) : item.insert;
  const before = text.slice(0, place.start);
  const gap = before === "" || /\s$/.test(before) || place.kind === "value" ? "" : " ";
  const head = before + gap + insert;
  return { text: head + rest, caret: head.length + (insert === item.insert ? 0 : 1) };
}

function first(title, items) {
  return { title, items, active: items.length > 0 ? 0 : -1 };
}

function item(thing, insert) {
  return { label: thing.name, detail: thing.description ?? "", insert };
}

function starts(name, query) {
  return name.toLowerCase().startsWith(query.toLowerCase());
}
