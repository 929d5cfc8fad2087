import { expect, test } from 'vitest';
import { rangeOf } from '../../../../core/server/http/range.ts';
import { openBench } from '../../../support/engine.ts';
import { serveEngine } from '../help.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

interface Uploaded {
  id: number;
  source_url: string;
  mime_type: string;
  title: { raw: string };
  media_details: { width?: number; height?: number; filesize: number };
}

/** A server for an in-memory site, where every signed-in user is an administrator. */
async function startWhole(): Promise<string> {
  const { engine, admin } = openBench();
  return (await serveEngine(engine, ({ kind }) => (kind === 'none' ? null : admin))).url;
}

const SIGNED_IN = { Authorization: 'Bearer x' };

async function upload(url: string, name: string, bytes: Buffer, type: string): Promise<Uploaded> {
  const headers = { ...SIGNED_IN, 'Content-Type': type, 'Content-Disposition': `attachment; filename="${name}"` };
  const answer = await fetch(`${url}/wp-json/wp/v2/media`, { method: 'POST', headers, body: new Uint8Array(bytes) });
  expect(answer.status).toBe(201);
  expect(answer.headers.get('x-wp-upload-attachment-id')).toMatch(/^\d+$/);
  return (await answer.json()) as Uploaded;
}

test('a picture is uploaded, measured, served as it came, and gone with its record', async () => {
  const url = await startWhole();
  const media = await upload(url, 'dot.png', PNG, 'image/png');
  expect(media).toMatchObject({ mime_type: 'image/png', title: { raw: 'dot' } });
  expect(media.media_details).toMatchObject({ width: 1, height: 1, filesize: PNG.length });
  expect(media.source_url).toMatch(new RegExp(`^${url}/polydesk/files/\\d{4}/\\d{2}/dot.png$`));
  const served = await fetch(media.source_url);
  expect(served.status).toBe(200);
  expect(Object.fromEntries(served.headers)).toMatchObject({
    'content-type': 'image/png',
    'content-disposition': "inline; filename*=UTF-8''dot.png",
    'content-length': String(PNG.length),
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  });
  expect(Buffer.from(await served.arrayBuffer())).toEqual(PNG);
  const gone = { method: 'DELETE', headers: SIGNED_IN };
  expect((await fetch(`${url}/wp-json/wp/v2/media/${media.id}?force=true`, gone)).status).toBe(200);
  expect((await fetch(media.source_url)).status).toBe(404);
});

test('as multipart, with fields next to the file; a second one of the same name gets a number', async () => {
  const url = await startWhole();
  const send = async (): Promise<Uploaded> => {
    const form = new FormData();
    form.set('file', new Blob([PNG], { type: 'image/png' }), 'dot.png');
    form.set('title', 'A dot');
    const answer = await fetch(`${url}/wp-json/wp/v2/media`, { method: 'POST', headers: SIGNED_IN, body: form });
    return (await answer.json()) as Uploaded;
  };
  expect((await send()).title.raw).toBe('A dot');
  expect((await send()).source_url).toMatch(/\/dot-1\.png$/);
});

test('a text is a download; outside names lead nowhere; guests cannot upload', async () => {
  const url = await startWhole();
  const text = await upload(url, 'a.txt', Buffer.from('text'), 'text/plain');
  expect((await fetch(text.source_url)).headers.get('content-disposition')).toMatch(/^attachment;/);
  for (const path of ['2026/01/none.png', '../a.polydesk', '2026/01/..%2f..%2fa.polydesk', 'trash/2026/01/a.txt'])
    expect((await fetch(`${url}/polydesk/files/${path}`)).status).toBe(404);
  const headers = { 'Content-Type': 'image/png', 'Content-Disposition': 'attachment; filename="dot.png"' };
  const asGuest = { method: 'POST', headers, body: new Uint8Array(PNG) };
  expect((await fetch(`${url}/wp-json/wp/v2/media`, asGuest)).status).toBe(401);
});

test('parts of a file, and 416 for what is not in it', async () => {
  const url = await startWhole();
  const { source_url } = await upload(url, 'a.txt', Buffer.from('0123456789'), 'text/plain');
  const part = async (range: string): Promise<[number, string | null, string]> => {
    const answer = await fetch(source_url, { headers: { Range: range } });
    return [answer.status, answer.headers.get('content-range'), await answer.text()];
  };
  expect(await part('bytes=2-4')).toEqual([206, 'bytes 2-4/10', '234']);
  expect(await part('bytes=7-')).toEqual([206, 'bytes 7-9/10', '789']);
  expect(await part('bytes=-3')).toEqual([206, 'bytes 7-9/10', '789']);
  expect(await part('bytes=5-500')).toEqual([206, 'bytes 5-9/10', '56789']);
  expect(await part('bytes=0-1,3-4')).toEqual([200, null, '0123456789']);
  const [status, told] = await part('bytes=10-');
  expect([status, told]).toEqual([416, 'bytes */10']);
  const head = await fetch(source_url, { method: 'HEAD', headers: { Range: 'bytes=2-4' } });
  expect([head.status, head.headers.get('content-length')]).toEqual([200, '10']);
});

const ranges: [range: string | undefined, more: Record<string, string>, found: unknown][] = [
  [undefined, {}, undefined],
  ['bytes=0-0', {}, { start: 0, end: 0 }],
  ['bytes=0-', {}, { start: 0, end: 9 }],
  ['bytes=-20', {}, { start: 0, end: 9 }],
  ['bytes=-0', {}, 'none'],
  ['bytes=10-11', {}, 'none'],
  ['bytes=4-2', {}, undefined],
  ['bytes=-', {}, undefined],
  ['bytes=a-b', {}, undefined],
  ['lines=1-2', {}, undefined],
  ['bytes=2-4', { 'if-range': '"x"' }, undefined],
];

test.each(ranges)('range %s %j', (range, more, found) => {
  const headers = { ...(range !== undefined && { range }), ...more };
  expect(rangeOf({ method: 'GET', headers } as Parameters<typeof rangeOf>[0], 10)).toEqual(found);
});
