// The two environments of the interface: the window, in the Electron stand-in, and a browser with the headless server.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium, type Browser, type Page } from 'playwright-core';
import { chromeFlags } from '../../build/bootstrap/chrome-flags.mjs';
import { launchApp } from '../standin/launch.ts';
import { built } from './built.ts';
import { delay } from './disturb.ts';

export const places = ['window', 'browser'] as const;
export type Place = (typeof places)[number];

/** The product with a new site, its page open and signed in. */
export interface Started {
  page: Page;
  /** How other programs reach the same site. */
  server: Server;
  /** What the page said before anybody listened. */
  before: string[];
  close(): Promise<void>;
}

interface Server {
  base_url: string;
  process_token: string;
}

/** Starts the built product as a person does: the window opens by itself, the browser by the link that was printed. */
export function start(place: Place): Promise<Started> {
  return place === 'window' ? startWindow() : startBrowser();
}

async function startWindow(): Promise<Started> {
  const app = await launchApp({ built });
  const said = app.kind === 'stand-in' ? await app.call('log') : [];
  return {
    page: app.page(),
    server: readServer(app.data),
    before: said.flatMap(({ what, args }) =>
      what === 'pageerror' || (what === 'console' && args[0] === 'error') ? String(args.at(-1)) : [],
    ),
    async close() {
      const code = await app.close();
      if (code !== 0) throw new Error(`The window ended with ${code}\n${app.output()}`);
    },
  };
}

async function startBrowser(): Promise<Started> {
  const [{ link, server, close }, browser] = await Promise.all([startServer(built), launch()]);
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' });
  const page = await context.newPage();
  const before: string[] = [];
  page.on('pageerror', (error) => before.push(error.message));
  await delay(page);
  await page.goto(link);
  return { page, server, before, close: () => browser.close().then(close) };
}

/** The headless program with a new site. */
export interface Served {
  url: string;
  /** Opens the interface, signed in, once. */
  link: string;
  server: Server;
  close(): Promise<void>;
}

/** Starts the headless program of a build as `npm start` does; with a file, for that site; `data` is its data folder, which goes at the end. */
export async function startServer(
  folder: string,
  file?: string,
  data = mkdtempSync(join(tmpdir(), 'polydesk-e2e-')),
): Promise<Served> {
  const env = { ...process.env, POLYDESK_DATA: data, XDG_RUNTIME_DIR: data };
  const words = [
    join(folder, 'headless/headless.js'),
    ...(file ? ['serve', file] : ['start']),
    '--port',
    '0',
    '--json',
  ];
  const program = spawn(process.execPath, words, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const notes: string[] = [];
  program.stderr.on('data', (part: Buffer) => notes.push(String(part)));
  const ended = once(program, 'exit');
  const { url, sign_in: link } = await firstLine(program.stdout, notes);
  return {
    url,
    link,
    server: readServer(data),
    async close() {
      program.kill();
      await ended;
      rmSync(data, { recursive: true, force: true });
    },
  };
}

/** A browser for tests. What is measured is measured without their flags. */
export function launch(flags = chromeFlags): Promise<Browser> {
  const found = process.env['CHROME_PATH'];
  return chromium.launch({ ...(found && { executablePath: found }), args: flags });
}

async function firstLine(output: NodeJS.ReadableStream, notes: string[]): Promise<{ url: string; sign_in: string }> {
  for await (const line of createInterface(output)) return JSON.parse(line) as { url: string; sign_in: string };
  throw new Error(`The server ended before it was ready.\n${notes.join('')}`);
}

/** The port file, where every program of this user finds the server. */
function readServer(data: string): Server {
  const folder = join(data, 'polydesk');
  const [name = ''] = readdirSync(folder);
  return JSON.parse(readFileSync(join(folder, name), 'utf8')) as Server;
}
