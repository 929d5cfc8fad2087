import { taxonomies } from '../../domain/content/content-model.ts';
import { contentFacts } from '../../domain/content/content-facts.ts';
import { momentNow, momentOf } from '../../domain/content/posts/dates.ts';
import { TRASH_SLUG, TRASH_STATUS } from '../../domain/content/posts/write.ts';
import { escapeAmpersands } from '../../domain/content/entities.ts';
import type { Site } from '../../site.ts';
import { putMedia } from '../../store/content/media.ts';
import { setMeta } from '../../store/content/meta.ts';
import { setTermIds } from '../../store/content/post-terms.ts';
import { insertPost, postById, updatePost, type PostChanges } from '../../store/content/posts.ts';
import { insertTerm, termById, updateTerm, type TermChanges } from '../../store/content/terms.ts';
import { isTaken } from '../../store/transfer/import.ts';
import { lastKnown } from '../../store/rows.ts';
import { encodedSlug } from '../../transfer/bundle/fields.ts';
import type { Json } from '../../types.ts';
import type { LiveBody } from '../body.ts';
import type { Fields } from '../compare.ts';
import type { Comparing } from '../compared.ts';
import { withNumbers } from '../references.ts';

/** An item and what of it is written here. */
export interface Writing {
  kind: 'post' | 'term';
  uuid: string;
  type: string;
  fields: Fields;
}

/** Stores a new item under the number it has there, where that is free, so that others can name it: what it says comes later. */
export function createHere(
  { site, live }: Comparing,
  { kind, uuid, type }: Writing,
  { remote, body }: { remote: number | undefined; body: LiveBody },
): number {
  const id = freeNumber(site, {
    kind,
    uuid,
    remote,
    sequences: JSON.parse(live.sequences) as Sequences,
    born: live.born_from,
  });
  const given = id === undefined ? {} : { id };
  const [slug, name] = [encodedSlug(textOf(body.fields['slug'])), textOf(body.fields['name'])];
  if (kind === 'term') return insertTerm(site.db, { ...given, uuid, taxonomy: type, name: nameOf(name), slug });
  const { local, gmt } = momentOf(
    textOf(body.fields['date_gmt']) || textOf(body.more?.['date_gmt']) || momentNow(site.now(), '').gmt,
    contentFacts(site).timezone,
    'gmt',
  );
  const dates = { date: local, date_gmt: gmt, modified: local, modified_gmt: gmt };
  const isMedia = type === 'attachment';
  const mime_type = textOf(body.more?.['mime_type']);
  const made = insertPost(site.db, type, {
    ...given,
    uuid,
    ...dates,
    status: isMedia ? 'inherit' : 'draft',
    ...(isMedia && { mime_type }),
  });
  if (isMedia) putMedia(site.db, made, fileOf(body));
  return made;
}

interface Sequences {
  posts: number;
  terms: number;
}

/** A number the site gave away once is not used a second time, but for the same item (`live-site.md` 11). */
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

/** The record of a file that lies there: it is fetched when it is wanted. */
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
  const path = /\/uploads\/(?:sites\/\d+\/)?(\d{4}\/\d{2}\/[^/?#]+)$/.exec(url)?.[1];
  return {
    source_url: url,
    file: path ?? url.split('/').at(-1) ?? '',
    ...(typeof width === 'number' && { width }),
    ...(typeof height === 'number' && { height }),
    filesize: typeof details['filesize'] === 'number' ? details['filesize'] : 0,
  };
}

/** Makes fields of an item here what they are to be; languages and translations are left to `groups.ts`. */
export function writeHere(context: Comparing, id: number, { kind, type, fields }: Writing, modified: string): void {
  const { site, cursors } = context;
  if (kind === 'term') updateTerm(site.db, id, termChanges(context, fields));
  else writePost(context, id, { type, fields, modified });
  const meta = fields['meta'];
  if (meta !== undefined)
    for (const key of cursors.meta?.[type] ?? []) {
      const value = mapOf(meta)[key];
      setMeta(site.db, { kind, id }, { key, values: typeof value === 'string' ? [value] : [] });
    }
}

function writePost(
  context: Comparing,
  id: number,
  { type, fields, modified }: { type: string; fields: Fields; modified: string },
): void {
  const { site, numbers } = context;
  const changes = postChanges(context, type, fields);
  const before = postById(site.db, id);
  if (changes.status === 'trash' && before && before.status !== 'trash') {
    setMeta(site.db, { kind: 'post', id }, { key: TRASH_SLUG, values: [before.slug] });
    setMeta(site.db, { kind: 'post', id }, { key: TRASH_STATUS, values: [before.status] });
  }
  const zone = contentFacts(site).timezone;
  const changed = modified === '' ? momentNow(site.now(), zone) : momentOf(modified, zone, 'gmt');
  updatePost(site.db, id, { ...changes, modified: changed.local, modified_gmt: changed.gmt });
  if (typeof fields['alt_text'] === 'string') putMedia(site.db, id, { alt_text: fields['alt_text'] });
  for (const { name, rest_base } of taxonomies(site)) {
    const set = fields[rest_base];
    if (!Array.isArray(set)) continue;
    const ids = set.flatMap((one) => idOf(numbers.idOf('term', textOf(one)), one) ?? []);
    const known = ids.filter((term) => termById(site.db, term)?.taxonomy === name);
    setTermIds(site.db, id, { taxonomy: name, ids: known });
  }
}

type Writers<T> = Readonly<Record<string, (value: Json, context: Comparing) => T>>;

const text =
  (name: string) =>
  (value: Json, { numbers }: Comparing) =>
    typeof value === 'string' ? { [name]: withNumbers(value, numbers).text } : {};
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
  date_gmt(value, { site }) {
    if (typeof value !== 'string' || Number.isNaN(Date.parse(`${value}Z`))) return {};
    const { local, gmt } = momentOf(value, contentFacts(site).timezone, 'gmt');
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

/** Of media the text of the content is another field than of posts. */
function postChanges(context: Comparing, type: string, fields: Fields): PostChanges {
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

/** A number nobody knows stays as it is: it leads nowhere on either side. */
function idOf(known: number | undefined, value: Json): number | undefined {
  return known ?? (typeof value === 'number' ? value : undefined);
}

/** Names of terms are stored with entities. */
function nameOf(name: string): string {
  return escapeAmpersands(name).replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
const mapOf = (value: Json | undefined): Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
