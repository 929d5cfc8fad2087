import { rmSync } from 'node:fs';
import Database from 'better-sqlite3';
import { all, column, each, get, pluck, rawSql, run, sql, type Sql, type WriteDb } from '../sql.ts';

/** A term of an import, as the plan sees it. */
export interface StagedTerm {
  seq: number;
  source: number | null;
  uuid: string;
  taxonomy: string;
  slug: string;
  name: string;
  parent: string;
  parent_source: number | null;
  line: number;
}

/** An item of an import, as the plan sees it: everything except its texts. */
export interface StagedPost {
  seq: number;
  source: number | null;
  uuid: string;
  type: string;
  status: string;
  title: string;
  author: string;
  date: string;
  /** "" if the file does not specify it. */
  modified_gmt: string;
  guid: string;
  lang: string;
  lang_name: string;
  group_name: string;
  parent: number;
  featured_media: number;
  /** The number of its comments. */
  comments: number;
  line: number;
}

export interface StagedRef {
  taxonomy: string;
  slug: string;
  name: string;
  /** Code of the language of its items; "" if they disagree or have none. */
  lang: string;
}

const SHAPE = `
CREATE TABLE records (seq INTEGER PRIMARY KEY, kind TEXT NOT NULL, line INTEGER NOT NULL, data TEXT NOT NULL) STRICT;
CREATE INDEX records_kind ON records (kind, seq);
CREATE TABLE terms (
  seq INTEGER PRIMARY KEY, source INTEGER, uuid TEXT NOT NULL, taxonomy TEXT NOT NULL, slug TEXT NOT NULL,
  name TEXT NOT NULL, parent TEXT NOT NULL, parent_source INTEGER, line INTEGER NOT NULL, data TEXT NOT NULL
) STRICT;
CREATE INDEX terms_slug ON terms (taxonomy, slug);
CREATE TABLE posts (
  seq INTEGER PRIMARY KEY, source INTEGER, uuid TEXT NOT NULL, type TEXT NOT NULL, status TEXT NOT NULL, title TEXT NOT NULL,
  author TEXT NOT NULL, date TEXT NOT NULL, modified_gmt TEXT NOT NULL, guid TEXT NOT NULL, lang TEXT NOT NULL,
  lang_name TEXT NOT NULL, group_name TEXT NOT NULL, parent INTEGER NOT NULL, featured_media INTEGER NOT NULL, comments INTEGER NOT NULL, line INTEGER NOT NULL, data TEXT NOT NULL
) STRICT;
-- Apart from the rest: the plan goes through all items several times without them.
CREATE TABLE texts (seq INTEGER PRIMARY KEY, excerpt TEXT NOT NULL, content TEXT NOT NULL) STRICT;
CREATE TABLE refs (post INTEGER NOT NULL, taxonomy TEXT NOT NULL, slug TEXT NOT NULL, name TEXT NOT NULL, source INTEGER) STRICT;
`;

/** The long texts of an item: outside its JSON, where every character would be processed two more times. */
export interface Texts {
  excerpt: string;
  content: string;
}

/**
 * A separate file next to the site, into which an import is read before anything is decided: memory use stays low however large
 * the file is. Records are JSON; what the plan needs of them is in columns.
 */
export interface Staging {
  putRecord(kind: 'user' | 'language' | 'group', line: number, data: object): void;
  putTerm(term: Omit<StagedTerm, 'seq'>, data: object): void;
  putPost(
    post: Omit<StagedPost, 'seq'>,
    refs: readonly (Omit<StagedRef, 'lang'> & { source?: number })[],
    data: Texts & object,
  ): void;
  records<T>(kind: 'user' | 'language' | 'group'): IterableIterator<T>;
  terms(): IterableIterator<StagedTerm>;
  posts(): IterableIterator<StagedPost>;
  /** Whole terms and items in file order. */
  termData<T>(): IterableIterator<[seq: number, data: T]>;
  postData<T extends Texts>(): IterableIterator<[seq: number, data: T]>;
  /** The same without their texts, which need not pass through JavaScript to reach the site. */
  postHeads<T>(): IterableIterator<[seq: number, data: T]>;
  textsOf(seq: number): Texts;
  /** Terms used by items, without duplicates, with the language of those items. */
  refs(): IterableIterator<StagedRef>;
  /**
   * Which types use which taxonomies; this and the next two sorted by name, so that the result does not depend on the order of
   * the file.
   */
  typesOfTaxonomies(): { taxonomy: string; type: string; hasLanguage: 0 | 1 }[];
  /** Types of the items: how many, whether any has a parent, whether any has a language. */
  types(): { type: string; n: number; hasParent: 0 | 1; hasLanguage: 0 | 1 }[];
  taxonomies(): { taxonomy: string; hasParent: 0 | 1 }[];
  /** Logins of the authors of items, without duplicates. */
  authors(): string[];
  /** Languages of items, without duplicates. */
  languagesOfItems(): { code: string; name: string }[];
  highestPost(limit: number): number;
  highestTerm(limit: number): number;
  count(table: 'terms' | 'posts'): number;
  /** Call when everything is added: from here on it is only read. */
  seal(): void;
  /** Within `work`, the statements of a site can read it as `staged`. Not inside a transaction. */
  lend<T>(to: WriteDb, work: () => T): T;
  close(): void;
}

/** Large pages: fewer system calls for data that is written and read once, in order. */
const PRAGMAS = [
  ...['page_size = 32768', 'journal_mode = OFF', 'synchronous = OFF'],
  ...['temp_store = MEMORY', 'cache_size = -4000'],
];

/** Creates an empty one at an unused path; `close` removes it. */
export function createStaging(path: string): Staging {
  const db = new Database(path) as unknown as WriteDb;
  for (const pragma of PRAGMAS) db.pragma(pragma);
  db.exec(SHAPE);
  db.exec('BEGIN');
  return { ...writers(db), ...readers(db), ...questions(db), ...ends(db, path) };
}

function ends(db: WriteDb, path: string): Pick<Staging, 'seal' | 'lend' | 'close'> {
  return {
    seal() {
      db.exec('COMMIT');
      db.pragma('shrink_memory');
    },
    lend(to, work) {
      to.prepare('ATTACH ? AS staged').run(path);
      // Read once, in order, so a small cache will do.
      to.pragma('staged.cache_size = -1000');
      try {
        return work();
      } finally {
        to.exec('DETACH staged');
      }
    },
    close() {
      // Unlinks it first, if the system allows that: SQLite does not tidy up a deleted file.
      remove(path);
      db.close();
      remove(path);
    },
  };
}

function remove(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // It is removed with its folder.
  }
}

/** Columns the plan reads, each named as in the facts of a record. */
const TERM_COLUMNS = ['source', 'uuid', 'taxonomy', 'slug', 'name', 'parent', 'parent_source', 'line'] as const;
const POST_COLUMNS = [
  ...(['source', 'uuid', 'type', 'status', 'title', 'author', 'date', 'modified_gmt', 'guid'] as const),
  ...(['lang', 'lang_name', 'group_name', 'parent', 'featured_media', 'comments', 'line'] as const),
] as const;

/** As prepared texts: there are many items, and `sql` examines each value. */
const PUT_TERM = insertOf('terms', [...TERM_COLUMNS, 'data']);
const PUT_POST = insertOf('posts', [...POST_COLUMNS, 'data']);
const PUT_TEXTS = insertOf('texts', ['seq', 'excerpt', 'content']);
const PUT_REF = insertOf('refs', ['post', 'taxonomy', 'slug', 'name', 'source']);

function insertOf(table: string, columns: readonly string[]): string {
  return `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`;
}

function writers(db: WriteDb): Pick<Staging, 'putRecord' | 'putTerm' | 'putPost'> {
  return {
    putRecord(kind, line, data) {
      run(db, sql`INSERT INTO records (kind, line, data) VALUES (${kind}, ${line}, ${JSON.stringify(data)})`);
    },
    putTerm(term, data) {
      run(db, [PUT_TERM, [...TERM_COLUMNS.map((name) => term[name]), JSON.stringify(data)]]);
    },
    putPost(post, refs, data) {
      const { excerpt, content } = data;
      const json = JSON.stringify({ ...data, excerpt: undefined, content: undefined });
      const head = [...POST_COLUMNS.map((name) => post[name]), json];
      const seq = Number(run(db, [PUT_POST, head]).lastInsertRowid);
      run(db, [PUT_TEXTS, [seq, excerpt, content]]);
      for (const { taxonomy, slug, name, source: term = null } of refs)
        run(db, [PUT_REF, [seq, taxonomy, slug, name, term]]);
    },
  };
}

type Readers = Pick<
  Staging,
  'records' | 'terms' | 'posts' | 'termData' | 'postData' | 'postHeads' | 'textsOf' | 'refs'
>;

function readers(db: WriteDb): Readers {
  return {
    *records<T>(kind: string) {
      for (const row of each<{ data: string }>(db, sql`SELECT data FROM records WHERE kind = ${kind} ORDER BY seq`))
        yield JSON.parse(row.data) as T;
    },
    terms: () => each<StagedTerm>(db, sql`SELECT seq, ${rawSql(TERM_COLUMNS.join(', '))} FROM terms ORDER BY seq`),
    posts: () => each<StagedPost>(db, sql`SELECT seq, ${rawSql(POST_COLUMNS.join(', '))} FROM posts ORDER BY seq`),
    termData: <T>() => parsed<T>(db, sql`SELECT seq, data FROM terms ORDER BY seq`),
    *postData<T>() {
      const rows = each<Texts & { seq: number; data: string }>(
        db,
        sql`SELECT p.seq, p.data, t.excerpt, t.content FROM posts AS p CROSS JOIN texts AS t ON t.seq = p.seq ORDER BY p.seq`,
      );
      for (const { seq, data, excerpt, content } of rows)
        yield [seq, Object.assign(JSON.parse(data) as object, { excerpt, content }) as T];
    },
    postHeads: <T>() => parsed<T>(db, sql`SELECT seq, data FROM posts ORDER BY seq`),
    textsOf: (seq) =>
      get<Texts>(db, sql`SELECT excerpt, content FROM texts WHERE seq = ${seq}`) ?? { excerpt: '', content: '' },
    refs: () =>
      each<StagedRef>(
        db,
        sql`SELECT r.taxonomy, r.slug, max(r.name) AS name,
              CASE WHEN min(p.lang) = max(p.lang) THEN min(p.lang) ELSE '' END AS lang
            FROM refs AS r JOIN posts AS p ON p.seq = r.post WHERE r.source IS NULL GROUP BY r.taxonomy, r.slug ORDER BY min(r.rowid)`,
      ),
  };
}

type Questions = Pick<
  Staging,
  | 'typesOfTaxonomies'
  | 'types'
  | 'taxonomies'
  | 'authors'
  | 'languagesOfItems'
  | 'highestPost'
  | 'highestTerm'
  | 'count'
>;

function questions(db: WriteDb): Questions {
  return {
    typesOfTaxonomies: () =>
      all(
        db,
        sql`SELECT r.taxonomy, p.type, max(p.lang <> '') AS hasLanguage FROM refs AS r JOIN posts AS p ON p.seq = r.post
            WHERE r.source IS NULL GROUP BY r.taxonomy, p.type ORDER BY r.taxonomy, p.type`,
      ),
    types: () =>
      all(
        db,
        sql`SELECT type, count(*) AS n, max(parent > 0) AS hasParent, max(lang <> '') AS hasLanguage FROM posts
            GROUP BY type ORDER BY type`,
      ),
    taxonomies: () =>
      all(
        db,
        sql`SELECT taxonomy, max(parent <> '' OR parent_source IS NOT NULL) AS hasParent FROM terms
            GROUP BY taxonomy ORDER BY taxonomy`,
      ),
    authors: () =>
      column<string>(db, sql`SELECT author FROM posts WHERE author <> '' GROUP BY author ORDER BY min(seq)`),
    languagesOfItems: () =>
      all(
        db,
        sql`SELECT lang AS code, max(lang_name) AS name FROM posts WHERE lang <> '' GROUP BY lang ORDER BY min(seq)`,
      ),
    highestPost: (limit) =>
      pluck<number>(db, sql`SELECT coalesce(max(source), 0) FROM posts WHERE source <= ${limit}`) ?? 0,
    highestTerm: (limit) =>
      pluck<number>(db, sql`SELECT coalesce(max(source), 0) FROM terms WHERE source <= ${limit}`) ?? 0,
    // Numbered in order of insertion, so the highest number is the count.
    count: (table) =>
      pluck<number | null>(db, table === 'terms' ? sql`SELECT max(seq) FROM terms` : sql`SELECT max(seq) FROM posts`) ??
      0,
  };
}

function* parsed<T>(db: WriteDb, query: Sql): IterableIterator<[number, T]> {
  for (const row of each<{ seq: number; data: string }>(db, query)) yield [row.seq, JSON.parse(row.data) as T];
}
