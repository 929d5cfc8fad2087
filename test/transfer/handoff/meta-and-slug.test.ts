// Custom fields and, on demand, slugs as texts of an item.
import { beforeEach, describe, expect, test } from 'vitest';
import type { Dict } from '../../../core/types.ts';
import { FORMATS, openHandoffBench, translated, type HandoffBench } from './bench.ts';

let bench: HandoffBench;
beforeEach(() => {
  bench = openHandoffBench();
  const meta = (key: string, more: Dict = {}): Dict => ({ key, type: 'string', object_types: ['post'], ...more });
  const fields = [
    meta('subtitle'),
    meta('layout'),
    meta('home'),
    meta('rating', { type: 'integer' }),
    meta('notes', { single: false }),
  ];
  bench.must('PUT', '/polydesk/v1/content-model', {
    post_meta: fields,
    term_meta: [meta('motto', { object_types: ['category'] })],
  });
  return () => bench.engine.close();
});

const META = {
  subtitle: 'A ride for everybody',
  layout: 'full-width',
  home: 'https://example.org/a',
  rating: 4,
  notes: ['One note', 'Two notes'],
};
const metaOf = (id: number): Dict => (bench.must('GET', `/wp/v2/posts/${id}`) as { meta: Dict }).meta;
const unitsOf = (kind: string, id: number, query: Dict = {}): Dict[] => {
  const request = { method: 'GET', path: `/polydesk/v1/units/${kind}/${id}`, query: { lang: 'fr', ...query } };
  return bench.engine.dispatch(request, bench.admin).body as Dict[];
};

// The helper translates no tables.
describe.each(FORMATS.filter((format) => format !== 'csv'))('%s', (format) => {
  test('a custom field with a text for people goes out and comes back; others stay as they are', () => {
    const en = bench.post({ title: 'Night riding', content: '<p>Ride on.</p>', meta: META, slug: 'night-riding' });
    const file = bench.send(format, { scope: { ids: [en] } });
    expect(file).toContain('A ride for everybody');
    for (const text of ['full-width', 'example.org/a', 'One note', 'night-riding.'])
      expect(file).not.toContain(`>${text}<`);
    const back = translated(file, (text) => `fr ${text}`);
    expect(bench.review(back).counts).toMatchObject({ new: 3, changed: 0, marks: 0, left: 0 });
    expect(bench.take(back)).toMatchObject({ texts: 3, created: 1 });
    expect(metaOf(bench.versionOf(en))).toEqual({ ...META, footnotes: '', subtitle: 'fr A ride for everybody' });
    const before = bench.latest();
    const again = bench.send(format, { scope: { ids: [en] }, states: ['draft', 'translated', 'partial'], slugs: true });
    expect(bench.review(again).counts).toMatchObject({ new: 0, changed: 0, conflict: 0, stale: 0, left: 0 });
    expect(bench.take(again, { published: true, conflict: 'file' }).entry).toBeNull();
    expect(bench.latest()).toBe(before);
  });

  test('slugs go out on demand only', () => {
    const en = bench.post({ title: 'Night riding', content: '<p>Ride on.</p>', slug: 'night-riding' });
    const file = bench.send(format, { scope: { ids: [en] }, slugs: true });
    expect(file).toContain('night-riding');
    const back = translated(file, (text) => (text === 'night-riding' ? 'rouler-de-nuit' : `fr ${text}`));
    expect(bench.take(back)).toMatchObject({ texts: 3, created: 1 });
    expect(bench.must('GET', `/wp/v2/posts/${bench.versionOf(en)}`)).toMatchObject({ slug: 'rouler-de-nuit' });
  });
});

test('they are texts of an item, in files and in the memory; slugs when asked for', () => {
  const en = bench.post({ title: 'Night riding', content: '<p>Ride on.</p>', meta: META, slug: 'night-riding' });
  const shown = (query: Dict = {}) => unitsOf('post', en, query).map(({ key, kind, source }) => [key, kind, source]);
  const usual = [
    [`p${en}.title`, 'title', 'Night riding'],
    [`p${en}.content.0`, expect.any(String), 'Ride on.'],
    [`p${en}.meta.0`, 'subtitle', 'A ride for everybody'],
  ];
  expect(shown()).toEqual(usual);
  expect(shown({ slugs: 'true' })).toEqual([...shown(), [`p${en}.slug`, 'slug', 'night-riding']]);
  const all = unitsOf('post', en, { slugs: 'true' });
  const hashOf = (wanted: string) => all.find(({ key }) => key === wanted)?.['hash'];
  const [own, slug] = [`p${en}.meta.0`, `p${en}.slug`];
  const units = { [own]: 'Une sortie pour tous', [slug]: 'de-nuit' };
  bench.must('PATCH', `/polydesk/v1/units/post/${en}`, {
    lang: 'fr',
    units,
    base: { [own]: hashOf(own), [slug]: hashOf(slug) },
  });
  const fr = bench.versionOf(en);
  expect(metaOf(fr)).toMatchObject({ subtitle: 'Une sortie pour tous', layout: 'full-width' });
  expect(bench.must('GET', `/wp/v2/posts/${fr}`)).toMatchObject({ slug: 'de-nuit' });
  const lookup = { from: 'en', to: 'fr', text: 'A ride for everybody', key: own };
  const found = bench.ask('POST', '/polydesk/v1/memory/lookup', lookup).body;
  expect(found).toMatchObject([{ score: 101, target: 'Une sortie pour tous', origin: { field: 'meta' } }]);
  bench.must('PATCH', `/wp/v2/posts/${fr}`, { meta: { subtitle: 'Une balade pour tous' } });
  expect(bench.ask('POST', '/polydesk/v1/memory/lookup', lookup).body).toMatchObject([
    { target: 'Une balade pour tous' },
  ]);
});

test('a field of a term, too', () => {
  const id = bench.must('POST', '/wp/v2/categories', {
    name: 'Rides',
    lang: 'en',
    meta: { motto: 'Always on the move' },
  })['id'];
  const [name, motto] = unitsOf('term', Number(id));
  expect([name, motto]).toMatchObject([{ kind: 'title' }, { kind: 'motto', source: 'Always on the move' }]);
  const units = { [String(motto?.['key'])]: 'Toujours en route' };
  const base = { [String(motto?.['key'])]: motto?.['hash'] };
  bench.must('PATCH', `/polydesk/v1/units/term/${Number(id)}`, { lang: 'fr', units, base });
  expect(unitsOf('term', Number(id))[1]).toMatchObject({ target: 'Toujours en route', state: 'done' });
});

test('fields that are synchronised are the same in every language, so they are no texts', () => {
  const en = bench.post({ title: 'Night riding', content: '<p>Ride on.</p>', meta: META });
  bench.must('POST', '/pll/v1/settings', { sync: ['post_meta'] });
  expect(unitsOf('post', en).map(({ kind }) => kind)).not.toContain('subtitle');
});
