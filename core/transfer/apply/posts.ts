import { foldForSearch } from '../../domain/content/posts/search-index.ts';
import type { PostValues } from '../../schema/content/fields/posts.ts';
import { mediaById, putMedia } from '../../store/content/media.ts';
import { setMedia } from '../../store/transfer/import-media.ts';
import { createPostWriter, postByUuid, setComments, type PostWriter } from '../../store/transfer/import.ts';
import { replaceMeta } from '../../store/content/meta.ts';
import { setTermIds, termsOfPosts } from '../../store/content/post-terms.ts';
import { postById, updatePost } from '../../store/content/posts.ts';
import { momentNow } from '../../domain/content/posts/dates.ts';
import { siteSettings } from '../../domain/settings/site-settings.ts';
import type { Texts } from '../../store/transfer/staging.ts';
import type { Site } from '../../site.ts';
import { fieldsOf, headOf, isMapped, prepared, termIdsOf, tidied, type Item, type ItemHead } from './post-values.ts';
import { freshUuid } from './values.ts';
import type { Plan } from '../plan/plan.ts';
import { keepsField } from '../plan/choices.ts';
import type { Control } from '../refusal.ts';
import { emptyReport } from '../report.ts';
import { postPairs } from '../review-fields.ts';

/** Result of applying the items of a file. */
export interface AppliedPosts {
  /** The explicitly chosen sources. */
  sources: number[];
  /** New items whose texts are exactly those of the file. */
  created: number[];
}

/**
 * Stores items of the file with their terms, meta, files and comments; items to be kept are skipped. The staging file must be
 * attached to the site.
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

/** The UUID from the file, unless another item of the site or of the file has it. */
function uuidFor(site: Site, wanted: string, seen: Set<string>): string {
  const isHeld = wanted !== '' && postByUuid(site.db, wanted) !== undefined;
  return freshUuid(isHeld ? '' : wanted, seen);
}

function createItem(
  writer: PostWriter,
  plan: Plan,
  { id, record, uuid, texts }: ItemHead & { uuid: string; texts: Texts | number },
): void {
  const language_id = plan.posts.languageOf(id) ?? null;
  // Folded here: otherwise the search index would write the row a second time.
  const title_folded = foldForSearch(record.title);
  writer.post({ id, uuid, type: record.type, language_id, title_folded }, headOf(plan, { id, record }), texts);
  for (const term of termIdsOf(plan, record)) writer.term(id, term.id);
  for (const meta of record.meta) writer.meta(id, meta);
  if (record.media) writer.media(id, record.media);
  if (record.comments.length > 0) writer.comments(id, record.comments);
}

/** Modification time of an item if the file does not give one: now if the import changes it. */
function timesHere(
  site: Site,
  plan: Plan,
  { id, record, keeps }: Parameters<typeof changeItem>[2],
): Partial<PostValues> | undefined {
  const before = plan.context.timesOfNewOnly ? postById(site.db, id) : undefined;
  if (!before) return undefined;
  const silent = { ...plan, report: emptyReport() };
  const isChanged = postPairs(site, silent, { id, record, before }).some(
    ({ field, mine, file }) => mine !== file && !keeps(field),
  );
  if (!isChanged) return { modified: before.modified, modified_gmt: before.modified_gmt };
  const { local, gmt } = momentNow(site.now(), siteSettings(site).timezone);
  return { modified: local, modified_gmt: gmt };
}

/**
 * Updates the item from the file; equal values are not written. An existing picture stays, because the import file contains none.
 */
function changeItem(site: Site, plan: Plan, item: Item & { keeps: (field: string) => boolean }): void {
  const { id, record, keeps } = item;
  const times = timesHere(site, plan, item);
  const media = record.media ? mediaById(site.db, id) : undefined;
  const isHeld = media !== undefined && media.source_url === '' && media.file !== '';
  const fields = Object.entries(fieldsOf(plan, { id, record })).filter(
    ([name]) => !keeps(name) && !(isHeld && name === 'mime_type'),
  );
  updatePost(site.db, id, { ...Object.fromEntries(fields), ...times });
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
