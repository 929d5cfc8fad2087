import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type Axe from 'axe-core';
import { chromium, type Browser, type Page } from 'playwright-core';
import { built } from './built.ts';

const root = resolve(import.meta.dirname, '../..');

/** The built interface in a browser, before a server and a site of its own. */
export interface App {
  page: Page;
  /** Faults of the page and breaches of its policy, which no test may cause. */
  faults: string[];
  /** A request as the page itself sends it. */
  api<T>(method: string, path: string, body?: unknown): Promise<T>;
  close(): Promise<void>;
}

/** Starts a server with a new site, and opens the page at a place such as `#/languages`. */
export async function openApp(place: string): Promise<App> {
  const server = spawn(process.execPath, [join(root, 'test/e2e/serve.ts'), built], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const { url, token } = await firstLine(server);
  const browser = await launch();
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' });
  await context.addInitScript((word) => sessionStorage.setItem('polydesk.session', word), token);
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (line) => /Content Security Policy|TrustedHTML/i.test(line.text()) && faults.push(line.text()));
  page.on('dialog', (dialog) => (faults.push(dialog.message()), void dialog.dismiss()));
  await page.goto(`${url}/${place}`);
  return {
    page,
    faults,
    async api<T>(method: string, path: string, body?: unknown): Promise<T> {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
      return (await fetch(`${url}/wp-json${path}`, init)).json() as Promise<T>;
    },
    async close() {
      await browser.close();
      const ended = new Promise((done) => server.once('exit', done));
      server.stdin?.end();
      await ended;
    },
  };
}

/** What axe finds that is serious or worse, as readable lines. */
export async function seriousFaults(page: Page): Promise<string[]> {
  await page.evaluate(readFileSync(join(root, 'node_modules/axe-core/axe.min.js'), 'utf8'));
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: typeof Axe };
    const { violations } = await axe.run(document, { resultTypes: ['violations'] });
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  });
}

/** A sandbox does not start as root. */
function launch(): Promise<Browser> {
  const found = process.env['CHROME_PATH'] ?? ['/usr/bin/chromium', '/usr/bin/google-chrome'].find(existsSync);
  return chromium.launch({
    ...(found && { executablePath: found }),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
}

async function firstLine(server: ChildProcess): Promise<{ url: string; token: string }> {
  if (!server.stdout) throw new Error('The server has no output.');
  for await (const line of createInterface(server.stdout)) return JSON.parse(line) as { url: string; token: string };
  throw new Error('The server ended before it was ready.');
}
