/** Date and time with an optional zone; groups: year, month, day, hour, minute, second, zone. */
export const DATE_TIME = /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2}):(\d{2})(?:\.\d+)?(Z|[+-]\d{2}(?::?\d{2})?)?$/i;

/** Whether a text is a date *and* time (`content.md` 1.2), not just a date. */
export function isDateTime(text: string): boolean {
  const match = DATE_TIME.exec(text);
  if (!match) return false;
  const [, year, month, day, hour, minute, second] = match.map(Number);
  const date = new Date(Date.UTC(year ?? 0, (month ?? 0) - 1, day ?? 0));
  return date.getUTCMonth() + 1 === month && (hour ?? 99) < 24 && (minute ?? 99) < 60 && (second ?? 99) < 60;
}
