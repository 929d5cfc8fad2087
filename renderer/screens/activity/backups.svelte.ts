import { api } from '../../lib/api/api.ts';
import { runJob } from '../../lib/api/jobs.ts';
import { isMessage, t, formatNumber } from '../../lib/messages/messages.svelte.ts';
import { Resource } from '../../lib/resource.svelte.ts';
import type { Read } from '../../lib/api/answers.ts';

/** A copy of the site, as `/backups` answers it. */
export type Backup = Read<'/polydesk/v1/backups'>[number];

/** Shared by the list and the days. Imports and restores make some, and both are changes. */
export const backups = new Resource(() => api.get('/polydesk/v1/backups'));

/** Makes one; its name. */
export async function backUpNow(): Promise<string> {
  const { report } = await runJob<{ name: string }>('/polydesk/v1/backups', {});
  await backups.reload();
  return report.name;
}

/** Makes the site what it was in a copy; the entry that takes it back. */
export async function restore(name: string): Promise<number | null> {
  const { entry } = await runJob(`/polydesk/v1/backups/${encodeURIComponent(name)}/restore`, {});
  await backups.reload();
  return entry;
}

/** "184 MB" */
export function sizeText(bytes: number): string {
  const [unit, size] = bytes < 1e6 ? ['kilobyte', bytes / 1e3] : ['megabyte', bytes / 1e6];
  return formatNumber(size, { style: 'unit', unit, maximumFractionDigits: size < 10 ? 1 : 0 });
}

/** Why it was made, in the interface language where the reason is one of ours. */
export function reasonText(reason: string): string {
  const key = `activity.reason.${reason.replaceAll(' ', '-')}`;
  return isMessage(key) ? t(key) : reason;
}
