// The list above the composer. It shows suggestions and says which was
// clicked; the keyboard stays with the composer.
import { el, fill } from "./dom.js";

// Picker draws into parts: {box, title, list, input}, input being the field
// whose aria attributes it keeps.
export class Picker {
  constructor(parts, onChoose) {
    this.parts = parts;
    this.onChoose = onChoose;
    this.items = [];
    this.active = -1;
    // A press must not take the focus from the composer.
    parts.box.addEventListener("pointerdown", (event) => event.preventDefault());
    parts.box.addEventListener("mousedown", (event) => event.preventDefault());
  }

  // show opens the list, or closes it when there is nothing to offer.
  show({ title, items, active }, note = "") {
    this.items = items;
    this.active = active;
    if (items.length === 0 && !note) return this.hide();
    this.parts.title.textContent = note ? `${title} · ${note}` : title;
    fill(this.parts.list, items.map((item, i) => this.option(item, i)));
    this.parts.box.hidden = false;
    this.parts.input.setAttribute("aria-expanded", String(this.open));
    this.mark();
  }

  hide() {
    this.parts.box.hidden = true;
    this.items = [];
    this.active = -1;
    this.parts.input.setAttribute("aria-expanded", "false");
    this.parts.input.removeAttribute("aria-activedescendant");
  }

  get open() {
    return !this.parts.box.hidden && this.items.length > 0;
  }

  // move changes the active suggestion by step, round and round.
  move(step) {
    const count = this.items.length;
    const from = this.active < 0 && step < 0 ? 0 : this.active;
    this.active = (from + step + count) % count;
    this.mark();
  }

  // page changes it by as many as are in sight, and stops at the ends.
  page(direction) {
    const { list } = this.parts;
    const inSight = Math.max(1, Math.floor((list.clientHeight * this.items.length) / list.scrollHeight));
    this.active = Math.min(Math.max(this.active + direction * inSight, 0), this.items.length - 1);
    this.mark();
  }

  option(item, i) {
    return el(
      "li",
      { id: `suggestion-${i}`, role: "option", class: "suggestion", on: { click: () => this.onChoose(this.items[i]) } },
      el("span", { class: "suggestion-name" }, (item.sign ?? "") + item.label, item.usage && el("span", { class: "suggestion-usage" }, " " + item.usage)),
      item.optional && el("span", { class: "tag tag-quiet" }, "optional"),
      item.detail && el("span", { class: "suggestion-detail" }, item.detail),
    );
  }

  mark() {
    [...this.parts.list.children].forEach((node, i) => node.setAttribute("aria-selected", String(i === this.active)));
    const node = this.parts.list.children[this.active];
    if (!node) return this.parts.input.removeAttribute("aria-activedescendant");
    this.parts.input.setAttribute("aria-activedescendant", node.id);
    node.scrollIntoView({ block: "nearest" });
  }
}
