import * as v from 'valibot';
import { field, item } from '../wire/answer-field.ts';

/** Why the engine makes a copy: part of the file name; the window shows it in the language of the interface. */
export const BACKUP_REASONS = [
  ...(['on request', 'daily', 'after the first import'] as const),
  ...(['before an import', 'before a bulk change', 'before a restore', 'before a pull', 'before a push'] as const),
] as const;
export type BackupReason = (typeof BACKUP_REASONS)[number];

/** A copy of the site, as answered by `/backups` (`contract/extras.md`). */
export const Backup = item('backup', {
  name: field(v.string(), 'Name of the file in the folder of backups.'),
  size: field(v.pipe(v.number(), v.integer()), 'Size in bytes.'),
  date: field(v.string(), 'When it was made, in UTC.'),
  reason: field(v.string(), 'Why it was made.'),
  verified: field(v.boolean(), 'It was read from the first page to the last before it got its name, and is whole.'),
});
export type Backup = v.InferOutput<typeof Backup>;

/** Parameter of `POST /backups/{name}/restore`. */
export const BackupName = { name: v.pipe(v.string(), v.description('Name of the backup.')) };

/** Parameter of `POST /backups`. */
export const BackupArgs = {
  reason: v.optional(v.pipe(v.picklist(['on request', 'daily']), v.description('Why it is made; a part of its name.'))),
};
