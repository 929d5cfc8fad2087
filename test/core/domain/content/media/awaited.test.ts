import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { RestResponse } from '../../../../../core/types.ts';
import { openBench, type Bench } from '../../../../support/engine.ts';
import { FIXTURE, importInto, temporaryFolder } from '../../../../transfer/support.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let bench: Bench;
beforeEach(() => {
  bench = openBench();
  importInto(bench.engine.site, { path: FIXTURE });
});
afterEach(() => bench.engine.close());

function give(id: number, name: string, content: Buffer = PNG): RestResponse {
  const path = join(folder.path, crypto.randomUUID());
  writeFileSync(path, content);
  const headers = { 'content-disposition': `attachment; filename="${name}"`, 'content-type': 'image/png' };
  const file = { path, name, type: 'image/png', size: content.length };
  return bench.engine.dispatch({ method: 'POST', path: `/polydesk/v1/media/${id}/file`, headers, file }, bench.admin);
}
const awaited = (...names: string[]): unknown =>
  bench.engine.dispatch({ method: 'GET', path: '/polydesk/v1/media/awaited', query: { names } }, bench.admin).body;
const address = (id: number): string =>
  (bench.ask('GET', `/wp/v2/media/${id}`).body as { source_url: string }).source_url;

describe('files that an import named and did not bring', () => {
  test('are found by their names, whatever the case', () => {
    expect(awaited('Harbour.png', 'port.png', 'unknown.png', '%.png')).toEqual([
      { name: 'Harbour.png', id: 1 },
      { name: 'port.png', id: 2 },
    ]);
  });

  test('are stored at the path in the export and no longer awaited; undo restores the address', () => {
    const before = address(1);
    const answer = give(1, 'harbour.png');
    expect(answer).toMatchObject({ status: 200, body: { ids: [1] } });
    expect(address(1)).not.toBe(before);
    expect(new URL(address(1), 'http://a').pathname).toMatch(/\/2026\/11\/harbour\.png$/);
    expect(awaited('harbour.png')).toEqual([]);
    bench.ask('POST', `/polydesk/v1/history/${answer.headers['X-Polydesk-Entry'] ?? ''}/undo`, {});
    expect(address(1)).toBe(before);
  });

  test('a newer export of the same site leaves the file', () => {
    give(1, 'harbour.png');
    const held = address(1);
    importInto(bench.engine.site, { path: FIXTURE, choices: { existing: 'update' } });
    expect(address(1)).toBe(held);
  });

  test.each([
    ['what is not a media item', 4, 'a.png', PNG, 404, 'rest_post_invalid_id'],
    ['a number nobody has', 999, 'a.png', PNG, 404, 'rest_post_invalid_id'],
    ['a file that is not a picture', 1, 'harbour.png', Buffer.from('text'), 400, 'rest_upload_sideload_error'],
    ['a file of a type that is not allowed', 1, 'harbour.exe', PNG, 400, 'rest_upload_sideload_error'],
  ] as const)('%s: refused, nothing changes', (_name, id, name, content, status, code) => {
    const before = address(1);
    expect(give(id, name, content)).toMatchObject({ status, body: { code } });
    expect(address(1)).toBe(before);
  });

  test('a second file for the same record is refused', () => {
    give(1, 'harbour.png');
    expect(give(1, 'harbour.png')).toMatchObject({ status: 409, body: { code: 'polydesk_has_file' } });
  });
});
