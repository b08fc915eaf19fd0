// The side bar: channels, direct messages and the people one can be.
import { el, fill } from "./dom.js";
import { avatar } from "./message_view.js";
import { visible } from "./route.js";

// Sidebar draws into parts: {guild, channels, direct, people}. onChannel(id)
// and onPerson(id) hear what was chosen.
export class Sidebar {
  constructor(parts, { onChannel, onPerson }) {
    this.parts = parts;
    this.onChannel = onChannel;
    this.onPerson = onPerson;
  }

  // show draws world as the route's person sees it. unread counts the new
  // messages by channel.
  show(world, route, unread) {
    const focused = document.activeElement?.dataset ?? {};
    this.parts.guild.textContent = world.guild.name;
    const seen = world.channels.filter((c) => visible(c, route.as));
    fill(this.parts.channels, seen.filter((c) => !c.dm).map((c) => this.channel(c, el("span", { class: "hash", "aria-hidden": "true" }, "#"), c.name, route, unread)));
    fill(this.parts.direct, seen.filter((c) => c.dm).map((c) => this.channel(c, avatar(world.bot.name, botColor, "avatar-small"), world.bot.name, route, unread)));
    fill(this.parts.people, world.people.map((p) => this.person(p, route)));
    refocus(focused);
  }

  channel(channel, icon, name, route, unread) {
    const current = channel.id === route.channel;
    const count = current ? 0 : (unread.get(channel.id) ?? 0);
    return el(
      "li",
      {},
      el(
        "button",
        {
          type: "button",
          class: count > 0 ? "channel channel-unread" : "channel",
          "aria-current": current ? "page" : false,
          data: { channelId: channel.id },
          on: { click: () => this.onChannel(channel.id) },
        },
        icon,
        el("span", { class: "channel-name" }, name),
        count > 0 && el("span", { class: "count", "aria-label": `${count} new` }, String(count)),
      ),
    );
  }

  person(person, route) {
    const current = person.id === route.as;
    return el(
      "li",
      {},
      el(
        "button",
        {
          type: "button",
          class: "person",
          "aria-pressed": String(current),
          data: { personId: person.id },
          on: { click: () => this.onPerson(person.id) },
        },
        avatar(person.name, person.color, "avatar-small"),
        el("span", { class: "person-name" }, person.name),
        person.admin && el("span", { class: "tag tag-quiet" }, "ADMIN"),
        current && el("span", { class: "check", "aria-hidden": "true" }, "✓"),
      ),
    );
  }
}

// botColor is the background of the bot's avatar.
export const botColor = "#1f7a4d";

function refocus({ channelId, personId }) {
  if (channelId) document.querySelector(`button[data-channel-id="${CSS.escape(channelId)}"]`)?.focus();
  if (personId) document.querySelector(`button[data-person-id="${CSS.escape(personId)}"]`)?.focus();
}
