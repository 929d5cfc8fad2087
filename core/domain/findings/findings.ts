import type * as v from 'valibot';
import type { FindingCount, FindingFilter, IgnoredFinding } from '../../schema/desk/findings.ts';
import type { Summary } from '../../schema/site/summaries.ts';
import type { Site } from '../../site.ts';
import { countTranslations } from '../../store/desk/groups.ts';
import { ignoredOf, ignoreFinding, showFinding } from '../../store/desk/ignored.ts';
import { itemLanguage, type Kind } from '../../store/translations/translations.ts';
import { fold, plainOfMarked } from '../../units/memory/analyse.ts';
import { contentFacts } from '../content/content-facts.ts';
import { namedItem } from '../content/item-name.ts';
import { FIRST_ROW } from '../memory/group-uses.ts';
import { NOWHERE, placesIn } from '../memory/origins.ts';
import { memberOf } from '../translations/staleness.ts';
import { allFindings } from './all-findings.ts';
import type { Finding, PlacedFinding } from './check-item.ts';

interface Wanted extends FindingFilter {
  lang: string;
  check?: string | undefined;
  /** Only those of one item. */
  kind?: Kind | undefined;
  id?: number | undefined;
  /** Returns the ignored findings instead of the others. */
  ignored?: boolean;
}

/** The findings in the translations of one language, item by item (`contract/extras.md`, `/findings`). */
export function siteFindings(site: Site, { lang, check, kind, id, ignored = false, ...filter }: Wanted): Finding[] {
  const { shown, hidden } = allFindings(site, lang, check);
  const all = ignored ? hidden : shown;
  const isWanted = wantedBy(filter);
  return all.filter(
    (finding) =>
      (check === undefined || finding.check === check) &&
      (kind === undefined || finding.kind === kind) &&
      (id === undefined || finding.id === id) &&
      isWanted(finding),
  );
}

/** The same with the place of each text; the content of each source is read once. */
export function withPlaces(site: Site, findings: readonly Finding[]): PlacedFinding[] {
  const placeIn = placesIn(site);
  return findings.map((finding) => {
    const { kind, id, field, unit, source } = finding;
    const group = itemLanguage(site.db, kind, id)?.group_id;
    // A link that only the translation has is in no text of the source.
    const isKnown = group !== undefined && field === 'content' && source !== '';
    return { ...finding, ...NOWHERE, ...(isKnown && placeIn({ group, entry: undefined, unit: FIRST_ROW + unit })) };
  });
}

/** In how many items they are. */
export const countItems = (findings: readonly Finding[]): number =>
  new Set(findings.map(({ kind, id }) => `${kind} ${id}`)).size;

/** Statuses of which visitors see the item, or will by themselves; files have that of their parent. */
const SEEN = new Set(['publish', 'future', 'private', 'inherit', '']);

function wantedBy({ type, status, severity, search = '' }: FindingFilter): (finding: Finding) => boolean {
  const words = fold(search.trim());
  return (one) =>
    (type === undefined || one.type === type) &&
    (status === undefined || SEEN.has(one.status) === (status === 'publish')) &&
    (severity === undefined || one.severity === severity) &&
    (words === '' || [one.title, one.about, plainOfMarked(one.target)].some((text) => fold(text).includes(words)));
}

/** How many translations were checked, of one language or of all, and how many there are. */
export function checkedItems(site: Site, lang?: string): { checked: number; translations: number } {
  const codes = lang === undefined ? [...contentFacts(site).languages.values()].map(({ slug }) => slug) : [lang];
  const checked = codes.reduce((sum, code) => sum + allFindings(site, code).items, 0);
  return { checked, translations: countTranslations(site.db) };
}

/** Findings by language and check: how many there are, how many have a safe fix, and how many are ignored. */
export function findingCounts(
  site: Site,
  { lang: wanted, ...filter }: FindingFilter & { lang?: string | undefined } = {},
): v.InferOutput<typeof FindingCount>[] {
  const languages = [...contentFacts(site).languages.values()].filter(({ slug }) => (wanted ?? slug) === slug);
  return languages.flatMap(({ slug: lang }) => {
    const hidden = siteFindings(site, { lang, ignored: true, ...filter });
    const byCheck = Map.groupBy([...siteFindings(site, { lang, ...filter }), ...hidden], ({ check }) => check);
    const isHidden = new Set(hidden);
    return [...byCheck].map(([check, all]) => {
      const shown = all.filter((finding) => !isHidden.has(finding));
      const fixes = shown.filter(({ fix }) => fix !== null).length;
      const count = shown.length;
      return { lang, check, severity: all[0]?.severity ?? 'warning', count, fixes, ignored: all.length - count };
    });
  });
}

/** Ignores a finding until one of its texts changes, or shows it again. */
export function ignore(
  site: Site,
  asked: { kind: Kind; id: number; check: string; source_hash: string; target_hash: string; ignore: boolean },
): { body: { ignored: boolean }; summary: Summary } {
  const { kind, id, check, source_hash: source, target_hash: target } = asked;
  memberOf(site, kind, id);
  const way = asked.ignore ? ignoreFinding : showFinding;
  way(site.db, kind, id, { check, source, target });
  const code = asked.ignore ? 'finding.ignored' : 'finding.shown';
  return { body: { ignored: asked.ignore }, summary: { code, params: { item: namedItem(site, kind, id) } } };
}

/** The ignored findings of one item; 404 for an item without a language. */
export function ignoredFindings(site: Site, kind: Kind, id: number): v.InferOutput<typeof IgnoredFinding>[] {
  memberOf(site, kind, id);
  return ignoredOf(site.db, kind, id).map(({ check, source, target }) => {
    return { check, source_hash: source, target_hash: target };
  });
}
