// Draws rows of buttons and selects.
import { el } from "./dom.js";
import { emoji, link } from "./markdown_view.js";

const ROW = 1;
const BUTTON = 2;
const SELECT = 3;
const LINK_STYLE = 5;
const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger" };

// rows draws a message's components. press is {busy: custom ID or "",
// onPress(customID, values)}. While one button waits for its answer the others of the
// message do nothing; they stay reachable, so the keyboard's place is kept.
export function rows(components, press) {
  return (components ?? [])
    .filter((c) => c.type === ROW)
    .map((row) => el("div", { class: "buttons" }, (row.components ?? []).map((c) => component(c, press))));
}

function component(data, press) {
  if (data.type === SELECT) return select(data, press);
  if (data.type !== BUTTON) return null;
  if (data.style === LINK_STYLE) return linkButton(data);
  const busy = press.busy === data.custom_id;
  return el(
    "button",
    {
      type: "button",
      class: `button button-${STYLES[data.style] ?? "secondary"}`,
      disabled: Boolean(data.disabled),
      "aria-busy": busy ? "true" : false,
      "aria-disabled": press.busy && !data.disabled ? "true" : false,
      data: { customId: data.custom_id ?? "" },
      on: { click: () => !press.busy && press.onPress(data.custom_id) },
    },
    face(data),
  );
}

// select draws a list of which one value is taken, at once.
function select(data, press) {
  if ((data.max_values ?? 1) > 1) return selectMany(data, press);
  const name = data.placeholder || "Choose";
  const chosen = data.options.some((o) => o.default);
  return el(
    "select",
    {
      class: "select",
      "aria-label": name,
      disabled: Boolean(data.disabled) || Boolean(press.busy),
      data: { customId: data.custom_id ?? "" },
      on: { change: ({ target }) => press.onPress(data.custom_id, [target.value]) },
    },
    el("option", { value: "", selected: !chosen, disabled: true }, name),
    data.options.map((o) => el("option", { value: o.value, selected: Boolean(o.default) }, words(o))),
  );
}

// selectMany draws a list of boxes that opens. What is ticked is taken when it closes, as
// Discord does.
function selectMany(data, press) {
  const chosen = data.options.filter((o) => o.default).map((o) => o.value);
  const summary = data.options.filter((o) => o.default).map((o) => o.label).join(", ");
  const still = Boolean(data.disabled) || Boolean(press.busy);
  const boxes = data.options.map((o) => el("input", { type: "checkbox", value: o.value, checked: Boolean(o.default), disabled: still }));
  const list = el(
    "details",
    { class: "select-many", data: { customId: data.custom_id ?? "" } },
    el("summary", { class: "select", "aria-label": [data.placeholder, summary].filter(Boolean).join(": ") || false }, el("span", {}, summary || data.placeholder || "Choose")),
    el("div", { class: "choices", tabindex: "-1" }, data.options.map((o, i) => el("label", {}, boxes[i], el("span", {}, words(o))))),
  );
  const take = () => {
    const ticked = boxes.filter((b) => b.checked).map((b) => b.value);
    const fits = ticked.length >= (data.min_values ?? 1) && ticked.length <= data.max_values;
    if (fits && ticked.join() !== chosen.join()) press.onPress(data.custom_id, ticked);
  };
  list.addEventListener("toggle", () => !list.open && take());
  list.addEventListener("focusout", ({ relatedTarget }) => !list.contains(relatedTarget) && (list.open = false));
  list.addEventListener("keydown", ({ key }) => key === "Escape" && (list.open = false));
  return list;
}

function words({ emoji, label, description }) {
  return [emoji?.name, label, description && `– ${description}`].filter(Boolean).join(" ");
}

function linkButton(data) {
  const anchor = link(data.url, face(data));
  if (anchor instanceof Element) anchor.className = "button button-secondary";
  return anchor;
}

function face(data) {
  const name = data.emoji?.id ? emoji(data.emoji) : data.emoji?.name;
  return [name && el("span", { class: "button-emoji", "aria-hidden": data.label ? "true" : false }, name), data.label && el("span", { class: "button-label" }, data.label)];
}
