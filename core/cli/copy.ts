import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { copyToThisComputer } from '../server/host/local-copy.ts';
import { backupFolder } from '../store/file/paths.ts';
import { copySite } from '../store/file/copy-site.ts';
import { OpenError } from '../store/file/failures.ts';
import { operands, type Command } from './run/arguments.ts';
import { CliError, EXIT, program } from './run/failure.ts';

/** `polydesk copy`: moves a site out of a folder where it must not be kept open (`security.md` 5.8). */
export const copy: Command = {
  about: 'copy a site into a folder of this computer',
  help: `polydesk copy SITE [FOLDER] [--json] [--quiet]

Copies a site that is open nowhere, with its media, into FOLDER, else into the data
folder of this user, and reads the copy from the first page to the last. The path of
the copy is printed. The original stays as it is.

A site cannot be kept open on a network drive, or in a folder that Dropbox, OneDrive,
iCloud, Google Drive or a similar service syncs: its file changes all the time and could
be damaged there. A copy can be kept there.

  --json   print one JSON document

Example:
  polydesk copy ~/Dropbox/site.polydesk`,
  options: {},
  run(call) {
    const [site, folder] = operands(call, 'SITE', 'FOLDER?');
    if (folder !== undefined && !statSync(folder, { throwIfNoEntry: false })?.isDirectory())
      throw new CliError(
        EXIT.create,
        `The folder ${resolve(folder)} does not exist. Nothing was copied. Create it first.`,
      );
    const path = copied(site, () =>
      folder === undefined ? copyToThisComputer(site, call.host) : copySite(site, folder),
    );
    call.output.result({ path }, `The copy is made and checked: ${path}`);
    return Promise.resolve(EXIT.done);
  },
};

/** A damaged site must not be opened in that folder, not even for repair: it is copied together with its recovery files. */
function copied(site: string, copySound: () => string): string {
  try {
    return copySound();
  } catch (error) {
    if (!(error instanceof OpenError) || error.code !== 'damaged') throw error;
    const file = resolve(site);
    const text = `${file} is damaged. No copy was made, and it was not changed. Copy it by hand, together with its backups (${backupFolder(file)}), into a folder of this computer, and repair it there with: ${program()} check COPY --repair`;
    throw new CliError(error.exitCode, text, { code: error.code });
  }
}
