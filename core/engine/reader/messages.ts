import type { JudgedGroup } from '../../domain/matrix/unit-states.ts';
import type { Learned } from '../../domain/memory/learn.ts';
import type { TextWork } from '../../domain/content/posts/long-texts.ts';
import type { WorkerSiteOptions } from '../../site.ts';
import type { Origin, RestRequest, RestResponse, Role } from '../../types.ts';

/** The start data of the reader program: plain data. */
export interface ReaderOrder {
  file: string;
  site: WorkerSiteOptions;
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

/** Messages to the reader: requests or texts one after another, then the end. `asJson`: return the body as the bytes to send. */
export type ToReader =
  | { type: 'ask'; id: number; request: RestRequest; caller: PlainCaller; serverUrl: string; asJson: boolean }
  | { type: 'work'; id: number; work: TextWork; text: string }
  | { type: 'judge'; id: number; milliseconds: number }
  | { type: 'learn'; id: number; milliseconds: number; isDamaged: boolean }
  | { type: 'close' };

/** Its answers; `fault` is a bug. Unasked it tells that the memory is damaged. */
export type FromReader = ReaderAnswer | { isMemoryDamaged: true };

export type ReaderAnswer =
  | { id: number; response: RestResponse }
  | { id: number; text: string }
  | { id: number; judged: JudgedGroup[] }
  | { id: number; learned: Learned }
  | { id: number; fault: string };
