import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { BackupFile } from '../domain/site/backups.ts';
import { listBackups, backupPath, faultsOfBackup } from '../store/file/backup-files.ts';
import { backUp } from '../store/file/backup.ts';
import { backupFolder } from '../store/file/paths.ts';
import { APPLICATION_ID } from '../store/file/database.ts';
import { notOurs, OpenError } from '../store/file/failures.ts';
import { readHeader } from '../store/file/header.ts';
import { openReader } from '../store/file/reader.ts';
import { choice, operands, type Call, type Command } from './run/arguments.ts';
import { openSiteClient } from './run/site-client.ts';
import { CliError, EXIT, missingSite, command } from './run/failure.ts';
import { runJob } from './run/job.ts';
import { interruptible, type Work } from './run/lifetime.ts';

/** `polydesk backup` (`contract/extras.md`, Command line). */
export const backup: Command = {
  about: 'make, list, verify and restore checked copies of a site',
  help: `polydesk backup SITE [make|list|verify NAME|restore NAME] [--json] [--quiet]

make     Copies the site into the folder of its backups, beside the file. The copy is
         read from the first page to the last before it counts; its path is printed.
         This is the action without a word.
list     Names the copies, newest first.
verify   Reads a copy from the first page to the last. Exit code 1 when it is damaged.
restore  Makes the site what it was in a copy: as one entry of the history, which can
         be undone. A copy of what is there is made before. Tokens stay as they are:
         one that was revoked since stays revoked.

  --json   print one JSON document

Examples:
  polydesk backup site.polydesk
  polydesk backup site.polydesk list

A server that has the site open keeps running; it does the restore itself.`,
  options: {},
  async run(call) {
    const action = choice('an action', call.words[1] ?? 'make', ['make', 'list', 'verify', 'restore']);
    const needsName = action === 'verify' || action === 'restore';
    const [site, , name = ''] = operands(call, 'SITE', 'ACTION?', ...(needsName ? (['NAME'] as const) : ([] as const)));
    if (action === 'restore') return restore(call, site, name);
    if (action === 'make') return make(call, site);
    const file = existing(site);
    return action === 'list' ? list(call, file) : verify(call, file, name);
  },
};

function make(call: Call, given: string): Promise<number> {
  const words = { name: 'The backup', undone: 'No copy was made.' };
  return interruptible({ output: call.output, ...words }, async (work) => {
    const path = await copy(call, given, work);
    call.output.result({ path }, `The copy is made and checked: ${path}`);
    return EXIT.done;
  });
}

function list(call: Call, file: string): number {
  const all = listBackups(file);
  if (all.length === 0 && readHeader(file)?.applicationId !== APPLICATION_ID) throw notOurs(file);
  const line = ({ name, size, verified }: BackupFile): string =>
    `${name}  ${Math.max(1, Math.round(size / 1024))} KiB${verified ? '' : '  not whole'}`;
  call.output.result(all, all.length === 0 ? 'No copies.' : all.map(line).join('\n'));
  return EXIT.done;
}

function verify(call: Call, file: string, name: string): number {
  const faults = faultsOfBackup(knownCopy(file, name));
  const text = faults.length === 0 ? 'The copy is sound.' : `The copy cannot be used: ${faults.join('; ')}.`;
  call.output.result({ name, faults }, text);
  return faults.length === 0 ? EXIT.done : EXIT.refused;
}

/** The path of a known backup. */
function knownCopy(file: string, name: string): string {
  const path = backupPath(file, name);
  if (path !== undefined) return path;
  throw new CliError(
    EXIT.missing,
    `The copy "${name}" does not exist in ${backupFolder(file)}. Nothing was changed. "list" names them.`,
  );
}

function restore(call: Call, given: string, name: string): Promise<number> {
  knownCopy(existing(given), name);
  const words = { name: 'The restore', undone: 'Nothing was changed.' };
  return interruptible({ output: call.output, ...words }, async (work) => {
    const client = await openSiteClient(given, call);
    try {
      const path = `/polydesk/v1/backups/${encodeURIComponent(name)}/restore`;
      const { report } = await runJob(client, { method: 'POST', path }, work);
      call.output.result(
        report,
        `The site is what it was in ${name}. Undo brings back what was there before. Tokens and the options of the server stay as they are.`,
      );
    } finally {
      client.close();
    }
    return EXIT.done;
  });
}

function existing(site: string): string {
  if (!existsSync(site)) throw missingSite(site);
  return realpathSync(site);
}

async function copy(call: Call, given: string, work: Work): Promise<string> {
  const client = await openSiteClient(given, call).catch((error: unknown) => {
    if (!(error instanceof OpenError) || error.code !== 'in_use') throw error;
    return undefined;
  });
  if (!client) return backUpClosed(realpathSync(given));
  try {
    const file = realpathSync(given);
    const [broken] = client.site?.findings ?? [];
    if (broken) throw brokenRule(file, broken.name);
    const job = await runJob(client, { method: 'POST', path: '/polydesk/v1/backups' }, work);
    return join(backupFolder(file), (job.report as { name: string }).name);
  } finally {
    client.close();
  }
}

/** A copy is valid only if every rule holds. */
function brokenRule(file: string, name: string): CliError {
  const text = `No copy was made of ${file}: a rule of the file is broken (${name}), so a copy could not be used. Nothing was changed. This repairs it: ${command('check', file, '--repair')}`;
  return new CliError(EXIT.refused, text);
}

/** If a program other than our server is writing, SQLite still gives a reader a consistent snapshot. */
function backUpClosed(file: string): string {
  const db = openReader(file);
  try {
    return backUp(db, file, { reason: 'on request' });
  } finally {
    db.close();
  }
}
