import { languageCodeList } from '../../domain/content/content-facts.ts';
import type { ContentLanguage } from '../../domain/content/content-facts.ts';
import { contentFacts, needLanguage } from '../../domain/content/content-facts.ts';
import { translatedPostTypes, translatedTaxonomies } from '../../domain/content/content-model.ts';
import { invalidParameter } from '../../domain/invalid-parameter.ts';
import type { BulkFilter } from '../../domain/matrix/bulk-order.ts';
import { groupFilter } from '../../domain/matrix/groups.ts';
import { drainMatrix } from '../../domain/matrix/matrix.ts';
import type { HandoffState } from '../../schema/site/handoff.ts';
import type { Site } from '../../site.ts';
import { groupIdsOf, itemsOfGroups, type GroupItem } from '../../store/matrix/matrix.ts';
import { sourceOfGroup } from '../../store/translations/confirmations.ts';
import type { Kind } from '../../store/translations/translations.ts';
import type { Control } from '../refusal.ts';
import { itemUnits, type HandoffItem, type ItemPair } from './units.ts';

/** The parameters of a handoff, as in the request. */
export interface HandoffOrder {
  /** Code of the target language. */
  lang?: string | undefined;
  /** Code of the source language; by default the default language. */
  from?: string | undefined;
  /** Includes the strings of the site. */
  strings?: boolean | undefined;
  /** Includes the slugs of the items. */
  slugs?: boolean | undefined;
  /** Prefills empty translations with their source; XLIFF only. */
  fill?: 'source' | undefined;
  /** Fills empty translations with exact matches of the memory. */
  matches?: boolean | undefined;
  /** Only versions in these states; by default those with something left to do. */
  states?: HandoffState[] | undefined;
  scope?: { types?: string[] | undefined; ids?: number[] | undefined; filter?: BulkFilter | undefined } | undefined;
}

/** Both languages of a handoff. */
export interface LanguagePair {
  from: ContentLanguage;
  to: ContentLanguage;
}

/** States with something left to do. */
export const TO_DO: readonly HandoffState[] = ['missing', 'needs_update', 'partial'];

/** The languages of an order; 400 if one is missing or unknown, or both are the same. */
export function pairOf(site: Site, { lang, from }: Pick<HandoffOrder, 'lang' | 'from'>): LanguagePair {
  const facts = contentFacts(site);
  const standard = facts.languages.get(facts.defaultLanguage ?? 0)?.slug ?? languageCodeList(site)[0];
  const pair = { from: needLanguage(facts, from ?? standard, 'from'), to: needLanguage(facts, lang, 'lang') };
  if (pair.from.id === pair.to.id)
    throw invalidParameter('lang', 'rest_invalid_param', 'Choose another language than the one to translate from.');
  return pair;
}

/** The items of an order, and how many it leaves out because they are translated from another language. */
export interface Chosen {
  pairs: ItemPair[];
  otherSource: number;
}

/** The items of an order, by type and group. 400 for a type that the site does not translate. */
export function chosenItems(site: Site, pair: LanguagePair, order: HandoffOrder): Chosen {
  const chosen: Chosen = { pairs: [], otherSource: 0 };
  for (const { from, ...item } of itemsInto(site, pair.to, order)) {
    if (from !== pair.from.id) chosen.otherSource += 1;
    else chosen.pairs.push({ ...item, withSlug: order.slugs });
  }
  return chosen;
}

/** Items that can be translated into a language, from any source language (`from`). */
export function* itemsInto(
  site: Site,
  to: ContentLanguage,
  order: Pick<HandoffOrder, 'states' | 'scope'>,
): Iterable<ItemPair & { from: number; type: string }> {
  drainMatrix(site);
  const states: readonly string[] = order.states ?? TO_DO;
  const ids = order.scope?.ids && new Set(order.scope.ids);
  for (const { kind, type } of typesOf(site, order))
    for (const members of groupsOf(site, { kind, type }, order.scope?.filter)) {
      const source = sourceOfGroup(site.db, members[0]?.group_id ?? 0);
      const from = members.find(({ item_id }) => item_id === source);
      const target = members.find(({ language_id }) => language_id === to.id);
      if (!from || from === target || (ids && !(kind === 'post' && members.some((one) => ids.has(one.item_id)))))
        continue;
      if (!states.includes(target?.state ?? 'missing')) continue;
      yield { kind, type, from: from.language_id, source: from.item_id, target: target?.item_id };
    }
}

/** The same with their texts, lazily; items without texts are left out. */
export function* handoffItems(site: Site, pairs: readonly ItemPair[], control: Control): Iterable<HandoffItem> {
  for (const [at, pair] of pairs.entries()) {
    control.progress(at, pairs.length);
    const item = itemUnits(site, pair);
    if (item && item.units.length > 0) yield item;
  }
}

/** The types of an order; 400 for one that the site does not translate. */
export function typesOf(site: Site, { scope }: Pick<HandoffOrder, 'scope'>): { kind: Kind; type: string }[] {
  const all = [
    ...translatedPostTypes(site).map((type) => ({ kind: 'post' as const, type })),
    ...translatedTaxonomies(site).map((type) => ({ kind: 'term' as const, type })),
  ];
  const strange = scope?.types?.find((name) => !all.some(({ type }) => type === name));
  if (strange !== undefined)
    throw invalidParameter('scope', 'rest_invalid_param', `The type "${strange}" is not translated here.`);
  return scope?.types ? all.filter(({ type }) => scope.types?.includes(type)) : all;
}

const AT_ONCE = 500;

/** The members of the groups of a type; with a filter, only the groups it finds. */
function* groupsOf(
  site: Site,
  of: { kind: Kind; type: string },
  filter: BulkFilter | undefined,
): Iterable<GroupItem[]> {
  if (filter?.type !== undefined && filter.type !== of.type) return;
  const groups = groupIdsOf(site.db, groupFilter(site, { ...filter, ...of }));
  for (let at = 0; at < groups.length; at += AT_ONCE) {
    const byGroup = Map.groupBy(itemsOfGroups(site.db, groups.slice(at, at + AT_ONCE)), ({ group_id }) => group_id);
    yield* byGroup.values();
  }
}
