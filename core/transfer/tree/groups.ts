import { link } from '../../domain/translations/translations.ts';
import { settleGroup } from '../../domain/translations/staleness.ts';
import type { Site } from '../../site.ts';
import { uuidsOfPosts, uuidsOfTerms } from '../../store/content/names.ts';
import { allLanguages } from '../../store/languages/languages.ts';
import { chosenSources } from '../../store/transfer/export.ts';
import { setGroupSource } from '../../store/translations/confirmations.ts';
import { groupMembers, itemLanguage, type Kind } from '../../store/translations/translations.ts';
import { mapOf, textOf } from '../bundle/fields.ts';
import type { Wanted } from './lines.ts';
import { idHere } from './items.ts';

/**
 * Links items as in the tree: first those that are in a group there, then those that stand alone. Members that are not in the
 * tree, for example because their language was not chosen, stay if their language is free.
 */
export function applyGroups(site: Site, lines: Iterable<Wanted>, holds: (key: string) => boolean): void {
  const groups = new Map<string, Wanted>();
  const alone: Wanted[] = [];
  const sources: Wanted[] = [];
  for (const line of lines) {
    if (line.fields.includes('source')) sources.push(line);
    if (!line.fields.includes('translations')) continue;
    const keys = Object.values(mapOf(line.tree['translations'])).map(textOf);
    if (keys.length > 0) groups.set(keys.sort().join(' '), line);
    else if (line.outcome === 'changed') alone.push(line);
  }
  for (const line of groups.values()) formGroup(site, line, holds);
  for (const line of alone) leaveGroup(site, line, holds);
  // Items that stop being a source come first, so that of two in one group the chosen one wins.
  for (const line of sources.sort((a, b) => Number(a.tree['source']) - Number(b.tree['source']))) setSource(site, line);
}

const kindOf = ({ kind }: Wanted): Kind => (kind === 'term' ? 'term' : 'post');

/** The members of the groups of these items, with their keys. */
function partnersOf({ db }: Site, kind: Kind, ids: readonly number[]): { id: number; key: string; language: number }[] {
  const groups = new Set(ids.flatMap((id) => itemLanguage(db, kind, id)?.group_id ?? []));
  const members = [...groups].flatMap((group) => groupMembers(db, group));
  const all = members.map(({ item_id }) => item_id);
  const keys = kind === 'term' ? uuidsOfTerms(db, all) : uuidsOfPosts(db, all);
  return members.map(({ item_id: id, language_id: language }) => ({ id, key: keys.get(id) ?? '', language }));
}

/** Unlinks an item that has no translations in the tree. */
function leaveGroup(site: Site, line: Wanted, holds: (key: string) => boolean): void {
  const kind = kindOf(line);
  const id = idHere(site, kind, line.key);
  if (id === undefined) return;
  if (partnersOf(site, kind, [id]).some((one) => one.id !== id && holds(one.key)))
    link(site, { kind, id, type: line.type }, {});
}

function formGroup(site: Site, line: Wanted, holds: (key: string) => boolean): void {
  const kind = kindOf(line);
  const own = idHere(site, kind, line.key);
  if (own === undefined) return;
  const codes = new Map(allLanguages(site.db).map(({ term_id, slug }) => [term_id, slug]));
  const map: Record<string, number> = {};
  for (const [code, uuid] of Object.entries(mapOf(line.tree['translations']))) {
    const id = idHere(site, kind, textOf(uuid));
    if (id !== undefined) map[code] = id;
  }
  const others = partnersOf(site, kind, Object.values(map)).filter(({ key }) => !holds(key));
  for (const { id, language } of others) map[codes.get(language) ?? ''] ??= id;
  link(site, { kind, id: own, type: line.type }, map);
}

function setSource(site: Site, line: Wanted): void {
  const kind = kindOf(line);
  const id = idHere(site, kind, line.key);
  const group = id === undefined ? undefined : itemLanguage(site.db, kind, id)?.group_id;
  if (id === undefined || group === undefined) return;
  const isChosen = line.tree['source'] === true;
  const isNow = chosenSources(site.db, kind, [id]).has(id);
  if (isChosen === isNow) return;
  setGroupSource(site.db, group, isChosen ? id : null);
  settleGroup(site, group, new Map());
}
