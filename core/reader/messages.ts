import type { BesideOptions } from '../site.ts';
import type { Origin, RestRequest, RestResponse, Role } from '../types.ts';

/** What the program of the reader is started with: plain data. */
export interface ReaderOrder {
  file: string;
  site: BesideOptions;
  state: SharedArrayBuffer;
}

/** A caller without its function. */
export interface PlainCaller {
  name: string;
  token: string;
  userId: number;
  /** null: a guest. */
  role: Role | null;
  origin: Origin;
  serverRights: boolean;
}

/** What the reader is told: one request after another, then to go. */
export type ToReader =
  | { type: 'ask'; id: number; request: RestRequest; caller: PlainCaller; serverUrl: string }
  | { type: 'close' };

/** What it answers; `fault` is that of a bug. */
export type FromReader = { id: number; response: RestResponse } | { id: number; fault: string };
