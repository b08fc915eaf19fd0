// Who one is and where, kept in the URL's hash so that two tabs can be two
// people. Pure functions.

// parse reads "#as=1&channel=2".
export function parse(hash) {
  const params = new URLSearchParams(hash.replace(/^#/, ""));
  return { as: params.get("as") ?? "", channel: params.get("channel") ?? "" };
}

// format is the reverse of parse.
export function format(route) {
  return "#" + new URLSearchParams({ as: route.as, channel: route.channel });
}

// settle returns the route that exists in world and is nearest to route: an
// unknown person becomes the first, and a channel that the person cannot see
// becomes their own direct messages or the first channel.
export function settle(route, world) {
  const person = world.people.find((p) => p.id === route.as) ?? world.people[0];
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
