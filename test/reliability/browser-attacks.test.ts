import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromeFlags } from '../../build/bootstrap/chrome-flags.mjs';
import { namedProcessToken } from '../../core/domain/access/callers.ts';
import { startServer, type Running } from '../../core/server/host/running.ts';
import { state } from '../fuzz/dump.ts';
import { openBench, type Bench } from '../support/engine.ts';
import { attackPage, VECTORS } from './attacks/vectors.ts';

const CHROMIUM = process.env['CHROME_PATH'] ?? '';
/** `npm run test:long`: from a foreign host name too. */
const IS_LONG = process.env['ATTACKS'] === 'all';
const TOKEN = 'abcdefghijklmnopqrstuvwx';

describe.runIf(existsSync(CHROMIUM))(`${Object.keys(VECTORS).length} ways of a page in the browser of the user`, () => {
  let browser: Browser;
  let bench: Bench;
  let running: Running;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'polydesk-attacks-'));
    bench = openBench({ file: join(folder, 'a.polydesk') });
    bench.ask('POST', '/wp/v2/posts', { title: 'Secret', status: 'publish' });
    const who = { user: 'admin', role: 'administrator', token: TOKEN } as const;
    running = await startServer(bench.engine, {
      port: 0,
      host: { env: { POLYDESK_DATA: folder, XDG_RUNTIME_DIR: folder }, platform: 'linux', home: folder },
      tokens: new Map([namedProcessToken(bench.engine.site, who)]),
      note: () => undefined,
    });
    // A foreign name that leads here: what re-binding of a name comes to in the end.
    const args = [
      ...chromeFlags,
      '--host-resolver-rules=MAP evil.test 127.0.0.1',
      '--disable-features=LocalNetworkAccessChecks',
    ];
    browser = await chromium.launch({ executablePath: CHROMIUM, args });
  }, 60_000);
  afterAll(async () => {
    await browser.close();
    await running.close();
    bench.engine.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Serves one page on another port. */
  async function serving(page: string): Promise<{ port: number; server: Server }> {
    const server = createServer((_req, res) => res.setHeader('content-type', 'text/html').end(page)).listen(
      0,
      '127.0.0.1',
    );
    await once(server, 'listening');
    return { port: (server.address() as AddressInfo).port, server };
  }

  /** Runs every vector from a page; what each could read. `isSandboxed`: in a frame whose origin is "null". */
  async function attack(base: string, name = '127.0.0.1', isSandboxed = false): Promise<Record<string, string>> {
    const { port, server } = await serving(attackPage(base));
    const from = `http://${name}:${port}/`;
    const frame = `<iframe sandbox="allow-scripts allow-forms" src="${from}"></iframe><script>onmessage = (e) => (window.seen = e.data)</script>`;
    const outer = isSandboxed ? await serving(frame) : undefined;
    const page = await browser.newPage();
    try {
      await page.goto(outer ? `http://127.0.0.1:${outer.port}/` : from);
      await page.waitForFunction('window.seen !== undefined', undefined, { timeout: 60_000 });
      return await page.evaluate('window.seen');
    } finally {
      await page.close();
      server.close();
      outer?.server.close();
    }
  }

  /** Vectors that read something of the site. */
  const leaks = (seen: Record<string, string>): string[] =>
    Object.keys(seen).filter((name) => /Secret|"title"/.test(seen[name] ?? ''));
  const here = (): string => state(bench.engine.site.db);

  test.each<[string, string, boolean]>([
    ['another port of this computer', '127.0.0.1', false],
    ['a sandboxed frame, whose origin is null', '127.0.0.1', true],
    ...(IS_LONG ? [['a foreign name', 'evil.test', false] satisfies [string, string, boolean]] : []),
  ])(
    'from %s: nothing is read, nothing is changed',
    async (_what, name, isSandboxed) => {
      const before = here();
      const seen = await attack(`${running.url}/wp-json`, name, isSandboxed);
      expect(leaks(seen)).toEqual([]);
      expect(here()).toBe(before);
    },
    90_000,
  );

  test('re-binding: the page of a foreign name on our own port gets 421, read or written', async () => {
    const before = here();
    const page = await browser.newPage();
    const answer = await page.goto(`http://evil.test:${running.port}/`);
    expect(answer?.status()).toBe(421);
    const got = await page.evaluate(async () => {
      const ask = (init?: RequestInit): Promise<number> =>
        fetch('/wp-json/wp/v2/posts', init).then(
          (one) => one.status,
          () => 0,
        );
      return [await ask(), await ask({ method: 'POST', body: new URLSearchParams({ title: 'hacked' }) })];
    });
    expect(got.every((status) => status === 421 || status === 0)).toBe(true);
    expect(here()).toBe(before);
    await page.close();
  });

  test('an allowed origin reads what everybody may, writes with a token only', async () => {
    const { port, server } = await serving('<title>ours</title>');
    const origin = `http://127.0.0.1:${port}`;
    expect(bench.ask('PATCH', '/polydesk/v1/server', { allowed_origins: [origin] }).status).toBe(200);
    const page = await browser.newPage();
    await page.goto(origin);
    const got = await page.evaluate(
      async ({ base, token }) => {
        const ask = async (headers: Record<string, string>, method: string): Promise<number> =>
          (await fetch(`${base}/wp/v2/posts${method === 'GET' ? '' : '?title=fine'}`, { method, headers })).status;
        return [await ask({}, 'GET'), await ask({}, 'POST'), await ask({ authorization: `Bearer ${token}` }, 'POST')];
      },
      { base: `${running.url}/wp-json`, token: TOKEN },
    );
    expect(got).toEqual([200, 401, 201]);
    await page.close();
    server.close();
    bench.ask('PATCH', '/polydesk/v1/server', { allowed_origins: [] });
  });

  test('control: an open server, which many tools are, is read and written in many of these ways', async () => {
    const open = openServer(bench).listen(0, '127.0.0.1');
    await once(open, 'listening');
    const before = here();
    const seen = await attack(`http://127.0.0.1:${(open.address() as AddressInfo).port}`);
    open.close();
    expect(leaks(seen)).toEqual(expect.arrayContaining(['fetch', 'XMLHttpRequest', 'JSONP']));
    expect(here()).not.toBe(before);
    const titles = bench.engine.site.db.prepare('SELECT title FROM posts').pluck().all();
    expect(titles.filter((title) => title === 'hacked').length).toBeGreaterThan(2);
    expect(titles, 'the image has deleted it').not.toContain('Secret');
  }, 90_000);
});

/** The same engine without a gate: any Host, any origin, JSONP, the verb from the query, and everybody an administrator. */
function openServer({ engine, admin }: Bench): Server {
  return createServer((req, res) => {
    const { pathname, searchParams } = new URL(req.url ?? '', 'http://x');
    const { _jsonp: jsonp, _method: verb, ...query } = Object.fromEntries(searchParams);
    let text = '';
    req.setEncoding('utf8').on('data', (part: string) => (text += part));
    req.on('end', () => {
      const fields = text.startsWith('{')
        ? (JSON.parse(text) as object)
        : Object.fromEntries(new URLSearchParams(text));
      const method = verb ?? (req.method === 'OPTIONS' ? 'GET' : (req.method ?? 'GET'));
      const { body } = engine.dispatch(
        { method, path: pathname, query, ...(method !== 'GET' && { body: fields }) },
        admin,
      );
      const origin = req.headers.origin ?? '*';
      const cors = {
        'access-control-allow-origin': origin,
        'access-control-allow-credentials': 'true',
        'access-control-allow-methods': 'PUT, DELETE',
        'access-control-allow-headers': 'content-type',
      };
      res.writeHead(200, { ...cors, 'content-type': jsonp ? 'text/javascript' : 'application/json' });
      res.end(jsonp ? `${jsonp}(${JSON.stringify(body)})` : JSON.stringify(body));
    });
  });
}
