/** The plain shapes every adapter (HTTP, IPC, batch, tests) and `dispatch` share. All of them survive a structured clone, but for `Caller.can`. */

import type { Summary } from './schema/site/summaries.ts';

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** A map without a prototype, or any plain object: keys of the wire are data, never code. */
export type Dict<T = unknown> = Record<string, T>;

export const ROLES = ['administrator', 'editor', 'author', 'contributor', 'subscriber'] as const;
export type Role = (typeof ROLES)[number];

/** How far an item of a translation group is (`contract/extras.md`, `/coverage`); `missing`: a language without one. */
export const ITEM_STATES = ['source', 'translated', 'needs_update', 'partial', 'draft'] as const;
export const STATES = [...ITEM_STATES, 'missing'] as const;
export type State = (typeof STATES)[number];
export type ItemState = (typeof ITEM_STATES)[number];

/** What a right is asked for: `content.md` 1.3. */
export type Capability =
  | 'manage_options'
  | 'edit_others'
  | 'publish'
  | 'upload'
  | 'edit_own'
  | 'manage_terms'
  | 'create_flat_terms'
  | 'unfiltered_html'
  | 'read_history'
  | 'manage_server'
  | 'read';

/** Where a change came from, as the journal names it. */
export type Origin = 'window' | 'token' | 'import' | 'pull' | 'push' | 'undo' | 'command line';

/** The sender of a request. Made by the adapter (`domain/capabilities.ts`), never by a request. */
export interface Caller {
  /** Login of the user, or "" for a guest. */
  readonly name: string;
  /** Name of the token used, "" for the window and guests. */
  readonly token: string;
  readonly userId: number;
  /** null: nobody signed in. */
  readonly role: Role | null;
  readonly origin: Origin;
  can(capability: Capability): boolean;
}

/** A file on its way in or out: written or read by the adapter, never by the engine. */
export interface FileRef {
  path: string;
  name: string;
  type: string;
  size: number;
  /** In lower-case hex; made by the adapter where the request names one (`Content-MD5`), so that nobody waits for it. */
  md5?: string;
}

/** A request, below the REST root. Names of headers are in lower case. */
export interface RestRequest {
  /** The real verb, in upper case. */
  method: string;
  /** Path below the REST root, e.g. `/pll/v1/settings`; percent-encoded as it came. */
  path: string;
  /** Parsed by `rest/query.ts`, in the order sent. */
  query?: Dict;
  headers?: Dict<string>;
  /** The parsed JSON or form body. What is not an object has no effect. */
  body?: unknown;
  /** Where in a JSON body a 0 or 1 was written as a float, as 1.0: that is not a boolean (`interface.md` 1.7). Each a path of keys. */
  floats?: readonly (readonly string[])[];
  /** A body that could not be parsed: judged after the route is known (`interface.md` 1.4 step 7). */
  bodyFault?: { code: number; message: string };
  file?: FileRef;
  /** Ids that stand in place of secrets. Set by the engine only. */
  sealed?: readonly string[];
}

export interface RestResponse {
  status: number;
  headers: Dict<string>;
  /** undefined: an empty body (HEAD). */
  body: unknown;
  /** The body as it is sent, in place of `body`: only for adapters that asked for that. */
  json?: Uint8Array<ArrayBuffer>;
  /** The same body, as the same object, is answered until the site changes: what an adapter makes of it is worth keeping. */
  lasting?: true;
  file?: FileRef;
  /** What the adapter writes in place of a body. */
  stream?: EventStream;
  /** Not the answer yet: what has to be sent first. Adapters never see it. */
  outbound?: OutboundRequest;
}

/** Requested work that takes too long for an answer: a kind of `jobs/kinds.ts` and what that kind wants to know. */
export interface JobOrder {
  kind: string;
  input: Json;
}

/** A stream of events (`contract/extras.md`, `/events`). */
export interface EventStream {
  /** Changes after the one with this number. */
  since: number;
  /** Requests of the local server too. */
  requests: boolean;
}

/** Something to be asked of another computer, by an explicit act: sent by the engine after its request, which waits for it. */
export interface OutboundRequest {
  kind: 'translate' | 'usage' | 'live_probe' | 'live_connect';
  /** Id of the secret that is shown there. */
  secret: string;
  input: { [key: string]: Json };
}

/** One committed change, as windows, the event stream and `/changes` see it. */
export interface ChangeNotice {
  id: number;
  at: string;
  author: string;
  origin: Origin;
  /** In English; `code` and `params` say the same. */
  summary: string;
  code: Summary['code'];
  params: Summary['params'];
  items: { kind: string; id: number | string; op: 'create' | 'update' | 'delete' }[];
}
