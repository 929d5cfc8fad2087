// A shell whose response was lost is found by a check before the push resumes: it becomes the item here, not a second one.
import { afterEach, expect, test } from 'vitest';
import { runsOf, updateRun } from '../../../../core/store/live/runs.ts';
import { openRig, paragraph, write, type Rig } from './rig.ts';

let rig: Rig | undefined;
afterEach(async () => {
  await rig?.close();
  rig = undefined;
});

const titlesHere = ({ site }: Rig): unknown[] =>
  site.db.prepare(`SELECT title FROM posts WHERE type = 'post' ORDER BY title`).pluck().all();

/** A new item whose shell was made there, while the line broke before the answer. */
async function open(surface: 'pro' | 'companion'): Promise<{ own: Rig; run: number }> {
  const own = (rig = await openRig(surface === 'pro' ? { surface: 'pro' } : { surface: 'free', companion: true }));
  await own.check();
  own.pull();
  write(own, '/wp/v2/posts', {
    ...{ title: 'Fresh', slug: 'fresh', status: 'publish', lang: 'en', content: paragraph('Text') },
    date_gmt: '2026-01-02T03:04:05',
  });
  own.line.rule = ({ method, path }) => (method === 'POST' && path.includes('/wp/v2/posts?') ? 'after' : undefined);
  const { fault, run } = await own.push({}, { tries: 1 });
  expect(fault).toBe('polydesk_live_offline');
  expect(own.there('Fresh')?.slug).toMatch(/^pd-/);
  own.line.rule = () => undefined;
  return { own, run };
}

test.for([
  ['pro', 'push'],
  ['pro', 'resume'],
  ['companion', 'push'],
  ['companion', 'resume'],
] as const)('%s: checked and pulled in between, then a %s: one item on each side', async ([surface, way]) => {
  const { own, run } = await open(surface);
  await own.check();
  expect(own.plan()).toEqual(['new_here Fresh']);
  own.pull();
  expect(titlesHere(own)).toEqual(['Fresh']);
  expect((way === 'push' ? await own.push() : await own.resume(run)).report).toMatchObject({ failed: 0, conflict: 0 });
  await own.check();
  expect(own.plan()).toEqual([]);
  expect([...own.wp.site.posts.values()].map(({ title, slug }) => [title, slug])).toEqual([['Fresh', 'fresh']]);
  expect(titlesHere(own)).toEqual(['Fresh']);
});

/** A request for a shell that seemed lost, sent again, and arrives after all once the second one was answered. */
async function openLate(): Promise<{ own: Rig; run: number }> {
  const own = (rig = await openRig());
  await own.check();
  own.pull();
  write(own, '/wp/v2/posts', { title: 'Fresh', slug: 'fresh', status: 'publish', lang: 'en' });
  let sent = 0;
  own.line.rule = ({ method, path }) =>
    method === 'POST' && path.includes('/wp/v2/posts?') && ++sent === 1 ? 'before' : undefined;
  let calls = 0;
  const progress = (): void => {
    if (++calls === 3) throw new Error('killed');
  };
  await expect(own.push({}, { tools: { ...own.tools, progress } })).rejects.toThrow('killed');
  const [run] = runsOf(own.site.db, 1, { kinds: ['push'], limit: 1 });
  updateRun(own.site.db, run?.id ?? 0, { state: 'paused' });
  const shell = own.there('Fresh');
  if (!shell) throw new Error('No shell');
  const id = own.wp.site.nextPost++;
  own.wp.site.posts.set(id, { ...shell, id, slug: `${shell.slug}-2`, group: id });
  return { own, run: run?.id ?? 0 };
}

test.each(['resume', 'push', 'check'])(
  'one that arrives late, after a crash, is reported by the next %s',
  async (next) => {
    const { own, run } = await openLate();
    if (next === 'resume') await own.resume(run);
    else if (next === 'push') await own.push();
    else await own.check();
    const twin = [...own.wp.site.posts.values()].find(({ slug }) => slug.endsWith('-2'));
    const told = own.steps(run).find(({ action }) => action === 'shell')?.result;
    expect(told).toMatchObject({ code: 'late_twin', params: { id: String(twin?.id) } });
    expect(told).not.toHaveProperty('mayHaveTwin');
  },
);

test('edits made to it meanwhile are detected, and not overwritten', async () => {
  const { own } = await open('pro');
  const there = own.there('Fresh');
  await own.wp.ask('POST', `/wp/v2/posts/${there?.id}`, { content: paragraph('Theirs') });
  await own.check();
  expect(own.plan()).toEqual(['conflict Fresh']);
  own.pull();
  expect(titlesHere(own)).toEqual(['Fresh']);
  expect(own.there('Fresh')?.content).toBe(paragraph('Theirs'));
});
