import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { drainSearchQueue } from '../../core/domain/content/posts/search-index.ts';
import type { Site } from '../../core/site.ts';
import { dump, state } from '../fuzz/dump.ts';
import { openBench } from '../support/engine.ts';
import { checkInvariants } from '../../core/store/file/invariants.ts';
import { generateWxr } from './generate.ts';
import { FIXTURE, importInto, temporaryFolder } from './support.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

/** Derived data is computed before tables are compared. */
function tables(site: Site): ReturnType<typeof dump> {
  drainSearchQueue(site);
  return dump(site.db);
}

test('undoing an import gives the tables before it, and undoing that brings everything back', () => {
  const bench = openBench();
  const { db } = bench.engine.site;
  const before = tables(bench.engine.site);
  importInto(bench.engine.site, { path: FIXTURE });
  const after = tables(bench.engine.site);
  expect(checkInvariants(db)).toEqual([]);
  expect(bench.ask('POST', '/polydesk/v1/history/1/undo', {}).status).toBe(200);
  expect(tables(bench.engine.site)).toEqual(before);
  expect(bench.ask('POST', '/polydesk/v1/history/2/undo', {}).status).toBe(200);
  expect(tables(bench.engine.site)).toEqual(after);
  bench.engine.close();
});

test('the same for an import into a site that has languages and items of its own', () => {
  const bench = openBench();
  const { db } = bench.engine.site;
  bench.ask('POST', '/pll/v1/languages', { locale: 'fr_FR' });
  for (const title of ['Un', 'Deux']) bench.ask('POST', '/wp/v2/posts', { title, status: 'publish', lang: 'fr' });
  const before = tables(bench.engine.site);
  const report = importInto(bench.engine.site, { path: FIXTURE });
  expect(report.languages).toMatchObject({ created: 2, skipped: 1 });
  expect(checkInvariants(db)).toEqual([]);
  const entries = bench.ask('GET', '/polydesk/v1/history').body as { id: number }[];
  expect(bench.ask('POST', `/polydesk/v1/history/${entries[0]?.id}/undo`, {}).status).toBe(200);
  expect(tables(bench.engine.site)).toEqual(before);
  bench.engine.close();
});

test.each([1, 5, 20, 50, 70])('an import that is cancelled after %d steps changes nothing', (steps) => {
  const bench = openBench();
  const before = state(bench.engine.site.db);
  let left = steps;
  const progress = (): void => {
    left -= 1;
    if (left < 0) throw new Error('cancelled');
  };
  expect(() => importInto(bench.engine.site, { path: FIXTURE }, { progress })).toThrow('cancelled');
  expect(state(bench.engine.site.db)).toBe(before);
  bench.engine.close();
});

test('a preview reports what the import does, and writes nothing', () => {
  const bench = openBench();
  const before = state(bench.engine.site.db);
  const preview = importInto(bench.engine.site, { path: FIXTURE, preview: true });
  expect(state(bench.engine.site.db)).toBe(before);
  expect(importInto(bench.engine.site, { path: FIXTURE })).toEqual(preview);
  bench.engine.close();
});

test('a larger export comes in as a whole, with its groups, and breaks no rule', () => {
  const bench = openBench();
  const path = `${folder.path}/large.xml`;
  generateWxr(path, 1000);
  const report = importInto(bench.engine.site, { path });
  expect(report.posts.created + report.media.created).toBe(1000);
  expect(checkInvariants(bench.engine.site.db)).toEqual([]);
  const posts = bench.engine.dispatch(
    { method: 'GET', path: '/wp/v2/posts', query: { lang: 'ar', per_page: '5' } },
    bench.admin,
  );
  for (const post of posts.body as { id: number; translations: Record<string, number> }[])
    expect(Object.keys(post.translations).sort()).toEqual(['ar', 'de', 'en', 'fr', 'ja']);
  bench.engine.close();
});

test.each(['__proto__', 'constructor', 'toString'])('an author may be called %s, as every object is', (login) => {
  const bench = openBench();
  const path = `${folder.path}/${login}.xml`;
  const file = readFileSync(FIXTURE, 'utf8');
  writeFileSync(
    path,
    file.replace(/(<wp:author_login>|<dc:creator>)<!\[CDATA\[[^\]]*\]\]>/g, `$1<![CDATA[${login}]]>`),
  );
  importInto(bench.engine.site, { path });
  const users = bench.engine.dispatch({ method: 'GET', path: '/wp/v2/users', query: { context: 'edit' } }, bench.admin)
    .body as { username: string }[];
  expect(users.map(({ username }) => username)).toContain(login);
  bench.engine.close();
});
