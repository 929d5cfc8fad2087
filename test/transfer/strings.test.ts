// Strings: texts outside content, stored where the language plugin stores them.
import { readFileSync } from 'node:fs';
import { beforeEach, expect, test } from 'vitest';
import type { SiteString } from '../../core/schema/site/strings.ts';
import { openContentBench, type ContentBench } from '../support/content-bench.ts';
import { openHandoffBench, translated } from './handoff/bench.ts';
import { FIXTURE, importInto } from './support.ts';

let bench: ContentBench;
beforeEach(() => {
  bench = openContentBench(['en_US', 'fr_FR']);
  bench.must('POST', '/wp/v2/settings', { title: 'Vélo', description: 'Rides' });
  return () => bench.engine.close();
});

const PATH = '/polydesk/v1/strings';
const strings = (): SiteString[] => bench.must('GET', PATH) as unknown as SiteString[];
const translate = (source: string, fr: string) => bench.must('PATCH', PATH, { source, translations: { fr } });
const find = (source: string) => strings().find((one) => one.source === source);

test('the texts of the site are strings, and get translations that can be undone', () => {
  expect(strings()).toMatchObject([
    { source: 'Vélo', name: 'blogname', group: 'site', translations: {} },
    { source: 'Rides', name: 'blogdescription', group: 'site', translations: {} },
    { name: 'date_format' },
    { name: 'time_format' },
  ]);
  expect(translate('Rides', 'Balades « été »')).toMatchObject({ translations: { fr: 'Balades « été »' } });
  const { latest } = bench.must('GET', '/polydesk/v1/changes') as { latest: number };
  expect(bench.must('GET', `/polydesk/v1/history/${latest}`)).toMatchObject({
    code: 'string.translated',
    summary: 'Translated the string “Rides”',
  });
  bench.must('POST', `/polydesk/v1/history/${latest}/undo`, {});
  expect(find('Rides')?.translations).toEqual({});
});

test('"" takes a translation away; the same text again changes nothing', () => {
  translate('Rides', 'Balades');
  const before = bench.must('GET', '/polydesk/v1/changes')['latest'];
  translate('Rides', 'Balades');
  expect(bench.must('GET', '/polydesk/v1/changes')['latest']).toBe(before);
  translate('Rides', '');
  expect(find('Rides')?.translations).toEqual({});
});

test.each([
  [{ source: 'Unknown', translations: { fr: 'x' } }, 404, 'polydesk_not_found'],
  [{ source: 'Rides', translations: { xx: 'x' } }, 400, 'rest_invalid_param'],
  [{ source: 'Rides' }, 400, 'rest_missing_callback_param'],
])('%j is refused and changes nothing', (body, status, code) => {
  expect(bench.ask('PATCH', PATH, body)).toMatchObject({ status, body: { code } });
  expect(find('Rides')?.translations).toEqual({});
});

test('editors read strings, administrators write them', () => {
  expect(bench.ask('GET', PATH, undefined, bench.as('author')).status).toBe(403);
  expect(bench.ask('GET', PATH, undefined, bench.as('editor')).status).toBe(200);
  const body = { source: 'Rides', translations: { fr: 'x' } };
  expect(bench.ask('PATCH', PATH, body, bench.as('editor')).status).toBe(403);
});

test('imported strings are listed, written into the same list, and exported', () => {
  bench.engine.close();
  bench = openContentBench([]);
  importInto(bench.engine.site, { path: FIXTURE });
  const tagline = 'A small site in three languages';
  expect(find(tagline)?.translations).toMatchObject({ fr: 'Un petit site en trois langues' });
  bench.must('PATCH', PATH, { source: tagline, translations: { fr: 'Un site, trois langues' } });
  const { job } = bench.must('POST', '/polydesk/v1/exports', { format: 'wxr' });
  const { file } = bench.engine.dispatch({ method: 'GET', path: `/polydesk/v1/jobs/${String(job)}/file` }, bench.admin);
  const wxr = readFileSync(file?.path ?? '', 'utf8');
  expect(wxr).toContain(
    'a:2:{i:0;a:2:{i:0;s:20:"Multilingual fixture";i:1;s:20:"Multilingual fixture";}i:1;a:2:{i:0;s:31:"A small site in three languages";i:1;s:22:"Un site, trois langues";}}',
  );
  expect(wxr).toContain('موقع صغير بثلاث لغات');
});

test.each(['xliff12', 'po'])('strings go to a translator as %s and come back', (format) => {
  const handoff = openHandoffBench();
  handoff.must('POST', '/wp/v2/settings', { title: 'Vélo', description: 'Rides & maps' });
  const file = handoff.send(format as 'po', { strings: true, scope: { types: ['page'] } });
  const back = translated(file, (text) => text.toUpperCase());
  expect(handoff.take(back)).toMatchObject({ texts: 0, entry: null });
  expect(handoff.take(back, { published: true }).texts).toBeGreaterThanOrEqual(2);
  const all = handoff.must('GET', PATH) as unknown as SiteString[];
  expect(all.find(({ source }) => source === 'Rides & maps')?.translations).toEqual({ fr: 'RIDES & MAPS' });
  expect(handoff.review(handoff.send(format as 'po', { strings: true })).counts).toMatchObject({
    new: 0,
    changed: 0,
    left: 0,
  });
  handoff.engine.close();
});
