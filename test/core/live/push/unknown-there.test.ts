// What a push reads there of items that no check has identified yet: they have a number only, and nothing here can stand for them. That
// they are not here does not mean that somebody here has taken them away.
import { afterEach, expect, test } from 'vitest';
import { openLinked, SURFACES, type Linked } from './linked.ts';
import { write } from './rig.ts';

let one: Linked;
afterEach(() => one.close());

/**
 * A post on both sides; somebody here has assigned a category, and somebody there another one.
 * @param isTaken a category here has the number of that one
 */
async function withCategories(isTaken = false): Promise<void> {
  one = await openLinked({ surface: 'pro' });
  assign(ours('Ours'));
  if (isTaken) one.wp.site.nextTerm = ours('Other');
  const { body } = await one.wp.ask('POST', '/wp/v2/categories?lang=en', { name: 'Theirs', slug: 'theirs' });
  const own = one.there('Hello');
  const categories = [...(own?.terms['category'] ?? []), (body as { id: number }).id];
  await one.wp.ask('POST', `/wp/v2/posts/${own?.id}`, { categories });
}

const ours = (name: string): number => write(one, '/wp/v2/categories', { name, slug: name.toLowerCase(), lang: 'en' });

function assign(category: number): void {
  const terms = one.site.db.prepare('SELECT term_id FROM post_terms WHERE post_id = ?').pluck();
  write(one, `/wp/v2/posts/${one.hello}`, { categories: [...(terms.all(one.hello) as number[]), category] });
}

const assignedThere = (): string[] =>
  (one.there('Hello')?.terms['category'] ?? []).map((id) => one.wp.site.terms.get(id)?.name ?? '').toSorted();

const assignedHere = (): unknown[] =>
  one.site.db
    .prepare('SELECT name FROM terms JOIN post_terms ON term_id = terms.id WHERE post_id = ? ORDER BY name')
    .pluck()
    .all(one.hello);

/** Checks, pulls and pushes until nothing differs. */
async function settle(): Promise<void> {
  for (let times = 0; times < 2; times++) {
    await one.check();
    one.pull();
    expect((await one.push()).report).toMatchObject({ conflict: 0, failed: 0, skipped: 0 });
  }
  await one.check();
  expect(one.plan()).toEqual([]);
}

test('a category that was assigned there stays after a push that merged it', async () => {
  await withCategories();
  // The first one notes what is there, the second one sends it merged.
  expect((await one.push()).report).toMatchObject({ conflict: 1 });
  expect((await one.push()).report).toMatchObject({ conflict: 0 });
  expect(one.plan()).toEqual(['there Hello']);
  await one.push();
  expect(assignedThere()).toEqual(['Ours', 'Theirs', 'Uncategorized']);
  await settle();
  expect(assignedThere()).toEqual(['Ours', 'Theirs', 'Uncategorized']);
  expect(assignedHere()).toEqual(['Ours', 'Theirs', 'Uncategorized']);
});

test('it stays after a pull of it, once another one is assigned here', async () => {
  await withCategories();
  await one.push();
  one.pull();
  assign(ours('Another'));
  await one.push();
  const all = ['Another', 'Ours', 'Theirs', 'Uncategorized'];
  expect(assignedThere()).toEqual(all);
  await settle();
  expect(assignedThere()).toEqual(all);
  expect(assignedHere()).toEqual(all);
});

test('it stays after a conflict of its post was settled', async () => {
  await withCategories();
  write(one, `/wp/v2/posts/${one.hello}`, { title: 'Hello here' });
  await one.wp.ask('POST', `/wp/v2/posts/${one.there('Hello')?.id}`, { title: 'Hello there' });
  await one.push();
  const [row] = one.rows().filter(({ state }) => state === 'conflict');
  const { fields } = one.here.ask('GET', `/polydesk/v1/live/plan/post-${row?.uuid}`).body as {
    fields: { field: string; merged: unknown }[];
  };
  const values = Object.fromEntries(fields.map(({ field, merged }) => [field, merged]));
  const body = { here: row?.here, there: row?.there, fields: { ...values, title: 'Hello' } };
  expect(one.here.ask('POST', `/polydesk/v1/live/plan/post-${row?.uuid}/resolve`, body).status).toBe(200);
  await one.push();
  await one.push();
  expect(assignedThere()).toEqual(['Ours', 'Theirs', 'Uncategorized']);
  await settle();
  expect(assignedHere()).toEqual(['Ours', 'Theirs', 'Uncategorized']);
});

test('a category here that has its number is another one, and is not assigned', async () => {
  await withCategories(true);
  await one.push();
  await one.push();
  expect(assignedHere()).toEqual(['Ours', 'Uncategorized']);
  one.pull();
  expect(assignedHere()).toEqual(['Ours', 'Uncategorized']);
});

test.each(SURFACES)(
  'a translation that was linked there stays after a push that merged its group (%s)',
  async (_, options) => {
    one = await openLinked(options);
    await one.linkThere('de', 'Hallo');
    const post = { title: 'Salut', slug: 'salut', lang: 'fr', translations: { en: one.hello } };
    write(one, '/wp/v2/posts', post);
    const pushHello = async (): Promise<void> => {
      await one.push({ lines: one.rows().filter(({ title }) => title === 'Hello') });
    };
    for (let times = 0; times < 3; times++) await pushHello();
    expect(one.group()).toEqual(['Hallo', 'Hello']);
    await one.push();
    await one.push();
    expect(one.group()).toEqual(['Hallo', 'Hello', 'Salut']);
    await settle();
    expect(one.group()).toEqual(['Hallo', 'Hello', 'Salut']);
  },
);
