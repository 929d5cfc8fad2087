import Database from 'better-sqlite3';
import { migrations } from '../file/migrations/index.ts';
import { migrate } from '../file/migrate.ts';
import { all, sql, type ReadDb, type WriteDb } from '../sql.ts';
import type { Cell, RawRow } from './pages.ts';

/** The stored layout of a table. */
export interface TableShape {
  name: string;
  /** Names in stored order, with the values they accept. */
  columns: { name: string; type: string; isOptional: boolean }[];
  /** The column that is an alias of the rowid, if there is one; its stored value is null. */
  numbered: string | undefined;
  hasRowid: boolean;
}

/** Tables of a version of the format, by name. */
export function shapesOf(version: number | undefined): Map<string, TableShape> {
  const db = new Database(':memory:') as WriteDb;
  try {
    migrate(db, migrations.slice(0, version ?? migrations.length), () => undefined);
    const tables = all<{ name: string; wr: number }>(
      db,
      sql`SELECT name, wr FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT GLOB 'sqlite_*'`,
    );
    return new Map(tables.map(({ name, wr }) => [name, shapeOf(db, name, wr === 0)]));
  } finally {
    db.close();
  }
}

function shapeOf(db: ReadDb, name: string, hasRowid: boolean): TableShape {
  const info = (
    db.pragma(`table_xinfo("${name}")`) as { name: string; type: string; notnull: number; pk: number; hidden: number }[]
  ).filter(({ hidden }) => hidden !== 2);
  const key = info.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk);
  const stored = hasRowid ? info : [...key, ...info.filter(({ pk }) => pk === 0)];
  const [first] = key;
  const numbered = hasRowid && key.length === 1 && first?.type === 'INTEGER' ? first.name : undefined;
  const columns = stored.map((one) => ({
    name: one.name,
    type: one.type,
    isOptional: one.notnull === 0 && one.pk === 0,
  }));
  return { name, columns, numbered, hasRowid };
}

/** Whether a row could belong to a table. */
export function fits({ columns, numbered, hasRowid }: TableShape, { rowid, values }: RawRow): boolean {
  if ((rowid !== undefined) !== hasRowid || values.length > columns.length) return false;
  return columns.every(({ name, type, isOptional }, at) => {
    const value = values[at];
    // Columns that were added later are not stored in older rows.
    if (value === undefined) return at > 0;
    if (name === numbered) return value === null;
    // Rows of the search index consist of an id and texts too.
    if (name === 'uuid' && typeof value === 'string' && !UUID.test(value)) return false;
    return value === null ? isOptional : TYPES[type]?.(value) === true;
  });
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const isWhole = (value: Cell): boolean => typeof value === 'bigint' || Number.isInteger(value);
const TYPES: Readonly<Record<string, (value: Cell) => boolean>> = {
  INTEGER: isWhole,
  REAL: (value) => typeof value === 'number' || typeof value === 'bigint',
  TEXT: (value) => typeof value === 'string',
  BLOB: (value) => Buffer.isBuffer(value),
  ANY: () => true,
};
