import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serveEngine, type Served } from '../contract/over-http.ts';
import { openBench } from '../support/engine.ts';
import { state } from './dump.ts';
import { addressOf, operationsOf } from './operations.ts';

/** Bodies that no operation accepts, over real HTTP (`interface.md` 1.6, `security.md` 3.7): one column, every row. */
const bench = openBench();
const { db } = bench.engine.site;
for (const locale of ['en_US', 'fr_FR']) bench.ask('POST', '/pll/v1/languages', { locale });
const operations = operationsOf(bench)
  .filter(({ method, path }) => method !== 'GET' && /^\/(pll|polydesk|batch)\/v1/.test(path))
  .map(({ method, path }) => [method, addressOf(path)]);

let served: Served;
beforeAll(async () => {
  served = await serveEngine(bench.engine, ['admin']);
});
afterAll(() => served.close());

const LARGEST = 8 * 1024 * 1024;
const nested = (depth: number): string => `{"a":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;
const tooLarge = Buffer.alloc(LARGEST + 1, ' ');

const BODIES: [what: string, body: string | Buffer, status: number, code: string, json?: number][] = [
  ['cut off', '{"name":', 400, 'rest_invalid_json', 4],
  ['a byte order mark', '\ufeff{}', 400, 'rest_invalid_json', 4],
  ['a control character in a text', '{"name":"a\u0001"}', 400, 'rest_invalid_json', 3],
  ['half a character', Buffer.from([0x7b, 0x22, 0xc3, 0x22, 0x7d]), 400, 'rest_invalid_json', 5],
  ['half a surrogate pair', '{"name":"\\ud800"}', 400, 'rest_invalid_json', 10],
  ['one level too deep', nested(513), 400, 'rest_invalid_json', 1],
  ['far too deep', nested(200_000), 400, 'rest_invalid_json', 1],
  ['one byte too large', tooLarge, 413, 'rest_request_too_large'],
];

describe.each(operations)('%s %s', (method = '', path = '') => {
  test('refuses', async () => {
    const before = state(db);
    const got = await Promise.all(BODIES.map(async ([what, body]) => [what, ...(await send(method, path, body))]));
    expect(got).toEqual(BODIES.map(([what, , status, code, json]) => [what, status, code, json]));
    expect(state(db)).toBe(before);
  });
});

test('at the limits a body is read', async () => {
  const settings = '/pll/v1/settings';
  expect(await send('POST', settings, nested(512))).toEqual([200, undefined, undefined]);
  expect(await send('POST', settings, `{}${' '.repeat(LARGEST - 2)}`)).toEqual([200, undefined, undefined]);
});

async function send(method: string, path: string, body: string | Buffer): Promise<unknown[]> {
  const response = await fetch(`${served.url}/wp-json${path}`, {
    method,
    headers: {
      Authorization: `Basic ${btoa(`admin:${served.passwords['admin']}`)}`,
      'Content-Type': 'application/json',
    },
    body: typeof body === 'string' ? body : new Uint8Array(body),
  });
  const { code, data } = (await response.json()) as { code?: string; data?: { json_error_code?: number } };
  return [response.status, code, data?.json_error_code];
}
