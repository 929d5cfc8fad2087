import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { copyToThisComputer } from '../server/local-copy.ts';
import { backupFolder } from '../store/beside.ts';
import { copySite } from '../store/copy-site.ts';
import { OpenError } from '../store/failures.ts';
import type { Command } from './arguments.ts';
import { CliError, EXIT, program, usageError } from './failure.ts';

/** `polydesk copy`: the way out of a folder where a site must not be kept open (`reliability-and-security.md` 5.8). */
export const copy: Command = {
  about: 'copy a site into a folder of this computer',
  help: `polydesk copy SITE [FOLDER] [--json]

Copies a site that is open nowhere, with its media, into FOLDER, else into the data
folder of this user, and reads the copy from the first page to the last. The path of
the copy is printed. The original stays as it is.

A site cannot be kept open on a drive of the network, or in a folder that a service
such as Dropbox, OneDrive, iCloud or Google Drive keeps the same on several computers:
its file changes all the time and could be damaged there. A copy can.

  --json   print one JSON document`,
  options: {},
  run(call) {
    const [site, folder, more] = call.words;
    if (site === undefined) throw usageError('Say which site: the path of its file.');
    if (more !== undefined) throw usageError(`"${more}" is one word too many.`);
    if (folder !== undefined && !statSync(folder, { throwIfNoEntry: false })?.isDirectory())
      throw new CliError(EXIT.missing, `There is no folder ${resolve(folder)}. Nothing was copied. Make it first.`);
    const path = copied(site, () =>
      folder === undefined ? copyToThisComputer(site, call.host) : copySite(site, folder),
    );
    call.output.result({ path }, `The copy is made and checked: ${path}`);
    return Promise.resolve(EXIT.done);
  },
};

/** Where it lies a damaged site may not be opened, not even to be mended: it has to go elsewhere with what mends it. */
function copied(site: string, copySound: () => string): string {
  try {
    return copySound();
  } catch (error) {
    if (!(error instanceof OpenError) || error.code !== 'damaged') throw error;
    const file = resolve(site);
    const text = `${file} is damaged. No copy was made, and it was not changed. Copy it by hand, together with its backups (${backupFolder(file)}), into a folder of this computer, and mend it there: ${program()} check SITE --repair`;
    throw new CliError(error.exitCode, text);
  }
}
