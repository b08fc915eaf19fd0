// Who one is and where, kept in the URL so that windows can be different
// people: "/?as=Ben#channel=2". Pure functions.

// parse reads a location. Who one is stands there as a name, or an id.
export function parse({ search = "", hash = "" }) {
  const params = new URLSearchParams(hash.replace(/^#/, ""));
  const as = new URLSearchParams(search).get("as") ?? params.get("as");
  return { as: as ?? "", channel: params.get("channel") ?? "" };
}

// format is the reverse of parse.
export function format(route, world) {
  const name = world.people.find((p) => p.id === route.as)?.name ?? "";
  return "?" + new URLSearchParams({ as: name }) + "#" + new URLSearchParams({ channel: route.channel });
}

// find returns the person of an id or a name, in whatever case.
export function find(as, people) {
  const same = (name) => name?.localeCompare(as, undefined, { sensitivity: "accent" }) === 0;
  return people.find((p) => p.id === as) ?? people.find((p) => same(p.name));
}

// settle returns the route that exists in world and is nearest to route: an
// unknown person becomes the first, and a channel that the person cannot see
// becomes their own direct messages or the first channel.
export function settle(route, world) {
  const person = find(route.as, world.people) ?? world.people[0];
  const as = person?.id ?? "";
  const asked = world.channels.find((c) => c.id === route.channel);
  const seen = world.channels.filter((c) => visible(c, as));
  const channel =
    seen.find((c) => c.id === route.channel) ?? seen.find((c) => asked?.dm && c.dm) ?? seen.find((c) => !c.dm) ?? seen[0];
  return { as, channel: channel?.id ?? "" };
}

// visible tells whether person may see channel.
export function visible(channel, person) {
  return !channel.dm || channel.with === person;
}
