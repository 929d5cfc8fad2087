import { rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { RestError } from '../../errors.ts';
import type { BackupReason } from '../../schema/site/backup.ts';
import type { Site } from '../../site.ts';
import {
  backupPath,
  faultsOfBackup,
  listBackups,
  pruneBackups,
  unpackBackup,
  type BackupFile,
} from '../../store/file/backup-files.ts';
import { backUp } from '../../store/file/backup.ts';
import { readOnlyError } from '../../store/file/failures.ts';
import { stemOf } from '../../store/file/paths.ts';
import { checkInvariants } from '../../store/file/invariants.ts';
import { attachOther, copyTables, detachOther, dropDependents, otherSettings } from '../../store/file/restore.ts';
import { entryById, latestEntryId } from '../../store/journal/journal.ts';
import { putSetting } from '../../store/rows.ts';
import { readSettingRows } from '../../store/settings/settings.ts';
import { siteRow } from '../../store/site/site.ts';
import type { Json } from '../../types.ts';
import { isClockBehind } from './clock.ts';
import { hasSecrets, withSecretsOfNow } from '../history/secrets.ts';
import type { JobKind, JobTools } from '../job-kind.ts';
import { assertRoom } from './storage.ts';
import { dropJobFile, jobFolder } from './transfer-files.ts';

export type { BackupFile } from '../../store/file/backup-files.ts';

/** Copies of the site, newest first (`contract/extras.md`, `/backups`). */
export function backups(site: Site): BackupFile[] {
  return site.file === ':memory:' ? [] : listBackups(site.file);
}

/** The path of a copy; 404 for an unknown name. */
export function knownBackup(site: Site, name: string): string {
  const path = site.file === ':memory:' ? undefined : backupPath(site.file, name);
  if (path === undefined) throw new RestError('polydesk_not_found', 'No backup has this name.', 404);
  return path;
}

/** Makes a verified copy, then prunes old ones; returns its name. */
export function makeBackup(site: Site, reason: BackupReason): string {
  // If the file's folder is not writable, the file was read into memory.
  if (site.db.memory && site.file !== ':memory:') throw readOnlyError();
  assertRoom(site, 'copy');
  const path = backUp(site.db, site.file, { reason });
  if (!isClockBehind(site)) pruneBackups(site.file, site.now());
  return basename(path);
}

/** The reason of the daily copy. */
export const DAILY = 'daily';
const DAY_MS = 24 * 60 * 60 * 1000;

/** Whether the daily copy is due: the site has changed since the last valid one, which is a day old (`security.md` 5.5). */
export function isBackupDue(site: Site): boolean {
  if (site.file === ':memory:' || site.readOnly) return false;
  const changed = entryById(site.db, latestEntryId(site.db))?.at;
  if (changed === undefined) return false;
  const now = site.now().getTime();
  // The age of a copy dated in the future is unknown.
  const last = listBackups(site.file).find(({ verified, date }) => verified && Date.parse(`${date}Z`) <= now);
  const since = last ? Date.parse(`${last.date}Z`) : siteRow(site.db).created_at * 1000;
  // Names of copies have a resolution of one second.
  return now - since >= DAY_MS && (!last || Date.parse(changed) >= since);
}

/** `POST /backups` */
export const backupKind: JobKind = {
  name: 'backup',
  screen: 'activity',
  run(site, input) {
    if (site.file === ':memory:') throw noFile();
    const reason = (input as { reason?: string } | null)?.reason;
    return { report: { name: makeBackup(site, reason === DAILY ? DAILY : 'on request') } };
  },
};

/** `POST /backups/{name}/restore`: first makes a backup of the current state, then restores as one entry that can be undone. */
export const restoreKind: JobKind = {
  name: 'restore',
  screen: 'activity',
  run(site, input, tools) {
    const { name } = input as { name: string };
    return { report: restoreBackup(site, name, tools) };
  },
};

/** Restores the contents of a copy. Tokens, server options and the history are kept. */
export function restoreBackup(site: Site, name: string, { merge }: Pick<JobTools, 'merge'>): Record<string, Json> {
  const path = knownBackup(site, name);
  const faults = faultsOfBackup(path);
  if (faults.length > 0)
    throw new RestError(
      'polydesk_bad_backup',
      `This backup cannot be used: ${faults.join('; ')}. Nothing was changed.`,
      400,
    );
  const before = makeBackup(site, 'before a restore');
  const copy = join(jobFolder(site), 'file');
  try {
    unpackBackup(path, copy);
    attachOther(site.db, copy);
    try {
      merge(() => {
        copyTables(site.db);
        restoreSettings(site);
        assertSound(site);
        return { value: null, summary: { code: 'backup.restored', params: { name: stemOf(name) } } };
      });
    } finally {
      detachOther(site.db);
    }
  } finally {
    dropJobFile(copy);
    rmSync(`${copy}-wal`, { force: true });
  }
  return { restored: name, backup: before };
}

/** Old secrets are gone, current ones must not be lost: as in an undo. */
function restoreSettings(site: Site): void {
  const then = new Map(otherSettings(site.db).map(({ name, value }) => [name, JSON.parse(value) as Json]));
  const now = new Map([...readSettingRows(site.db)].map(([name, text]) => [name, JSON.parse(text) as Json]));
  for (const name of new Set([...then.keys(), ...now.keys()])) {
    const [old = null, current = null] = [then.get(name), now.get(name)];
    const value = hasSecrets(name) ? withSecretsOfNow(name, old, current) : old;
    if (JSON.stringify(value) !== JSON.stringify(current)) putSetting(site.db, name, value);
  }
}

function assertSound(site: Site): void {
  const lost = dropDependents(site.db).map(({ table }) => `a row of ${table} leads nowhere`);
  // The entry of this very change is written last.
  const broken = checkInvariants(site.db).filter(({ name }) => name !== 'every change is in the journal');
  const faults = [...lost, ...broken.map(({ name }) => name)];
  if (faults.length > 0) throw new Error(`The restore breaks a rule: ${faults.slice(0, 3).join(', ')}`);
}

function noFile(): RestError {
  return new RestError('polydesk_no_file', 'A site in memory has no backups. Save it as a file first.', 400);
}
