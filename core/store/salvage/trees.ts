import type { Pages, RawRow } from './pages.ts';
import { fits, type TableShape } from './shapes.ts';

/** The readable rows of a table, and what is unreadable. */
export interface Found {
  rows: RawRow[];
  /** Ids of rows that exist but are not completely readable. */
  broken: Set<number>;
  /** Unreadable pages, and broken rows without an id. */
  lostPages: number;
  /** Its root is unknown, or a part of it is missing: unassigned pages may belong to it. */
  isTorn: boolean;
}

/** What an index contains of the rows of its table: their ids, with the indexed values. */
export type Witness = Map<number, string[]>;

export interface Trees {
  tables: Map<string, Found>;
  witnesses: Map<string, Witness>;
  /** Pages that no tree references: usually parts of a torn one. */
  homeless: number[];
}

interface SchemaRow {
  type: string;
  table: string;
  root: number;
}

/** Follows every tree of a file as far as its pages are readable. */
export function readTrees(pages: Pages, shapes: ReadonlyMap<string, TableShape>): Trees {
  const seen = new Set<number>(pages.free);
  const schema = readSchema(pages, seen);
  const tables = new Map([...shapes.keys()].map((name): [string, Found] => [name, nothing(true)]));
  const witnesses = new Map<string, Witness>();
  for (const { type, table, root } of schema) {
    const found = nothing(false);
    follow(pages, root, found, seen);
    if (type === 'table') tables.set(table, found);
    else note(witnesses, table, found.rows);
  }
  const homeless: number[] = [];
  for (let number = 1; number <= pages.count; number += 1) if (!seen.has(number)) homeless.push(number);
  return { tables, witnesses, homeless };
}

const nothing = (isTorn: boolean): Found => ({ rows: [], broken: new Set(), lostPages: 0, isTorn });

function follow(pages: Pages, root: number, found: Found, seen: Set<number>): void {
  const todo = [root];
  for (let number = todo.pop(); number !== undefined; number = todo.pop()) {
    const page = seen.has(number) ? undefined : pages.tree(number);
    seen.add(number);
    if (page) take(found, page);
    else {
      found.lostPages += 1;
      found.isTorn = true;
    }
    if (page) todo.push(...page.children.toReversed());
  }
}

function take(found: Found, { rows, broken }: { rows: RawRow[]; broken: (number | undefined)[] }): void {
  for (const row of rows) found.rows.push(row);
  for (const rowid of broken) {
    if (rowid === undefined) found.lostPages += 1;
    else found.broken.add(rowid);
  }
}

/** The list of tables and indexes: from its tree, and from any page that is a part of it. */
function readSchema(pages: Pages, seen: Set<number>): SchemaRow[] {
  const found = nothing(false);
  follow(pages, 1, found, seen);
  if (found.isTorn)
    for (let number = 2; number <= pages.count; number += 1) {
      const page = seen.has(number) ? undefined : pages.tree(number);
      if (!page || page.rows.length === 0 || !page.rows.every(({ values }) => isSchemaRow(values))) continue;
      seen.add(number);
      take(found, page);
    }
  return found.rows.flatMap(({ values: [type, , table, root] }) =>
    (type === 'table' || type === 'index') && typeof table === 'string' && typeof root === 'number' && root > 1
      ? [{ type, table, root }]
      : [],
  );
}

function isSchemaRow([type, name, table, root, text]: readonly unknown[]): boolean {
  return (
    ['table', 'index', 'view', 'trigger'].includes(String(type)) &&
    [name, table].every((one) => typeof one === 'string') &&
    typeof root === 'number' &&
    (text === null || typeof text === 'string')
  );
}

/** The last value of an index entry is the rowid. */
function note(witnesses: Map<string, Witness>, table: string, rows: readonly RawRow[]): void {
  const own: Witness = witnesses.get(table) ?? new Map();
  witnesses.set(table, own);
  for (const { values } of rows) {
    const rowid = values.at(-1);
    if (typeof rowid !== 'number') continue;
    const said = values.slice(0, -1).flatMap((value) => (typeof value === 'string' && value !== '' ? value : []));
    const before = own.get(rowid) ?? [];
    own.set(rowid, [...new Set([...before, ...said])]);
  }
}

/** An unassigned page, as the rows of each torn table it could belong to. */
export function guesses(
  pages: Pages,
  number: number,
  torn: readonly TableShape[],
): { rows: RawRow[]; broken: (number | undefined)[]; tables: TableShape[] } {
  const page = pages.tree(number);
  if (!page || page.rows.length === 0) return { rows: [], broken: [], tables: [] };
  const tables = torn.filter((shape) => page.rows.every((row) => fits(shape, row)));
  return { rows: page.rows, broken: page.broken, tables };
}
