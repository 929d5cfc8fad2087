import type { ChangeNotice, Origin } from '../../types.ts';
import { holdsText } from '../content/letters.ts';
import { all, get, joinSql, pluck, rawSql, run, sql, type ReadDb, type Sql, type WriteDb } from '../sql.ts';

export type Item = ChangeNotice['items'][number];

/** One changed row as the triggers recorded it. */
export interface RowImage {
  seq: number;
  tbl: string;
  /** JSON array of the values of the primary key. */
  key: string;
  op: 'insert' | 'update' | 'delete';
  /** JSON: old values of the changed columns (update), the whole row (delete), null (insert). */
  old: string | null;
}

/** The head of an entry. */
export interface EntryRow {
  id: number;
  at: string;
  author: string;
  origin: Origin;
  token: string;
  /** Its summary: a code of `schema/site/summaries.ts`, and the parameters as JSON. */
  code: string;
  params: string;
  /** JSON: the first items it touched. */
  items: string;
  item_count: number;
  undoes: number | null;
  undone_by: number | null;
}

/** The filter of a list of entries. */
export interface EntryFilter {
  author?: string | undefined;
  kind?: string | undefined;
  /** The id of an item. */
  id?: string | undefined;
  /** Only entries with items of these kinds. */
  kinds?: readonly string[] | undefined;
  origin?: string | undefined;
  token?: string | undefined;
  /** Each must occur in a value of the entry, its author or its token, or stand for its code or one of its values. */
  words?: readonly SearchedWord[] | undefined;
}

/** A word of a search, with the codes of summaries and the whole values it may stand for. */
export interface SearchedWord {
  text: string;
  means: readonly string[];
}

const HEAD = sql`id, at, author, origin, token, code, params, items, item_count, undoes, undone_by`;
/** Maximum number of items an entry lists. */
const MOST_ITEMS = 1000;
/** Rows that are read or written with one statement. */
const AT_ONCE = 1000;
const ALL_IMAGES = rawSql('journal_images');
/** Faster to query, if everything is known to be filed. */
export const FILED_IMAGES = rawSql('journal_filed_images');
/** This many images are filed together: filed one by one, each page of the index would cost a separate write. */
const FILED_AT_ONCE = 256;

/** The id that the entry of the running transaction will get; the triggers compute the same. */
export function nextEntryId(db: ReadDb): number {
  return latestEntryId(db) + 1;
}

/** 0 before the first entry. */
export function latestEntryId(db: ReadDb): number {
  return pluck<number>(db, sql`SELECT coalesce(max(id), 0) FROM journal`) ?? 0;
}

/** Older ones were pruned. 1 if none were. */
export function oldestEntryId(db: ReadDb): number {
  return pluck<number>(db, sql`SELECT coalesce(min(id), 1) FROM journal`) ?? 1;
}

export function entryById(db: ReadDb, id: number): EntryRow | undefined {
  return get<EntryRow>(db, sql`SELECT ${HEAD} FROM journal WHERE id = ${id}`);
}

/** Newest first. */
export function entriesBefore(
  db: ReadDb,
  filter: EntryFilter,
  page: { before?: number | undefined; limit: number },
): EntryRow[] {
  const below = page.before === undefined ? [] : [sql`id < ${page.before}`];
  const where = joinSql([sql`TRUE`, ...below, ...conditions(filter)], ' AND ');
  return all<EntryRow>(db, sql`SELECT ${HEAD} FROM journal WHERE ${where} ORDER BY id DESC LIMIT ${page.limit}`);
}

export function countEntries(db: ReadDb, filter: EntryFilter): number {
  const where = joinSql([sql`TRUE`, ...conditions(filter)], ' AND ');
  return pluck<number>(db, sql`SELECT count(*) FROM journal WHERE ${where}`) ?? 0;
}

/** All writers, with the token they used; "" for none. */
export function entryWriters(db: ReadDb): { author: string; token: string }[] {
  return all(db, sql`SELECT DISTINCT author, token FROM journal WHERE author <> '' ORDER BY token, author`);
}

/** Entries after `since`, oldest first. */
export function entriesSince(db: ReadDb, since: number, limit: number): EntryRow[] {
  return all<EntryRow>(db, sql`SELECT ${HEAD} FROM journal WHERE id > ${since} ORDER BY id LIMIT ${limit}`);
}

/** All row images of an entry, in the order of the changes. */
export function imagesOf(db: ReadDb, entry: number): RowImage[] {
  return all<RowImage>(db, sql`SELECT seq, tbl, key, op, old FROM journal_rows WHERE entry = ${entry} ORDER BY seq`);
}

/** The same in batches: for entries that do not fit in memory. */
export function* eachImage(db: ReadDb, entry: number): IterableIterator<RowImage> {
  const page = (after: number): RowImage[] =>
    all<RowImage>(
      db,
      sql`SELECT seq, tbl, key, op, old FROM journal_rows WHERE entry = ${entry} AND seq > ${after} ORDER BY seq LIMIT 1000`,
    );
  for (let rows = page(0); rows.length > 0; rows = page(rows.at(-1)?.seq ?? 0)) yield* rows;
}

/** The images of the running transaction so far, and the entry they will belong to; undefined if no row changed. */
export function pendingImages(
  db: ReadDb,
): { entry: number; images: Iterable<RowImage>; first: readonly RowImage[] } | undefined {
  const first = all<RowImage & { entry: number }>(
    db,
    sql`SELECT entry, seq, tbl, key, op, old FROM journal_rows
        WHERE entry = (SELECT coalesce(max(id), 0) + 1 FROM journal) ORDER BY seq LIMIT ${AT_ONCE}`,
  );
  const [head] = first;
  if (!head) return undefined;
  return { entry: head.entry, images: first.length < AT_ONCE ? first : eachImage(db, head.entry), first };
}

/**
 * Whether to file now, given the images of the running transaction, or the first of them: decided by the image numbers alone, so
 * most writes need no query.
 */
export function isTimeToFile(images: readonly RowImage[]): boolean {
  const [first, last] = [images[0]?.seq ?? 0, images.at(-1)?.seq ?? 0];
  return Math.floor(last / FILED_AT_ONCE) > Math.floor((first - 1) / FILED_AT_ONCE);
}

/** Indexes unfiled images by row and item: from then on they need not be scanned. */
export function fileEntries(db: WriteDb): void {
  run(
    db,
    sql`INSERT INTO journal_keys (tbl, key, seq, entry) SELECT tbl, key, seq, entry FROM journal_rows
        WHERE entry > (SELECT entry FROM journal_filed) UNION ALL
        SELECT tbl, key, seq, entry FROM journal_rows
        WHERE entry = (SELECT entry FROM journal_filed) AND seq > (SELECT seq FROM journal_filed)`,
    'nothing',
  );
  run(
    db,
    sql`INSERT INTO journal_items (kind, item, entry) SELECT DISTINCT value ->> 'kind', CAST(value ->> 'id' AS TEXT), j.id
        FROM journal AS j, json_each(j.items) WHERE j.id > (SELECT listed FROM journal_filed)`,
    'nothing',
  );
  run(
    db,
    sql`UPDATE journal_filed SET (entry, seq) = (SELECT entry, seq FROM journal_rows ORDER BY entry DESC, seq DESC LIMIT 1),
          listed = coalesce((SELECT max(id) FROM journal), 0)
        WHERE EXISTS (SELECT 1 FROM journal_rows)`,
    'nothing',
  );
}

/** How many row images an entry has. */
export function countImages(db: ReadDb, entry: number): number {
  return pluck<number>(db, sql`SELECT count(*) FROM journal_rows WHERE entry = ${entry}`) ?? 0;
}

/** Images of one row in an entry, in the order of the changes. */
export function imagesOfRowIn(db: ReadDb, entry: number, row: ImagesRow, among: Sql = ALL_IMAGES): RowImage[] {
  return imagesOfRow(db, row, { among, which: sql`entry = ${entry} ORDER BY seq` });
}

/** Images of one row that are newer than an entry, newest first. */
export function imagesOfRowAfter(db: ReadDb, entry: number, row: ImagesRow, among: Sql = ALL_IMAGES): RowImage[] {
  return imagesOfRow(db, row, { among, which: sql`entry > ${entry} ORDER BY seq DESC` });
}

/** Images of one row in the entries between two, exclusive, newest first. */
export function imagesOfRowBetween(
  db: ReadDb,
  { after, before }: { after: number; before: number },
  row: ImagesRow,
): RowImage[] {
  return imagesOfRow(db, row, {
    among: ALL_IMAGES,
    which: sql`entry > ${after} AND entry < ${before} ORDER BY seq DESC`,
  });
}

type ImagesRow = Pick<RowImage, 'tbl' | 'key'>;

function imagesOfRow(db: ReadDb, row: ImagesRow, { among, which }: { among: Sql; which: Sql }): RowImage[] {
  return all<RowImage>(
    db,
    sql`SELECT seq, tbl, key, op, old FROM ${among} WHERE tbl = ${row.tbl} AND key = ${row.key} AND ${which}`,
  );
}

/**
 * Writes the head of the running transaction's entry, with the items it touched: of very many only the first. `words`: the text a
 * search matches.
 */
export function insertEntry(
  db: WriteDb,
  entry: Omit<EntryRow, 'items' | 'item_count' | 'undone_by'> & { words: readonly string[] },
  items: readonly Item[],
): void {
  const { id, at, author, origin, token, code, params, undoes } = entry;
  const listed = JSON.stringify(items.slice(0, MOST_ITEMS));
  run(
    db,
    sql`INSERT INTO journal (id, at, author, origin, token, code, params, words, items, item_count, undoes)
        VALUES (${id}, ${at}, ${author}, ${origin}, ${token}, ${code}, ${params}, ${JSON.stringify(entry.words)},
          ${listed}, ${items.length}, ${undoes})`,
    'nothing',
  );
}

/** Indexes all items an entry touched. Only after `fileEntries`. */
export function fileItems(db: WriteDb, id: number, items: readonly Item[]): void {
  for (let at = 0; at < items.length; at += AT_ONCE) {
    const some = JSON.stringify(items.slice(at, at + AT_ONCE).map((item) => [item.kind, String(item.id)]));
    run(
      db,
      sql`INSERT INTO journal_items (kind, item, entry) SELECT value ->> 0, value ->> 1, ${id} FROM json_each(${some})`,
      'nothing',
    );
  }
  run(db, sql`UPDATE journal_filed SET listed = ${id}`, 'nothing');
}

/**
 * Records that entry `by` undoes `id`. If `id` was itself an undo, the change it had undone is in effect again; and if that was
 * an undo, the one it had undone is not; and so on.
 */
export function markUndone(db: WriteDb, id: number, by: number): void {
  let entry: number | null | undefined = id;
  let mark: number | null = by;
  while (entry) {
    run(db, sql`UPDATE journal SET undone_by = ${mark} WHERE id = ${entry}`);
    mark = mark === null ? entry : null;
    entry = pluck<number | null>(db, sql`SELECT undoes FROM journal WHERE id = ${entry}`);
  }
}

function conditions({ author, kind, id, kinds, origin, token, words = [] }: EntryFilter): Sql[] {
  const byItem = ofItem({ kind, id, kinds }, { kind: sql`kind`, item: sql`item` });
  const byListed = ofItem(
    { kind, id, kinds },
    { kind: sql`(value ->> 'kind')`, item: sql`CAST(value ->> 'id' AS TEXT)` },
  );
  return [
    ...(author === undefined ? [] : [sql`author = ${author}`]),
    ...(origin === undefined ? [] : [sql`origin = ${origin}`]),
    ...(token === undefined ? [] : [sql`token = ${token}`]),
    ...words.map(isFoundBy),
    ...(byItem.length === 0
      ? []
      : [
          sql`id IN (SELECT entry FROM journal_items WHERE ${joinSql(byItem, ' AND ')} UNION ALL
                SELECT j.id FROM journal AS j, json_each(j.items)
                WHERE j.id > (SELECT listed FROM journal_filed) AND ${joinSql(byListed, ' AND ')})`,
        ]),
  ];
}

/** The conditions on an item, given the column names of where it is searched. */
function ofItem(
  { kind, id, kinds }: Pick<EntryFilter, 'kind' | 'id' | 'kinds'>,
  names: { kind: Sql; item: Sql },
): Sql[] {
  return [
    ...(kind === undefined ? [] : [sql`${names.kind} = ${kind}`]),
    ...(id === undefined ? [] : [sql`${names.item} = ${id}`]),
    ...(kinds === undefined ? [] : [sql`${names.kind} IN (SELECT value FROM json_each(${JSON.stringify(kinds)}))`]),
  ];
}

function isFoundBy({ text, means }: SearchedWord): Sql {
  const [inJson, meant] = [JSON.stringify(text).slice(1, -1), JSON.stringify(means)];
  const isMeant = sql`IN (SELECT value FROM json_each(${meant}))`;
  return sql`(${holdsText(sql`words`, inJson)} OR ${holdsText(sql`author || ' ' || token`, text)} OR code ${isMeant}
    OR EXISTS (SELECT 1 FROM json_each(words) WHERE value ${isMeant})
    OR EXISTS (SELECT 1 FROM json_tree(params) WHERE key = 'code' AND atom ${isMeant}))`;
}
