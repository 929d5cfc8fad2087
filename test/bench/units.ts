// How long it takes to judge the units of a site, and its effect on other requests: `node test/bench/units.ts [items]`. Articles
// of ten blocks in five languages; every fifth source has changed, every seventh version has an untranslated unit.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { createCaller } from '../../core/domain/access/capabilities.ts';
import { createEngine, type Engine } from '../../core/engine/engine.ts';
import { openSite } from '../../core/site.ts';
import { hasGroupToJudge } from '../../core/store/matrix/unit-states.ts';

const LOCALES = ['en_US', 'fr_FR', 'de_DE', 'ar', 'ja'];
const WORDS = 'light ride night road brake lamp rain wheel hill city river bridge morning winter glove helmet'.split(
  ' ',
);
const admin = createCaller({ name: 'admin', userId: 1, role: 'administrator', origin: 'window', serverRights: true });
const items = Number(process.argv[2] ?? 100_000);
const folder = mkdtempSync(join(tmpdir(), 'polydesk-units-'));
try {
  console.log(JSON.stringify(await measure(join(folder, 'site.polydesk'), Math.ceil(items / LOCALES.length))));
} finally {
  rmSync(folder, { recursive: true });
}

async function measure(file: string, groups: number) {
  fill(file, groups, languagesOf(file));
  const engine = engineOf(file);
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const started = performance.now();
  let [read, write] = [0, 0];
  while (hasGroupToJudge(engine.site.db)) {
    read = Math.max(read, await timeOf(engine, { method: 'GET', path: '/wp/v2/posts', query: { per_page: '10' } }));
    const title = `Title ${performance.now()}`;
    write = Math.max(write, await timeOf(engine, { method: 'POST', path: '/wp/v2/posts/1000', body: { title } }));
    await wait(250);
  }
  const seconds = (performance.now() - started) / 1000;
  delay.disable();
  const { body } = await engine.ask({ method: 'GET', path: '/polydesk/v1/coverage', query: { type: 'post' } }, admin);
  engine.close();
  const longest = delay.max / 1e6;
  const rounded = { seconds, longestPauseMs: longest, slowestReadMs: read, slowestWriteMs: write };
  const figures = Object.fromEntries(
    Object.entries(rounded).map(([name, value]) => [name, Math.round(value * 10) / 10]),
  );
  return { items: groups * LOCALES.length, ...figures, work: (body as { work: unknown }[])[0]?.work };
}

async function timeOf(engine: Engine, request: Parameters<Engine['ask']>[0]): Promise<number> {
  const started = performance.now();
  await engine.ask(request, admin);
  return performance.now() - started;
}

function engineOf(file: string): Engine {
  const never = (): Promise<never> => Promise.reject(new Error('The bench has no secrets.'));
  const site = openSite(file, { version: '0.0.0-bench' });
  return createEngine(site, { secrets: { put: never, get: never, sweep: never } });
}

function languagesOf(file: string): number[] {
  const engine = engineOf(file);
  const ids = LOCALES.map((locale) => {
    const request = { method: 'POST', path: '/pll/v1/languages', body: { locale, no_default_cat: true } };
    return (engine.dispatch(request, admin).body as { term_id: number }).term_id;
  });
  engine.close();
  return ids;
}

/** Indexes and triggers go before the rows come, and come back after them. */
function fill(file: string, groups: number, languages: readonly number[]): void {
  const db = new Database(file);
  db.pragma('synchronous = OFF');
  db.pragma('foreign_keys = OFF');
  const stored = db
    .prepare<[], { type: string; name: string; sql: string }>(
      "SELECT type, name, sql FROM sqlite_schema WHERE type IN ('index', 'trigger') AND sql IS NOT NULL",
    )
    .all();
  for (const { type, name } of stored) db.exec(`DROP ${type} "${name}"`);
  db.transaction(() => insertGroups(db, groups, languages))();
  db.exec(`INSERT INTO post_counts SELECT type, status, coalesce(language_id, 0), count(*) FROM posts GROUP BY 1, 2, 3;
    INSERT INTO matrix_queue SELECT id FROM groups WHERE kind = 'post';
    INSERT INTO unit_queue (group_id, kind, type) SELECT id, kind, type FROM groups WHERE kind = 'post';`);
  for (const { sql } of stored) db.exec(sql);
  db.close();
}

function insertGroups(db: Database.Database, groups: number, languages: readonly number[]): void {
  const insert = db.prepare(
    `INSERT INTO posts (id, uuid, type, status, slug, title, content, excerpt, date, date_gmt, modified, modified_gmt, author, guid, comment_status, ping_status, language_id)
     VALUES (?, ?, 'post', 'publish', ?, ?, ?, '', ?, ?, ?, ?, 1, ?, 'open', 'open', ?)`,
  );
  const group = db.prepare("INSERT INTO groups (id, kind, type) VALUES (?, 'post', 'post')");
  const member = db.prepare(
    "INSERT INTO item_languages (kind, item_id, type, language_id, group_id, pos) VALUES ('post', ?, 'post', ?, ?, ?)",
  );
  const texts = db.prepare("INSERT INTO source_texts VALUES (?, 'post', ?, ?, ?, '')");
  const confirmed = db.prepare("INSERT INTO confirmations VALUES ('post', ?, ?, ?, '2026-01-01T00:00:00.000Z')");
  const first = db.prepare<[], number>('SELECT coalesce(max(id), 0) FROM groups').pluck().get() ?? 0;
  const time = '2026-01-01T00:00:00';
  for (let number = 0, id = 1000; number < groups; number++) {
    const own = first + 1 + number;
    const source = id;
    group.run(own);
    const content = contentOf(number, 'en');
    texts.run(own, source, `Article ${number}`, number % 5 === 0 ? content.replace('road', 'old road') : content);
    languages.forEach((language, at) => {
      const said = at === 0 ? content : contentOf(number, LOCALES[at] ?? '', id % 7 === 0);
      const uuid = `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`;
      insert.run(id, uuid, `article-${id}`, `Article ${number}`, said, time, time, time, time, `https://example.org/?p=${id}`, language); // prettier-ignore
      member.run(id, language, own, at + 1);
      if (at > 0) confirmed.run(id, source, own);
      id++;
    });
  }
}

/** Ten blocks of some thirty words; of a translation another word before each. */
function contentOf(number: number, lang: string, isPartial = false): string {
  return Array.from({ length: 10 }, (_, block) => {
    const words = Array.from({ length: 30 }, (_, at) => WORDS[(number * 5 + block * 7 + at * at) % WORDS.length] ?? '');
    const isSame = lang === 'en' || (isPartial && block === 9);
    const text = (isSame ? words : words.map((word) => `${lang}${word}`)).join(' ');
    return block % 4 === 0
      ? `<!-- wp:heading -->\n<h2 class="wp-block-heading">${text.slice(0, 40)}</h2>\n<!-- /wp:heading -->`
      : `<!-- wp:paragraph -->\n<p>${text} road</p>\n<!-- /wp:paragraph -->`;
  }).join('\n\n');
}
