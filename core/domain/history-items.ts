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

/** What the images of one entry touched, each item once. */
export function itemsOf(db: ReadDb, images: readonly RowImage[]): Item[] {
  const items = new Map<string, Item | null>();
  const add = ({ kind, id }: Part, op: Item['op'] | null): void => {
    const name = `${kind} ${id}`;
    const known = items.get(name);
    // Made and gone in one entry: nothing for anybody to see.
    if (known === null) return;
    if (op === null) items.set(name, null);
    else if (!known || RANK[known.op] < RANK[op]) items.set(name, { kind, id, op });
  };
  for (const row of touchedRows(images)) {
    for (const part of sitePartsOf(row)) add(part, 'update');
    const part = partOf(db, row.tbl, row.key);
    if (part) add(part, part.main ? opOf(row) : 'update');
  }
  return [...items.values()].filter((item) => item !== null);
}

type Key = readonly [id: string | number, second: string | number];

const RANK = { update: 0, create: 1, delete: 2 } as const;

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

function sitePartsOf(row: TouchedRow): Part[] {
  if (row.tbl !== 'site') return [];
  return [...changedColumns(row)].flatMap((name) => SITE_PARTS[name] ?? []);
}

function opOf({ images }: TouchedRow): Item['op'] | null {
  const isGone = images.at(-1)?.op === 'delete';
  if (images[0]?.op === 'insert') return isGone ? null : 'create';
  return isGone ? 'delete' : 'update';
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
