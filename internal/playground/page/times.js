// Words for points in time. Pure functions: the present, the locale and the
// time zone are arguments.

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};

// discordTime words <t:unix:style> as Discord does. unix and now are seconds;
// an unknown or missing style is "f".
export function discordTime(unix, style, now, zone = {}) {
  if (style === "R") return relative(unix - now, zone.locale);
  const options = { ...(STYLES[style] ?? STYLES.f), timeZone: zone.timeZone };
  return new Intl.DateTimeFormat(zone.locale, options).format(new Date(unix * 1000));
}

// relative words a difference in seconds: "in 5 minutes", "2 days ago".
export function relative(seconds, locale = "en") {
  const words = new Intl.RelativeTimeFormat(locale, { numeric: "always" });
  const units = [
    ["second", 1, 60],
    ["minute", MINUTE, 60],
    ["hour", HOUR, 24],
    ["day", DAY, 30],
    ["month", 30 * DAY, 12],
    ["year", 365 * DAY, Infinity],
  ];
  // The unit is chosen by the rounded count, so that it never says "24 hours".
  const [unit, divisor] = units.find(([, size, limit]) => Math.round(Math.abs(seconds) / size) < limit);
  return words.format(Math.round(seconds / divisor), unit);
}

// messageTime words when a message was written: "Today at 10:32".
export function messageTime(date, now, zone = {}) {
  const clock = new Intl.DateTimeFormat(zone.locale, { timeStyle: "short", timeZone: zone.timeZone }).format(date);
  const days = calendarDay(now, zone.timeZone) - calendarDay(date, zone.timeZone);
  if (days === 0) return `Today at ${clock}`;
  if (days === 1) return `Yesterday at ${clock}`;
  const day = new Intl.DateTimeFormat(zone.locale, { dateStyle: "short", timeZone: zone.timeZone }).format(date);
  return `${day} ${clock}`;
}

// shortTime is the time of day alone.
export function shortTime(date, zone = {}) {
  return new Intl.DateTimeFormat(zone.locale, { timeStyle: "short", timeZone: zone.timeZone }).format(date);
}

// calendarDay numbers the days of the calendar in the given time zone.
function calendarDay(date, timeZone) {
  const parts = new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" }).format(date);
  return Date.parse(parts + "T00:00:00Z") / (DAY * 1000);
}
