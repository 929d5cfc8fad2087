import * as v from 'valibot';
import type { RestError } from '../errors.ts';
import type { Params } from '../schema/wire/args.ts';
import type { Summary } from '../schema/site/summaries.ts';
import type { Site } from '../site.ts';
import type { Caller, Dict, EventStream, FileRef, JobOrder, OutboundRequest, RestRequest } from '../types.ts';

/** What a table names endpoints by. `EDIT`: POST, PUT and PATCH, which do the same. */
export type Verb = 'GET' | 'POST' | 'EDIT' | 'PUT' | 'PATCH' | 'DELETE';
export type Method = Exclude<Verb, 'EDIT'>;

/**
 * Endpoints by path and verb. A variable of a path is written as `{name}`; what it may hold, its argument says
 * (`schema/wire/walk.ts`, `inPath`). The first part of the path is the namespace.
 */
export type RouteTable = Readonly<Record<string, Readonly<Partial<Record<Verb, Endpoint>>>>>;

/** Arguments by name, in the order of the contract. A bare schema is required; `v.optional` is not. */
export type ArgEntries = v.ObjectEntries;

/** What a handler knows besides the site and its checked parameters. */
export interface Call {
  caller: Caller;
  request: RestRequest;
  /** Names present in the request, in its order: query first, then body (`interface.md` 2.3). */
  given: readonly string[];
  /** Everything the request carried, before checking, path variables included. */
  raw: Dict;
}

/** What a handler answers with in place of a body. */
interface InsteadOfBody {
  file: FileRef;
  /** Queued once the transaction is over: the answer becomes 202 with the number of the job. Only on routes outside batches. */
  job: JobOrder;
  /** Sent before the request is answered. Only without a transaction. */
  outbound: OutboundRequest;
  /** Written from now on, in place of an answer. */
  stream: EventStream;
}

/** What a handler returns, with `T` as its body. Returning commits, throwing rolls back. */
export type Answer<T = unknown> = {
  /** 200 when left out. */
  status?: number;
  headers?: Dict<string>;
  /** What the history says of it; writes only. */
  summary?: Summary;
  /** The journal entry this one takes back. */
  undoes?: number;
  /** When, where the body says so. */
  at?: string;
} & (({ body: T } & { [K in keyof InsteadOfBody]?: never }) | ({ body?: never } & Partial<InsteadOfBody>));

/** What an adapter has to know of an endpoint before it calls it. */
export interface Traits {
  /** Takes part in `batch/v1`, and may share a COMMIT with others. */
  batch?: true;
  /** Changes nothing although it is not a GET (impact previews): runs in a transaction that is rolled back. */
  dry?: true;
  /** Touches nothing that is stored (jobs): runs without a transaction, so also while a job merges. */
  noTransaction?: true;
  /** Only reads, whatever its verb, and may take long in a file beside the site: always answered in the thread that reads. */
  inThread?: true;
  /** The answer to a GET depends on nothing but the stored site, the request and the caller, never on the time: kept until the site changes. */
  cacheable?: true;
  /** A secret may not be named any more after it: then it is removed. */
  forgets?: true;
  /** Makes the site no larger, so it may take of the last room of the disk (`security.md` 5.8). No DELETE does. */
  grows?: false;
  /** The body may be a file as it is (`content.md` 2.7). */
  takesFile?: true;
  /** The answer is a file. */
  givesFile?: true;
  /** The answer is a stream of events. */
  streams?: true;
  /** What the log of requests keeps, where it is not everything: all but the answer, which is a secret; how it went; nothing. */
  log?: 'request' | 'outcome' | 'nothing';
  /** Who sends this parameter needs no credentials; wrong ones that come along do no harm. */
  signsInBy?: string;
  /** Carries other requests, in `requests`. */
  isBatch?: true;
}

/** One verb of a route. */
export interface Endpoint {
  args: ArgEntries;
  /** Body of a successful answer; `v.unknown()` where none was declared. */
  answers: v.GenericSchema;
  /** What it does, for descriptions of the API. */
  summary?: string | undefined;
  traits: Traits;
  /** Why the caller may not, or undefined. Must not change anything; called for the `Allow` header too. */
  permit?(site: Site, params: Dict, call: Call): RestError | undefined;
  run(site: Site, params: Dict, call: Call): Answer;
}

/**
 * An endpoint whose handler sees its parameters typed, and whose body is checked against what it says it answers. The one cast
 * of the pipeline: `dispatch` has checked the parameters against `args`.
 */
export function endpoint<const E extends ArgEntries, A extends v.GenericSchema = v.UnknownSchema>(spec: {
  args: E;
  answers?: A;
  summary?: string;
  traits?: Traits;
  permit?(site: Site, params: Params<E>, call: Call): RestError | undefined;
  run(site: Site, params: Params<E>, call: Call): Answer<v.InferOutput<A>>;
}): Endpoint & { answers: A } {
  return { traits: {}, ...spec, answers: (spec.answers ?? v.unknown()) as A };
}
