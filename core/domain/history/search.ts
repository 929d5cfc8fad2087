import { languageNames } from '../../schema/languages/names.ts';
import { SUMMARY_TEXTS, type Summary } from '../../schema/site/summaries.ts';
import { meaningsOf, valuesOf, type Wording } from '../../schema/site/summary-text.ts';
import type { Site } from '../../site.ts';
import type { RowImage, SearchedWord } from '../../store/journal/journal.ts';
import { allLanguages } from '../../store/languages/languages.ts';
import { currentRow, rewind } from '../../store/rows.ts';
import type { ReadDb } from '../../store/sql.ts';
import type { Json } from '../../types.ts';
import { changesBetween } from './changes.ts';
import { changedColumns, firstTouchedRows } from './items.ts';

/** Limits on what a large change adds to the search text: rows, characters per value, and characters in total. */
const MOST_ROWS = 200;
const MOST_OF_VALUE = 200;
const MOST_IN_ALL = 10_000;

/** The wording of summaries in API responses. */
export function englishWording(site: Site): Wording {
  let languages: Wording['languages'] | undefined;
  return {
    locale: 'en',
    texts: SUMMARY_TEXTS,
    get languages() {
      return (languages ??= languageNames(allLanguages(site.db), 'en'));
    },
  };
}

/**
 * The words of a search, each with its possible meanings: in English, and those supplied by the client (`means`, by position:
 * w0).
 */
export function searchedWords(
  site: Site,
  search: string,
  means: Readonly<Record<string, readonly string[]>>,
): SearchedWord[] {
  const wording = englishWording(site);
  return search
    .split(/\s+/)
    .map((word, at) => ({ text: word.replace(MARKS, ''), more: means[`w${at}`] ?? [] }))
    .filter(({ text }) => text !== '')
    .map(({ text, more }) => ({ text, means: [...more, ...meaningsOf(text, wording)] }));
}

/** Punctuation around a word, and direction marks. */
const MARKS = /^["'“”‘’«»(:;,.،؛\p{Cf}]+|["'“”‘’«»):;,.،؛\p{Cf}]+$/gu;

/**
 * The search text of the running entry besides its code: the values in its summary, and the changed fields with old and new
 * values. Without secrets.
 */
export function searchWords(db: ReadDb, params: Summary['params'], images: readonly RowImage[]): string[] {
  const changes = firstTouchedRows(images, MOST_ROWS).flatMap((row) => {
    const own = images.filter(({ tbl, key }) => tbl === row.tbl && key === row.key);
    const after = currentRow(db, row);
    const among = own.every(({ op }) => op === 'update') ? { among: changedColumns({ ...row, images: own }) } : {};
    return changesBetween(db, row, { before: rewind(after, own.toReversed()), after, ...among });
  });
  const fields = changes.flatMap(({ field, before, after }) => [field, ...differing(before, after)]);
  const words = [...new Set([...valuesOf(params), ...fields])].filter((word) => word !== '');
  let room = MOST_IN_ALL;
  return words.filter((word) => (room -= word.length) > 0);
}

/** The words that occur in only one of two texts. */
function differing(before: Json, after: Json): string[] {
  const [old, now] = [textOf(before), textOf(after)];
  let start = 0;
  while (start < old.length && old[start] === now[start]) start++;
  let end = 0;
  while (end < Math.min(old.length, now.length) - start && old.at(-1 - end) === now.at(-1 - end)) end++;
  return [old, now].map((text) => {
    const from = text.slice(0, start).search(/\S+$/);
    const rest = /^\S+/.exec(text.slice(text.length - end))?.[0].length ?? 0;
    return text.slice(from < 0 ? start : from, text.length - end + rest).slice(0, MOST_OF_VALUE);
  });
}

function textOf(value: Json): string {
  return value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);
}
