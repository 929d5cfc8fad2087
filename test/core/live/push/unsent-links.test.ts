// A link whose partner is not there yet cannot be sent, and is still to be sent afterwards: nothing may take its place unseen.
import { afterEach, expect, test } from 'vitest';
import { openLinked, SURFACES, type Linked } from './linked.ts';
import { write } from './rig.ts';

let one: Linked;
afterEach(() => one.close());

/** Titles here in the group of the English post. */
const groupHere = (): unknown[] =>
  one.site.db
    .prepare(
      `SELECT title FROM posts JOIN item_languages ON post_id = posts.id WHERE group_id =
       (SELECT group_id FROM item_languages WHERE post_id = ?) ORDER BY title`,
    )
    .pluck()
    .all(one.hello);

/** A French translation made here. */
const translate = (): number =>
  write(one, '/wp/v2/posts', { title: 'Salut', slug: 'salut', lang: 'fr', translations: { en: one.hello } });

/** A push of the line with this title alone. */
const pushOne = (title: string): ReturnType<Linked['push']> =>
  one.push({ lines: one.rows().filter((row) => row.title === title) });

test.each(SURFACES)('it stays in the plan, and here when another one is linked there (%s)', async (_name, options) => {
  one = await openLinked(options);
  translate();
  expect((await pushOne('Hello')).report).toMatchObject({ done: 1 });
  expect(one.plan().toSorted()).toEqual(['here Hello', 'new_here Salut']);
  await one.linkThere('de', 'Hallo');
  await one.check();
  one.pull();
  expect(groupHere()).toEqual(['Hallo', 'Hello', 'Salut']);
  expect((await one.push()).report).toMatchObject({ failed: 0, conflict: 0, skipped: 0 });
  expect(one.group()).toEqual(['Hallo', 'Hello', 'Salut']);
  await one.check();
  expect(one.plan()).toEqual([]);
});

test.each(SURFACES)(
  'one with what is in the trash here is not in the plan until it is back (%s)',
  async (_, options) => {
    one = await openLinked(options);
    const salut = translate();
    const { engine, admin } = one.here;
    engine.dispatch({ method: 'DELETE', path: `/wp/v2/posts/${salut}` }, admin);
    expect(one.plan()).toEqual([]);
    await one.linkThere('de', 'Hallo');
    await one.check();
    one.pull();
    expect(one.plan()).toEqual([]);
    expect(groupHere()).toEqual(['Hallo', 'Hello', 'Salut']);
    write(one, `/wp/v2/posts/${salut}`, { status: 'publish', slug: 'salut' });
    expect(one.plan().toSorted()).toEqual(['here Hallo', 'here Hello', 'new_here Salut']);
    expect((await one.push()).report).toMatchObject({ failed: 0, conflict: 0, skipped: 0 });
    expect(one.group()).toEqual(['Hallo', 'Hello', 'Salut']);
    await one.check();
    expect(one.plan()).toEqual([]);
  },
);

test.each(SURFACES)('a new category whose link was a conflict stays linked here (%s)', async (_name, options) => {
  one = await openLinked(options);
  const made = async (lang: string, name: string): Promise<number> => {
    const body = { name, slug: name.toLowerCase() };
    return ((await one.wp.ask('POST', `/wp/v2/categories?lang=${lang}`, body)).body as { id: number }).id;
  };
  const news = await made('en', 'News');
  await one.check();
  one.pull();
  const here = one.site.db.prepare(`SELECT id FROM terms WHERE name = 'News'`).pluck().get() as number;
  const french = { name: 'Actu', slug: 'actu', lang: 'fr', translations: { en: here } };
  write(one, '/wp/v2/categories', french);
  const german = await made('de', 'Neues');
  const path = options.companion ? `/polydesk-link/v1/items/term/${german}` : `/wp/v2/categories/${german}`;
  await one.wp.ask('POST', path, { lang: 'de', translations: { en: news, de: german } });
  expect((await one.push()).report).toMatchObject({ conflict: 2 });
  await one.check();
  expect(one.plan().toSorted()).toEqual(['here Actu', 'merged News', 'new_there Neues']);
  for (let times = 0; times < 2; times++) {
    await one.check();
    one.pull();
    await one.push();
  }
  await one.check();
  expect(one.plan()).toEqual([]);
  const group = one.wp.site.terms.get(news)?.group;
  const names = [...one.wp.site.terms.values()].filter((term) => term.group === group).map(({ name }) => name);
  expect(names.toSorted()).toEqual(['Actu', 'Neues', 'News']);
});
