// The lines of the coverage matrix in both orientations. Few languages are columns; many are rows, the least complete first.
import type { LanguageValue } from '../../../core/schema/languages/language.ts';
import { t, formatNumber } from '../../lib/messages/messages.svelte.ts';
import { site } from '../../lib/site.svelte.ts';
import { countedCoverage, typeName } from '../../lib/content-types.ts';
import type { TypeCoverage } from '../../lib/work-queue.ts';
import { isComplete, percentOf, shareOf } from './numbers.ts';
import type { Share } from './numbers.ts';

/** With more languages than this, languages are rows. */
export const MOST_COLUMNS = 8;

/** The header of a row or a column: a type, a language, or all of them. */
export type Head = { key: string } & (
  | { kind: 'type'; row: TypeCoverage }
  | { kind: 'language'; language: LanguageValue; words: number }
  | { kind: 'all'; count: number }
);

export interface CoverageCell {
  share: Share;
  percent: number;
  isComplete: boolean;
  /** Link to the type, filtered by the work in this language. */
  href: string | undefined;
  /** For screen readers: "French, Posts: 82 %, 203 missing". */
  name: string;
}

export const typeHeads = (rows: readonly TypeCoverage[]): Head[] => [
  ...rows.map((row): Head => ({ key: `${row.kind} ${row.type}`, kind: 'type', row })),
  { key: 'all', kind: 'all', count: rows.reduce((sum, { groups }) => sum + groups, 0) },
];

/** As rows, the least complete first; the last row is the total of a type. */
export function languageHeads(languages: readonly LanguageValue[], rows: readonly TypeCoverage[]): Head[] {
  const percent = new Map(languages.map(({ slug }) => [slug, percentOf(shareOf(rows, slug))]));
  const isTurned = languages.length > MOST_COLUMNS;
  const place = ({ slug }: LanguageValue) => percent.get(slug) ?? 0;
  const order = isTurned ? languages.toSorted((a, b) => place(a) - place(b)) : languages;
  const counted = countedCoverage(rows);
  return order.map((language) => {
    return { key: language.slug, kind: 'language', language, words: shareOf(counted, language.slug).words };
  });
}

/** The cell of one language in one type, or in all types. */
export function cellOf(type: Head, language: LanguageValue, rows: readonly TypeCoverage[]): CoverageCell {
  const own = type.kind === 'type' ? [type.row] : countedCoverage(rows);
  const share = shareOf(own, language.slug);
  const complete = isComplete(share);
  return {
    share,
    percent: percentOf(share),
    isComplete: complete,
    href: hrefOf(own, language.slug, complete),
    name: nameOf(headName(type), language, share),
  };
}

/** The name of a type, or "All". */
export function headName(head: Head): string {
  if (head.kind === 'type') return typeName(head.row.about);
  return head.kind === 'all' ? t('overview.all') : site.languageName(head.language.slug);
}

/** For all types: the type with the most left to do. */
function hrefOf(rows: readonly TypeCoverage[], lang: string, complete: boolean): string | undefined {
  const left = (row: TypeCoverage) => {
    const { update, partial, draft, missing } = shareOf([row], lang);
    return update + partial + draft + missing;
  };
  const [row] = rows.toSorted((a, b) => left(b) - left(a));
  if (!row || row.groups === 0) return undefined;
  return `#/${row.about.base}?${complete ? '' : 'state=todo&'}lang=${encodeURIComponent(lang)}`;
}

function nameOf(type: string, { slug }: LanguageValue, share: Share): string {
  const parts = [
    formatNumber(percentOf(share) / 100, { style: 'percent' }),
    ...(share.missing > 0 ? [t('overview.missing', { count: share.missing })] : []),
    ...(share.partial > 0 ? [t('overview.partial', { count: share.partial })] : []),
    ...(share.update > 0 ? [t('overview.update', { count: share.update })] : []),
    ...(share.draft > 0 ? [t('overview.draft', { count: share.draft })] : []),
    ...(share.words > 0 ? [t('overview.words.left', { count: share.words })] : []),
  ];
  const what = share.total === 0 ? [t('overview.empty')] : isComplete(share) ? [t('overview.complete')] : parts;
  return t('overview.cell', { language: site.languageName(slug), type, what: what.join(', ') });
}
