// An item that somebody there deleted for good, and that is kept here: it comes back there with its translations.
import { afterEach, expect, test } from 'vitest';
import { openLinked, SURFACES, type Linked } from './linked.ts';
import { write } from './rig.ts';

let one: Linked;
afterEach(() => one.close());

const hereId = (title: string): number =>
  one.site.db.prepare('SELECT id FROM posts WHERE title = ?').pluck().get(title) as number;

type Act = 'edit' | 'german here' | 'german there' | 'pull' | 'choose' | 'push' | 'cut push' | 'check';

const ACTS: Record<Act, () => unknown> = {
  edit: () => write(one, `/wp/v2/posts/${hereId('Salut')}`, { content: 'Still wanted' }),
  'german here': () => {
    const de = write(one, '/wp/v2/posts', { title: 'Hallo', slug: 'hallo', lang: 'de', status: 'publish' });
    const fr = hereId('Salut');
    write(one, `/wp/v2/posts/${one.hello}`, { translations: { en: one.hello, fr, de } });
  },
  'german there': () => one.linkThere('de', 'Hallo'),
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
  one = await openLinked(options);
  await one.linkThere('fr', 'Salut');
  await one.check();
  one.pull();
  await one.wp.ask('DELETE', `/wp/v2/posts/${one.there('Salut')?.id}?force=true`);
  for (const act of acts) await ACTS[act]();
  await one.check();
  expect([one.group(), one.plan()]).toEqual([group, []]);
});

test.each(SURFACES)('one that is deleted here, too, makes room for another one (%s)', async (_name, options) => {
  one = await openLinked(options);
  await one.linkThere('fr', 'Salut');
  await one.check();
  one.pull();
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
