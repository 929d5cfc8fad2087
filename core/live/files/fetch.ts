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
import type { OtherHosts } from './other-hosts.ts';

/** How files are stored: `merge` of a job, or a transaction of the caller. */
export interface FilesTools {
  remote: Remote;
  /** Further hosts; left out: none. */
  others?: OtherHosts | undefined;
  /** Id of the run: finds files downloaded before a pause. */
  run: number;
  merge<T>(work: () => { value: T; summary: Summary; origin: Origin }): T;
  /** Throws when cancelled. */
  progress(done: number, total: number): void;
  signal: AbortSignal;
}

/**
 * Downloads media files from the live site into this one (`live-site.md` 5), only from its connected address and from hosts named
 * by the user. Files that fail are listed in the report, and their records stay as they are. A connection fault ends the run;
 * files downloaded before it are stored, and the next run continues. Downloads of a paused run are kept until it is resumed.
 *
 * @param ids of the records; left out: all without their file
 */
export async function fetchFiles(
  site: Site,
  ids: readonly number[] | undefined,
  { remote, others, run, merge, progress, signal }: FilesTools,
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
      const got = await fetchOne(live.url, there, { remote, others, downloads, signal });
      if ('file' in got) fetched.push({ there, file: got.file });
      else if ('fault' in got && isEnd(got)) fault = got.fault;
      else report.left.push({ id: there.id, code: got.code, ...('host' in got && { host: got.host }) });
      if (fault) break;
    }
    if (fetched.length > 0) merge(() => keepFiles(site, fetched, report));
    isDone = true;
    return { report, fault };
  } finally {
    downloads.end(isDone);
  }
}

type Got = { file: FileRef } | { code: string } | { code: string; host: string } | { code: string; fault: RestError };

interface Fetching extends Pick<FilesTools, 'remote' | 'others' | 'signal'> {
  downloads: Downloads;
}

async function fetchOne(site: string, there: FileThere, fetching: Fetching): Promise<Got> {
  const path = pathThere(site, there.url);
  return path === undefined ? fetchElsewhere(there, fetching) : fetchFrom(there, path, fetching);
}

/** Downloads a file from another host; faults of that host are not faults of the site. */
async function fetchElsewhere(there: FileThere, { others, ...fetching }: Fetching): Promise<Got> {
  const url = URL.canParse(there.url) ? new URL(there.url) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) return { code: 'other_host', host: '' };
  const { host } = url;
  const known = others?.faults.get(host);
  if (known) return { code: codeOf(known) };
  try {
    const remote = others?.remoteOf(host);
    if (!remote) return { code: 'other_host', host };
    const got = await fetchFrom(there, url.pathname + url.search, { ...fetching, remote });
    if (!('fault' in got) || isFull(got.fault)) return got;
    if (isEnd(got)) others?.faults.set(host, got.fault);
    return { code: got.code };
  } catch (error) {
    if (!(error instanceof RestError) || fetching.signal.aborted) throw error;
    return { code: codeOf(error) };
  }
}

async function fetchFrom(
  there: FileThere,
  path: string,
  { remote, downloads, signal }: Omit<Fetching, 'others'>,
): Promise<Got> {
  try {
    const got = await downloads.take(there.url, (to) => remote.download(path, to, signal));
    return got ? { file: { ...got, name: nameIn(path), type: '' } } : { code: 'gone' };
  } catch (error) {
    if (!(error instanceof RestError) || signal.aborted) throw error;
    return { code: codeOf(error), fault: error };
  }
}

const codeOf = ({ code }: RestError): string => code.replace('polydesk_live_', '');

/** Faults that would affect the next file, too. */
const ENDS: ReadonlySet<string> = new Set(['offline', 'slow', 'certificate', 'network', 'private', 'busy']);

/** A full disk affects the next file, too. */
const isFull = ({ code }: RestError): boolean => code.startsWith('storage_');
const isEnd = ({ code, fault }: { code: string; fault: RestError }): boolean => ENDS.has(code) || isFull(fault);

/** The path of a file below the origin of the live site; undefined for one on another host. */
export function pathThere(site: string, url: string): string | undefined {
  const { origin } = readSiteAddress(site);
  if (!URL.canParse(url, origin)) return undefined;
  const there = new URL(url, origin);
  return there.host === new URL(origin).host && /^https?:$/.test(there.protocol)
    ? there.pathname + there.search
    : undefined;
}

/** The name of a file in readable form. */
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
      // An HTML page instead of the file, a type not allowed here, or a file that was uploaded meanwhile.
      if (!(error instanceof RestError)) throw error;
      report.left.push({ id: there.id, code: error.code === 'polydesk_has_file' ? 'here' : 'not_a_file' });
    }
  return { value: undefined, summary: { code: 'live.files', params: { count: report.fetched } }, origin: 'pull' };
}
