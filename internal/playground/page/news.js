// What is said of a message to people who cannot see it come.
import { el } from "./dom.js";
import { markdown } from "./markdown_view.js";

// newsOf returns the title and the first line of message. names are those of markdown.
export function newsOf(message, names) {
  const embed = message.embeds?.[0] ?? {};
  const lines = (message.content || embed.description || "").split("\n");
  const line = lines.find((l) => /[\p{L}\p{N}]/u.test(l)) ?? "";
  const title = message.content ? "" : (embed.title ?? "");
  return [title, line].filter(Boolean).map((text) => el("p", {}, markdown(text, names)).textContent).join(": ");
}

// isNews reports whether person is to hear of message, which is new or has changed:
// of what others say, and of every answer to an own command or press.
export function isNews(message, person, isNew) {
  if (message.state === "thinking") return false;
  return isOwn(message, person) || (isNew && message.author.id !== person);
}

// isOwn reports whether message answers person.
export function isOwn(message, person) {
  return message.interaction_metadata?.user?.id === person;
}
