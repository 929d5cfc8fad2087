// Files that cannot be read, here or there, while a push uploads: that item fails and says why, and the run goes on.
import { existsSync, renameSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { openRig, paragraph, write, type Rig } from '../push/rig.ts';
import { uploadHere } from './pictures.ts';

let rig: Rig | undefined;
afterEach(async () => {
  await rig?.close();
  rig = undefined;
});

/** A new file and a new post here, which do not name each other. */
async function open(): Promise<Rig> {
  const own = (rig = await openRig({ surface: 'pro' }));
  own.here.ask('POST', '/pll/v1/settings', { media_support: true });
  await own.check();
  own.pull();
  uploadHere(own, 'new.png', { slug: 'new' });
  write(own, '/wp/v2/posts', { title: 'Fresh', content: paragraph('Text'), status: 'publish', lang: 'en' });
  return own;
}

const media = ({ wp }: Rig): unknown[] => [...wp.site.posts.values()].filter(({ file }) => file);

test('an unreadable local file is not a connection fault', async () => {
  const own = await open();
  const file = own.site.db.prepare('SELECT file FROM media').pluck().get() as string;
  const path = own.site.files.find(file)?.path ?? '';
  // It goes away while the site is asked whether it has one of this name.
  own.line.rule = ({ path: asked }) => {
    if (asked.includes('/wp/v2/media') && asked.includes('slug=') && existsSync(path)) renameSync(path, `${path}.away`);
    return undefined;
  };
  const { fault, report, run } = await own.push();
  expect({ fault, failed: report.failed, open: report.open }).toEqual({ fault: '', failed: 1, open: 0 });
  expect(own.steps(run).find(({ state }) => state === 'failed')).toMatchObject({
    action: 'media',
    result: { code: 'unreadable_file' },
  });
  expect(own.there('Fresh')?.status).toBe('publish');
  own.line.rule = () => undefined;
  renameSync(`${path}.away`, path);
  expect(await own.push()).toMatchObject({ fault: '', report: { failed: 0 } });
  expect(media(own)).toHaveLength(1);
});

test.each([
  ['after', 1],
  ['repeat-lost', 2],
] as const)(
  'a check after a push that ended with an upload finds its file, so that it is not sent again: %s',
  async (fault, files) => {
    const own = await open();
    own.line.rule = ({ method, path }) => (method === 'POST' && path.includes('/wp/v2/media') ? fault : undefined);
    expect((await own.push({}, { tries: 1 })).fault).toBe('polydesk_live_offline');
    own.line.rule = () => undefined;
    await own.check();
    expect(own.plan().filter((line) => line.startsWith('new'))).toEqual(['new_here Fresh']);
    await own.push();
    expect(media(own)).toHaveLength(files);
    // Named by the push that sent it.
    const twins = own.site.db.prepare(`SELECT count(*) FROM live_steps WHERE result ->> '$.code' = 'late_twin'`);
    expect(twins.pluck().get()).toBe(files - 1);
    await own.check();
    expect(own.plan()).toEqual([]);
  },
);

test.each(['push', 'check'] as const)(
  'a text that somebody wrote at a file whose upload had no answer is kept: %s',
  async (next) => {
    const own = await open();
    own.line.rule = ({ method, path }) => (method === 'POST' && path.includes('/wp/v2/media') ? 'after' : undefined);
    expect((await own.push({}, { tries: 1 })).fault).toBe('polydesk_live_offline');
    own.line.rule = () => undefined;
    const [file] = [...own.wp.site.posts.values()].filter((one) => one.file);
    if (file) file.excerpt = 'Written there';
    if (next === 'check') await own.check();
    await own.push();
    expect(file?.excerpt).toBe('Written there');
    await own.check();
    expect(own.plan()).toEqual(['there The new.png']);
  },
);

test('a file there that may not be fetched is not taken for ours: the push goes on, and it is there once', async () => {
  const own = await open();
  let isCut = false;
  own.line.rule = ({ method, path }) => {
    if (path.includes('/uploads/')) return 403;
    if (method !== 'POST' || !path.includes('/wp/v2/media') || isCut) return undefined;
    isCut = true;
    return 'after';
  };
  const { fault, report, run } = await own.push();
  expect({ fault, failed: report.failed, open: report.open }).toEqual({ fault: '', failed: 1, open: 0 });
  expect(own.steps(run).find(({ state }) => state === 'failed')).toMatchObject({ result: { code: 'unseen_file' } });
  expect(own.there('Fresh')?.status).toBe('publish');
  expect(media(own)).toHaveLength(1);
  // The next push asks whether that one is it, and uploads nothing beside it.
  expect((await own.push()).report).toMatchObject({ conflict: 1, failed: 0 });
  expect(media(own)).toHaveLength(1);
});
