import { taxonomies } from '../../domain/content/content-model.ts';
import { MENU_ENTRY } from '../../schema/content/menu-types.ts';
import { momentNow, momentOf } from '../../domain/content/posts/dates.ts';
import { TRASH_SLUG, TRASH_STATUS } from '../../domain/content/posts/write.ts';
import { escapeAmpersands } from '../../domain/content/entities.ts';
import type { Site } from '../../site.ts';
import { putMedia } from '../../store/content/media.ts';
import { setMeta } from '../../store/content/meta.ts';
import { setTermIds } from '../../store/content/post-terms.ts';
import { insertPost, postById, updatePost, type PostChanges } from '../../store/content/posts.ts';
import { insertTerm, termById, updateTerm, type TermChanges } from '../../store/content/terms.ts';
import { remoteOfKey } from '../../store/live/items.ts';
import { isTaken } from '../../store/transfer/import.ts';
import { lastKnown } from '../../store/rows.ts';
import { encodedSlug } from '../../transfer/bundle/fields.ts';
import type { Json } from '../../types.ts';
import type { LiveBody } from '../body.ts';
import { mapOf, type SideNumbers } from '../canonical.ts';
import type { Fields } from '../compare.ts';
import type { Comparing } from '../compared.ts';
import { withNumbers, type RefKind } from '../references.ts';
import { menuEntryChanges, writeMenuEntry } from './menus-here.ts';

/** An item and the fields to write. */
export interface Writing {
  kind: 'post' | 'term';
  uuid: string;
  type: string;
  fields: Fields;
}

/** The id of a new item here: the one it has there, if free; undefined: any. */
export function numberHere(
  { site, live }: Comparing,
  { kind, uuid }: Pick<Writing, 'kind' | 'uuid'>,
  remote: number | undefined,
): number | undefined {
  const sequences = JSON.parse(live.sequences) as Sequences;
  return freeNumber(site, { kind, uuid, remote, sequences, born: live.born_from });
}

/**
 * Stores a new item with those fields; languages and translations are left to `groups-here.ts`. Returns its id.
 *
 * @param made.id its id; left out: the next one
 * @param made.modified its modification date there, "" for now; left out: its creation date
 */
export function createHere(
  context: Comparing,
  { kind, uuid, type, fields }: Writing,
  { id, body, modified }: { id?: number | undefined; body: LiveBody; modified?: string },
): number {
  const { site, timezone } = context;
  const given = id === undefined ? {} : { id };
  if (kind === 'term') {
    const [slug, name] = [encodedSlug(textOf(body.fields['slug'])), nameOf(textOf(body.fields['name']))];
    const changes = termChanges(context, fields);
    const made = insertTerm(site.db, { ...given, uuid, taxonomy: type, name, slug, ...changes });
    writeMeta(context, made, { kind, type, fields });
    return made;
  }
  const { local, gmt } = momentOf(
    textOf(body.fields['date_gmt']) || textOf(body.more?.['date_gmt']) || momentNow(site.now(), '').gmt,
    timezone,
    'gmt',
  );
  const isMedia = type === 'attachment';
  const changes = postChanges(context, type, fields);
  const made = insertPost(site.db, type, {
    ...given,
    uuid,
    ...{ date: local, date_gmt: gmt, modified: local, modified_gmt: gmt },
    status: isMedia ? 'inherit' : 'draft',
    ...(isMedia && { mime_type: textOf(body.more?.['mime_type']) }),
    ...changes,
    ...(modified !== undefined && modifiedAt(context, modified)),
  });
  if (isMedia) putMedia(site.db, made, fileOf(body));
  if (changes.status === TRASH) noteTrashed(site, made, { slug: '', status: 'draft' });
  writeAround(context, made, { type, fields });
  writeMeta(context, made, { kind, type, fields });
  return made;
}

interface Sequences {
  posts: number;
  terms: number;
}

/** An id the site has assigned once is not reused, except for the same item (`live-site.md` 11). */
function freeNumber(
  { db }: Site,
  of: { kind: 'post' | 'term'; uuid: string; remote: number | undefined; sequences: Sequences; born: number },
): number | undefined {
  const { kind, uuid, remote, sequences, born } = of;
  const table = `${kind}s` as const;
  if (remote === undefined || remote >= born || isTaken(db, table, remote)) return undefined;
  if (remote > sequences[table]) return remote;
  return lastKnown(db, table, remote, 'uuid') === uuid ? remote : undefined;
}

/** The record of a file that exists there: the file is downloaded on demand. */
function fileOf({ more = {} }: LiveBody): {
  source_url: string;
  file: string;
  width?: number;
  height?: number;
  filesize: number;
} {
  const url = textOf(more['source_url']);
  const details = mapOf(more['media_details']);
  const [width, height] = [details['width'], details['height']];
  const path = /\/(?:uploads|polydesk\/files)\/(?:sites\/\d+\/)?(\d{4}\/\d{2}\/[^/?#]+)$/.exec(url)?.[1];
  return {
    source_url: url,
    file: path ?? url.split('/').at(-1) ?? '',
    ...(typeof width === 'number' && { width }),
    ...(typeof height === 'number' && { height }),
    filesize: typeof details['filesize'] === 'number' ? details['filesize'] : 0,
  };
}

/** Updates fields of an item here; languages and translations are left to `groups-here.ts`. */
export function writeHere(context: Comparing, id: number, { kind, type, fields }: Writing, modified: string): void {
  const { db } = context.site;
  if (kind === 'term') updateTerm(db, id, termChanges(context, fields));
  else {
    const changes = postChanges(context, type, fields);
    const before = changes.status === TRASH ? postById(db, id) : undefined;
    if (before && before.status !== TRASH) noteTrashed(context.site, id, before);
    updatePost(db, id, { ...changes, ...modifiedAt(context, modified) });
    writeAround(context, id, { type, fields });
  }
  writeMeta(context, id, { kind, type, fields });
}

const TRASH = 'trash';

function noteTrashed({ db }: Site, id: number, { slug, status }: { slug: string; status: string }): void {
  setMeta(db, { kind: 'post', id }, { key: TRASH_SLUG, values: [slug] });
  setMeta(db, { kind: 'post', id }, { key: TRASH_STATUS, values: [status] });
}

/** @param modified as it is there; "": now */
function modifiedAt({ site, timezone }: Comparing, modified: string): PostChanges {
  const { local, gmt } = modified === '' ? momentNow(site.now(), timezone) : momentOf(modified, timezone, 'gmt');
  return { modified: local, modified_gmt: gmt };
}

function writeMeta(
  { site, cursors }: Comparing,
  id: number,
  { kind, type, fields }: Pick<Writing, 'kind' | 'type' | 'fields'>,
): void {
  const meta = fields['meta'];
  if (meta === undefined) return;
  for (const key of cursors.meta?.[type] ?? []) {
    const value = mapOf(meta)[key];
    setMeta(site.db, { kind, id }, { key, values: typeof value === 'string' ? [value] : [] });
  }
}

/** Data of posts and media in separate tables. */
function writeAround(context: Comparing, id: number, { type, fields }: Pick<Writing, 'type' | 'fields'>): void {
  const { site, numbers } = context;
  if (type === MENU_ENTRY) return writeMenuEntry(context, id, fields);
  if (typeof fields['alt_text'] === 'string') putMedia(site.db, id, { alt_text: fields['alt_text'] });
  for (const { name, rest_base } of taxonomies(site)) {
    const set = fields[rest_base];
    if (!Array.isArray(set)) continue;
    // Without a key it is known by its number there, which is that of another term here.
    const ids = set.flatMap((one) => numbers.idOf('term', textOf(one)) ?? []);
    const known = ids.filter((term) => termById(site.db, term)?.taxonomy === name);
    setTermIds(site.db, id, { taxonomy: name, ids: known });
  }
}

type Writers<T> = Readonly<Record<string, (value: Json, context: Comparing) => T>>;

const text = (name: string) => (value: Json, context: Comparing) =>
  typeof value === 'string' ? { [name]: textHere(context, value) } : {};
const plain = (name: string) => (value: Json) => (typeof value === 'string' ? { [name]: value } : {});
const slug = (value: Json) => (typeof value === 'string' ? { slug: encodedSlug(value) } : {});
const choice = (name: string) => (value: Json) => (value === 'open' || value === 'closed' ? { [name]: value } : {});
const parent = (value: Json, { numbers }: Comparing) => ({
  parent: idOf(numbers.idOf('post', textOf(value)), 0) || null,
});

const POST: Writers<PostChanges> = {
  title: plain('title'),
  content: text('content'),
  excerpt: text('excerpt'),
  caption: text('excerpt'),
  description: text('content'),
  slug,
  status: plain('status'),
  date_gmt(value, { timezone }) {
    if (typeof value !== 'string' || Number.isNaN(Date.parse(`${value}Z`))) return {};
    const { local, gmt } = momentOf(value, timezone, 'gmt');
    return { date: local, date_gmt: gmt, floating: 0 };
  },
  author(value, { numbers }) {
    const id = numbers.userIdOf(textOf(value));
    return id === undefined ? {} : { author: id };
  },
  featured_media: (value, { numbers }) => ({ featured_media: idOf(numbers.idOf('post', textOf(value)), value) ?? 0 }),
  parent,
  post: parent,
  menu_order: (value) => (typeof value === 'number' ? { menu_order: Math.trunc(value) } : {}),
  comment_status: choice('comment_status'),
  ping_status: choice('ping_status'),
  sticky: (value) => ({ sticky: value === true ? 1 : 0 }),
  format: (value) => (typeof value === 'string' ? { format: value === 'standard' ? '' : value } : {}),
  template: plain('template'),
  password: plain('password'),
};

const TERM: Writers<TermChanges> = {
  name: (value) => (typeof value === 'string' ? { name: nameOf(value) } : {}),
  description: text('description'),
  slug,
  parent: (value, { numbers }) => ({ parent: idOf(numbers.idOf('term', textOf(value)), 0) || null }),
};

/** For media the content is stored in another field than for posts. */
function postChanges(context: Comparing, type: string, fields: Fields): PostChanges {
  if (type === MENU_ENTRY) return menuEntryChanges(fields);
  const own = type === 'attachment' ? [] : ['caption', 'description', 'post'];
  return changesBy(
    POST,
    context,
    Object.entries(fields).filter(([name]) => !own.includes(name)),
  );
}

const termChanges = (context: Comparing, fields: Fields): TermChanges =>
  changesBy(TERM, context, Object.entries(fields));

function changesBy<T extends object>(writers: Writers<T>, context: Comparing, fields: readonly [string, Json][]): T {
  const changes = fields.map(([name, value]) =>
    Object.hasOwn(writers, name) ? writers[name]?.(value, context) : undefined,
  );
  return Object.assign({}, ...changes) as T;
}

/**
 * What refers to an item that is not here, because it was deleted or is still to come, has the number that it has there: a text
 * never shows a key. 0 if that number is another item here.
 */
function textHere({ site, live, numbers }: Comparing, value: string): string {
  const numberThere = (kind: RefKind, uuid: string): number => {
    const id = remoteOfKey(site.db, live.id, { kind, uuid })?.id ?? 0;
    return numbers.keyOf(kind, id) === undefined ? id : 0;
  };
  const idOf: SideNumbers['idOf'] = (kind, key) => numbers.idOf(kind, key) ?? numberThere(kind, key);
  return withNumbers(value, { ...numbers, idOf }).text;
}

/** An unresolved id stays as it is: it is broken on both sides. */
function idOf(known: number | undefined, value: Json): number | undefined {
  return known ?? (typeof value === 'number' ? value : undefined);
}

/** Names of terms are stored with entities. */
function nameOf(name: string): string {
  return escapeAmpersands(name).replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
