import { columnsOf, JOURNALLED } from '../journal/triggers.ts';
import type { ReadDb } from '../sql.ts';

/** A table for restoring rows. */
interface Shape {
  /** The columns the journal records. */
  columns: string[];
  key: string[];
  foreignKeys: ForeignKey[];
}

/** One foreign key: its columns and the columns they reference. */
export interface ForeignKey {
  table: string;
  columns: { from: string; to: string }[];
}

const shapes = new WeakMap<ReadDb, Map<string, Shape>>();

/** The recorded columns, the key and the foreign keys of a table. Read once per connection. */
export function shapeOf(db: ReadDb, table: string): Shape {
  let known = shapes.get(db);
  if (!known) {
    known = new Map<string, Shape>();
    shapes.set(db, known);
  }
  let shape = known.get(table);
  if (!shape) {
    shape = readShape(db, table);
    known.set(table, shape);
  }
  return shape;
}

function readShape(db: ReadDb, table: string): Shape {
  const { columns, key } = columnsOf(db, table);
  const watched = JOURNALLED.find((one) => one.table === table)?.columns;
  return { columns: [...(watched ?? columns)], key, foreignKeys: readForeignKeys(db, table) };
}

function readForeignKeys(db: ReadDb, table: string): ForeignKey[] {
  const parts = db.pragma(`foreign_key_list(${table})`) as {
    id: number;
    seq: number;
    table: string;
    from: string;
    to: string;
  }[];
  const byId = new Map<number, ForeignKey>();
  for (const part of parts.sort((a, b) => a.id - b.id || a.seq - b.seq)) {
    const known = byId.get(part.id) ?? { table: part.table, columns: [] };
    known.columns.push({ from: part.from, to: part.to });
    byId.set(part.id, known);
  }
  return [...byId.values()];
}
