import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createCaller } from '../../core/domain/access/capabilities.ts';
import { transact } from '../../core/domain/history/history.ts';
import type { Site } from '../../core/site.ts';
import { importFile, type ImportInput } from '../../core/transfer/import.ts';
import { UNWATCHED, type Control } from '../../core/transfer/refusal.ts';
import type { Report } from '../../core/transfer/report.ts';

export const FIXTURE = join(import.meta.dirname, '../fixtures/site.wxr.xml');

/** The importing user in tests. */
export const importer = createCaller({ name: 'admin', userId: 1, role: 'administrator', origin: 'import' });

/** Imports as a job does, in one transaction of its own. */
export function importInto(site: Site, input: ImportInput, control: Control = UNWATCHED): Report {
  return importFile(site, input, {
    control,
    merge: (work) => transact(site, importer, () => ({ ...work(), keep: true })).value,
  });
}

/** A folder for files of one test; call `remove` in the end. */
export function temporaryFolder(): {
  path: string;
  file(name: string, content: string | Buffer): string;
  remove(): void;
} {
  const path = mkdtempSync(join(tmpdir(), 'polydesk-test-'));
  return {
    path,
    file(name, content) {
      writeFileSync(join(path, name), content);
      return join(path, name);
    },
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}

/** Runs a program and kills it this long after it first said something; returns its output so far. */
export async function killedAfter(program: string, order: readonly string[], milliseconds: number): Promise<string> {
  const child = spawn(process.execPath, [program, ...order], { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  let timer: Promise<unknown> | undefined;
  child.stdout.on('data', (text: Buffer) => {
    said += text.toString();
    timer ??= wait(milliseconds).then(() => child.kill('SIGKILL'));
  });
  await new Promise((done) => child.once('close', done));
  return said;
}
