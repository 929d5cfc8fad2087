import Database from 'better-sqlite3';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { all, run, sql, type ReadDb, type WriteDb } from '../sql.ts';

/** The version of the file format: a file with another one is rebuilt. */
const VERSION = '6';

/**
 * All of it is derived from the site (`contract/extras.md`, `/memory`). A text is stored once per language; `uses` records which
 * unit of which group has it, so that any two languages of a unit form a pair. Owners below 0 are entries of books; 0 owns the
 * strings of the site.
 */
const SCHEMA = /* sql */ `
CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE texts (
  id INTEGER PRIMARY KEY,
  language INTEGER NOT NULL,
  hash TEXT NOT NULL,
  marked TEXT NOT NULL,
  words INTEGER NOT NULL,
  -- Its words, of a script without blanks between them.
  cut TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX texts_hash ON texts (hash, language);
CREATE TABLE counts (language INTEGER PRIMARY KEY, texts INTEGER NOT NULL, words INTEGER NOT NULL) STRICT;
CREATE TABLE uses (
  owner INTEGER NOT NULL,
  unit INTEGER NOT NULL,
  language INTEGER NOT NULL,
  text INTEGER NOT NULL,
  item INTEGER NOT NULL,
  quality INTEGER NOT NULL,
  PRIMARY KEY (owner, unit, language)
) STRICT, WITHOUT ROWID;
CREATE INDEX uses_text ON uses (text);
-- The sentences of texts with several, by a hash of their words.
CREATE TABLE sentences (
  language INTEGER NOT NULL,
  hash INTEGER NOT NULL,
  text INTEGER NOT NULL,
  place INTEGER NOT NULL,
  PRIMARY KEY (language, hash, text, place)
) STRICT, WITHOUT ROWID;
CREATE INDEX sentences_text ON sentences (text);
-- Keys by their order: the rarest of a text are the first of their language.
CREATE TABLE keys (language INTEGER NOT NULL, key TEXT NOT NULL, rank INTEGER NOT NULL, PRIMARY KEY (language, key)) STRICT, WITHOUT ROWID;
CREATE INDEX keys_rank ON keys (language, rank);
-- The row number holds the length too: words * 2^32 + text.
-- What the checks found in the version of a group in a language, as JSON (core/domain/findings/stored.ts). The long column is the
-- last one, so that the others are read without it.
CREATE TABLE findings (
  group_id INTEGER NOT NULL,
  language INTEGER NOT NULL,
  -- The language of its source; 0 if there is nothing to check.
  source INTEGER NOT NULL,
  -- Hash of everything but the texts of the group.
  basis TEXT NOT NULL,
  item TEXT NOT NULL,
  keys TEXT NOT NULL,
  texts BLOB NOT NULL,
  PRIMARY KEY (group_id, language)
) STRICT;
CREATE INDEX findings_language ON findings (language, group_id);
CREATE VIRTUAL TABLE postings USING fts5(keys, content='', contentless_delete=1, detail=none, tokenize='ascii');
CREATE VIRTUAL TABLE grams USING fts5(text, content='', contentless_delete=1, detail=none, tokenize='trigram');
`;

/** Opens the memory of a site for writing, or creates an empty one; an unreadable one is recreated. `:memory:` is separate. */
export function openMemoryWriter(file: string): WriteDb {
  // As private as the site whose texts it holds.
  if (file !== ':memory:' && !existsSync(file)) writeFileSync(file, '', { mode: 0o600 });
  try {
    return prepare(new Database(file) as WriteDb);
  } catch {
    removeMemory(file);
    if (file !== ':memory:') writeFileSync(file, '', { mode: 0o600 });
    return prepare(new Database(file) as WriteDb);
  }
}

/** The same for reading; undefined while there is none that can be read. */
export function openMemoryReader(file: string): ReadDb | undefined {
  if (!existsSync(file)) return undefined;
  try {
    const db = new Database(file, { readonly: true, fileMustExist: true }) as ReadDb;
    db.pragma('busy_timeout = 50');
    db.pragma('cache_size = -65536');
    if (readFacts(db)['version'] === VERSION) return db;
    db.close();
  } catch {
    // It is just being created, or is not a memory: the writer will rebuild it.
  }
  return undefined;
}

/** Deletes the file of a memory, with its log. */
export function removeMemory(file: string): void {
  if (file === ':memory:') return;
  for (const end of ['', '-wal', '-shm']) rmSync(`${file}${end}`, { force: true });
}

/** The metadata of a memory: `site`, `stamp`, `prior`, `entry`, `ranked`; nothing if it is empty. */
export function readFacts(db: ReadDb): Record<string, string> {
  const rows = all<{ name: string; value: string }>(db, sql`SELECT name, value FROM facts`);
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

export function writeFacts(db: WriteDb, facts: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(facts))
    run(
      db,
      sql`INSERT INTO facts (name, value) VALUES (${name}, ${value}) ON CONFLICT DO UPDATE SET value = excluded.value`,
    );
}

/** Empties it, within the transaction that fills it again: until the commit, readers see the old content. */
export function emptyMemory(db: WriteDb): void {
  for (const table of ['facts', 'texts', 'counts', 'uses', 'sentences', 'keys', 'findings'])
    db.exec(`DELETE FROM ${table}`);
  for (const index of ['postings', 'grams']) db.exec(`INSERT INTO ${index} (${index}) VALUES ('delete-all')`);
  writeFacts(db, { version: VERSION });
}

function prepare(db: WriteDb): WriteDb {
  try {
    // Derived: what a crash loses is rebuilt, so no write waits for the disk.
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = NORMAL');
    db.pragma('busy_timeout = 2000');
    db.pragma('cache_size = -65536');
    db.pragma('temp_store = MEMORY');
    const isOurs = all(db, sql`SELECT 1 FROM sqlite_schema WHERE name = 'facts'`).length > 0;
    if (isOurs && readFacts(db)['version'] === VERSION) return db;
    if (isOurs) throw new Error('A memory of another version.');
    db.transaction(() => {
      db.exec(SCHEMA);
      writeFacts(db, { version: VERSION });
    })();
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}
