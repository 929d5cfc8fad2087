import {
  closeSync,
  createWriteStream,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { backupFolder, filesFolder } from '../store/file/paths.ts';
import { APPLICATION_ID } from '../store/file/database.ts';
import { readHeader } from '../store/file/header.ts';
import { MARK } from '../transfer/bundle/files.ts';
import { FORMAT_IDS, FORMATS, formatById } from '../transfer/formats.ts';
import { isDeskFormat } from '../transfer/desk/formats.ts';
import { isHandoffFormat } from '../transfer/handoff/formats.ts';
import type { ExportOrder } from '../transfer/kinds.ts';
import type { ExportReport } from '../schema/site/transfer.ts';
import { choice, operands, type Call, type Command } from './run/arguments.ts';
import { openSiteClient, type SiteClient } from './run/site-client.ts';
import { CliError, EXIT, usageError } from './run/failure.ts';
import {
  ALL_FORMAT_IDS,
  deskHelp,
  deskOrder,
  formatOfName,
  handoffHelp,
  handoffOrder,
  isSiteFormat,
  refuseHandoffOptions,
  STATE_NAMES,
} from './transfer/handoff.ts';
import { sendFile } from './transfer/gzip.ts';
import { kindOf } from './transfer/kind-of.ts';
import { runJob } from './run/job.ts';
import { exportNotes } from './transfer/notes.ts';
import { interruptible, type Work } from './run/lifetime.ts';

/** `polydesk export` (`contract/extras.md`, Command line). */
export const exportCommand: Command = {
  about: 'write the site, or a choice of it, into a file for a real site',
  help: `polydesk export SITE FILE [--format NAME] [--type TYPE]... [--lang CODE]...
                [--from CODE] [--state STATE]... [--strings] [--slugs]
                [--fill] [--matches]
                [--uploads DIR] [--no-uuids] [--media] [--json] [--quiet]

Writes a file atomically: it is read back before it replaces an older one. "-" is
standard output. A FILE that ends in .gz is packed. A file is only replaced by a file
and a folder by a folder; devices, pipes and links are refused.

  --format     ${FORMAT_IDS.map((id) => `${id}: ${FORMATS[id].about}`).join('\n               ')}
${handoffHelp}
${deskHelp}
  --type       only items of this type; may be given several times
  --lang       only items of the language with this code; may be given several times.
               For translator files: the target language (once); for the memory: only
               texts in both languages
  --from       with such a --lang the language to translate from; the default one when
               left out
  --state      of a file for translators only versions of this state: ${STATE_NAMES.join(', ')}
               or all; may be given several times. Left out: missing, update and partial
  --strings    of a file for translators site title, tagline and the other strings, too
  --slugs      of a file for translators the slugs of the items, too
  --fill       of an XLIFF file: an empty translation holds the text of its source. OmegaT
               up to 5 shows only such texts
  --matches    of a file for translators: an empty translation holds the text that the
               memory has for the same source
  --uploads    writes the media files of this site into the folder DIR too, laid out as
               wp-content/uploads is: upload it before the import
  --no-uuids   without the stable keys of the items
  --media      with the files of media; a bundle only. A folder that has them keeps them
  --json       print one JSON document, with every note

Examples:
  polydesk export site.polydesk site.xml
  polydesk export site.polydesk - --lang fr | gzip > french.xml.gz
  polydesk export site.polydesk site.xml --uploads uploads
  polydesk export site.polydesk site.tar.gz --format bundle
  polydesk export site.polydesk content --format bundle --media
  polydesk export site.polydesk french.xlf --lang fr
  polydesk export site.polydesk memory.tmx
  polydesk export site.polydesk terms.tbx

To take the file in: import it into a site where the plugin for languages is active
and has no language yet. Register the custom types there first. The command lists the
settings that such a file cannot hold, with their values; set them by hand on the new
site.`,
  options: {
    format: { type: 'string' },
    type: { type: 'string', multiple: true },
    lang: { type: 'string', multiple: true },
    from: { type: 'string' },
    state: { type: 'string', multiple: true },
    strings: { type: 'boolean' },
    slugs: { type: 'boolean' },
    fill: { type: 'boolean' },
    matches: { type: 'boolean' },
    uploads: { type: 'string' },
    'no-uuids': { type: 'boolean' },
    media: { type: 'boolean' },
  },
  async run(call) {
    const [site, file] = operands(call, 'SITE', 'FILE');
    const asked = orderOf(call, file);
    const target = targetOf(file, asked);
    const order = { ...asked, media: asked.media === true || hasMedia(target) };
    if (target.path === undefined && call.output.json)
      throw usageError('With "-" the export goes to standard output, so --json cannot be used.');
    if (target.path !== undefined) assertFree(target.path, resolve(site), target.isFolder);
    const words = { name: 'The export', undone: 'Nothing was written.' };
    return interruptible({ output: call.output, ...words }, async (work) => {
      const client = await openSiteClient(site, call);
      try {
        const report = await exportThrough(client, work, { target, order });
        const { items, files, warnings, not_carried, texts } = report;
        const what = isDeskFormat(order.format) ? 'text' : 'item';
        const text = `${items} ${what}${items === 1 ? '' : 's'} exported`;
        const more =
          files === undefined ? '' : `, ${files} media ${files === 1 ? 'file' : 'files'} to ${order.uploads}`;
        const document = {
          path: target.path,
          items,
          ...(texts !== undefined && { texts }),
          ...(files !== undefined && { files }),
          warnings,
          not_carried,
        };
        if (target.path === undefined) call.output.note(`${text}${more}.`);
        else call.output.result(document, `${text} to ${target.path}${more}`);
        const notes = exportNotes(report);
        if (notes !== '' && !call.output.json) call.output.note(notes);
      } finally {
        client.close();
      }
      return EXIT.done;
    });
  },
};

/** The target of an export. */
interface Target {
  /** Omitted: standard output. */
  path?: string;
  isFolder: boolean;
  isPacked: boolean;
}

/** A format that can be a folder is written as a single file only if its name says so. */
function targetOf(file: string, { format }: ExportOrder): Target {
  if (file === '-') return { isFolder: false, isPacked: false };
  const isPacked = /\.t?gz$/i.test(file);
  if (!isSiteFormat(format)) return { path: resolve(file), isFolder: false, isPacked };
  const { folder, extensions } = formatById(format);
  const isFile = isPacked || file.endsWith(`.${extensions[0]}`);
  if (folder && !isFile && OTHER_FILES.test(file))
    throw usageError(
      `A ${format} is a folder, or a file whose name ends in .${extensions[0]} or .${extensions[0]}.gz.`,
    );
  return { path: resolve(file), isFolder: folder !== undefined && !isFile, isPacked };
}

/** Extensions no folder name would have. */
const OTHER_FILES = /\.(?:zip|7z|rar|bz2|xz|zst|xml|wxr|json|html?)$/i;

/** Whether an existing target folder contains media files, which it should keep. */
function hasMedia({ path, isFolder }: Target): boolean {
  if (path === undefined || !isFolder || !existsSync(join(path, MARK))) return false;
  return /"media":\s*true/.test(readFileSync(join(path, MARK), 'utf8'));
}

/**
 * An export replaces an existing file of the same kind, but never a site, this one or another, nor its companion files. Call it
 * before the site is opened: reading its header here would release its locks.
 */
function assertFree(path: string, site: string, isFolder: boolean): void {
  const refused = (why: string): CliError => refusedTarget(path, why);
  if (!existsSync(dirname(path))) throw noFolder(dirname(path));
  if ([filesFolder(site), backupFolder(site)].includes(path)) throw refused('belongs to a site');
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found) return;
  if (found.isFile() && isOfSite(path)) throw refused('belongs to a site');
  const kind = kindOf(found);
  if (kind !== (isFolder ? 'a folder' : 'a file')) throw refused(`is ${kind}`);
}

const refusedTarget = (path: string, why: string): CliError =>
  new CliError(
    EXIT.create,
    `${path} ${why}. Nothing was written. Choose another name for the export, or "-" for standard output.`,
  );

const noFolder = (path: string): CliError =>
  new CliError(EXIT.create, `The folder ${path} does not exist. Nothing was written. Create it first.`);

/** A site, or a companion file kept by SQLite or the lock. */
function isOfSite(path: string): boolean {
  const site = path.replace(/(?:-wal|-shm|-journal|\.lock)$/, '');
  return /\.polydesk$/i.test(site) || (existsSync(site) && readHeader(site)?.applicationId === APPLICATION_ID);
}

/** Exports to a temporary file, then moves it into place. */
async function exportThrough(
  client: SiteClient,
  work: Work,
  { target, order }: { target: Target; order: ExportOrder },
): Promise<ExportReport> {
  const { media, ...others } = order;
  const body = { ...others, ...(media === true && { media }) };
  const job = await runJob(client, { method: 'POST', path: '/polydesk/v1/exports', body }, work);
  const folder = mkdtempSync(join(tmpdir(), 'polydesk-export-'));
  // Also if a second signal ends the program immediately.
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  try {
    const made = join(folder, 'file');
    await client.send({ method: 'GET', path: `/polydesk/v1/jobs/${job.id}/file`, saveTo: made });
    work.signal.throwIfAborted();
    await place(made, { target, order, work });
  } finally {
    process.off('exit', remove);
    remove();
  }
  return job.report as ExportReport;
}

async function place(
  made: string,
  { target, order, work: { signal } }: { target: Target; order: ExportOrder; work: Work },
): Promise<void> {
  const { path, isFolder, isPacked } = target;
  if (path === undefined)
    return sendFile(made, process.stdout, { isPacked, signal, end: false }).catch((error: unknown) => {
      // The reader may close the pipe early, as `head` does.
      if (!(error instanceof Error && 'code' in error && error.code === 'EPIPE')) throw error;
    });
  if (isFolder && isSiteFormat(order.format)) return formatById(order.format).folder?.unpack(made, path);
  const temporary = `${path}.part`;
  try {
    // Any existing file is left over from an interrupted export.
    rmSync(temporary, { force: true });
    const to = createWriteStream(temporary, { flags: 'wx', mode: 0o600 });
    await sendFile(made, to, { isPacked, signal, end: true });
    syncFile(temporary);
    renameSync(temporary, path);
  } finally {
    rmSync(temporary, { force: true });
  }
}

function syncFile(path: string): void {
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function orderOf(call: Call, file: string): ExportOrder {
  const types = call.list('type');
  const languages = call.list('lang');
  const named = call.text('format') ?? formatOfName(file, languages !== undefined);
  const format = choice('a format', named, ALL_FORMAT_IDS);
  if (isHandoffFormat(format)) return handoffOrder(call, format);
  if (isDeskFormat(format)) return deskOrder(call, format);
  refuseHandoffOptions(call);
  const scope = { ...(types && { types }), ...(languages && { languages }) };
  const media = call.has('media');
  if (media && format !== 'bundle') throw usageError('The option --media works only with --format bundle.');
  const uploads = uploadsOf(call.text('uploads'));
  return {
    format,
    uuids: !call.has('no-uuids'),
    media,
    ...((types ?? languages) && { scope }),
    ...(uploads !== undefined && { uploads }),
  };
}

/** The absolute path of the media folder, created if missing: a server may have another working directory. */
function uploadsOf(given: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  const folder = resolve(given);
  if (!existsSync(dirname(folder))) throw noFolder(dirname(folder));
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (found && !found.isDirectory()) throw refusedTarget(folder, `is ${kindOf(found)}`);
  if (!found) mkdirSync(folder);
  return folder;
}
