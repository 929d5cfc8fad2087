import { existsSync, realpathSync } from 'node:fs';
import { commandLineCaller } from '../domain/callers.ts';
import { restoreBackup, type BackupFile } from '../domain/backups.ts';
import { transact } from '../domain/history.ts';
import { openSite, type Site } from '../site.ts';
import { listBackups, backupPath, faultsOfBackup } from '../store/backup-files.ts';
import { backUp } from '../store/backup.ts';
import { backupFolder } from '../store/beside.ts';
import { OpenError } from '../store/failures.ts';
import { openReader } from '../store/reader.ts';
import { choice, type Call, type Command } from './arguments.ts';
import { openDoor } from './door.ts';
import { CliError, EXIT, missingSite, program, usageError } from './failure.ts';
import { finishJob } from './job.ts';
import { productVersion } from './version.ts';

/** `polydesk backup` (`contract/extras.md`, Command line). */
export const backup: Command = {
  about: 'make, list, verify and restore checked copies of a site',
  help: `polydesk backup SITE [make|list|verify NAME|restore NAME] [--json]

make     Copies the site into the folder of its backups, beside the file. The copy is
         read from the first page to the last before it counts; its path is printed.
         This is what happens without a word.
list     Names the copies, newest first.
verify   Reads a copy from the first page to the last. Exit code 1 when it is damaged.
restore  Makes the site what it was in a copy: as one entry of the history, which can
         be undone. A copy of what is there is made before. Tokens stay as they are:
         one that was revoked since stays revoked.

  --json   print one JSON document

A server that has the site open goes on meanwhile; a restore is done by that server.`,
  options: {},
  async run(call) {
    const [site, word = 'make', name, more] = call.words;
    if (site === undefined) throw usageError('Say which site: the path of its file.');
    const action = choice('action', word, ['make', 'list', 'verify', 'restore']);
    const needsName = action === 'verify' || action === 'restore';
    const extra = needsName ? more : name;
    if (extra !== undefined) throw usageError(`"${extra}" is one word too many.`);
    if (needsName && name === undefined) throw usageError('Say which copy: "list" names them.');
    if (action === 'restore') return restore(call, site, name ?? '');
    if (action === 'make') return make(call, site);
    const file = existing(site);
    return action === 'list' ? list(call, file) : verify(call, file, name ?? '');
  },
};

function make(call: Call, site: string): number {
  const path = copy(site);
  call.output.result({ path }, `The copy is made and checked: ${path}`);
  return EXIT.done;
}

function list(call: Call, file: string): number {
  const all = listBackups(file);
  const line = ({ name, size, verified }: BackupFile): string =>
    `${name}  ${Math.max(1, Math.round(size / 1024))} KiB${verified ? '' : '  not whole'}`;
  call.output.result(all, all.length === 0 ? 'There are no copies.' : all.map(line).join('\n'));
  return EXIT.done;
}

function verify(call: Call, file: string, name: string): number {
  const faults = faultsOfBackup(knownCopy(file, name));
  const text = faults.length === 0 ? 'The copy is sound.' : `The copy cannot be used: ${faults.join('; ')}.`;
  call.output.result({ name, faults }, text);
  return faults.length === 0 ? EXIT.done : EXIT.refused;
}

/** The path of a copy. */
function knownCopy(file: string, name: string): string {
  const path = backupPath(file, name);
  if (path !== undefined) return path;
  throw new CliError(
    EXIT.missing,
    `There is no copy "${name}" in ${backupFolder(file)}. Nothing was changed. "list" names them.`,
  );
}

async function restore(call: Call, given: string, name: string): Promise<number> {
  knownCopy(existing(given), name);
  const door = await openDoor(given, call);
  try {
    const report = door.site ? restoreHere(door.site, name) : await restoreThere();
    call.output.result(
      report,
      `The site is what it was in ${name}. Undo brings back what was there before. Tokens and the options of the server stay as they are.`,
    );
  } finally {
    door.close();
  }
  return EXIT.done;

  async function restoreThere(): Promise<unknown> {
    const path = `/polydesk/v1/backups/${encodeURIComponent(name)}/restore`;
    return (await finishJob(door, await door.send({ method: 'POST', path }), call.output))?.report;
  }
}

function restoreHere(site: Site, name: string): unknown {
  const caller = commandLineCaller(site);
  return restoreBackup(site, name, {
    merge: (work) => transact(site, caller, () => ({ keep: true, ...work() })).value,
  });
}

function existing(site: string): string {
  if (!existsSync(site)) throw missingSite(site);
  return realpathSync(site);
}

const HOW = { reason: 'on request' };

function copy(given: string): string {
  try {
    // Through the front door where it is free: a damaged file, or one that is not ours, is refused there.
    const site = openSite(given, { version: productVersion(), create: false });
    try {
      const [broken] = site.findings;
      if (broken) throw brokenRule(site.file, broken.name);
      return backUp(site.db, site.file, HOW);
    } finally {
      site.close();
    }
  } catch (error) {
    if (!(error instanceof OpenError) || error.code !== 'in_use') throw error;
    return copyBeside(realpathSync(given));
  }
}

/** A copy counts only where every rule holds. */
function brokenRule(file: string, name: string): CliError {
  const text = `No copy was made of ${file}: a rule of the file is broken (${name}), and such a copy would not count. Nothing was changed. This mends it: ${program()} check SITE --repair`;
  return new CliError(EXIT.refused, text);
}

/** Another program writes: SQLite lets a reader take one moment of it. */
function copyBeside(file: string): string {
  const db = openReader(file);
  try {
    return backUp(db, file, HOW);
  } finally {
    db.close();
  }
}
