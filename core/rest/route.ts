import type * as v from 'valibot';
import type { RestError } from '../errors.ts';
import type { Site } from '../site.ts';
import type { Caller, Dict, Errand, FileRef, JobOrder, RestRequest } from '../types.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Arguments by name, in the order of the contract. A bare schema is required; `v.optional` is not. */
export type ArgEntries = v.ObjectEntries;
export type ParamsOf<E extends ArgEntries> = v.InferOutput<v.ObjectSchema<E, undefined>>;

/** What a handler knows besides the site and its checked parameters. */
export interface Call {
  caller: Caller;
  request: RestRequest;
  /** Names present in the request, in its order: query first, then body (`interface.md` 2.3). */
  given: readonly string[];
  /** Everything the request carried, before checking, path variables included. */
  raw: Dict;
}

/** What a handler returns. Returning commits, throwing rolls back. */
export interface Answer {
  body: unknown;
  /** 200 when left out. */
  status?: number;
  headers?: Dict<string>;
  /** One sentence for the journal; writes only. */
  summary?: string;
  /** The journal entry this one takes back. */
  undoes?: number;
  file?: FileRef;
  /** Queued once the transaction is over: the answer becomes 202 with the number of the job. Only on routes outside batches. */
  job?: JobOrder;
  /** Asked outside before the request is answered. Only on routes outside transactions. */
  errand?: Errand;
}

/** One verb (or several that do the same) of a route. */
export interface Endpoint {
  methods: readonly Method[];
  args: ArgEntries;
  /** Takes part in `batch/v1`. */
  batch: boolean;
  /** Changes nothing although it is no GET (impact previews): runs in a transaction that is rolled back. */
  dry?: boolean;
  /** Touches nothing that is stored (jobs): runs outside any transaction, so also while a job merges. */
  outside?: true;
  /** The answer to a GET depends on nothing but the stored site, the request and the caller, never on the time: kept until the site changes. */
  lasting?: true;
  /** The answer is a list of the item of the route, all of it: what has pages says so by `per_page` or `limit`. */
  list?: true;
  /** Why the caller may not, or undefined. Must not change anything; called for the `Allow` header too. */
  permit?(site: Site, params: Dict, call: Call): RestError | undefined;
  run(site: Site, params: Dict, call: Call): Answer;
}

/** An address and its endpoints. `path` stands below the namespace and holds variables as `(?P<name>pattern)`, as the index prints them. */
export interface Route {
  namespace: string;
  path: string;
  endpoints: readonly Endpoint[];
  /** Title and schema of the item, for OPTIONS; closed where its schema says that there is nothing else (`interface.md` 6.1). */
  item?: { title: string; schema: v.GenericSchema; isClosed?: boolean };
  /** null means "not given" (`content.md` 1.2), instead of a wrong type (`interface.md` 1.7). */
  nullIsAbsent?: boolean;
}

/** An endpoint whose handler sees its parameters typed. The one cast of the pipeline: `dispatch` has checked them against `args`. */
export function endpoint<const E extends ArgEntries>(spec: {
  methods: readonly Method[];
  args: E;
  batch?: boolean;
  dry?: boolean;
  outside?: true;
  lasting?: true;
  list?: true;
  permit?(site: Site, params: ParamsOf<E>, call: Call): RestError | undefined;
  run(site: Site, params: ParamsOf<E>, call: Call): Answer;
}): Endpoint {
  return { batch: false, ...spec };
}

export const EDITABLE = ['POST', 'PUT', 'PATCH'] as const;
