import { RestError } from '../../errors.ts';
import type { Staleness } from '../../schema/translations/matrix.ts';
import type { Site } from '../../site.ts';
import {
  confirmationOf,
  keepTexts,
  putConfirmation,
  setGroupSource,
  sourceOfGroup,
  textsOfItem,
  type Confirmation,
  type Texts,
} from '../../store/translations/confirmations.ts';
import { marksOf } from '../../store/translations/unit-marks.ts';
import { settleMachineMade } from '../../store/translations/drafts.ts';
import { stateOfItem } from '../../store/matrix/matrix.ts';
import { groupMembers, itemLanguage, type ItemLanguage, type Kind } from '../../store/translations/translations.ts';
import { contentFacts } from '../content/content-facts.ts';
import { drainGroup } from '../matrix/matrix.ts';

/** An item that has a language; 404 for any other. */
export function memberOf(site: Site, kind: Kind, id: number): ItemLanguage {
  const own = itemLanguage(site.db, kind, id);
  if (!own) throw new RestError('polydesk_not_found', 'No item with this id has a language.', 404);
  return own;
}

/** Changes to the source of a translation since it was confirmed (`contract/extras.md`, `/staleness`). */
export function staleness(site: Site, kind: Kind, id: number): Staleness {
  const own = memberOf(site, kind, id);
  drainGroup(site, own.group_id);
  const source = sourceOfGroup(site.db, own.group_id) ?? id;
  const found = confirmationOf(site.db, kind, id);
  const confirmed = found?.source_id === source && source !== id ? found : undefined;
  const language = itemLanguage(site.db, kind, source)?.language_id ?? 0;
  return {
    kind,
    id,
    group: own.group_id,
    source: { id: source, lang: contentFacts(site).languages.get(language)?.slug ?? '' },
    confirmed_at: confirmed?.confirmed_at ?? null,
    state: stateOfItem(site.db, own.group_id, id) ?? 'trash',
    changes: confirmed ? differences(kind, confirmed, textsOfItem(site.db, kind, source)) : [],
    marks: marksOf(site.db, kind, id),
  };
}

/**
 * Confirms the item against its current source, by person or machine. Stores nothing if it is already confirmed; the source
 * itself needs no confirmation.
 */
export function confirm(site: Site, kind: Kind, id: number): void {
  if (!itemLanguage(site.db, kind, id)) return;
  moveConfirmation(site, kind, id);
  settleMachineMade(site.db, kind, id);
}

/** Records the current source text as the one the translation was confirmed against. */
export function moveConfirmation(site: Site, kind: Kind, id: number): void {
  const own = itemLanguage(site.db, kind, id);
  const source = own && sourceOfGroup(site.db, own.group_id);
  if (own && source !== undefined && source !== id) confirmAgainst(site, own, { source, known: undefined });
}

/**
 * After members of a group changed: confirms members newly linked to its source, and those never confirmed against the group's
 * current source.
 * @param former the previous group of each item, if it may have been another one
 */
export function settleGroup(site: Site, group: number, former: ReadonlyMap<number, number>): void {
  const source = sourceOfGroup(site.db, group);
  if (source === undefined) return;
  for (const member of groupMembers(site.db, group)) {
    if (member.item_id === source) continue;
    const known = confirmationOf(site.db, member.kind, member.item_id);
    const isLinkedSince = former.get(member.item_id) !== former.get(source);
    if (!isLinkedSince && known?.source_id === source) continue;
    confirmAgainst(site, member, { source, known });
  }
}

/** Sets the source of a group (`PATCH /groups/{group}`); the others count as confirmed against it. Returns the chosen item. */
export function chooseSource(site: Site, group: number, source: number): ItemLanguage {
  const members = groupMembers(site.db, group);
  if (members.length === 0) throw new RestError('polydesk_not_found', 'No group has this number.', 404);
  const chosen = members.find((member) => member.item_id === source);
  if (!chosen) throw new RestError('polydesk_invalid_source', 'The source must be an item of the group.', 400);
  setGroupSource(site.db, group, source);
  if (sourceOfGroup(site.db, group) !== source)
    throw new RestError('polydesk_invalid_source', 'An item in the trash cannot be the source.', 400);
  settleGroup(site, group, new Map());
  return chosen;
}

function confirmAgainst(
  site: Site,
  { kind, item_id }: ItemLanguage,
  of: { source: number; known: Confirmation | undefined },
): void {
  const texts = textsOfItem(site.db, kind, of.source);
  if (!texts) return;
  const text_id = keepTexts(site.db, { kind, id: of.source }, texts);
  const known = of.known ?? confirmationOf(site.db, kind, item_id);
  if (known?.source_id === of.source && known.text_id === text_id) return;
  const confirmed_at = site.now().toISOString();
  putConfirmation(site.db, { kind, id: item_id }, { source_id: of.source, text_id, confirmed_at });
}

const FIELDS: Readonly<Record<Kind, Readonly<Partial<Record<keyof Texts, string>>>>> = {
  post: { title: 'title', content: 'content', excerpt: 'excerpt' },
  term: { title: 'name', content: 'description' },
};

function differences(kind: Kind, before: Texts, after: Texts | undefined): Staleness['changes'] {
  return (['title', 'content', 'excerpt'] as const).flatMap((name) => {
    const field = FIELDS[kind][name];
    const now = after?.[name] ?? '';
    return field === undefined || before[name] === now ? [] : [{ field, before: before[name], after: now }];
  });
}
