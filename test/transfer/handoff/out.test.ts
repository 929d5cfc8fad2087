// What went out to translators: how much of each file came back, and what is still out.
import { beforeEach, expect, test } from 'vitest';
import type { Handoff, HandoffWithItems } from '../../../core/schema/desk/handoffs.ts';
import type { Dict } from '../../../core/types.ts';
import { FORMATS, openHandoffBench, translated, type HandoffBench } from './bench.ts';

let bench: HandoffBench;
beforeEach(() => {
  bench = openHandoffBench(['en_US', 'fr_FR', 'de_DE']);
  return () => bench.engine.close();
});

const POSTS = { scope: { types: ['post'] } };
const list = (query: Dict<string> = {}): Handoff[] => {
  const answer = bench.engine.dispatch({ method: 'GET', path: '/polydesk/v1/handoffs', query }, bench.admin);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body as Handoff[];
};
const outOf = (id: number): HandoffWithItems['out'] =>
  (bench.must('GET', `/polydesk/v1/handoffs/${id}`) as unknown as HandoffWithItems).out;
const twoPosts = (): [number, number] => [
  bench.post({ title: 'Night riding', content: '<p>Ride far</p><p>Ride on</p>' }),
  bench.post({ title: 'Day trips', content: '<p>Nothing else</p>' }),
];
/** With translations of the texts that hold a word. */
const withWord = (file: string, word: string): string =>
  file.replace(/<source>([^<]*)<\/source>\n/g, (whole, text: string) =>
    text.includes(word) ? `${whole}<target state="translated">${text} !</target>\n` : whole,
  );

test.each(FORMATS)('%s: a file that went out is listed until all of it is back', (format) => {
  twoPosts();
  const before = bench.latest();
  const file = bench.send(format, POSTS);
  expect(bench.latest()).toBe(before);
  const [sent] = list();
  expect(list()).toMatchObject([
    { format, from: 'en', to: 'fr', author: 'admin', items: 2, texts: 5, returned: 0, returned_at: null, texts_out: 5 },
  ]);
  expect(sent?.file).toMatch(/-en-fr-\d{4}-\d\d-\d\d\.\w+$/);
  expect(sent?.at).toMatch(/^\d{4}-/);
  if (format === 'csv') return;
  bench.take(translated(file, (text) => `${text}!`));
  expect(list()).toMatchObject([{ texts: 5, returned: 5, items_out: 0, texts_out: 0 }]);
  expect(list()[0]?.returned_at).toMatch(/^\d{4}-/);
  expect(outOf(sent?.id ?? 0)).toEqual([]);
});

test('what comes back in parts counts once, and the rest is named', () => {
  const [, day] = twoPosts();
  const file = bench.send('xliff12', POSTS);
  const rides = withWord(file, 'Ride');
  bench.take(rides);
  bench.take(rides);
  const [sent] = list();
  expect(sent).toMatchObject({ returned: 2, items_out: 2, texts_out: 3 });
  expect(outOf(sent?.id ?? 0)).toMatchObject([
    { kind: 'post', type: 'post', title: 'Night riding', texts: 1 },
    { kind: 'post', id: day, title: 'Day trips', texts: 2 },
  ]);
  bench.take(withWord(file, 'Night'));
  expect(outOf(sent?.id ?? 0)).toMatchObject([{ id: day, texts: 2 }]);
  expect(list()).toMatchObject([{ returned: 3, items_out: 1 }]);
});

test('a preview takes nothing back, and what is left out of the import is back all the same', () => {
  const [night] = twoPosts();
  bench.post({ title: 'De nuit', lang: 'fr', translations: { en: night } });
  const file = withWord(bench.send('xliff12', { scope: { ids: [night] } }), 'Ride');
  bench.review(file);
  expect(list()).toMatchObject([{ returned: 0 }]);
  expect(bench.take(file)).toMatchObject({ texts: 0, skipped: 2, entry: null });
  expect(list()).toMatchObject([{ returned: 3, texts: 3 }]);
});

test('a text that is unchanged and still to be checked is not back', () => {
  const en = bench.post({ title: 'Night riding', content: '<p>Ride far</p>' });
  const fr = bench.post({ title: 'De nuit', content: '<p>Roulez</p>', lang: 'fr', translations: { en } });
  bench.must('PATCH', `/wp/v2/posts/${en}`, { content: '<p>Ride very far</p>' });
  const file = bench.send('po', { scope: { ids: [fr] } });
  bench.take(file, { published: true });
  expect(list()).toMatchObject([{ texts: 2, returned: 1, texts_out: 1 }]);
  bench.take(file.replace('#, fuzzy\n', ''), { published: true });
  expect(list()).toMatchObject([{ texts: 2, returned: 2, texts_out: 0 }]);
});

test('a file whose keys a tool lost, and one whose source changed, count too', () => {
  const [night] = twoPosts();
  const file = bench.send('xliff12', POSTS);
  let n = 0;
  bench.take(withWord(file, 'Ride on').replace(/id="p\d[^"]*"/g, () => `id="tu${(n += 1)}"`));
  expect(list()).toMatchObject([{ returned: 1 }]);
  bench.must('PATCH', `/wp/v2/posts/${night}`, { content: '<p>New</p><p>Ride very far</p><p>Ride on</p>' });
  expect(bench.take(withWord(file, 'Ride far'))).toMatchObject({ texts: 0, skipped: 1 });
  expect(list()).toMatchObject([{ returned: 2, texts_out: 3 }]);
});

test('an item that is exported again is out with its last file, for each language by itself', () => {
  const [night, day] = twoPosts();
  bench.send('xliff12', POSTS);
  bench.send('po', { scope: { ids: [night] } });
  bench.send('po', { scope: { ids: [night] }, lang: 'de' });
  expect(list().map(({ to, texts, texts_out }) => [to, texts, texts_out])).toEqual([
    ['de', 3, 3],
    ['fr', 3, 3],
    ['fr', 5, 2],
  ]);
  expect(list({ lang: 'fr' })).toHaveLength(2);
  expect(outOf(list()[2]?.id ?? 0)).toMatchObject([{ id: day }]);
});

test('a file is taken off the list, and with an item and a language what was out of them', () => {
  const [night] = twoPosts();
  const file = bench.send('xliff12', POSTS);
  bench.send('xliff12', { ...POSTS, lang: 'de' });
  bench.must('DELETE', `/wp/v2/posts/${night}`, { force: true });
  expect(list().map((one) => one.texts_out)).toEqual([2, 2]);
  const german = bench.must('GET', '/pll/v1/languages/de');
  bench.must('DELETE', `/pll/v1/languages/${String(german['term_id'])}`);
  const [left] = list();
  expect(list()).toHaveLength(1);
  expect(bench.must('DELETE', `/polydesk/v1/handoffs/${left?.id}`)).toMatchObject({ deleted: true });
  expect(list()).toEqual([]);
  expect(bench.ask('DELETE', `/polydesk/v1/handoffs/${left?.id}`).status).toBe(404);
  expect(bench.take(withWord(file, 'Day')).texts).toBe(1);
});

test('a file with nothing in it and the strings of the site', () => {
  bench.send('xliff12', POSTS);
  expect(list()).toEqual([]);
  bench.must('PATCH', '/wp/v2/settings', { title: 'All our rides' });
  const file = bench.send('xliff12', { ...POSTS, strings: true });
  const [sent] = list();
  expect(outOf(sent?.id ?? 0)).toMatchObject([{ kind: 'site', type: 'strings' }]);
  bench.take(withWord(file, 'rides'), { published: true });
  expect(list()).toMatchObject([{ returned: 1 }]);
});

test('pretranslation brings nothing back, and only editors see the list', () => {
  twoPosts();
  bench.send('xliff12', POSTS);
  bench.must('POST', '/polydesk/v1/pretranslate', { lang: 'fr', min: 70 });
  expect(list()).toMatchObject([{ returned: 0 }]);
  const ask = (role: 'editor' | 'author'): number =>
    bench.engine.dispatch({ method: 'GET', path: '/polydesk/v1/handoffs' }, bench.as(role)).status;
  expect([ask('editor'), ask('author')]).toEqual([200, 403]);
});
