import { RestError } from '../../errors.ts';
import type { Group, GroupsQuery } from '../../schema/translations/matrix.ts';
import type { Site } from '../../site.ts';
import { mayHold, type Search } from '../../store/content/few-found.ts';
import {
  countGroups,
  countWithoutLanguage,
  itemsOfGroups,
  listGroups,
  listWithoutLanguage,
  type GroupItem,
} from '../../store/matrix/matrix.ts';
import { pendingAmong } from '../../store/matrix/unit-states.ts';
import type { GroupFilter, GroupOrder, GroupRow } from '../../store/matrix/filter.ts';
import { countMediaAlone, listMediaAlone } from '../../store/matrix/media-groups.ts';
import { listPostIds, type PostFilter } from '../../store/content/post-list.ts';
import { countedTerms, listTerms, type CountedTerm } from '../../store/content/term-list.ts';
import { postById } from '../../store/content/posts.ts';
import { termById } from '../../store/content/terms.ts';
import { itemLanguage, type ItemLanguage, type Kind } from '../../store/translations/translations.ts';
import { contentFacts, needLanguage } from '../content/content-facts.ts';
import { isTranslated } from '../content/content-model.ts';
import { drainGroup, drainMatrix, workLanguages } from './matrix.ts';
import { drainSearchQueue, searchTerms } from '../content/posts/search-index.ts';
import { chooseSource } from '../translations/staleness.ts';

/** No limit. A list includes the total, and a bulk change by filter applies to all matches. */
const ALL = -1;
/** Up to this many items, the groups are counted by listing them. */
const FEW = 200;

export function groups(site: Site, query: GroupsQuery): { rows: Group[]; total: number } {
  drainMatrix(site);
  const filter = groupFilter(site, query);
  const { by, descending } = orderOf(query);
  const offset = (query.page - 1) * query.per_page;
  const isAlone = !isTranslated(site, filter.kind, filter.type);
  const list = isAlone ? mediaAlone : query.state === 'no_language' ? withoutLanguage : withLanguage;
  const { rows, total } = list(site, filter, { by, descending, limit: query.per_page, offset });
  const ids = rows.map((row) => row.group_id);
  const items = itemsByGroup(site, filter.kind, ids);
  const pending = pendingAmong(site.db, ids);
  return {
    rows: rows.map((row) => ({
      group: row.group_id,
      kind: filter.kind,
      type: filter.type,
      source: row.source_id,
      title: row.title,
      modified: timeOf(row.modified),
      pending: pending.has(row.group_id),
      items: items.get(row.group_id) ?? {},
    })),
    total,
  };
}

interface Listed {
  rows: GroupRow[];
  total: number;
}

/** The total is cheap to obtain: a million groups must not be scanned to find one more. */
function withLanguage(site: Site, filter: GroupFilter, order: GroupOrder): Listed {
  if (filter.items && filter.items.length <= FEW) {
    const all = listGroups(site.db, filter, { ...order, limit: FEW, offset: 0 });
    return { total: all.length, rows: all.slice(order.offset, order.offset + order.limit) };
  }
  const total = countGroups(site.db, filter);
  const limit = Math.max(0, Math.min(order.limit, total - order.offset));
  return { total, rows: limit === 0 ? [] : listGroups(site.db, filter, { ...order, limit }) };
}

function withoutLanguage(site: Site, filter: GroupFilter, order: GroupOrder): Listed {
  if (filter.kind === 'term') return { rows: [], total: 0 };
  if (filter.items === undefined)
    return { rows: listWithoutLanguage(site.db, filter, order), total: countWithoutLanguage(site.db, filter.type) };
  const all = listWithoutLanguage(site.db, filter, { ...order, limit: ALL, offset: 0 });
  const end = order.limit === ALL ? all.length : order.offset + order.limit;
  return { rows: all.slice(order.offset, end), total: all.length };
}

/** Media without languages are one row each. */
function mediaAlone(site: Site, filter: GroupFilter, order: GroupOrder): Listed {
  return { rows: listMediaAlone(site.db, filter, order), total: countMediaAlone(site.db, filter) };
}

/** Items without a language that match a filter, for a bulk change; undefined if the filter selects groups. */
export function idsOutsideGroups(site: Site, filter: GroupFilter, state: GroupsQuery['state']): number[] | undefined {
  const isAlone = !isTranslated(site, filter.kind, filter.type);
  if (!isAlone && state !== 'no_language') return undefined;
  const order = { by: 'id', descending: false, limit: ALL, offset: 0 } as const;
  return (isAlone ? mediaAlone : withoutLanguage)(site, filter, order).rows.map((row) => row.source_id);
}

/** Sets the source of a group; returns its row, and the code of the new source language. */
export function updateGroup(site: Site, group: number, source: number): { row: Group; lang: string } {
  const row = groupOfItem(site, chooseSource(site, group, source).kind, source);
  return { row, lang: Object.entries(row.items).find(([, item]) => item.id === source)?.[0] ?? '' };
}

/**
 * The group of an item, as the matrix shows it; an item without a language is a row of its own with group 0. 404 if there is no
 * such item.
 */
export function groupOfItem(site: Site, kind: Kind, id: number): Group {
  const own = itemLanguage(site.db, kind, id);
  const row = own && isTranslated(site, kind, own.type) ? groupValue(site, own) : undefined;
  if (row) return row;
  const post = kind === 'post' ? postById(site.db, id) : undefined;
  const term = kind === 'term' ? termById(site.db, id) : undefined;
  const type = own?.type ?? post?.type ?? term?.taxonomy;
  if (type === undefined) throw new RestError('polydesk_not_found', 'No item has this number.', 404);
  const title = post?.title ?? term?.name ?? '';
  return { group: 0, kind, type, source: id, title, modified: null, pending: false, items: {} };
}

function groupValue(site: Site, member: ItemLanguage): Group | undefined {
  drainGroup(site, member.group_id);
  const { kind, type, item_id } = member;
  const filter = { kind, type, items: [item_id], languages: 0 };
  const [row] = listGroups(site.db, filter, { by: 'id', descending: false, limit: 1, offset: 0 });
  if (!row) return undefined;
  const { group_id: group, source_id: source, title } = row;
  const items = itemsByGroup(site, kind, [group]).get(group) ?? {};
  const pending = pendingAmong(site.db, [group]).has(group);
  return { group, kind, type, source, title, modified: timeOf(row.modified), pending, items };
}

/** Newest change first; terms, which have no dates, by name. */
function orderOf({ kind, orderby, order }: GroupsQuery): { by: GroupsQuery['orderby']; descending: boolean } {
  const by = orderby === 'modified' && kind === 'term' ? 'title' : orderby;
  return { by, descending: order === undefined ? by === 'modified' : order === 'desc' };
}

/** The validated filter of the list of groups; 400 for an unknown language and for a type without languages. */
export function groupFilter(site: Site, query: Pick<GroupsQuery, 'kind'> & Partial<GroupsQuery>): GroupFilter {
  const { kind, lang, status, author, term, modified_after, media_type, lacks, machine } = query;
  const state = query.state === 'no_language' ? undefined : query.state;
  const type = query.type ?? (kind === 'post' ? 'post' : 'category');
  // Media without languages have a list too, each as its own row.
  if (!isTranslated(site, kind, type) && !(kind === 'post' && type === 'attachment'))
    throw new RestError('polydesk_not_translated', 'Items of this type have no language.', 400);
  const { languages } = contentFacts(site);
  const language = lang === undefined ? undefined : needLanguage({ languages }, lang).id;
  const text = query.search?.trim() ?? '';
  const isGrouped = query.state !== 'no_language' && isTranslated(site, kind, type);
  const found = text === '' ? {} : foundOf(site, { kind, type, text, isGrouped });
  const modifiedAfter = modified_after && new Date(modified_after).toISOString().slice(0, 19);
  const media = media_type === undefined && lacks === undefined ? undefined : { type: media_type, lacks };
  const own = { kind, type, language, state, status, ...found, author, term, modifiedAfter, media, machine };
  return { ...own, ...workLanguages(site) };
}

/** If there are few candidates, their texts are compared while the groups are listed. */
function foundOf(
  site: Site,
  { isGrouped, ...what }: { kind: Kind; type: string; text: string; isGrouped: boolean },
): Pick<GroupFilter, 'items' | 'holding'> {
  if (what.kind === 'term' || !isGrouped) return { items: itemsFound(site, what) };
  drainSearchQueue(site);
  const search = searchFor(what.text);
  const few = mayHold(site.db, search);
  if (few) return { items: few, holding: { search, statuses: SEARCHED } };
  return { items: postsFound(site, { type: what.type, statuses: SEARCHED, search }) };
}

/** All items whose texts match a search, in one language or any. */
export function itemsFound(
  site: Site,
  { kind, type, text, language }: { kind: Kind; type: string; text: string; language?: number | undefined },
): number[] {
  if (kind === 'term') {
    const query = { taxonomies: [type], language, search: text, order: 'asc', orderby: 'name' } as const;
    return listTerms(site.db, { ...query, limit: ALL, offset: 0 }).map((row) => row.id);
  }
  drainSearchQueue(site);
  const search = searchFor(text);
  return postsFound(site, { type, statuses: SEARCHED, language, search, found: mayHold(site.db, search) });
}

const SEARCHED = ['publish', 'draft', 'pending', 'private', 'future', 'inherit'];

function searchFor(text: string): Search {
  return { terms: searchTerms(text), columns: ['title', 'excerpt', 'content'] };
}

function postsFound(site: Site, filter: PostFilter): number[] {
  return listPostIds(site.db, filter, { limit: ALL, offset: 0, order: { by: 'id', direction: 'asc' } });
}

function itemsByGroup(site: Site, kind: Kind, ids: readonly number[]): Map<number, Group['items']> {
  const { languages } = contentFacts(site);
  const out = new Map<number, Group['items']>();
  const items = itemsOfGroups(site.db, ids);
  const terms = new Map<number, CountedTerm>();
  if (kind === 'term')
    for (const term of countedTerms(
      site.db,
      items.map((item) => item.item_id),
    ))
      terms.set(term.id, term);
  for (const item of items) {
    const of = out.get(item.group_id) ?? {};
    of[languages.get(item.language_id)?.slug ?? ''] = itemValue(kind, item, terms.get(item.item_id));
    out.set(item.group_id, of);
  }
  return out;
}

function itemValue(kind: Kind, item: GroupItem, term: CountedTerm | undefined): Group['items'][string] {
  const { item_id: id, title, status, state, untranslated } = item;
  const shown = { id, title, status: kind === 'post' ? status : null, state, untranslated };
  const value = { ...shown, modified: timeOf(item.modified) };
  return term ? { ...value, slug: term.slug, parent: term.parent ?? 0, count: term.count } : value;
}

/** In the storage format, in UTC; "" for none. */
function timeOf(text: string): string | null {
  return text === '' ? null : `${text}Z`;
}
