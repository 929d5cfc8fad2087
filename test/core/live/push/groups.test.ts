// Translations linked there by somebody else while a push links others: the whole group is written, so nobody may be missing.
import { afterEach, describe, expect, test } from 'vitest';
import { runPull } from '../../../../core/live/pull/pull.ts';
import type { WpOptions } from '../../../support/wordpress/site.ts';
import { openLinked, SURFACES, type Linked } from './linked.ts';
import { write, type Rig } from './rig.ts';

let rig: Rig | undefined;
afterEach(async () => {
  await rig?.close();
  rig = undefined;
});

/** An English post on both sides, which have three languages. */
async function pulled(options: WpOptions): Promise<Linked> {
  const one = await openLinked(options);
  rig = one;
  return one;
}

/** A French translation made here. */
const translate = (one: Linked): number =>
  write(one, '/wp/v2/posts', { title: 'Salut', slug: 'salut', lang: 'fr', translations: { en: one.hello } });

/** Checks, pulls and pushes until nothing differs. @param group titles of the group in the end */
async function settle(one: Linked, group = ['Hallo', 'Hello', 'Salut']): Promise<void> {
  for (let times = 0; times < 3; times++) {
    await one.check();
    one.pull();
    await one.push();
  }
  await one.check();
  expect(one.plan()).toEqual([]);
  expect(one.group()).toEqual(group);
}

/** Titles here in the group of the post with this title. */
const groupHere = ({ site }: Linked, title: string): unknown[] =>
  site.db
    .prepare(
      `SELECT title FROM posts JOIN item_languages ON post_id = posts.id WHERE group_id =
       (SELECT group_id FROM item_languages JOIN posts ON posts.id = post_id WHERE title = ?) ORDER BY title`,
    )
    .pluck()
    .all(title);

/** A push of the line with this title alone. */
async function pushOne(one: Linked, title: string): Promise<void> {
  const lines = one.rows().filter((row) => row.title === title);
  expect(lines).toHaveLength(1);
  await one.push({ lines: lines.map(({ kind, uuid }) => ({ kind, uuid })) });
}

test.each(SURFACES)('one linked there since the check stays linked (%s)', async (_name, options) => {
  const one = await pulled(options);
  translate(one);
  await one.linkThere('de', 'Hallo');
  expect((await one.push()).report).toMatchObject({ failed: 0 });
  expect(one.group()).toContain('Hallo');
  await settle(one);
});

test.each(SURFACES)(
  'one that the plan knows, but this push does not send, stays linked (%s)',
  async (_name, options) => {
    const one = await pulled(options);
    translate(one);
    await one.linkThere('de', 'Hallo');
    await one.check();
    const lines = one.rows().filter(({ title }) => title === 'Salut');
    expect(lines).toHaveLength(1);
    await one.push({ lines: lines.map(({ kind, uuid }) => ({ kind, uuid })) });
    expect(one.group()).toContain('Hallo');
    await settle(one);
  },
);

test.each(SURFACES)(
  'what both sides linked is linked by one push, before anything is pulled (%s)',
  async (_name, options) => {
    const one = await pulled(options);
    translate(one);
    await one.linkThere('de', 'Hallo');
    await one.check();
    expect((await one.push()).report).toMatchObject({ failed: 0, conflict: 0 });
    expect(one.group()).toEqual(['Hallo', 'Hello', 'Salut']);
    await settle(one);
  },
);

test.each([
  ['all lines', 'new', ['Hello', 'Hallo']],
  ['the line of the other one', 'new', ['Hallo']],
  ['all lines', 'known here', ['Hello', 'Hallo']],
  ['the line of the other one', 'known here', ['Hallo']],
])('what was linked here stays linked when %s are pulled, and the other one is %s', async (_which, other, titles) => {
  const one = await pulled({ surface: 'pro' });
  await one.linkThere('de', 'Hallo');
  if (other === 'known here') {
    const { id } = one.there('Hallo') ?? { id: 0 };
    const place = (to: Record<string, number>) =>
      one.wp.ask('POST', `/wp/v2/posts/${id}`, { lang: 'de', translations: { ...to, de: id } });
    await place({});
    await one.check();
    one.pull();
    await place({ en: one.there('Hello')?.id ?? 0 });
  }
  translate(one);
  await one.check();
  const lines = one.rows().filter(({ title }) => titles.includes(title));
  expect(lines).toHaveLength(titles.length);
  runPull(
    one.site,
    { lines: lines.map(({ kind, uuid }) => `${kind}-${uuid}`) },
    { merge: one.merge, progress: () => undefined },
  );
  const linked = one.site.db
    .prepare('SELECT title FROM posts JOIN item_languages ON post_id = posts.id ORDER BY group_id, title')
    .pluck()
    .all();
  expect(linked).toEqual(['Hallo', 'Hello', 'Salut']);
  expect(
    one.site.db.prepare("SELECT count(DISTINCT group_id) FROM item_languages WHERE kind = 'post'").pluck().get(),
  ).toBe(1);
});

test.each(SURFACES)('one unlinked there since the check is not linked again unasked (%s)', async (_name, options) => {
  const one = await pulled(options);
  await one.linkThere('de', 'Hallo');
  await one.check();
  one.pull();
  const hallo = one.site.db.prepare(`SELECT id FROM posts WHERE title = 'Hallo'`).pluck().get() as number;
  const translations = { en: one.hello, de: hallo };
  write(one, '/wp/v2/posts', { title: 'Salut', slug: 'salut', lang: 'fr', translations });
  const german = one.there('Hallo');
  const path = options.companion ? `/polydesk-link/v1/items/post/${german?.id}` : `/wp/v2/posts/${german?.id}`;
  await one.wp.ask('POST', path, { lang: 'de', translations: { de: german?.id ?? 0 } });
  expect(one.group()).toEqual(['Hello']);
  const lines = one.rows().filter(({ title }) => title === 'Salut');
  await one.push({ lines: lines.map(({ kind, uuid }) => ({ kind, uuid })) });
  await one.push();
  expect(one.group()).not.toContain('Hallo');
});

test.each(SURFACES)('one linked there with a new post that is being sent stays linked (%s)', async (_name, options) => {
  const one = await pulled(options);
  translate(one);
  await one.wp.ask('POST', '/wp/v2/posts?lang=de', { title: 'Hallo', slug: 'hallo', status: 'publish' });
  one.line.rule = () => {
    const shell = [...one.wp.site.posts.values()].find(({ slug }) => slug.startsWith('pd-'));
    const german = one.there('Hallo');
    if (shell && german) german.group = shell.group;
    if (shell) one.line.rule = () => undefined;
    return undefined;
  };
  await one.push();
  expect(one.group()).toEqual(['Hallo', 'Hello', 'Salut']);
  await settle(one);
});

test.each(SURFACES)(
  'new posts linked there with each other while they are being sent stay linked (%s)',
  async (_, options) => {
    const one = await pulled(options);
    for (const [title, lang] of [
      ['Salut', 'fr'],
      ['Moin', 'de'],
    ] as const)
      write(one, '/wp/v2/posts', { title, slug: title.toLowerCase(), lang });
    one.line.rule = () => {
      const [first, second] = [...one.wp.site.posts.values()].filter(({ slug }) => slug.startsWith('pd-'));
      if (!first || !second) return undefined;
      second.group = first.group;
      one.line.rule = () => undefined;
      return undefined;
    };
    await one.push();
    await settle(one, ['Hello']);
    expect(one.there('Salut')?.group).toBe(one.there('Moin')?.group);
    expect(groupHere(one, 'Salut')).toEqual(['Moin', 'Salut']);
  },
);

test.each(SURFACES)(
  'a new translation stays linked here when another post of its group is pushed (%s)',
  async (_name, options) => {
    const one = await pulled(options);
    await one.linkThere('de', 'Hallo');
    const { id } = one.there('Hallo') ?? { id: 0 };
    const path = options.companion ? `/polydesk-link/v1/items/post/${id}` : `/wp/v2/posts/${id}`;
    await one.wp.ask('POST', path, { lang: 'de', translations: { de: id } });
    await one.check();
    one.pull();
    translate(one);
    await one.wp.ask('POST', path, { lang: 'de', translations: { en: one.there('Hello')?.id ?? 0, de: id } });
    await one.check();
    await pushOne(one, 'Hello');
    expect(groupHere(one, 'Hello')).toContain('Salut');
    await settle(one);
  },
);

test.each(SURFACES)('one set free here after a push of its partner alone stays free (%s)', async (_name, options) => {
  const one = await pulled(options);
  translate(one);
  await pushOne(one, 'Salut');
  expect(one.group()).toEqual(['Hello', 'Salut']);
  await one.check();
  expect(one.plan()).toEqual([]);
  write(one, `/wp/v2/posts/${one.hello}`, { translations: { en: one.hello } });
  await settle(one, ['Hello']);
});

test.each(SURFACES)(
  'what a push of one item has linked stays linked here when it is undone (%s)',
  async (_name, options) => {
    const one = await pulled(options);
    const post = { title: 'Salut', slug: 'salut', status: 'publish', date_gmt: '2026-01-02T03:04:05' };
    await one.wp.ask('POST', '/wp/v2/posts?lang=fr', post);
    await one.check();
    one.pull();
    const french = one.site.db.prepare(`SELECT id FROM posts WHERE title = 'Salut'`).pluck().get() as number;
    write(one, `/wp/v2/posts/${french}`, { translations: { en: one.hello, fr: french } });
    const lines = one.rows().filter(({ title }) => title === 'Salut');
    const { run } = await one.push({ lines: lines.map(({ kind, uuid }) => ({ kind, uuid })) });
    expect(one.group()).toEqual(['Hello', 'Salut']);
    await one.undo(run);
    expect(one.group()).toEqual(['Hello']);
    expect(one.plan().toSorted()).toEqual(['here Hello', 'here Salut']);
    await settle(one, ['Hello', 'Salut']);
  },
);

test.each(SURFACES)('one linked here again after a push has set it free stays linked (%s)', async (_name, options) => {
  const one = await pulled(options);
  const french = translate(one);
  await one.push();
  await one.check();
  expect(one.plan()).toEqual([]);
  write(one, `/wp/v2/posts/${french}`, { translations: { fr: french } });
  await pushOne(one, 'Salut');
  expect(one.group()).toEqual(['Hello']);
  write(one, `/wp/v2/posts/${french}`, { translations: { en: one.hello, fr: french } });
  await settle(one, ['Hello', 'Salut']);
});

test.each(SURFACES)(
  'one linked there with a new post that is being sent, in place of ours, is a conflict (%s)',
  async (_name, options) => {
    const one = await pulled(options);
    const german = { title: 'Hallo', slug: 'hallo', lang: 'de', translations: { en: one.hello } };
    const translations = { en: one.hello, de: write(one, '/wp/v2/posts', german) };
    write(one, '/wp/v2/posts', { title: 'Salut', slug: 'salut', lang: 'fr', translations });
    await one.wp.ask('POST', '/wp/v2/posts?lang=de', { title: 'Moin', slug: 'moin', status: 'publish' });
    const isLinked = (): boolean => one.there('Moin')?.group === one.there('Salut')?.group;
    one.line.rule = () => {
      const [shell, moin] = [one.there('Salut'), one.there('Moin')];
      if (!shell || !moin) return undefined;
      moin.group = shell.group;
      one.line.rule = () => undefined;
      return undefined;
    };
    const lines = one.rows().filter(({ title }) => title === 'Salut');
    await one.push({ lines: lines.map(({ kind, uuid }) => ({ kind, uuid })) });
    expect(isLinked()).toBe(true);
    await one.push();
    expect(isLinked()).toBe(true);
    await one.check();
    expect(one.plan()).toContain('conflict Salut');
    await one.push();
    expect(isLinked()).toBe(true);
    one.choose('Salut', 'here');
    await one.push();
    expect(isLinked()).toBe(false);
    expect(one.group()).toContain('Salut');
  },
);

describe.each(['before the check', 'after the check', 'before the next push'])(
  'a link whose answer was lost',
  (when) => {
    test.each(SURFACES)(`is removed here ${when}: it stays removed (%s)`, async (_name, options) => {
      const one = await pulled(options);
      translate(one);
      const lines = one.rows().filter(({ title }) => title === 'Salut');
      let writes = 0;
      // The plugin is asked by a write, too: for Salut, then for Hello.
      const [path, at] = options.companion ? ['/polydesk-link/v1/items/post/', 3] : ['/wp/v2/posts/', 1];
      one.line.rule = (request) =>
        request.method === 'POST' && request.path.includes(path) && ++writes === at ? 'after' : undefined;
      const { fault } = await one.push({ lines: lines.map(({ kind, uuid }) => ({ kind, uuid })) }, { tries: 1 });
      expect(fault).toBe('polydesk_live_offline');
      expect(one.group()).toHaveLength(2);
      one.line.rule = () => undefined;
      if (when === 'after the check') await one.check();
      write(one, `/wp/v2/posts/${one.hello}`, { translations: { en: one.hello } });
      if (when === 'before the next push') await one.push();
      await settle(one, ['Hello']);
    });
  },
);

test.each(SURFACES)('control: with nothing linked meanwhile one push links all (%s)', async (_name, options) => {
  const one = await pulled(options);
  translate(one);
  expect((await one.push()).report).toMatchObject({ failed: 0, conflict: 0, skipped: 0 });
  expect(one.group()).toEqual(['Hello', 'Salut']);
  expect(one.plan()).toEqual([]);
});
