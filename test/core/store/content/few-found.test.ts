import { expect, test } from 'vitest';
import { transact } from '../../../../core/domain/history/history.ts';
import { drainSearchQueue, searchTerms, foldForSearch } from '../../../../core/domain/content/posts/search-index.ts';
import { mayHold } from '../../../../core/store/content/few-found.ts';
import { listPostIds, type PostFilter, type PostOrder } from '../../../../core/store/content/post-list.ts';
import { pageOfPosts } from '../../../../core/store/content/post-pages.ts';
import { insertPost } from '../../../../core/store/content/posts.ts';
import { openBench } from '../../../support/engine.ts';

const WORDS = ['alpha', 'beta', 'alphabet', 'gamma', 'Élan', 'ab', '夜明け', 'a"b c'];

/** Pseudo-random numbers, the same in every run. */
function numbers(): (below: number) => number {
  let state = 20261121;
  return (below) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return (state >>> 8) % below;
  };
}

/** Posts of few words, some of one minute, in two languages and two statuses. */
function openSome(): ReturnType<typeof openBench> {
  const bench = openBench();
  const languages = ['en_US', 'fr_FR'].map((locale) => bench.ask('POST', '/pll/v1/languages', { locale }).body);
  const slugs = languages.map((language) => (language as { slug: string }).slug);
  const next = numbers();
  const text = (most: number): string => Array.from({ length: next(most) }, () => WORDS[next(WORDS.length)]).join(' ');
  const { site } = bench.engine;
  const ids = transact(site, bench.admin, () => {
    const value = Array.from({ length: 150 }, () =>
      insertPost(site.db, 'post', {
        title: text(4),
        excerpt: text(4),
        content: text(8),
        status: next(5) === 0 ? 'draft' : 'publish',
        date: `2026-01-01T00:${String(next(60)).padStart(2, '0')}:00`,
        date_gmt: '2026-01-01T00:00:00',
        modified: '2026-01-01T00:00:00',
        modified_gmt: '2026-01-01T00:00:00',
      }),
    );
    return { value, keep: true };
  }).value;
  for (const id of ids) if (id % 3 > 0) bench.ask('POST', `/wp/v2/posts/${id}`, { lang: slugs[id % 3 === 1 ? 0 : 1] });
  drainSearchQueue(site);
  return bench;
}

const COLUMNS = ['title', 'excerpt', 'content'] as const;
const SEARCHES = [
  'alpha',
  'alphabet beta',
  '"alpha beta"',
  'alpha -gamma',
  'alpha gamma -beta -elan',
  'pha bet',
  'elan ÉLAN',
  '夜明け alpha',
  '"b c" alpha',
  'nothing',
];

function ordersOf(text: string): PostOrder[] {
  const words = searchTerms(text).filter((term) => !term.not);
  const found = { phrase: foldForSearch(text), words: words.map((word) => word.text) };
  return (['asc', 'desc'] as const).flatMap((direction) => [
    { by: 'date', direction } as const,
    { by: 'relevance', direction, ...found } as const,
  ]);
}

const WINDOWS = [
  { offset: 0, limit: 10 },
  { offset: 7, limit: 3 },
  { offset: 30, limit: 100 },
  { offset: 500, limit: 10 },
];

/** Every way a text can be asked for. */
function waysOf(text: string, language: number | undefined): { filter: PostFilter; order: PostOrder }[] {
  return [undefined, language].flatMap((own) =>
    [COLUMNS, ['content'] as const].flatMap((columns) => {
      const search = { terms: searchTerms(text), columns };
      const filter = { type: 'post', statuses: ['publish'], language: own, search };
      return ordersOf(text).map((order) => ({ filter, order }));
    }),
  );
}

test.each([...SEARCHES, 'alpha ab', 'alpha -ab', 'phab', 'abet -夜', 'a"b'])(
  'what few items may hold is compared with their texts: %s finds the same in the same order',
  (text) => {
    const bench = openSome();
    const { db } = bench.engine.site;
    const [language] = bench.ask('GET', '/pll/v1/languages').body as { term_id: number }[];
    for (const { filter, order } of waysOf(text, language?.term_id)) {
      const statuses = ['publish', 'draft'];
      for (const asked of [filter, { ...filter, statuses }]) {
        const all = listPostIds(db, asked, { limit: 1000, offset: 0, order });
        for (const { offset, limit } of WINDOWS)
          expect(pageOfPosts(db, asked, { offset, limit, order })).toEqual({
            ids: all.slice(offset, offset + limit),
            total: all.length,
          });
      }
    }
    bench.engine.close();
  },
);

test('trigrams of a word only select candidates', () => {
  const bench = openSome();
  const { db } = bench.engine.site;
  const search = { terms: searchTerms('alpha'), columns: COLUMNS };
  const post = { title: 'alp habet', content: 'alp hab bet', status: 'publish' };
  const { id } = bench.ask('POST', '/wp/v2/posts', post).body as { id: number };
  drainSearchQueue(bench.engine.site);
  const held = mayHold(db, { ...search, terms: searchTerms('alphabet') });
  expect(held).toContain(id);
  const page = pageOfPosts(
    db,
    { type: 'post', statuses: ['publish'], search: { ...search, terms: searchTerms('alphabet') } },
    { limit: 200, offset: 0, order: { by: 'date', direction: 'desc' } },
  );
  expect(page.ids).not.toContain(id);
  expect(page.total).toBeGreaterThan(0);
  expect(mayHold(db, search, 0)).toBeUndefined();
  expect(mayHold(db, { ...search, terms: searchTerms('ab -alpha') })).toBeUndefined();
  bench.engine.close();
});
