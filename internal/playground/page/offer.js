// Which commands a person is offered in a channel, as Discord decides it.

const GUILD = 0;
const BOT_DM = 1;

// offered returns those of commands that person may give in channel.
export function offered(commands, channel, person) {
  return commands.filter((c) => fits(c, channel) && allows(c, channel, person));
}

// inLanguage returns commands as a person of locale reads them.
export function inLanguage(commands, locale) {
  return commands.map((thing) => {
    const read = { ...thing, description: thing.description_localizations?.[locale] ?? thing.description };
    if (thing.options) read.options = inLanguage(thing.options, locale);
    if (thing.choices) read.choices = thing.choices.map((c) => ({ ...c, name: c.name_localizations?.[locale] ?? c.name }));
    return read;
  });
}

function fits(command, channel) {
  if (!channel) return true;
  if (channel.dm && (command.dm_permission === false || (command.guild_id ?? "0") !== "0")) return false;
  return !command.contexts || command.contexts.includes(channel.dm ? BOT_DM : GUILD);
}

function allows(command, channel, person) {
  const need = BigInt(command.default_member_permissions ?? -1);
  if (need < 0n || channel?.dm || person?.admin) return true;
  return need > 0n && (BigInt(person?.permissions ?? 0) & need) === need; // "0" is for administrators only
}
