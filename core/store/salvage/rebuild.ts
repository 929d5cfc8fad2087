import { Settings } from '../../schema/settings/settings.ts';
import { SiteSettings } from '../../schema/settings/site-settings.ts';
import { orphans, repairOrphan } from '../file/check.ts';
import { derivedFills } from '../file/recover-derived.ts';
import { columnsOf, JOURNALLED } from '../journal/triggers.ts';
import { raiseSequences } from '../live/sites.ts';
import { all, column, get, joinSql, pluck, rawSql, run, sql, type SqlValue, type WriteDb } from '../sql.ts';
import type { Pages, RawRow } from './pages.ts';
import type { TableShape } from './shapes.ts';
import { guesses, type Trees } from './trees.ts';

/** A row that existed and could not be recovered. */
export interface MissingRow {
  table: string;
  id: number;
  /** What its indexes contain of it. */
  known: string[];
}

export interface Rebuilt {
  /** Recovered rows. */
  rows: number;
  /** By table. */
  counts: Record<string, number>;
  missing: MissingRow[];
  /** Parts of tables with an unknown number of rows. */
  lostPages: { table: string; count: number }[];
  /** Readable rows whose table cannot be determined. */
  unplaced: number;
  /** Languages of which only the code was recovered: their locale and direction need to be checked. */
  languages: string[];
}

/** What is recovered: content and settings. The rest is derived from it, or is only valid as a whole. */
const CARRIED = [
  ...JOURNALLED.map(({ table }) => table),
  'source_texts',
  'drafts',
  'live_sites',
  'live_ids',
  'live_bodies',
];

interface Source {
  pages: Pages;
  trees: Trees;
  shapes: ReadonlyMap<string, TableShape>;
}

/** Inserts every readable row into a new site, in one transaction, and restores its rules. */
export function rebuild(db: WriteDb, source: Source): Rebuilt {
  db.pragma('foreign_keys = OFF');
  try {
    return db.transaction(() => rebuildAll(db, source))();
  } finally {
    db.pragma('foreign_keys = ON');
  }
}

function rebuildAll(db: WriteDb, source: Source): Rebuilt {
  const triggers = all<{ name: string; sql: string }>(
    db,
    sql`SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'`,
  );
  for (const { name } of triggers) db.exec(`DROP TRIGGER "${name}"`);
  const [category] = all<Record<string, SqlValue>>(db, sql`SELECT * FROM terms`);
  const [site] = all<Record<string, SqlValue>>(db, sql`SELECT * FROM site`);
  const [admin] = all<Record<string, SqlValue>>(db, sql`SELECT * FROM users`);
  for (const table of CARRIED) db.exec(`DELETE FROM "${table}"`);
  const { missing, unplaced } = fill(db, source);
  const rows = CARRIED.reduce((sum, table) => sum + countOf(db, table), 0);
  if (pluck<number>(db, sql`SELECT count(*) FROM users WHERE role = 'administrator'`) === 0)
    insertAgain(db, 'users', admin);
  if (pluck<number>(db, sql`SELECT count(*) FROM site`) === 0) insertAgain(db, 'site', site);
  const languages = keepLanguages(db);
  keepDefaults(db, category);
  const gone = settleReferences(db);
  for (const { table, id } of gone) missing.add(table, id);
  db.exec(
    "UPDATE posts SET language_id = (SELECT language_id FROM item_languages WHERE kind = 'post' AND item_id = posts.id)",
  );
  for (const statement of derivedFills()) db.exec(statement);
  for (const { sql: text } of triggers) db.exec(text);
  const found = missing.list();
  keepNumbers(db, found);
  const counts = Object.fromEntries(CARRIED.map((table) => [table, countOf(db, table)]));
  const lostPages = CARRIED.flatMap((table) => {
    const count = source.trees.tables.get(table)?.lostPages ?? 0;
    return count > 0 ? [{ table, count }] : [];
  });
  return { rows, counts, missing: found, lostPages, unplaced, languages };
}

const countOf = (db: WriteDb, table: string): number =>
  pluck<number>(db, sql`SELECT count(*) FROM ${rawSql(`"${table}"`)}`) ?? 0;

interface MissingRows {
  add(table: string, id: number): void;
  list(): MissingRow[];
}

function fill(db: WriteDb, { pages, trees, shapes }: Source): { missing: MissingRows; unplaced: number } {
  const inserts = new Map([...shapes.values()].map((shape) => [shape.name, inserterOf(db, shape)]));
  for (const table of CARRIED) inserts.get(table)?.(trees.tables.get(table)?.rows ?? []);
  const torn = [...shapes.values()].filter(({ name }) => trees.tables.get(name)?.isTorn === true);
  let unplaced = 0;
  const unsure: { rows: RawRow[]; tables: TableShape[] }[] = [];
  for (const number of torn.length > 0 ? trees.homeless : []) {
    const { rows, broken, tables } = guesses(pages, number, torn);
    const [only] = tables;
    if (!only) continue;
    if (tables.length > 1) unsure.push({ rows, tables });
    else {
      if (CARRIED.includes(only.name)) inserts.get(only.name)?.(rows);
      broken.forEach((rowid) => rowid !== undefined && trees.tables.get(only.name)?.broken.add(rowid));
    }
  }
  for (const { rows, tables } of unsure) {
    const best = bestTable(db, rows, tables, inserts);
    if (best === undefined) unplaced += rows.length;
    else if (CARRIED.includes(best)) inserts.get(best)?.(rows);
  }
  return { missing: missingRows(db, trees, shapes), unplaced };
}

type Insert = (rows: readonly RawRow[]) => number;

/** Inserts rows into a table as far as its constraints allow; returns how many. */
function inserterOf(db: WriteDb, shape: TableShape): Insert {
  if (!CARRIED.includes(shape.name)) return () => 0;
  const here = new Set(columnsHere(db, shape.name));
  const byLength = new Map<number, (values: SqlValue[]) => number>();
  const statement = (length: number): ((values: SqlValue[]) => number) => {
    const known = byLength.get(length);
    if (known) return known;
    const names = shape.columns.slice(0, length).filter(({ name }) => here.has(name));
    const text = `INSERT OR IGNORE INTO "${shape.name}" (${names.map(({ name }) => `"${name}"`).join(', ')}) VALUES (${names.map(() => '?').join(', ')})`;
    const prepared = db.prepare(text);
    const insert = (values: SqlValue[]): number => prepared.run(...values).changes;
    byLength.set(length, insert);
    return insert;
  };
  return (rows) => {
    let count = 0;
    for (const { rowid, values } of rows) {
      const given = shape.columns.slice(0, values.length).flatMap(({ name }, at) => {
        if (!here.has(name)) return [];
        return [name === shape.numbered ? (rowid ?? null) : (values[at] ?? null)];
      });
      try {
        count += statement(values.length)(given);
      } catch (error) {
        // The type does not match the column: not a row of this table.
        if (!(error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_CONSTRAINT')))
          throw error;
      }
    }
    return count;
  };
}

function columnsHere(db: WriteDb, table: string): string[] {
  const info = db.pragma(`table_xinfo("${table}")`) as { name: string; hidden: number }[];
  return info.filter(({ hidden }) => hidden === 0).map(({ name }) => name);
}

/** The table whose constraints accept most of the rows, and in which most references resolve. */
function bestTable(
  db: WriteDb,
  rows: readonly RawRow[],
  tables: readonly TableShape[],
  inserts: ReadonlyMap<string, Insert>,
): string | undefined {
  const scored = tables.map((shape) => {
    const known = rows.filter((row) => refersToKnown(db, shape, row) && isNamedSo(shape, row)).length;
    db.exec('SAVEPOINT guess');
    const fitting = inserts.get(shape.name)?.(rows) ?? 0;
    db.exec('ROLLBACK TO guess; RELEASE guess');
    return { name: shape.name, score: known + fitting };
  });
  const [best, second] = scored.toSorted((a, b) => b.score - a.score);
  return best && best.score > (second?.score ?? 0) ? best.name : undefined;
}

/** Settings and options are distinguished by their names: their tables are defined alike. */
const NAMES: Readonly<Record<string, object>> = { settings: Settings.entries, options: SiteSettings.entries };

function isNamedSo({ name }: TableShape, { values: [first] }: RawRow): boolean {
  const known = NAMES[name];
  return !known || (typeof first === 'string' && Object.hasOwn(known, first));
}

function refersToKnown(db: WriteDb, shape: TableShape, { rowid, values }: RawRow): boolean {
  const keys = db.pragma(`foreign_key_list("${shape.name}")`) as { table: string; from: string; to: string | null }[];
  return keys.every(({ table, from, to }) => {
    const at = shape.columns.findIndex(({ name }) => name === from);
    const value = from === shape.numbered ? rowid : values[at];
    if (at < 0 || value === null || value === undefined) return true;
    return (
      get(db, sql`SELECT 1 FROM ${rawSql(`"${table}"`)} WHERE ${rawSql(to ?? 'rowid')} = ${value as SqlValue}`) !==
      undefined
    );
  });
}

/** Ids that the file still references, of rows that are missing here. */
function missingRows(db: WriteDb, trees: Trees, shapes: ReadonlyMap<string, TableShape>): MissingRows {
  const found = new Map<string, Set<number>>();
  const add = (table: string, id: number): void => {
    const shape = shapes.get(table);
    if (!CARRIED.includes(table) || shape?.numbered === undefined) return;
    const own = found.get(table) ?? new Set<number>();
    found.set(table, own.add(id));
  };
  for (const table of CARRIED) {
    for (const id of trees.tables.get(table)?.broken ?? []) add(table, id);
    for (const { rowid } of trees.tables.get(table)?.rows ?? []) if (rowid !== undefined) add(table, rowid);
    for (const id of trees.witnesses.get(table)?.keys() ?? []) add(table, id);
  }
  return {
    add,
    list: () =>
      [...found].flatMap(([table, ids]) => {
        const numbered = shapes.get(table)?.numbered ?? 'rowid';
        const here = new Set(column<number>(db, sql`SELECT ${rawSql(numbered)} FROM ${rawSql(`"${table}"`)}`));
        const gone = [...ids].filter((id) => !here.has(id)).sort((a, b) => a - b);
        return gone.map((id) => ({ table, id, known: trees.witnesses.get(table)?.get(id) ?? [] }));
      }),
  };
}

function insertAgain(db: WriteDb, table: string, row: Record<string, SqlValue> | undefined): void {
  if (!row) return;
  const names = columnsHere(db, table).filter((name) => !(table === 'users' && name === 'id'));
  const text = `INSERT OR IGNORE INTO "${table}" (${names.map((name) => `"${name}"`).join(', ')}) VALUES (${names.map(() => '?').join(', ')})`;
  db.prepare(text).run(...names.map((name) => row[name] ?? null));
}

/** Recreates a language whose row is lost from its term and its twin, so that items keep theirs. */
function keepLanguages(db: WriteDb): string[] {
  const lost = all<{ id: number; twin: number | null; slug: string }>(
    db,
    sql`SELECT t.id, t.slug, (SELECT id FROM terms WHERE taxonomy = 'term_language' AND slug = 'pll_' || t.slug) AS twin
        FROM terms AS t WHERE t.taxonomy = 'language' AND t.id NOT IN (SELECT term_id FROM languages) ORDER BY t.id`,
  );
  for (const { id, twin, slug } of lost)
    if (twin !== null)
      run(db, sql`INSERT INTO languages (term_id, twin_id, locale, is_rtl) VALUES (${id}, ${twin}, ${slug}, 0)`);
  db.exec(`DELETE FROM languages WHERE term_id NOT IN (SELECT id FROM terms) OR twin_id NOT IN (SELECT id FROM terms)`);
  db.exec(
    `DELETE FROM terms WHERE taxonomy IN ('language', 'term_language')
     AND id NOT IN (SELECT term_id FROM languages) AND id NOT IN (SELECT twin_id FROM languages)`,
  );
  return lost.filter(({ twin }) => twin !== null).map(({ slug }) => slug);
}

/** A site needs a default category, and a default language if it has languages. Groups are derived from their members. */
function keepDefaults(db: WriteDb, category: Record<string, SqlValue> | undefined): void {
  db.exec(`INSERT OR IGNORE INTO groups (id, kind, type) SELECT group_id, kind, type FROM item_languages`);
  const wanted = pluck<number>(db, sql`SELECT default_category_id FROM site`);
  const isThere = pluck<number>(db, sql`SELECT 1 FROM terms WHERE id = ${wanted ?? 0} AND taxonomy = 'category'`) === 1;
  if (!isThere) {
    const other = pluck<number>(db, sql`SELECT min(id) FROM terms WHERE taxonomy = 'category'`);
    if (other === null || other === undefined)
      run(
        db,
        sql`INSERT INTO terms (uuid, taxonomy, name, slug, name_folded)
            VALUES (${category?.['uuid'] ?? ''}, 'category', 'Uncategorized', 'uncategorized', 'uncategorized')`,
      );
    run(db, sql`UPDATE site SET default_category_id = (SELECT min(id) FROM terms WHERE taxonomy = 'category')`);
  }
  run(
    db,
    sql`UPDATE site SET default_language_id = (SELECT min(term_id) FROM languages)
        WHERE default_language_id IS NULL OR default_language_id NOT IN (SELECT term_id FROM languages)`,
  );
}

/** Clears dangling references, or deletes their rows. The referenced rows are reported as missing. */
function settleReferences(db: WriteDb): { table: string; id: number }[] {
  const named: { table: string; id: number }[] = [];
  for (let found = orphans(db, []); found.length > 0; found = orphans(db, []))
    for (const orphan of found) {
      const [first] = orphan.foreignKey.columns;
      const { key } = columnsOf(db, orphan.table);
      const values = JSON.parse(orphan.key) as SqlValue[];
      const where = joinSql(
        key.map((name, at) => sql`${rawSql(name)} = ${values[at] ?? null}`),
        ' AND ',
      );
      const id =
        first && pluck<SqlValue>(db, sql`SELECT ${rawSql(first.from)} FROM ${rawSql(orphan.table)} WHERE ${where}`);
      if (typeof id === 'number') named.push({ table: orphan.foreignKey.table, id });
      repairOrphan(db, orphan);
    }
  db.exec(`DELETE FROM groups WHERE id NOT IN (SELECT group_id FROM item_languages)`);
  db.exec(
    `UPDATE groups SET source = NULL WHERE source IS NOT NULL
     AND source NOT IN (SELECT item_id FROM item_languages WHERE group_id = groups.id)`,
  );
  db.exec(`DELETE FROM confirmations WHERE text_id NOT IN (SELECT id FROM source_texts)`);
  return named;
}

/** Ids of lost rows are not reused, and new items are numbered above those that a live site gives out (`live-site.md` 11). */
function keepNumbers(db: WriteDb, missing: readonly MissingRow[]): void {
  for (const [table, rows] of Map.groupBy(missing, (row) => row.table)) {
    const highest = rows.reduce((most, { id }) => Math.max(most, id), 0);
    run(db, sql`UPDATE sqlite_sequence SET seq = max(seq, ${highest}) WHERE name = ${table}`);
  }
  const bornFrom = pluck<number | null>(db, sql`SELECT max(born_from) FROM live_sites`);
  if (bornFrom) raiseSequences(db, bornFrom - 1);
}
