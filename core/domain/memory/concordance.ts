import { mayHold } from '../../store/memory/key-index.ts';
import { pairsOf } from '../../store/memory/texts.ts';
import type { ReadDb } from '../../store/sql.ts';
import { fold, foldWithPlaces, plainOfMarked } from '../../units/memory/analyse.ts';
import { isWholeWord } from '../../units/replace/whole-words.ts';

export interface Found {
  source: string;
  target: string;
  in_source: [number, number][];
  in_target: [number, number][];
  group: number;
  item: number | undefined;
  entry: number | undefined;
  quality: number;
  /** Number of the text within its item. */
  unit: number;
}

interface Asked {
  from: number;
  to: number;
  q: string;
  side: 'source' | 'target' | 'both';
  limit: number;
  /** Only whole words. */
  whole?: boolean | undefined;
  /** Whether a text is wanted, by its entry of a book or by its item; default: all. */
  isWanted?: ((found: Pick<Found, 'entry' | 'group' | 'item'>) => boolean) | undefined;
}

/** Maximum number of texts examined per side. */
const MOST = 500;
/** Maximum number of translations shown per text. */
const EACH = 5;

/** Pairs of two languages that contain a text on either side, case-insensitively; newest first. */
export function searchMemory(db: ReadDb, asked: Asked): { pairs: Found[]; total: number; more: boolean } {
  const wanted = fold(asked.q.trim());
  const holds = (plain: string): boolean =>
    asked.whole
      ? placesOf(plain, wanted).some(([from, to]) => isWholeWord(plain, from, to))
      : fold(plain).includes(wanted);
  const seen = new Set<string>();
  const pairs: Found[] = [];
  let total = 0;
  let more = false;
  if (wanted === '') return { pairs, total, more };
  for (const side of asked.side === 'both' ? (['source', 'target'] as const) : [asked.side]) {
    // Materialised: an open statement would hold its position while others run.
    const texts = [...upTo(mayHold(db, wanted, side === 'source' ? asked.from : asked.to), holds, MOST + 1)];
    more ||= texts.length > MOST;
    for (const text of texts.slice(0, MOST)) {
      const found = pairs.length < asked.limit ? pairsWith(db, { ...asked, side }, text, wanted) : [];
      const fresh = found.filter((one) => !seen.has(`${one.source}\0${one.target}`) && asked.isWanted?.(one) !== false);
      for (const one of fresh) seen.add(`${one.source}\0${one.target}`);
      pairs.push(...fresh.slice(0, asked.limit - pairs.length));
      total += pairs.length < asked.limit ? fresh.length : Math.max(fresh.length, 1);
    }
  }
  return { pairs, total: Math.max(total, pairs.length), more: more || total > pairs.length };
}

/** The pairs of a matching text. */
function pairsWith(
  db: ReadDb,
  { from, to, side }: Asked,
  { id, marked }: { id: number; marked: string },
  wanted: string,
): Found[] {
  const [own, other] = side === 'source' ? [from, to] : [to, from];
  return pairsOf(db, { text: id, from: own, to: other }, undefined, EACH).map(({ target: facing, ...pair }) => {
    const [source, target] = (side === 'source' ? [marked, facing] : [facing, marked]).map(plainOfMarked);
    return {
      source: source ?? '',
      target: target ?? '',
      in_source: placesOf(source ?? '', wanted),
      in_target: placesOf(target ?? '', wanted),
      group: Math.max(pair.owner, 0),
      item: pair.item || undefined,
      entry: pair.owner < 0 ? -pair.owner : undefined,
      quality: pair.sure % 4,
      unit: pair.unit,
    };
  });
}

/** Those that really match: the index ignores the order of letters. */
function* upTo(
  rows: Iterable<{ id: number; marked: string }>,
  holds: (plain: string) => boolean,
  most: number,
): IterableIterator<{ id: number; marked: string }> {
  let count = 0;
  for (const row of rows) {
    if (!holds(plainOfMarked(row.marked))) continue;
    yield row;
    if (++count >= most) return;
  }
}

/** Positions of a folded text in another text. */
export function placesOf(plain: string, wanted: string): [number, number][] {
  const { folded, placeOf } = foldWithPlaces(plain);
  const places: ([number, number] | undefined)[] = [];
  for (let from = folded.indexOf(wanted); from !== -1; from = folded.indexOf(wanted, from + wanted.length))
    places.push(placeOf(from, from + wanted.length));
  return places.filter((place) => place !== undefined);
}
