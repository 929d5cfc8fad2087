import { expect, test } from 'vitest';
import type { Dict } from '../../../core/types.ts';
import { openWith } from './language-sites.ts';

const POSTS = '/wp/v2/posts';

/** The result is the same whether few items contain the trigrams of the word, or more than are compared one by one. */
test.each([
  ['few', 0],
  ['more than are looked at one by one', 210],
])('a search in the matrix finds groups by what any version says: %s', { timeout: 120_000 }, (_name, more) => {
  const bench = openWith(['en_US', 'fr_FR']);
  const add = (path: string, body: Dict): number =>
    (bench.ask('POST', path, { lang: 'en', status: 'publish', ...body }).body as { id: number }).id;
  const found = (query: Dict): unknown =>
    (
      bench.engine.dispatch(
        { method: 'GET', path: '/polydesk/v1/groups', query: { per_page: '100', orderby: 'id', ...query } },
        bench.admin,
      ).body as { source: number }[]
    ).map(({ source }) => source);
  for (let n = 0; n < more; n++) add('/wp/v2/pages', { title: `quixotry ${n}` });
  const first = add(POSTS, { title: 'Quixotry' });
  const other = add(POSTS, { title: 'Windmills' });
  add(POSTS, { title: 'Moulins', content: 'de quixotry', lang: 'fr', translations: { en: other } });
  const draft = add(POSTS, { title: 'A draft', excerpt: 'QUIXOTRY', status: 'draft' });
  // The same pieces in another order, another type, the trash: no rows.
  add(POSTS, { title: 'xotryqui qui xot try' });
  const page = add('/wp/v2/pages', { title: 'Quixotry of a page' });
  bench.ask('DELETE', `${POSTS}/${add(POSTS, { title: 'quixotry gone' })}`);
  const alone = add(POSTS, { title: 'quixotry alone' });
  expect(found({ search: 'quixotry' })).toEqual([first, other, draft, alone]);
  expect(found({ search: 'quixotry', lang: 'fr', state: 'missing' })).toEqual([first, draft, alone]);
  expect(found({ search: 'quixotry', lang: 'en', state: 'draft' })).toEqual([]);
  expect(found({ search: 'quixotry -windmills moulins' })).toEqual([other]);
  expect(found({ search: 'quixotry of', type: 'page' })).toEqual([page]);
  bench.ask('POST', `${POSTS}/${first}`, { title: 'Something else' });
  expect(found({ search: 'quixotry' })).toEqual([other, draft, alone]);
});
