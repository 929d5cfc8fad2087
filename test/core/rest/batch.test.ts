import { expect, onTestFinished, test } from 'vitest';
import type { RestResponse } from '../../../core/types.ts';
import { bodyOf, openBench, type Bench } from '../../support/engine.ts';

const SETTINGS = '/pll/v1/settings';

function newBench(): Bench {
  const bench = openBench();
  onTestFinished(() => bench.engine.close());
  bench.ask('POST', '/pll/v1/languages', { locale: 'en_US' });
  return bench;
}

const option = (word: string): object => ({ path: SETTINGS, body: { language_taxonomies: [word] } });
/** Its first field is stored before its second fails. */
const half = { path: SETTINGS, body: { sync: ['taxonomies'], default_lang: 'xx' } };

function batch({ ask }: Bench, requests: readonly object[]): RestResponse {
  return ask('POST', '/batch/v1', { requests });
}

function statuses(response: RestResponse): unknown[] {
  return (bodyOf(response)['responses'] as { status: number }[]).map(({ status }) => status);
}

test.each([
  ['at the end', [option('a'), { path: '/pll/v1/languages', body: { locale: 'fr_FR' } }, half], [200, 200, 400]],
  ['at the beginning', [half, option('a'), { path: '/pll/v1/languages', body: { locale: 'fr_FR' } }], [400, 200, 200]],
  ['twice', [half, option('a'), half, { path: '/pll/v1/languages', body: { locale: 'fr_FR' } }], [400, 200, 400, 200]],
])('an item that fails after it stored something is taken back, and no other: %s', (_where, requests, expected) => {
  const bench = newBench();
  const response = batch(bench, requests);
  expect(statuses(response)).toEqual(expected);
  const settings = bodyOf(bench.ask('GET', SETTINGS));
  expect(settings).toMatchObject({ language_taxonomies: ['a'], sync: [], default_lang: 'en' });
  const languages = bench.ask('GET', '/pll/v1/languages').body as { slug: string }[];
  expect(languages.map(({ slug }) => slug)).toEqual(['en', 'fr']);
});

test('the others are one entry, and one undo takes them back', () => {
  const bench = newBench();
  const before = bench.ask('GET', SETTINGS).body;
  const entry = batch(bench, [option('a'), half, option('b')]).headers['X-Polydesk-Entry'];
  const list = bench.ask('GET', '/polydesk/v1/history').body as { id: number; items: unknown[] }[];
  expect(String(list[0]?.id)).toBe(entry);
  expect(list[0]?.items).toEqual([{ kind: 'settings', id: 'language_taxonomies', op: 'update' }]);
  expect(bench.ask('POST', `/polydesk/v1/history/${entry}/undo`, {}).status).toBe(200);
  expect(bench.ask('GET', SETTINGS).body).toEqual(before);
});

test('an item that is refused before it stores anything makes no other run again', () => {
  const bench = newBench();
  const { db } = bench.engine.site;
  const statement = Object.getPrototypeOf(db.prepare('SELECT 1')) as { run: (...args: unknown[]) => unknown };
  const { run } = statement;
  let writes = 0;
  statement.run = function (this: { source: string }, ...args: unknown[]) {
    if (this.source.startsWith('INSERT INTO settings')) writes++;
    return run.apply(this, args);
  };
  onTestFinished(() => {
    statement.run = run;
  });
  const refused = { path: '/pll/v1/languages/999', method: 'DELETE' };
  expect(statuses(batch(bench, [option('a'), refused, option('b')]))).toEqual([200, 404, 200]);
  expect(writes).toBe(2);
});

test('OPTIONS lists what each request of a batch needs', () => {
  const { body } = newBench().ask('OPTIONS', '/batch/v1');
  expect(body).toMatchObject({
    endpoints: [{ args: { requests: { required: true, items: { required: ['path'] } } } }],
  });
});

test('several batches that arrive together each keep their own fate', async () => {
  const bench = newBench();
  const soon = async (requests: readonly object[]): Promise<RestResponse> =>
    bench.engine.ask({ method: 'POST', path: '/batch/v1', body: { requests } }, bench.admin);
  const answers = await Promise.all([soon([option('a'), half]), soon([half, option('b')])]);
  expect(answers.map(statuses)).toEqual([
    [200, 400],
    [400, 200],
  ]);
  expect(bodyOf(bench.ask('GET', SETTINGS))).toMatchObject({ language_taxonomies: ['b'], sync: [] });
});
