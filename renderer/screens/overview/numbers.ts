// The numbers of the overview, from `GET polydesk/v1/coverage`: how much is done in each language.
import type { CoverageRow } from '../../lib/content-types.ts';

/** The progress of a language, in one type or in all. */
export interface Share {
  /** Includes the source itself. */
  translated: number;
  update: number;
  /** Published with untranslated units: left to do. */
  partial: number;
  draft: number;
  missing: number;
  total: number;
  /** Words left: those of untranslated units and of missing items. */
  words: number;
}

/** The share of one language in one row, or in several rows together. */
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

/** Rounded down, so that 100 means everything. If there is nothing to translate, it counts as done. */
export function percentOf({ translated, update, total }: Share): number {
  return total === 0 ? 100 : Math.floor(((translated + update) / total) * 100);
}

/** Whether nothing is left to do. */
export function isComplete({ update, partial, draft, missing }: Share): boolean {
  return update + partial + draft + missing === 0;
}

/** The numbers of the summary sentence. */
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

/** The target of a link in the sentence: the type with the most of it. */
export function mostOf<Row extends CoverageRow>(
  rows: readonly Row[],
  codes: readonly string[],
  name: 'missing' | 'partial' | 'update' | 'draft',
): Row | undefined {
  const count = (row: Row) => codes.reduce((all, code) => all + shareOf([row], code)[name], 0);
  const best = rows.toSorted((a, b) => count(b) - count(a))[0];
  return best && count(best) > 0 ? best : undefined;
}
