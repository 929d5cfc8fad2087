// A site with many posts in three languages, written directly by SQL, because creating a million through the routes would take
// hours. Derived data (counts, search, matrix) is computed by the product itself. Kept under .cache.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { createCaller } from '../../../core/domain/access/capabilities.ts';
import { drainMatrix } from '../../../core/domain/matrix/matrix.ts';
import { drainSearchQueue } from '../../../core/domain/content/posts/search-index.ts';
import { createEngine } from '../../../core/engine/engine.ts';
import { openSite } from '../../../core/site.ts';
import { createWriter } from './text.ts';

const root = join(import.meta.dirname, '../../..');
const folder = join(root, '.cache/bench');
const CATEGORIES = 12;
/** Number of the first post; the others follow. */
export const FIRST_ID = 1000;

/** The file with so many posts; made when it is not there or was made by other sources. */
export function seededSite(posts: number): string {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${posts}-${fingerprint()}.polydesk`);
  if (existsSync(file)) return file;
  for (const name of readdirSync(folder))
    if (name.startsWith(`${posts}-`)) rmSync(join(folder, name), { recursive: true });
  const unfinished = join(folder, `${posts}-unfinished.polydesk`);
  const note = (step: string): void => void process.stderr.write(`${posts} posts: ${step}\n`);
  note('languages and terms');
  const facts = prepare(unfinished);
  note('rows');
  fill(unfinished, posts, facts);
  note('search index and matrix');
  workOut(unfinished);
  for (const name of readdirSync(folder))
    if (name.startsWith(`${posts}-unfinished.polydesk.`)) rmSync(join(folder, name), { recursive: true });
  renameSync(unfinished, file);
  return file;
}

/** A file made by other tables or another seed is no good. */
function fingerprint(): string {
  const migrations = join(root, 'core/store/file/migrations');
  const sources = [
    ...readdirSync(migrations, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(migrations, name)),
    join(import.meta.dirname, 'seed.ts'),
    join(import.meta.dirname, 'text.ts'),
  ];
  const hash = createHash('sha256');
  for (const source of sources) hash.update(readFileSync(source));
  return hash.digest('hex').slice(0, 12);
}

interface Facts {
  languages: number[];
  /** By language. */
  categories: number[][];
}

/** Languages and categories come by the routes, as users make them. */
function prepare(file: string): Facts {
  const site = openSite(file, { version: '0.0.0-bench' });
  const engine = createEngine(site, { secrets: { put: never, get: never, sweep: never } });
  const admin = createCaller({ name: 'admin', userId: 1, role: 'administrator', origin: 'window', serverRights: true });
  const write = (path: string, body: object): { id: number; term_id: number } => {
    const answer = engine.dispatch({ method: 'POST', path, body }, admin);
    if (answer.status > 201) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer.body as { id: number; term_id: number };
  };
  const codes = { en: 'en_US', fr: 'fr_FR', de: 'de_DE' };
  const languages = Object.values(codes).map((locale) => write('/pll/v1/languages', { locale }).term_id);
  const categories = Object.keys(codes).map((lang) =>
    Array.from(
      { length: CATEGORIES },
      (_, at) => write('/wp/v2/categories', { name: `Category ${at} ${lang}`, lang }).id,
    ),
  );
  engine.close();
  return { languages, categories };
}

function never(): Promise<never> {
  return Promise.reject(new Error('The bench has no secrets.'));
}

interface Stored {
  type: string;
  name: string;
  sql: string;
}

/** Indexes and triggers go before the rows come, and come back after them: each index is then made in one sweep. */
function fill(file: string, posts: number, facts: Facts): void {
  const db = new Database(file);
  db.pragma('synchronous = OFF');
  db.pragma('journal_mode = OFF');
  db.pragma('foreign_keys = OFF');
  db.pragma('cache_size = -1000000');
  const stored = db
    .prepare<[], Stored>(
      "SELECT type, name, sql FROM sqlite_schema WHERE type IN ('index', 'trigger') AND sql IS NOT NULL",
    )
    .all();
  for (const { type, name } of stored) db.exec(`DROP ${type} "${name}"`);
  db.transaction(() => insertPosts(db, posts, facts))();
  db.exec(DERIVED);
  for (const { sql } of stored) db.exec(sql);
  db.pragma('journal_mode = WAL');
  db.close();
}

/** What the triggers would have noted. */
const DERIVED = `
INSERT INTO post_counts SELECT type, status, coalesce(language_id, 0), count(*) FROM posts GROUP BY 1, 2, 3;
INSERT INTO author_counts SELECT coalesce(author, 0), type, status, coalesce(language_id, 0), count(*) FROM posts GROUP BY 1, 2, 3, 4;
DELETE FROM term_counts;
INSERT INTO term_counts SELECT term_id, count(*) FROM post_terms GROUP BY 1;
INSERT INTO search_queue SELECT id FROM posts;
INSERT INTO matrix_queue SELECT id FROM groups WHERE kind = 'post';
`;

/** Group by group: every one has English, most French, half of them German. */
function insertPosts(db: Database.Database, posts: number, { languages, categories }: Facts): void {
  const insert = db.prepare(
    `INSERT INTO posts (id, uuid, type, status, slug, title, content, excerpt, date, date_gmt, modified, modified_gmt, author, guid, comment_status, ping_status, language_id, title_folded)
     VALUES (?, ?, 'post', ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, ?, 'open', 'open', ?, ?)`,
  );
  const group = db.prepare("INSERT INTO groups (id, kind, type) VALUES (?, 'post', 'post')");
  const member = db.prepare(
    "INSERT INTO item_languages (kind, item_id, type, language_id, group_id, pos) VALUES ('post', ?, 'post', ?, ?, ?)",
  );
  const carry = db.prepare('INSERT INTO post_terms (post_id, term_id) VALUES (?, ?)');
  const firstGroup = db.prepare<[], number>('SELECT coalesce(max(id), 0) FROM groups').pluck().get() ?? 0;
  const writer = createWriter(posts);
  for (let number = 0, id = FIRST_ID; id < FIRST_ID + posts; number++) {
    const own = firstGroup + 1 + number;
    group.run(own);
    const members = [true, number % 4 !== 0, number % 2 === 0];
    for (let at = 0; at < members.length && id < FIRST_ID + posts; at++) {
      if (members[at] !== true) continue;
      const { title, slug, content, excerpt, date, modified, status } = writer.post(id - FIRST_ID);
      const language = languages[at] ?? 0;
      const uuid = `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`;
      insert.run(id, uuid, status, slug, title, content, excerpt, date, date, modified, modified, `https://example.org/?p=${id}`, language, title); // prettier-ignore
      member.run(id, language, own, at + 1);
      carry.run(id, categories[at]?.[number % CATEGORIES] ?? 1);
      id++;
    }
  }
}

/** As the first reader would, who then would have to wait. */
function workOut(file: string): void {
  const site = openSite(file, { version: '0.0.0-bench' });
  if (site.findings.length > 0) throw new Error(`The seed breaks rules: ${JSON.stringify(site.findings)}`);
  site.db.pragma('synchronous = OFF');
  site.db.pragma('cache_size = -1000000');
  drainSearchQueue(site);
  drainMatrix(site);
  site.db.pragma('wal_checkpoint(TRUNCATE)');
  site.close();
}
