import * as v from 'valibot';
import { uploadedFile } from '../../domain/content/media/upload.ts';
import { keepUpload } from '../../domain/site/transfer-files.ts';
import { refusal } from '../../errors.ts';
import { needs } from '../../rest/permit.ts';
import { endpoint, type RouteTable } from '../../rest/route.ts';
import { HandoffChoice, HandoffChoiceArgs } from '../../schema/site/handoff.ts';
import { JobStarted } from '../../schema/site/job.ts';
import { ExportArgs, ImportArgs } from '../../schema/site/transfer.ts';
import { DESK_FORMAT_IDS, deskFormatAt } from '../../transfer/desk/formats.ts';
import { FORMAT_IDS } from '../../transfer/formats.ts';
import { handoffChoice } from '../../transfer/handoff/counts.ts';
import { HANDOFF_FORMAT_IDS, handoffFormatAt, isHandoffFormat } from '../../transfer/handoff/formats.ts';
import type { Json } from '../../types.ts';

const mayTransfer = needs('manage_options', 'rest_forbidden', 'Only an administrator can import and export.');
const mayHandOff = needs(
  'edit_others',
  'rest_forbidden',
  'Only an editor can import and export files for translators.',
);

/** Files for translators are for editors, all others for administrators. */
const mayExport: typeof mayTransfer = (site, params, call) =>
  isHandoffFormat(String(params['format']))
    ? mayName(mayHandOff)(site, params, call)
    : mayName(mayTransfer)(site, params, call);

/** Only the user of this computer may name its folders: the window and the command line. */
const mayName =
  (may: typeof mayTransfer): typeof mayTransfer =>
  (site, params, call) =>
    may(site, params, call) ??
    (params['uploads'] === undefined || call.caller.can('manage_server')
      ? undefined
      : refusal(
          call.caller,
          'rest_forbidden',
          'Only the window and the command line can name a folder for media files.',
        ));

const format = v.pipe(
  v.picklist([...FORMAT_IDS, ...HANDOFF_FORMAT_IDS, ...DESK_FORMAT_IDS]),
  v.description('What the file is: for a real site, for a repository, for translators, or the memory or the glossary.'),
);

/** Import and export of files (`contract/extras.md`). */
export const transferRoutes = {
  '/polydesk/v1/imports': {
    POST: endpoint({
      summary: 'Imports the file that is the body, or a part of a form, as a job.',
      args: ImportArgs,
      answers: JobStarted,
      traits: { noTransaction: true, takesFile: true },
      // The kind of file may require more: see below.
      permit: mayName(mayHandOff),
      run(site, params, call) {
        const { preview, existing, uploads, apply, prune, lang, book, ...choices } = params;
        const { path: sent, name: fileName } = uploadedFile(call.request);
        const isForTranslators = !apply && handoffFormatAt(sent) !== undefined;
        // With a book its texts go into the memory, whichever site it is of.
        const isHandoff = isForTranslators && book === undefined;
        const refused = isHandoff ? undefined : mayTransfer(site, params, call);
        if (refused) throw refused;
        const path = keepUpload(site, sent);
        if (isHandoff) {
          const input = { path, ...(lang !== undefined && { lang }), ...(!preview && { choices }) };
          return { job: { kind: preview ? 'handoff-preview' : 'handoff', input } };
        }
        if (!apply && (isForTranslators || deskFormatAt(path))) {
          const name = book ?? fileName.replace(/(?:\.gz)?$/i, '').replace(/\.[^.]*$/, '');
          return { job: { kind: 'desk-import', input: { path, name, file: fileName, preview } } };
        }
        const kind = preview ? 'import-preview' : 'import';
        if (apply) return { job: { kind, input: { path, tree: { prune } } } };
        // Passed only if conflicts are decided here: when a preview is applied, a conflict without a decision is left out.
        const chosen = existing && { choices: { existing } };
        const input = { path, ...chosen, ...(uploads !== undefined && { uploads }) };
        return { job: { kind, input } };
      },
    }),
  },
  '/polydesk/v1/exports': {
    POST: endpoint({
      summary: 'Writes a file, as a job from which it is fetched.',
      args: { format, ...ExportArgs },
      answers: JobStarted,
      traits: { noTransaction: true },
      permit: mayExport,
      run: (_site, order) => ({ job: { kind: 'export', input: order as unknown as Json } }),
    }),
  },
  '/polydesk/v1/exports/choice': {
    GET: endpoint({
      summary: 'What a file for translators can hold: numbers of items by type and state.',
      args: HandoffChoiceArgs,
      answers: HandoffChoice,
      permit: mayHandOff,
      run: (site, query) => ({ body: handoffChoice(site, query) }),
    }),
  },
} satisfies RouteTable;
