// The file in which a check stores what it has read so far.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
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
  const incoming = openIncoming(path, 'order');
  expect(removedWhileOpen()).toEqual([]);
  incoming.putPage('post post', { offset: 0, total: 1, items: [{ id: 7 }] });
  expect([...incoming.ids('post post')]).toEqual([7]);
  incoming.remove();
  expect(readdirSync(dirname(path))).toEqual([]);
  expect(removedWhileOpen()).toEqual([]);
});
