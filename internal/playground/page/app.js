// Wires the page together: what the server streams goes into the state, and
// the state is drawn.
import * as api from "./api.js";
import { Composer } from "./composer.js";
import { el, fill } from "./dom.js";
import { Drawer } from "./drawer.js";
import { refreshTimes } from "./markdown_view.js";
import { avatar } from "./message_view.js";
import { showModal } from "./modal_view.js";
import { isNews, isOwn, newsOf } from "./news.js";
import { inLanguage, offered } from "./offer.js";
import * as routes from "./route.js";
import { botColor, Sidebar } from "./sidebar.js";
import { Timeline } from "./timeline.js";

const ANSWER_LIMIT = 5000; // ms after which a pressed button stops waiting
const byId = (id) => document.getElementById(id);

class App {
  constructor(world) {
    this.world = complete(world);
    this.worldVersion = 0;
    this.route = { as: "", channel: "" };
    this.messages = new Map(); // id -> message, in the order they came
    this.presses = new Map(); // message id -> {busy, failed}
    this.unread = new Map(); // channel id -> number of new messages
    this.linked = true;
    this.timeline = new Timeline({ scroller: byId("scroller"), list: byId("messages"), empty: byId("empty"), pill: byId("pill") });
    this.sidebar = new Sidebar(
      { guild: byId("guild-name"), channels: byId("channels"), direct: byId("direct"), people: byId("people") },
      { onChannel: (channel) => this.go({ channel }), onPerson: (as) => this.go({ as }) },
    );
    this.drawer = new Drawer({ sidebar: byId("sidebar"), scrim: byId("scrim"), open: byId("drawer-open"), close: byId("drawer-close"), main: document.querySelector("main") });
    this.composer = this.makeComposer();
    byId("skip").addEventListener("click", () => byId("composer").focus());
    byId("you").addEventListener("click", () => this.drawer.show());
    window.addEventListener("popstate", () => this.arrive());
    document.addEventListener("keydown", (event) => this.typeAnywhere(event));
    setInterval(() => refreshTimes(byId("messages"), this.locale()), 1000);
    byId("language").addEventListener("change", ({ target }) => this.attempt("language", { locale: target.value }));
    byId("guild-language").addEventListener("change", ({ target }) => this.attempt("guild-language", { locale: target.value }));
    byId("permissions").addEventListener("change", () => this.permit());
  }

  makeComposer() {
    // Only the commands that this person may give here are offered.
    const world = () => ({ ...this.world, commands: inLanguage(offered(this.world.commands, this.channel(), this.person(this.route.as)), this.locale()) });
    const parts = { form: byId("form"), input: byId("composer"), mirror: byId("mirror"), problem: byId("problem"), picker: byId("picker"), title: byId("picker-title"), list: byId("picker-list") };
    return new Composer(parts, {
      world,
      send: {
        say: (content) => this.post("say", { content }),
        command: (name, options) => this.post("command", { name, options }),
        autocomplete: (name, options) => this.post("autocomplete", { name, options }),
      },
    });
  }

  // post sends a request as the present person in the present channel.
  post(path, body) {
    if (path !== "autocomplete") this.timeline.toEnd();
    return api.post(path, { as: this.route.as, channel: this.route.channel, ...body });
  }

  // attempt is post for what has no place of its own to say what is wrong.
  async attempt(path, body) {
    try {
      await this.post(path, body);
    } catch (error) {
      this.composer.complain(error.message);
    }
  }

  // go changes the route in part; the URL is where it is kept.
  go(change) {
    const url = routes.format(routes.settle({ ...this.route, ...change }, this.world), this.world);
    this.drawer.hide();
    if (url !== location.search + location.hash) history.pushState(null, "", url);
    this.arrive();
    if (change.channel && matchMedia("(pointer: fine)").matches) byId("composer").focus();
  }

  // arrive makes the page show what the URL names.
  arrive() {
    const before = this.route;
    this.route = routes.settle(routes.parse(location), this.world);
    const url = routes.format(this.route, this.world);
    if (url !== location.search + location.hash) history.replaceState(null, "", url);
    this.unread.delete(this.route.channel);
    if (before.as !== this.route.as) this.become();
    this.draw();
  }

  // become forgets what the last person saw and listens as the present one.
  become() {
    this.disconnect?.();
    this.messages.clear();
    this.presses.clear();
    this.unread.clear();
    this.loaded = false;
    byId("status").textContent = `You are ${this.person(this.route.as).name}.`;
    this.disconnect = api.subscribe(
      this.route.as,
      (event) => this.hear(event),
      (linked) => {
        this.linked = linked;
        this.drawBanner();
      },
    );
  }

  hear(event) {
    switch (event.type) {
      case "world":
        return this.changeWorld(event);
      case "messages":
        this.messages = new Map((event.messages ?? []).map((m) => [m.id, m]));
        this.loaded = true;
        break;
      case "message":
        this.take(event.message);
        break;
      case "delete":
        this.messages.delete(event.id);
        break;
      case "modal":
        this.presses.clear();
        showModal(event.modal, (inputs) => api.post("submit", { as: this.route.as, interaction: event.interaction, inputs }));
        break;
      case "interaction_failed":
        this.settlePress(event.message, "This interaction failed");
        break;
      default:
        return;
    }
    this.drawMessages();
  }

  changeWorld(world) {
    this.world = complete(world);
    this.worldVersion++;
    this.route = routes.settle(this.route, world);
    this.draw();
    this.composer.refresh();
  }

  take(message) {
    const isNew = !this.messages.has(message.id);
    this.messages.set(message.id, message);
    const here = message.channel_id === this.route.channel;
    if (here && isNews(message, this.route.as, isNew)) byId("news").textContent = newsOf(message, this.names());
    if (here && isNew && isOwn(message, this.route.as)) this.arriving = message.id;
    this.presses.delete(message.id);
    this.presses.delete(pressedBy(message, this.route.as));
    if (!isNew || here) return;
    this.unread.set(message.channel_id, (this.unread.get(message.channel_id) ?? 0) + 1);
    this.drawSidebar();
  }

  // settlePress ends the wait of a pressed button.
  settlePress(id, failed = "") {
    if (failed) this.presses.set(id, { busy: "", failed });
    else this.presses.delete(id);
    this.drawMessages();
  }

  async press(message, customId, values) {
    const press = { busy: customId, failed: "" };
    this.presses.set(message.id, press);
    this.drawMessages();
    const stillWaits = () => this.presses.get(message.id) === press;
    try {
      await api.post("click", { as: this.route.as, message: message.id, custom_id: customId, values });
    } catch (error) {
      if (stillWaits()) this.settlePress(message.id, error.message);
      return;
    }
    setTimeout(() => stillWaits() && this.settlePress(message.id), ANSWER_LIMIT);
  }

  // permit lets the bot do in this channel what is ticked.
  permit() {
    const boxes = [...byId("permissions").querySelectorAll("input")];
    const denied = boxes.reduce((sum, box) => sum + (box.checked ? 0 : Number(box.value)), 0);
    return this.attempt("deny", { denied });
  }

  // remove asks before it deletes a message for everybody.
  remove(message) {
    const question = { title: "Delete this message for everybody?", components: [] };
    showModal(question, () => api.post("delete", { as: this.route.as, message: message.id }), "Delete");
  }

  async dismiss(message) {
    this.messages.delete(message.id);
    this.drawMessages();
    try {
      await api.post("dismiss", { as: this.route.as, message: message.id });
    } catch {
      // It is gone here; a message that only this person sees need not be gone elsewhere.
    }
  }

  person(id) {
    const { bot, people } = this.world;
    if (id === bot.id) return { id, name: bot.name, color: botColor };
    return people.find((p) => p.id === id) ?? { id, name: undefined, color: "#6d6f78" };
  }

  locale() {
    return this.person(this.route.as).locale;
  }

  channel() {
    return this.world.channels.find((c) => c.id === this.route.channel);
  }

  draw() {
    this.drawSidebar();
    this.drawBar();
    this.drawBanner();
    this.drawEmpty();
    this.drawMessages();
  }

  drawSidebar() {
    this.sidebar.show(this.world, this.route, this.unread);
    this.drawLanguages();
    this.drawPermissions();
  }

  drawPermissions() {
    const channel = this.channel();
    byId("permissions").hidden = !channel || channel.dm;
    byId("permissions-title").textContent = `What ${this.world.bot.name} may do in #${channel?.name ?? ""}`;
    for (const box of byId("permissions").querySelectorAll("input")) {
      box.checked = ((channel?.denied ?? 0) & Number(box.value)) === 0;
      box.disabled = !this.person(this.route.as).admin;
    }
  }

  drawLanguages() {
    const { guild, locales } = this.world;
    const you = this.person(this.route.as);
    choose(byId("language"), locales, you.locale);
    choose(byId("guild-language"), locales, guild.locale);
    byId("guild-language").disabled = !you.admin;
  }

  drawBar() {
    const channel = this.channel();
    const you = this.person(this.route.as);
    const title = channel?.dm ? this.world.bot.name : `#${channel?.name ?? ""}`;
    byId("channel-title").textContent = title;
    byId("channel-topic").textContent = channel?.topic ?? "";
    fill(byId("you"), avatar(you.name ?? "?", you.color, "avatar-small"), el("span", {}, "You are ", el("strong", {}, you.name)));
    document.title = `${title} · ${you.name} · ${this.world.guild.name}`;
    this.composer.enter(`${this.route.as} ${this.route.channel}`, `Message ${title} or type /`);
  }

  drawBanner() {
    const words = this.linked
      ? this.world.online
        ? ""
        : `${this.world.bot.name} is offline. Commands and buttons will not be answered until it is back.`
      : "The connection to the playground is lost. Trying again…";
    byId("banner").textContent = words;
    byId("banner").hidden = words === "";
  }

  drawEmpty() {
    const channel = this.channel();
    const command = this.world.commands.find((c) => c.name === "blackjack") ?? this.world.commands[0];
    const start = command && el("button", { type: "button", class: "mention", on: { click: () => this.composer.begin(`/${command.name}`) } }, `/${command.name}`);
    const deals = command?.name === "blackjack";
    const title = channel?.dm ? `Just you and ${this.world.bot.name}` : `Welcome to #${channel?.name ?? ""}`;
    const invitation = deals ? " or press Deal to play a hand." : " to begin.";
    fill(
      byId("empty"),
      el("div", { class: "empty-mark", "aria-hidden": "true" }, channel?.dm ? "@" : "#"),
      el("h3", {}, title),
      el("p", {}, start ? ["Type ", start, invitation] : `${this.world.bot.name} has not registered its commands yet.`),
      deals && el("button", { type: "button", class: "button button-primary", on: { click: () => this.attempt("command", { name: command.name, options: [] }) } }, "Deal"),
    );
  }

  drawMessages() {
    const { as, channel } = this.route;
    const seen = [...this.messages.values()].filter((m) => m.channel_id === channel && (!m.ephemeral_for || m.ephemeral_for === as));
    this.timeline.show(
      `${as} ${channel} ${Boolean(this.loaded)}`,
      seen,
      (message, compact) => this.contextOf(message, compact),
      (message) => ({ facts: this.worldVersion, press: this.presses.get(message.id) }),
    );
    if (!this.loaded) byId("empty").hidden = true;
    this.focusArrived();
  }

  // focusArrived takes the keyboard to the hand that answers a command, unless it is
  // in use elsewhere by then.
  focusArrived() {
    const message = this.messages.get(this.arriving);
    if (!message || message.state === "thinking") return;
    this.arriving = "";
    const at = document.activeElement;
    const free = at === document.body || at.closest("#empty") || (at === byId("composer") && this.composer.idle);
    if (free && message.components?.length > 0) this.timeline.focus(message.id);
  }

  names() {
    return {
      user: (id) => this.person(id).name,
      channel: (id) => this.world.channels.find((c) => c.id === id)?.name,
      onCommand: (name) => this.composer.begin(`/${name}`),
      locale: this.locale(),
    };
  }

  contextOf(message, compact) {
    const press = this.presses.get(message.id);
    return {
      compact,
      person: (id) => this.person(id),
      message: (id) => this.messages.get(id),
      names: this.names(),
      press: { busy: press?.busy ?? "", failed: press?.failed ?? "", onPress: (customId, values) => this.press(message, customId, values) },
      onDismiss: (m) => this.dismiss(m),
      onDelete: this.mayDelete(message) && (() => this.remove(message)),
    };
  }

  // mayDelete reports whether the person may delete a message: their own, and a moderator all.
  mayDelete(message) {
    if (message.ephemeral_for || message.state) return false;
    const moderates = this.person(this.route.as).admin && !this.channel()?.dm;
    return moderates || message.author.id === this.route.as;
  }

  // typeAnywhere lets one write without clicking the box first.
  typeAnywhere(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.key.length !== 1 || event.key === " ") return;
    if (event.target.closest("input, textarea, select") || this.drawer.isOpen) return;
    byId("composer").focus();
  }
}

// choose makes select a list of the languages, in which locale is chosen.
function choose(select, locales, locale) {
  if (select.length === 0) {
    const sorted = Object.entries(locales ?? {}).sort(([, a], [, b]) => a.localeCompare(b));
    fill(select, sorted.map(([code, name]) => el("option", { value: code, lang: code }, name)));
  }
  select.value = locale ?? "";
}

// pressedBy returns the message whose button person pressed to get message, if any.
function pressedBy({ interaction_metadata: made }, person) {
  return made?.user?.id === person ? made.interacted_message_id : undefined;
}

// complete gives a world every list: an empty one may come as null.
function complete(world) {
  return { ...world, channels: world.channels ?? [], people: world.people ?? [], commands: world.commands ?? [] };
}

// start waits for the server and then runs the page. Whoever cannot be there plays nobody.
async function start() {
  for (let delay = 300; ; delay = Math.min(delay * 2, 5000)) {
    try {
      return new App(await joined()).arrive();
    } catch (error) {
      if (error instanceof api.Refusal) return turnAway(error.message);
      byId("banner").textContent = `The playground cannot be reached (${error.message}). Trying again…`;
      byId("banner").hidden = false;
      await new Promise((done) => setTimeout(done, delay));
    }
  }
}

// joined returns the world with the person whom the URL names, who joins where nobody
// of that name is there. It throws a Refusal where they cannot.
async function joined() {
  const world = await api.world();
  const { as } = routes.parse(location);
  if (!as || routes.find(as, world.people)) return world;
  if (/^\d+$/.test(as)) throw new api.Refusal("Nobody here has the id of the address.");
  await api.post("join", { name: as });
  return api.world();
}

// turnAway says why the person whom the URL names cannot be there, and who can be played instead.
async function turnAway(why) {
  const { people } = await api.world().catch(() => ({ people: [] }));
  const links = people.map(({ name }) => [" ", el("a", { href: "?" + new URLSearchParams({ as: name }) }, name)]);
  fill(byId("banner"), why, links);
  byId("banner").hidden = false;
  byId("sidebar").inert = byId("form").inert = true;
}

start();
