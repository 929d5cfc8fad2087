import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { EXPORT_FORMATS } from '../schema/transfer.ts';
import { backupFolder, filesFolder } from '../store/beside.ts';
import { APPLICATION_ID } from '../store/database.ts';
import { readHeader } from '../store/header.ts';
import { readBundleFiles, writeFolder } from '../transfer/bundle-files.ts';
import { exportTo, type ExportOrder } from '../transfer/kinds.ts';
import { choice, type Call, type Command } from './arguments.ts';
import { openDoor, type Door } from './door.ts';
import { CliError, EXIT, usageError } from './failure.ts';
import { finishJob } from './job.ts';

/** `polydesk export` (`contract/extras.md`, Command line). */
export const exportCommand: Command = {
  about: 'write the site, or a choice of it, into a file for a real site',
  help: `polydesk export SITE FILE [--format wxr|bundle] [--type TYPE]... [--lang CODE]...
                [--no-uuids] [--json]

Writes FILE so that its name only ever stands for a whole one: it is read back before
it replaces an older one.

  --format     wxr: what a real site imports. bundle: a folder of text files, the same
               for the same site, fit for version control; one file when FILE ends
               in .tar
  --type       only items of this type; may be given several times
  --lang       only items of the language with this code; may be given several times
  --no-uuids   without the stable keys of the items
  --json       print one JSON document

To take the file in: import it into a site where the plugin for languages is active
and has no language yet. Register the custom types there, and set by hand which types
are translated, what is synchronised, whether media have languages, and the order of
the languages: the file cannot carry these.`,
  options: {
    format: { type: 'string' },
    type: { type: 'string', multiple: true },
    lang: { type: 'string', multiple: true },
    'no-uuids': { type: 'boolean' },
  },
  async run(call) {
    const [site, file, more] = call.words;
    if (site === undefined) throw usageError('Say which site: the path of its file.');
    if (file === undefined) throw usageError('Say which file to write.');
    if (more !== undefined) throw usageError(`"${more}" is one word too many.`);
    const path = resolve(file);
    if (!existsSync(dirname(path)))
      throw new CliError(EXIT.missing, `There is no folder ${dirname(path)}. Nothing was written. Make it first.`);
    const order = orderOf(call);
    assertFree(path, resolve(site), isFolder(order, path));
    const door = await openDoor(site, call);
    try {
      const items = await exportThrough(door, call, { path, order });
      call.output.result({ path, items }, `${items} items were written to ${path}.`);
    } finally {
      door.close();
    }
    return EXIT.done;
  },
};

/**
 * An export takes the place of what has its name: never that of a site, this one or another, nor of what lies beside one. To be
 * called before the site is opened: reading its header here would give up its locks.
 */
function assertFree(path: string, site: string, isFolder: boolean): void {
  const refused = (why: string): CliError =>
    new CliError(EXIT.refused, `${path} ${why}. Nothing was written. Choose another name for the export.`);
  if ([filesFolder(site), backupFolder(site)].includes(path)) throw refused('belongs to a site');
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) return;
  if (found.isFile() && isOfSite(path)) throw refused('belongs to a site');
  if (found.isDirectory() !== isFolder) throw refused(isFolder ? 'is a file' : 'is a folder');
}

/** A site, or a file beside one that SQLite or its lock keeps there. */
function isOfSite(path: string): boolean {
  const site = path.replace(/(?:-wal|-shm|-journal|\.lock)$/, '');
  return /\.polydesk$/i.test(site) || (existsSync(site) && readHeader(site)?.applicationId === APPLICATION_ID);
}

async function exportThrough(
  door: Door,
  call: Call,
  { path, order }: { path: string; order: ExportOrder },
): Promise<number> {
  const progress = (done: number, total = 0): void => call.output.progress(done, total);
  if (door.site) return exportTo(door.site, path, order, { progress });
  const body = { format: order.format, uuids: order.uuids, ...(order.scope && { scope: order.scope }) };
  const started = await door.send({ method: 'POST', path: '/polydesk/v1/exports', body });
  const job = await finishJob(door, started, call.output);
  if (!job) throw new Error('The server answered POST /polydesk/v1/exports without a job.');
  const temporary = `${path}.part`;
  try {
    await door.send({ method: 'GET', path: `/polydesk/v1/jobs/${job.id}/file`, saveTo: temporary });
    if (isFolder(order, path)) writeFolder(path, readBundleFiles(temporary));
    else renameSync(temporary, path);
  } finally {
    rmSync(temporary, { force: true });
  }
  return (job.report as { items: number }).items;
}

/** A bundle is one file only where its name says so. */
function isFolder({ format }: ExportOrder, path: string): boolean {
  return format === 'bundle' && !path.endsWith('.tar');
}

function orderOf(call: Call): ExportOrder {
  const format = choice('format', call.text('format') ?? 'wxr', EXPORT_FORMATS);
  const types = call.list('type');
  const languages = call.list('lang');
  const scope = { ...(types && { types }), ...(languages && { languages }) };
  return { format, uuids: !call.has('no-uuids'), ...((types ?? languages) && { scope }) };
}
