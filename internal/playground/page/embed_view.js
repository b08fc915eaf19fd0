// Draws embeds and attachments.
import { el } from "./dom.js";
import { link, markdown } from "./markdown_view.js";
import { messageTime } from "./times.js";

const TITLE = { title: true };

// embed draws one embed of message.
export function embed(data, message, names) {
  const color = typeof data.color === "number" ? `#${data.color.toString(16).padStart(6, "0")}` : null;
  return el(
    "article",
    { class: data.thumbnail ? "embed embed-with-thumbnail" : "embed", vars: color ? { "--bar": color } : {} },
    el(
      "div",
      { class: "embed-main" },
      author(data.author, message),
      title(data, names),
      data.description && el("div", { class: "embed-description" }, markdown(data.description, names)),
      fields(data.fields ?? [], names),
    ),
    data.thumbnail && picture(data.thumbnail, message, "embed-thumbnail"),
    data.image && picture(data.image, message, "embed-image"),
    footer(data, message),
  );
}

function author(data, message) {
  if (!data?.name) return null;
  const icon = data.icon_url && el("img", { class: "embed-icon", src: resolve(data.icon_url, message).url, alt: "" });
  return el("p", { class: "embed-author" }, icon, data.url ? link(data.url, data.name) : data.name);
}

function title(data, names) {
  if (!data.title) return null;
  const words = markdown(data.title, names, TITLE);
  return el("h4", { class: "embed-title" }, data.url ? link(data.url, words) : words);
}

// fields puts up to three neighbouring inline fields on one line, as Discord does.
function fields(list, names) {
  if (list.length === 0) return null;
  const lines = [];
  for (const field of list) {
    const line = lines.at(-1);
    if (field.inline && line?.inline && line.fields.length < 3) line.fields.push(field);
    else lines.push({ inline: Boolean(field.inline), fields: [field] });
  }
  return el(
    "div",
    { class: "embed-fields" },
    lines.map((line) =>
      el(
        "div",
        { class: `embed-line embed-line-${line.inline ? line.fields.length : 1}` },
        line.fields.map((f) => el("div", { class: "embed-field" }, el("h4", {}, markdown(f.name, names, TITLE)), el("div", {}, markdown(f.value, names)))),
      ),
    ),
  );
}

function footer(data, message) {
  if (!data.footer?.text && !data.timestamp) return null;
  const when = data.timestamp && messageTime(new Date(data.timestamp), new Date());
  const icon = data.footer?.icon_url && el("img", { class: "embed-icon", src: resolve(data.footer.icon_url, message).url, alt: "" });
  return el("p", { class: "embed-footer" }, icon, [data.footer?.text, when].filter(Boolean).join(" • "));
}

// resolve finds the file behind attachment://name, or an address, among the
// message's attachments.
function resolve(url, message) {
  const name = /^attachment:\/\/(.+)$/.exec(url)?.[1];
  const file = (message.attachments ?? []).find((a) => a.filename === name || a.url === url) ?? { url };
  return { ...file, url: ownURL(file.url) };
}

// ownURL asks this page's server for its own files, whatever name the bot
// knows it by; anything else is left as it is.
function ownURL(url) {
  if (!URL.canParse(url, location.href)) return url;
  const { pathname } = new URL(url, location.href);
  return pathname.startsWith("/attachments/") ? pathname : url;
}

function picture(data, message, className) {
  const file = resolve(data.url, message);
  const description = file.description ?? data.description ?? "";
  return el("img", {
    class: className,
    src: file.url,
    alt: description,
    title: description || false,
    width: file.width ?? data.width,
    height: file.height ?? data.height,
  });
}

// attachments draws the files that no embed shows.
export function attachments(message) {
  const shown = new Set((message.embeds ?? []).flatMap((e) => [e.image?.url, e.thumbnail?.url]));
  return (message.attachments ?? [])
    .filter((a) => !shown.has(`attachment://${a.filename}`) && !shown.has(a.url))
    .map((a) => {
      if (a.content_type?.startsWith("image/")) return picture(a, message, "attachment-image");
      return el("a", { class: "attachment-file", href: ownURL(a.url), download: a.filename }, a.filename);
    });
}
