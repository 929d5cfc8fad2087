import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import type { DeskImport } from '../schema/desk/files.ts';
import type { HandoffDone, HandoffReview } from '../schema/site/handoff.ts';
import { ITEM_KINDS } from '../schema/site/transfer.ts';
import { formatAt } from '../transfer/formats.ts';
import { REPORT_KINDS, type Report } from '../transfer/report.ts';
import { choice, operands, type Call, type Command } from './run/arguments.ts';
import { openSiteClient } from './run/site-client.ts';
import { CliError, EXIT } from './run/failure.ts';
import { runJob } from './run/job.ts';
import { interruptible, type Work } from './run/lifetime.ts';
import { deskText, doneText, reviewText } from './transfer/handoff.ts';
import { notReadable } from './transfer/kind-of.ts';
import { notesOf } from './transfer/notes.ts';
import { takeBack } from './serving/open.ts';
import { createTemporarySite } from './serving/temporary.ts';

/** `polydesk import` (`contract/extras.md`, Command line). */
export const importCommand: Command = {
  about: 'bring in the export of a real site, or a bundle',
  help: `polydesk import SITE FILE [--preview] [--existing update|keep] [--uploads DIR]
                [--lang CODE] [--conflict mine|file] [--stale] [--published]
                [--book NAME] [--json] [--quiet]

Reads FILE, decides everything, then writes all of it as one entry of the history
that can be undone, or nothing at all. Creates the site if it does not exist. A backup
is made before the import, or after it for a new site. A FILE packed with gzip is
unpacked.

  --preview    only say what would be created, updated, left unchanged and dropped
  --existing   existing items: update them from the file, or keep them. Left out, they
               are updated, but items without a stable key that were changed here after
               the file was written are kept
  --uploads    folder of the media files, a copy of wp-content/uploads: each item gets its
               file from there, by its path in the export. Links are not followed
  --lang       translator files: the expected target language
  --conflict   translator files: what stays of texts that were changed here
               meanwhile, those here (mine, when left out) or those of the file
  --stale      translator files: texts whose source changed since, too
  --published  translator files: change published items, too. Without it new
               translations are drafts, and only drafts change
  --book       of a translation memory (TMX): name of the book its texts go into; that of
               the file when left out. A translator file goes into this book only,
               whichever site it is of. Files of terms (TBX, CSV) go into the glossary
  --json       print one JSON document, with every note

Examples:
  polydesk import site.polydesk french.xlf --preview
  polydesk import site.polydesk agency.tmx --book "Agency 2024"
  polydesk import site.polydesk export.xml --preview
  polydesk import site.polydesk export.xml.gz --existing keep
  polydesk import site.polydesk export.xml --uploads wp-content/uploads

Ctrl+C cancels the import: then nothing of it was stored. While a server has the site
open, the command runs through that server.`,
  options: {
    preview: { type: 'boolean' },
    existing: { type: 'string' },
    uploads: { type: 'string' },
    lang: { type: 'string' },
    conflict: { type: 'string' },
    stale: { type: 'boolean' },
    published: { type: 'boolean' },
    book: { type: 'string' },
  },
  async run(call) {
    const [site, file] = operands(call, 'SITE', 'FILE');
    assertImportable(file);
    const uploads = folderOf(call.text('uploads'));
    const asked = call.text('existing');
    const existing =
      asked === undefined ? undefined : choice('a way to treat existing items', asked, ['update', 'keep']);
    const [handoff, book] = [handoffQuery(call), call.text('book')];
    const words = { name: call.has('preview') ? 'The preview' : 'The import', undone: 'Nothing was imported.' };
    return interruptible({ output: call.output, ...words }, async (work) => {
      const query = {
        ...(existing && { existing }),
        ...(call.has('preview') && { preview: '1' }),
        ...(uploads !== undefined && { uploads }),
        ...handoff,
        ...(book !== undefined && { book }),
      };
      const report = await withScratch((folder) => importPath(call, work, { site, file, folder, query }));
      if ('handoff' in report) return handoffEnd(call, report.handoff);
      if (isDesk(report)) {
        call.output.result({ preview: report.preview, report }, deskText(report));
        return EXIT.done;
      }
      call.output.result({ preview: call.has('preview'), report }, textOf(report, call.has('preview')));
      return EXIT.done;
    });
  },
};

/** The output for a translator's file; returns 1 if something needs a decision. */
function handoffEnd(call: Call, report: HandoffReview | HandoffDone): number {
  const isReview = 'counts' in report;
  const document = { preview: isReview, report: { handoff: report } };
  call.output.result(document, isReview ? reviewText(report) : doneText(report));
  const isOpen = isReview && report.counts.conflict + report.counts.marks + report.counts.stale > 0;
  return isOpen || (!isReview && report.skipped > 0) ? EXIT.refused : EXIT.done;
}

function handoffQuery(call: Call): Record<string, string> {
  const [lang, asked] = [call.text('lang'), call.text('conflict')];
  const conflict = asked === undefined ? undefined : choice('a way to treat conflicts', asked, ['mine', 'file']);
  return {
    ...(lang !== undefined && { lang }),
    ...(conflict && { conflict }),
    ...(call.has('stale') && { stale: '1' }),
    ...(call.has('published') && { published: '1' }),
  };
}

/** Throws a `CliError` if the file cannot be a source. */
export function assertImportable(file: string): void {
  const about = statSync(file, { throwIfNoEntry: false });
  const isEmpty = about?.isFile() && about.size === 0;
  if (isEmpty) throw new CliError(EXIT.refused, `${file} is empty. Nothing was imported.`);
  if (about?.isFile() || (about?.isDirectory() && formatAt(file).folder)) return;
  const what = about?.isDirectory() ? `${file} is a folder, but not a bundle.` : notReadable(file);
  throw new CliError(EXIT.missing, `${what} Nothing was changed. Check the name.`);
}

/** The absolute path of the media folder: a server may have another working directory. */
function folderOf(given: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  const folder = resolve(given);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return folder;
  throw new CliError(EXIT.missing, `The folder ${folder} does not exist. Nothing was changed. Check the name.`);
}

/** Creates a private folder for the duration of the work; removed even if the program is ended. */
export async function withScratch<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'polydesk-import-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  try {
    return await work(folder);
  } finally {
    process.off('exit', remove);
    remove();
  }
}

const isDesk = (report: object): report is DeskImport => 'memory' in report || 'glossary' in report;

interface HandoffReport {
  handoff: HandoffReview | HandoffDone;
}

interface Source {
  site: string;
  file: string;
  /** For files that have to be packed. */
  folder: string;
  query: { existing?: string; preview?: string; uploads?: string } & Record<string, string>;
}

async function importPath(
  call: Call,
  work: Work,
  { site, file, folder, query }: Source,
): Promise<Report | HandoffReport | DeskImport> {
  const path = oneFile(file, folder);
  const upload = { path, name: basename(file) };
  const isNew = !existsSync(site);
  // A preview does not create the site.
  const temporary = isNew && query.preview !== undefined ? createTemporarySite() : undefined;
  let isDone = false;
  const client = await openSiteClient(temporary?.file ?? site, call, {
    create: true,
    isTemporary: temporary !== undefined,
  });
  try {
    const { report } = await runJob(client, { method: 'POST', path: '/polydesk/v1/imports', query, upload }, work);
    isDone = true;
    return report as Report | HandoffReport | DeskImport;
  } finally {
    client.close();
    temporary?.remove();
    // A new site is removed again if its first import is rejected.
    if (!isDone && client.site) takeBack(client.site);
  }
}

/** A folder as a single importable file. */
export function oneFile(file: string, folder: string): string {
  if (!statSync(file).isDirectory()) return file;
  const made = join(folder, 'file');
  formatAt(file).folder?.pack(file, made);
  return made;
}

/** The report as text; of several notes of one kind, the first with their count. */
function textOf(report: Report, isPreview: boolean): string {
  const lines = REPORT_KINDS.flatMap((kind) => {
    const { created, updated, skipped, dropped } = report[kind];
    if (created + updated + skipped + dropped === 0) return [];
    const parts = [
      `${created} created`,
      `${updated} updated`,
      ...(skipped > 0 ? [`${skipped} unchanged`] : []),
      ...(dropped > 0 ? [`${dropped} dropped`] : []),
    ];
    return [`  ${NAMES[kind].padEnd(18)} ${parts.join(', ')}`];
  });
  const notes = REPORT_KINDS.flatMap((kind) => notesOf(report[kind]));
  const items = ITEM_KINDS.reduce((sum, kind) => sum + report[kind].created + report[kind].updated, 0);
  const all = items === 1 ? '1 item' : `${items} items`;
  const head = isPreview ? `Importing would write ${all}; nothing was written.` : `Imported ${all}.`;
  return [head, ...lines, ...(notes.length > 0 ? ['Worth knowing:', ...notes] : [])].join('\n');
}

const NAMES: Readonly<Record<keyof Report, string>> = {
  site: 'site and types',
  users: 'users',
  languages: 'languages',
  terms: 'terms',
  posts: 'posts and pages',
  media: 'media',
  kept: 'kept for later',
  groups: 'group members',
  comments: 'comments',
  meta: 'fields',
};
