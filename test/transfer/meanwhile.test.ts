// Concurrent writes while an import reads and plans: it succeeds as if it had started after them.
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { transact } from '../../core/domain/history/history.ts';
import { applyPlan } from '../../core/transfer/apply/apply.ts';
import { formatAt } from '../../core/transfer/formats.ts';
import { importFile } from '../../core/transfer/import.ts';
import { planImport } from '../../core/transfer/plan/plan.ts';
import { UNWATCHED } from '../../core/transfer/refusal.ts';
import { emptyReport, type Report } from '../../core/transfer/report.ts';
import { stage } from '../../core/transfer/stage.ts';
import { createStaging } from '../../core/store/transfer/staging.ts';
import type { Job } from '../../core/schema/site/job.ts';
import { bodyOf, openBench, type Bench } from '../support/engine.ts';
import { bench } from './benches.ts';
import { generateWxr } from './generate.ts';
import { FIXTURE, importer, importInto, temporaryFolder } from './support.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

const post = (bench: Bench, path: string, body: object): void =>
  expect([200, 201]).toContain(bench.ask('POST', path, body).status);

/** Imports, with `meanwhile` between the plan and the transaction. */
function importWhile({ engine: { site } }: Bench, meanwhile: () => void): Report {
  return importFile(
    site,
    { path: FIXTURE },
    {
      control: UNWATCHED,
      merge(work) {
        meanwhile();
        return transact(site, importer, () => ({ ...work(), keep: true })).value;
      },
    },
  );
}

/** What a person sees of it: items, terms and languages with their numbers and links. */
function seen({ engine: { site } }: Bench): unknown {
  const rows = (text: string): unknown[] => site.db.prepare<[], unknown>(text).all();
  return {
    posts: rows('SELECT id, type, status, slug, title, parent, author FROM posts ORDER BY id'),
    terms: rows('SELECT id, taxonomy, slug, name, parent FROM terms ORDER BY id'),
    users: rows('SELECT id, login FROM users ORDER BY id'),
    links: rows('SELECT kind, item_id, language_id, group_id, pos FROM item_languages ORDER BY kind, item_id'),
    carried: rows('SELECT post_id, term_id FROM post_terms ORDER BY post_id, term_id'),
  };
}

/** What somebody does, first on an empty site, then on one that holds the file already. */
const MEANWHILE: readonly [name: string, isAgain: boolean, act: (bench: Bench) => void][] = [
  ['creates posts', false, (b) => [1, 2, 3].forEach((n) => post(b, '/wp/v2/posts', { title: `Other ${n}` }))],
  ['creates a category', false, (b) => post(b, '/wp/v2/categories', { name: 'Other' })],
  ['creates a language of the file', false, (b) => post(b, '/pll/v1/languages', { locale: 'fr_FR' })],
  ['creates posts', true, (b) => post(b, '/wp/v2/posts', { title: 'Other' })],
  [
    'deletes for good what the file updates',
    true,
    (b) => {
      const [first] = b.ask('GET', '/wp/v2/posts').body as { id: number }[];
      expect(b.ask('DELETE', `/wp/v2/posts/${first?.id}`, { force: true }).status).toBe(200);
    },
  ],
  ['takes the first import back', true, (b) => post(b, '/polydesk/v1/history/1/undo', {})],
];

test.each(MEANWHILE)(
  'somebody %s (the file is here already: %s): as if the import had come after',
  (_, isAgain, act) => {
    const [meanwhile, after] = [bench(), bench()];
    for (const one of [meanwhile, after]) if (isAgain) importInto(one.engine.site, { path: FIXTURE });
    const report = importWhile(meanwhile, () => act(meanwhile));
    act(after);
    expect(report).toEqual(importInto(after.engine.site, { path: FIXTURE }));
    expect(seen(meanwhile)).toEqual(seen(after));
  },
);

test('control: the plan that was made before fails', () => {
  const { engine } = bench();
  const staging = createStaging(join(folder.path, 'staging.sqlite'));
  onTestFinished(() => staging.close());
  const records = stage(staging, (sink) =>
    formatAt(FIXTURE).read(FIXTURE, sink, { report: emptyReport(), control: UNWATCHED, now: new Date() }),
  );
  const plan = planImport(engine.site, records);
  const created = Number(
    bodyOf(engine.dispatch({ method: 'POST', path: '/wp/v2/posts', body: { title: 'Other' } }, importer))['id'],
  );
  expect(created).toBe(1);
  const apply = (): unknown =>
    staging.lend(engine.site.db, () =>
      transact(engine.site, importer, () => {
        applyPlan(engine.site, plan, { control: UNWATCHED, index: undefined });
        return { value: null, keep: true };
      }),
    );
  expect(apply).toThrow(/UNIQUE constraint/);
});

test(
  'a writer as fast as it can, four times: every import goes through, and nothing acknowledged is lost',
  { timeout: 240_000 },
  async () => {
    const file = join(folder.path, 'some.xml');
    generateWxr(file, 300);
    let during = 0;
    for (let n = 0; n < 4; n += 1) {
      const own = openBench({ file: join(folder.path, `${n}.polydesk`) });
      const copy = join(folder.path, `upload-${n}.xml`);
      copyFileSync(file, copy);
      const upload = { path: copy, name: 'some.xml', type: 'application/xml', size: 1 };
      const headers = { 'content-disposition': 'attachment; filename="some.xml"', 'content-type': 'application/xml' };
      const started = own.engine.dispatch(
        { method: 'POST', path: '/polydesk/v1/imports', headers, file: upload },
        own.admin,
      );
      const id = String(bodyOf(started)['job']);
      const written: number[] = [];
      let job: Job;
      do {
        const answer = own.ask('POST', '/wp/v2/posts', { title: `Written ${written.length}`, status: 'publish' });
        if (answer.status === 201) written.push(Number(bodyOf(answer)['id']));
        else expect(answer.status).toBe(503);
        await turn();
        job = own.ask('GET', `/polydesk/v1/jobs/${id}`).body as Job;
      } while (job.state === 'queued' || job.state === 'running');
      expect(job).toMatchObject({ state: 'done', report: { posts: { created: 270 }, media: { created: 30 } } });
      during += written.length;
      // By the index of texts, which a thread makes for large files on sites that have none yet.
      const query = { search: 'Written', lang: '' };
      const found = own.engine.dispatch({ method: 'GET', path: '/wp/v2/posts', query }, own.admin);
      expect(found.headers['X-WP-Total']).toBe(String(written.length));
      own.engine.close();
    }
    // Control: it did write while imports ran.
    expect(during).toBeGreaterThan(4 * 5);
  },
);
