import type * as v from 'valibot';
import type { UnitFinding } from '../../schema/desk/findings.ts';
import type { Site } from '../../site.ts';
import { groupTexts, type MemberTexts } from '../../store/matrix/unit-states.ts';
import { sourceOfGroup } from '../../store/translations/confirmations.ts';
import type { Kind } from '../../store/translations/translations.ts';
import { checkUnit, type UnitFinding as Found } from '../../units/checks/checks.ts';
import type { RunningChecks } from '../../units/checks/choice.ts';
import { keysOfPair, type PairKeys } from '../../units/checks/pairs.ts';
import { visibleText } from '../../units/checks/visible.ts';
import { plainOfMarked } from '../../units/memory/analyse.ts';
import { textHash } from '../../units/states/hash.ts';
import { termsIn, type TermIndex } from '../../units/terms/terms.ts';
import { shownName } from '../content/plain-text.ts';
import { termIndex } from '../glossary/glossary.ts';
import { readOnce } from '../matrix/unit-states.ts';
import { alignedPairs, FIRST_ROW, type UnitPair } from '../memory/group-uses.ts';
import { linksOf, pictureFindings, type LinkUse } from './site-checks.ts';

export type PlacedFinding = v.InferOutput<typeof UnitFinding>;

/** A finding before it is known which of its kind its text is: only those of an answer need that. */
export type Finding = Omit<PlacedFinding, 'what' | 'place'>;

/** A finding without what is told of its item, which can change by itself. */
export type ItemsFinding = Omit<Finding, 'kind' | 'id' | 'title' | 'type' | 'status'>;

/** A text and its translation, marked. */
export type TextPair = Pick<UnitPair, 'source' | 'target'>;

/** What the texts of an item say by themselves, and what is needed to compare them with the rest of the site. Plain data. */
export interface CheckedItem {
  kind: Kind;
  id: number;
  title: string;
  found: ItemsFinding[];
  links: LinkUse[];
  /** Its units, for comparison with those of other items. */
  units: (PairKeys & { unit: number })[];
  /** The texts of these units. */
  texts: TextPair[];
}

/** What an item is checked by besides its own texts. */
export interface CheckedBy {
  terms: TermIndex;
  running: RunningChecks;
  /** The usual length of a translation between the two languages. */
  ratio: number | undefined;
}

/** The source of a group and its version in a language. */
export interface Sides {
  from: MemberTexts;
  target: MemberTexts;
}

/** The two sides of a group; undefined if the version is missing or is the source itself. */
export function sidesOf(site: Site, group: number, language: number): Sides | undefined {
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

/** Checks a single item. */
export function checkItem(site: Site, { from, target }: Sides, by: CheckedBy): CheckedItem {
  const { pairs: all, ...aligned } = alignedPairs(site, from, target, readOnce());
  const pairs = all.filter(({ isUntranslated }) => !isUntranslated);
  const ofUnits = pairs.flatMap((pair) =>
    found(pair, { from, target }, by).map((one) => ({ ...one, ...textsOf(pair) })),
  );
  const ofPictures = pictureFindings(aligned, { from, target }).filter(({ check }) => by.running.ids.includes(check));
  const compared = pairs.filter(({ isCode }) => !isCode);
  return {
    kind: target.kind,
    id: target.id,
    title: shownName(target.texts.title),
    found: [...ofUnits, ...ofPictures].map(placed),
    links: linksOf(aligned),
    units: compared.map((pair) => ({ unit: pair.unit, ...keysOfPair(pair) })),
    texts: compared.map(({ source, target: text }) => ({ source, target: text })),
  };
}

const textsOf = ({ unit, source, target }: UnitPair) => ({ unit, source, target });

function found({ source, target: text, isCode }: UnitPair, { from, target }: Sides, by: CheckedBy): Found[] {
  const { terms, running, ratio } = by;
  const needs = termsIn(terms, visibleText(plainOfMarked(source)));
  const unit = { source, target: text, from: from.locale, to: target.locale, terms: needs, isCode, ratio };
  return checkUnit({ ...unit, longest: running.longest }, running.ids);
}

/** A finding before it has a place; `unit` as in `UnitPair`. */
export type Unplaced = TextPair &
  Pick<UnitPair, 'unit'> &
  Pick<Finding, 'check' | 'about'> & {
    severity?: Finding['severity'];
    fix?: string | undefined;
    link?: string;
    address?: string;
  };

export function placed({ unit, fix, severity = 'warning', link = '', address, ...finding }: Unplaced): ItemsFinding {
  const { check, source, target, about } = finding;
  // The address is part of what is ignored; a link can also have no text.
  const whole = check.startsWith('link_') ? `${target} ${about}` : target;
  const place = placeOf({ unit });
  return {
    ...place,
    ...{ check, severity, about, source, target },
    ...{ fix: fix ?? null, link, address: address ?? null },
    ...hashesOf({ source, target: whole }),
  };
}

/** The hashes that identify an ignored finding: of both texts, even if one of them is empty. */
export const hashesOf = ({ source, target }: TextPair): Pick<Finding, 'source_hash' | 'target_hash'> => {
  return { source_hash: textHash(source || ' '), target_hash: textHash(target || ' ') };
};

const FIELDS = ['title', 'excerpt', 'alt'] as const;

/** The field of a unit, and its position in the content. */
export function placeOf({ unit }: Pick<UnitPair, 'unit'>): Pick<Finding, 'field' | 'unit'> {
  const field = FIELDS[unit];
  return field ? { field, unit: 0 } : { field: 'content', unit: unit - FIRST_ROW };
}
