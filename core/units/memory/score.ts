import { NUMBER } from './analyse.ts';
import type { Analysed } from './analyse.ts';

/** Costs in tenths: of another word, and of another form of the same word. */
const OTHER = 10;
const FORM = 4;

/** The query of a lookup, with its words as numbers so that each candidate is compared quickly. */
export interface Query extends Analysed {
  ids: ReadonlyMap<string, number>;
  rest: Traits;
}

/** Further properties in which two texts with equal words may differ. */
interface Traits {
  numbers: string;
  signs: string;
  marks: string;
}

export function queryOf(text: Analysed): Query {
  const ids = new Map<string, number>();
  for (const word of text.words) if (!ids.has(word)) ids.set(word, ids.size);
  return { ...text, ids, rest: traitsOf(text) };
}

/**
 * The likeness of two texts, from 0 to 100: 100 only for the identical marked text. Added, missing or replaced words count fully,
 * other forms of a word less; then one is subtracted each for different numbers, case or punctuation, and marks.
 * @param least below it the result is 0, which is cheaper to compute
 */
export function scoreOf(query: Query, other: Analysed, least = 0): number {
  if (query.marked === other.marked) return 100;
  const longest = Math.max(query.words.length, other.words.length);
  if (longest === 0) return 0;
  const most = Math.floor((longest * OTHER * (100 - least)) / 100);
  const cost = wordDistance(query, other, most);
  if (cost > most) return 0;
  const words = Math.floor(((longest * OTHER - cost) * 100) / (longest * OTHER));
  const theirs = traitsOf(other);
  const differs = (trait: keyof Traits): number => (query.rest[trait] === theirs[trait] ? 0 : 1);
  const points = Math.min(words - differs('numbers') - differs('signs') - differs('marks'), 99);
  return points < least ? 0 : Math.max(points, 0);
}

/**
 * The minimum cost of turning one list of words into the other, in tenths of a word; any value above `most` if it exceeds that.
 */
function wordDistance(query: Query, other: Analysed, most: number): number {
  const [n, m] = [query.words.length, other.words.length];
  if (Math.abs(n - m) * OTHER > most) return most + 1;
  const wordIds = other.words.map((word) => query.ids.get(word) ?? -1);
  const own = query.words.map((word) => query.ids.get(word) ?? -2);
  let [before, row] = [new Float64Array(m + 1), new Float64Array(m + 1)];
  for (let j = 0; j <= m; j++) before[j] = j * OTHER;
  // No cheaper path can be farther from the diagonal than this many words.
  const band = Math.floor(most / OTHER);
  for (let i = 1; i <= n; i++) {
    const [from, to] = [Math.max(1, i - band), Math.min(m, i + band)];
    row.fill(Infinity);
    if (from === 1) row[0] = i * OTHER;
    let least = row[0] ?? Infinity;
    for (let j = from; j <= to; j++) {
      const swap = own[i - 1] === wordIds[j - 1] ? 0 : query.stems[i - 1] === other.stems[j - 1] ? FORM : OTHER;
      const cost = Math.min(
        (before[j - 1] ?? Infinity) + swap,
        (before[j] ?? Infinity) + OTHER,
        (row[j - 1] ?? Infinity) + OTHER,
      );
      row[j] = cost;
      if (cost < least) least = cost;
    }
    if (least > most) return most + 1;
    [before, row] = [row, before];
  }
  return before[m] ?? Infinity;
}

const NUMBERS = /\p{Nd}+(?:[.,:\u066b\u066c]\p{Nd}+)*/gu;

/** The numbers of a text as written, in order. */
export const numbersIn = (plain: string): string[] => plain.match(NUMBERS) ?? [];

function traitsOf({ marked, plain }: Analysed): Traits {
  return {
    numbers: numbersIn(plain).join(' '),
    // Case and punctuation: the text without numbers and whitespace, letters as written.
    signs: plain.replace(NUMBERS, NUMBER).replaceAll(/\s+/g, ' ').trim(),
    marks: (marked.match(/<[^>]*>/g) ?? []).join(''),
  };
}

/**
 * A translation with the numbers of another text, if both differ in nothing else and it contains every number to be replaced;
 * undefined if that is uncertain.
 */
export function exchangeNumbers(query: Analysed, source: Analysed, target: string): string | undefined {
  const [wanted, had] = [numbersIn(query.plain), numbersIn(source.plain)];
  if (wanted.length !== had.length || had.length === 0) return undefined;
  if (query.words.length !== source.words.length || query.words.some((word, at) => word !== source.words[at]))
    return undefined;
  const changed = had.map((from, at) => ({ from, to: wanted[at] ?? from })).filter(({ from, to }) => from !== to);
  if (changed.length === 0) return undefined;
  // Marks contain numbers too, which must not be changed.
  const pieces = target.split(/(<[^>]*>)/);
  const found = pieces.flatMap((piece, at) => (at % 2 === 0 ? numbersIn(piece) : []));
  for (const { from } of changed) {
    const places = had.filter((each) => each === from).length;
    if (found.filter((each) => each === from).length !== places) return undefined;
  }
  const left = [...changed];
  return pieces
    .map((piece, at) =>
      at % 2 === 1
        ? piece
        : piece.replace(NUMBERS, (number) => {
            const next = left.findIndex(({ from }) => from === number);
            return next === -1 ? number : (left.splice(next, 1)[0]?.to ?? number);
          }),
    )
    .join('');
}
