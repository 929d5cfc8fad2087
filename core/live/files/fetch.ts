import { takeAwaited } from '../../domain/content/media/awaited.ts';
import { uploadType } from '../../domain/content/media/types.ts';
import { RestError } from '../../errors.ts';
import type { FilesReport } from '../../schema/live/files.ts';
import type { Summary } from '../../schema/site/summaries.ts';
import type { Site } from '../../site.ts';
import { connectedSite } from '../../store/live/sites.ts';
import { filesThere, type FileThere } from '../../store/live/files.ts';
import type { FileRef, Origin } from '../../types.ts';
import { readSiteAddress } from '../address.ts';
import { liveFault } from '../faults.ts';
import type { Remote } from '../remote.ts';
import { openDownloads, type Downloads } from './downloads.ts';

/** How files are fetched: `merge` of a job, or a transaction of the caller's own. */
export interface FilesTools {
  remote: Remote;
  /** Its number: what was fetched before a pause is found by it. */
  run: number;
  merge<T>(work: () => { value: T; summary: Summary; origin: Origin }): T;
  /** Throws once somebody ended it. */
  progress(done: number, total: number): void;
  signal: AbortSignal;
}

/**
 * Fetches files of media that lie on the live site into this one (`live-site.md` 5), only from the address it is connected under.
 * What could not be fetched is named in the report, and its record stays as it is. Faults of the line end it; what had come by then
 * is stored, and the next order goes on. Of a run that is paused it is kept for when that goes on.
 *
 * @param ids of the records; left out: all that are without their file
 */
export async function fetchFiles(
  site: Site,
  ids: readonly number[] | undefined,
  { remote, run, merge, progress, signal }: FilesTools,
): Promise<{ report: FilesReport; fault: RestError | undefined }> {
  const live = connectedSite(site.db);
  if (!live) throw liveFault('none');
  const wanted = filesThere(site.db, live.id, ids);
  const downloads = openDownloads(site, run);
  const fetched: { there: FileThere; file: FileRef }[] = [];
  const report: FilesReport = { fetched: 0, bytes: 0, left: [] };
  let fault: RestError | undefined;
  let isDone = false;
  try {
    for (const [at, there] of wanted.entries()) {
      progress(at, wanted.length);
      const got = await fetchOne(live.url, there, { remote, downloads, signal });
      if ('file' in got) fetched.push({ there, file: got.file });
      else if ('fault' in got && isEnd(got.fault)) fault = got.fault;
      else report.left.push({ id: there.id, code: got.code });
      if (fault) break;
    }
    if (fetched.length > 0) merge(() => keepFiles(site, fetched, report));
    isDone = true;
    return { report, fault };
  } finally {
    downloads.end(isDone);
  }
}

type Got = { file: FileRef } | { code: string } | { code: string; fault: RestError };

async function fetchOne(
  site: string,
  there: FileThere,
  { remote, downloads, signal }: { remote: Remote; downloads: Downloads; signal: AbortSignal },
): Promise<Got> {
  const path = pathThere(site, there.url);
  if (path === undefined) return { code: 'other_host' };
  try {
    const got = await downloads.take(there.url, (to) => remote.download(path, to, signal));
    return got ? { file: { ...got, name: nameIn(path), type: '' } } : { code: 'gone' };
  } catch (error) {
    if (!(error instanceof RestError) || signal.aborted) throw error;
    return { code: error.code.replace('polydesk_live_', ''), fault: error };
  }
}

/** Faults that the next file would meet, too. */
const ENDS: ReadonlySet<string> = new Set(
  ['offline', 'slow', 'certificate', 'network', 'private', 'busy'].map((kind) => `polydesk_live_${kind}`),
);

/** A full disk is full for the next file, too. */
const isEnd = ({ code }: RestError): boolean => ENDS.has(code) || code.startsWith('storage_');

/** Where a file lies below the origin of the live site; undefined for one on another host, which is never asked. */
export function pathThere(site: string, url: string): string | undefined {
  const { origin } = readSiteAddress(site);
  if (!URL.canParse(url, origin)) return undefined;
  const there = new URL(url, origin);
  return there.host === new URL(origin).host && /^https?:$/.test(there.protocol)
    ? there.pathname + there.search
    : undefined;
}

/** The name of a file as people read it. */
function nameIn(path: string): string {
  const name = path.replace(/\?.*$/, '').split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

function keepFiles(
  site: Site,
  fetched: readonly { there: FileThere; file: FileRef }[],
  report: FilesReport,
): { value: undefined; summary: Summary; origin: Origin } {
  for (const { there, file } of fetched)
    try {
      takeAwaited(site, there.id, { ...file, type: uploadType(file.name) ?? '' });
      report.fetched += 1;
      report.bytes += file.size;
    } catch (error) {
      // A page in its place, a type that is not kept here, or somebody brought the file meanwhile.
      if (!(error instanceof RestError)) throw error;
      report.left.push({ id: there.id, code: error.code === 'polydesk_has_file' ? 'here' : 'not_a_file' });
    }
  return { value: undefined, summary: { code: 'live.files', params: { count: report.fetched } }, origin: 'pull' };
}
