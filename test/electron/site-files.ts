// Site files in every possible state, for the tests of this folder.
import Database from 'better-sqlite3';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openSite } from '../../core/site.ts';
import { siteRow } from '../../core/store/site/site.ts';
import { built } from './built.ts';

/** A folder that is gone with the machine. */
export const newFolder = (): string => mkdtempSync(join(tmpdir(), 'polydesk-sites-'));

/** Makes a site, closed, and answers its id. */
export function makeSite(file: string): string {
  mkdirSync(dirname(file), { recursive: true });
  const site = openSite(file, { version: '0.0.0-test' });
  const { site_id } = siteRow(site.db);
  site.close();
  return site_id;
}

/** Makes a site and does to its file what no program should. */
export function makeSpoiled(file: string, spoil: (db: Database.Database) => void): string {
  const id = makeSite(file);
  const db = new Database(file);
  db.pragma('foreign_keys = OFF');
  spoil(db);
  db.close();
  return id;
}

const boot = join(import.meta.dirname, '../standin/boot.mjs');

/** Starts the built program once more and waits for its end. */
export async function startAgain(data: string, words: string[], more: { main?: string; env?: object } = {}) {
  const { main = join(built, 'main/main.js') } = more;
  const env = { ...process.env, POLYDESK_DATA: data, XDG_RUNTIME_DIR: data, ...more.env };
  const child = spawn(process.execPath, [boot, main, ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const parts: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => parts.push(String(part)));
  const [code] = (await once(child, 'exit')) as [number | null];
  return { code, output: parts.join('') };
}
