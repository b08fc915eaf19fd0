// Draws a recognised card as a little card face.
import { cardOf } from "./cards.js";
import { el } from "./dom.js";

// codeSpan draws the text of a code span: a card when it is one, otherwise
// plain code. The card's text stays in the page, to be copied and searched.
export function codeSpan(text) {
  const card = cardOf(text);
  if (!card) return el("code", {}, text);
  if (card.hidden) {
    return el("span", { class: "card card-back", role: "img", "aria-label": card.name }, el("span", { class: "card-hidden" }, text));
  }
  return el(
    "span",
    { class: card.red ? "card card-red" : "card", role: "img", "aria-label": card.name },
    el("span", { class: "card-rank" }, card.rank),
    el("span", { class: "card-suit" }, card.suit),
  );
}
