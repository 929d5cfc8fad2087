// A program that performs one task on a site file, while the library of this folder counts or blocks its disk operations. Modes
// with "careless" in their name are wrong on purpose, to show that the tests would notice.
import { mkdirSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { makeBackup, restoreBackup } from '../../../core/domain/site/backups.ts';
import { createCaller } from '../../../core/domain/access/capabilities.ts';
import { transact } from '../../../core/domain/history/history.ts';
import { openSite, type Site } from '../../../core/site.ts';
import { backupFolder } from '../../../core/store/file/paths.ts';
import { openDatabase } from '../../../core/store/file/database.ts';
import { migrations } from '../../../core/store/file/migrations/index.ts';
import { recoverSite } from '../../../core/store/file/recover.ts';
import { dropJournalTriggers } from '../../../core/store/journal/triggers.ts';
import { run, sql } from '../../../core/store/sql.ts';
import { writeNumber, writesSeen } from '../numbered-writes.ts';

const [task = '', file = '', ...more] = process.argv.slice(2);
const caller = createCaller({ name: 'admin', userId: 1, role: 'administrator', origin: 'window' });
const open = (): Site => openSite(file, { version: '1.0.0' });
const say = (text: string): void => {
  writeSync(1, `${text}\n`);
};

const tasks: Record<string, () => void | Promise<void>> = {
  'make a site'() {
    say('armed');
    open();
  },
  'back up'() {
    const site = open();
    say('armed');
    say(makeBackup(site, 'on request'));
  },
  'back up careless'() {
    const site = open();
    mkdirSync(backupFolder(file), { recursive: true });
    say('armed');
    run(site.db, sql`VACUUM INTO ${join(backupFolder(file), '2030-01-01T00-00-00 x.polydesk')}`);
  },
  restore() {
    const site = open();
    say('armed');
    restoreBackup(site, more[0] ?? '', {
      merge: (work) => transact(site, caller, () => ({ keep: true, ...work() })).value,
    });
    say('restored');
  },
  'restore careless'() {
    const site = open();
    say('armed');
    restoreBackup(site, more[0] ?? '', { merge: (work) => work().value });
  },
  'bring back'() {
    writeFileSync(file, 'damaged');
    say('armed');
    recoverSite(file);
  },
  migrate() {
    say('armed');
    openDatabase(file, { seed: () => undefined });
  },
  'migrate careless'() {
    const opened = openDatabase(file, { seed: () => undefined, migrations: migrations.slice(0, Number(more[0])) });
    say('armed');
    opened.db.pragma('foreign_keys = OFF');
    dropJournalTriggers(opened.db);
    for (const step of migrations.slice(Number(more[0]))) opened.db.exec(step.sql);
    opened.db.pragma(`user_version = ${migrations.length}`);
  },
  async requests() {
    const { askFortyTimes } = await import('./requests.ts');
    askFortyTimes(file, say, (status) => status);
  },
  async 'requests careless'() {
    const { askFortyTimes } = await import('./requests.ts');
    askFortyTimes(file, say, () => 201);
  },
  async batch() {
    const { askOneBatch } = await import('./requests.ts');
    askOneBatch(file, say);
    // What is done to the disk after the answer is not counted: an end of its own may take the log into the file.
    process.kill(process.pid, 'SIGKILL');
  },
  write() {
    const site = open();
    say('armed');
    writeUpTo(site, Number(more[0]));
  },
  'write careless'() {
    const site = open();
    site.db.pragma('synchronous = NORMAL');
    say('armed');
    writeUpTo(site, Number(more[0]));
  },
};

/** Long enough that the log is taken into the file on the way; a copy is made in the middle. */
function writeUpTo(site: Site, last: number): void {
  const first = writesSeen(site) + 1;
  for (let n = first; n <= last; n++) {
    writeNumber(site, n);
    say(String(n));
    if (n % 15 === 0) site.db.pragma('wal_checkpoint(PASSIVE)');
    if (n === Math.floor((first + last) / 2)) makeBackup(site, 'on request');
  }
}

await tasks[task]?.();
