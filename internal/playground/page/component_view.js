// Draws rows of buttons.
import { el } from "./dom.js";
import { link } from "./markdown_view.js";

const ROW = 1;
const BUTTON = 2;
const LINK_STYLE = 5;
const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger" };

// rows draws a message's components. press is {busy: custom ID or "",
// onPress(customID)}. While one button waits for its answer the others of the
// message do nothing; they stay reachable, so the keyboard's place is kept.
export function rows(components, press) {
  return (components ?? [])
    .filter((c) => c.type === ROW)
    .map((row) => el("div", { class: "buttons" }, (row.components ?? []).map((c) => component(c, press))));
}

function component(data, press) {
  if (data.type !== BUTTON) return el("select", { disabled: true, "aria-label": data.placeholder ?? "Menu" }, el("option", {}, data.placeholder ?? "Menu"));
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

function linkButton(data) {
  const anchor = link(data.url, face(data));
  if (anchor instanceof Element) anchor.className = "button button-secondary";
  return anchor;
}

function face(data) {
  const name = data.emoji?.id ? `:${data.emoji.name}:` : data.emoji?.name;
  return [name && el("span", { class: "button-emoji", "aria-hidden": data.label ? "true" : false }, name), data.label && el("span", { class: "button-label" }, data.label)];
}
