import { expect, test } from 'vitest';
import { embed, embedOf } from '../../../core/rest/embed.ts';
import type { Dict } from '../../../core/types.ts';

const root = 'http://127.0.0.1:1/wp-json';
const item = {
  id: 1,
  _links: {
    self: [{ href: `${root}/wp/v2/posts/1` }],
    author: [{ href: `${root}/wp/v2/users/7`, embeddable: true }],
    'wp:term': [
      { href: `${root}/wp/v2/categories?post=1`, embeddable: true },
      { href: `${root}/wp/v2/tags?post=1`, embeddable: true },
    ],
  },
};

function askNoted(asked: [string, Dict][]) {
  return (path: string, query: Dict): unknown => {
    asked.push([path, { ...query }]);
    return path.endsWith('/tags') ? [] : { from: path };
  };
}

test.each([
  [undefined, undefined],
  [{}, undefined],
  [{ _embed: '' }, ['author', 'wp:term']],
  [{ _embed: '1' }, ['author', 'wp:term']],
  [{ _embed: 'true' }, ['author', 'wp:term']],
  [{ _embed: 'author' }, ['author']],
  [{ _embed: 'author, wp:term' }, ['author', 'wp:term']],
  [{ _embed: ['wp:term'] }, ['wp:term']],
  [{ _embed: 'nothing' }, []],
])('%j', (query, relations) => {
  const wanted = embedOf(query);
  expect(wanted && ['author', 'wp:term'].filter(wanted)).toEqual(relations);
});

test('embeds in link order, asks once for each address, leaves the rest alone', () => {
  const asked: [string, Dict][] = [];
  const [first, second] = embed([item, item], () => true, { root, ask: askNoted(asked) }) as [Dict, Dict];
  expect(first).toEqual({
    ...item,
    _embedded: { author: [{ from: '/wp/v2/users/7' }], 'wp:term': [{ from: '/wp/v2/categories' }, []] },
  });
  expect(second).toEqual(first);
  expect(asked).toEqual([
    ['/wp/v2/users/7', { context: 'embed', per_page: 100 }],
    ['/wp/v2/categories', { context: 'embed', per_page: 100, post: '1' }],
    ['/wp/v2/tags', { context: 'embed', per_page: 100, post: '1' }],
  ]);
});

test('nothing wanted, nothing added', () => {
  expect(embed(item, () => false, { root, ask: () => ({}) })).toEqual(item);
});
