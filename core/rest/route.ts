import * as v from 'valibot';
import type { RestError } from '../errors.ts';
import type { Params } from '../schema/wire/args.ts';
import type { Summary } from '../schema/site/summaries.ts';
import type { Site } from '../site.ts';
import type { Caller, Dict, EventStream, FileRef, JobOrder, OutboundRequest, RestRequest } from '../types.ts';

/** How a table names endpoints. `EDIT`: POST, PUT and PATCH, which do the same. */
export type Verb = 'GET' | 'POST' | 'EDIT' | 'PUT' | 'PATCH' | 'DELETE';
export type Method = Exclude<Verb, 'EDIT'>;

/**
 * Endpoints by path and verb. A variable of a path is written as `{name}`; its allowed values follow from its argument
 * (`schema/wire/walk.ts`, `inPath`). The first part of the path is the namespace.
 */
export type RouteTable = Readonly<Record<string, Readonly<Partial<Record<Verb, Endpoint>>>>>;

/** Arguments by name, in the order of the contract. A bare schema is required; `v.optional` is not. */
export type ArgEntries = v.ObjectEntries;

/** What a handler receives besides the site and its checked parameters. */
export interface Call {
  caller: Caller;
  request: RestRequest;
  /** Names present in the request, in its order: query first, then body (`interface.md` 2.3). */
  given: readonly string[];
  /** All parameters of the request, before checking, path variables included. */
  raw: Dict;
}

/** What a handler may return instead of a body. */
interface InsteadOfBody {
  file: FileRef;
  /** Queued after the transaction: the answer becomes 202 with the number of the job. Only on routes outside batches. */
  job: JobOrder;
  /** Sent before the request is answered. Only without a transaction. */
  outbound: OutboundRequest;
  /** Written from now on, instead of an answer. */
  stream: EventStream;
}

/** What a handler returns, with `T` as its body. Returning commits, throwing rolls back. */
export type Answer<T = unknown> = {
  /** Defaults to 200. */
  status?: number;
  headers?: Dict<string>;
  /** The summary for the history; writes only. */
  summary?: Summary;
  /** The journal entry this one undoes. */
  undoes?: number;
  /** The time of the change, if the body sets it. */
  at?: string;
} & (({ body: T } & { [K in keyof InsteadOfBody]?: never }) | ({ body?: never } & Partial<InsteadOfBody>));

/** What an adapter needs to know about an endpoint before it calls it. */
export interface Traits {
  /** Takes part in `batch/v1`, and may share a COMMIT with others. */
  batch?: true;
  /** Changes nothing although it is not a GET (impact previews): runs in a transaction that is rolled back. */
  dry?: true;
  /** Touches no stored data (jobs): runs without a transaction, so also while a job merges. */
  noTransaction?: true;
  /** Only reads, whatever its verb, and may take long in a file next to the site: always answered in the reader thread. */
  inThread?: true;
  /**
   * The answer to a GET depends on nothing but the stored site, the request and the caller, never on the time: cached until the
   * site changes.
   */
  cacheable?: true;
  /** May remove the last reference to a secret: then the secret is removed. */
  forgets?: true;
  /** Never makes the site larger, so it may use the reserve of the disk (`security.md` 5.8). The same holds for every DELETE. */
  grows?: false;
  /** The body may be a raw file (`content.md` 2.7). */
  takesFile?: true;
  /** The answer is a file. */
  givesFile?: true;
  /** The answer is a stream of events. */
  streams?: true;
  /** What the request log keeps, if it is not everything: all but the answer, which is a secret; only the outcome; nothing. */
  log?: 'request' | 'outcome' | 'nothing';
  /** A request with this parameter needs no credentials; wrong ones sent with it are ignored. */
  signsInBy?: string;
  /** Contains other requests, in `requests`. */
  isBatch?: true;
}

/** One verb of a route. */
export interface Endpoint {
  args: ArgEntries;
  /** Body of a successful answer; `v.unknown()` if none was declared. */
  answers: v.GenericSchema;
  /** What it does, for descriptions of the API. */
  summary?: string | undefined;
  traits: Traits;
  /** Returns why the caller may not call it, or undefined. Must not change anything; called for the `Allow` header too. */
  permit?(site: Site, params: Dict, call: Call): RestError | undefined;
  run(site: Site, params: Dict, call: Call): Answer;
}

/**
 * Defines an endpoint whose handler receives typed parameters, and whose body is checked against `answers`. The only cast of the
 * pipeline: `dispatch` has checked the parameters against `args`.
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
