import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, expect, test } from 'vitest';
import { readSiteAddress } from '../../../core/live/address.ts';
import { createRemote, type Remote, type RemoteOptions } from '../../../core/live/remote.ts';

let server: Server | undefined;
let remote: Remote | undefined;
/** The requests that reached the server. */
let seen: IncomingMessage[] = [];

afterEach(() => {
  remote?.close();
  server?.closeAllConnections();
  server?.close();
  [server, remote, seen] = [undefined, undefined, []];
});

async function open(
  answer: (res: ServerResponse, req: IncomingMessage) => void,
  options: Partial<RemoteOptions> = {},
): Promise<Remote> {
  server = createServer((req, res) => {
    seen.push(req);
    answer(res, req);
  });
  await new Promise<void>((ready) => server?.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  const address = readSiteAddress(options.resolve ? `http://shop.localhost:${port}` : `http://127.0.0.1:${port}`);
  remote = createRemote({ address, network: 'loopback', version: '1.2.3', ...options });
  return remote;
}

const json = (res: ServerResponse, body: unknown, status = 200): void =>
  void res.writeHead(status, { 'content-type': 'application/json; charset=UTF-8' }).end(JSON.stringify(body));
const PACKED = gzipSync(JSON.stringify('x'.repeat(5_000_000)));
const get = { method: 'GET', path: '/wp-json/wp/v2/posts?per_page=1' } as const;
const code = (kind: string): object => ({ code: `polydesk_live_${kind}` });

test('signs in, identifies the program, and reads answers, refusals too', async () => {
  const one = await open((res) => json(res, { code: 'rest_forbidden' }, 403), {
    credentials: { user: 'anna', password: 'abcd efgh' },
  });
  expect(await one.ask(get)).toMatchObject({ status: 403, body: { code: 'rest_forbidden' } });
  expect(seen[0]?.headers).toMatchObject({
    authorization: `Basic ${Buffer.from('anna:abcd efgh').toString('base64')}`,
    'user-agent': 'Polydesk/1.2.3',
  });
  expect(seen[0]?.url).toBe(get.path);
});

test('sends a body as JSON', async () => {
  let body = '';
  const one = await open((res, req) => {
    req.on('data', (part: Buffer) => (body += part.toString()));
    req.on('end', () => json(res, { id: 1 }, 201));
  });
  expect(await one.ask({ method: 'POST', path: '/x', body: { title: 'Ærø' } })).toMatchObject({ status: 201 });
  expect(JSON.parse(body)).toEqual({ title: 'Ærø' });
});

test('connections that the site closed while they were idle: reads are sent again, writes are not', async () => {
  const sockets = new Set<Socket>();
  const one = await open((res) => json(res, {}));
  server?.on('connection', (socket) => sockets.add(socket));
  const closeAll = (): void => sockets.forEach((socket) => socket.resetAndDestroy());
  await Promise.all([one.ask(get), one.ask(get), one.ask(get)]);
  // The next request is on its way before anybody here hears of it.
  closeAll();
  expect(await one.ask(get)).toMatchObject({ status: 200 });
  const before = seen.length;
  closeAll();
  await expect(one.ask({ method: 'POST', path: '/x', body: {} })).rejects.toMatchObject(code('offline'));
  expect(seen.length).toBe(before);
});

test.each<[name: string, kind: string, answer: (res: ServerResponse) => void]>([
  [
    'a redirect is not followed',
    'redirect',
    (res) => res.writeHead(302, { location: 'https://elsewhere.example/' }).end(),
  ],
  ['a page of a firewall', 'page', (res) => res.writeHead(200, { 'content-type': 'text/html' }).end('<html>')],
  ['JSON that is cut', 'answer', (res) => res.writeHead(200, { 'content-type': 'application/json' }).end('{"a":')],
  [
    'JSON that is too deep',
    'answer',
    (res) => res.writeHead(200, { 'content-type': 'application/json' }).end('['.repeat(600)),
  ],
  [
    'names without end',
    'large',
    (res) => json(res, Object.fromEntries(Array.from({ length: 30_000 }, (_, n) => [n, 0]))),
  ],
  ['more than an answer may hold', 'large', (res) => json(res, 'x'.repeat(2_000_000))],
  [
    'the same, packed small',
    'large',
    (res) => res.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(PACKED),
  ],
  [
    'what says it is packed and is not',
    'answer',
    (res) => res.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end('[1]'),
  ],
  ['no first byte', 'slow', () => undefined],
  ['a first byte and no end', 'slow', (res) => res.writeHead(200, { 'content-type': 'application/json' }).write('[')],
  ['a connection that ends', 'offline', (res) => res.destroy()],
])('%s: polydesk_live_%s', async (_name, kind, answer) => {
  // Little time only for what never ends: any answer may take longer on a loaded machine.
  const limits = { bytes: 1_000_000, ...(kind === 'slow' && { firstByte: 300, whole: 900 }) };
  const one = await open(answer, { limits });
  await expect(one.ask(get)).rejects.toMatchObject(code(kind));
});

test('lists without end are not read; control: the state of 100,000 items in one answer is', async () => {
  let rows = 100_000;
  const one = await open((res) => json(res, { posts: Array.from({ length: rows }, (_, id) => [id, 'post', 'en']) }));
  const { body } = await one.ask(get);
  expect((body as { posts: unknown[] }).posts).toHaveLength(rows);
  rows = 1_000_001;
  await expect(one.ask(get)).rejects.toMatchObject(code('large'));
});

test.each([429, 500, 502, 503, 504])(
  'a page instead of an answer with the status %i is an answer without content',
  async (status) => {
    const one = await open((res) => res.writeHead(status, { 'content-type': 'text/html' }).end('<html>Later</html>'));
    expect(await one.ask(get)).toMatchObject({ status, body: undefined });
  },
);

test.each([
  ['https://www.example.com/blog?x=1', 'https://www.example.com/blog'],
  ['/blog/', '/blog/'],
  ['data:text/plain,x', ''],
])('the target of a redirect is reported, not followed: %s', async (location, shown) => {
  const one = await open((res) => res.writeHead(301, { location }).end());
  const { extra } = (await one.ask(get).catch((error: unknown) => error)) as { extra: { data: { address: string } } };
  expect(extra.data.address.replace(`http://${seen[0]?.headers.host}`, '')).toBe(shown);
});

test('a packed answer is read', async () => {
  const one = await open((res, req) => {
    expect(req.headers['accept-encoding']).toBe('gzip');
    res.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(gzipSync('[1,2]'));
  });
  expect(await one.ask(get)).toMatchObject({ body: [1, 2] });
});

test('whoever asked can give it up', async () => {
  const one = await open(() => undefined);
  const left = new AbortController();
  const asking = one.ask({ ...get, signal: left.signal });
  setTimeout(() => left.abort(), 20);
  await expect(asking).rejects.toMatchObject(code('left'));
});

test('an address of another origin is never asked', async () => {
  const one = await open((res) => json(res, 1));
  await expect(one.ask({ method: 'GET', path: '//elsewhere.example/x' })).rejects.toMatchObject(code('redirect'));
  expect(seen).toHaveLength(0);
});

/** A resolver that leads everywhere. */
const leadsTo = (...addresses: string[]): NonNullable<RemoteOptions['resolve']> =>
  ((_host: string, _options: object, done: (error: null, found: object[]) => void) =>
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )) as never;

test.each([
  ['a cloud machine’s secrets', ['169.254.169.254'], 'forbidden_network'],
  ['the network of an office', ['10.0.0.5'], 'network'],
  ['the world', ['93.184.216.34'], 'network'],
  ['nowhere', [], 'offline'],
])('a name that comes to lead to %s is not followed', async (_name, addresses, kind) => {
  const one = await open((res) => json(res, 1), { resolve: leadsTo(...addresses) });
  await expect(one.ask(get)).rejects.toMatchObject(code(kind));
  expect(seen).toHaveLength(0);
});

test('control: the same name in the pinned network is asked, whatever else it leads to', async () => {
  const one = await open((res) => json(res, 1), { resolve: leadsTo('10.0.0.5', '127.0.0.1') });
  expect(await one.ask(get)).toMatchObject({ body: 1 });
});

test('an address without a name is judged too', async () => {
  const address = readSiteAddress('https://192.168.1.5');
  remote = createRemote({ address, network: 'public', version: '1' });
  await expect(remote.ask(get)).rejects.toMatchObject(code('private'));
});

const folder = mkdtempSync(join(tmpdir(), 'polydesk-remote-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let files = 0;
const newFile = (): string => join(folder, String((files += 1)));
const secret = { credentials: { user: 'anna', password: 'abcd efgh' } };

test('a file is downloaded without credentials; a missing one is not a fault', async () => {
  const one = await open(
    (res, req) => (req.url === '/gone.png' ? json(res, {}, 404) : res.writeHead(200).end('bytes')),
    secret,
  );
  const to = newFile();
  expect(await one.download('/a.png', to)).toBe(5);
  expect(readFileSync(to, 'utf8')).toBe('bytes');
  expect(await one.download('/gone.png', newFile())).toBeUndefined();
  expect(seen.map(({ headers }) => headers.authorization)).toEqual([undefined, undefined]);
});

test('control: any other request signs in', async () => {
  const one = await open((res) => json(res, 1), secret);
  await one.ask(get);
  expect(seen[0]?.headers.authorization).toBeDefined();
});

test.each([
  ['leads elsewhere', 'redirect', (res: ServerResponse) => res.writeHead(302, { location: 'http://10.0.0.5/x' }).end()],
  [
    'announces too much',
    'large',
    (res: ServerResponse) => res.writeHead(200, { 'content-length': '99' }).end('x'.repeat(99)),
  ],
  ['sends too much', 'large', (res: ServerResponse) => res.writeHead(200).end('x'.repeat(99))],
  ['breaks off', 'offline', (res: ServerResponse) => res.writeHead(200).write('x', () => res.destroy())],
  ['never ends', 'slow', (res: ServerResponse) => res.writeHead(200).write('x')],
  ['never answers', 'slow', () => undefined],
])('a file that %s leaves nothing behind', async (_name, kind, answer) => {
  const limits = { fileBytes: 50, ...(kind === 'slow' && { firstByte: 200, wholeFile: 400 }) };
  const one = await open((res) => void answer(res), { limits });
  const to = newFile();
  await expect(one.download('/a.png', to)).rejects.toMatchObject(code(kind));
  expect(existsSync(to)).toBe(false);
  expect(seen).toHaveLength(1);
});

test.each([['//elsewhere.example/a.png'], ['http://elsewhere.example/a.png']])(
  'a file of another origin is never asked for: %s',
  async (path) => {
    const one = await open((res) => json(res, 1));
    await expect(one.download(path, newFile())).rejects.toMatchObject(code('redirect'));
    expect(seen).toHaveLength(0);
  },
);
