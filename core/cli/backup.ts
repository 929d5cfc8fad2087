import { realpathSync } from 'node:fs';
import { openSite } from '../site.ts';
import { backUp } from '../store/backup.ts';
import { OpenError } from '../store/failures.ts';
import { openReader } from '../store/reader.ts';
import { siteWord, type Command } from './arguments.ts';
import { EXIT } from './failure.ts';
import { productVersion } from './version.ts';

/** `polydesk backup` (`contract/extras.md`, Command line). */
export const backup: Command = {
  about: 'make a checked copy of a site',
  help: `polydesk backup SITE [--json]

Copies the site into the folder of its backups, beside the file. The copy is read
from the first page to the last before it counts; its path is printed.

  --json   print one JSON document

A server that has the site open goes on meanwhile.`,
  options: {},
  run(call) {
    const path = copy(siteWord(call));
    call.output.result({ path }, `The copy is made and checked: ${path}`);
    return Promise.resolve(EXIT.done);
  },
};

const HOW = { reason: 'on request' };

function copy(given: string): string {
  try {
    // Through the front door where it is free: a damaged file, or one that is not ours, is refused there.
    const site = openSite(given, { version: productVersion(), create: false });
    try {
      return backUp(site.db, site.file, HOW);
    } finally {
      site.close();
    }
  } catch (error) {
    if (!(error instanceof OpenError) || error.code !== 'in_use') throw error;
    return copyBeside(realpathSync(given));
  }
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
