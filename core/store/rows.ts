import { JOURNALLED } from './journal/triggers.ts';
import { imagesOfRowAfter, type RowImage } from './journal/journal.ts';
import { shapeOf, type ForeignKey } from './file/shapes.ts';
import {
  all,
  column,
  get,
  joinSql,
  pluck,
  rawSql,
  run,
  sql,
  type ReadDb,
  type Sql,
  type SqlValue,
  type WriteDb,
} from './sql.ts';

/** A row by column name. */
export type Row = Record<string, string | number | null>;
/** Identifies a row: its table, and the JSON array of its key. */
export type RowRef = Pick<RowImage, 'tbl' | 'key'>;

/** The current row; null if there is none. */
export function currentRow(db: ReadDb, row: RowRef): Row | null {
  const { columns } = shapeOf(db, row.tbl);
  return (
    get<Row>(db, sql`SELECT ${rawSql(columns.join(', '))} FROM ${rawSql(row.tbl)} WHERE ${whereKey(db, row)}`) ?? null
  );
}

/** The row as an entry left it. */
export function rowAfter(db: ReadDb, entry: number, row: RowRef): Row | null {
  return rewind(currentRow(db, row), imagesOfRowAfter(db, entry, row));
}

/** Reverts images, newest first. */
export function rewind(row: Row | null, images: readonly RowImage[]): Row | null {
  return images.reduce<Row | null>((state, { op, old }) => {
    if (op === 'insert') return null;
    const before = JSON.parse(old ?? '{}') as Row;
    return op === 'delete' ? before : { ...state, ...before };
  }, row);
}

/** A value of the row with this id: the current one, or the last one it had. */
export function lastKnown(db: ReadDb, table: string, id: number, name: string): string | number | null | undefined {
  const now = pluck<string | number | null>(db, sql`SELECT ${rawSql(name)} FROM ${rawSql(table)} WHERE id = ${id}`);
  if (now !== undefined) return now;
  return pluck(
    db,
    sql`SELECT json_extract(old, ${`$.${name}`}) FROM journal_images
        WHERE tbl = ${table} AND key = ${JSON.stringify([id])} AND op = 'delete' ORDER BY seq DESC LIMIT 1`,
  );
}

/** A value of each of these rows that exists, by id. */
export function valuesNow(
  db: ReadDb,
  { table, name }: { table: string; name: string },
  ids: readonly number[],
): Map<number, string | number | null> {
  const rows = all<{ id: number; value: string | number | null }>(
    db,
    sql`SELECT t.id, t.${rawSql(name)} AS value FROM json_each(${JSON.stringify(ids)}) AS b
        CROSS JOIN ${rawSql(table)} AS t ON t.id = b.value`,
  );
  return new Map(rows.map(({ id, value }) => [id, value]));
}

/** An existing term: its taxonomy, and the language it is the twin of. */
export interface TermNow {
  id: number;
  taxonomy: string;
  language: number | null;
}

/** Each of these terms that exists, in any order. As one text, which is faster to read than as many rows. */
export function termsNow(db: ReadDb, ids: readonly number[]): TermNow[] {
  const text = pluck<string>(
    db,
    sql`SELECT json_group_array(json_object('id', t.id, 'taxonomy', t.taxonomy, 'language',
          CASE t.taxonomy WHEN 'term_language' THEN (SELECT term_id FROM languages WHERE twin_id = t.id) END))
        FROM json_each(${JSON.stringify(ids)}) AS b CROSS JOIN terms AS t ON t.id = b.value`,
  );
  return JSON.parse(text ?? '[]') as TermNow[];
}

/** The current term; undefined if there is none. */
export function termNow(db: ReadDb, id: number): Omit<TermNow, 'id'> | undefined {
  return get(
    db,
    sql`SELECT taxonomy, (SELECT term_id FROM languages WHERE twin_id = t.id) AS language FROM terms AS t WHERE t.id = ${id}`,
  );
}

/** The language a term of the taxonomy "term_language" is or was the twin of. */
export function languageOfTwin(db: ReadDb, twinId: number): number | undefined {
  const now = pluck<number>(db, sql`SELECT term_id FROM languages WHERE twin_id = ${twinId}`);
  if (now !== undefined) return now;
  return pluck<number>(
    db,
    sql`SELECT json_extract(old, '$.term_id') FROM journal_images
        WHERE tbl = 'languages' AND op = 'delete' AND json_extract(old, '$.twin_id') = ${twinId} ORDER BY seq DESC LIMIT 1`,
  );
}

/** Reverts one image. False if the row it changed no longer exists. */
export function takeBack(db: WriteDb, image: RowImage): boolean {
  const table = rawSql(image.tbl);
  if (image.op === 'insert') return run(db, sql`DELETE FROM ${table} WHERE ${whereKey(db, image)}`).changes > 0;
  const old = Object.entries(JSON.parse(image.old ?? '{}') as Row);
  const columns = old.map(([name, value]) => ({ name: columnName(db, image.tbl, name), value: sql`${value}` }));
  const changes = columns.map(({ name, value }) => sql`${name} = ${value}`);
  const names = joinSql(
    columns.map(({ name }) => name),
    ', ',
  );
  const values = joinSql(
    columns.map(({ value }) => value),
    ', ',
  );
  const statement =
    image.op === 'delete'
      ? sql`INSERT INTO ${table} (${names}) VALUES (${values})`
      : sql`UPDATE ${table} SET ${joinSql(changes, ', ')} WHERE ${whereKey(db, image)}`;
  return run(db, statement).changes > 0;
}

/**
 * From here to the end of the transaction foreign keys are not checked at each step, so that rows may be restored in any order.
 * Do not switch it off again: SQLite then forgets open violations, including the entry of the journal.
 */
export function deferForeignKeys(db: WriteDb): void {
  db.pragma('defer_foreign_keys = ON');
}

/** Restores the old value of a setting, or deletes its row. */
export function putSetting(db: WriteDb, name: string, value: unknown): void {
  if (value === null) run(db, sql`DELETE FROM settings WHERE name = ${name}`);
  else
    run(
      db,
      sql`INSERT INTO settings (name, value) VALUES (${name}, ${JSON.stringify(value)}) ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
    );
}

/** Foreign keys of all tables that reference a table, each with its own table. */
export function keysInto(db: ReadDb, tbl: string): { from: string; foreignKey: ForeignKey }[] {
  return JOURNALLED.flatMap(({ table }) =>
    shapeOf(db, table)
      .foreignKeys.filter((foreignKey) => foreignKey.table === tbl)
      .map((foreignKey) => ({ from: table, foreignKey })),
  );
}

/** Rows of the table `from` that reference a current row by a foreign key. */
export function referrers(
  db: ReadDb,
  row: Row,
  { from, foreignKey }: { from: string; foreignKey: ForeignKey },
): RowRef[] {
  const match = foreignKey.columns.map((column) => sql`${rawSql(column.from)} = ${row[column.to] ?? null}`);
  const key = rawSql(`json_array(${shapeOf(db, from).key.join(', ')})`);
  const keys = column<string>(db, sql`SELECT ${key} FROM ${rawSql(from)} WHERE ${joinSql(match, ' AND ')}`);
  return keys.map((one) => ({ tbl: from, key: one }));
}

/** The dangling foreign keys of a row. */
export function brokenReferences(db: ReadDb, ref: RowRef): ForeignKey[] {
  return shapeOf(db, ref.tbl).foreignKeys.filter(({ table, columns }) => {
    const set = columns.map(({ from }) => rawSql(`child.${from} IS NOT NULL`));
    const match = columns.map(({ from, to }) => rawSql(`parent.${to} = child.${from}`));
    const lost = pluck<number>(
      db,
      sql`SELECT 1 FROM ${rawSql(ref.tbl)} AS child WHERE ${whereKey(db, ref)} AND ${joinSql(set, ' AND ')}
          AND NOT EXISTS (SELECT 1 FROM ${rawSql(table)} AS parent WHERE ${joinSql(match, ' AND ')})`,
    );
    return lost === 1;
  });
}

function whereKey(db: ReadDb, { tbl, key }: RowRef): Sql {
  const values = JSON.parse(key) as SqlValue[];
  return joinSql(
    shapeOf(db, tbl).key.map((name, i) => sql`${rawSql(name)} = ${values[i] ?? null}`),
    ' AND ',
  );
}

/** Names come from the journal; only those that exist in the table may be used in a statement. */
function columnName(db: ReadDb, table: string, name: string): Sql {
  if (!shapeOf(db, table).columns.includes(name)) throw new Error(`The table ${table} has no column ${name} any more`);
  return rawSql(name);
}
