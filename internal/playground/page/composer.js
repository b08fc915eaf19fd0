// The box in which messages and commands are written.
import { nest, place, read, resolve, segments, valueOf } from "./command_line.js";
import { el, fill } from "./dom.js";
import { Picker } from "./picker.js";
import { accept, suggest } from "./suggestions.js";

const DEBOUNCE = 150; // ms of rest before the bot is asked for choices

// Composer works on parts: {form, input, mirror, problem, picker, title,
// list}. world() is who and what there is; send has say(text), command(name,
// options) and autocomplete(name, options), each returning a promise.
export class Composer {
  constructor(parts, { world, send }) {
    this.parts = parts;
    this.world = world;
    this.send = send;
    this.dismissed = false;
    this.drafts = new Map(); // context -> text
    this.context = "";
    this.sent = []; // commands, oldest first
    this.recalled = -1; // index in sent, or -1
    this.picked = new Map(); // command, option and label -> value
    this.completion = { key: "", choices: [], waiting: false };
    this.picker = new Picker({ box: parts.picker, title: parts.title, list: parts.list, input: parts.input }, (item) => this.choose(item));
    this.listen();
  }

  listen() {
    const { form, input } = this.parts;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.submit();
    });
    input.addEventListener("input", () => this.edited());
    input.addEventListener("keydown", (event) => this.keydown(event));
    input.addEventListener("click", () => this.update());
    input.addEventListener("keyup", (event) => /^(Arrow(Left|Right)|Home|End)$/.test(event.key) && this.update());
    input.addEventListener("focus", () => this.update());
    form.addEventListener("focusout", (event) => !form.contains(event.relatedTarget) && this.picker.hide());
    input.addEventListener("scroll", () => (this.parts.mirror.scrollTop = input.scrollTop));
  }

  // enter changes to another context, such as a person in a channel. What was
  // being written there comes back.
  enter(context, placeholder) {
    this.parts.input.placeholder = placeholder;
    if (context === this.context) return;
    this.drafts.set(this.context, this.parts.input.value);
    this.context = context;
    this.recalled = -1;
    this.set(this.drafts.get(context) ?? "");
  }

  // begin puts text into the box, ready to be completed and sent.
  begin(text) {
    this.dismissed = false;
    this.set(text);
    this.parts.input.focus();
    this.update();
  }

  // refresh takes a changed world into account.
  refresh() {
    this.update();
  }

  set(text, caret = text.length) {
    this.parts.input.value = text;
    this.parts.input.setSelectionRange(caret, caret);
    this.complain("");
    this.update();
  }

  edited() {
    this.dismissed = false;
    this.recalled = -1;
    this.complain("");
    this.update();
  }

  get facts() {
    const { people, channels } = this.world();
    return {
      people,
      channels: channels.filter((c) => !c.dm),
      picked: (option, label) => this.picked.get(this.pickKey(option, label)),
    };
  }

  pickKey(option, label) {
    const name = /^\/(\S*)/.exec(this.parts.input.value)?.[1] ?? "";
    return `${name} ${option.name} ${label}`.toLowerCase();
  }

  read() {
    const prefix = (option) => this.pickKey(option, "");
    const labels = (option) => [
      ...(option.choices ?? []).map((c) => c.name),
      ...this.world().people.flatMap((p) => [`@${p.name}`, p.name]),
      ...[...this.picked.keys()].filter((k) => k.startsWith(prefix(option))).map((k) => k.slice(prefix(option).length)),
    ];
    return read(this.parts.input.value, this.world().commands, labels);
  }

  // update redraws chips and suggestions for the present text and caret.
  update() {
    const { input } = this.parts;
    const line = this.read();
    this.drawMirror(line);
    this.grow();
    this.line = line;
    this.place = line && place(line, input.value, input.selectionStart);
    if (!line || this.dismissed || document.activeElement !== input) return this.picker.hide();
    const waiting = this.complete(line);
    this.picker.show(suggest(line, this.place, this.world().commands, this.facts, this.completion.choices), waiting ? "asking…" : "");
  }

  drawMirror(line) {
    const { input, mirror } = this.parts;
    const pieces = line ? segments(line, input.value) : [];
    const wrong = (p) => p.kind === "value" && valueOf(p.option, p.text, this.facts).problem;
    fill(mirror, pieces.map((p) => el("span", { class: `chip-${p.kind}${wrong(p) ? " chip-wrong" : ""}` }, p.text)));
    mirror.scrollTop = input.scrollTop;
  }

  grow() {
    const { input } = this.parts;
    input.style.height = "auto";
    input.style.height = `${input.scrollHeight}px`;
  }

  // complete asks the bot for the choices of an autocompleted value, after a
  // moment's rest. It returns whether an answer is awaited.
  complete(line) {
    const option = this.place?.kind === "value" && this.place.option.autocomplete ? this.place.option : null;
    const key = option ? `${this.context} ${this.parts.input.value} ${option.name}` : "";
    if (key === this.completion.key) return this.completion.waiting;
    clearTimeout(this.timer);
    const same = option && this.completion.option === option;
    this.completion = { key, option, choices: same ? this.completion.choices : [], waiting: Boolean(option) };
    if (!option) return false;
    const asked = this.completion;
    const options = this.focusedOptions(line, this.place);
    this.timer = setTimeout(() => this.ask(asked, line, options), DEBOUNCE);
    return true;
  }

  focusedOptions(line, { value }) {
    const others = { ...line, values: line.values.filter((v) => v !== value), path: [] };
    const focused = { name: value.option.name, type: value.option.type, value: value.raw, focused: true };
    return nest(line.path, [...resolve(others, this.facts).options, focused]);
  }

  async ask(asked, line, options) {
    try {
      const answer = await this.send.autocomplete(line.command.name, options);
      asked.choices = answer?.choices ?? [];
    } catch {
      asked.choices = []; // The choices are a convenience; the value can be typed without them.
    }
    asked.waiting = false;
    if (asked !== this.completion) return;
    for (const c of asked.choices) this.picked.set(this.pickKey(asked.option, c.name), c.value);
    this.update();
  }

  keydown(event) {
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const handlers = { ArrowDown: () => this.arrow(1), ArrowUp: () => this.arrow(-1), PageDown: () => this.page(1), PageUp: () => this.page(-1), Tab: () => this.tab(), Enter: () => this.enterKey(), Escape: () => this.escape(), Backspace: () => this.backspace() };
    if (event.shiftKey && event.key !== "Escape") return;
    if (handlers[event.key]?.()) event.preventDefault();
  }

  // Each key handler returns whether it dealt with the key.

  arrow(step) {
    if (this.picker.open) {
      this.picker.move(step);
      return true;
    }
    return this.recall(step);
  }

  page(direction) {
    if (this.picker.open) this.picker.page(direction);
    return this.picker.open;
  }

  // idle is true while nothing is being written.
  get idle() {
    return this.parts.input.value === "";
  }

  recall(step) {
    const { input } = this.parts;
    const browsing = this.recalled >= 0 && input.value === this.sent[this.recalled];
    if (!browsing && (step > 0 || input.value !== "")) return false;
    const next = browsing ? this.recalled + step : this.sent.length - 1;
    if (next < 0 || this.sent.length === 0) return false;
    this.dismissed = true;
    this.set(this.sent[next] ?? "");
    this.recalled = next < this.sent.length ? next : -1;
    return true;
  }

  tab() {
    if (!this.line?.command && !this.picker.open) return false;
    if (this.dismissed) return false;
    if (this.picker.open && (this.picker.active >= 0 || this.place.kind !== "value")) {
      this.choose(this.picker.items[Math.max(this.picker.active, 0)]);
      return true;
    }
    return this.nextOption();
  }

  // nextOption appends the next option that has no value.
  nextOption(wanted) {
    const free = wanted ?? this.line.definitions.find((o) => !this.line.values.some((v) => v.option === o));
    if (!free) return false;
    this.dismissed = false;
    this.set(`${this.parts.input.value.trimEnd()} ${free.name}:`);
    return true;
  }

  enterKey() {
    if (this.picker.open && this.picker.active >= 0) this.choose(this.picker.items[this.picker.active]);
    else this.submit();
    return true;
  }

  // escape closes the picker. Like Discord, it leaves what is typed.
  escape() {
    if (!this.picker.open) return false;
    this.dismissed = true;
    this.complain("");
    this.update();
    return true;
  }

  // backspace takes away the whole chip of an option that has no value.
  backspace() {
    const { input } = this.parts;
    const value = this.place?.kind === "value" ? this.place.value : null;
    if (!value || value.raw !== "" || input.selectionStart !== input.selectionEnd) return false;
    const before = input.value.slice(0, value.start).trimEnd();
    this.set(before + " " + input.value.slice(value.end).trimStart(), before.length + 1);
    return true;
  }

  choose(item) {
    const { input } = this.parts;
    const next = accept(input.value, this.place, item);
    if (this.place.kind === "value" && item.value !== undefined) this.picked.set(this.pickKey(this.place.option, item.label), item.value);
    input.focus();
    this.set(next.text, next.caret);
  }

  async submit() {
    const text = this.parts.input.value.trim();
    if (text === "") return;
    const line = text.startsWith("/") ? this.read() : null;
    let call = () => this.send.say(text);
    if (line) {
      const { options, problems } = resolve(line, this.facts);
      if (problems.length > 0) return this.refuse(problems);
      call = () => this.send.command(line.command.name, options);
      this.remember(text);
    }
    const context = this.context;
    this.set("");
    try {
      await call();
    } catch (error) {
      // What was refused comes back to be mended, unless something else is being written by now.
      if (this.context === context && this.parts.input.value === "") this.set(text);
      this.complain(error.message);
    }
  }

  remember(text) {
    if (this.sent.at(-1) !== text) this.sent.push(text);
    this.recalled = -1;
  }

  refuse(problems) {
    const missing = problems.find((p) => p.missing);
    if (missing && problems.length === 1) this.nextOption(missing.option);
    this.parts.input.focus();
    this.complain(problems[0].message);
  }

  complain(message) {
    this.parts.problem.textContent = message;
    this.parts.problem.hidden = message === "";
    this.parts.input.toggleAttribute("aria-invalid", message !== "");
  }
}
