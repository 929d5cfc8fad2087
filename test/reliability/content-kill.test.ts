import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { openSite, type Site } from '../../core/site.ts';
import { contentWrite, openContentDesk, rowsOf, WORDS, writesSeen } from '../support/content-writes.ts';
import { recount } from '../support/recount.ts';
import { programOf } from '../support/bundles.ts';

const WRITER = programOf(join(import.meta.dirname, 'content-writer.ts'));
/** Few in every run; `npm run test:long` runs the fifty of the plan. */
const CYCLES = Number(process.env['CONTENT_KILL_CYCLES'] ?? 5);

function newFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'polydesk-content-kill-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return join(folder, 'a.polydesk');
}

/** When the writer is killed: so many milliseconds after so many answers, however slow the machine is just now. */
interface End {
  answers: number;
  after: number;
}

/** Lets the writer write and kills it; the number of the last write it answered for, 0 for none. */
async function writeUntilKilled(file: string, how: { seed: number; way: string } & End): Promise<number> {
  const child = spawn(process.execPath, [WRITER, file, String(how.seed), how.way], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const gone = new Promise((done) => child.once('exit', done));
  let answered = 0;
  let lines = 0;
  for await (const line of createInterface(child.stdout)) {
    if (line !== 'ready') answered = Number(line);
    if (lines++ === how.answers) void wait(how.after).then(() => child.kill('SIGKILL'));
  }
  await gone;
  return answered;
}

/** The file as the next start finds it. */
function reopen(file: string): Site {
  const site = openSite(file, { version: '1.0.0' });
  expect({ findings: site.findings, integrity: site.db.pragma('integrity_check') }).toEqual({
    findings: [],
    integrity: [{ integrity_check: 'ok' }],
  });
  return site;
}

test(`kill -9 under writes of content, ${CYCLES} times: nothing answered is lost, nothing is half there`, async () => {
  const seed = Number(process.env['CONTENT_KILL_SEED'] ?? Math.floor(Math.random() * 1_000_000));
  process.stdout.write(`CONTENT_KILL_SEED=${seed}\n`);
  const file = newFile();
  const model = openContentDesk(seed);
  let answers = 0;
  for (let cycle = 0; cycle < CYCLES; cycle++) {
    const before = writesSeen(model.engine.site);
    const end = { answers: (cycle * 3) % 8, after: Math.random() * 100 };
    const answered = (await writeUntilKilled(file, { seed, way: 'right', ...end })) || before;
    const site = reopen(file);
    const seen = writesSeen(site);
    expect([answered, answered + 1]).toContain(seen);
    for (let n = before + 1; n <= seen; n++) await contentWrite(model, n);
    expect(rowsOf(site)).toEqual(rowsOf(model.engine.site));
    site.close();
    answers += answered - before;
  }
  expect(answers).toBeGreaterThan(CYCLES);
  const desk = openContentDesk(seed, file);
  const { kept, counted } = recount(desk, WORDS);
  expect(kept).toEqual(counted);
  desk.engine.close();
  model.engine.close();
}, 300_000);

test('control: answers that come before the write are lost', async () => {
  const file = newFile();
  let lost = 0;
  for (let cycle = 0; cycle < 20 && lost === 0; cycle++) {
    const end = { answers: 0, after: 30 + Math.random() * 60 };
    const answered = await writeUntilKilled(file, { seed: 1, way: 'early answer', ...end });
    const site = reopen(file);
    lost = answered - writesSeen(site);
    site.close();
  }
  expect(lost).toBeGreaterThan(0);
}, 120_000);
