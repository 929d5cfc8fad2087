// An item that somebody there deleted for good, and that is kept here: it comes back there with its translations.
import { afterEach, expect, test } from 'vitest';
import type { WpOptions } from '../../../support/wordpress/site.ts';
import { openLinked, SURFACES, type Linked } from './linked.ts';
import { write } from './rig.ts';

let one: Linked;
afterEach(() => one.close());

/** An English and a French post, linked, on both sides. */
async function openTwo(options: WpOptions): Promise<void> {
  one = await openLinked(options);
  await one.linkThere('fr', 'Salut');
  await one.check();
  one.pull();
}

/** Deletes a post here for good. */
function remove(title: string): void {
  const path = `/wp/v2/posts/${hereId(title)}`;
  const { status } = one.here.engine.dispatch({ method: 'DELETE', path, query: { force: true } }, one.here.admin);
  expect(status).toBe(200);
}

/** Titles here in the group of the English post. */
const groupHere = (): unknown[] =>
  one.site.db
    .prepare(
      `SELECT title FROM posts JOIN item_languages ON post_id = posts.id
       WHERE group_id = (SELECT group_id FROM item_languages WHERE post_id = ?) ORDER BY title`,
    )
    .pluck()
    .all(one.hello);

const hereId = (title: string): number =>
  one.site.db.prepare('SELECT id FROM posts WHERE title = ?').pluck().get(title) as number;

type Act =
  | 'edit'
  | 'edit hello'
  | 'edit hello there'
  | 'german here'
  | 'german alone'
  | 'german there'
  | 'german joins there'
  | 'pull'
  | 'choose'
  | 'push'
  | 'cut push'
  | 'check';

const ACTS: Record<Act, () => unknown> = {
  edit: () => write(one, `/wp/v2/posts/${hereId('Salut')}`, { content: 'Still wanted' }),
  'german here': () => {
    const de = write(one, '/wp/v2/posts', { title: 'Hallo', slug: 'hallo', lang: 'de', status: 'publish' });
    const fr = hereId('Salut');
    write(one, `/wp/v2/posts/${one.hello}`, { translations: { en: one.hello, fr, de } });
  },
  'german there': () => one.linkThere('de', 'Hallo'),
  'german joins there': async () => {
    await one.wp.ask('POST', '/wp/v2/posts?lang=de', { title: 'Hallo', slug: 'hallo', status: 'publish' });
    const [hallo, hello] = [one.there('Hallo'), one.there('Hello')];
    if (hallo && hello) hallo.group = hello.group;
  },
  'german alone': () =>
    write(one, '/wp/v2/posts', { title: 'Hallo', slug: 'hallo', lang: 'de', translations: { en: one.hello } }),
  'edit hello': () => write(one, `/wp/v2/posts/${one.hello}`, { content: 'Edited here' }),
  'edit hello there': () => one.wp.ask('POST', `/wp/v2/posts/${one.there('Hello')?.id}`, { content: 'Edited there' }),
  pull: () => one.pull(),
  choose: () => one.choose('Salut', 'here'),
  push: () => one.push(),
  'cut push': cutPush,
  check: () => one.check(),
};

/** The line is cut once the post is there again, before it is linked. */
async function cutPush(): Promise<void> {
  let isMade = false;
  one.line.rule = ({ method, path }) => {
    if (isMade) return 'before';
    isMade = method === 'POST' && path.startsWith('/wp-json/wp/v2/posts?');
    return undefined;
  };
  expect((await one.push({}, { tries: 1 })).fault).toBe('polydesk_live_offline');
  one.line.rule = () => undefined;
}

const TWO = ['Hello', 'Salut'];
const THREE = ['Hallo', ...TWO];
const WAYS: [group: string[], ...acts: Act[]][] = [
  [TWO, 'edit', 'check', 'choose', 'push'],
  [TWO, 'edit', 'check', 'choose', 'pull', 'push'],
  [TWO, 'edit', 'check', 'pull', 'choose', 'push'],
  [TWO, 'check', 'choose', 'pull', 'push'],
  [TWO, 'edit', 'check', 'choose', 'cut push', 'check', 'pull', 'push'],
  [TWO, 'check', 'choose', 'pull', 'cut push', 'check', 'pull', 'push'],
  [THREE, 'edit', 'german here', 'check', 'choose', 'push'],
  [THREE, 'german here', 'check', 'choose', 'pull', 'push'],
  [THREE, 'edit', 'german there', 'check', 'choose', 'push', 'check', 'pull', 'push'],
  [THREE, 'edit', 'german there', 'check', 'choose', 'pull', 'push'],
  [THREE, 'edit', 'german there', 'check', 'pull', 'choose', 'push'],
];

test.each(
  WAYS.flatMap(([group, ...acts]) =>
    SURFACES.map(([surface, options]) => ({ surface, options, acts, way: acts.join(', '), group })),
  ),
)('$way ($surface)', async ({ options, acts, group }) => {
  await openTwo(options);
  await one.wp.ask('DELETE', `/wp/v2/posts/${one.there('Salut')?.id}?force=true`);
  for (const act of acts) await ACTS[act]();
  await one.check();
  expect([one.group(), one.plan()]).toEqual([group, []]);
});

test.each(SURFACES)('one that is deleted here, too, makes room for another one (%s)', async (_name, options) => {
  await openTwo(options);
  await one.wp.ask('DELETE', `/wp/v2/posts/${one.there('Salut')?.id}?force=true`);
  await one.check();
  expect(one.plan()).toEqual(['deleted_there Salut']);
  one.pull();
  await one.linkThere('fr', 'Bonjour');
  await one.check();
  expect(one.plan().toSorted()).toEqual(['new_there Bonjour', 'there Hello']);
});

test.each(SURFACES)('one that was linked here after it was deleted there (%s)', async (_name, options) => {
  one = await openLinked(options);
  const made = { title: 'Salut', slug: 'salut', status: 'publish', date_gmt: '2026-01-02T03:04:05' };
  await one.wp.ask('POST', '/wp/v2/posts?lang=fr', made);
  await one.check();
  one.pull();
  await one.wp.ask('DELETE', `/wp/v2/posts/${one.there('Salut')?.id}?force=true`);
  await one.check();
  ACTS['german here']();
  expect((await one.push()).report).toMatchObject({ failed: 0, conflict: 0 });
  one.choose('Salut', 'here');
  one.pull();
  await one.push();
  await one.check();
  expect([one.group(), one.plan()]).toEqual([THREE, []]);
});

/** What happens here after the French post was deleted here, and what is linked in the end if it is brought back. */
const BACK: [group: string[], ...acts: Act[]][] = [
  [TWO, 'push'],
  [TWO, 'edit hello', 'push'],
  [TWO, 'edit hello there', 'check', 'pull', 'push'],
  [THREE, 'german alone', 'push'],
  [THREE, 'german alone', 'push', 'check', 'pull'],
  [THREE, 'german joins there', 'check', 'pull', 'push'],
];

test.each(
  BACK.flatMap(([group, ...acts]) =>
    SURFACES.map(([surface, options]) => ({ surface, options, acts, way: acts.join(', '), group })),
  ),
)('deleted here, not confirmed: $way ($surface)', async ({ options, acts, group }) => {
  await openTwo(options);
  remove('Salut');
  await one.check();
  expect(one.plan()).toEqual(['deleted_here Salut']);
  for (const act of acts) await ACTS[act]();
  expect(one.group()).toEqual(group);
  await one.check();
  // Linked with another one there, it was changed.
  expect(one.plan()).toEqual([acts[0] === 'german joins there' ? 'conflict Salut' : 'deleted_here Salut']);
  one.choose('Salut', 'there');
  one.pull();
  await one.push();
  await one.check();
  expect([one.group(), one.plan()]).toEqual([group, []]);
  expect(groupHere()).toEqual(group);
});

test.each(SURFACES)('deleted here, and confirmed (%s)', async (_name, options) => {
  await openTwo(options);
  remove('Salut');
  const deletes = one.rows().map(({ kind, uuid }) => ({ kind, uuid }));
  await one.push({ deletes });
  expect([one.there('Salut')?.status, one.plan()]).toEqual(['trash', []]);
  await one.check();
  expect(one.plan()).toEqual([]);
  await one.wp.ask('DELETE', `/wp/v2/posts/${one.there('Salut')?.id}?force=true`);
  await one.check();
  expect([one.group(), one.plan()]).toEqual([['Hello'], []]);
});
