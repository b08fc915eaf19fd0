// Draws one message.
import { rows } from "./component_view.js";
import { el, fill } from "./dom.js";
import { attachments, embed } from "./embed_view.js";
import { markdown } from "./markdown_view.js";
import { messageTime, shortTime } from "./times.js";

const REPLY = 19; // the type of a message that answers a button

// drawMessage fills row with message. context is {names, person(id),
// message(id), compact, press, onDismiss(message), onDelete}: press is that of rows
// with failed added, a sentence or "". onDelete is false for who may not delete it.
export function drawMessage(row, message, context) {
  const content = el(
    "div",
    { class: "message-body" },
    !context.compact && head(message),
    (message.content || message.edited_timestamp) && el("div", { class: "message-content" }, markdown(message.content, context.names), edited(message)),
    state(message),
    (message.embeds ?? []).map((e) => embed(e, message, context.names)),
    attachments(message),
    el("div", { class: "actions" }, actions(message, context)),
    message.ephemeral_for && ephemeral(message, context),
    context.onDelete && el("button", { type: "button", class: "delete", "aria-label": "Delete message", title: "Delete message", on: { click: context.onDelete } }, "✕"),
  );
  row.className = classes(message, context);
  row.setAttribute("aria-label", `Message from ${displayName(message.author)}`);
  row.replaceChildren(...[occasion(message, context), gutter(message, context), content].filter(Boolean));
}

// drawActions draws the buttons of a message in row again, and nothing else.
export function drawActions(row, message, context) {
  fill(row.querySelector(".actions"), actions(message, context));
}

function actions(message, { press }) {
  return [rows(message.components, press), press.failed && el("p", { class: "failed", role: "alert" }, press.failed)];
}

function classes(message, context) {
  const names = ["message"];
  if (context.compact) names.push("message-compact");
  if (message.ephemeral_for) names.push("message-ephemeral");
  return names.join(" ");
}

// displayName is the name that an author goes by.
export function displayName(author) {
  return author.global_name || author.username;
}

// avatar draws the initial of a name on a coloured disc.
export function avatar(name, color, className = "") {
  const initial = [...name][0]?.toUpperCase() ?? "?";
  return el("span", { class: `avatar ${className}`, "aria-hidden": "true", vars: { "--avatar": color, "--ink": ink(color) } }, initial);
}

// ink chooses the colour, dark or white, that reads better on a background.
function ink(color) {
  const channels = [1, 3, 5].map((i) => Number.parseInt(color.slice(i, i + 2), 16) / 255);
  const [r, g, b] = channels.map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.18 ? "#111214" : "#ffffff";
}

// occasion draws the line above a message: the command or the message that it answers.
function occasion(message, context) {
  if (message.interaction?.user) return used(message, context);
  return message.interaction_metadata?.interacted_message_id && message.type === REPLY ? reply(message, context) : null;
}

function reply(message, context) {
  const original = context.message(message.interaction_metadata.interacted_message_id);
  const words = (...children) => el("span", { class: "used-words" }, children);
  if (!original) return el("p", { class: "used" }, words(el("em", {}, "Original message was deleted")));
  const name = displayName(original.author);
  return el(
    "p",
    { class: "used" },
    avatar(name, context.person(original.author.id).color, "avatar-tiny"),
    el("strong", {}, name),
    words(original.content ? markdown(original.content, context.names, { title: true }) : el("em", {}, "Click to see attachment")),
  );
}

function used(message, context) {
  const { user, name } = message.interaction;
  const person = context.person(user.id);
  const who = user.global_name ?? person.name ?? user.username;
  return el(
    "p",
    { class: "used" },
    avatar(who, person.color, "avatar-tiny"),
    el("strong", {}, who),
    " used ",
    el("span", { class: "used-command" }, "/" + name),
  );
}

function gutter(message, context) {
  if (!context.compact) return avatar(displayName(message.author), context.person(message.author.id).color);
  const time = shortTime(new Date(message.timestamp));
  return el("span", { class: "gutter-time", "aria-hidden": "true" }, time);
}

function head(message) {
  const date = new Date(message.timestamp);
  return el(
    "h3",
    { class: "message-head" },
    el("strong", { class: "message-author" }, displayName(message.author)),
    message.author.bot && el("span", { class: "tag" }, "APP"),
    el("time", { class: "message-time", datetime: message.timestamp, title: date.toLocaleString() }, messageTime(date, new Date())),
  );
}

function edited(message) {
  if (!message.edited_timestamp) return null;
  return el("small", { class: "edited", title: new Date(message.edited_timestamp).toLocaleString() }, "(edited)");
}

function state(message) {
  if (message.state === "failed") return el("p", { class: "failed" }, "The application did not respond");
  if (message.state !== "thinking") return null;
  return el("p", { class: "thinking" }, el("span", { class: "dots", "aria-hidden": "true" }, el("i"), el("i"), el("i")), `${displayName(message.author)} is thinking…`);
}

function ephemeral(message, context) {
  return el(
    "p",
    { class: "ephemeral" },
    el("span", { class: "eye", "aria-hidden": "true" }),
    "Only you can see this • ",
    el("button", { type: "button", class: "text-button", on: { click: () => context.onDismiss(message) } }, "Dismiss message"),
  );
}
