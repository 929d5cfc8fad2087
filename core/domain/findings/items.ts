import type * as v from 'valibot';
import type { FindingFilter, FoundItem } from '../../schema/desk/findings.ts';
import type { Site } from '../../site.ts';
import { contentFacts } from '../content/content-facts.ts';
import type { Finding } from './check-item.ts';
import { countItems, siteFindings } from './findings.ts';

type Item = v.InferOutput<typeof FoundItem>;

interface Wanted extends FindingFilter {
  lang?: string | undefined;
  ignored?: boolean;
}

/**
 * The translations with findings, those with the most errors first, then those with the most findings (`contract/extras.md`,
 * `/findings/items`).
 */
export function foundItems(site: Site, { lang: wanted, ...filter }: Wanted): Item[] {
  return languagesWanted(site, wanted)
    .flatMap(({ slug: lang }) =>
      [...byItem(siteFindings(site, { lang, ...filter })).values()].flatMap((found) => itemOf(lang, found)),
    )
    .toSorted((a, b) => b.errors - a.errors || b.count - a.count || compare(a.title, b.title) || a.id - b.id);
}

/** How many they are. */
export function countFoundItems(site: Site, { lang: wanted, ...filter }: Wanted): number {
  return languagesWanted(site, wanted).reduce((sum, { slug: lang }) => {
    return sum + countItems(siteFindings(site, { lang, ...filter }));
  }, 0);
}

function languagesWanted(site: Site, wanted: string | undefined): { slug: string }[] {
  return [...contentFacts(site).languages.values()].filter(({ slug }) => (wanted ?? slug) === slug);
}

const itemKey = ({ kind, id }: Pick<Finding, 'kind' | 'id'>): string => `${kind} ${id}`;

const byItem = (found: readonly Finding[]): Map<string, Finding[]> => Map.groupBy(found, itemKey);

function itemOf(lang: string, found: readonly Finding[]): Item[] {
  const [first] = found;
  if (!first) return [];
  const { kind, id, title, type, status } = first;
  const errors = found.filter(({ severity }) => severity === 'error').length;
  const fixes = found.filter(({ fix }) => fix !== null).length;
  return [{ kind, id, title, type, status, lang, count: found.length, errors, fixes }];
}

/** By code: fast, and the same on each computer. */
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
