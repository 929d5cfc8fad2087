import Database from 'better-sqlite3';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { GUEST } from '../../../core/domain/access/capabilities.ts';
import { createKeptAnswers } from '../../../core/rest/kept-answers.ts';
import { run, sql, type WriteDb } from '../../../core/store/sql.ts';
import type { RestRequest, RestResponse } from '../../../core/types.ts';
import { bodyOf, openBench } from '../../support/engine.ts';

const SETTINGS = '/pll/v1/settings';
const LANGUAGES = '/pll/v1/languages';

/** Responses with a counter, so that a cached response can be told from a new one. */
function counter(lasting: boolean): () => RestResponse {
  let count = 0;
  return () => ({ status: 200, headers: {}, body: { count: ++count }, ...(lasting && { lasting: true }) });
}

describe('kept until the revision changes', () => {
  const get: RestRequest = { method: 'GET', path: '/a', query: {} };
  test.each<[string, RestRequest, RestRequest, boolean]>([
    ['the same request', get, get, true],
    ['the same query', { ...get, query: { a: '1' } }, { ...get, query: { a: '1' } }, true],
    ['another query', get, { ...get, query: { a: '1' } }, false],
    ['another address', get, { ...get, path: '/b' }, false],
    ['with a body', { ...get, body: {} }, { ...get, body: {} }, false],
    [
      'with a broken body',
      { ...get, bodyFault: { code: 4, message: '' } },
      { ...get, bodyFault: { code: 4, message: '' } },
      false,
    ],
    ['a write', { ...get, method: 'POST' }, { ...get, method: 'POST' }, false],
    ['HEAD', { ...get, method: 'HEAD' }, { ...get, method: 'HEAD' }, false],
  ])('%s', (_name, first, second, isKept) => {
    const kept = createKeptAnswers(() => '1');
    const ask = counter(true);
    // Only what is asked for again is kept.
    kept.answer(first, GUEST, ask);
    const before = kept.answer(first, GUEST, ask).body;
    expect(kept.answer(second, GUEST, ask).body === before).toBe(isKept);
  });

  test('a request made once is not cached', () => {
    const kept = createKeptAnswers(() => '1');
    const ask = counter(true);
    expect(kept.answer(get, GUEST, ask)).toEqual({ status: 200, headers: {}, body: { count: 1 } });
    expect(kept.answer(get, GUEST, ask).body).toEqual({ count: 2 });
    expect(kept.answer(get, GUEST, ask).body).toEqual({ count: 2 });
  });

  test('another revision, another caller, an answer that does not last', () => {
    let revision = '1';
    const kept = createKeptAnswers(() => revision);
    const ask = counter(true);
    kept.answer(get, GUEST, ask);
    const first = kept.answer(get, GUEST, ask).body;
    expect(kept.answer(get, { ...GUEST }, ask).body).not.toBe(first);
    expect(kept.answer(get, GUEST, ask).body).toBe(first);
    revision = '2';
    expect(kept.answer(get, GUEST, ask).body).not.toBe(first);
    const passing = counter(false);
    expect(kept.answer({ ...get, path: '/c' }, GUEST, passing).body).toEqual({ count: 1 });
    expect(kept.answer({ ...get, path: '/c' }, GUEST, passing).body).toEqual({ count: 2 });
  });

  test('adding a header to an answer does not affect others', () => {
    const kept = createKeptAnswers(() => '1');
    const ask = counter(true);
    kept.answer(get, GUEST, ask);
    kept.answer(get, GUEST, ask).headers['X-Mine'] = 'yes';
    expect(kept.answer(get, GUEST, ask).headers).toEqual({});
  });
});

describe('the engine never answers what was', () => {
  test.each<[string, (bench: ReturnType<typeof openBench>) => void]>([
    ['a setting', ({ ask }) => ask('POST', SETTINGS, { hide_default: false })],
    ['another language', ({ ask }) => ask('POST', LANGUAGES, { locale: 'de_DE' })],
    ['a language less', ({ ask }) => ask('DELETE', `${LANGUAGES}/4`)],
    ['a site setting', ({ ask }) => ask('POST', '/wp/v2/settings', { url: 'https://example.test' })],
    ['a batch', ({ ask }) => ask('POST', '/batch/v1', { requests: [{ path: SETTINGS, body: { rewrite: false } }] })],
    ['a category', ({ ask }) => ask('POST', '/wp/v2/categories', { name: 'News' })],
    ['a change past the engine', ({ engine }) => withoutTriggers(engine.site.db)],
    ['another address of the server', ({ engine }) => (engine.site.serverUrl = 'http://127.0.0.1:9')],
  ])('after %s', (_name, change) => {
    const [kept, fresh] = [prepared(), prepared()];
    const before = answers(kept);
    expect(answers(kept)).toEqual(before);
    expect(answers(kept)).toEqual(before);
    change(kept);
    change(fresh);
    expect(answers(kept)).toEqual(answers(fresh));
    expect(answers(kept)).not.toEqual(before);
    for (const { engine } of [kept, fresh]) engine.close();
  });

  test('undone is undone, refused changes nothing, a guest gets no answer of an administrator', () => {
    const bench = prepared();
    answers(bench);
    const before = answers(bench);
    const entry = bench.ask('POST', SETTINGS, { hide_default: false }).headers['X-Polydesk-Entry'];
    expect(answers(bench)).not.toEqual(before);
    bench.ask('POST', `/polydesk/v1/history/${entry}/undo`, {});
    expect(answers(bench)).toEqual(before);
    expect(bench.ask('POST', SETTINGS, { hide_default: false, default_lang: 'xx' }).status).toBe(400);
    expect(answers(bench)).toEqual(before);
    expect(bench.ask('GET', SETTINGS, undefined, GUEST).status).toBe(401);
    expect(bench.ask('GET', LANGUAGES, undefined, GUEST).body).toEqual(before[1]);
    bench.engine.close();
  });
});

test('a change through another connection is noticed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'polydesk-kept-'));
  const file = join(folder, 'site.polydesk');
  const { engine, ask } = openBench({ file });
  const other = new Database(file);
  try {
    ask('GET', SETTINGS);
    const before = bodyOf(ask('GET', SETTINGS))['previous_version'];
    other.prepare("UPDATE site SET previous_version = '9.9'").run();
    expect([before, bodyOf(ask('GET', SETTINGS))['previous_version']]).toEqual(['', '9.9']);
  } finally {
    other.close();
    engine.close();
    rmSync(folder, { recursive: true });
  }
});

function prepared(): ReturnType<typeof openBench> {
  const bench = openBench({ now: () => new Date('2026-01-02T03:04:05Z') });
  for (const locale of ['en_US', 'fr_FR']) bench.ask('POST', LANGUAGES, { locale });
  return bench;
}

function answers({ ask }: ReturnType<typeof openBench>): unknown[] {
  const whole = [ask('GET', SETTINGS), ask('GET', LANGUAGES)].map((one) => one.body);
  return JSON.parse(JSON.stringify([...whole, bodyOf(ask('GET', `${LANGUAGES}/2`))])) as unknown[];
}

/** Whoever writes rows by another way is noticed too. */
function withoutTriggers(db: WriteDb): void {
  run(db, sql`UPDATE site SET previous_version = '9.9'`);
}
