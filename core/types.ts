/**
 * The plain shapes that every adapter (HTTP, IPC, batch, tests) and `dispatch` share. All of them survive a structured clone,
 * except `Caller.can`.
 */

import type { Summary } from './schema/site/summaries.ts';

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** A map without a prototype, or any plain object: keys of the wire are data, never code. */
export type Dict<T = unknown> = Record<string, T>;

export const ROLES = ['administrator', 'editor', 'author', 'contributor', 'subscriber'] as const;
export type Role = (typeof ROLES)[number];

/** The state of an item of a translation group (`contract/extras.md`, `/coverage`); `missing`: a language without one. */
export const ITEM_STATES = ['source', 'translated', 'needs_update', 'partial', 'draft'] as const;
export const STATES = [...ITEM_STATES, 'missing'] as const;
export type State = (typeof STATES)[number];
export type ItemState = (typeof ITEM_STATES)[number];

/** The rights that are checked: `content.md` 1.3. */
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

/** The origin of a change, as stored in the journal. */
export type Origin = 'window' | 'token' | 'import' | 'pull' | 'push' | 'undo' | 'command line';

/** The sender of a request. Made by the adapter (`domain/capabilities.ts`), never by a request. */
export interface Caller {
  /** Login of the user, or "" for a guest. */
  readonly name: string;
  /** Name of the token used, "" for the window and guests. */
  readonly token: string;
  readonly userId: number;
  /** null: not signed in. */
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
  /** Lower-case hex; computed by the adapter if the request sends one (`Content-MD5`), outside of the write. */
  md5?: string;
}

/** A request, below the REST root. Header names are in lower case. */
export interface RestRequest {
  /** The actual HTTP method, in upper case. */
  method: string;
  /** Path below the REST root, e.g. `/pll/v1/settings`; percent-encoded as received. */
  path: string;
  /** Parsed by `rest/query.ts`, in the order sent. */
  query?: Dict;
  headers?: Dict<string>;
  /** The parsed JSON or form body. Anything but an object has no effect. */
  body?: unknown;
  /**
   * Where in a JSON body a 0 or 1 was written as a float, as 1.0: that is not a boolean (`interface.md` 1.7). Each is a path of
   * keys.
   */
  floats?: readonly (readonly string[])[];
  /** A body that could not be parsed: reported after the route is known (`interface.md` 1.4 step 7). */
  bodyFault?: { code: number; message: string };
  file?: FileRef;
  /** Ids that replace secrets. Set by the engine only. */
  sealed?: readonly string[];
}

export interface RestResponse {
  status: number;
  headers: Dict<string>;
  /** undefined: an empty body (HEAD). */
  body: unknown;
  /** The body as sent, instead of `body`: only for adapters that request it. */
  json?: Uint8Array<ArrayBuffer>;
  /** The same object is returned as the body until the site changes: an adapter may cache what it makes of it. */
  lasting?: true;
  file?: FileRef;
  /** Written by the adapter instead of a body. */
  stream?: EventStream;
  /** Set instead of an answer if a request has to be sent first. Adapters never see it. */
  outbound?: OutboundRequest;
}

/** Requested work that takes too long for an answer: a kind of `jobs/kinds.ts` with its input. */
export interface JobOrder {
  kind: string;
  input: Json;
}

/** A stream of events (`contract/extras.md`, `/events`). */
export interface EventStream {
  /** Only changes after this number. */
  since: number;
  /** Include requests to the local server. */
  requests: boolean;
}

/** A request to another computer, caused by an explicit act: sent by the engine after its request, which waits for it. */
export interface OutboundRequest {
  kind: 'translate' | 'usage' | 'live_probe' | 'live_connect';
  /** Id of the secret to authenticate with. */
  secret: string;
  input: { [key: string]: Json };
}

/** One committed change, as windows, the event stream and `/changes` see it. */
export interface ChangeNotice {
  id: number;
  at: string;
  author: string;
  origin: Origin;
  /** In English; `code` and `params` carry the same. */
  summary: string;
  code: Summary['code'];
  params: Summary['params'];
  items: { kind: string; id: number | string; op: 'create' | 'update' | 'delete' }[];
}
