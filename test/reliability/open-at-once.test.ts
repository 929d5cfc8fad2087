// Kills, external changes and damage while opening a cleanly closed site, in the program as people start it.
import { readFileSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Host } from '../../core/server/host/folders.ts';
import { openDesk, type Desk, type Program } from '../support/program.ts';
import { forgeStamp, hostAt, makeFilled, readStampOf, spoil } from '../support/stamps.ts';

/** Kills during a start; `npm run test:long` does 40. */
const KILLS = Number(process.env['OPENING_KILLS'] ?? 4);
const PASSWORD = 'at-once-password';

let desk: Desk;
let host: Host;
let file: string;
beforeEach(() => {
  desk = openDesk();
  host = hostAt(join(desk.folder, 'data'));
  file = join(desk.folder, 'a.polydesk');
  makeFilled(host, file);
});
afterEach(() => desk.close());

const serve = (): Program =>
  desk.start(['serve', file, '--port', '0'], { POLYDESK_TOKENS: `me:administrator:${PASSWORD}` });

/** Writes over REST; the status. */
async function write(url: string): Promise<number> {
  const headers = { authorization: `Bearer ${PASSWORD}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ title: 'Written', status: 'draft' });
  return (await fetch(`${url}/wp-json/wp/v2/posts`, { method: 'POST', headers, body })).status;
}

/** What the file is: nobody has opened it for writing since, when this stays the same and it has no log. */
function look(): string {
  const { ino, size, mtimeNs } = statSync(file, { bigint: true });
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  return [ino, size, mtimeNs, log].join(' ');
}

test(
  `killed at ${KILLS} moments of a start: a stamp that is left is that of a file nobody has written to`,
  async () => {
    const seen = { stamp: 0, none: 0 };
    for (let n = 0; n < KILLS; n++) {
      forgeStamp(host, file);
      const before = look();
      const program = serve();
      const isReady = n % 2 === 0;
      if (isReady) {
        expect(await write(await program.ready)).toBe(201);
        await wait(Math.random() * 30);
      } else await wait(Math.random() * 800);
      await program.stop('SIGKILL');
      const stamp = readStampOf(host, file);
      if (stamp) expect(look()).toBe(before);
      if (isReady) expect(stamp).toBeUndefined();
      seen[stamp ? 'stamp' : 'none'] += 1;
      // Whatever the kill left is taken into the file by an opening that checks.
      const again = serve();
      await again.ready;
      expect((await again.stop()).code).toBe(0);
      expect(readStampOf(host, file)).toBeDefined();
    }
    expect(seen.none).toBeGreaterThanOrEqual(KILLS / 2);
  },
  KILLS * 60_000,
);

test('damaged after a kill: refused before anything is written, also the second time', async () => {
  const program = serve();
  await program.ready;
  await program.stop('SIGKILL');
  const mended = serve();
  await mended.ready;
  await mended.stop('SIGKILL');
  spoil(file);
  const bytes = readFileSync(file);
  for (let n = 0; n < 2; n++) {
    const { code, stderr } = await serve().ended;
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('damaged') });
    expect(readFileSync(file).equals(bytes)).toBe(true);
  }
});

test('control: with a forged stamp a damaged site is served and written to, until the check after opening finds it', async () => {
  spoil(file);
  forgeStamp(host, file);
  const program = serve();
  const url = await program.ready;
  expect([201, 503]).toContain(await write(url));
  await expect.poll(() => write(url), { timeout: 60_000 }).toBe(503);
  const { code, stderr } = await program.stop();
  expect(code).toBe(0);
  expect(stderr).toMatch(/The check after opening found that .* is damaged\..*check .*--repair/);
  expect(readStampOf(host, file)).toBeUndefined();
  expect((await serve().ended).code).toBe(1);
});

test('a site that was touched while it was closed is checked first: its stamp then tells of a new check', async () => {
  const opened = async (): Promise<number> => {
    const program = serve();
    await program.ready;
    await program.stop();
    return readStampOf(host, file)?.checked_at ?? 0;
  };
  forgeStamp(host, file, { checked_at: Date.now() - 3_600_000 });
  utimesSync(file, new Date(), new Date());
  expect(Date.now() - (await opened())).toBeLessThan(600_000);
});

test('a command that only opens for a moment leaves the stamp of the last check', async () => {
  const checked_at = Date.now() - 3_600_000;
  forgeStamp(host, file, { checked_at });
  expect(await desk.run(['token', file, 'list'])).toMatchObject({ code: 0 });
  expect(readStampOf(host, file)).toMatchObject({ checked_at });
  expect(await desk.run(['check', file])).toMatchObject({ code: 0 });
  expect(readStampOf(host, file)?.checked_at).toBeGreaterThan(checked_at);
});
