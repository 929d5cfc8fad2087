import { api } from '../../lib/api/api.ts';
import { runJob } from '../../lib/api/jobs.ts';
import { isMessage, t } from '../../lib/messages/messages.svelte.ts';
import { Resource } from '../../lib/resource.svelte.ts';
import type { Read } from '../../lib/api/answers.ts';

/** A backup, as returned by `/backups`. */
export type Backup = Read<'/polydesk/v1/backups'>[number];

/** Shared by the list and the timeline. Imports and restores create backups too, and both are changes. */
export const backups = new Resource(() => api.get('/polydesk/v1/backups'));

/** Makes a backup; returns its name. */
export async function backUpNow(): Promise<string> {
  const { report } = await runJob<{ name: string }>('/polydesk/v1/backups', {});
  await backups.reload();
  return report.name;
}

/** Restores a backup; returns the entry for Undo. */
export async function restore(name: string): Promise<number | null> {
  const { entry } = await runJob(`/polydesk/v1/backups/${encodeURIComponent(name)}/restore`, {});
  await backups.reload();
  return entry;
}

/** The reason for a backup, translated if it is a known one. */
export function reasonText(reason: string): string {
  const key = `activity.reason.${reason.replaceAll(' ', '-')}`;
  return isMessage(key) ? t(key) : reason;
}
