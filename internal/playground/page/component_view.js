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

// select draws a list. One value is taken at once; several are taken when the list
// is left, as Discord does.
function select(data, press) {
  const many = (data.max_values ?? 1) > 1;
  const name = data.placeholder || "Choose";
  const chosen = data.options.some((o) => o.default);
  const take = ({ target }) => press.onPress(data.custom_id, [...target.options].filter((o) => o.selected && o.value !== "").map((o) => o.value));
  return el(
    "select",
    {
      class: "select",
      "aria-label": name,
      multiple: many,
      disabled: Boolean(data.disabled) || Boolean(press.busy),
      data: { customId: data.custom_id ?? "" },
      on: many ? { blur: take } : { change: take },
    },
    !many && el("option", { value: "", selected: !chosen, disabled: true }, name),
    data.options.map((o) => el("option", { value: o.value, selected: Boolean(o.default) }, [o.emoji?.name, o.label, o.description && `– ${o.description}`].filter(Boolean).join(" "))),
  );
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
