// A site with many groups in many languages, to measure scrolling of the matrix: written by SQL, kept under .cache/bench.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { createCaller } from '../../../core/domain/access/capabilities.ts';
import { drainMatrix } from '../../../core/domain/matrix/matrix.ts';
import { createEngine } from '../../../core/engine/engine.ts';
import { openSite } from '../../../core/site.ts';

const root = join(import.meta.dirname, '../../..');
const folder = join(root, '.cache/bench');
const FIRST_ID = 1000;
/** Locales of the languages, as many as are asked for. */
const LOCALES =
  'en_US fr_FR de_DE ar ja es_ES pt_PT it_IT nl_NL pl_PL sv_SE uk tr_TR zh_CN ko_KR he_IL da_DK nb_NO fi el cs_CZ hu_HU ro_RO bg_BG sk_SK hr sl_SI lt_LT et vi'.split(
    ' ',
  );

/** The file with so many groups; made when it is not there or was made by other tables. */
export function seededMatrix(groups: number, languages: number): string {
  mkdirSync(folder, { recursive: true });
  const name = `matrix-${groups}x${languages}-`;
  const file = join(folder, `${name}${fingerprint()}.polydesk`);
  if (existsSync(file)) return file;
  for (const old of readdirSync(folder)) if (old.startsWith(name)) rmSync(join(folder, old), { recursive: true });
  const unfinished = join(folder, `${name}unfinished.polydesk`);
  fill(unfinished, groups, prepare(unfinished, LOCALES.slice(0, languages)));
  workOut(unfinished);
  renameSync(unfinished, file);
  return file;
}

function fingerprint(): string {
  const migrations = join(root, 'core/store/file/migrations');
  const sources = [
    ...readdirSync(migrations, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(migrations, name)),
    import.meta.filename,
  ];
  const hash = createHash('sha256');
  for (const source of sources) hash.update(readFileSync(source));
  return hash.digest('hex').slice(0, 12);
}

/** Languages come by the routes, as users make them. */
function prepare(file: string, locales: readonly string[]): number[] {
  const never = (): Promise<never> => Promise.reject(new Error('The bench has no secrets.'));
  const site = openSite(file, { version: '0.0.0-bench' });
  const engine = createEngine(site, { secrets: { put: never, get: never, sweep: never } });
  const admin = createCaller({ name: 'admin', userId: 1, role: 'administrator', origin: 'window', serverRights: true });
  const ids = locales.map((locale) => {
    const request = { method: 'POST', path: '/pll/v1/languages', body: { locale, no_default_cat: true } };
    const { status, body } = engine.dispatch(request, admin);
    if (status > 201) throw new Error(`${locale}: ${JSON.stringify(body)}`);
    return (body as { term_id: number }).term_id;
  });
  engine.close();
  return ids;
}

interface Stored {
  type: string;
  name: string;
  sql: string;
}

/** Indexes and triggers go before the rows come, and come back after them. */
function fill(file: string, groups: number, languages: readonly number[]): void {
  const db = new Database(file);
  db.pragma('synchronous = OFF');
  db.pragma('journal_mode = OFF');
  db.pragma('foreign_keys = OFF');
  const stored = db
    .prepare<[], Stored>(
      "SELECT type, name, sql FROM sqlite_schema WHERE type IN ('index', 'trigger') AND sql IS NOT NULL",
    )
    .all();
  for (const { type, name } of stored) db.exec(`DROP ${type} "${name}"`);
  db.transaction(() => insertGroups(db, groups, languages))();
  db.exec(`INSERT INTO post_counts SELECT type, status, coalesce(language_id, 0), count(*) FROM posts GROUP BY 1, 2, 3;
    INSERT INTO matrix_queue SELECT id FROM groups WHERE kind = 'post';`);
  for (const { sql } of stored) db.exec(sql);
  db.pragma('journal_mode = WAL');
  db.close();
}

/** Every group has English; of the others two to five languages, every ninth of them a draft. */
function insertGroups(db: Database.Database, groups: number, languages: readonly number[]): void {
  const insert = db.prepare(
    `INSERT INTO posts (id, uuid, type, status, slug, title, content, excerpt, date, date_gmt, modified, modified_gmt, author, guid, comment_status, ping_status, language_id)
     VALUES (?, ?, 'post', ?, ?, ?, '', '', ?, ?, ?, ?, 1, ?, 'open', 'open', ?)`,
  );
  const group = db.prepare("INSERT INTO groups (id, kind, type) VALUES (?, 'post', 'post')");
  const member = db.prepare(
    "INSERT INTO item_languages (kind, item_id, type, language_id, group_id, pos) VALUES ('post', ?, 'post', ?, ?, ?)",
  );
  const first = db.prepare<[], number>('SELECT coalesce(max(id), 0) FROM groups').pluck().get() ?? 0;
  const start = Date.UTC(2024, 0, 1);
  for (let number = 0, id = FIRST_ID; number < groups; number++) {
    const own = first + 1 + number;
    group.run(own);
    const time = new Date(start + number * 60_000).toISOString().slice(0, 19);
    const others = Array.from(
      { length: 2 + (number % 4) },
      (_, at) => 1 + ((number * 7 + at * 11) % (languages.length - 1)),
    );
    for (const [pos, at] of [0, ...new Set(others)].entries()) {
      const uuid = `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`;
      const status = pos > 0 && id % 9 === 0 ? 'draft' : 'publish';
      const title = `Article ${number + 1} about long rides, in language ${at + 1}`;
      insert.run(id, uuid, status, `article-${id}`, title, time, time, time, time, `https://example.org/?p=${id}`, languages[at]); // prettier-ignore
      member.run(id, languages[at], own, pos + 1);
      id++;
    }
  }
}

/** As the first reader would, who then would have to wait. */
function workOut(file: string): void {
  const site = openSite(file, { version: '0.0.0-bench' });
  if (site.findings.length > 0) throw new Error(`The seed breaks rules: ${JSON.stringify(site.findings)}`);
  site.db.pragma('synchronous = OFF');
  drainMatrix(site);
  site.db.pragma('wal_checkpoint(TRUNCATE)');
  site.close();
}
