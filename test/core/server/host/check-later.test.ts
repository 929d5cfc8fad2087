// The check of a site that was opened unchecked, in a separate process, while the site is in use.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { commandLineCaller } from '../../../../core/domain/access/callers.ts';
import { createEngine } from '../../../../core/engine/engine.ts';
import { checkLater } from '../../../../core/server/host/check-later.ts';
import { startNode, type StartProcess } from '../../../../core/server/host/check-process.ts';
import type { Host } from '../../../../core/server/host/folders.ts';
import { openToServe } from '../../../../core/server/host/open.ts';
import { createMemorySecrets } from '../../../../core/server/host/secrets.ts';
import type { Site } from '../../../../core/site.ts';
import { forgeStamp, hostAt, makeFilled, readStampOf, spoil } from '../../../support/stamps.ts';

let folder: string;
let file: string;
let host: Host;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'polydesk-late-'));
  host = hostAt(join(folder, 'data'));
  file = join(folder, 'a.polydesk');
  makeFilled(host, file);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const opened = async (): Promise<Site> =>
  (await openToServe(file, { version: '1.0.0', create: false, host, isShared: true, trustsStamp: true })).site;

/** Starts the check and hears of it; `said` fills with what is told. */
function startLate(site: Site, start: StartProcess = startNode): { said: string[]; end: () => void } {
  const said: string[] = [];
  const note = (text: string): void => void said.push(text);
  return { said, end: checkLater(site, { start, note, broken: (isDamaged) => note(isDamaged ? 'damaged' : 'rules') }) };
}

test('a sound site stays as it is, and its stamp tells of the check', async () => {
  const before = readStampOf(host, file)?.checked_at ?? Infinity;
  const site = await opened();
  expect(site.isUnchecked).toBe(true);
  const { said, end } = startLate(site);
  site.db.exec(`UPDATE site SET previous_version = 'written meanwhile'`);
  await expect.poll(() => site.isUnchecked).toBe(false);
  end();
  site.close();
  expect(said).toEqual([]);
  expect(site.readOnly).toBe(false);
  expect(readStampOf(host, file)?.checked_at).toBeGreaterThan(before);
});

test('damage closes the site for writing, and the next opening refuses it', async () => {
  spoil(file);
  forgeStamp(host, file);
  const site = await opened();
  const { said, end } = startLate(site);
  await expect.poll(() => said).toEqual(['damaged']);
  expect(site).toMatchObject({ readOnly: true, findings: [{ name: 'every page can be read' }] });
  expect(() => site.db.exec(`UPDATE site SET previous_version = 'x'`)).toThrow('readonly');
  end();
  site.close();
  expect(readStampOf(host, file)).toBeUndefined();
  await expect(opened()).rejects.toMatchObject({ code: 'damaged' });
});

test('a broken rule closes the site for writing, with its name', async () => {
  const spoiled = await opened();
  spoiled.db.exec('PRAGMA foreign_keys = OFF; DROP TRIGGER journal_of_site_update');
  spoiled.db.exec('UPDATE site SET default_category_id = 4711');
  spoiled.close();
  const site = await opened();
  const { said } = startLate(site);
  await expect.poll(() => said).toEqual(['rules']);
  expect(site.readOnly).toBe(true);
  expect(site.findings.length).toBeGreaterThan(0);
  site.close();
});

test('clients are answered that nothing can be stored', async () => {
  spoil(file);
  forgeStamp(host, file);
  const site = await opened();
  const engine = createEngine(site, { secrets: createMemorySecrets() });
  const caller = commandLineCaller(site);
  const server = () => engine.dispatch({ method: 'GET', path: '/polydesk/v1/server' }, caller).body;
  expect(server()).toMatchObject({ read_only: false });
  const { said } = startLate(site);
  await expect.poll(() => said).toEqual(['damaged']);
  expect(server()).toMatchObject({ read_only: true });
  const body = { title: 'New', status: 'draft' };
  const answer = engine.dispatch({ method: 'POST', path: '/wp/v2/posts', body }, caller);
  expect(answer).toMatchObject({ status: 503, body: { code: 'storage_read_only' } });
  engine.close();
});

test('a check that is aborted immediately releases the file, and the stamp is that of the previous check', async () => {
  const before = readStampOf(host, file)?.checked_at;
  const site = await opened();
  const { said, end } = startLate(site);
  site.db.exec(`UPDATE site SET previous_version = 'x'`);
  end();
  site.close();
  expect(said).toEqual([]);
  expect(readStampOf(host, file)?.checked_at).toBe(before);
});

test('a check that cannot start or crashes is reported, and the next opening checks', async () => {
  const fallsOver: StartProcess[] = [
    () => ({ output: Promise.resolve(''), kill: () => undefined }),
    () => ({ output: Promise.reject(new Error('no such program')), kill: () => undefined }),
    (program) => startNode(program, ['check', join(folder, 'nowhere.polydesk')]),
  ];
  for (const start of fallsOver) {
    const site = await opened();
    const { said } = startLate(site, start);
    await expect.poll(() => said).toHaveLength(1);
    expect(said[0]).toMatch(/^The check of the site could not be finished: /);
    site.close();
    expect(readStampOf(host, file)).toBeUndefined();
    const again = await opened();
    expect(again.isUnchecked).toBe(false);
    again.close();
  }
});

test('it runs in another process, low in priority', async () => {
  if (process.platform !== 'linux') return;
  const site = await opened();
  let nice = '';
  // It stays at its end until it was looked at, or for half a minute.
  const seen = join(folder, 'seen');
  const stay = `import { existsSync } from 'node:fs';
    const moment = new Int32Array(new SharedArrayBuffer(4));
    process.on('exit', () => {
      for (let n = 0; n < 1500 && !existsSync(${JSON.stringify(seen)}); n += 1) Atomics.wait(moment, 0, 0, 20);
    });`;
  const { end } = startLate(site, (program, args) => {
    vi.stubEnv('NODE_OPTIONS', `--import data:text/javascript,${encodeURIComponent(stay)}`);
    const started = startNode(program, args);
    vi.unstubAllEnvs();
    const find = (): void => {
      for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) nice ||= niceOf(pid);
      if (nice !== '') writeFileSync(seen, '');
      else if (site.isUnchecked) setTimeout(find, 10);
    };
    find();
    return started;
  });
  await expect.poll(() => site.isUnchecked, { timeout: 60_000 }).toBe(false);
  end();
  site.close();
  expect(nice).toBe('19');
});

/** The priority of a process that checks this file, once it is lowered. */
function niceOf(pid: string): string {
  try {
    const isOurs = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(file);
    const value = isOurs
      ? (readFileSync(`/proc/${pid}/stat`, 'utf8')
          .replace(/^.*\) /, '')
          .split(' ')[16] ?? '')
      : '';
    return value === String(getPriority()) ? '' : value;
  } catch {
    return '';
  }
}

test('a site that was checked when it was opened is not checked again', async () => {
  const site = (await openToServe(file, { version: '1.0.0', host })).site;
  startLate(site, () => expect.unreachable());
  site.close();
});
