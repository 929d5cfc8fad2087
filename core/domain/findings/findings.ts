import type * as v from 'valibot';
import type { FindingCount, IgnoredFinding, UnitFinding } from '../../schema/desk/findings.ts';
import type { Summary } from '../../schema/site/summaries.ts';
import type { Site } from '../../site.ts';
import { ignoredOf, ignoreFinding, showFinding } from '../../store/desk/ignored.ts';
import { groupsWithLanguage } from '../../store/desk/groups.ts';
import { groupTexts, type MemberTexts } from '../../store/matrix/unit-states.ts';
import type { Kind } from '../../store/translations/translations.ts';
import { sourceOfGroup } from '../../store/translations/confirmations.ts';
import { checkUnit, type UnitFinding as Found } from '../../units/checks/checks.ts';
import { plainOfMarked } from '../../units/memory/analyse.ts';
import { textHash } from '../../units/states/hash.ts';
import { languagesOf } from '../memory/answers.ts';
import { readOnce } from '../matrix/unit-states.ts';
import { FIRST_ROW, unitPairs, type UnitPair } from '../memory/group-uses.ts';
import { contentFacts } from '../content/content-facts.ts';
import { namedItem } from '../content/item-name.ts';
import { shownName } from '../content/plain-text.ts';
import { memberOf } from '../translations/staleness.ts';
import { termsIn, type TermIndex } from '../../units/terms/terms.ts';
import { termIndex } from '../glossary/glossary.ts';

export type Finding = v.InferOutput<typeof UnitFinding>;

/** What the checks find in the translations of one language, item by item; ignored findings are left out (`contract/extras.md`, `/findings`). */
export function siteFindings(site: Site, { lang, check }: { lang: string; check?: string | undefined }): Finding[] {
  const all = site.memo.get(`findings ${lang}`, () => findAll(site, lang), 'rest');
  return check === undefined ? all : all.filter((finding) => finding.check === check);
}

/** How many findings of which check there are in which language, and how many of them have a safe fix. */
export function findingCounts(site: Site): v.InferOutput<typeof FindingCount>[] {
  return [...contentFacts(site).languages.values()].flatMap(({ slug: lang }) => {
    const found = Map.groupBy(siteFindings(site, { lang }), ({ check }) => check);
    return [...found].map(([check, all]) => {
      const fixes = all.filter(({ fix }) => fix !== null).length;
      return { lang, check, severity: all[0]?.severity ?? 'warning', count: all.length, fixes };
    });
  });
}

/** Ignores a finding for as long as both texts stay, or shows it again. */
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

/** What somebody ignores of one item; 404 for an item without a language. */
export function ignoredFindings(site: Site, kind: Kind, id: number): v.InferOutput<typeof IgnoredFinding>[] {
  memberOf(site, kind, id);
  return ignoredOf(site.db, kind, id).map(({ check, source, target }) => {
    return { check, source_hash: source, target_hash: target };
  });
}

function findAll(site: Site, lang: string): Finding[] {
  const { to } = languagesOf(site, { from: lang, to: lang });
  const terms = new Map<number, TermIndex>();
  return groupsWithLanguage(site.db, to).flatMap((group) => {
    const source = sourceOfGroup(site.db, group);
    if (source === undefined) return [];
    const members = groupTexts(site.db, group, source);
    const from = members.find(({ id }) => id === source);
    const target = members.find(({ language, id }) => language === to && id !== source);
    if (!from || !target) return [];
    const known = terms.get(from.language) ?? termIndex(site, { from: from.language, to });
    terms.set(from.language, known);
    return findingsOf(site, { from, target, terms: known });
  });
}

interface Both {
  from: MemberTexts;
  target: MemberTexts;
  terms: TermIndex;
}

function findingsOf(site: Site, { from, target, terms }: Both): Finding[] {
  const { kind, id } = target;
  const ignored = new Set(
    ignoredOf(site.db, kind, id).map(({ check, source, target: to }) => `${check} ${source} ${to}`),
  );
  const title = kind === 'term' ? shownName(target.texts.title) : target.texts.title;
  return unitPairs(site, from, target, readOnce())
    .filter(({ isUntranslated }) => !isUntranslated)
    .flatMap((pair) => {
      const hashes = { source_hash: textHash(pair.source), target_hash: textHash(pair.target) };
      return found(pair, { from, target, terms })
        .filter(({ check }) => !ignored.has(`${check} ${hashes.source_hash} ${hashes.target_hash}`))
        .map(({ fix, ...finding }): Finding => {
          const { source, target: text } = pair;
          return { kind, id, title, ...placeOf(pair), ...finding, source, target: text, fix: fix ?? null, ...hashes };
        });
    });
}

function found({ source, target: text }: UnitPair, { from, target, terms }: Both): Found[] {
  const needs = termsIn(terms, plainOfMarked(source)).map(({ word, allowed, forbidden, keep }) => {
    return { word, allowed, forbidden, keep };
  });
  return checkUnit({ source, target: text, from: from.locale, to: target.locale, terms: needs });
}

const FIELDS = ['title', 'excerpt', 'alt'] as const;

function placeOf({ unit }: UnitPair): Pick<Finding, 'field' | 'unit'> {
  const field = FIELDS[unit];
  return field ? { field, unit: 0 } : { field: 'content', unit: unit - FIRST_ROW };
}
