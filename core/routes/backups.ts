import { backups, knownBackup } from '../domain/backups.ts';
import { needs } from '../rest/permit.ts';
import { endpoint, type Route } from '../rest/route.ts';
import { Backup, BackupArgs, BackupName } from '../schema/backup.ts';
import { JobStarted } from '../schema/job.ts';

const mayManage = needs('manage_options', 'rest_forbidden', 'Only an administrator can see, make and restore backups.');

/** `polydesk/v1/backups` (`contract/extras.md`): POST makes one, as a job. */
const listRoute: Route = {
  namespace: 'polydesk/v1',
  path: '/backups',
  item: { title: 'backup', schema: Backup },
  endpoints: [
    endpoint({ methods: ['GET'], args: {}, list: true, permit: mayManage, run: (site) => ({ body: backups(site) }) }),
    endpoint({
      methods: ['POST'],
      args: BackupArgs,
      outside: true,
      permit: mayManage,
      run: (_site, { reason = 'on request' }) => ({ body: null, job: { kind: 'backup', input: { reason } } }),
    }),
  ],
};

/** `polydesk/v1/backups/{name}/restore`: as a job; one entry that can be undone. */
const restoreRoute: Route = {
  namespace: 'polydesk/v1',
  path: '/backups/(?P<name>[^/]+)/restore',
  item: { title: 'job-started', schema: JobStarted },
  endpoints: [
    endpoint({
      methods: ['POST'],
      args: BackupName,
      outside: true,
      permit: mayManage,
      run(site, { name }) {
        const given = decoded(name);
        knownBackup(site, given);
        return { body: null, job: { kind: 'restore', input: { name: given } } };
      },
    }),
  ],
};

/** Names hold blanks, which stand escaped in an address. */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

export const backupRoutes: readonly Route[] = [listRoute, restoreRoute];
