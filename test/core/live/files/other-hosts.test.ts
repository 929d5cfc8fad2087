// Media files on other hosts than the live site: fetched only from those that somebody named, and without signing in.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { fetchFiles } from '../../../../core/live/files/fetch.ts';
import { openOtherHosts, type OtherHosts } from '../../../../core/live/files/other-hosts.ts';
import { openLive } from '../../../../core/live/connect.ts';
import type { Remote } from '../../../../core/live/remote.ts';
import { putMedia } from '../../../../core/store/content/media.ts';
import { connectedSite } from '../../../../core/store/live/sites.ts';
import { openRig, type Rig } from '../push/rig.ts';
import { png, uploadThere } from './pictures.ts';

let rig: Rig | undefined;
let remote: Remote | undefined;
let others: OtherHosts | undefined;
let server: Server | undefined;

afterEach(async () => {
  remote?.close();
  others?.close();
  server?.closeAllConnections();
  server?.close();
  await rig?.close();
  [rig, remote, others, server] = [undefined, undefined, undefined, undefined];
});

type Answer = (asked: IncomingMessage, answer: ServerResponse) => void;
const picture: Answer = (_asked, answer) => answer.end(png('two'));

/** A site with two pictures, of which one lies on another host. */
async function open(reply: Answer): Promise<{ own: Rig; host: string; seen: IncomingMessage[]; id: number }> {
  const seen: IncomingMessage[] = [];
  server = createServer((asked, answer) => {
    seen.push(asked);
    reply(asked, answer);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const own = (rig = await openRig({ surface: 'pro' }));
  own.here.ask('POST', '/pll/v1/settings', { media_support: true });
  await uploadThere(own, 'one.png');
  await uploadThere(own, 'two.png', png('two'));
  await own.check();
  own.pull();
  const id = own.site.db.prepare(`SELECT post_id FROM media WHERE source_url LIKE '%two.png'`).pluck().get() as number;
  own.merge(() => {
    putMedia(own.site.db, id, { source_url: `http://${host}/cdn/two.png?v=1` });
    return { value: 0, summary: { code: 'live.files', params: { count: 0 } }, origin: 'pull' };
  });
  return { own, host, seen, id };
}

async function fetchAll(own: Rig, names: string[]) {
  const row = connectedSite(own.site.db);
  if (!row) throw new Error('Not connected');
  remote = openLive(row, { password: 'secret', version: '1' });
  others = openOtherHosts(names, '1');
  const tools = { remote, others, run: 1, merge: own.merge, progress: () => undefined };
  const { report, fault } = await fetchFiles(own.site, undefined, { ...tools, signal: new AbortController().signal });
  return { ...report, fault };
}

test('a host that is not named is not contacted, and the report names it', async () => {
  const { own, host, seen, id } = await open(picture);
  expect(await fetchAll(own, ['cdn.example.com', '127.0.0.1'])).toMatchObject({
    fetched: 1,
    left: [{ id, code: 'other_host', host }],
    fault: undefined,
  });
  expect(seen).toEqual([]);
});

test('a file of a named host is downloaded without credentials', async () => {
  const { own, host, seen } = await open(picture);
  expect(await fetchAll(own, [host.toUpperCase()])).toMatchObject({ fetched: 2, left: [], fault: undefined });
  expect(seen.map(({ url, headers }) => [url, headers.authorization, headers.cookie])).toEqual([
    ['/cdn/two.png?v=1', undefined, undefined],
  ]);
});

const REPLIES: [name: string, code: string, Answer][] = [
  ['leads elsewhere', 'redirect', (_asked, answer) => answer.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()],
  ['has no such file', 'gone', (_asked, answer) => answer.writeHead(404).end()],
  ['answers a page', 'not_a_file', (_asked, answer) => answer.end('<html>')],
  ['hangs up', 'offline', (asked) => asked.socket.destroy()],
];

test.each(REPLIES)('a host that %s: %s, and the files of the site come all the same', async (_name, code, reply) => {
  const { own, host, id } = await open(reply);
  expect(await fetchAll(own, [host])).toMatchObject({ fetched: 1, left: [{ id, code }], fault: undefined });
});

test('a host within a private network is not looked for by its name', async () => {
  const found = openOtherHosts(['cdn.example.com'], '1', {
    resolve: ((_host: string, _options: object, done: (error: null, found: object[]) => void) =>
      done(null, [{ address: '10.0.0.1', family: 4 }])) as never,
  });
  others = found;
  await expect(found.remoteOf('cdn.example.com')?.download('/x', '/nowhere')).rejects.toMatchObject({
    code: 'polydesk_live_private',
  });
});
