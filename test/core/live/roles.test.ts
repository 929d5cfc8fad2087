// The rights of each role on the live site: the lists of an author, the settings of an editor, nothing for anonymous users.
import { afterEach, expect, test } from 'vitest';
import { openRig, paragraph, write, type Rig } from './push/rig.ts';

let rig: Rig | undefined;
afterEach(async () => {
  await rig?.close();
  rig = undefined;
});

test.for([['author'], ['contrib']] as const)(
  '%s: what this user may see is checked and pulled; what is not shown stays',
  async ([user]) => {
    rig = await openRig({ surface: 'pro', user });
    const { wp } = rig;
    await wp.ask('POST', '/wp/v2/posts?lang=en', { title: 'Of the admin', status: 'publish' });
    await wp.ask('POST', '/wp/v2/posts?lang=en', { title: 'Own', status: 'draft' }, { as: user });
    // Pages are a right of their own.
    expect((await rig.check()).forbidden_types).toContain('page');
    const titles = rig.plan();
    expect(titles).toContain('new_there Own');
    expect(titles).not.toContain('new_there Of the admin');
    rig.pull();
    expect(rig.plan()).toEqual([]);
    const own = rig.site.db.prepare(`SELECT id FROM posts WHERE title = 'Own'`).pluck().get() as number;
    write(rig, `/wp/v2/posts/${own}`, { title: 'Own, changed here' });
    expect((await rig.push()).report).toMatchObject({ done: 1, failed: 0, conflict: 0 });
    expect(rig.there('Own, changed here')).toBeDefined();
    await rig.check();
    expect(rig.plan()).toEqual([]);
  },
);

test('an author sends new items as their own and cannot assign another author', async () => {
  rig = await openRig({ surface: 'pro', user: 'author' });
  // Whoever published something is shown to everybody.
  await rig.wp.ask('POST', '/wp/v2/posts?lang=en', { title: 'Of the admin', status: 'publish' });
  await rig.check();
  rig.pull();
  const id = write(rig, '/wp/v2/posts', {
    title: 'Born here',
    content: paragraph('text'),
    status: 'publish',
    lang: 'en',
  });
  expect(await rig.push()).toMatchObject({ fault: '', report: { failed: 0, conflict: 0 } });
  const author = rig.wp.site.users.find(({ name }) => name === 'author')?.id;
  expect(rig.there('Born here')).toMatchObject({ author, status: 'publish' });
  await rig.check();
  expect(rig.plan()).toEqual([]);
  write(rig, `/wp/v2/posts/${id}`, { title: 'Born here, changed' });
  expect((await rig.push()).report).toMatchObject({ done: 1, failed: 0 });
});

test('a subscriber may edit nothing there, and gets that error', async () => {
  await expect(openRig({ surface: 'pro', user: 'subs' })).rejects.toMatchObject({ code: 'polydesk_live_rights' });
});

test('rights that are taken away between two checks delete nothing here', async () => {
  rig = await openRig({ surface: 'pro', user: 'editor' });
  await rig.wp.ask('POST', '/wp/v2/posts?lang=en', { title: 'Of the admin', status: 'publish' });
  await rig.check();
  rig.pull();
  const user = rig.wp.site.users.find(({ name }) => name === 'editor');
  if (user) user.role = 'author';
  await rig.check();
  expect(rig.plan().filter((line) => line.startsWith('deleted'))).toEqual([]);
});
