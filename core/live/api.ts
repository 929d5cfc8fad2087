import { setTimeout } from 'node:timers/promises';
import * as v from 'valibot';
import type { SiteAddress } from './address.ts';
import { Failure, Index, readAnswer } from './answers.ts';
import { liveFault } from './faults.ts';
import type { Remote, RemoteAnswer, RemoteRequest } from './remote.ts';

/** Base path of the REST API of a site: `/blog/wp-json`, or `/blog/?rest_route=` with plain permalinks. */
export interface ApiRoot {
  path: string;
  index: v.InferOutput<typeof Index>;
  /** The time by the clock of the site, ISO in UTC; "" if it does not say it. */
  at: string;
}

/** Values of a query; undefined ones are left out. */
export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

/** The path of a request, relative to the origin. @param route such as `/wp/v2/posts` */
export function pathIn(root: string, route: string, query: Query = {}): string {
  const pairs = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  );
  const text = new URLSearchParams(pairs).toString();
  const sign = root.includes('?') ? '&' : '?';
  return root + route + (text === '' ? '' : sign + text);
}

/**
 * Finds the REST API of a site: below its address, or through a parameter if the site has plain permalinks. Calls this origin
 * only. Throws `polydesk_live_rest` if neither answers as a REST API.
 */
export async function findApi(remote: Remote, { url, origin }: SiteAddress, signal?: AbortSignal): Promise<ApiRoot> {
  const base = url.slice(origin.length);
  for (const path of [`${base}/wp-json`, `${base}/?rest_route=`]) {
    const answer = await askQuietly(remote, { method: 'GET', path: `${path}/`, signal });
    const index = v.safeParse(Index, answer?.body);
    if (answer?.status === 200 && index.success && index.output.namespaces.includes('wp/v2'))
      return { path, index: index.output, at: timeOf(answer) };
    refuseCredentials(answer);
  }
  throw liveFault('rest');
}

function timeOf({ headers }: RemoteAnswer): string {
  const at = Date.parse(headers.date ?? '');
  return Number.isNaN(at) ? '' : new Date(at).toISOString();
}

/** An HTML page instead of an answer is not an error yet: the next address may work. */
async function askQuietly(remote: Remote, request: RemoteRequest): Promise<RemoteAnswer | undefined> {
  try {
    return await askPatiently(remote, request);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'polydesk_live_page') return undefined;
    throw error;
  }
}

/** Codes by which a site rejects a user name or a password. */
const WRONG = new Set(['incorrect_password', 'invalid_username', 'invalid_email', 'invalid_application_credentials']);

/** Throws if the site rejects the credentials, or never received them. */
export function refuseCredentials(answer: RemoteAnswer | undefined): void {
  if (answer?.status !== 401) return;
  const { output, success } = v.safeParse(Failure, answer.body);
  if (success && WRONG.has(output.code)) throw liveFault('password');
  if (success && output.code === 'rest_not_logged_in') throw liveFault('hidden');
}

/** How often a request is retried while the site is busy, and the maximum delay in milliseconds (`live-site.md` 7). */
const TRIES = 3;
const LONGEST_PAUSE = 120_000;

/** Retries after 429 and 503 when the site allows; throws `polydesk_live_busy` if it stays busy. */
export async function askPatiently(remote: Remote, request: RemoteRequest): Promise<RemoteAnswer> {
  for (let tries = 1; ; tries++) {
    const answer = await remote.ask(request);
    if (answer.status !== 429 && answer.status !== 503) return answer;
    const seconds = Number(answer.headers['retry-after'] ?? tries);
    const pause = Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : 1000;
    if (tries === TRIES || pause > LONGEST_PAUSE) throw liveFault('busy');
    await pauseFor(remote, pause, request.signal);
  }
}

/** Waits for this many milliseconds. Throws `polydesk_live_left` when cancelled. */
export async function pauseFor(remote: Remote, milliseconds: number, signal?: AbortSignal): Promise<void> {
  remote.onPause?.(milliseconds);
  try {
    await setTimeout(milliseconds, undefined, signal && { signal });
  } catch {
    throw liveFault('left');
  } finally {
    remote.onPause?.(0);
  }
}

/** GET of a route, parsed by a schema; undefined if the site does not have it or the user may not read it. */
export async function getIfAllowed<S extends v.GenericSchema>(
  remote: Remote,
  path: string,
  schema: S,
  signal?: AbortSignal,
): Promise<v.InferOutput<S> | undefined> {
  const answer = await askPatiently(remote, { method: 'GET', path, signal });
  refuseCredentials(answer);
  if ([401, 403, 404].includes(answer.status)) return undefined;
  if (answer.status !== 200) throw liveFault('answer');
  return readAnswer(schema, answer.body);
}
