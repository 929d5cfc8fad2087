// A new kind of job, format and check need only the files that CONTRIBUTING names; what should derive from them does.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { plant, type Planted } from './planted.ts';

const CHECK = {
  'core/domain/check/content.ts': {
    before: "  { name: 'no-language',",
    add: `  {
    name: 'pretended',
    severity: 'notice',
    // Stands before it in the list all the same.
    after: ['no-language'],
    find: (site) =>
      site.db.prepare("SELECT id FROM posts WHERE title = 'Pretended'").pluck().all().map((id) => ({
        key: String(id),
        about: { kind: 'post', id: Number(id) },
        text: 'An item only pretends.',
        repair: 'Give it another title.',
        mend: () => updatePost(site.db, Number(id), { title: 'Real' }),
      })),
  },
`,
  },
} satisfies Planted;

test('a check is a row', { timeout: 600_000 }, () => {
  expect(Object.keys(CHECK)).toHaveLength(1);
  const tree = plant(CHECK);
  const found = tree.run(`
    bench.ask('POST', '/pll/v1/languages', { locale: 'en_US' });
    const { id } = bench.ask('POST', '/wp/v2/posts', { title: 'Pretended', status: 'publish' }).body as { id: number };
    const { CHECKS } = await import('./core/domain/check/check.ts');
    const before = bench.ask('GET', '/polydesk/v1/check').body;
    bench.ask('POST', '/wp/v2/posts', { title: 'Pretended', status: 'draft' });
    const after = bench.ask('POST', '/polydesk/v1/check', { repair: ['pretended:' + id] }).body;
    say({ id, before, after, last: CHECKS.at(-1)?.name });
  `) as { id: number; before: unknown; after: unknown[]; last: string };
  expect(found.before).toMatchObject([
    { id: `pretended:${found.id}`, kind: 'pretended', severity: 'notice', repair: 'Give it another title.' },
  ]);
  expect(found.after).toMatchObject([{ kind: 'pretended' }]);
  expect(found.last).toBe('pretended');
  expect(tree.command('check', 'site.polydesk', '--repair')).toContain('1 finding was repaired.');
});

const JOB = {
  'core/domain/site/pretended.ts': `
import type { JobKind } from '../job-kind.ts';

/** Counts. */
export const pretendedKind: JobKind = {
  name: 'pretended',
  screen: 'transfer',
  run(_site, input, { progress }) {
    const { upTo } = input as { upTo: number };
    for (let n = 1; n <= upTo; n += 1) progress(n, upTo);
    return { report: { counted: upTo } };
  },
};
`,
  'core/jobs/kinds.ts': {
    top: "import { pretendedKind } from '../domain/site/pretended.ts';\n",
    before: '  restoreKind,\n',
    add: '  pretendedKind,\n',
  },
} satisfies Planted;

test('a kind of job is a row and the file with its work', { timeout: 600_000 }, () => {
  expect(Object.keys(JOB)).toHaveLength(2);
  const tree = plant({
    ...JOB,
    'electron/texts/en.ts': { before: "  'job.other'", add: "  'job.pretended': 'Count',\n" },
  });
  const seen = tree.run(`
    const { createJobs } = await import('./core/jobs/jobs.ts');
    const { jobKind } = await import('./core/jobs/kinds.ts');
    const { isText } = await import('./electron/texts/texts.ts');
    const schema = bench.ask('OPTIONS', '/polydesk/v1/jobs').body.schema.properties.kind.enum;
    const job = await new Promise((ended) => {
      const jobs = createJobs(bench.engine.site, { changed: () => undefined, log: console.error, ended });
      jobs.start({ kind: 'pretended', input: { upTo: 7 } }, bench.admin);
    });
    say({ schema, job, screen: jobKind('pretended').screen, hasWords: isText('job.pretended') });
  `);
  expect(seen).toMatchObject({
    schema: expect.arrayContaining(['import', 'pretended']) as unknown,
    job: { kind: 'pretended', state: 'done', done: 7, total: 7, report: { counted: 7 } },
    screen: 'transfer',
    hasWords: true,
  });
});

const FORMAT = {
  'core/transfer/pretended.ts': `
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { siteSettings } from '../domain/settings/site-settings.ts';
import type { Format } from './formats.ts';

const MARK = 'PRETENDED\\n';

/** The title of a site and nothing else. */
export const pretended: Format = {
  extensions: ['title'],
  mediaTypes: ['text/x-title'],
  about: 'the title alone',
  holds: (path) => statSync(path).isFile() && readFileSync(path, 'utf8').startsWith(MARK),
  read(path, sink) {
    const title = readFileSync(path, 'utf8').slice(MARK.length);
    sink.site({ title, description: '', url: '', whole: true });
  },
  write(site, path) {
    writeFileSync(path, MARK + siteSettings(site).title);
    return 1;
  },
};
`,
  'core/transfer/formats.ts': {
    top: "import { pretended } from './pretended.ts';\n",
    before: '} as const satisfies Record<string, Format>;',
    add: '  pretended,\n',
  },
} satisfies Planted;

test('a format is a row and the file with its reader and writer', { timeout: 600_000 }, () => {
  expect(Object.keys(FORMAT)).toHaveLength(2);
  const tree = plant(FORMAT);
  const seen = tree.run(`
    import { setTimeout as wait } from 'node:timers/promises';
    const { endpoints } = bench.ask('OPTIONS', '/polydesk/v1/exports').body;
    const { formats } = bench.ask('GET', '/polydesk/v1/server').body;
    bench.ask('POST', '/wp/v2/settings', { title: 'Planted' });
    const { job } = bench.ask('POST', '/polydesk/v1/exports', { format: 'pretended' }).body;
    const at = '/polydesk/v1/jobs/' + job;
    while (['queued', 'running'].includes(bench.ask('GET', at).body.state)) await wait(5);
    const { file } = bench.ask('GET', at + '/file');
    say({ chosen: endpoints[0].args.format.enum, formats, file });
  `);
  expect(seen).toMatchObject({
    chosen: expect.arrayContaining(['wxr', 'bundle', 'pretended']) as unknown,
    formats: expect.arrayContaining([
      { id: 'pretended', accept: ['.title', 'text/x-title', '.gz', 'application/gzip'] },
    ]) as unknown,
    file: { name: 'planted.title', type: 'text/x-title' },
  });
  const help = tree.command('export', '--help');
  expect(help).toContain('pretended: the title alone');
  tree.command('export', 'site.polydesk', 'out.title', '--format', 'pretended');
  expect(readFileSync(join(tree.folder, 'out.title'), 'utf8')).toBe('PRETENDED\nPlanted');
  tree.command('import', 'new.polydesk', 'out.title');
  tree.command('export', 'new.polydesk', 'again.title', '--format', 'pretended');
  expect(readFileSync(join(tree.folder, 'again.title'), 'utf8')).toBe('PRETENDED\nPlanted');
});
