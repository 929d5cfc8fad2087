import type { Item, RowImage } from '../store/journal.ts';
import { languageOfTwin, lastKnown, type RowRef } from '../store/rows.ts';
import type { ReadDb } from '../store/sql.ts';

/** What a row is part of, as people name it. `main`: the row whose coming and going is that of the item. */
export interface Part {
  kind: string;
  id: number | string;
  main?: boolean;
}

/** The two columns of the site row that are journalled, and where people see them. */
export const SITE_PARTS: Readonly<Record<string, Part>> = {
  default_language_id: { kind: 'settings', id: 'default_lang' },
  default_category_id: { kind: 'site', id: 'default_category' },
};

/** The item a row of a journalled table belongs to; undefined for the site row, which is two. */
export function partOf(db: ReadDb, tbl: string, key: string): Part | undefined {
  return PARTS[tbl]?.(JSON.parse(key) as Key, db);
}

/** What the images of one entry touched, each item once. They are looked at one by one: an import has a million. */
export function itemsOf(db: ReadDb, images: Iterable<RowImage>): Item[] {
  const items = new Map<string, Item>();
  const mains = new Map<string, { first: Op; last: Op }>();
  const touch = ({ kind, id }: Part): string => {
    const name = `${kind} ${id}`;
    if (!items.has(name)) items.set(name, { kind, id, op: 'update' });
    return name;
  };
  for (const image of images) {
    for (const part of sitePartsOf(image)) touch(part);
    const part = partOf(db, image.tbl, image.key);
    if (!part) continue;
    const name = touch(part);
    if (part.main) mains.set(name, { first: mains.get(name)?.first ?? image.op, last: image.op });
  }
  for (const [name, { first, last }] of mains) {
    const item = items.get(name);
    // Made and gone in one entry: nothing for anybody to see.
    if (first === 'insert' && last === 'delete') items.delete(name);
    else if (item) item.op = last === 'delete' ? 'delete' : first === 'insert' ? 'create' : 'update';
  }
  return [...items.values()];
}

type Op = RowImage['op'];
type Key = readonly [id: string | number, second: string | number];

/** Which item a row of each table belongs to, by its key. */
const PARTS: Record<string, (key: Key, db: ReadDb) => Part | undefined> = {
  settings: ([name]) => ({ kind: 'settings', id: name }),
  options: ([name]) => ({ kind: 'site', id: name }),
  users: ([id]) => ({ kind: 'user', id, main: true }),
  user_descriptions: ([id]) => ({ kind: 'user', id }),
  terms: ([id], db) => termPart(db, id, true),
  term_meta: ([id], db) => termPart(db, lastKnown(db, 'term_meta', Number(id), 'term_id')),
  languages: ([id]) => ({ kind: 'language', id }),
  posts: ([id], db) => postPart(db, id, true),
  post_meta: ([id], db) => postPart(db, lastKnown(db, 'post_meta', Number(id), 'post_id')),
  post_comments: ([post], db) => postPart(db, post),
  media: ([post], db) => postPart(db, post),
  post_terms: ([post], db) => postPart(db, post),
  groups: ([id]) => ({ kind: 'group', id, main: true }),
  item_languages: ([kind, id], db) => (kind === 'post' ? postPart(db, id) : termPart(db, id)),
  confirmations: ([kind, id], db) => (kind === 'post' ? postPart(db, id) : termPart(db, id)),
};

type Id = string | number | null | undefined;

function postPart(db: ReadDb, id: Id, main = false): Part | undefined {
  if (typeof id !== 'number') return undefined;
  return { kind: lastKnown(db, 'posts', id, 'type') === 'attachment' ? 'media' : 'post', id, main };
}

/** A language is its term, and its twin is part of it. */
function termPart(db: ReadDb, id: Id, main = false): Part | undefined {
  if (typeof id !== 'number') return undefined;
  const taxonomy = lastKnown(db, 'terms', id, 'taxonomy');
  if (taxonomy !== 'term_language') return { kind: taxonomy === 'language' ? 'language' : 'term', id, main };
  const language = languageOfTwin(db, id);
  return language === undefined ? undefined : { kind: 'language', id: language };
}

function sitePartsOf(image: RowImage): Part[] {
  if (image.tbl !== 'site' || image.op !== 'update') return [];
  return Object.keys(JSON.parse(image.old ?? '{}') as object).flatMap((name) => SITE_PARTS[name] ?? []);
}

/** A row that an entry touched, with its images in the order of change. */
export interface TouchedRow extends RowRef {
  images: RowImage[];
}

/** The rows of an entry in the order they were first touched. */
export function touchedRows(images: readonly RowImage[]): TouchedRow[] {
  const rows = new Map<string, TouchedRow>();
  for (const image of images) {
    const name = `${image.tbl} ${image.key}`;
    const known = rows.get(name);
    if (known) known.images.push(image);
    else rows.set(name, { tbl: image.tbl, key: image.key, images: [image] });
  }
  return [...rows.values()];
}

/** Columns that updates of an entry name. */
export function changedColumns({ images }: TouchedRow): Set<string> {
  const updates = images.filter(({ op }) => op === 'update');
  return new Set(updates.flatMap(({ old }) => Object.keys(JSON.parse(old ?? '{}') as object)));
}
