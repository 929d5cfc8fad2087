import type * as v from 'valibot';
import { RestError } from '../../errors.ts';
import type { MemoryMatch, MemoryPairs, MemoryRatio, MemorySearch, MemoryStatus } from '../../schema/desk/memory.ts';
import type { Site } from '../../site.ts';
import { languageBySlug } from '../../store/languages/languages.ts';
import { allBooks, bookOfEntry } from '../../store/memory/books.ts';
import { readFacts } from '../../store/memory/file.ts';
import { countQueuedForMemory, markOfSite } from '../../store/memory/queue.ts';
import { countPairs, countTexts, someTexts } from '../../store/memory/texts.ts';
import { usualRatio } from '../../units/checks/length.ts';
import { contentFacts } from '../content/content-facts.ts';
import { searchMemory, type Found } from './concordance.ts';
import { localesOf } from './learn.ts';
import { fromMemory } from './look-up.ts';
import { originOf, placeOf, placesIn, typeOfOrigin } from './origins.ts';
import { lookUpWithParts } from './parts.ts';

interface Languages {
  from: string;
  to: string;
}

/** The matches of a text (`contract/extras.md`, `/memory/lookup`); none while the memory is first being built. */
export function matchesFor(
  site: Site,
  asked: Languages & { text: string; key?: string | undefined; limit: number; min: number },
): v.InferOutput<typeof MemoryMatch>[] {
  const { text, limit, min, key } = asked;
  const languages = languagesOf(site, asked);
  const place = key === undefined ? undefined : placeOf(site, key);
  const localeOf = localesOf(site);
  const locales = { from: localeOf(languages.from), to: localeOf(languages.to) };
  const wanted = { ...languages, locales, text, place, limit, min };
  return fromMemory(site, [], (db) =>
    lookUpWithParts(db, wanted, (entry) => bookOfEntry(site.db, entry)).map(
      ({ score, kind, source, target, diff, ...where }) => {
        return { score, kind, source, target, diff, origin: originOf(site, where) };
      },
    ),
  );
}

/** Texts that contain the given words, with their translations (`contract/extras.md`, `/memory/search`). */
export function concordance(
  site: Site,
  asked: Languages & {
    q: string;
    in: 'source' | 'target' | 'both';
    limit: number;
    whole?: boolean;
    book?: number | undefined;
    type?: string | undefined;
  },
): v.InferOutput<typeof MemorySearch> {
  const languages = languagesOf(site, asked);
  const { q, limit, whole, book, type } = asked;
  const isWanted = (found: Pick<Found, 'entry' | 'group' | 'item'>): boolean => {
    if (found.entry === undefined)
      return (book ?? 0) === 0 && (type === undefined || typeOfOrigin(site, found) === type);
    const own = bookOfEntry(site.db, found.entry);
    return (own?.used ?? true) && type === undefined && (book === undefined || own?.id === book);
  };
  const search = { ...languages, q, side: asked.in, limit, whole, isWanted };
  const placeIn = placesIn(site);
  const shown = ({ source, target, in_source, in_target, ...where }: Found) => {
    return { source, target, in_source, in_target, origin: { ...originOf(site, where), ...placeIn(where) } };
  };
  return fromMemory(site, { total: 0, more: false, pairs: [] }, (db) => {
    const { pairs, total, more } = searchMemory(db, search);
    return { total, more, pairs: pairs.map(shown) };
  });
}

/** Contents and progress of the memory. */
export function memoryStatus(site: Site): v.InferOutput<typeof MemoryStatus> {
  const slugs = contentFacts(site).languages;
  const { counts, stamp } = fromMemory(site, { counts: [], stamp: undefined }, (db) => {
    return { counts: countTexts(db), stamp: readFacts(db)['stamp'] };
  });
  const by = (what: 'texts' | 'words') =>
    Object.fromEntries(counts.map((one) => [slugs.get(one.language)?.slug ?? String(one.language), one[what]]));
  return {
    texts: by('texts'),
    words: by('words'),
    is_current: stamp !== undefined && stamp === markOfSite(site.db).stamp,
    size: site.memory.size(),
    waiting: countQueuedForMemory(site.db),
    making: site.memory.progress ?? null,
    books: allBooks(site.db),
  };
}

/** How many pairs every two languages have (`contract/extras.md`, `/memory/pairs`); those with none are left out. */
export function memoryPairs(site: Site): v.InferOutput<typeof MemoryPairs> {
  const slugs = [...contentFacts(site).languages.values()].map(({ id, slug }) => ({ id, slug }));
  const counts = new Map(fromMemory(site, [], countPairs).map(({ one, other, pairs }) => [`${one} ${other}`, pairs]));
  return slugs.flatMap((one, at) =>
    slugs.slice(at + 1).flatMap((other) => {
      const pairs = counts.get(`${Math.min(one.id, other.id)} ${Math.max(one.id, other.id)}`) ?? 0;
      return pairs === 0 ? [] : [{ from: one.slug, to: other.slug, pairs }];
    }),
  );
}

/**
 * The usual length of a translation between two languages as a multiple of its source (`contract/extras.md`, `/memory/ratio`);
 * undefined while the memory has too few texts in both.
 */
export function usualLength(site: Site, languages: { from: number; to: number }): number | undefined {
  const { from, to } = languages;
  return fromMemory(site, undefined, (db) =>
    site.memo.keyed(`usual length ${from} ${to}`, readFacts(db)['stamp'] ?? '', () =>
      usualRatio(someTexts(db, languages, MOST_COMPARED)),
    ),
  );
}

const MOST_COMPARED = 2000;

/** The same for codes of languages. */
export function memoryRatio(site: Site, asked: Languages): v.InferOutput<typeof MemoryRatio> {
  return { ratio: usualLength(site, languagesOf(site, asked)) ?? null };
}

/** IDs of two different languages of the site; 400 if one does not exist. */
export function languagesOf(site: Site, { from, to }: Languages): { from: number; to: number } {
  const id = (name: string, slug: string): number => {
    const found = languageBySlug(site.db, slug)?.term_id;
    if (found !== undefined) return found;
    throw new RestError('rest_invalid_param', `Invalid parameter(s): ${name}`, 400, {
      data: { params: { [name]: `The language ${slug} does not exist.` } },
    });
  };
  return { from: id('from', from), to: id('to', to) };
}
