// The list of messages: keeps rows in step with the messages, without moving
// what one is reading.
import { el } from "./dom.js";
import { drawActions, drawMessage } from "./message_view.js";

const NEAR_BOTTOM = 48; // px within which the reader counts as being at the end
const GROUP_GAP = 7 * 60 * 1000; // ms between messages that share one head

// Timeline draws into parts: {scroller, list, empty, pill}.
export class Timeline {
  constructor(parts) {
    this.parts = parts;
    this.rows = new Map(); // message id -> {node, key}
    this.view = "";
    this.atEnd = true;
    this.unread = 0;
    parts.scroller.addEventListener("scroll", () => this.scrolled(), { passive: true });
    parts.pill.addEventListener("click", () => this.toEnd());
    const keep = new ResizeObserver(() => this.atEnd && this.jump());
    keep.observe(parts.scroller);
    keep.observe(parts.list);
  }

  // show makes the list equal to messages. view names what is looked at; when
  // it changes the list starts again at its end. contextOf(message, compact)
  // is what drawMessage needs; keyOf(message) is {facts, press}, of which facts
  // changes when the whole message must be drawn again and press when only
  // its buttons must.
  show(view, messages, contextOf, keyOf) {
    const changed = view !== this.view;
    if (changed) this.clear(view);
    const added = this.reconcile(messages, contextOf, keyOf);
    this.parts.empty.hidden = messages.length > 0;
    if (changed || this.atEnd) this.jump();
    else if (added > 0) this.tell(this.unread + added);
  }

  clear(view) {
    this.view = view;
    this.rows.clear();
    this.parts.list.replaceChildren();
    this.atEnd = true;
    this.tell(0);
  }

  // reconcile returns how many messages are new.
  reconcile(messages, contextOf, keyOf) {
    const present = new Set(messages.map((m) => m.id));
    for (const [id, row] of this.rows) {
      if (present.has(id)) continue;
      row.node.remove();
      this.rows.delete(id);
    }
    let added = 0;
    let next = this.parts.list.firstElementChild;
    messages.forEach((message, i) => {
      const compact = follows(messages[i - 1], message);
      const key = { message, compact, ...keyOf(message) };
      let row = this.rows.get(message.id);
      if (!row) {
        row = { node: el("div", { role: "article", tabindex: "-1" }), key: {} };
        row.node.dataset.messageId = message.id;
        this.rows.set(message.id, row);
        added++;
      }
      redraw(row, key, contextOf);
      row.key = key;
      if (row.node === next) next = next.nextElementSibling;
      else this.parts.list.insertBefore(row.node, next);
    });
    return added;
  }

  scrolled() {
    const { scroller } = this.parts;
    this.atEnd = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < NEAR_BOTTOM;
    if (this.atEnd) this.tell(0);
  }

  tell(unread) {
    this.unread = unread;
    this.parts.pill.hidden = unread === 0;
    this.parts.pill.textContent = unread === 1 ? "1 new message ↓" : `${unread} new messages ↓`;
  }

  // focus takes the keyboard to a message.
  focus(id) {
    this.rows.get(id)?.node.focus({ preventScroll: true });
  }

  // toEnd scrolls to the newest message.
  toEnd() {
    this.atEnd = true;
    this.tell(0);
    this.jump();
  }

  jump() {
    this.parts.scroller.scrollTop = this.parts.scroller.scrollHeight;
  }
}

// follows tells whether message continues what its author wrote just before.
function follows(previous, message) {
  if (!previous || message.interaction_metadata || message.ephemeral_for || previous.ephemeral_for) return false;
  if (previous.author.id !== message.author.id) return false;
  return Date.parse(message.timestamp) - Date.parse(previous.timestamp) < GROUP_GAP;
}

// redraw draws what has changed of a row and gives the keyboard its place
// back: the button of the same words, or else the first that can be pressed.
function redraw(row, key, contextOf) {
  const whole = ["message", "compact", "facts"].some((part) => row.key[part] !== key[part]);
  if (!whole && row.key.press === key.press) return;
  const focused = row.node.contains(document.activeElement) ? document.activeElement : null;
  const words = focused?.textContent;
  const draw = whole ? drawMessage : drawActions;
  draw(row.node, key.message, contextOf(key.message, key.compact));
  if (!focused || focused.isConnected) return;
  const buttons = [...row.node.querySelectorAll(".buttons button:not(:disabled)")];
  (buttons.find((b) => b.textContent === words) ?? buttons[0])?.focus({ preventScroll: true });
}
