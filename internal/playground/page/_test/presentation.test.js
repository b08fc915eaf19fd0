import assert from "node:assert/strict";
import { test } from "node:test";
import { inLanguage, offered } from "../offer.js";
import { find, format, parse, settle } from "../route.js";
import { discordTime, messageTime, relative } from "../times.js";

const zone = { locale: "en-GB", timeZone: "UTC" };

test("relative times choose their unit by the rounded count", () => {
  const cases = [[5, "in 5 seconds"], [-59, "59 seconds ago"], [60, "in 1 minute"], [-3599, "1 hour ago"], [5 * 3600 - 20, "in 5 hours"], [86399, "in 1 day"], [-40 * 86400, "1 month ago"], [800 * 86400, "in 2 years"]];
  for (const [seconds, want] of cases) assert.equal(relative(seconds), want);
});

test("timestamps follow their style", () => {
  assert.equal(discordTime(0, "t", 0, zone), "00:00");
  assert.equal(discordTime(0, "D", 0, zone), "1 January 1970");
  assert.match(discordTime(0, "F", 0, zone), /^Thursday/);
});

test("a message's time names today and yesterday", () => {
  const now = new Date("2026-03-01T00:30:00Z");
  assert.equal(messageTime(new Date("2026-03-01T00:10:00Z"), now, zone), "Today at 00:10");
  assert.equal(messageTime(new Date("2026-02-28T23:59:00Z"), now, zone), "Yesterday at 23:59");
  assert.equal(messageTime(new Date("2026-02-27T23:59:00Z"), now, zone), "27/02/2026 23:59");
});

const world = {
  people: [{ id: "1", name: "Ada" }, { id: "2", name: "Zoë & Co" }],
  channels: [{ id: "10" }, { id: "11" }, { id: "21", dm: true, with: "1" }, { id: "22", dm: true, with: "2" }],
};

test("a route survives the URL", () => {
  const url = new URL(format({ as: "2", channel: "11" }, world), "http://localhost/");
  assert.equal(url.search, "?as=Zo%C3%AB+%26+Co");
  assert.deepEqual(settle(parse(url), world), { as: "2", channel: "11" });
});

test("a person is found by a name in whatever case, or an id", () => {
  for (const as of ["2", "zoë & co", "ZOË & CO"]) assert.equal(settle(parse({ search: "?" + new URLSearchParams({ as }) }), world).as, "2");
  assert.equal(find("Zoe & Co", world.people), undefined);
});

test("an unknown route becomes the first person in the first channel", () => {
  assert.deepEqual(settle(parse({ hash: "#as=9&channel=9" }), world), { as: "1", channel: "10" });
  assert.deepEqual(settle(parse({}), world), { as: "1", channel: "10" });
});

test("nobody sees another's direct messages", () => {
  assert.deepEqual(settle({ as: "2", channel: "21" }, world), { as: "2", channel: "22" });
});

test("only commands that can be given here are offered", () => {
  const commands = [{ name: "a" }, { name: "server", contexts: [0] }, { name: "old", dm_permission: false }, { name: "admin", default_member_permissions: "0" }, { name: "manage", default_member_permissions: "32" }, { name: "own", guild_id: "5" }];
  const names = (channel, person) => offered(commands, channel, person).map((c) => c.name).join(" ");
  assert.equal(names({ dm: false }, { admin: true }), "a server old admin manage own");
  assert.equal(names({ dm: false }, { admin: false, permissions: "2048" }), "a server old own");
  assert.equal(names({ dm: false }, { admin: false, permissions: "2080" }), "a server old manage own");
  assert.equal(names({ dm: true }, { admin: false }), "a admin manage");
});

test("a command is read in one's own language, and typed in everybody's", () => {
  const bet = { name: "bet", description: "Chips", description_localizations: { de: "Einsatz" }, choices: [{ name: "all", name_localizations: { de: "alles" }, value: "all" }] };
  const [read] = inLanguage([{ name: "blackjack", description: "Play", description_localizations: { de: "Spielen" }, options: [bet] }], "de");
  assert.deepEqual([read.name, read.description, read.options[0].name, read.options[0].description, read.options[0].choices[0].name], ["blackjack", "Spielen", "bet", "Einsatz", "alles"]);
  assert.equal(inLanguage([{ name: "a", description: "Play" }], "ja")[0].description, "Play");
});
