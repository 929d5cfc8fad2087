import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { EXPORT_FORMATS } from '../schema/transfer.ts';
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
    assertNoSite(path);
    const door = await openDoor(site, call);
    try {
      const items = await exportThrough(door, call, path);
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
function assertNoSite(path: string): void {
  if (!existsSync(path) || !statSync(path).isFile()) return;
  const site = path.replace(/(?:-wal|-shm|-journal|\.lock)$/, '');
  const isSite = /\.polydesk$/i.test(site) || (existsSync(site) && readHeader(site)?.applicationId === APPLICATION_ID);
  if (!isSite) return;
  throw new CliError(
    EXIT.refused,
    `${path} belongs to a site. Nothing was written. Choose another name for the export.`,
  );
}

async function exportThrough(door: Door, call: Call, path: string): Promise<number> {
  const order = orderOf(call);
  const progress = (done: number, total = 0): void => call.output.progress(done, total);
  if (door.site) return exportTo(door.site, path, order, { progress });
  const body = { format: order.format, uuids: order.uuids, ...(order.scope && { scope: order.scope }) };
  const started = await door.send({ method: 'POST', path: '/polydesk/v1/exports', body });
  const job = await finishJob(door, started, call.output);
  if (!job) throw new Error('The server answered POST /polydesk/v1/exports without a job.');
  const temporary = `${path}.part`;
  try {
    await door.send({ method: 'GET', path: `/polydesk/v1/jobs/${job.id}/file`, saveTo: temporary });
    if (order.format === 'bundle' && !path.endsWith('.tar')) writeFolder(path, readBundleFiles(temporary));
    else renameSync(temporary, path);
  } finally {
    rmSync(temporary, { force: true });
  }
  return (job.report as { items: number }).items;
}

function orderOf(call: Call): ExportOrder {
  const format = choice('format', call.text('format') ?? 'wxr', EXPORT_FORMATS);
  const types = call.list('type');
  const languages = call.list('lang');
  const scope = { ...(types && { types }), ...(languages && { languages }) };
  return { format, uuids: !call.has('no-uuids'), ...((types ?? languages) && { scope }) };
}
