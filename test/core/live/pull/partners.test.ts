// A link that came from there belongs to both of its items, whichever of them was pulled: when somebody there removes it, it stays
// removed.
import { afterEach, expect, test } from 'vitest';
import type { WpOptions } from '../../../support/wordpress/site.ts';
import { openRig, write, type Rig } from '../push/rig.ts';

let rig: Rig | undefined;
afterEach(async () => {
  await rig?.close();
  rig = undefined;
});

interface Pulled extends Rig {
  hello: number;
  /** Somebody there links both posts, or sets them free. */
  linkThere(isLinked: boolean): Promise<void>;
  lineOf(title: string): { name: string; here: string; there: string };
  /** Whether they are linked here, and there. */
  areLinked(): boolean[];
}

const made = { status: 'publish', content: 'A text.', date_gmt: '2026-01-02T03:04:05' };

/** An English and a French post on both sides, not linked. */
async function pulled(options: WpOptions): Promise<Pulled> {
  const one = (rig = await openRig(options));
  const { wp, site } = one;
  for (const [lang, title, slug] of [
    ['en', 'Hello', 'hello'],
    ['fr', 'Salut', 'salut'],
  ] as const)
    await wp.ask('POST', `/wp/v2/posts?lang=${lang}`, { title, slug, ...made });
  await one.check();
  one.pull();
  expect(one.plan()).toEqual([]);
  const groups = `SELECT count(DISTINCT group_id) FROM item_languages WHERE kind = 'post'`;
  return {
    ...one,
    hello: site.db.prepare(`SELECT id FROM posts WHERE title = 'Hello'`).pluck().get() as number,
    async linkThere(isLinked) {
      const [en, fr] = [one.there('Hello')?.id ?? 0, one.there('Salut')?.id ?? 0];
      const path = options.companion ? `/polydesk-link/v1/items/post/${en}` : `/wp/v2/posts/${en}`;
      await wp.ask('POST', path, { lang: 'en', translations: isLinked ? { en, fr } : { en } });
    },
    lineOf(title) {
      const { kind, uuid, here, there } = one.rows().find((row) => row.title === title) ?? one.rows()[0]!;
      return { name: `${kind}-${uuid}`, here, there };
    },
    areLinked: () => [
      site.db.prepare(groups).pluck().get() === 1,
      one.there('Hello')?.group === one.there('Salut')?.group,
    ],
  };
}

/** How the link comes here with the English post alone. */
const WAYS: Record<string, (one: Pulled) => Promise<void> | void> = {
  async 'pulled with one of them'(one) {
    await one.check();
    one.pull({ lines: [one.lineOf('Hello').name] });
  },
  async 'taken over with a conflict that is resolved'(one) {
    write(one, `/wp/v2/posts/${one.hello}`, { excerpt: 'ours' });
    await one.wp.ask('POST', `/wp/v2/posts/${one.there('Hello')?.id}`, { excerpt: 'theirs' });
    await one.check();
    const { name, ...hashes } = one.lineOf('Hello');
    const { fields } = one.here.ask('GET', `/polydesk/v1/live/plan/${name}`).body as {
      fields: { field: string; there: unknown }[];
    };
    const taken = Object.fromEntries(fields.map(({ field, there }) => [field, field === 'excerpt' ? 'ours' : there]));
    const answer = one.here.ask('POST', `/polydesk/v1/live/plan/${name}/resolve`, { fields: taken, ...hashes });
    expect(answer.status).toBe(200);
  },
};

const SURFACES: [name: string, options: WpOptions][] = [
  ['paid edition', { surface: 'pro' }],
  ['plugin', { surface: 'free', companion: true }],
];

/** Somebody there removes the link, and both sides follow. */
async function expectFree(one: Pulled): Promise<void> {
  expect(one.areLinked()).toEqual([true, true]);
  await one.linkThere(false);
  await one.check();
  expect(one.plan()).toContain('there Salut');
  // Nothing of it is sent, although nothing was pulled yet.
  await one.push();
  expect(one.areLinked()).toEqual([true, false]);
  one.pull();
  await one.check();
  expect(one.plan()).toEqual([]);
  expect(one.areLinked()).toEqual([false, false]);
}

for (const [way, takeOver] of Object.entries(WAYS))
  test.each(SURFACES)(`a link ${way}, and removed there, stays removed (%s)`, async (_name, options) => {
    const one = await pulled(options);
    await one.linkThere(true);
    await takeOver(one);
    await expectFree(one);
  });

test('the same of a link that a push has met there', async () => {
  const one = await pulled({ surface: 'pro' });
  write(one, `/wp/v2/posts/${one.hello}`, { title: 'Hello you' });
  await one.linkThere(true);
  await one.wp.ask('POST', `/wp/v2/posts/${one.there('Hello')?.id}`, { title: 'Hello there' });
  expect((await one.push()).report).toMatchObject({ conflict: 1 });
  // Both lines say so, although the push has read one of them.
  expect(one.plan()).toEqual(['conflict Hello you', 'there Salut']);
});

test('a quick check that reads a new translation alone shows the link of both, and a pull leaves nothing to push', async () => {
  const one = await pulled({ surface: 'pro' });
  const hello = one.there('Hello');
  if (!hello) throw new Error('It is not there');
  const postThere = async (lang: string, title: string): Promise<number> =>
    ((await one.wp.ask('POST', `/wp/v2/posts?lang=${lang}`, { title, status: 'publish' })).body as { id: number }).id;
  await postThere('en', 'Other');
  hello.modified_gmt = '2020-01-02T03:04:05';
  await one.check();
  one.pull();
  const fr = await postThere('fr', 'Bonjour');
  await one.wp.ask('POST', `/wp/v2/posts/${fr}`, { translations: { en: hello.id, fr } });
  // Dates do not show links.
  hello.modified_gmt = '2020-01-02T03:04:05';
  await one.check(false);
  expect(one.plan()).toEqual(['new_there Bonjour', 'there Hello']);
  one.pull();
  expect(one.plan()).toEqual([]);
});

test('one set free here stays free while what somebody there linked besides is not here yet', async () => {
  const one = await pulled({ surface: 'pro' });
  await one.wp.ask('POST', '/pll/v1/languages', { locale: 'de_DE', slug: 'de', name: 'Deutsch' });
  await one.linkThere(true);
  await one.check();
  one.pull();
  expect(one.plan()).toEqual([]);
  write(one, `/wp/v2/posts/${one.hello}`, { translations: { en: one.hello } });
  const { body } = await one.wp.ask('POST', '/wp/v2/posts?lang=de', { title: 'Hallo', slug: 'hallo', ...made });
  const { id: de } = body as { id: number };
  const [en, fr] = [one.there('Hello')?.id ?? 0, one.there('Salut')?.id ?? 0];
  await one.wp.ask('POST', `/wp/v2/posts/${de}`, { translations: { en, fr, de } });
  await one.check();
  const { name } = one.lineOf('Hello');
  for (let times = 0; times < 2; times++) {
    one.pull({ lines: [name] });
    expect(one.areLinked()).toEqual([false, true]);
    expect(one.plan()).toContain('merged Hello');
  }
});
