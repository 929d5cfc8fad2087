// What can be chosen for a file for translators: its counts are those of the file, and exact matches of the memory fill it.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { HANDOFF_STATES, type HandoffChoice, type HandoffState } from '../../../core/schema/site/handoff.ts';
import type { Dict } from '../../../core/types.ts';
import { FORMATS, openHandoffBench, type HandoffBench } from './bench.ts';

const paragraph = (text: string): string => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;

let bench: HandoffBench;
beforeEach(() => void (bench = openHandoffBench(['en_US', 'fr_FR', 'ja'])));
afterEach(() => bench.engine.close());

function exported(order: Dict): Dict {
  const { job } = bench.must('POST', '/polydesk/v1/exports', { format: 'po', lang: 'fr', ...order });
  return bench.must('GET', `/polydesk/v1/jobs/${String(job)}`)['report'] as Dict;
}

test('the numbers are those of the items that a file with this choice holds', () => {
  const known = bench.post({ title: 'Lamp', content: paragraph('Ride slowly near other people.') });
  bench.post({ title: 'Lampe', content: paragraph('Roulez lentement.'), lang: 'fr', translations: { en: known } });
  const draft = bench.post({ title: 'Rain' });
  bench.post({ title: 'Pluie', lang: 'fr', status: 'draft', translations: { en: draft } });
  bench.post({ title: 'Night' });
  bench.post({ title: '夜', lang: 'ja' });
  bench.post({ title: 'Le soir', lang: 'fr' });
  bench.must('POST', '/wp/v2/tags', { name: 'Ferry', lang: 'en' });
  bench.must('POST', '/wp/v2/settings', { title: 'Atlas', description: 'Rides and maps' });
  bench.must('PATCH', '/polydesk/v1/strings', { source: 'Atlas', translations: { fr: 'Atlas des vélos' } });

  for (const from of ['en', 'ja']) {
    const query = { lang: 'fr', from };
    const path = '/polydesk/v1/exports/choice';
    const { types, strings } = bench.engine.dispatch({ method: 'GET', path, query }, bench.as('editor'))
      .body as HandoffChoice;
    for (const { type, states, other_source } of types)
      for (const state of HANDOFF_STATES)
        expect([type, state, exported({ from, states: [state], scope: { types: [type] } })]).toMatchObject([
          type,
          state,
          { items: states[state], other_source: other_source[state] },
        ]);
    const texts = (state: HandoffState) => {
      const with_ = (more: Dict) => exported({ from, states: [state], ...more })['texts'] as number;
      return with_({ strings: true }) - with_({});
    };
    expect(strings).toEqual({ missing: texts('missing'), translated: texts('translated') });
  }
});

test.each([
  ['Vélo Atlas', 'velo-atlas'],
  ['Æther & Straße', 'aether-strase'],
  ['हिन्दी साइट', 'हिन्दी-साइट'],
  ['?!', 'site'],
])('the file of the site “%s” is called %s', (title, name) => {
  bench.must('POST', '/wp/v2/settings', { title });
  const answer = bench.engine.dispatch(
    { method: 'GET', path: '/polydesk/v1/exports/choice', query: { lang: 'fr' } },
    bench.admin,
  );
  const { files } = answer.body as HandoffChoice;
  expect(files['po']).toMatch(new RegExp(`^${name}-en-fr-\\d{4}-\\d\\d-\\d\\d\\.po$`, 'u'));
});

test.each([{}, { lang: 'xx' }, { lang: 'fr', from: 'fr' }])('400 for a choice of %j', (query) => {
  const path = '/polydesk/v1/exports/choice';
  expect(bench.engine.dispatch({ method: 'GET', path, query }, bench.admin).status).toBe(400);
});

test.each(FORMATS)('exact matches of the memory fill a %s, and count as translated when it comes back', (format) => {
  const known = bench.post({ title: 'Lamp', content: paragraph('Ride <strong>slowly</strong> near other people.') });
  const fr = { title: 'Lampe', content: paragraph('Roulez <strong>lentement</strong> près des autres.'), lang: 'fr' };
  bench.post({ ...fr, translations: { en: known } });
  const texts = ['Ride <strong>slowly</strong> near other people.', 'Ride quickly near other people.'];
  const night = bench.post({ title: 'Night', content: texts.map(paragraph).join('\n\n') });
  const order = { states: ['missing'], matches: true, scope: { types: ['post'] } };
  expect(exported({ format, ...order })).toMatchObject({ texts: 3, matches: 1 });
  expect(exported({ format, ...order, matches: false })).not.toHaveProperty('matches');
  const file = bench.send(format, order);
  expect(file).toContain('lentement');
  expect(bench.review(file).counts).toMatchObject({ new: 1, untranslated: 2 });
  expect(bench.take(file)).toMatchObject({ texts: 1, created: 1 });
  expect(bench.read(bench.versionOf(night)).content).toContain('Roulez <strong>lentement</strong> près des autres.');
});
