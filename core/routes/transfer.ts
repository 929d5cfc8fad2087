import { uploadedFile } from '../domain/media/upload.ts';
import { keepUpload } from '../domain/transfer-files.ts';
import { needs } from '../rest/permit.ts';
import { endpoint, type Route } from '../rest/route.ts';
import { JobStarted } from '../schema/job.ts';
import { ExportArgs, ImportArgs } from '../schema/transfer.ts';
import type { Json } from '../types.ts';

const mayTransfer = needs('manage_options', 'rest_forbidden', 'Only an administrator can import and export.');
const item = { title: 'job-started', schema: JobStarted };

/** `polydesk/v1/imports` (`contract/extras.md`): the file as the body or as a part of a form; 202 with the number of the job. */
const importsRoute: Route = {
  namespace: 'polydesk/v1',
  path: '/imports',
  item,
  endpoints: [
    endpoint({
      methods: ['POST'],
      args: ImportArgs,
      outside: true,
      permit: mayTransfer,
      run(site, { preview, existing }, { request }) {
        const path = keepUpload(site, uploadedFile(request).path);
        // Said only where it is not what goes without saying: of a preview that is applied, a conflict nobody decided is left out.
        const input = existing === 'keep' ? { path, choices: { existing } } : { path };
        return { body: null, job: { kind: preview ? 'import-preview' : 'import', input } };
      },
    }),
  ],
};

/** `polydesk/v1/exports`: the file is fetched from the job. */
const exportsRoute: Route = {
  namespace: 'polydesk/v1',
  path: '/exports',
  item,
  endpoints: [
    endpoint({
      methods: ['POST'],
      args: ExportArgs,
      outside: true,
      permit: mayTransfer,
      run: (_site, order) => ({ body: null, job: { kind: 'export', input: order as unknown as Json } }),
    }),
  ],
};

export const transferRoutes: readonly Route[] = [importsRoute, exportsRoute];
