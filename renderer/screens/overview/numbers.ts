// The numbers of the overview, from `GET polydesk/v1/coverage`: how much of what is done in which language.
import type { CoverageRow } from '../../lib/content-types.ts';

/** How far a language is, in one type or in all. */
export interface Share {
  /** With the source itself. */
  translated: number;
  update: number;
  /** Published with parts in the language of the source: left to do. */
  partial: number;
  draft: number;
  missing: number;
  total: number;
  /** Words left: of parts that show the source, and of items that are missing. */
  words: number;
}

/** One language of one row, or of several together. */
export function shareOf(rows: readonly CoverageRow[], code: string): Share {
  const share: Share = { translated: 0, update: 0, partial: 0, draft: 0, missing: 0, total: 0, words: 0 };
  for (const row of rows) {
    const counts = row.languages[code];
    share.total += row.groups;
    share.translated += (counts?.source ?? 0) + (counts?.translated ?? 0);
    share.update += counts?.needs_update ?? 0;
    share.partial += counts?.partial ?? 0;
    share.draft += counts?.draft ?? 0;
    share.missing += counts?.missing ?? row.groups;
    share.words += (counts?.words ?? 0) + (counts?.words_missing ?? 0);
  }
  return share;
}

/** Rounded down, so that 100 means all. What has nothing to translate is done. */
export function percentOf({ translated, update, total }: Share): number {
  return total === 0 ? 100 : Math.floor(((translated + update) / total) * 100);
}

/** Nothing is left to do. */
export function isComplete({ update, partial, draft, missing }: Share): boolean {
  return update + partial + draft + missing === 0;
}

/** What the first sentence says. */
export interface Totals {
  items: number;
  missing: number;
  partial: number;
  update: number;
  draft: number;
  words: number;
}

/** The sums over some languages. */
export function totalsOf(rows: readonly CoverageRow[], codes: readonly string[]): Totals {
  const shares = codes.map((code) => shareOf(rows, code));
  const sum = (name: keyof Share) => shares.reduce((all, share) => all + share[name], 0);
  return {
    items: rows.reduce((all, { groups }) => all + groups, 0),
    missing: sum('missing'),
    partial: sum('partial'),
    update: sum('update'),
    draft: sum('draft'),
    words: sum('words'),
  };
}

/** Where a link of the sentence leads: the type with the most of it. */
export function mostOf<Row extends CoverageRow>(
  rows: readonly Row[],
  codes: readonly string[],
  name: 'missing' | 'partial' | 'update' | 'draft',
): Row | undefined {
  const count = (row: Row) => codes.reduce((all, code) => all + shareOf([row], code)[name], 0);
  const best = rows.toSorted((a, b) => count(b) - count(a))[0];
  return best && count(best) > 0 ? best : undefined;
}
