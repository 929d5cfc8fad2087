import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeBackup } from '../../core/domain/site/backups.ts';
import { openSite, type Site } from '../../core/site.ts';
import { backupFolder } from '../../core/store/file/paths.ts';
import { faultsOfBackup, listBackups } from '../../core/store/file/backup-files.ts';
import { faultLibrary, runTask } from './faults/faults.ts';
import { afterPowerCut, readCalls, type Call, type Chance } from './faults/power.ts';
import { comparable, writeNumber, writesSeen } from './numbered-writes.ts';

/** Power cuts per recording; `npm run test:long` runs five thousand. */
const CUTS = Number(process.env['POWER_CUTS'] ?? 15);
const SEED = Number(process.env['POWER_SEED'] ?? Math.floor(Math.random() * 1_000_000));
const [FIRST, LAST] = [10, 60];
const OLD = '2020-01-01T00-00-00 old.polydesk';

let folder: string;
/** What a site holds after so many writes. */
const states: string[] = [];
beforeAll(() => {
  process.stdout.write(`POWER_SEED=${SEED}\n`);
  folder = mkdtempSync(join(tmpdir(), 'polydesk-power-'));
  const model = openSite(':memory:', { version: '1.0.0' });
  for (let n = 1; n <= LAST + 1; n++) {
    writeNumber(model, n);
    states[n] = JSON.stringify(comparable(model));
  }
  model.close();
  mkdirSync(join(folder, 'before'));
  const site = openSite(join(folder, 'before/a.polydesk'), { version: '1.0.0' });
  for (let n = 1; n <= 5; n++) writeNumber(site, n);
  const name = makeBackup(site, 'daily');
  renameSync(join(backupFolder(site.file), name), join(backupFolder(site.file), OLD));
  for (let n = 6; n <= FIRST; n++) writeNumber(site, n);
  site.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function dice(seed: number): Chance {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Runs a task to its end on a copy of the folder; what it did to the disk. */
async function recorded(task: string, ...more: string[]): Promise<{ calls: Call[]; at: string }> {
  const at = join(folder, `record ${task}`);
  cpSync(join(folder, 'before'), at, { recursive: true });
  const record = join(folder, 'record');
  expect(await runTask(task, join(at, 'a.polydesk'), { record }, ...more)).toMatchObject({ code: 0 });
  return { calls: readCalls(record), at };
}

/** The site as the next start finds it after a cut. */
function afterCut({ calls, at }: { calls: Call[]; at: string }, cut: number, chance: Chance): string {
  const before = (path: string): Buffer => {
    const original = path.replace(at, join(folder, 'before'));
    return existsSync(original) ? readFileSync(original) : Buffer.alloc(0);
  };
  const now = join(folder, 'now');
  rmSync(now, { recursive: true, force: true });
  cpSync(join(folder, 'before'), now, { recursive: true });
  for (const [path, bytes] of afterPowerCut(calls, before, { cut, chance })) {
    const to = path.replace(at, now);
    rmSync(to, { force: true });
    if (bytes.length === 0) continue;
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(to, bytes);
  }
  return join(now, 'a.polydesk');
}

const answers = (calls: readonly Call[], cut: number): string[] =>
  calls
    .slice(0, cut)
    .filter(({ what }) => what === 'answer')
    .map(({ bytes }) => bytes.toString().trim());

interface Tally {
  lost: number;
  corrupt: number;
  'half done': number;
  'bad copies': number;
}

/** Cuts the power again and again; what was wrong afterwards. */
function cutAgain(
  record: { calls: Call[]; at: string },
  judge: (site: Site, said: string[]) => 'lost' | 'half done' | undefined,
  cuts = CUTS,
): Tally {
  const chance = dice(SEED);
  const tally: Tally = { lost: 0, corrupt: 0, 'half done': 0, 'bad copies': 0 };
  for (let n = 0; n < cuts; n++) {
    const cut = Math.floor(chance() * (record.calls.length + 1));
    const file = afterCut(record, cut, chance);
    let site: Site;
    try {
      site = openSite(file, { version: '1.0.0', create: false });
    } catch {
      tally.corrupt++;
      continue;
    }
    if (site.findings.length > 0) tally.corrupt++;
    const wrong = judge(site, answers(record.calls, cut));
    if (wrong) tally[wrong]++;
    site.close();
    if (listBackups(file).some(({ name }) => faultsOfBackup(join(backupFolder(file), name)).length > 0))
      tally['bad copies']++;
  }
  return tally;
}

const NONE: Tally = { lost: 0, corrupt: 0, 'half done': 0, 'bad copies': 0 };

describe.runIf(faultLibrary() !== undefined)(`the power is cut ${CUTS} times`, () => {
  const judgeWrites = (site: Site, said: string[]): 'lost' | 'half done' | undefined => {
    const seen = writesSeen(site);
    const answered = Math.max(FIRST, ...said.map(Number).filter((n) => n > 0));
    if (seen < answered) return 'lost';
    return seen > answered + 1 || JSON.stringify(comparable(site)) !== states[seen] ? 'half done' : undefined;
  };

  test(
    'under writes, with a checkpoint and a copy among them: nothing answered is lost',
    { timeout: 3_600_000 },
    async () => {
      expect(cutAgain(await recorded('write', String(LAST)), judgeWrites)).toEqual(NONE);
    },
  );

  test('control: without an fsync for each COMMIT answered writes are lost', { timeout: 3_600_000 }, async () => {
    // Nearly every cut shows it: with few, few are enough.
    const cuts = CUTS < 100 ? 6 : CUTS;
    const tally = cutAgain(await recorded('write careless', String(LAST)), judgeWrites, cuts);
    process.stdout.write(`synchronous=NORMAL: ${tally.lost} of ${cuts} cuts lost answered writes\n`);
    expect(tally.lost).toBeGreaterThan(0);
  });

  test(
    'in a restore: as before it, or as the copy, and as the copy once it was answered',
    { timeout: 3_600_000 },
    async () => {
      const [then, before] = [states[5], states[FIRST]];
      const judge = (site: Site, said: string[]): 'lost' | 'half done' | undefined => {
        const rows = JSON.stringify(comparable(site));
        if (said.includes('restored') && rows !== then) return 'lost';
        return rows === then || rows === before ? undefined : 'half done';
      };
      expect(cutAgain(await recorded('restore', OLD), judge)).toEqual(NONE);
    },
  );

  test('a damaged site that is brought back has its name only once it is on the disk', async () => {
    const { calls, at } = await recorded('bring back');
    const named = calls.findIndex(
      ({ what, bytes }) => what === 'rename' && bytes.toString() === join(at, 'a.polydesk'),
    );
    const whole = calls[named]?.path;
    const last = calls.slice(0, named).findLast(({ path }) => path === whole);
    expect(last).toMatchObject({ what: 'sync' });
  });
});
