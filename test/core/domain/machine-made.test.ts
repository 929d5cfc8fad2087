// "Has machine translation": machine translated text that was not confirmed yet.
import { beforeEach, expect, test } from 'vitest';
import type { Dict } from '../../../core/types.ts';
import { openContentBench, type ContentBench } from '../../support/content-bench.ts';

let bench: ContentBench;
let time: number;
beforeEach(() => {
  time = Date.UTC(2026, 10, 1);
  bench = openContentBench(['en_US', 'fr_FR', 'ar'], { now: () => new Date(time) });
  return () => bench.engine.close();
});

const must: ContentBench['must'] = (...request) => bench.must(...request);
const post = (body: Dict): number => must('POST', '/wp/v2/posts', { status: 'publish', ...body })['id'] as number;
const keep = (id: number, machine: unknown) =>
  must('PUT', `/polydesk/v1/drafts/post/${id}`, { fields: { settled: [], machine } });

/** Sources of the groups that are listed. */
function listed(query: Dict = {}): unknown[] {
  const request = { method: 'GET', path: '/polydesk/v1/groups', query: { machine: true, orderby: 'id', ...query } };
  const answer = bench.engine.dispatch({ ...request }, bench.admin);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  const rows = answer.body as Dict[];
  expect(answer.headers['X-WP-Total']).toBe(String(rows.length));
  return rows.map(({ source }) => source).toSorted();
}

test('a translation is listed while a machine wrote a text of it, and no longer once it was found right', () => {
  const [one, two] = [post({ lang: 'en', title: 'One' }), post({ lang: 'en', title: 'Two' })];
  const un = post({ lang: 'fr', title: 'Un', translations: { en: one } });
  const deux = post({ lang: 'fr', title: 'Deux', translations: { en: two } });
  expect(listed()).toEqual([]);
  time += 1000;
  keep(un, ['s0', 'title']);
  keep(deux, []);
  expect(listed()).toEqual([one]);
  expect(listed({ lang: 'fr' })).toEqual([one]);
  expect(listed({ lang: 'ar' })).toEqual([]);
  expect(listed({ machine: false })).toEqual([one, two]);

  must('POST', `/polydesk/v1/staleness/post/${un}/confirm`, {});
  expect(listed()).toEqual([]);
  time += 1000;
  keep(un, ['title']);
  expect(listed()).toEqual([one]);
  must('DELETE', `/polydesk/v1/drafts/post/${un}`);
  expect(listed()).toEqual([]);
  keep(deux, 'no list');
  expect(listed()).toEqual([]);
});

test('a version in the trash is none', () => {
  const one = post({ lang: 'en', title: 'One' });
  const un = post({ lang: 'fr', title: 'Un', translations: { en: one } });
  time += 1000;
  keep(un, ['title']);
  expect(listed()).toEqual([one]);
  must('DELETE', `/wp/v2/posts/${un}`);
  expect(listed()).toEqual([]);
});

test('a bulk change of the list affects only the machine-made versions', () => {
  const one = post({ lang: 'en', title: 'One' });
  const un = post({ lang: 'fr', title: 'Un', translations: { en: one } });
  const wahid = post({ lang: 'ar', title: 'واحد', translations: { en: one } });
  time += 1000;
  keep(un, ['title']);
  must('POST', '/polydesk/v1/bulk', { action: 'status', status: 'private', filter: { machine: true } });
  const statusOf = (id: number) => must('GET', `/wp/v2/posts/${id}`)['status'];
  expect([one, un, wahid].map(statusOf)).toEqual(['publish', 'private', 'publish']);
});
