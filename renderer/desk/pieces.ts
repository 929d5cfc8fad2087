/** Letters shown before the first place that was found, in a line that is too short for the whole text. */
const LEAD = 30;
const LONG = 48;

/** A text for one line, begun shortly before the first of the given ranges, with them. */
export function aroundFirst(
  text: string,
  ranges: readonly (readonly [number, number])[],
): { text: string; ranges: (readonly [number, number])[] } {
  const [from = 0] = ranges[0] ?? [];
  if (from <= LONG) return { text, ranges: [...ranges] };
  const blank = text.lastIndexOf(' ', from - LEAD);
  const start = blank > from - LONG ? blank + 1 : from - LEAD;
  const lead = '… ';
  const by = lead.length - start;
  return { text: lead + text.slice(start), ranges: ranges.map(([one, other]) => [one + by, other + by] as const) };
}

/** A text in pieces: those in the given ranges are highlighted. */
export function piecesOf(
  text: string,
  ranges: readonly (readonly [number, number])[],
): { text: string; isMarked: boolean }[] {
  const pieces: { text: string; isMarked: boolean }[] = [];
  let at = 0;
  for (const [from, to] of ranges) {
    if (from > at) pieces.push({ text: text.slice(at, from), isMarked: false });
    pieces.push({ text: text.slice(Math.max(from, at), to), isMarked: true });
    at = to;
  }
  if (at < text.length) pieces.push({ text: text.slice(at), isMarked: false });
  return pieces;
}
