import * as v from 'valibot';
import { backups, knownBackup } from '../../domain/site/backups.ts';
import { assertIdle } from '../../domain/live/runs.ts';
import { needs } from '../../rest/permit.ts';
import { endpoint, type RouteTable } from '../../rest/route.ts';
import { Backup, BackupArgs, BackupName } from '../../schema/site/backup.ts';
import { JobStarted } from '../../schema/site/job.ts';

const mayManage = needs('manage_options', 'rest_forbidden', 'Only an administrator can see, make and restore backups.');

/** Copies of the site (`contract/extras.md`). */
export const backupRoutes = {
  '/polydesk/v1/backups': {
    GET: endpoint({
      summary: 'Copies of the site, newest first.',
      args: {},
      answers: v.array(Backup),
      permit: mayManage,
      run: (site) => ({ body: backups(site) }),
    }),
    POST: endpoint({
      summary: 'Makes a copy, as a job.',
      args: BackupArgs,
      answers: JobStarted,
      traits: { noTransaction: true },
      permit: mayManage,
      run: (_site, { reason = 'on request' }) => ({ job: { kind: 'backup', input: { reason } } }),
    }),
  },
  '/polydesk/v1/backups/{name}/restore': {
    POST: endpoint({
      summary: 'Makes the site what it was in a copy, as a job; one entry that can be undone.',
      args: BackupName,
      answers: JobStarted,
      traits: { noTransaction: true },
      permit: mayManage,
      run(site, { name }) {
        assertIdle(site);
        const given = decoded(name);
        knownBackup(site, given);
        return { job: { kind: 'restore', input: { name: given } } };
      },
    }),
  },
} satisfies RouteTable;

/** Names contain spaces, which are escaped in an address. */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
