import { foldForSearch } from '../../domain/content/posts/search-index.ts';
import { POST_HEAD_ROWS, type NamedPostField, type PostValues } from '../../schema/content/fields/posts.ts';
import { STATUSES } from '../../schema/content/post-list.ts';
import { mediaById, putMedia } from '../../store/content/media.ts';
import { setMedia } from '../../store/transfer/import-media.ts';
import { createPostWriter, postByUuid, setComments, type PostWriter } from '../../store/transfer/import.ts';
import { replaceMeta } from '../../store/content/meta.ts';
import { setTermIds, termsOfPosts } from '../../store/content/post-terms.ts';
import { updatePost } from '../../store/content/posts.ts';
import { sanitiseSlug } from '../../domain/content/slug.ts';
import type { SqlValue } from '../../store/sql.ts';
import type { Texts } from '../../store/transfer/staging.ts';
import type { Site } from '../../site.ts';
import { isStorableSlug } from '../slug.ts';
import { freshUuid } from './values.ts';
import { mapHostItem } from '../wxr/host-items.ts';
import { HOST_POST_TYPES } from '../wxr/host-types.ts';
import type { Plan } from '../plan/plan.ts';
import { keepsField } from '../plan/choices.ts';
import { kindOfType } from '../plan/posts.ts';
import type { PostRecord } from '../records.ts';
import type { PostHead } from '../stage.ts';
import type { Control } from '../refusal.ts';
import { warn } from '../report.ts';

/** What became of the items of a file. */
export interface AppliedPosts {
  /** The sources that were chosen. */
  sources: number[];
  /** New items whose texts are those of the file. */
  created: number[];
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
  const created: number[] = [];
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
      created.push(id);
      continue;
    }
    const record = prepared(plan, { ...head, ...context.records.staging.textsOf(seq) });
    if (action === 'create')
      createItem(writer, plan, { id, record, uuid: uuidFor(site, head.uuid, uuids), texts: record });
    else changeItem(site, plan, { id, record, keeps: (field) => keepsField(context.choices, `p${seq}`, field) });
  }
  writer.flush();
  return { sources, created };
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
  if (isStorableSlug(slug)) return slug;
  const made = sanitiseSlug(slug, '');
  const text = `The slug "${slug.slice(0, 80)}" is not valid; it is now "${made.slice(0, 80)}".`;
  const params = { from: slug.slice(0, 80), to: made.slice(0, 80) };
  warn(report, kindOfType(type), { line, code: 'slug', text, params });
  return made;
}

const KNOWN: ReadonlySet<string> = new Set(STATUSES);

function statusOf({ report }: Plan, { status, type, line }: PostHead): string {
  if (KNOWN.has(status) || HOST_POST_TYPES.has(type)) return status;
  if (/^[a-z0-9_-]{1,20}$/.test(status)) {
    const text = `The status "${status}" is not known here; the item keeps it for export, but lists of items by status do not show it.`;
    warn(report, kindOfType(type), { line, code: 'status_kept', text, params: { status } });
    return status;
  }
  const text = `"${status.slice(0, 40)}" is not a status; the item is now a draft.`;
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

/** The row of an item, with the numbers it has here. */
export function fieldsOf(plan: Plan, { id, record }: Item): PostValues {
  const { content, excerpt } = record;
  const head = headOf(plan, { id, record }).map((value, at) => [POST_HEAD_ROWS[at]?.name, value]);
  return { ...(Object.fromEntries(head) as PostValues), content, excerpt };
}

/** Values of `POST_HEAD_ROWS`. */
function headOf(plan: Plan, item: ItemHead): SqlValue[] {
  return POST_HEAD_ROWS.map((row) => valueHere(plan, item, row));
}

/** What a field of the file is in a row of this site. */
function valueHere(
  { posts, users }: Plan,
  { id, record }: ItemHead,
  { name, holds, ofFile }: NamedPostField,
): SqlValue {
  if (ofFile) return record.media?.mime_type ?? '';
  if (holds === 'parent') return posts.parents.get(id) ?? null;
  if (holds === 'image') return posts.thumbnails.get(id) ?? 0;
  const value = record[name as keyof PostHead] as string | number | boolean;
  if (holds === 'user') return users.idOf(String(value)) ?? null;
  return typeof value === 'boolean' ? Number(value) : value;
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

/**
 * The item becomes what the file says; what is equal already is not written. A picture that lies here stays: the file of an
 * import brings none.
 */
function changeItem(site: Site, plan: Plan, item: Item & { keeps: (field: string) => boolean }): void {
  const { id, record, keeps } = item;
  const media = record.media ? mediaById(site.db, id) : undefined;
  const isHeld = media !== undefined && media.source_url === '' && media.file !== '';
  const fields = Object.entries(fieldsOf(plan, { id, record })).filter(
    ([name]) => !keeps(name) && !(isHeld && name === 'mime_type'),
  );
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
  replaceMeta(site.db, { kind: 'post', id }, { meta: record.meta, keeps: (key) => keeps(`meta.${key}`) });
  if (isHeld && record.media) putMedia(site.db, id, { alt_text: record.media.alt_text });
  else if (record.media) setMedia(site.db, id, record.media);
  setComments(site.db, id, record.comments);
}
