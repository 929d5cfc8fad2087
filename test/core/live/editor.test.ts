// Connected as an editor: no settings, and only users who have published something.
import { afterEach, expect, test } from 'vitest';
import { openRig, write, type Rig } from './push/rig.ts';

let rig: Rig | undefined;
afterEach(async () => {
  await rig?.close();
  rig = undefined;
});

test('the author of an item is sent if the site shows the user, and never a conflict', async () => {
  const one = (rig = await openRig({ surface: 'pro', user: 'editor' }));
  await one.wp.ask('POST', '/wp/v2/posts?lang=en', { title: 'Public', slug: 'public', status: 'publish' });
  await one.wp.ask('POST', '/wp/v2/posts?lang=en', { title: 'Draft', slug: 'draft' }, { as: 'author' });
  await one.check();
  one.pull();
  write(one, '/wp/v2/posts', { title: 'Ours', slug: 'ours', status: 'publish', lang: 'en' });
  await one.push();
  expect(one.there('Ours')?.author).toBe(one.there('Public')?.author);
  // From now on the site shows this user, too.
  await one.wp.ask(
    'POST',
    '/wp/v2/posts?lang=en',
    { title: 'More', slug: 'more', status: 'publish' },
    { as: 'author' },
  );
  await one.check();
  expect(one.plan().filter((line) => line.startsWith('conflict'))).toEqual([]);
  one.pull();
  expect(one.plan()).toEqual([]);
});

test('a language that only administrators may change is skipped, and the rest is pushed', async () => {
  const one = (rig = await openRig({ surface: 'pro', user: 'editor' }));
  await one.check();
  one.pull();
  const request = { method: 'GET', path: '/pll/v1/languages/fr' };
  const { term_id } = one.here.engine.dispatch(request, one.here.admin).body as { term_id: number };
  write(one, `/pll/v1/languages/${term_id}`, { name: 'Le français' });
  write(one, '/wp/v2/posts', { title: 'Ours', slug: 'ours', lang: 'en' });
  const { run, fault, report } = await one.push();
  expect([fault, report.skipped, report.failed]).toEqual(['', 1, 0]);
  expect(one.steps(run).find(({ kind }) => kind === 'language')?.result?.code).toBe('right');
  expect(one.there('Ours')).toBeDefined();
});
