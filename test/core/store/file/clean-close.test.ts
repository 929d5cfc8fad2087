// A site that was closed cleanly and is unchanged since is opened without a check; any other is checked before the first write.
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Host } from '../../../../core/server/host/folders.ts';
import { stampPath, stampsOf } from '../../../../core/server/host/stamps.ts';
import { openSite, type Site } from '../../../../core/site.ts';
import { LONGEST_UNCHECKED_MS } from '../../../../core/store/file/clean-close.ts';
import { OpenError } from '../../../../core/store/file/failures.ts';
import { forgeStamp, hostAt, makeFilled, readStampOf, spoil } from '../../../support/stamps.ts';

let folder: string;
let file: string;
let host: Host;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'polydesk-stamp-'));
  host = hostAt(join(folder, 'data'));
  file = join(folder, 'a.polydesk');
  makeFilled(host, file);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = (path = file, trustsStamp = true): Site =>
  openSite(path, { version: '1.0.0', create: false, stamps: stampsOf(host), trustsStamp });

const write = (site: Site): unknown => site.db.exec(`UPDATE site SET previous_version = previous_version || 'x'`);

/** What becomes of whoever opens a file and writes to it: it is checked first or not, refused, or written to. */
function outcome(path: string): { checked: boolean } | { refused: string; isChanged: boolean } {
  const before = readFileSync(path);
  try {
    const site = open(path);
    write(site);
    site.close();
    return { checked: !site.isUnchecked };
  } catch (error) {
    if (!(error instanceof OpenError)) throw error;
    return { refused: error.code, isChanged: !readFileSync(path).equals(before) };
  }
}

test('after a clean close it is opened unchecked every time; while it is open it has no stamp', () => {
  for (let n = 0; n < 3; n++) {
    expect(readStampOf(host, file)).toBeDefined();
    const site = open();
    expect(site).toMatchObject({ isUnchecked: true, readOnly: false });
    expect(readStampOf(host, file)).toBeUndefined();
    write(site);
    site.close();
  }
});

test('the time of the last check is kept from one opening to the next, and renewed by a check', () => {
  const before = readStampOf(host, file)?.checked_at;
  open().close();
  expect(readStampOf(host, file)?.checked_at).toBe(before);
  open(file, false).close();
  expect(readStampOf(host, file)?.checked_at).toBeGreaterThan(before ?? Infinity);
});

test('a site that failed while it was open leaves no stamp, nor does one whose log could not be taken into the file', () => {
  const site = open();
  site.readOnly = true;
  site.close();
  expect(readStampOf(host, file)).toBeUndefined();
  open().close();
  const busy = open();
  write(busy);
  const reader = openSite(file.replace('a.polydesk', 'b.polydesk'), { version: '1.0.0' });
  reader.db.exec(`ATTACH '${file}' AS other; BEGIN; SELECT count(*) FROM other.site`);
  write(busy);
  busy.close();
  expect(readStampOf(host, file)).toBeUndefined();
  reader.close();
});

/** What happens to a damaged file whose forged stamp says that it is sound; answers where it is then. */
const TOUCHED: [string, (path: string) => string | void][] = [
  ['touched', (path) => utimesSync(path, new Date(), new Date())],
  ['given other rights', (path) => chmodSync(path, 0o640)],
  ['moved', (path) => (renameSync(path, `${path}.moved`), `${path}.moved`)],
  [
    'moved away and back',
    (path) => {
      renameSync(path, `${path}.away`);
      renameSync(`${path}.away`, path);
    },
  ],
  ['copied', (path) => (copyFileSync(path, `${path}.copy`), `${path}.copy`)],
  [
    'replaced by a copy with its times',
    (path) => {
      copyFileSync(path, `${path}.copy`);
      renameSync(`${path}.copy`, path);
    },
  ],
  ['left with a log', (path) => writeFileSync(`${path}-wal`, 'x'.repeat(5000))],
  [
    'checked eight days ago',
    (path) => forgeStamp(host, path, { checked_at: Date.now() - LONGEST_UNCHECKED_MS - 1000 }),
  ],
  ['checked in the future', (path) => forgeStamp(host, path, { checked_at: Date.now() + 60_000 })],
  ['of another format', (path) => forgeStamp(host, path, { format: 1 })],
  ['another site', (path) => forgeStamp(host, path, { site_id: '6f1f3c5e-0000-4000-8000-000000000000' })],
  [
    'on a disk with coarse times',
    (path) => {
      utimesSync(path, 1_700_000_000, 1_700_000_000);
      forgeStamp(host, path);
    },
  ],
  ['without a stamp', (path) => rmSync(stampPath(host, path))],
  ['with a stamp of nonsense', (path) => writeFileSync(stampPath(host, path), '{"site_id":1}')],
  ['with a stamp that others may write', (path) => chmodSync(stampPath(host, path), 0o666)],
  [
    'with a link for a stamp',
    (path) => {
      renameSync(stampPath(host, path), join(folder, 'elsewhere'));
      symlinkSync(join(folder, 'elsewhere'), stampPath(host, path));
    },
  ],
  [
    'with a stamp that cannot be taken away',
    (path) => {
      rmSync(stampPath(host, path));
      mkdirSync(stampPath(host, path));
    },
  ],
];

test.each(TOUCHED)('damaged and %s: the damage is found before anything is written', (_what, touch) => {
  spoil(file);
  forgeStamp(host, file);
  const path = touch(file) ?? file;
  expect(outcome(path)).toEqual({ refused: 'damaged', isChanged: false });
});

test('control: with a forged stamp the same damaged file is written to', () => {
  spoil(file);
  forgeStamp(host, file);
  expect(outcome(file)).toEqual({ checked: false });
});

test('damaged by whoever writes to the file: found, though its size and time are put back', () => {
  const { mtime_ns = '0' } = readStampOf(host, file) ?? {};
  spoil(file);
  utimesSync(file, Number(mtime_ns) / 1e9, Number(mtime_ns) / 1e9);
  expect(outcome(file)).toEqual({ refused: 'damaged', isChanged: false });
});

test('whoever does not trust stamps checks first, takes the stamp away before, and leaves a new one', () => {
  const site = open(file, false);
  expect(site.isUnchecked).toBe(false);
  expect(readStampOf(host, file)).toBeUndefined();
  site.close();
  expect(existsSync(stampPath(host, file))).toBe(true);
});

test('a small file is checked at every opening: that takes no longer than to start a check', () => {
  const small = join(folder, 'small.polydesk');
  openSite(small, { version: '1.0.0', stamps: stampsOf(host) }).close();
  expect(readStampOf(host, small)).toBeUndefined();
  forgeStamp(host, small);
  expect(outcome(small)).toEqual({ checked: true });
});
