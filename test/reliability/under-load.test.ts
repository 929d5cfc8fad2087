import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { backupFolder } from '../../core/store/file/paths.ts';
import { faultsOfBackup } from '../../core/store/file/backup-files.ts';
import { openSite, type Site } from '../../core/site.ts';
import { startServer } from '../../core/server/host/running.ts';
import { namedProcessToken } from '../../core/domain/access/callers.ts';
import { openBench, type Bench } from '../support/engine.ts';

/** Concurrent clients, and the number of writes before, between and after. */
const CLIENTS = 8;
const WRITES = Number(process.env['LOAD_WRITES'] ?? 40);
const TOKEN = 'abcdefghijklmnopqrstuvwx';
const headers = { authorization: `Basic ${btoa(`admin:${TOKEN}`)}`, 'content-type': 'application/json' };

interface Load {
  /** Titles whose post was answered, in the order of the answers. */
  stored: string[];
  /** Statuses that were neither a success nor "come back in a moment". */
  wrong: number[];
  end(): Promise<void>;
}

/** Writers that make posts and readers that list them, until told to end. */
function load(url: string): Load {
  const [stored, wrong]: [string[], number[]] = [[], []];
  let isOn = true;
  const write = async (who: number): Promise<void> => {
    for (let n = 0; isOn; n++) {
      const title = `w${who}-${n}`;
      const answer = await fetch(`${url}/wp-json/wp/v2/posts?_fields=id`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ title, status: 'publish' }),
      });
      await answer.arrayBuffer();
      if (answer.status === 201) stored.push(title);
      // A worker merges: told to try again.
      else if (answer.status === 503 && answer.headers.has('retry-after')) await wait(20);
      else wrong.push(answer.status);
    }
  };
  const read = async (): Promise<void> => {
    for (; isOn;) {
      const answer = await fetch(`${url}/wp-json/wp/v2/posts?per_page=5&_fields=id,title`, { headers });
      await answer.arrayBuffer();
      if (answer.status !== 200) wrong.push(answer.status);
    }
  };
  const all = Array.from({ length: CLIENTS }, (_, who) => (who % 2 === 0 ? write(who) : read()));
  return {
    stored,
    wrong,
    async end() {
      isOn = false;
      await Promise.all(all);
    },
  };
}

async function moreWrites({ stored }: Load): Promise<void> {
  for (const wanted = stored.length + WRITES; stored.length < wanted;) await wait(5);
}

/** Orders a job over HTTP and waits for its end. */
async function job(url: string, path: string): Promise<{ name?: string }> {
  const ordered = await fetch(`${url}/wp-json/polydesk/v1${path}`, { method: 'POST', headers, body: '{}' });
  expect(ordered.status).toBe(202);
  const { job: id } = (await ordered.json()) as { job: number };
  for (;;) {
    const now = (await (await fetch(`${url}/wp-json/polydesk/v1/jobs/${id}`, { headers })).json()) as {
      state: string;
      report: { name?: string };
    };
    if (now.state === 'done') return now.report;
    if (now.state !== 'queued' && now.state !== 'running') throw new Error(JSON.stringify(now));
    await wait(20);
  }
}

const titlesIn = ({ db }: Pick<Site, 'db'>): string[] =>
  db.prepare('SELECT title FROM posts ORDER BY title').pluck().all() as string[];

async function served(): Promise<{ bench: Bench; url: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'polydesk-load-'));
  const bench = openBench({ file: join(folder, 'a.polydesk') });
  const admin = { user: 'admin', role: 'administrator', token: TOKEN } as const;
  const running = await startServer(bench.engine, {
    port: 0,
    host: { env: { POLYDESK_DATA: folder, XDG_RUNTIME_DIR: folder }, platform: 'linux', home: folder },
    tokens: new Map([namedProcessToken(bench.engine.site, admin)]),
    note: () => undefined,
  });
  onTestFinished(async () => {
    await running.close();
    bench.engine.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return { bench, url: running.url };
}

test(
  'a backup and a restore while others read and write: nothing answered is lost, the copy is whole, and it comes back',
  { timeout: 120_000 + WRITES * 400 },
  async () => {
    const { bench, url } = await served();
    const { site } = bench.engine;
    const clients = load(url);
    await moreWrites(clients);
    const before = [...clients.stored];
    const { name = '' } = await job(url, '/backups');
    const after = new Set(clients.stored);
    await moreWrites(clients);
    const path = join(backupFolder(site.file), name);
    expect(faultsOfBackup(path)).toEqual([]);
    const copy = openSite(path, { version: '1.0.0', create: false });
    const copied = titlesIn(copy);
    copy.close();
    // One moment of the site: all that was answered before, nothing that was requested after.
    expect(copied).toEqual(expect.arrayContaining(before));
    expect(copied.filter((title) => !after.has(title)).length).toBeLessThanOrEqual(CLIENTS);
    await job(url, `/backups/${encodeURIComponent(name)}/restore`);
    const written = clients.stored.length;
    await moreWrites(clients);
    await clients.end();
    expect(clients.wrong).toEqual([]);
    // What was answered after the restore is there, with all of the copy; what lies between copy and restore went with it.
    const there = new Set(titlesIn(site));
    expect(copied.filter((title) => !there.has(title))).toEqual([]);
    expect(clients.stored.slice(written + CLIENTS).filter((title) => !there.has(title))).toEqual([]);
    // One entry for each write that was answered, and for the restore.
    const entries = Number(site.db.prepare(`SELECT count(*) FROM journal WHERE code <> 'site.prepared'`).pluck().get());
    expect(entries).toBe(clients.stored.length + 1);
    expect(site.db.pragma('integrity_check', { simple: true })).toBe('ok');
  },
);
