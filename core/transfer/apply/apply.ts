import { writeContentModel } from '../../domain/content/content-model.ts';
import { drainSearchQueue } from '../../domain/content/posts/search-index.ts';
import { changeLanguage, link } from '../../domain/translations/translations.ts';
import { TERM_NAMES } from '../../schema/content/fields/terms.ts';
import type { Site } from '../../site.ts';
import {
  confirmNewGroups,
  fillUser,
  highestGroup,
  insertUserRow,
  setTermUuid,
  termByUuid,
} from '../../store/transfer/import.ts';
import { writeSetting } from '../../store/settings/settings.ts';
import { setGroupSource, sourceOfGroup } from '../../store/translations/confirmations.ts';
import { leaveSearchQueueOf } from '../../store/content/search-file.ts';
import { deferForeignKeys } from '../../store/rows.ts';
import { addMeta, replaceMeta } from '../../store/content/meta.ts';
import { insertTerm, termById, updateTerm } from '../../store/content/terms.ts';
import { insertGroup, itemLanguage, nextPos, type Kind } from '../../store/translations/translations.ts';
import { manyRows } from '../../store/many-rows.ts';
import { settleGroup } from '../../domain/translations/staleness.ts';
import { applyLanguages } from './languages.ts';
import { applyPosts } from './posts.ts';
import { applyDefaults, applySite } from './site.ts';
import { freshUuid } from './values.ts';
import type { Control } from '../refusal.ts';
import { keepsField } from '../plan/choices.ts';
import type { Plan } from '../plan/plan.ts';
import type { PlannedGroup } from '../plan/groups.ts';
import type { TermRecord } from '../records.ts';
import type { IndexThread } from './index-thread.ts';

/**
 * Applies a plan within the running transaction, so it is one journal entry and all or nothing (`content.md` 8.2). Order: the
 * search index if a thread built it, authors, languages, terms, term groups, items, their groups, the search queue. The staging
 * file and the index must be attached to the site.
 */
export function applyPlan(
  site: Site,
  plan: Plan,
  { control: inner, index }: { control: Control; index: IndexThread | undefined },
): void {
  const control = steady(inner, plan.context.records.staging.count('posts'));
  // Parents may come after their children.
  deferForeignKeys(site.db);
  // A removed item may have had the number of a new one.
  drainSearchQueue(site);
  // Must come first: log frames written later can then be rewritten without recomputing the checksums of these.
  const isIndexed = index?.take(newItems(plan), () => control.step()) ?? false;
  const groupsBefore = highestGroup(site.db);
  applyUsers(site, plan);
  applyLanguages(site, plan.languages);
  applyModel(site, plan);
  const terms = applyTerms(site, plan, control);
  applyGroups(site, plan.terms.groups, control);
  const posts = applyPosts(site, plan, control);
  applyGroups(site, plan.posts.groups, control);
  applySources(site, 'term', terms);
  applySources(site, 'post', posts.sources);
  applyDefaults(site, plan);
  const at = site.now().toISOString();
  confirmNewGroups(site.db, 'term', { after: groupsBefore, at });
  confirmNewGroups(site.db, 'post', { after: groupsBefore, at });
  applySite(site, plan);
  if (isIndexed) leaveSearchQueueOf(site.db, posts.created);
  // Inside the lock, because otherwise the first search would have to do it.
  drainSearchQueue(site, () => control.step());
}

/** Numbers of the items that will be created, in file order. */
function newItems({ context, posts }: Plan): number[] {
  const seqs = Array.from({ length: context.records.staging.count('posts') }, (_, n) => posts.bySeq(n + 1));
  return seqs.flatMap(({ id, action }) => (action === 'create' ? id : []));
}

/** Repeats the current progress between items, so that cancellation is noticed there too. */
function steady(inner: Control, total: number): Steps {
  let done = 0;
  return {
    step: () => inner.progress(done, total),
    progress(now) {
      done = now;
      inner.progress(done, total);
    },
  };
}

interface Steps extends Control {
  step(): void;
}

function applyUsers(site: Site, { users }: Plan): void {
  const at = site.now().toISOString();
  for (const user of users.added) insertUserRow(site.db, { ...user, at });
  for (const { id, ...facts } of users.filled) fillUser(site.db, id, facts);
}

function applyModel(site: Site, { model }: Plan): void {
  if (model.model) writeContentModel(site, model.model);
  for (const [name, value] of model.settings) writeSetting(site.db, name, value);
}

/** Sets the explicitly chosen sources. An item in the trash is not a source until it is restored. */
function applySources(site: Site, kind: Kind, ids: readonly number[]): void {
  for (const id of ids) {
    const group = itemLanguage(site.db, kind, id)?.group_id;
    if (group === undefined) continue;
    const before = sourceOfGroup(site.db, group);
    setGroupSource(site.db, group, id);
    if (before !== id) settleGroup(site, group, new Map());
  }
}

/** Returns the explicitly chosen sources. */
function applyTerms(site: Site, { terms, context }: Plan, control: Steps): number[] {
  const sources: number[] = [];
  const uuids = new Set<string>();
  for (const [seq, record] of context.records.terms()) {
    const planned = terms.bySeq.get(seq);
    if (!planned || planned.action === 'keep') continue;
    control.step();
    if (record.isSource === true) sources.push(planned.id);
    const parent = terms.parents.get(planned.id) ?? null;
    if (planned.action === 'update') {
      const keeps = (field: string): boolean => keepsField(context.choices, `t${seq}`, field);
      changeTerm(site, planned.id, { record, parent, keeps });
      if (seq === terms.home && record.uuid !== '') setTermUuid(site.db, planned.id, record.uuid);
      continue;
    }
    const isHeld = record.uuid !== '' && termByUuid(site.db, record.uuid) !== undefined;
    const uuid = freshUuid(isHeld ? '' : record.uuid, uuids);
    insertTerm(site.db, { ...record, id: planned.id, uuid, parent });
    for (const one of record.meta) addMeta(site.db, { kind: 'term', id: planned.id }, one);
  }
  for (const { id, action, taxonomy, name, slug } of terms.bare) {
    if (action !== 'create') continue;
    insertTerm(site.db, { id, taxonomy, name, slug });
  }
  return sources;
}

function changeTerm(
  site: Site,
  id: number,
  wanted: { record: TermRecord; parent: number | null; keeps: (field: string) => boolean },
): void {
  const { record, keeps } = wanted;
  const before = termById(site.db, id);
  if (!before) return;
  const row = { ...record, parent: wanted.parent };
  const changed = TERM_NAMES.filter((name) => !keeps(name) && row[name] !== before[name]);
  updateTerm(site.db, id, Object.fromEntries(changed.map((name) => [name, row[name]])));
  replaceMeta(site.db, { kind: 'term', id }, { meta: record.meta, keeps: (key) => keeps(`meta.${key}`) });
}

function applyGroups(site: Site, groups: readonly PlannedGroup[], control: Steps): void {
  const rows = manyRows(site.db, 'item_languages', ['kind', 'item_id', 'type', 'language_id', 'group_id', 'pos']);
  for (const group of groups) {
    control.step();
    const { kind, type, fresh, join, link: moved } = group;
    if (moved) {
      rows.flush();
      linkGroup(site, group, moved);
    } else if (fresh.length > 0) {
      const id = join ?? insertGroup(site.db, kind, type);
      const first = join === undefined ? 1 : nextPos(site.db, id);
      const isFull = fresh.map(({ id: item, language }, at) => rows.add([kind, item, type, language, id, first + at]));
      if (join !== undefined || isFull.includes(true)) rows.flush();
      if (join !== undefined) settleGroup(site, join, new Map(fresh.map((one) => [one.id, 0])));
    }
  }
  rows.flush();
}

/**
 * Links items that already existed and follow the file: first detaches each from its group, then links them all as a person
 * would.
 */
function linkGroup(site: Site, { kind, type }: PlannedGroup, to: NonNullable<PlannedGroup['link']>): void {
  for (const { id, language } of to.members) changeLanguage(site, { kind, id, type }, language);
  link(site, { kind, id: to.id, type }, to.map);
}
