// Plan lines pulled one by one, in any order, give the same result as pulling all of them together.
import { afterEach, expect, test } from 'vitest';
import { choose } from '../../../core/live/plan/choices.ts';
import { transact } from '../../../core/domain/history/history.ts';
import { lineName } from '../../../core/live/line-name.ts';
import type { StateRow } from '../../../core/store/live/states.ts';
import type { LineChoice } from '../../../core/schema/live/plan.ts';
import { seed } from '../../fuzz/seed.ts';
import { randomOf } from './model/world.ts';
import { make, openPair, type Pair } from './support/pair.ts';

let pair: Pair | undefined;
afterEach(async () => {
  await pair?.close();
  pair = undefined;
});

/** A site there whose items name each other in every way: languages, groups, terms, parents, pictures, numbers in texts. */
async function filled(): Promise<Pair> {
  const opened = (pair = await openPair());
  const { bench } = opened.there;
  const news = make(bench, '/wp/v2/categories', { name: 'News', lang: 'en' });
  make(bench, '/wp/v2/categories', { name: 'Sport', lang: 'en', parent: news });
  const actu = make(bench, '/wp/v2/categories', { name: 'Actu', lang: 'fr', translations: { en: news } });
  const tag = make(bench, '/wp/v2/tags', { name: 'calm', lang: 'en' });
  const a = make(bench, '/wp/v2/posts', {
    ...{ title: 'Hello', status: 'publish', lang: 'en', categories: [news], tags: [tag] },
    content: '<!-- wp:paragraph -->\n<p>text</p>\n<!-- /wp:paragraph -->',
  });
  make(bench, '/wp/v2/posts', {
    ...{ title: 'Bonjour', status: 'publish', lang: 'fr', categories: [actu], translations: { en: a } },
    content: `<!-- wp:block {"ref":${a}} /-->`,
  });
  const parent = make(bench, '/wp/v2/pages', { title: 'Parent', status: 'publish', lang: 'en' });
  make(bench, '/wp/v2/pages', { title: 'Child', parent, status: 'draft', lang: 'en' });
  await opened.check({ full: true });
  return opened;
}

/** What everybody sees of the items of a side, by names instead of numbers. */
function shown({ engine, admin }: Pair['here']): unknown {
  const lists = ['posts', 'pages', 'categories', 'tags'].map((route) => {
    const query = { context: 'edit', orderby: 'id', per_page: '100', ...(/s$/.test(route) && { status: 'any' }) };
    const isTerm = route === 'categories' || route === 'tags';
    const path = `/wp/v2/${route}`;
    const { body } = engine.dispatch({ method: 'GET', path, query: isTerm ? { per_page: '100' } : query }, admin);
    return body as Record<string, unknown>[];
  });
  const names = new Map<unknown, unknown>([[0, 0]]);
  const nameOf = (item: Record<string, unknown>): unknown =>
    (item['title'] as { raw?: string } | undefined)?.raw ?? item['name'];
  for (const item of lists.flat()) names.set(item['id'], nameOf(item));
  const named = (value: unknown): unknown =>
    Array.isArray(value) ? value.map((id) => names.get(id)).toSorted() : names.get(value);
  return lists.map((list) =>
    list
      .map((item) => ({
        ...{ name: nameOf(item), lang: item['lang'], parent: named(item['parent'] ?? 0) },
        translations: Object.fromEntries(
          Object.entries(item['translations'] as object).map(([code, id]) => [code, named(id)]),
        ),
        terms: [named(item['categories'] ?? []), named(item['tags'] ?? [])],
        content: (item['content'] as { raw?: string } | undefined)?.raw?.replace(
          /"ref":(\d+)/,
          (_all, id: string) => `"ref":${String(names.get(Number(id)))}`,
        ),
      }))
      .toSorted((one, two) => (String(one.name) < String(two.name) ? -1 : 1)),
  );
}

test.each(Array.from({ length: 12 }, (_, at) => (seed + at) % 0x7fffffff))(
  'in any order the end is the same (seed %i)',
  async (at) => {
    const { here, there, site, pull, rows, plan, check } = await filled();
    const random = randomOf(at);
    const order: string[] = [];
    const choosing = (row: StateRow, choice: LineChoice): void =>
      void transact(site, here.admin, () => ({ value: choose(site, { [lineName(row)]: choice }), keep: true }));
    // A language that is left out at first: what is in it waits for it.
    const isLate = random(2) === 0;
    const all = (): StateRow[] =>
      rows().filter(({ kind, choice }) => kind !== 'language' || choice !== 'leave' || order.length > 15);
    if (isLate) for (const row of rows()) if (row.kind === 'language' && row.uuid === 'fr') choosing(row, 'leave');
    for (let left = all(); left.length > 0; left = all()) {
      // Chance alone could leave the late language out for too long.
      const late = order.length > 30 ? left.find(({ kind }) => kind === 'language') : undefined;
      const row = late ?? left[random(left.length)];
      if (!row) break;
      order.push(`${row.state} ${row.title || row.uuid}`);
      choosing(row, 'there');
      pull([lineName(row)]);
      if (order.length > 60) throw new Error(`It does not end: ${plan().join()}\n${order.join('\n')}`);
    }
    const told = `seed ${at}\n${order.join('\n')}`;
    expect(shown(here), told).toEqual(shown(there.bench));
    await check({ full: true });
    expect(plan(), told).toEqual([]);
  },
);

test('a language that was deleted here comes back with the items that have it', async () => {
  const opened = (pair = await openPair());
  const { here, there, check, pull, plan } = opened;
  make(there.bench, '/wp/v2/tags', { name: 'Mot', lang: 'fr' });
  await check();
  pull();
  const fr = (here.ask('GET', '/pll/v1/languages/fr').body as { term_id: number }).term_id;
  const gone = { method: 'DELETE', path: `/pll/v1/languages/${fr}`, query: { force: 'true' } };
  expect(here.engine.dispatch(gone, here.admin).status).toBe(200);
  expect(plan()).toContain('deleted_here fr');
  pull();
  expect(plan()).toEqual([]);
  expect(here.ask('GET', '/wp/v2/tags').body).toMatchObject([{ name: 'Mot', lang: 'fr' }]);
});
