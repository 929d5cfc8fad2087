import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { closeSite, openSite, type Site } from '../../core/site.ts';
import { comparable, writeNumber, writesSeen } from './numbered-writes.ts';
import { programOf } from '../support/bundles.ts';

const WRITER = programOf(join(import.meta.dirname, 'writer.ts'));
const CYCLES = Number(process.env['KILL_CYCLES'] ?? 25);

function newFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'polydesk-kill-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return join(folder, 'a.polydesk');
}

/** When the writer is killed: this many milliseconds after it is ready, or after its first response. */
interface Kill {
  way?: string;
  after: number;
  from: 'ready' | 'first answer';
}

/** Lets the writer write and kills it; the number of the last write it answered for, 0 for none. */
async function writeUntilKilled(file: string, { way = 'right', after, from }: Kill): Promise<number> {
  const child = spawn(process.execPath, [WRITER, file, way], { stdio: ['ignore', 'pipe', 'inherit'] });
  const gone = new Promise((done) => child.once('exit', done));
  let answered = 0;
  let isTimed = false;
  for await (const line of createInterface(child.stdout)) {
    if (line !== 'ready') answered = Number(line);
    if (isTimed || (from === 'first answer' && answered === 0)) continue;
    isTimed = true;
    void wait(after).then(() => child.kill('SIGKILL'));
  }
  await gone;
  return answered;
}

test(
  `kill -9, ${CYCLES} times: every answered write is there, none half`,
  { timeout: 60_000 + CYCLES * 15_000 },
  async () => {
    const file = newFile();
    const model = openSite(':memory:', { version: '1.0.0' });
    let answers = 0;
    for (let cycle = 0; cycle < CYCLES; cycle++) {
      const before = writesSeen(model);
      const kill: Kill = { after: 5 + Math.random() * 55, from: cycle % 2 === 0 ? 'first answer' : 'ready' };
      const answered = (await writeUntilKilled(file, kill)) || before;
      const site = openSite(file, { version: '1.0.0' });
      const seen = writesSeen(site);
      expect({ lost: Math.max(0, answered - seen), phantom: Math.max(0, seen - answered - 1) }).toEqual({
        lost: 0,
        phantom: 0,
      });
      catchUp(model, seen);
      expect(comparable(site)).toEqual(comparable(model));
      expect({ findings: site.findings, integrity: site.db.pragma('integrity_check') }).toEqual({
        findings: [],
        integrity: [{ integrity_check: 'ok' }],
      });
      closeSite(site);
      answers += answered - before;
    }
    closeSite(model);
    expect(answers).toBeGreaterThan(CYCLES / 2);
  },
);

function catchUp(model: Site, seen: number): void {
  for (let n = writesSeen(model) + 1; n <= seen; n++) writeNumber(model, n);
}

test('control: an answer before COMMIT is lost', async () => {
  const file = newFile();
  const answered = await writeUntilKilled(file, { way: 'early answer', after: 0, from: 'first answer' });
  const site = openSite(file, { version: '1.0.0' });
  expect(answered).toBe(1);
  expect(writesSeen(site)).toBe(0);
  closeSite(site);
});

test('control: a write without a transaction is half there', async () => {
  const file = newFile();
  await writeUntilKilled(file, { way: 'no transaction', after: 0, from: 'first answer' });
  const site = openSite(file, { version: '1.0.0' });
  expect(site.findings.map(({ name }) => name)).toContain('a term of a language taxonomy is a language or its twin');
  closeSite(site);
});
