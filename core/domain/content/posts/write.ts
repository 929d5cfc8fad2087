import { RestError, refusal } from '../../../errors.ts';
import { WRITABLE_STATUSES } from '../../../schema/content/fields/posts.ts';
import type { PostInput } from '../../../schema/content/post.ts';
import { listText } from '../../../schema/wire/explain.ts';
import type { Site } from '../../../site.ts';
import { userById } from '../../../store/access/user-list.ts';
import { metaValues, setMeta } from '../../../store/content/meta.ts';
import { insertPost, postById, updatePost, type PostChanges, type PostRow } from '../../../store/content/posts.ts';
import { itemLanguage } from '../../../store/translations/translations.ts';
import type { Caller, Dict } from '../../../types.ts';
import { contentFacts, languageOfCode, type ContentFacts } from '../content-facts.ts';
import { isTranslated, registeredMeta, type PostType } from '../content-model.ts';
import { invalidParameter } from '../../invalid-parameter.ts';
import { metaChanges } from '../meta-values.ts';
import { siteSettings } from '../../settings/site-settings.ts';
import { synchronise } from '../../translations/sync.ts';
import { changeLanguage, giveLanguage, link, type Item } from '../../translations/translations.ts';
import { authorOf, featuredMediaOf, parentOf, plainFields, refuseStickySecret, templateOf, textsOf } from './fields.ts';
import { guidOf } from './links.ts';
import { loadPage } from './page.ts';
import { canEdit, canPublish, canRead } from './rights.ts';
import { slugFrom, uniquePostSlug } from './slugs.ts';
import { changedDates, isUnfinished, newDates } from './status.ts';
import { assignDefaultCategory, assignTerms, moveTerms, taxonomiesOf } from './terms.ts';

/** Meta keys for the state before the trash, named as in WordPress. */
export const TRASH_SLUG = '_wp_desired_post_slug';
export const TRASH_STATUS = '_wp_trash_meta_status';

/** A write to an item: the validated request, and the caller. `fields` are specific to its type (media). */
export interface PostWrite {
  input: PostInput;
  caller: Caller;
  fields?: PostChanges;
  /** A new item may be empty: the draft of a translation. */
  mayBeEmpty?: boolean;
}

/** Adds an item of a type (`content.md` 2.5, 5.7); returns its ID. */
export function createPost(site: Site, type: PostType, write: PostWrite): number {
  const { input, caller } = write;
  const facts = contentFacts(site);
  const options = siteSettings(site);
  const language = languageOfNew(site, type, { facts, input });
  const texts = textsOf(input, caller);
  const { title = '', content = '', excerpt = '' } = texts;
  if (!mayBeBlank(type) && !write.mayBeEmpty && title + content + excerpt === '') throw emptyContent();
  refuseStatus(caller, type, { input, before: undefined });
  const plain = plainFields(input);
  refuseStickySecret(input, { sticky: 0, password: '' });
  const parent = input.parent === undefined ? null : parentOf(site, type, { parent: input.parent });
  const fields: PostChanges = {
    ...defaultDiscussion(type, options),
    ...newDates(site, input, options.timezone),
    ...texts,
    ...plain,
    author: authorOf(site, input) ?? userById(site.db, caller.userId)?.id ?? null,
    parent,
    template: templateOf(site, input) ?? '',
    featured_media: featuredMediaOf(site, input) ?? 0,
    ...write.fields,
  };
  if (fields.status === 'private') fields.password = '';
  const owner = { id: 0, type, parent: fields.parent ?? null, language };
  fields.slug = newSlug(site, facts, { owner, wanted: input.slug ?? '', title, status: fields.status ?? '', caller });
  const id = insertPost(site.db, type.name, fields);
  if (language !== null) giveLanguage(site, itemOf(type, id), { language });
  finishNew(site, facts, { type, id });
  writeTerms(site, type, { id, language, input, facts, isNew: true });
  writeMeta(site, type, id, input.meta);
  if (language !== null) synchronise(site, id, caller);
  if (language !== null && input.translations) linkPosts(site, itemOf(type, id), write);
  return id;
}

/** Updates the given fields, in the order language, fields, synchronisation, translations (`content.md` 5.7). */
export function changePost(site: Site, type: PostType, write: PostWrite & { row: PostRow }): void {
  const { input, caller, row } = write;
  const facts = contentFacts(site);
  const isMoved = moveLanguage(site, type, { row, input, facts });
  const language = ownLanguage(site, type, row.id);
  refuseForeignStatus(input, row);
  refuseStatus(caller, type, { input, before: row.status });
  refuseStickySecret(input, row);
  const dates = changedDates(site, row, { input, zone: contentFacts(site).timezone });
  const author = authorOf(site, input);
  const template = input.template === row.template ? undefined : templateOf(site, input);
  const featured = featuredMediaOf(site, input);
  const named = input.parent ?? (isMoved && type.hierarchical ? (row.parent ?? 0) : undefined);
  const changes: PostChanges = {
    ...textsOf(input, caller),
    ...plainFields(input),
    ...dates,
    ...(author !== undefined && { author }),
    ...(template !== undefined && { template }),
    ...(featured !== undefined && { featured_media: featured }),
    ...(named !== undefined && { parent: parentOf(site, type, { parent: named, item: { id: row.id, language } }) }),
    ...write.fields,
  };
  if (dates.status === 'private') changes.password = '';
  refuseEmptied(type, row, changes);
  changes.slug = changedSlug(site, facts, { type, row, input, changes, language, caller });
  updatePost(site.db, row.id, changes);
  writeTerms(site, type, { id: row.id, language, input, facts, isNew: false });
  writeMeta(site, type, row.id, input.meta);
  if (language !== null) synchronise(site, row.id, caller);
  if (language !== null && input.translations) linkPosts(site, itemOf(type, row.id), write);
}

/**
 * Links an item within the caller's rights: unreadable items count as missing, and members are only removed from groups the
 * caller may edit.
 */
function linkPosts(site: Site, item: Item, { input, caller }: PostWrite): void {
  const rowOfItem = (id: number): PostRow | undefined => postById(site.db, id);
  link(site, item, input.translations ?? {}, {
    mayRead: (id) => isAnd(rowOfItem(id), (row) => canRead(site, caller, row) || canEdit(caller, row)),
    mayEdit: (id) => isAnd(rowOfItem(id), (row) => canEdit(caller, row)),
  });
}

function isAnd<T>(value: T | undefined, judge: (value: T) => boolean): boolean {
  return value !== undefined && judge(value);
}

/** Rejects a save that removes the last text; an item that is already empty may be saved (`content.md` 2.5). */
function refuseEmptied(type: PostType, row: PostRow, changes: PostChanges): void {
  const { title = row.title, content = row.content, excerpt = row.excerpt } = changes;
  const had = row.title + row.content + row.excerpt;
  if (!mayBeBlank(type) && had !== '' && title + content + excerpt === '') throw emptyContent();
}

/** Only types that have a title, a content and an excerpt need one of them (`content.md` 2.5). */
function mayBeBlank({ name, supports }: PostType): boolean {
  return name === 'attachment' || !['title', 'editor', 'excerpt'].every((part) => supports.includes(part));
}

function emptyContent(): RestError {
  return new RestError('empty_content', 'Give the item a title, a content or an excerpt.', 400);
}

function itemOf(type: PostType, id: number): Item {
  return { kind: 'post', id, type: type.name };
}

/** The request's language, else that of the parent, else the default (`content.md` 5.4). */
function languageOfNew(
  site: Site,
  type: PostType,
  { facts, input }: { facts: ContentFacts; input: PostInput },
): number | null {
  if (!isTranslated(site, 'post', type.name)) return null;
  const named = input.lang === undefined ? undefined : languageOfCode(facts, input.lang)?.id;
  const inherited = input.parent ? itemLanguage(site.db, 'post', input.parent)?.language_id : undefined;
  return named ?? inherited ?? facts.defaultLanguage;
}

function ownLanguage(site: Site, type: PostType, id: number): number | null {
  if (!isTranslated(site, 'post', type.name)) return null;
  return itemLanguage(site.db, 'post', id)?.language_id ?? null;
}

/** Sets the requested language, and maps the terms; returns whether it changed. */
function moveLanguage(
  site: Site,
  type: PostType,
  { row, input, facts }: { row: PostRow; input: PostInput; facts: ContentFacts },
): boolean {
  if (input.lang === undefined || !isTranslated(site, 'post', type.name)) return false;
  const language = languageOfCode(facts, input.lang)?.id;
  if (language === undefined || !changeLanguage(site, itemOf(type, row.id), language)) return false;
  moveTerms(site, facts, { id: row.id, type, language });
  return true;
}

/** `trash` and `inherit` may be sent back to an item that has them, without effect; they cannot be set (`content.md` 2.4). */
function refuseForeignStatus({ status }: PostInput, row: PostRow): void {
  if (status === undefined || status === row.status || (WRITABLE_STATUSES as readonly string[]).includes(status))
    return;
  const text = `status must be one of ${listText(WRITABLE_STATUSES)}.`;
  throw invalidParameter('status', 'rest_not_in_enum', text);
}

/** Publishing requires the right, also for private and scheduled items (`content.md` 2.5). */
function refuseStatus(
  caller: Caller,
  type: PostType,
  { input, before }: { input: PostInput; before: string | undefined },
): void {
  const { status } = input;
  if (status === undefined || status === before || isUnfinished(status) || canPublish(caller, type)) return;
  throw refusal(caller, 'rest_cannot_publish', 'You may not publish items of this type.');
}

/** Initial status of comments and pings (`content.md` 2.5). */
function defaultDiscussion(
  type: PostType,
  options: { default_comment_status: 'open' | 'closed'; default_ping_status: 'open' | 'closed' },
): Pick<PostRow, 'comment_status' | 'ping_status'> {
  if (type.name === 'page') return { comment_status: 'closed', ping_status: 'closed' };
  const has = (part: string): boolean => type.supports.includes(part);
  return {
    comment_status: has('comments') ? options.default_comment_status : 'closed',
    ping_status: has('trackbacks') ? options.default_ping_status : 'closed',
  };
}

interface SlugRequest {
  owner: { id: number; type: PostType; parent: number | null; language: number | null };
  wanted: string;
  title: string;
  status: string;
  caller: Caller;
}

/** The requested slug, else one from the title once the item is finished (`content.md` 2.5). */
function newSlug(site: Site, facts: ContentFacts, { owner, wanted, title, status, caller }: SlugRequest): string {
  if (hasNoSlug(caller, owner.type, status)) return '';
  const asked = slugFrom(wanted, facts, owner.language);
  if (isUnfinished(status)) return uniquePostSlug(site, facts, owner, asked);
  return uniquePostSlug(site, facts, owner, asked || slugFrom(title, facts, owner.language));
}

/** A user who may not publish an item cannot set its slug either (`content.md` 2.5). */
function hasNoSlug(caller: Caller, type: PostType, status: string): boolean {
  return status === 'pending' && !canPublish(caller, type);
}

/** Sets what depends on the ID: the ID as slug of an item without a title, and the permanent address. */
function finishNew(site: Site, facts: ContentFacts, { type, id }: { type: PostType; id: number }): void {
  const row = rowOf(site, id);
  const needsSlug = row.slug === '' && !isUnfinished(row.status);
  const owner = { id, type, parent: row.parent, language: row.language_id };
  const slug = needsSlug ? uniquePostSlug(site, facts, owner, String(id)) : row.slug;
  const page = loadPage(site, { facts, type, rows: [{ ...row, slug }], wants: () => false });
  updatePost(site.db, id, { slug, ...(row.guid === '' && { guid: guidOf(facts, page.linked({ ...row, slug })) }) });
}

function changedSlug(
  site: Site,
  facts: ContentFacts,
  change: {
    type: PostType;
    row: PostRow;
    input: PostInput;
    changes: PostChanges;
    language: number | null;
    caller: Caller;
  },
): string {
  const { type, row, input, changes, language } = change;
  const status = changes.status ?? row.status;
  const parent = changes.parent === undefined ? row.parent : changes.parent;
  const isRestored = row.status === 'trash' && status !== 'trash';
  if (status === 'trash' && input.slug === undefined) return row.slug;
  if (hasNoSlug(change.caller, type, status)) return '';
  const kept = isRestored ? formerSlug(site, row) : row.slug;
  const wanted = input.slug === undefined ? kept : slugFrom(input.slug, facts, language);
  const owner = { id: row.id, type, parent, language };
  if (isUnfinished(status))
    return input.slug === undefined && !isRestored ? wanted : uniquePostSlug(site, facts, owner, wanted);
  const text = wanted || slugFrom(changes.title ?? row.title, facts, language) || String(row.id);
  return uniquePostSlug(site, facts, owner, text);
}

/** The slug from before the trash; clears the remembered value. */
function formerSlug(site: Site, row: PostRow): string {
  const own = { kind: 'post', id: row.id } as const;
  const [slug = row.slug.replace(/__trashed(?:-\d+)?$/, '')] = metaValues(site.db, own, TRASH_SLUG);
  for (const key of [TRASH_SLUG, TRASH_STATUS]) setMeta(site.db, own, { key, values: [] });
  return slug;
}

function writeTerms(
  site: Site,
  type: PostType,
  write: { id: number; language: number | null; input: PostInput; facts: ContentFacts; isNew: boolean },
): void {
  const owner = { id: write.id, type, language: write.language };
  for (const taxonomy of taxonomiesOf(site, type)) {
    const ids = write.input[taxonomy.rest_base] as number[] | undefined;
    if (ids) assignTerms(site, owner, { taxonomy, ids });
    else if (write.isNew && type.name === 'post' && taxonomy.name === 'category')
      assignDefaultCategory(site, write.facts, owner);
  }
}

function writeMeta(site: Site, type: PostType, id: number, meta: Dict | undefined): void {
  for (const change of metaChanges(registeredMeta(site, 'post', type.name), meta))
    setMeta(site.db, { kind: 'post', id }, change);
}

function rowOf(site: Site, id: number): PostRow {
  const row = postById(site.db, id);
  if (!row) throw new Error(`The item ${id} was just written and is not there`);
  return row;
}
