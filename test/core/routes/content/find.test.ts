import { beforeEach, expect, test } from 'vitest';
import type { Dict } from '../../../../core/types.ts';
import { openContentBench, type ContentBench } from '../../../support/content-bench.ts';

let bench: ContentBench;
let ids: Record<string, number>;

beforeEach(() => {
  bench = openContentBench(['en_US', 'fr_FR']);
  const night = add('posts', { title: 'Riding by night', lang: 'en', status: 'publish' });
  ids = {
    night,
    nuit: add('posts', { title: 'Rouler de nuit', lang: 'fr', translations: { en: night } }),
    page: add('pages', { title: 'Élan & été', lang: 'fr', status: 'publish' }),
    tag: add('tags', { name: 'Night & day', lang: 'en' }),
    exact: add('tags', { name: 'night', lang: 'en' }),
    gone: add('posts', { title: 'Night in the trash', lang: 'en' }),
  };
  must('DELETE', `/wp/v2/posts/${ids['gone'] ?? 0}`);
  return () => bench.engine.close();
});

const must: ContentBench['must'] = (...request) => bench.must(...request);
const add = (base: string, body: Dict): number => must('POST', `/wp/v2/${base}`, body)['id'] as number;
const find = (query: Dict): Dict[] => {
  const answer = bench.engine.dispatch({ method: 'GET', path: '/polydesk/v1/find', query }, bench.admin);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body as Dict[];
};

test.each([
  ['night', ['exact', 'tag', 'night', 'nuit']],
  ['NIGHT', ['exact', 'tag', 'night', 'nuit']],
  ['ride by', []],
  ['by riding', ['night', 'nuit']],
  ['elan', ['page']],
  ['été', ['page']],
  ['de', ['nuit', 'night']],
  ['day &', ['tag']],
  ['"', []],
  ['   ', []],
])('%j finds %j', (q, names) => {
  const known = Object.entries(ids);
  expect(find({ q }).map(({ id }) => known.find(([, one]) => one === id)?.[0])).toEqual(names);
});

test('an item is found by its number, a language by name, code and locale', () => {
  expect(find({ q: String(ids['nuit']) })).toContainEqual(expect.objectContaining({ kind: 'post', id: ids['nuit'] }));
  for (const q of ['franc', 'fr_FR', 'fr']) {
    expect(find({ q })[0]).toMatchObject({ kind: 'language', type: 'language', title: 'Français', lang: 'fr' });
  }
});

test('a result has the place of the match, and how it was found', () => {
  expect(find({ q: 'riding night' })).toEqual([
    {
      kind: 'post',
      id: ids['night'],
      type: 'post',
      title: 'Riding by night',
      lang: 'en',
      status: 'publish',
      ranges: [
        [0, 6],
        [10, 15],
      ],
      through: null,
    },
    {
      kind: 'post',
      id: ids['nuit'],
      type: 'post',
      title: 'Rouler de nuit',
      lang: 'fr',
      status: 'draft',
      ranges: [],
      through: { id: ids['night'], lang: 'en', title: 'Riding by night' },
    },
  ]);
  expect(find({ q: 'ete' })[0]).toMatchObject({ title: 'Élan & été', ranges: [[7, 10]] });
  expect(find({ q: 'night', limit: 1 })).toHaveLength(1);
});

test.each([
  [{}, 400],
  [{ q: 'a', limit: 0 }, 400],
])('refused: %j', (query, status) => {
  expect(bench.engine.dispatch({ method: 'GET', path: '/polydesk/v1/find', query }, bench.admin).status).toBe(status);
});
