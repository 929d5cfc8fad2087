import * as v from 'valibot';
import { RestError } from '../../errors.ts';
import type { LineKind } from '../../schema/live/plan.ts';
import type { Json } from '../../types.ts';
import { Failure, isMissing, readAnswer } from '../answers.ts';
import { askPatiently, pathIn, refuseCredentials, type Query } from '../api.ts';
import { canonicalItem } from '../canonical.ts';
import { OTHERS, othersOf } from '../etag.ts';
import { fieldsOfType } from '../here.ts';
import { liveFault } from '../faults.ts';
import { LANGUAGE_LIVE_FIELDS } from '../fields.ts';
import type { RemoteForm } from '../remote-files.ts';
import type { RemoteAnswer } from '../remote.ts';
import { isSettingsName, SETTINGS_ROUTES } from '../settings/settings.ts';
import { STRINGS, stringsThere } from '../settings/strings.ts';
import type { Looked, Pushing, Step } from './pushing.ts';

/** The route of an item type on the live site; undefined if the site does not have it. */
export function routeOf({ facts }: Pushing, kind: LineKind, type: string): string | undefined {
  if (kind === 'language') return '/pll/v1/languages';
  if (kind === 'settings') return isSettingsName(type) ? SETTINGS_ROUTES[type] : undefined;
  const all = kind === 'term' ? facts.taxonomies : facts.types;
  return all.find(({ name }) => name === type)?.route;
}

/** A definite refusal: the site understood the request and rejects it, whether it reads or writes this item. */
export class Refused extends Error {
  readonly status: number;
  readonly code: string;
  readonly data: unknown;
  constructor({ status, body }: RemoteAnswer) {
    const parsed = v.safeParse(Failure, body);
    super('The site refused a request');
    this.status = status;
    this.code = parsed.success ? parsed.output.code : '';
    this.data = body;
  }
}

/** For `catch`: a refusal counts as no answer. */
export function ifRefused(error: unknown): undefined {
  if (!(error instanceof Refused)) throw error;
}

/** It is unknown whether the site processed the request: this has to be checked. */
export class Doubtful extends Error {
  readonly fault: unknown;
  /** Milliseconds the site asked to wait. */
  readonly pause: number;
  constructor(fault: unknown, pause = 0) {
    super('It is unknown whether a write was done');
    this.fault = fault;
    this.pause = pause;
  }
}

/**
 * The item had changed before the request was processed: it is read again. A concurrent edit came first, or the same request, which
 * arrived twice: then what it wanted is there.
 */
export function lookAgain(step: Step): never {
  step.state = 'planned';
  step.result = { code: '', ...step.result, isRefusedOnce: true };
  throw new Doubtful(liveFault('answer'));
}

/** Whether what a step wants may be there because a request of its own arrived twice. */
export const isPerhapsStored = ({ state, result }: Step): boolean => state === 'sent' || result?.isRefusedOnce === true;

/** Stops the run: the site no longer accepts the user, or asks to wait for too long. */
export class Stopped extends Error {
  readonly fault: RestError;
  constructor(fault: RestError) {
    super('The site refused the user');
    this.fault = fault;
  }
}

/**
 * GET in context=edit; undefined: the site reports that the item does not exist. Throws `Refused` or `Stopped` if it is not
 * readable.
 */
export async function getThere(pushing: Pushing, route: string, query: Query = {}): Promise<unknown> {
  return (await getAnswer(pushing, route, query))?.body;
}

/** The same with its headers. */
export async function getAnswer(pushing: Pushing, route: string, query: Query = {}): Promise<RemoteAnswer | undefined> {
  const { remote, facts, tools } = pushing;
  const path = pathIn(facts.root, route, { context: 'edit', ...query });
  const answer = await askPatiently(remote, { method: 'GET', path, signal: tools.signal });
  if (isMissing(answer)) return undefined;
  refuseUser(answer);
  if ([403, 404, 410].includes(answer.status)) throw new Refused(answer);
  if (answer.status !== 200) throw liveFault('answer');
  return answer;
}

/** Throws `Stopped` if the user is no longer signed in. A 403 concerns one item: that line fails, and the run continues. */
function refuseUser(answer: RemoteAnswer): void {
  if (answer.status !== 401) return;
  try {
    refuseCredentials(answer);
  } catch (fault) {
    if (fault instanceof RestError) throw new Stopped(fault);
    throw fault;
  }
  throw new Stopped(liveFault('refused', { status: String(answer.status) }));
}

/**
 * One write: throws `Refused`, `Doubtful` or `Stopped`. Nothing is sent twice. A run that is paused or stopped ends after it, because
 * only its answer tells what was stored; an upload, of which a part has no effect, is given up.
 */
export async function writeThere(
  { remote, facts, tools }: Pushing,
  {
    method = 'POST',
    route,
    query = {},
    body,
    form,
    tag,
    others = new Map(),
  }: {
    method?: 'POST' | 'DELETE';
    route: string;
    query?: Query;
    body?: Json;
    form?: RemoteForm;
    /** ETags: of the item, and by id of others that the write moves. */
    tag?: string | undefined;
    others?: ReadonlyMap<number, string>;
  },
): Promise<RemoteAnswer> {
  const path = pathIn(facts.root, route, query);
  const conditions = {
    ...(tag !== undefined && { 'if-match': tag }),
    ...(others.size > 0 && { [OTHERS]: othersOf(others) }),
  };
  const request = {
    method,
    path,
    ...(form && { form, signal: tools.signal }),
    headers: conditions,
    ...(body !== undefined && { body }),
  };
  const answer = await remote.ask(request).catch((fault: unknown) => {
    throw new Doubtful(fault);
  });
  refuseUser(answer);
  if (answer.status === 429 || answer.status === 503) throw new Doubtful(liveFault('busy'), pauseOf(answer));
  if (answer.status === 408 || (answer.status >= 500 && answer.status !== 501)) throw new Doubtful(liveFault('answer'));
  if (answer.status >= 400) throw new Refused(answer);
  return answer;
}

/** The maximum delay between two requests, in milliseconds. */
const LONGEST_PAUSE = 120_000;

function pauseOf({ headers }: RemoteAnswer): number {
  const seconds = Number(headers['retry-after'] ?? 1);
  const pause = Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : 1000;
  if (pause > LONGEST_PAUSE) throw new Stopped(liveFault('busy'));
  return pause;
}

const Item = v.looseObject({ id: v.pipe(v.number(), v.integer(), v.minValue(1)) });
const Versions = v.object({
  _links: v.object({
    'version-history': v.pipe(v.array(v.object({ count: v.number() })), v.minLength(1)),
    'predecessor-version': v.fallback(v.array(v.object({ id: v.number() })), []),
  }),
});

/** Converts an answer to the canonical format. */
export function readItem(
  pushing: Pushing,
  { kind, type }: { kind: LineKind; type: string },
  body: unknown,
): Looked & { id: number } {
  if (kind === 'language') return { ...readLanguage(body), modified: '', versions: undefined };
  if (kind === 'settings') return { ...readSettings(pushing, type, body), modified: '', versions: undefined };
  const answer = readAnswer(Item, body) as Record<string, Json> & { id: number };
  const { fields } = canonicalItem(answer, fieldsOfType(pushing.site, kind, type), pushing.numbers);
  const modified = typeof answer['modified_gmt'] === 'string' ? answer['modified_gmt'] : '';
  const parsed = v.safeParse(Versions, body);
  const links = parsed.success ? parsed.output._links : undefined;
  const versions = links && {
    count: links['version-history'][0]?.count ?? 0,
    latest: links['predecessor-version'][0]?.id ?? 0,
  };
  return { id: answer.id, fields, modified, versions };
}

function readSettings(pushing: Pushing, type: string, body: unknown): { id: number; fields: Record<string, Json> } {
  if (type === STRINGS) return { id: 0, fields: stringsThere(body) };
  const answer = readAnswer(v.record(v.string(), v.unknown()), body) as Readonly<Record<string, Json>>;
  const fields = fieldsOfType(pushing.site, 'settings', 'settings');
  return { id: 0, fields: canonicalItem(answer, fields, pushing.numbers).fields };
}

const Language = v.looseObject({ slug: v.string(), term_id: v.pipe(v.number(), v.integer(), v.minValue(1)) });

function readLanguage(body: unknown): { id: number; fields: Record<string, Json> } {
  const answer = readAnswer(Language, body) as Record<string, Json> & { term_id: number };
  const fields = LANGUAGE_LIVE_FIELDS.flatMap(({ name }): [string, Json][] =>
    answer[name] === undefined ? [] : [[name, answer[name]]],
  );
  return { id: answer.term_id, fields: Object.fromEntries(fields) };
}

/** Settings have no id. */
export const addressOf = (route: string, kind: LineKind, id: string | number): string =>
  kind === 'settings' ? route : `${route}/${id}`;

/** The current state of a step's item there; undefined: deleted. A language is read by its code and written by its id. */
export async function lookAt(pushing: Pushing, step: Step, id: number): Promise<(Looked & { id: number }) | undefined> {
  const { kind, uuid, input } = step;
  const route = routeOf(pushing, kind, kind === 'settings' ? uuid : input.type);
  if (route === undefined) return undefined;
  const answer = await getAnswer(pushing, addressOf(route, kind, kind === 'language' ? uuid : id));
  return answer && { ...readItem(pushing, { kind, type: input.type }, answer.body), tag: answer.headers.etag };
}
