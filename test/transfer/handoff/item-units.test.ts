// The texts of an item one by one, for programs that translate.
import { beforeEach, expect, test } from 'vitest';
import type { ItemUnitValue } from '../../../core/schema/desk/units.ts';
import type { Dict } from '../../../core/types.ts';
import { plainOfMarked } from '../../../core/units/memory/analyse.ts';
import { openHandoffBench, type HandoffBench } from './bench.ts';

let bench: HandoffBench;
beforeEach(() => {
  bench = openHandoffBench(['en_US', 'fr_FR', 'ja']);
  return () => bench.engine.close();
});

const p = (text: string): string => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;
const CONTENT = [
  p('Ride <strong>safely</strong> &amp; far'),
  p('See <a href="/x/">this</a>'),
  p('Twice'),
  p('Twice'),
].join('\n\n');
const path = (id: number, kind = 'post'): string => `/polydesk/v1/units/${kind}/${id}`;
const unitsOf = (id: number, lang = 'fr', kind = 'post'): ItemUnitValue[] => {
  const answer = bench.engine.dispatch({ method: 'GET', path: path(id, kind), query: { lang } }, bench.admin);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body as ItemUnitValue[];
};
const write = (id: number, units: Record<string, string>, more: Dict = {}) => {
  const own = Object.fromEntries(unitsOf(id).map(({ key, hash }) => [key, hash]));
  const base = Object.fromEntries(Object.keys(units).flatMap((key) => (own[key] ? [[key, own[key]]] : [])));
  return bench.ask('PATCH', path(id), { lang: 'fr', units, base, ...more });
};

test('a missing version is started as a draft with the texts that are written, and one undo takes all of it back', () => {
  const en = bench.post({ title: 'Night riding', content: CONTENT });
  const units = unitsOf(en);
  expect(units.map(({ key, kind, source, target, state }) => [key, kind, source, target, state])).toEqual([
    [`p${en}.title`, 'title', 'Night riding', '', 'new'],
    [`p${en}.content.0`, 'paragraph', 'Ride <g id="0">safely</g> &amp; far', '', 'new'],
    [`p${en}.content.1`, 'paragraph', 'See <g id="0">this</g>', '', 'new'],
    ...units.slice(3).map(({ key }) => [key, 'paragraph', 'Twice', '', 'new']),
  ]);
  const [title, ride, , , again] = units.map(({ key }) => key);
  const answer = write(en, {
    [title ?? '']: 'De nuit',
    [ride ?? '']: '<g id="0">Prudemment</g> &amp; loin',
    [again ?? '']: 'Encore',
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  const fr = bench.read(bench.versionOf(en));
  expect(fr).toMatchObject({ title: 'De nuit', status: 'draft' });
  expect(fr.content).toBe(
    CONTENT.replace('Ride <strong>safely</strong> &amp;', '<strong>Prudemment</strong> &amp;')
      .replace(' far', ' loin')
      .replace(/Twice(?![^]*Twice)/, 'Encore'),
  );
  expect((answer.body as ItemUnitValue[]).map(({ state }) => state)).toEqual(['done', 'done', 'new', 'new', 'done']);
  bench.must('POST', `/polydesk/v1/history/${bench.latest()}/undo`, {});
  expect(bench.versionOf(en)).toBe(0);
});

test('what changed since it was read is refused, whole, and what the source said before is told', () => {
  const en = bench.post({ title: 'Night riding', content: CONTENT });
  const fr = bench.post({
    title: 'De nuit',
    content: CONTENT.replace('Ride', 'Roulez'),
    lang: 'fr',
    translations: { en },
  });
  const old = unitsOf(fr);
  bench.must('PATCH', `/wp/v2/posts/${en}`, { content: CONTENT.replace('far', 'very far') });
  const [, ride] = unitsOf(fr);
  expect(ride).toMatchObject({ before: 'Ride <g id="0">safely</g> &amp; far', state: 'unsure' });
  const base = Object.fromEntries(old.map(({ key, hash }) => [key, hash]));
  const units = { [`p${en}.title`]: 'La nuit', [ride?.key ?? '']: 'Roulez <g id="0">bien</g>' };
  const before = bench.latest();
  const answer = bench.ask('PATCH', path(en), { lang: 'fr', units, base });
  expect([answer.status, answer.body]).toMatchObject([
    409,
    { code: 'polydesk_conflict', data: { conflicts: [{ kind: 'post', id: fr, field: 'content', key: ride?.key }] } },
  ]);
  expect(bench.latest()).toBe(before);
  expect(write(en, units).status).toBe(200);
  expect(
    unitsOf(en)
      .map(({ state }) => state)
      .slice(0, 2),
  ).toEqual(['done', 'done']);
  expect(bench.read(fr)).toMatchObject({ title: 'La nuit', status: 'publish' });
});

test('a text that is right as it is is confirmed, and one that is settled makes no entry', () => {
  const en = bench.post({ title: 'Night riding', content: CONTENT });
  bench.post({ title: 'De nuit', content: CONTENT.replace('Ride', 'Roulez'), lang: 'fr', translations: { en } });
  bench.must('PATCH', `/wp/v2/posts/${en}`, { content: CONTENT.replace('far', 'very far') });
  const [title, ride] = unitsOf(en);
  expect(write(en, { [ride?.key ?? '']: ride?.target ?? '' }).status).toBe(200);
  expect(unitsOf(en)[1]).toMatchObject({ state: 'done', before: null });
  const before = bench.latest();
  expect(write(en, { [title?.key ?? '']: 'De nuit' }).status).toBe(200);
  expect(bench.latest()).toBe(before);
});

test('terms too', () => {
  const id = Number(
    bench.must('POST', '/wp/v2/categories', { name: 'Rides', description: 'Long ones', lang: 'en' })['id'],
  );
  const units = unitsOf(id, 'fr', 'term');
  expect(units.map(({ key, source }) => [key, source])).toEqual([
    [`t${id}.title`, 'Rides'],
    [`t${id}.content.0`, 'Long ones'],
  ]);
  const base = Object.fromEntries(units.map(({ key, hash }) => [key, hash]));
  const body = { lang: 'fr', units: { [`t${id}.title`]: 'Sorties' }, base };
  expect(bench.ask('PATCH', path(id, 'term'), body).body).toMatchObject([{ target: 'Sorties', state: 'done' }, {}]);
});

test.each<[string, (en: number) => Dict, number]>([
  ['a key of nowhere', (en) => ({ units: { [`p${en}.content.99`]: 'x' } }), 400],
  ['no key', () => ({ units: { odd: 'x' } }), 400],
  ['without a base', (en) => ({ units: { [`p${en}.title`]: 'x' }, base: {} }), 400],
  ['an empty text', (en) => ({ units: { [`p${en}.title`]: ' ' } }), 400],
  ['a lost mark', (en) => ({ units: { [`p${en}.content.0`]: 'Roulez' } }), 400],
  ['a mark too many', (en) => ({ units: { [`p${en}.title`]: '<x id="0"/>a' } }), 400],
  ['the language of the source', () => ({ lang: 'en', units: {} }), 400],
  ['a language that is not there', () => ({ lang: 'xx', units: {} }), 400],
])('%s is refused and changes nothing', (_, more, status) => {
  const en = bench.post({ title: 'Night riding', content: CONTENT });
  const { units, ...others } = more(en);
  const before = bench.latest();
  expect(write(en, units as Record<string, string>, others).status).toBe(status);
  expect([bench.latest(), bench.versionOf(en)]).toEqual([before, 0]);
});

test('an item that is gone, a version in the trash, and a caller without rights', () => {
  const en = bench.post({ title: 'Night riding' });
  const ask = (id: number, caller = bench.admin) =>
    bench.engine.dispatch({ method: 'GET', path: path(id), query: { lang: 'fr' } }, caller).status;
  expect(ask(99_999)).toBe(404);
  expect(ask(en, bench.as('author'))).toBe(403);
  const fr = bench.post({ title: 'De nuit', lang: 'fr', translations: { en } });
  bench.must('DELETE', `/wp/v2/posts/${fr}`);
  expect(ask(en)).toBe(409);
});

test.each([
  ['stored with an entity', 'Tom &amp; Ann', 'Tom &amp; Anne', 'Tom & Ann', 'Tom & Anna', 'Tom &amp; Anna'],
  ['stored without', 'Tom & Ann', 'Tom & Anne', 'Tom & Ann', 'Tom & Anna', 'Tom & Anna'],
  ['each its own way', 'Tom &amp; Ann', 'Tom & Anne', 'Tom & Ann', 'Tom & Anna', 'Tom & Anna'],
  ['with both at once', 'R&D &amp; so', 'R&D &amp; ainsi', 'R&D & so', 'R&D & si', 'R&amp;D &amp; si'],
  [
    'what would be another entity',
    'Tags: &amp;lt;',
    'Balises: &amp;lt;',
    'Tags: &amp;lt;',
    'Une: &amp;lt;',
    'Une: &amp;lt;',
  ],
  ['a tag', 'A &lt;b> &amp; c', 'Un &lt;b> &amp; c', 'A &lt;b> & c', 'Le &lt;b> & c', 'Le &lt;b> &amp; c'],
])(
  'an ampersand of a title is read as one, and stored as the title has it: %s',
  (_name, source, target, read, text, stored) => {
    const marked = (plain: string): string =>
      plain.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    const shown = (plain: string): string => plainOfMarked(plain);
    const en = bench.post({ title: source, content: p('Text') });
    const fr = bench.post({ title: target, content: p('Texte'), lang: 'fr', translations: { en } });
    const [title] = unitsOf(en);
    expect(shown(title?.source ?? '')).toBe(read);
    write(en, { [title?.key ?? '']: title?.target ?? '' });
    expect(bench.read(fr).title).toBe(target);
    const answer = write(en, { [title?.key ?? '']: marked(text) });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(bench.read(fr).title).toBe(stored);
  },
);

test('a new title is stored as its source is', () => {
  const en = bench.post({ title: 'Tom &amp; Ann', content: p('Text') });
  write(en, { [`p${en}.title`]: 'Tom &amp; Anne' });
  expect(bench.read(bench.versionOf(en)).title).toBe('Tom &amp; Anne');
});
