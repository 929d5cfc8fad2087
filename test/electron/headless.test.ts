// The interface in a browser: the same files, the same policy, served by the command line on localhost.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chromeFlags } from '../../build/bootstrap/chrome-flags.mjs';
import { built } from './built.ts';

/** The command line beside the built page, as in dist/. */
const program = join(built, 'headless/headless.js');
const data = mkdtempSync(join(tmpdir(), 'polydesk-headless-'));
const env = { ...process.env, POLYDESK_DATA: data, XDG_RUNTIME_DIR: data };

let browser: Browser;
let child: ChildProcess;
let start: { url: string; sign_in: string };
/** The page of the first test, signed in. */
let page: Page;
beforeAll(async () => {
  child = spawn(process.execPath, [program, 'start', '--port', '0', '--json'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  start = JSON.parse(await firstLine(child)) as typeof start;
  browser = await chromium.launch({ executablePath: process.env['CHROME_PATH'] ?? '', args: chromeFlags });
});
afterAll(async () => {
  await browser.close();
  child.kill();
  expect(await once(child, 'exit')).toEqual([0, null]);
});

async function firstLine(from: ChildProcess): Promise<string> {
  let text = '';
  for await (const part of from.stdout ?? []) {
    text += String(part);
    if (text.includes('\n')) break;
  }
  return text;
}

/** Starts the command line again: it finds the running server. */
async function startAgain(): Promise<typeof start> {
  const again = spawn(process.execPath, [program, 'start', '--json'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(again, 'exit');
  const line = await firstLine(again);
  expect(await ended).toEqual([0, null]);
  return JSON.parse(line) as typeof start;
}

async function open(link: string) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const violations: string[] = [];
  page.on(
    'console',
    (message) => /Content Security Policy|Trusted/i.test(message.text()) && violations.push(message.text()),
  );
  await page.goto(link);
  return { page, violations };
}

test('the link of the start opens the interface, signed in; a click reaches the site', async () => {
  expect(start.sign_in).toMatch(new RegExp(`^${start.url}/#code=[A-Za-z0-9]{24}$`));
  const opened = await open(start.sign_in);
  page = opened.page;
  await page.getByText('signed in').waitFor();
  expect(page.url(), 'the code has left the address bar').toBe(`${start.url}/`);
  await page.getByRole('button', { name: 'Add' }).click();
  await page.getByText('200 en').waitFor();
  expect(await (await fetch(`${start.url}/wp-json/pll/v1/languages`)).json()).toMatchObject([{ slug: 'en' }]);
  expect(opened.violations).toEqual([]);
});

test('nothing of the interface is stored by the browser but its token', async () => {
  expect(await page.context().cookies()).toEqual([]);
  expect(await page.evaluate(() => [Object.keys(sessionStorage), Object.keys(localStorage)])).toEqual([['token'], []]);
});

test('the link works once; starting again gives another one', async () => {
  const used = await open(start.sign_in);
  await used.page.getByText('not signed in').waitFor();
  const again = await startAgain();
  expect(again.url).toBe(start.url);
  const fresh = await open(again.sign_in);
  await fresh.page.getByText('signed in', { exact: true }).waitFor();
});

test('E4: the policy holds in the browser too', async () => {
  await page.evaluate(() => document.dispatchEvent(new Event('try')));
  await page.locator('output').filter({ hasText: 'violations' }).waitFor();
  expect(JSON.parse((await page.locator('output').textContent()) ?? '')).toMatchObject({
    ...{ markup: true, code: true, text: true, source: true, fetched: 'refused', color: 'rgb(1, 2, 3)' },
    violations: ['base-uri', 'connect-src', 'img-src', 'require-trusted-types-for', 'style-src-elem'],
  });
});

test('a page of another program can neither frame the interface nor use it', async () => {
  const other = createServer((_req, res) => {
    res.setHeader('content-type', 'text/html');
    res.end(`<iframe src="${start.url}/"></iframe>`);
  }).listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as { port: number };
  const { page: foreign } = await open(`http://127.0.0.1:${port}/`);
  const got = await foreign.evaluate(async (url) => {
    const ask = (path: string, init?: RequestInit): Promise<string> =>
      fetch(url + path, init).then(
        (response) => String(response.status),
        () => 'refused',
      );
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"code":"x"}' };
    return [await ask('/'), await ask('/wp-json/pll/v1/languages'), await ask('/wp-json/polydesk/v1/session', init)];
  }, start.url);
  expect(got).toEqual(['refused', 'refused', 'refused']);
  expect(await foreign.frames()[1]?.locator('button').count(), 'the frame is empty').toBe(0);
  other.close();
});
