// The preview over HTTP: its own authentication, only pages, no scripts.
import { request } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { servePreview, type RunningPreview } from '../../../core/server/preview/preview.ts';
import { bodyOf, openBench, type Bench } from '../../support/engine.ts';

let bench: Bench;
let running: RunningPreview;
afterEach(() => {
  running.close();
  bench.engine.close();
});

interface Answer {
  status: number;
  headers: NodeJS.Dict<string | string[]>;
  body: string;
}

let link = '';

async function started(): Promise<number> {
  bench = openBench({ homeUrl: 'https://example.org' });
  bench.ask('POST', '/pll/v1/languages', { locale: 'en_US' });
  bench.ask('POST', '/pll/v1/settings', { hide_default: false });
  const made = bench.ask('POST', '/wp/v2/posts', {
    title: 'Hello <i>',
    content: HOSTILE,
    lang: 'en',
    status: 'publish',
    slug: 'hello',
  });
  link = bodyOf(made)['link'] as string;
  running = await servePreview(bench.engine.site);
  return Number(new URL(running.url).port);
}

function get(
  port: number,
  path: string,
  { host = `example.org.localhost:${port}`, method = 'GET' } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, method, headers: { host } }, (answer) => {
      let body = '';
      answer.setEncoding('utf8').on('data', (part: string) => (body += part));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body }));
    });
    sent.on('error', reject).end();
  });
}

const HOSTILE = `<p onclick="x()">Text</p><script>fetch('/x')</script><base href="https://evil.test/">
<meta http-equiv="refresh" content="0;url=https://evil.test/"><iframe src="https://evil.test/"></iframe>
<p><a href="https://example.org/en/">home</a> <a href=https://example.org/en/>bare</a> <a href="https://other.test/">other</a></p>
<img src="https://example.org/wp-content/uploads/2024/05/x.jpg" srcset="https://evil.test/x 2x" alt="x">`;

test('a page comes with its links leading into the preview, and with a policy under which nothing runs', async () => {
  const port = await started();
  const front = await get(port, '/', { host: `127.0.0.1:${port}` });
  expect([front.status, front.headers.location]).toEqual([302, `http://example.org.localhost:${port}/`]);
  const { status, headers, body } = await get(port, new URL(link).pathname);
  expect(status).toBe(200);
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'.*; sandbox$/);
  expect(headers['access-control-allow-origin']).toBeUndefined();
  expect(body).not.toMatch(/<script|<base|<meta http-equiv|<iframe|evil\.test/);
  expect(body).toContain(`<a href="http://example.org.localhost:${port}/en/">home</a>`);
  expect(body).toContain(`<a href="http://example.org.localhost:${port}/en/">bare</a>`);
  expect(body).toContain('<a href="https://other.test/">other</a>');
  expect(body).toContain('src="/wp-content/uploads/2024/05/x.jpg"');
  expect((await get(port, '/en/nowhere/')).status).toBe(404);
  const map = await get(port, '/sitemap.xml');
  expect([map.status, map.headers['content-type']]).toEqual([200, 'application/xml; charset=utf-8']);
  expect(map.body).toContain(`<loc>http://example.org.localhost:${port}${new URL(link).pathname}</loc>`);
});

const REFUSED = [
  { what: 'a name that was bound to this computer', host: 'evil.test', path: '/', status: 421 },
  { what: 'another name below localhost', host: 'other.localhost:PORT', path: '/', status: 421 },
  { what: 'no port', host: 'example.org.localhost', path: '/', status: 421 },
  { what: 'the REST interface', path: '/wp-json/pll/v1/settings', status: 404 },
  { what: 'the window', path: '/polydesk/ui/', status: 404 },
  { what: 'a write', path: '/', method: 'POST', status: 405 },
  { what: 'a file outside', path: '/polydesk/files/2024/05/..%2f..%2fsite', status: 404 },
];

test.each(REFUSED)('refused: $what', async ({ host, path, method, status }) => {
  const port = await started();
  const answer = await get(port, path, { host: host?.replace('PORT', String(port)), method });
  expect(answer.status).toBe(status);
  expect(answer.body).not.toContain('Hello');
});
