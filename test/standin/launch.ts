import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import type { Operations } from './control.ts';

const root = resolve(import.meta.dirname, '../..');

export interface Wishes {
  /** Folder of main/, preload/ and renderer/; by default the built product. */
  built?: string;
  /** Folder of the person's data; a new one unless given. */
  data?: string;
  env?: Record<string, string>;
  /** Words after the program. */
  words?: string[];
  /** False: no Chromium, windows are only recorded. */
  hasBrowser?: boolean;
}

/** The program while it runs. */
export interface Running {
  kind: 'electron' | 'stand-in';
  data: string;
  /** Asks the stand-in; the real thing has nobody to ask. */
  call<Name extends keyof Operations>(
    name: Name,
    ...given: Parameters<Operations[Name]>
  ): Promise<Awaited<ReturnType<Operations[Name]>>>;
  /** The page of the window. */
  page(): Page;
  output(): string;
  /** Closes the window; answers the exit code. */
  close(): Promise<number | null>;
}

/** Starts the built program: in Electron where its binary exists, else in the stand-in. */
export function launchApp(wishes: Wishes = {}): Promise<Running> {
  const binary = wishes.hasBrowser === false ? undefined : electronBinary();
  return binary ? launchElectron(binary, wishes) : launchStandin(wishes);
}

/** Electron's binary, if it was ever fetched. */
export function electronBinary(): string | undefined {
  const folder = join(root, 'node_modules/electron');
  const note = join(folder, 'path.txt');
  if (!existsSync(note)) return undefined;
  const binary = join(folder, 'dist', readFileSync(note, 'utf8'));
  return existsSync(binary) ? binary : undefined;
}

async function launchElectron(executablePath: string, wishes: Wishes): Promise<Running> {
  const { data, env, main } = prepare(wishes);
  const { _electron } = await import('playwright-core');
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const app = await _electron.launch({ executablePath, args: [...asRoot, main, ...(wishes.words ?? [])], env });
  const page = await app.firstWindow();
  return {
    kind: 'electron',
    data,
    call: () => Promise.reject(new Error('Only the stand-in can be asked')),
    page: () => page,
    output: () => '',
    async close() {
      await app.close();
      return app.process().exitCode;
    },
  };
}

async function launchStandin(wishes: Wishes): Promise<Running> {
  const { data, env, main } = prepare(wishes);
  const port = wishes.hasBrowser === false ? undefined : await freePort();
  const child = spawn(process.execPath, [join(import.meta.dirname, 'boot.mjs'), main, ...(wishes.words ?? [])], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    serialization: 'advanced',
    env: { ...env, ...(port !== undefined && { STANDIN_PORT: String(port) }) },
  });
  const parts: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part: Buffer) => parts.push(String(part)));
  const output = (): string => parts.join('');
  const ended = once(child, 'exit') as Promise<[number | null]>;
  const call = caller(child, () => output());
  const found = await untilShown(call, port).catch((error: unknown) => {
    child.kill('SIGKILL');
    throw new Error(`The stand-in did not start: ${String(error)}\n${output()}`, { cause: error });
  });
  return {
    kind: 'stand-in',
    data,
    call,
    output,
    page() {
      if (!found) throw new Error('This start has no browser');
      return found.page;
    },
    async close() {
      await call('close').catch(() => undefined);
      const [code] = await ended;
      await found?.browser.close().catch(() => undefined);
      return code;
    },
  };
}

function prepare({ built = join(root, 'dist'), data = mkdtempSync(join(tmpdir(), 'polydesk-window-')), env }: Wishes) {
  const own = { POLYDESK_DATA: data, XDG_RUNTIME_DIR: data };
  const all = { ...process.env, ...own, ...env };
  return { data, main: join(built, 'main/main.js'), env: all as Record<string, string> };
}

async function untilShown(
  call: Running['call'],
  port: number | undefined,
): Promise<{ browser: Browser; page: Page } | undefined> {
  const deadline = Date.now() + 60_000;
  const wait = async (): Promise<void> => {
    if (Date.now() > deadline) throw new Error('It took too long');
    await sleep(25);
  };
  while (!(await call('windows')).some((url) => url !== '')) await wait();
  if (port === undefined) return undefined;
  const { chromium } = await import('playwright-core');
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  for (;;) {
    const pages = browser.contexts().flatMap((context) => context.pages());
    const page = pages.find((one) => one.url().includes('.scheme.localhost'));
    if (page) {
      await page.waitForLoadState();
      return { browser, page };
    }
    await wait();
  }
}

function caller(child: ChildProcess, output: () => string): Running['call'] {
  let last = 0;
  const ask = (name: string, given: unknown): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const id = ++last;
      const gone = (): void => reject(new Error(`The program has ended\n${output()}`));
      const hear = (answer: { id: number; value?: unknown; error?: string }): void => {
        if (answer.id !== id) return;
        child.off('message', hear).off('exit', gone);
        if (answer.error === undefined) resolve(answer.value);
        else reject(new Error(answer.error));
      };
      if (!child.connected) return gone();
      child.on('message', hear).on('exit', gone);
      child.send({ id, name, given });
    });
  child.setMaxListeners(100);
  return ((name: string, given: unknown) => ask(name, given)) as Running['call'];
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address !== 'object' || !address) throw new Error('No port');
  return address.port;
}
