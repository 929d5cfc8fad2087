// A site chooses which checks of translations run.
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { Dict } from '../../../../core/types.ts';
import { runningChecks, SWITCHABLE_CHECKS } from '../../../../core/units/checks/choice.ts';
import { openContentBench, type ContentBench } from '../../../support/content-bench.ts';

let bench: ContentBench;
let target = 0;
const add = (body: Dict): number => bench.must('POST', '/wp/v2/posts', { status: 'publish', ...body })['id'] as number;

const say = (text: string): string => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;
beforeEach(() => {
  bench = openContentBench(['en_US', 'fr_FR']);
  onTestFinished(() => bench.engine.close());
  const dead = `<a href="${String(bench.must('GET', '/')['home'])}/nowhere/">here</a>`;
  const en = add({ title: 'Say “hi” now', content: say(`Look ${dead} for %s.`), lang: 'en' });
  const content = say(`Regardez  ${dead}.`);
  target = add({ title: 'Dites "salut" donc', content, lang: 'fr', translations: { en } });
  const other = add({ title: 'Say “hi” now', lang: 'en' });
  add({ title: 'Autre chose ici', lang: 'fr', translations: { en: other } });
});

const list = (query: Dict = {}): Dict[] => {
  const request = { method: 'GET', path: '/polydesk/v1/findings', query: { lang: 'fr', ...query } };
  return bench.engine.dispatch(request, bench.admin).body as Dict[];
};
const found = (query: Dict = {}): string[] => [...new Set(list(query).map(({ check }) => String(check)))].toSorted();
const counted = (): string[] =>
  (bench.must('GET', '/polydesk/v1/findings/counts') as unknown as Dict[]).map(({ check }) => String(check)).toSorted();
const choose = (checks: Dict): number => {
  const answer = bench.ask('POST', '/wp/v2/settings', { checks });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return Number(answer.headers['X-Polydesk-Entry']);
};
const USUAL = ['double_space', 'inconsistent', 'link_dead', 'placeholders'];

test.each([
  ['nothing chosen', {}, USUAL],
  ['a check of a text off', { double_space: false }, ['inconsistent', 'link_dead', 'placeholders']],
  ['a check of links off', { link_dead: false }, ['double_space', 'inconsistent', 'placeholders']],
  ['a comparison off', { inconsistent: false }, ['double_space', 'link_dead', 'placeholders']],
  ['a check on', { quotes: true }, [...USUAL, 'quotes']],
  ['as by default', { double_space: true, quotes: false }, USUAL],
  ['a limit', { 'max-length': 17 }, ['double_space', 'inconsistent', 'link_dead', 'max-length', 'placeholders']],
  ['no limit', { 'max-length': 0 }, USUAL],
] as const)('%s: findings and their counts agree', (_name, checks, expected) => {
  choose(checks);
  expect(found()).toEqual(expected);
  expect(counted()).toEqual(expected);
});

test('a check that is off runs where it is named, and its fix is made; without a name it stays as it is', () => {
  choose({ double_space: false, inconsistent: false, link_dead: false });
  for (const check of ['double_space', 'inconsistent', 'link_dead']) expect(found({ check }), check).toEqual([check]);
  const text = (): string =>
    String((bench.must('GET', `/wp/v2/posts/${target}`)['content'] as { rendered: string }).rendered);
  bench.must('POST', '/polydesk/v1/findings/fix', { lang: 'fr' });
  expect(text()).toContain('Regardez  <a');
  bench.must('POST', '/polydesk/v1/findings/fix', { lang: 'fr', check: 'double_space' });
  expect(text()).toContain('Regardez <a');
});

test('a choice replaces the one before, and is undone as any setting', () => {
  choose({ double_space: false });
  const entry = choose({ link_dead: false });
  expect(bench.must('GET', '/wp/v2/settings')['checks']).toEqual({ link_dead: false });
  expect(found()).toEqual(['double_space', 'inconsistent', 'placeholders']);
  bench.must('POST', `/polydesk/v1/history/${entry}/undo`);
  expect(bench.must('GET', '/wp/v2/settings')['checks']).toEqual({ double_space: false });
  expect(found()).toEqual(['inconsistent', 'link_dead', 'placeholders']);
});

test.each([
  ['an unknown check', { nonsense: true }],
  ['an error, which holds a publication', { placeholders: false }],
  ['spelling, which runs where there is a dictionary', { spelling: false }],
  ['a number for a switch', { quotes: 3 }],
  ['a negative limit', { 'max-length': -1 }],
  ['a switch for a limit', { 'max-length': true }],
  ['a list', ['quotes']],
])('%s is refused and changes nothing', (_name, checks) => {
  choose({ double_space: false });
  const answer = bench.ask('POST', '/wp/v2/settings', { title: 'Other', checks });
  expect(answer).toMatchObject({ status: 400, body: { code: 'rest_invalid_param' } });
  expect(bench.must('GET', '/wp/v2/settings')).toMatchObject({ checks: { double_space: false } });
  expect(bench.must('GET', '/wp/v2/settings')['title']).not.toBe('Other');
});

test('OPTIONS names every check that can be chosen, with its default', () => {
  const { schema } = bench.must('OPTIONS', '/wp/v2/settings') as { schema: { properties: Dict<Dict<unknown>> } };
  const { properties } = schema.properties['checks'] as { properties: Dict<{ default: unknown }> };
  expect(Object.fromEntries(Object.entries(properties).map(([id, one]) => [id, one.default]))).toEqual({
    ...Object.fromEntries(SWITCHABLE_CHECKS.map(({ id, isUsual }) => [id, isUsual])),
    'max-length': 0,
  });
});

test('errors run whatever is chosen', () => {
  const off = Object.fromEntries(SWITCHABLE_CHECKS.map(({ id }) => [id, false]));
  expect(runningChecks(off).ids).toEqual(['marks', 'placeholders', 'shortcode', 'max-length', 'spelling']);
});

const RATIO = { method: 'GET', path: '/polydesk/v1/memory/ratio', query: { from: 'en', to: 'fr' } } as const;

test.each([
  ['too few texts for a rule', 30, null, true],
  ['texts that are usually three times as long', 60, 2.5, false],
])('the usual length is learned from the memory: %s', (_name, texts, ratio, isFound) => {
  const numbers = Array.from({ length: texts }, (_, at) => at);
  const short = numbers.map((at) => `Text ${at} has about forty-five letters, counted.`);
  const long = numbers.map((at) => `Le texte ${at} ${'en dit nettement plus et ne finit pas, '.repeat(4)}voilà tout.`);
  const en = add({ title: 'Of length', content: short.map(say).join('\n\n'), lang: 'en' });
  add({ title: 'De longueur', content: long.map(say).join('\n\n'), lang: 'fr', translations: { en } });
  bench.must('GET', '/polydesk/v1/memory');
  expect(bench.engine.dispatch(RATIO, bench.admin).body).toEqual({ ratio });
  const wrong = add({ title: 'Wrong', content: say('This text of the source has about fifty letters.'), lang: 'en' });
  add({ title: 'Faux', content: say('é'.repeat(200)), lang: 'fr', translations: { en: wrong } });
  expect(found({ check: 'length' }).length > 0).toBe(isFound);
});

test('a title stored with an entity is shown without, found in the memory so, and mended as it is stored', () => {
  const content = say('Something else here.');
  const en = add({ title: 'Cats &amp; dogs, 3 of them', content, lang: 'en' });
  const fr = add({ title: 'Chats &amp;  chiens, 3 en tout', content, lang: 'fr', translations: { en } });
  const [one] = list({ check: 'double_space' }).filter(({ id }) => id === fr);
  expect(one).toMatchObject({
    field: 'title',
    title: 'Chats &  chiens, 3 en tout',
    target: 'Chats &amp;  chiens, 3 en tout',
  });
  expect(one).toMatchObject({ source: 'Cats &amp; dogs, 3 of them' });
  const lookup = { from: 'en', to: 'fr', text: 'Cats &amp; dogs, 3 of them' };
  const { body } = bench.ask('POST', '/polydesk/v1/memory/lookup', lookup);
  expect(body).toMatchObject([{ score: 100, target: 'Chats &amp;  chiens, 3 en tout' }]);
  bench.must('POST', '/polydesk/v1/findings/fix', {
    lang: 'fr',
    check: 'double_space',
    items: [{ kind: 'post', id: fr }],
  });
  const read = { method: 'GET', path: `/wp/v2/posts/${fr}`, query: { context: 'edit' } };
  const { body: fixed } = bench.engine.dispatch(read, bench.admin);
  expect(fixed).toMatchObject({ title: { raw: 'Chats &amp; chiens, 3 en tout' } });
});
