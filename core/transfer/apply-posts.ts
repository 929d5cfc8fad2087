import { foldForSearch } from '../domain/posts/search-index.ts';
import { STATUSES } from '../schema/post-list.ts';
import { setMedia } from '../store/import-media.ts';
import { createPostWriter, postByUuid, setComments, type PostWriter } from '../store/import.ts';
import { setMetaValues, metaOfPosts } from '../store/post-meta.ts';
import { setTermIds, termsOfPosts } from '../store/post-terms.ts';
import { updatePost, type PostRow } from '../store/posts.ts';
import { sanitiseSlug } from '../domain/slug.ts';
import type { StagedItem } from '../store/import-search.ts';
import type { Texts } from '../store/staging.ts';
import type { Site } from '../site.ts';
import { freshUuid, valuesOf } from './apply-values.ts';
import { mapHostItem } from './host-items.ts';
import { HOST_POST_TYPES } from './host-types.ts';
import type { Plan } from './plan/plan.ts';
import { keepsField } from './plan/choices.ts';
import { kindOfType } from './plan/posts.ts';
import type { PostRecord } from './records.ts';
import type { PostHead } from './stage.ts';
import type { Control } from './refusal.ts';
import { warn } from './report.ts';

/** What became of the items of a file. */
export interface AppliedPosts {
  /** The sources that were chosen. */
  sources: number[];
  /** New items whose texts are those of the staging file. */
  staged: StagedItem[];
}

/**
 * Items of the file with their terms, meta, files and comments; those that stay are passed over. The staging file has to be
 * lent to the site.
 */
export function applyPosts(site: Site, plan: Plan, control: Control): AppliedPosts {
  const { context, posts } = plan;
  const total = context.records.staging.count('posts');
  const uuids = new Set<string>();
  const sources: number[] = [];
  const staged: StagedItem[] = [];
  const writer = createPostWriter(site.db);
  let done = 0;
  for (const [seq, head] of context.records.postHeads()) {
    const { id, action } = posts.bySeq(seq);
    done += 1;
    control.progress(done, total);
    if (action === 'drop' || action === 'keep') continue;
    if (head.isSource === true) sources.push(id);
    if (action === 'create' && !isMapped(plan, head)) {
      const record = tidied(plan, head);
      createItem(writer, plan, { id, record, uuid: uuidFor(site, head.uuid, uuids), texts: seq });
      staged.push({ seq, id });
      continue;
    }
    const record = prepared(plan, { ...head, ...context.records.staging.textsOf(seq) });
    if (action === 'create')
      createItem(writer, plan, { id, record, uuid: uuidFor(site, head.uuid, uuids), texts: record });
    else changeItem(site, plan, { id, record, keeps: (field) => keepsField(context.choices, `p${seq}`, field) });
  }
  writer.flush();
  return { sources, staged };
}

/** The UUID of the file, unless another item of the site or of the file has it. */
function uuidFor(site: Site, wanted: string, seen: Set<string>): string {
  const isHeld = wanted !== '' && postByUuid(site.db, wanted) !== undefined;
  return freshUuid(isHeld ? '' : wanted, seen);
}

/** The item as it can be stored: what leads to other items leads to those of the site. */
export function prepared(plan: Plan, record: PostRecord): PostRecord {
  const item = tidied(plan, record);
  return isMapped(plan, item) ? mapHostItem(item, { post: plan.posts.idOf, term: plan.terms.idOf }) : item;
}

/** Whether it names other items by numbers that are others here. */
function isMapped({ posts }: Plan, { type }: PostHead): boolean {
  return HOST_POST_TYPES.has(type) && posts.isRenumbered;
}

function tidied<T extends PostHead>(plan: Plan, record: T): T {
  const [slug, status] = [slugOf(plan, record), statusOf(plan, record)];
  return slug === record.slug && status === record.status ? record : { ...record, slug, status };
}

/** A slug as the real site stores it stays as it is; anything that could not stand in an address is made anew. */
function slugOf({ report }: Plan, { slug, type, line }: PostHead): string {
  if (slug.length <= 200 && !/[\s"'<>/\\?#&]/.test(slug)) return slug;
  const made = sanitiseSlug(slug, '');
  const text = `The name in addresses "${slug.slice(0, 80)}" cannot be one; it is "${made.slice(0, 80)}" now.`;
  const params = { from: slug.slice(0, 80), to: made.slice(0, 80) };
  warn(report, kindOfType(type), { line, code: 'slug', text, params });
  return made;
}

const KNOWN: ReadonlySet<string> = new Set(STATUSES);

function statusOf({ report }: Plan, { status, type, line }: PostHead): string {
  if (KNOWN.has(status) || HOST_POST_TYPES.has(type)) return status;
  if (/^[a-z0-9_-]{1,20}$/.test(status)) {
    const text = `The status "${status}" is not known here; the item keeps it for the way back, but lists of items by status do not show it.`;
    warn(report, kindOfType(type), { line, code: 'status_kept', text, params: { status } });
    return status;
  }
  const text = `"${status.slice(0, 40)}" is no status; the item is a draft now.`;
  warn(report, kindOfType(type), { line, code: 'status', text, params: { status: status.slice(0, 40) } });
  return 'draft';
}

/** An item of the file with its number here. */
export interface Item extends ItemHead {
  record: PostRecord;
}

interface ItemHead {
  id: number;
  record: PostHead;
}

/** What of an item stands in its own row. */
export type Fields = Omit<PostRow, 'id' | 'uuid' | 'type' | 'language_id'>;

/** The row of an item, with the numbers it has here. */
export function fieldsOf(plan: Plan, { id, record }: Item): Fields {
  const { content, excerpt } = record;
  return { ...headOf(plan, { id, record }), content, excerpt };
}

function headOf({ posts, users }: Plan, { id, record }: ItemHead): Omit<Fields, keyof Texts> {
  // Field by field: an object that is put together of others is made slowly.
  return {
    status: record.status,
    slug: record.slug,
    title: record.title,
    date: record.date,
    date_gmt: record.date_gmt,
    modified: record.modified,
    modified_gmt: record.modified_gmt,
    menu_order: record.menu_order,
    floating: record.floating ? 1 : 0,
    author: users.idOf(record.author) ?? null,
    parent: posts.parents.get(id) ?? null,
    password: record.password,
    guid: record.guid,
    comment_status: record.comment_status,
    ping_status: record.ping_status,
    template: record.template,
    format: record.format,
    sticky: record.sticky ? 1 : 0,
    featured_media: posts.thumbnails.get(id) ?? 0,
    mime_type: record.media?.mime_type ?? '',
  };
}

/** The terms of an item, by their numbers here. */
export function termIdsOf({ terms }: Plan, record: PostHead): { taxonomy: string; id: number }[] {
  return record.terms.flatMap((ref) => {
    const found = terms.resolve(ref, record.lang);
    return found ? [{ taxonomy: found.taxonomy, id: found.id }] : [];
  });
}

function createItem(
  writer: PostWriter,
  plan: Plan,
  { id, record, uuid, texts }: ItemHead & { uuid: string; texts: Texts | number },
): void {
  const language_id = plan.posts.languageOf(id) ?? null;
  // Folded at once: the search index would write the row a second time.
  const title_folded = foldForSearch(record.title);
  writer.post({ id, uuid, type: record.type, language_id, title_folded }, headOf(plan, { id, record }), texts);
  for (const term of termIdsOf(plan, record)) writer.term(id, term.id);
  for (const meta of record.meta) writer.meta(id, meta);
  if (record.media) writer.media(id, record.media);
  if (record.comments.length > 0) writer.comments(id, record.comments);
}

/** The item becomes what the file says; what is equal already is not written. */
function changeItem(site: Site, plan: Plan, item: Item & { keeps: (field: string) => boolean }): void {
  const { id, record, keeps } = item;
  const fields = Object.entries(fieldsOf(plan, { id, record })).filter(([name]) => !keeps(name));
  updatePost(site.db, id, Object.fromEntries(fields));
  const found = termIdsOf(plan, record);
  for (const taxonomy of new Set([
    ...found.map((one) => one.taxonomy),
    ...termsOfPosts(site.db, [id]).map((one) => one.taxonomy),
  ])) {
    if (keeps(taxonomy)) continue;
    setTermIds(site.db, id, {
      taxonomy,
      ids: found.filter((one) => one.taxonomy === taxonomy).map((one) => one.id),
    });
  }
  const before = metaOfPosts(site.db, [id]).map(({ key }) => key);
  for (const key of new Set([...before, ...record.meta.map((meta) => meta.key)]))
    if (!keeps(`meta.${key}`)) setMetaValues(site.db, id, { key, values: valuesOf(record.meta, key) });
  if (record.media) setMedia(site.db, id, record.media);
  setComments(site.db, id, record.comments);
}
