// Draws a Markdown tree as DOM nodes.
import { el } from "./dom.js";
import { parse } from "./markdown.js";
import { discordTime } from "./times.js";

// markdown draws text. names looks up people, channels and commands:
// {user(id), channel(id), onCommand(name), locale}. options are those of parse.
export function markdown(text, names, options) {
  return draw(parse(text ?? "", options), names);
}

function draw(nodes, names) {
  return nodes.map((node) => drawNode(node, names));
}

const TAGS = { strong: "strong", em: "em", underline: "u", strike: "s", quote: "blockquote" };

function drawNode(node, names) {
  if (TAGS[node.type]) return el(TAGS[node.type], {}, draw(node.children, names));
  switch (node.type) {
    case "text":
      return node.text;
    case "code":
      return el("code", {}, node.text);
    case "codeblock":
      return el("pre", { tabindex: "0" }, el("code", {}, node.text));
    case "heading":
      return el("p", { class: `md-h${node.level}`, role: "heading", "aria-level": node.level + 3 }, draw(node.children, names));
    case "subtext":
      return el("small", { class: "md-subtext" }, draw(node.children, names));
    case "list":
      return el(node.ordered ? "ol" : "ul", { class: "md-list", start: node.ordered && node.start !== 1 && node.start }, node.items.map((item) => el("li", {}, draw(item, names))));
    case "spoiler":
      return spoiler(draw(node.children, names));
    case "link":
      return link(node.url, draw(node.children, names));
    default:
      return mention(node, names);
  }
}

function mention(node, names) {
  switch (node.type) {
    case "time":
      return time(node.unix, node.style, names.locale);
    case "user":
      return el("span", { class: "mention" }, "@" + (names.user(node.id) ?? "unknown-user"));
    case "channel":
      return el("span", { class: "mention" }, "#" + (names.channel(node.id) ?? "unknown"));
    case "role":
      return el("span", { class: "mention" }, "@unknown-role");
    case "command":
      return el("button", { type: "button", class: "mention", on: { click: () => names.onCommand(node.name) } }, "/" + node.name);
    default:
      return emoji(node);
  }
}

// emoji draws one of the application's. One that is not there is its name.
export function emoji({ name, id }) {
  return el("img", { class: "emoji", src: `/emojis/${id}.png`, alt: `:${name}:`, title: `:${name}:`, draggable: "false" });
}

// time draws a timestamp that refreshTimes keeps up to date.
function time(unix, style, locale) {
  const date = new Date(unix * 1000);
  const known = !Number.isNaN(date.getTime());
  if (!known) return "Invalid Date";
  return el(
    "time",
    {
      class: "timestamp",
      datetime: date.toISOString(),
      title: discordTime(unix, "F", 0, { locale }),
      data: { unix: String(unix), style },
    },
    discordTime(unix, style, Date.now() / 1000, { locale }),
  );
}

// refreshTimes brings every drawn timestamp under root up to the present.
export function refreshTimes(root, locale) {
  const now = Date.now() / 1000;
  for (const node of root.querySelectorAll("time[data-style=R]")) {
    const words = discordTime(Number(node.dataset.unix), "R", now, { locale });
    if (node.textContent !== words) node.textContent = words;
  }
}

function spoiler(children) {
  const inside = el("span", { class: "spoiler-text", inert: true }, children);
  const cover = el("button", { type: "button", class: "spoiler", "aria-label": "Show the spoiler" }, inside);
  cover.addEventListener("click", () => {
    inside.inert = false;
    cover.replaceWith(el("span", { class: "spoiler-open" }, [...inside.childNodes]));
  });
  return cover;
}

// link draws an anchor to a web address, and only its words for any other.
export function link(url, children) {
  if (!/^https?:\/\//i.test(url)) return children;
  return el("a", { href: url, target: "_blank", rel: "noopener noreferrer nofollow" }, children);
}
