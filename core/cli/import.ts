import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { commandLineCaller } from '../domain/callers.ts';
import { transact } from '../domain/history.ts';
import { closeSite, openSite, type Site } from '../site.ts';
import { importFile, type ImportInput } from '../transfer/import.ts';
import { isBundle, readBundleFiles, writeArchive } from '../transfer/bundle-files.ts';
import { backupBefore } from '../transfer/kinds.ts';
import { REPORT_KINDS, type Report } from '../transfer/report.ts';
import type { Call, Command } from './arguments.ts';
import { choice } from './arguments.ts';
import { openDoor } from './door.ts';
import { CliError, EXIT, usageError } from './failure.ts';
import { finishJob } from './job.ts';
import type { Output } from './output.ts';
import { productVersion } from './version.ts';

/** `polydesk import` (`contract/extras.md`, Command line). */
export const importCommand: Command = {
  about: 'bring in the export of a real site, or a bundle',
  help: `polydesk import SITE FILE [--preview] [--existing update|keep] [--json]

Reads FILE, decides everything, then writes all of it as one entry of the history
that can be undone, or nothing at all. A site that does not exist is made. A copy of
the site is made before, in the folder of its backups.

  --preview    only say what would be created, changed, skipped and dropped
  --existing   what becomes of items that are here already under the same stable
               key: they become what the file says (update), or stay (keep)
  --json       print one JSON document

While a server has the site open, the command asks that server.`,
  options: { preview: { type: 'boolean' }, existing: { type: 'string' } },
  async run(call) {
    const [site, file, more] = call.words;
    if (site === undefined) throw usageError('Say which site: the path of its file.');
    if (file === undefined) throw usageError('Say which file to import.');
    if (more !== undefined) throw usageError(`"${more}" is one word too many.`);
    const about = statSync(file, { throwIfNoEntry: false });
    if (!about?.isFile() && !(about?.isDirectory() && isBundle(file)))
      throw new CliError(EXIT.missing, `There is no file ${file}. Nothing was changed. Check the name.`);
    const existing = choice('way', call.text('existing') ?? 'update', ['update', 'keep']);
    const input = { path: file, preview: call.has('preview'), choices: { existing } };
    const report = existsSync(site) ? await importInto(call, site, input) : importNew(call, site, input);
    call.output.result({ preview: input.preview, report }, textOf(report, input.preview));
    return EXIT.done;
  },
};

async function importInto(call: Call, file: string, input: ImportInput): Promise<Report> {
  const door = await openDoor(file, call);
  try {
    if (door.site) return importHere(door.site, input, call.output);
    call.output.note(`The site is open in the server at ${door.server ?? ''}, which was asked.`);
    const existing = input.choices?.existing ?? 'update';
    const upload = { path: packed(input.path), name: basename(input.path) };
    const order = { method: 'POST', path: '/polydesk/v1/imports', query: { preview: '1', existing }, upload };
    const preview = await finishJob(door, await door.send(order), call.output);
    if (input.preview === true) return preview?.report as Report;
    const apply = {
      method: 'POST',
      path: `/polydesk/v1/jobs/${preview?.id ?? 0}/apply`,
      body: { choices: { existing } },
    };
    return (await finishJob(door, await door.send(apply), call.output))?.report as Report;
  } finally {
    door.close();
  }
}

/** A folder goes to a server as one archive, in a private place for as long as the process lives. */
function packed(path: string): string {
  if (!statSync(path).isDirectory()) return path;
  const folder = mkdtempSync(join(tmpdir(), 'polydesk-bundle-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const archive = join(folder, 'bundle.tar');
  writeArchive(archive, readBundleFiles(path), () => undefined);
  return archive;
}

/** A site that is refused its first import does not come to be. */
function importNew(call: Call, file: string, input: ImportInput): Report {
  const version = productVersion();
  const site = openSite(input.preview === true ? ':memory:' : file, { version });
  let isDone = false;
  try {
    const report = importHere(site, input, call.output);
    isDone = true;
    return report;
  } finally {
    closeSite(site);
    if (!isDone && site.file !== ':memory:')
      for (const name of [file, `${file}-wal`, `${file}-shm`, `${file}.lock`]) rmSync(name, { force: true });
  }
}

function importHere(site: Site, input: ImportInput, output: Output): Report {
  if (input.preview !== true) backupBefore(site);
  const caller = commandLineCaller(site);
  return importFile(site, input, {
    control: { progress: progressOf(output) },
    merge: (work) => transact(site, caller, () => ({ keep: true, ...work() })).value,
  });
}

/** Told now and then: a line on the screen costs more than an item. */
function progressOf(output: Output): (done: number, total?: number) => void {
  let last = 0;
  return (done, total = 0) => {
    const now = Date.now();
    if (now - last < 200 && done < total) return;
    last = now;
    output.progress(done, total);
  };
}

/** The report in plain sentences. */
function textOf(report: Report, isPreview: boolean): string {
  const lines = REPORT_KINDS.flatMap((kind) => {
    const { created, updated, skipped, dropped } = report[kind];
    if (created + updated + skipped + dropped === 0) return [];
    const parts = [
      `${created} created`,
      `${updated} updated`,
      ...(skipped > 0 ? [`${skipped} skipped`] : []),
      ...(dropped > 0 ? [`${dropped} dropped`] : []),
    ];
    return [`  ${NAMES[kind].padEnd(18)} ${parts.join(', ')}`];
  });
  const warnings = REPORT_KINDS.flatMap((kind) =>
    report[kind].warnings.map(({ line, text }) => `  ${line > 0 ? `line ${line}: ` : ''}${text}`),
  );
  const head = isPreview ? 'Importing would do this; nothing was written.' : 'The import is done.';
  return [head, ...lines, ...(warnings.length > 0 ? ['Worth knowing:', ...warnings] : [])].join('\n');
}

const NAMES: Readonly<Record<keyof Report, string>> = {
  site: 'site and types',
  users: 'users',
  languages: 'languages',
  terms: 'terms',
  posts: 'items',
  media: 'media',
  kept: 'kept for later',
  groups: 'group members',
  comments: 'comments',
  meta: 'fields',
};
