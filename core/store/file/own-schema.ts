import Database from 'better-sqlite3';
import { foreignParts as foreign, replacedPart } from './failures.ts';
import { migrate, schemaVersion } from './migrate.ts';
import { migrations as allMigrations, type Migration } from './migrations/index.ts';
import { setPragmas } from './pragmas.ts';
import { all, run, sql, type ReadDb, type WriteDb } from '../sql.ts';

/** A table, index, view or trigger of a file. */
export interface SchemaPart {
  type: string;
  name: string;
  tbl_name: string;
  /** The statement that creates it. */
  sql: string;
}

/** How the schema of a file differs from that of its version. */
export interface SchemaDifference {
  /** Parts that do not belong to a site, or differ from ours: they could run with every write, or be read instead of ours. */
  foreign: SchemaPart[];
  /** Our indexes, views and triggers that are missing. */
  missing: SchemaPart[];
  /** Our tables that are missing or defined differently: their rows cannot be interpreted. */
  lostTables: string[];
}

/** Refuses a file with a schema that is not ours (`security.md` 5.1), before any of it runs. Nothing is written. */
export function assertOwnSchema(file: string, db: ReadDb, steps: readonly Migration[] = allMigrations): void {
  const difference = schemaDifference(db, steps);
  const names = differenceNames(difference);
  // The rows of such a table cannot be interpreted.
  if (difference.lostTables.length > 0) throw replacedPart(file, new Error(names.join(', ')));
  if (names.length > 0) throw foreign(file, names);
}

/** The names of what differs, for people. */
export function differenceNames({ foreign: parts, missing, lostTables }: SchemaDifference): string[] {
  const named = ({ type, name }: SchemaPart): string => `the ${type} "${name}"`;
  const gone = missing.filter(({ name }) => !parts.some((part) => part.name === name));
  return [
    ...parts.map(named),
    ...gone.map((part) => `${named(part)} is missing`),
    ...lostTables.map((name) => `the table "${name}" is missing or another`),
  ];
}

/** Compares the schema of a file with the one its migrations create. */
export function schemaDifference(db: ReadDb, steps: readonly Migration[] = allMigrations): SchemaDifference {
  const own = ownParts(steps, schemaVersion(db as WriteDb));
  const found = partsOf(db);
  const isOwn = (part: SchemaPart): boolean => own.get(keyOf(part))?.text === textOf(part);
  const byKey = new Map(found.map((part) => [keyOf(part), part]));
  const gone = [...own.values()].filter(
    ({ part }) => !byKey.has(keyOf(part)) || !isOwn(byKey.get(keyOf(part)) ?? part),
  );
  return {
    foreign: found.filter((part) => !isOwn(part) && !(part.type === 'table' && own.has(keyOf(part)))),
    missing: gone.map(({ part }) => part).filter(({ type }) => type !== 'table'),
    lostTables: gone.map(({ part }) => part).flatMap(({ type, name }) => (type === 'table' ? [name] : [])),
  };
}

/**
 * Removes foreign parts from the schema of a copy, without running or reading any of them, and recreates what is missing. The
 * pages of foreign parts remain: the caller must copy the file by VACUUM INTO next. Returns the names of the removed parts.
 */
export function takeOutForeign(db: WriteDb): string[] {
  const difference = schemaDifference(db);
  const { foreign: parts, missing } = difference;
  if (parts.length + missing.length === 0) return [];
  db.unsafeMode(true);
  db.pragma('writable_schema = ON');
  for (const { type, name } of parts) run(db, sql`DELETE FROM sqlite_schema WHERE type = ${type} AND name = ${name}`);
  // Otherwise the connection would keep using the old schema.
  db.pragma('writable_schema = RESET');
  for (const part of missing) db.exec(part.sql);
  db.unsafeMode(false);
  return differenceNames(difference);
}

/** Those of the journal are rewritten with every opening, before anything is written. */
const JOURNAL_TRIGGER = /^journal_of_/;
/** Internal objects of SQLite. */
const OF_SQLITE = /^sqlite_(sequence|stat1|stat4|autoindex_.*)$/;

function partsOf(db: ReadDb): SchemaPart[] {
  const rows = all<SchemaPart>(db, sql`SELECT type, name, tbl_name, coalesce(sql, '') AS sql FROM sqlite_schema`);
  return rows.filter(
    ({ type, name }) =>
      !(type === 'trigger' && JOURNAL_TRIGGER.test(name)) && !(/^(table|index)$/.test(type) && OF_SQLITE.test(name)),
  );
}

const keyOf = ({ type, name }: SchemaPart): string => `${type} ${name}`;

/** Differences in whitespace and comments are ignored. */
function textOf({ tbl_name, sql: text }: SchemaPart): string {
  const plain = text.replace(/--[^\n]*/g, ' ').replace(/\s+/g, ' ');
  return `${tbl_name} ${plain}`;
}

interface OwnPart {
  part: SchemaPart;
  text: string;
}

const known = new WeakMap<readonly Migration[], Map<number, Map<string, OwnPart>>>();

function ownParts(steps: readonly Migration[], version: number): Map<string, OwnPart> {
  const versions = known.get(steps) ?? new Map<number, Map<string, OwnPart>>();
  known.set(steps, versions);
  const found = versions.get(version) ?? readOwnParts(steps.slice(0, version));
  versions.set(version, found);
  return found;
}

function readOwnParts(steps: readonly Migration[]): Map<string, OwnPart> {
  const db = new Database(':memory:') as WriteDb;
  try {
    setPragmas(db, 'memory');
    migrate(db, steps, () => undefined);
    return new Map(partsOf(db).map((part) => [keyOf(part), { part, text: textOf(part) }]));
  } finally {
    db.close();
  }
}
