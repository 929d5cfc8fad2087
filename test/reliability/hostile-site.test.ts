// A live site that answers without end, in a few bytes, or with more lists than memory holds: reading it takes less than 150 MB.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, test, vi } from 'vitest';

const READER = join(import.meta.dirname, 'hostile-site-reader.ts');
const MEGABYTES = 150;
/** Of the processor. */
const SECONDS = 4;
const MEBIBYTE = 'x'.repeat(1024 * 1024);
const PACKED = gzipSync(`["${MEBIBYTE.repeat(200)}"]`);
const LISTS = `[${Array.from({ length: 7 }, () => `[${'[],'.repeat(900_000)}[]]`).join()}]`;
const LONG = `["${MEBIBYTE.repeat(19)}"]`;
const JSON_TYPE = { 'content-type': 'application/json', 'x-wp-total': '1000' };

function withoutEnd(res: ServerResponse): void {
  const more = (): void => {
    while (!res.destroyed && res.write(MEBIBYTE));
  };
  res.on('drain', more).writeHead(200, JSON_TYPE).write('["');
  more();
}

const ANSWERS: Record<string, (res: ServerResponse) => void> = {
  'a text without end': withoutEnd,
  'a long text, packed small': (res) => res.writeHead(200, { ...JSON_TYPE, 'content-encoding': 'gzip' }).end(PACKED),
  'millions of lists': (res) => res.writeHead(200, JSON_TYPE).end(LISTS),
  'a text as long as is allowed': (res) => res.writeHead(200, JSON_TYPE).end(LONG),
};

vi.setConfig({ testTimeout: 90_000 });

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** Begins a list as a site does, so that all lanes ask for the rest of it. */
function begin({ url = '' }: IncomingMessage, res: ServerResponse): boolean {
  const { searchParams } = new URL(url, 'http://site');
  const [count, offset] = [Number(searchParams.get('per_page')), searchParams.get('offset')];
  if (offset !== '0' || (count !== 100 && count !== 1)) return false;
  const first = searchParams.get('order') === 'desc' ? 1000 : 1;
  res.writeHead(200, JSON_TYPE).end(JSON.stringify(Array.from({ length: count }, (_, at) => ({ id: first + at }))));
  return true;
}

/** The megabytes that reading takes of another process. */
async function taken(answer: (res: ServerResponse) => void, limits: object): Promise<number> {
  server = createServer((req, res) => {
    if (!begin(req, res)) answer(res);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const words = [READER, `http://127.0.0.1:${port}`, JSON.stringify(limits), String(SECONDS)];
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  const { megabytes } = JSON.parse(await text(child.stdout)) as { megabytes: number };
  return megabytes;
}

test.each(Object.keys(ANSWERS))('%s', async (name) => {
  expect(await taken(ANSWERS[name] ?? withoutEnd, {})).toBeLessThan(MEGABYTES);
});

test.each([
  ['a text without end', { bytes: 200 * 1024 * 1024 }],
  ['a long text, packed small', { bytes: 400 * 1024 * 1024 }],
  ['millions of lists', { bytes: 40 * 1024 * 1024, containers: 1e9, values: 1e9 }],
])('control: without the limit it is more: %s', async (name, limits) => {
  expect(await taken(ANSWERS[name] ?? withoutEnd, limits)).toBeGreaterThan(MEGABYTES);
});
