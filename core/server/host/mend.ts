import { listBackups } from '../../store/file/backup-files.ts';
import { recoverSite, type Recovery } from '../../store/file/recover.ts';

export { salvagedName, salvageSite } from '../../store/salvage/salvage.ts';
export type { Recovery } from '../../store/file/recover.ts';

/** The date of the newest backup that may replace the file of this site; undefined if there is none. */
export function newestBackup(file: string): Date | undefined {
  const newest = listBackups(file).find(({ verified }) => verified);
  return newest && dateOf(newest.name);
}

/**
 * Repairs a site whose file is damaged (`recoverSite`) and returns the date of the backup that was used. Throws `OpenError`; then
 * nothing was changed.
 */
export function mendSite(file: string): Recovery & { from?: Date | undefined } {
  const recovery = recoverSite(file);
  return recovery.backup === undefined ? recovery : { ...recovery, from: dateOf(recovery.backup) };
}

/** The time in the name of a backup, which is written in UTC. */
function dateOf(name: string): Date {
  return new Date(`${name.slice(0, 10)}T${name.slice(11, 19).replaceAll('-', ':')}Z`);
}
