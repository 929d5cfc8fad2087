// A new stored field of posts needs only its row and its migration; everything that should derive from the row does.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { plant, type Planted } from './planted.ts';

const root = join(import.meta.dirname, '../..');

const ROW = {
  'core/schema/content/fields/posts.ts': {
    before: '  status: {\n',
    add: `  mood: {
    holds: 'text',
    rest: { schema: v.picklist(['', 'calm', 'wild']), text: 'Mood of the item.', context: FULL },
    plain: true,
    wxr: { meta: '_mood' },
    review: true,
    sync: 'mood',
  },
`,
  },
} satisfies Planted;

const MIGRATION = {
  'core/store/file/migrations/index.ts': {
    before: '];',
    add: `  { why: 'mood', sql: "ALTER TABLE posts ADD COLUMN mood TEXT NOT NULL DEFAULT ''" },\n`,
  },
} satisfies Planted;

/** What the test itself needs in the copy. */
const TOOLS = {
  'test/transfer/support.ts': readFileSync(join(root, 'test/transfer/support.ts'), 'utf8'),
  'tsconfig.json': readFileSync(join(root, 'tsconfig.json'), 'utf8').replace(/"include": .*/, '"include": ["core"]'),
} satisfies Planted;

const PROGRAM = `
  import type { Dict } from './core/types.ts';
  import { closeSite, openSite } from './core/site.ts';
  import { postByUuid } from './core/store/transfer/import.ts';
  import { postById } from './core/store/content/posts.ts';
  import { reviewLine } from './core/store/transfer/review.ts';
  import { exportTo } from './core/transfer/kinds.ts';
  import { importInto } from './test/transfer/support.ts';

  const must = <T = Dict>(method: string, path: string, body?: unknown): T => {
    const answer = bench.ask(method, path, body);
    if (answer.status >= 400) throw new Error(JSON.stringify(answer.body));
    return answer.body as T;
  };
  const make = (body: Dict): number => must<{ id: number }>('POST', '/wp/v2/posts', { status: 'publish', ...body }).id;
  const moodOf = (id: number): unknown => must('GET', '/wp/v2/posts/' + id).mood;
  const { site } = bench.engine;
  for (const locale of ['en_US', 'fr_FR']) must('POST', '/pll/v1/languages', { locale });

  interface Described {
    schema: { properties: Dict };
    endpoints: { methods: string[]; args: Dict }[];
  }
  const { schema, endpoints } = must<Described>('OPTIONS', '/wp/v2/posts');
  const id = make({ title: 'One', mood: 'calm' });
  const made = moodOf(id);
  const changed = must('POST', '/wp/v2/posts/' + id, { mood: 'wild' }).mood;
  const refused = bench.ask('POST', '/wp/v2/posts/' + id, { mood: 'furious' }).status;
  const kept = moodOf(id);
  const [entry] = must<{ id: number }[]>('GET', '/polydesk/v1/history');
  must('POST', '/polydesk/v1/history/' + entry!.id + '/undo');
  const undone = moodOf(id);

  must('POST', '/pll/v1/settings', { sync: ['mood'] });
  const fr = make({ title: 'Un', lang: 'fr', translations: { en: id } });
  must('POST', '/wp/v2/posts/' + id, { mood: 'wild' });
  const shared = moodOf(fr);
  must('POST', '/pll/v1/settings', { sync: [] });

  const travels = (format: 'wxr' | 'bundle', path: string) => {
    must('POST', '/wp/v2/posts/' + id, { mood: 'calm' });
    exportTo(site, path, { format, uuids: true, scope: { ids: [id] } }, { progress: () => undefined });
    const there = openSite(':memory:', { version: '0.0.0-test', edition: 'extended', homeUrl: '' });
    importInto(there, { path });
    const arrived = postById(there.db, postByUuid(there.db, postById(site.db, id)!.uuid)!.id)!.mood;
    closeSite(there);
    must('POST', '/wp/v2/posts/' + id, { mood: 'wild' });
    importInto(site, { path, preview: true, review: path + '.review', choices: { existing: 'update' } });
    const { changes } = reviewLine(path + '.review', 'p1')!;
    importInto(site, { path, choices: { existing: 'update' } });
    return { arrived, changes, taken: moodOf(id) };
  };
  say({
    schema: schema.properties.mood,
    isArgument: endpoints.some(({ methods, args }) => methods.includes('POST') && 'mood' in args),
    ...{ made, changed, refused, kept, undone, shared },
    wxr: travels('wxr', 'file.xml'),
    bundle: travels('bundle', 'file.tar'),
  });
`;

test('a stored field of posts is a row', { timeout: 600_000 }, () => {
  expect(Object.keys(ROW)).toHaveLength(1);
  const tree = plant({ ...ROW, ...MIGRATION, ...TOOLS });
  const tsc = join(root, 'node_modules/@typescript/native/bin/tsc');
  expect(execFileSync(process.execPath, [tsc, '-p', '.'], { cwd: tree.folder, encoding: 'utf8' })).toBe('');
  const travelled = { arrived: 'calm', changes: [{ field: 'mood', mine: 'wild', file: 'calm' }], taken: 'calm' };
  expect(tree.run(PROGRAM)).toMatchObject({
    schema: { type: 'string', enum: ['', 'calm', 'wild'], description: 'Mood of the item.' },
    isArgument: true,
    ...{ made: 'calm', changed: 'wild', refused: 400, kept: 'wild', undone: 'calm' },
    shared: 'wild',
    wxr: travelled,
    bundle: travelled,
  });
});
