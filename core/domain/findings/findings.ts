import type * as v from 'valibot';
import type { FindingCount, FindingFilter, IgnoredFinding, UnitFinding } from '../../schema/desk/findings.ts';
import type { Summary } from '../../schema/site/summaries.ts';
import type { Site } from '../../site.ts';
import { ignoredOf, ignoreFinding, showFinding } from '../../store/desk/ignored.ts';
import { countTranslations, groupsWithLanguage, typeAndStatus } from '../../store/desk/groups.ts';
import { groupTexts, type MemberTexts } from '../../store/matrix/unit-states.ts';
import type { Kind } from '../../store/translations/translations.ts';
import { sourceOfGroup } from '../../store/translations/confirmations.ts';
import { checkUnit, type UnitFinding as Found } from '../../units/checks/checks.ts';
import { runningChecks, type RunningChecks } from '../../units/checks/choice.ts';
import { pairFindings, type SitePair } from '../../units/checks/pairs.ts';
import { fold, plainOfMarked } from '../../units/memory/analyse.ts';
import { textHash } from '../../units/states/hash.ts';
import { languagesOf, usualLength } from '../memory/answers.ts';
import { readOnce } from '../matrix/unit-states.ts';
import { alignedPairs, FIRST_ROW, type UnitPair } from '../memory/group-uses.ts';
import { contentFacts } from '../content/content-facts.ts';
import { siteSettings } from '../settings/site-settings.ts';
import { namedItem } from '../content/item-name.ts';
import { shownName } from '../content/plain-text.ts';
import { memberOf } from '../translations/staleness.ts';
import { termsIn, type TermIndex } from '../../units/terms/terms.ts';
import { visibleText } from '../../units/checks/visible.ts';
import { termIndex } from '../glossary/glossary.ts';
import { linkFindings, pictureFindings } from './site-checks.ts';
import { linksOnce, type Links } from './links.ts';

export type Finding = v.InferOutput<typeof UnitFinding>;

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
  const { shown, hidden } = allOf(site, lang, check);
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

/** @param named a check that runs even if it is off */
function allOf(site: Site, lang: string, named?: string): Findings {
  const running = runningChecks(siteSettings(site).checks);
  const only = named === undefined || running.ids.includes(named) ? undefined : named;
  const asked = only === undefined ? running : { ...running, ids: [only] };
  const { to } = languagesOf(site, { from: lang, to: lang });
  // The memory may be built, and the ratios with it, without a change of the site.
  const ratios = ratiosFor(site, to);
  const key = `findings ${lang} ${only ?? ''} ${[...ratios.values()].join(' ')}`;
  return site.memo.get(key, () => findAll(site, to, { running: asked, ratios }), 'rest');
}

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
  const checked = codes.reduce((sum, code) => sum + allOf(site, code).items, 0);
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

/** `hidden`: the ignored ones; `items`: how many translations were checked. */
interface Findings {
  items: number;
  shown: Finding[];
  hidden: Finding[];
}

/** The usual length of a translation into a language, by source language. */
function ratiosFor(site: Site, to: number): Map<number, number | undefined> {
  const ids = [...contentFacts(site).languages.values()].map(({ id }) => id);
  return new Map(ids.filter((id) => id !== to).map((from) => [from, usualLength(site, { from, to })]));
}

function findAll(
  site: Site,
  to: number,
  { running, ratios }: { running: RunningChecks; ratios: Map<number, number | undefined> },
): Findings {
  const terms = termsFor(site, to);
  const links = linksOnce(site, to);
  const read = groupsWithLanguage(site.db, to).flatMap((group) => {
    const sides = sidesOf(site, group, to);
    if (!sides) return [];
    const known = terms(sides.from.language);
    const ratio = ratios.get(sides.from.language);
    return [readItem(site, { ...sides, group, terms: known, links, running, ratio })];
  });
  const isWanted = wantedOf(running);
  const pairs = BESIDE.some((check) => isWanted({ check })) ? pairFindings(read.flatMap(({ pairs: own }) => own)) : [];
  let at = 0;
  const all: Findings = { items: read.length, shown: [], hidden: [] };
  for (const item of read) {
    const beside = item.pairs.flatMap((pair) => {
      const against = (pairs[at++] ?? []).filter(isWanted);
      return against.map((one): Unplaced => ({ ...one, unit: pair.unit, source: pair.source, target: pair.target }));
    });
    place(site, item, { found: [...item.found, ...beside], all });
  }
  return all;
}

/** The checks that compare the texts of all items. */
const BESIDE = ['inconsistent', 'reused'];

const wantedOf =
  ({ ids }: RunningChecks) =>
  ({ check }: { check: string }): boolean =>
    ids.includes(check);

/** The source of a group and its version in a language; undefined if the version is missing or is the source itself. */
export function sidesOf(
  site: Site,
  group: number,
  language: number,
): { from: MemberTexts; target: MemberTexts } | undefined {
  const source = sourceOfGroup(site.db, group);
  if (source === undefined) return undefined;
  const members = groupTexts(site.db, group, source);
  const from = members.find(({ id }) => id === source);
  const target = members.find((member) => member.language === language && member.id !== source);
  return from && target && { from, target };
}

/** The glossary for translations into a language, built once per source language. */
export function termsFor(site: Site, to: number): (from: number) => TermIndex {
  const known = new Map<number, TermIndex>();
  return (from) => {
    const found = known.get(from) ?? termIndex(site, { from, to });
    known.set(from, found);
    return found;
  };
}

interface Both {
  from: MemberTexts;
  target: MemberTexts;
  group: number;
  terms: TermIndex;
  links: Links;
  running: RunningChecks;
  /** The usual length of a translation between the two languages. */
  ratio: number | undefined;
}

/** A finding before it is known whether it is ignored. */
type Unplaced = Pick<UnitPair, 'unit' | 'source' | 'target'> &
  Pick<Finding, 'check' | 'about'> & { severity?: Finding['severity']; fix?: string | undefined; address?: string };

interface ReadItem {
  target: MemberTexts;
  /** Its units, for comparison with those of other items. */
  pairs: (SitePair & { unit: number })[];
  found: Unplaced[];
}

/** The findings of a single item. */
function readItem(site: Site, both: Both): ReadItem {
  const { from, target, group, links, running } = both;
  const { pairs: all, ...aligned } = alignedPairs(site, from, target, readOnce());
  const pairs = all.filter(({ isUntranslated }) => !isUntranslated);
  const ofUnits = pairs.flatMap((pair) => found(pair, both).map((one) => ({ ...one, ...textsOf(pair) })));
  const ofItem = [...pictureFindings(aligned, both), ...linkFindings(aligned, links, group)].filter(wantedOf(running));
  return {
    target,
    pairs: pairs
      .filter(({ isCode }) => !isCode)
      .map((pair) => ({ ...textsOf(pair), from: from.locale, to: target.locale })),
    // A link fix changes the address, not the text.
    found: [...ofUnits, ...ofItem.map(({ hasFix, ...one }) => ({ ...one, ...(hasFix && { fix: one.target }) }))],
  };
}

const textsOf = ({ unit, source, target }: UnitPair) => ({ unit, source, target });

/** Adds the findings of an item to `all`, the ignored ones separately. */
function place(
  site: Site,
  { target: { kind, id, texts } }: ReadItem,
  { found: unplaced, all }: { found: readonly Unplaced[]; all: Findings },
): void {
  if (unplaced.length === 0) return;
  const ignored = new Set(
    ignoredOf(site.db, kind, id).map(({ check, source, target: to }) => `${check} ${source} ${to}`),
  );
  const title = shownName(texts.title);
  const facts = typeAndStatus(site.db, kind, id);
  for (const { unit, fix, severity = 'warning', address = null, ...finding } of unplaced) {
    const { check, source, target, about } = finding;
    // The address is part of what is ignored; a link can also have no text.
    const whole = check.startsWith('link_') ? `${target} ${about}` : target;
    const hashes = hashesOf({ source, target: whole });
    const isHidden = ignored.has(`${check} ${hashes.source_hash} ${hashes.target_hash}`);
    const row = {
      kind,
      id,
      title,
      ...facts,
      ...placeOf({ unit }),
      ...finding,
      severity,
      fix: fix ?? null,
      address,
      ...hashes,
    };
    all[isHidden ? 'hidden' : 'shown'].push(row);
  }
}

/** The hashes that identify an ignored finding: of both texts, even if one of them is empty. */
export const hashesOf = ({
  source,
  target,
}: Pick<UnitPair, 'source' | 'target'>): Pick<Finding, 'source_hash' | 'target_hash'> => {
  return { source_hash: textHash(source || ' '), target_hash: textHash(target || ' ') };
};

function found({ source, target: text, isCode }: UnitPair, { from, target, terms, running, ratio }: Both): Found[] {
  const needs = termsIn(terms, visibleText(plainOfMarked(source)));
  const unit = { source, target: text, from: from.locale, to: target.locale, terms: needs, isCode, ratio };
  return checkUnit({ ...unit, longest: running.longest }, running.ids);
}

const FIELDS = ['title', 'excerpt', 'alt'] as const;

/** The field of a unit, and its position in the content. */
export function placeOf({ unit }: Pick<UnitPair, 'unit'>): Pick<Finding, 'field' | 'unit'> {
  const field = FIELDS[unit];
  return field ? { field, unit: 0 } : { field: 'content', unit: unit - FIRST_ROW };
}
