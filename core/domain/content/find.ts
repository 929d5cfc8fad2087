import type { Found } from '../../schema/content/find.ts';
import type { Site } from '../../site.ts';
import {
  foundItems,
  newestLookedThrough,
  postIdsByTitle,
  termIdsByName,
  type FoundItem,
} from '../../store/content/find.ts';
import { allLanguages } from '../../store/languages/languages.ts';
import { foldName } from '../../store/content/terms.ts';
import { groupsOfItems, type Kind } from '../../store/translations/translations.ts';
import { contentFacts } from './content-facts.ts';
import { postTypes, taxonomies } from './content-model.ts';
import { shownName } from './plain-text.ts';
import { drainSearchQueue, foldForSearch } from './posts/search-index.ts';

/** Maximum number of candidates per kind. */
const MOST_SEEN = 100;

/**
 * Finds items of every kind and language, and languages: exact titles first, then by title prefix, word prefix and substring,
 * last the translations of matches. `newest`: set if only this many of the newest items were searched.
 */
export function find(site: Site, query: { q: string; limit: number }): { lines: Found[]; newest: number | null } {
  // A NUL character would end the index query.
  const words = foldForSearch(query.q.replaceAll('\0', ' ')).split(/\s+/).filter(Boolean);
  if (words.length === 0) return { lines: [], newest: null };
  drainSearchQueue(site);
  const found = [...languagesFound(site, words), ...itemsOf(site, 'post', words), ...itemsOf(site, 'term', words)];
  const phrase = words.join(' ');
  const lines = found
    .map((line) => ({ line, rank: line.through ? 4 : rankOf(foldForSearch(line.title), phrase) }))
    .sort((a, b) => a.rank - b.rank || ORDER[a.line.kind] - ORDER[b.line.kind] || b.line.id - a.line.id)
    .slice(0, query.limit)
    .map(({ line }) => line);
  return { lines, newest: newestLookedThrough(site.db, words) };
}

const ORDER: Readonly<Record<Found['kind'], number>> = { language: 0, post: 1, term: 2 };

function rankOf(title: string, phrase: string): number {
  if (title === phrase) return 0;
  if (title.startsWith(phrase)) return 1;
  return ` ${title}`.includes(` ${phrase}`) ? 2 : 3;
}

function languagesFound(site: Site, words: readonly string[]): Found[] {
  return allLanguages(site.db).flatMap(({ term_id, name, slug, locale }) => {
    const title = shownName(name);
    const text = foldForSearch(`${title} ${slug} ${locale}`);
    if (!words.every((word) => text.includes(word))) return [];
    const ranges = rangesOf(title, words);
    return [
      { kind: 'language', id: term_id, type: 'language', title, lang: slug, status: null, ranges, through: null },
    ];
  });
}

/** Items by title or ID, with their translations. */
function itemsOf(site: Site, kind: Kind, words: readonly string[]): Found[] {
  const [first = ''] = words;
  const byNumber = words.length === 1 && /^\d{1,15}$/.test(first) ? [Number(first)] : [];
  const direct = new Set([...byNumber, ...idsByText(site, kind, words)]);
  const members = groupsOfItems(site.db, kind, [...direct]);
  const over = new Map(members.filter(({ item_id }) => !direct.has(item_id)).map(({ item_id, of }) => [item_id, of]));
  const known = typesOf(site, kind);
  const rows = foundItems(site.db, kind, [...direct, ...over.keys()]).filter((row) => known.has(row.type));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return rows.flatMap((row) => {
    const through = over.has(row.id) ? byId.get(over.get(row.id) ?? 0) : undefined;
    // Matches in the trash are not returned.
    if (over.has(row.id) && !through) return [];
    return [lineOf(site, kind, { row, through, words })];
  });
}

function idsByText(site: Site, kind: Kind, words: readonly string[]): number[] {
  if (kind === 'post') return postIdsByTitle(site.db, words, MOST_SEEN);
  const taxonomyNames = [...typesOf(site, kind)];
  return termIdsByName(site.db, { words: words.map(foldName), taxonomies: taxonomyNames, limit: MOST_SEEN });
}

function typesOf(site: Site, kind: Kind): Set<string> {
  return new Set((kind === 'post' ? postTypes(site) : taxonomies(site)).map((type) => type.name));
}

function lineOf(
  site: Site,
  kind: Kind,
  of: { row: FoundItem; through: FoundItem | undefined; words: readonly string[] },
): Found {
  const { row, through, words } = of;
  const { languages } = contentFacts(site);
  const codeOf = (item: FoundItem): string => languages.get(item.language_id ?? 0)?.slug ?? '';
  const title = shownName(row.title);
  return {
    kind,
    id: row.id,
    type: row.type,
    title,
    lang: codeOf(row),
    status: row.status,
    ranges: rangesOf(title, words),
    through: through ? { id: through.id, lang: codeOf(through), title: shownName(through.title) } : null,
  };
}

/** Ranges of the folded words in the original text; adjacent ones are merged. */
function rangesOf(text: string, words: readonly string[]): Found['ranges'] {
  const places: [number, number][] = [];
  let folded = '';
  let at = 0;
  for (const letter of text) {
    const piece = foldForSearch(letter);
    folded += piece;
    for (let i = 0; i < piece.length; i++) places.push([at, at + letter.length]);
    at += letter.length;
  }
  const found = words.flatMap((word) => {
    const start = folded.indexOf(word);
    const [from, to] = [places[start], places[start + word.length - 1]];
    return from && to ? [[from[0], to[1]] as [number, number]] : [];
  });
  return found.sort((a, b) => a[0] - b[0]).reduce<Found['ranges']>(joined, []);
}

function joined(ranges: Found['ranges'], [start, end]: [number, number]): Found['ranges'] {
  const last = ranges.at(-1);
  if (!last || start > last[1]) return [...ranges, [start, end]];
  return [...ranges.slice(0, -1), [last[0], Math.max(last[1], end)]];
}
