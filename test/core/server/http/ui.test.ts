import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CSP, readUi } from '../../../../core/server/http/ui.ts';
import { start } from '../help.ts';

/** A built interface in a new folder. */
function build(): string {
  const folder = mkdtempSync(join(tmpdir(), 'polydesk-ui-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Built</title>');
  writeFileSync(join(folder, 'assets/a-1.js'), 'let a;');
  writeFileSync(join(folder, 'assets/a-1.css'), 'a{}');
  writeFileSync(join(folder, 'assets/font.woff2'), 'w');
  return folder;
}

test.each([
  ['/', 'text/html; charset=UTF-8', 'no-cache'],
  ['/polydesk/ui/assets/a-1.js', 'text/javascript; charset=UTF-8', 'public, max-age=31536000, immutable'],
  ['/polydesk/ui/assets/a-1.css', 'text/css; charset=UTF-8', 'public, max-age=31536000, immutable'],
  ['/polydesk/ui/assets/font.woff2', 'font/woff2', 'public, max-age=31536000, immutable'],
])('%s has its type and the policy', (path, type, cache) => {
  expect(readUi(build())?.(path)?.headers).toMatchObject({
    'Content-Type': type,
    'Cache-Control': cache,
    'Content-Security-Policy': CSP,
    'X-Content-Type-Options': 'nosniff',
  });
});

test.each([
  '/index.html',
  '/polydesk/ui/index.html',
  '/polydesk/ui/',
  '/assets/a-1.js',
  '/polydesk/ui/../ui/assets/a-1.js',
])('%s is not an address of the interface', (path) => expect(readUi(build())?.(path)).toBeUndefined());

test('the files are read once: later changes and links are not served', () => {
  const folder = build();
  const outside = join(mkdtempSync(join(tmpdir(), 'polydesk-outside-')), 'secret.js');
  writeFileSync(outside, 'secret');
  symlinkSync(outside, join(folder, 'assets/link.js'));
  const ui = readUi(folder);
  writeFileSync(join(folder, 'assets/a-1.js'), 'changed');
  rmSync(join(folder, 'assets/a-1.css'));
  expect(String(ui?.('/polydesk/ui/assets/a-1.js')?.body)).toBe('let a;');
  expect(String(ui?.('/polydesk/ui/assets/a-1.css')?.body)).toBe('a{}');
  expect(ui?.('/polydesk/ui/assets/link.js'), 'a link is not a built file').toBeUndefined();
});

test('without a built page the interface is not served', () => {
  expect(readUi(mkdtempSync(join(tmpdir(), 'polydesk-ui-')))).toBeUndefined();
  expect(readUi('/nowhere/at/all')).toBeUndefined();
});

test('the server shows the page at its address, with the headers of discovery and the policy once', async () => {
  const ui = readUi(build());
  const server = await start({ ...(ui && { page: ui }), ownUi: true, anonymousRead: () => false });
  const response = await fetch(`${server.url}/`);
  expect({ status: response.status, text: await response.text() }).toEqual({
    status: 200,
    text: '<!doctype html><title>Built</title>',
  });
  expect(response.headers.get('content-security-policy')).toBe(CSP);
  expect(response.headers.get('link')).toBe(`<${server.url}/wp-json/>; rel="https://api.w.org/"`);
  expect(response.headers.get('x-polydesk-instance')).toBe('instance-1');
  expect((await fetch(`${server.url}/polydesk/ui/assets/a-1.js`)).status).toBe(200);
  expect((await fetch(`${server.url}/polydesk/ui/assets/none.js`)).status).toBe(404);
  expect((await fetch(`${server.url}/wp-json/pll/v1/languages`)).status, 'the API stays shut').toBe(401);
});
