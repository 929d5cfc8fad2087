import { contentFacts, type ContentLanguage } from '../../domain/content/content-facts.ts';
import { usesOfGroup } from '../../domain/memory/group-uses.ts';
import { usesOfStrings } from '../../domain/memory/string-uses.ts';
import { siteSettings } from '../../domain/settings/site-settings.ts';
import type { Site } from '../../site.ts';
import { entriesOfBooks } from '../../store/memory/books.ts';
import { groupsAfter } from '../../store/memory/queue.ts';
import type { Use } from '../../store/memory/texts.ts';
import { siteRow } from '../../store/site/site.ts';
import { sourceOfGroup } from '../../store/translations/confirmations.ts';
import { textHash } from '../../units/states/hash.ts';
import { tagOf } from '../handoff/languages.ts';
import type { Control } from '../refusal.ts';
import type { TmxHead, TmxUnit } from './tmx-write.ts';

/** Texts with the same meaning in several languages, by language number; the first is the original. */
interface Together {
  texts: { language: number; marked: string }[];
  at: string;
  by: string;
}

const AT_ONCE = 500;

/** The header of a memory file. */
export function tmxHead(site: Site): TmxHead {
  const { languages, defaultLanguage } = contentFacts(site);
  const standard = languages.get(defaultLanguage ?? 0) ?? [...languages.values()][0];
  return {
    site: siteRow(site.db).site_id,
    title: siteSettings(site).title,
    tag: standard ? tagOf(standard) : 'en',
    at: site.now().toISOString(),
  };
}

/** A part of a memory: only two languages, only one of its books. */
export interface MemoryChoice {
  pair?: { from: ContentLanguage; to: ContentLanguage } | undefined;
  book?: number | undefined;
}

/** Yields the memory of a site: its own texts, then those of its books, without duplicates, as far as they are chosen. */
export function* memoryUnits(site: Site, { pair, book }: MemoryChoice, control: Control): Iterable<TmxUnit> {
  const { languages } = contentFacts(site);
  const seen = new Set<string>();
  for (const { texts, ...made } of book === undefined ? allTogether(site, control) : ofBooks(site, control, book)) {
    const wanted = pair ? texts.filter(({ language }) => language === pair.from.id || language === pair.to.id) : texts;
    const key = wanted.map(({ language, marked }) => `${language} ${textHash(marked)}`).join(' ');
    if (wanted.length < 2 || seen.has(key)) continue;
    seen.add(key);
    const named = wanted.flatMap(({ language, marked }) => {
      const found = languages.get(language);
      return found ? [{ tag: tagOf(found), marked }] : [];
    });
    if (named.length > 1) yield { texts: named, ...made };
  }
}

/** All pairs of texts that the memory knows as translations of each other, as keys of `pairKey`. */
export function knownPairs(site: Site, which: 'books' | 'all', control: Control): Set<string> {
  const known = new Set<string>();
  for (const { texts } of which === 'all' ? allTogether(site, control) : ofBooks(site, control))
    for (const [n, one] of texts.entries()) for (const other of texts.slice(n + 1)) known.add(pairKey(one, other));
  return known;
}

/** The key is the same for both directions, and for a text as a file can hold it: without control characters, spaces as one. */
export function pairKey(
  one: { language: number; marked: string },
  other: { language: number; marked: string },
): string {
  const [a, b] = one.language < other.language ? [one, other] : [other, one];
  return `${a.language} ${textHash(asInFiles(a.marked))} ${b.language} ${textHash(asInFiles(b.marked))}`;
}

// oxlint-disable-next-line no-control-regex -- exactly these may stand in no XML
const LOST = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
const asInFiles = (marked: string): string =>
  marked
    .toWellFormed()
    .replace(LOST, '')
    .replace(/[ \t\r\n]+/g, ' ')
    .trim();

function* allTogether(site: Site, control: Control): Iterable<Together> {
  for (let after = 0; ;) {
    const groups = groupsAfter(site.db, after, AT_ONCE);
    for (const group of groups) {
      control.progress(0);
      yield* ofGroup(site, group);
    }
    if (groups.length < AT_ONCE) break;
    after = groups.at(-1) ?? after;
  }
  yield* ofStrings(site);
  yield* ofBooks(site, control);
}

function* ofStrings(site: Site): Iterable<Together> {
  for (const texts of Map.groupBy(usesOfStrings(site), ({ unit }) => unit).values()) yield { texts, at: '', by: '' };
}

function* ofGroup(site: Site, group: number): Iterable<Together> {
  const source = sourceOfGroup(site.db, group);
  const isSource = ({ item }: Use): number => (item === source ? 0 : 1);
  for (const uses of Map.groupBy(usesOfGroup(site, group), ({ unit }) => unit).values())
    yield { texts: uses.toSorted((a, b) => isSource(a) - isSource(b)), at: '', by: '' };
}

function* ofBooks(site: Site, control: Control, book?: number): Iterable<Together> {
  for (let after = 0; ;) {
    const rows = entriesOfBooks(site.db, { after, limit: AT_ONCE, book });
    control.progress(0);
    for (const { source_language, target_language, source, target, made_at, made_by } of rows)
      yield {
        texts: [
          { language: source_language, marked: source },
          { language: target_language, marked: target },
        ],
        at: made_at,
        by: made_by,
      };
    if (rows.length < AT_ONCE) break;
    after = rows.at(-1)?.id ?? after;
  }
}
