// The file in which a check stores what it has read so far.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, expect, test } from 'vitest';
import { openIncoming } from '../../../core/store/live/incoming.ts';

const folder = mkdtempSync(join(tmpdir(), 'polydesk-incoming-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Open files of this process that were removed meanwhile; other systems than Linux refuse to remove them at once. */
function removedWhileOpen(): string[] {
  if (!existsSync('/proc/self/fd')) return [];
  return readdirSync('/proc/self/fd').flatMap((name) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${name}`);
      return path.includes('incoming.sqlite') && path.endsWith('(deleted)') ? [path] : [];
    } catch {
      return [];
    }
  });
}

test('a damaged file is closed before it is removed, and a new one takes its place', () => {
  const path = join(folder, 'site.live', 'incoming.sqlite');
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, 'This is no database. '.repeat(500));
  const incoming = openIncoming(path, { name: 'order', at: '2026-01-01T00:00:00.000Z', patience: 1000 });
  expect(removedWhileOpen()).toEqual([]);
  incoming.putPage('post post', { offset: 0, total: 1, items: [{ id: 7 }] });
  expect([...incoming.ids('post post')]).toEqual([7]);
  incoming.remove();
  expect(readdirSync(dirname(path))).toEqual([]);
  expect(removedWhileOpen()).toEqual([]);
});

test('a file of an older version is read again', () => {
  const path = join(folder, 'older.live', 'incoming.sqlite');
  mkdirSync(dirname(path), { recursive: true });
  const db = new Database(path);
  db.exec(`CREATE TABLE order_of (id INTEGER PRIMARY KEY CHECK (id = 1), name TEXT NOT NULL) STRICT;
    CREATE TABLE begun (id INTEGER PRIMARY KEY CHECK (id = 1), at TEXT NOT NULL) STRICT;
    CREATE TABLE items (list TEXT NOT NULL, id INTEGER NOT NULL, data TEXT NOT NULL, PRIMARY KEY (list, id)) STRICT;
    INSERT INTO order_of VALUES (1, 'order');
    INSERT INTO begun VALUES (1, '2026-01-01T00:00:00.000Z');
    INSERT INTO items VALUES ('post post', 7, '{}')`);
  db.close();
  const incoming = openIncoming(path, { name: 'order', at: '2026-01-01T00:00:01.000Z', patience: 5000 });
  expect({ began: incoming.began, ids: [...incoming.ids('post post')] }).toEqual({
    began: '2026-01-01T00:00:01.000Z',
    ids: [],
  });
  incoming.remove();
});

const HOUR = 3_600_000;
const at = (hours: number): { name: string; at: string; patience: number } => ({
  name: 'order',
  at: new Date(Date.UTC(2026, 0, 1) + hours * HOUR).toISOString(),
  patience: 25 * HOUR,
});

test.each([
  { hours: 20, name: 'order', kept: true },
  { hours: 26, name: 'order', kept: false },
  { hours: 1, name: 'another order', kept: false },
])('reading goes on after $hours hours of "$name": $kept', ({ hours, name, kept }) => {
  const path = join(folder, `${hours}.live`, 'incoming.sqlite');
  const first = openIncoming(path, at(0));
  expect(first.began).toBe(at(0).at);
  first.putPage('post post', { offset: 0, total: 1, items: [{ id: 7 }] });
  first.close();
  const next = openIncoming(path, { ...at(hours), name });
  expect({ began: next.began, ids: [...next.ids('post post')] }).toEqual(
    kept ? { began: at(0).at, ids: [7] } : { began: at(hours).at, ids: [] },
  );
  next.remove();
});
