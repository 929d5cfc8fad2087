// Somebody there links a translation in the place of one that was linked here: nobody's link is taken over before it is decided.
import { afterEach, expect, test } from 'vitest';
import { runPull } from '../../../../core/live/pull/pull.ts';
import { openRig, write, type Rig } from '../push/rig.ts';

let rig: Rig | undefined;
afterEach(async () => {
  await rig?.close();
  rig = undefined;
});

interface Linked extends Rig {
  /** Titles in the group of the English post. */
  groupHere(): string[];
  groupThere(): string[];
}

/** An English post on both sides, which got another French translation on each. @param known whether the one there is here, too */
async function linkedTwice(known: 'new' | 'known here'): Promise<Linked> {
  const one = (rig = await openRig({ surface: 'pro' }));
  const { site, wp } = one;
  const made = { status: 'publish', date_gmt: '2026-01-02T03:04:05' };
  const postThere = async (lang: string, title: string): Promise<number> =>
    (
      (await wp.ask('POST', `/wp/v2/posts?lang=${lang}`, { title, slug: title.toLowerCase(), ...made })).body as {
        id: number;
      }
    ).id;
  const hello = await postThere('en', 'Hello');
  let bonjour = known === 'known here' ? await postThere('fr', 'Bonjour') : 0;
  await one.check();
  one.pull();
  expect(one.plan()).toEqual([]);
  if (bonjour === 0) bonjour = await postThere('fr', 'Bonjour');
  await wp.ask('POST', `/wp/v2/posts/${bonjour}`, { translations: { en: hello, fr: bonjour } });
  const ours = site.db.prepare(`SELECT id FROM posts WHERE title = 'Hello'`).pluck().get() as number;
  write(one, '/wp/v2/posts', { title: 'Salut', slug: 'salut', lang: 'fr', translations: { en: ours } });
  await one.check();
  const groupHere = (): string[] =>
    site.db
      .prepare(
        `SELECT title FROM posts JOIN item_languages ON post_id = posts.id WHERE group_id =
         (SELECT group_id FROM item_languages WHERE post_id = ?) ORDER BY title`,
      )
      .pluck()
      .all(ours) as string[];
  const groupThere = (): string[] =>
    [...wp.site.posts.values()]
      .filter(({ group }) => group === one.there('Hello')?.group)
      .map(({ title }) => title)
      .toSorted();
  return { ...one, groupHere, groupThere };
}

test.each(['new', 'known here'] as const)(
  'what was linked here stays linked while the conflict is undecided, and the other one is %s',
  async (known) => {
    const one = await linkedTwice(known);
    expect(one.plan()[0]).toBe('conflict Hello');
    for (let times = 0; times < 2; times++) {
      one.pull();
      expect(one.groupHere()).toEqual(['Hello', 'Salut']);
      expect(one.plan()).toEqual(['conflict Hello', 'there Bonjour', 'new_here Salut']);
    }
    await one.push();
    expect(one.groupThere()).toEqual(['Bonjour', 'Hello']);
    const [bonjour] = one.rows().flatMap(({ kind, uuid, title }) => (title === 'Bonjour' ? [`${kind}-${uuid}`] : []));
    const report = runPull(one.site, { lines: [bonjour ?? ''] }, { merge: one.merge, progress: () => undefined });
    expect(report).toMatchObject({ created: 0, undecided: [bonjour] });
    expect(one.groupHere()).toEqual(['Hello', 'Salut']);
  },
);

test.each([
  ['here', 'new', ['Hello', 'Salut']],
  ['there', 'new', ['Bonjour', 'Hello']],
  ['here', 'known here', ['Hello', 'Salut']],
  ['there', 'known here', ['Bonjour', 'Hello']],
] as const)('decided for "%s" when the other one is %s: both sides are %j', async (choice, known, group) => {
  const one = await linkedTwice(known);
  one.choose('Hello', choice);
  one.pull();
  expect(one.groupHere()).toEqual(group);
  await one.push();
  await one.check();
  one.pull();
  await one.push();
  await one.check();
  expect(one.plan()).toEqual([]);
  expect(one.groupHere()).toEqual(group);
  expect(one.groupThere()).toEqual(group);
});
