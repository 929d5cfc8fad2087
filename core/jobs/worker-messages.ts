import type { WorkerSiteOptions } from '../site.ts';
import type { ChangeNotice, Json, Origin, Role } from '../types.ts';
import type { Outcome } from './run-job.ts';

/** The start data of a worker: plain data. */
export interface WorkerOrder {
  kind: string;
  input: Json;
  file: string;
  site: WorkerSiteOptions;
  caller: { name: string; userId: number; role: Role; origin: Origin; token: string; serverRights: boolean };
  state: SharedArrayBuffer;
}

/** Messages from the main process to a worker. */
export type ToWorker = { type: 'cancel' } | { type: 'secret'; id: string; value: string | undefined };

/** Messages from a worker to the main process, in this order; it may request secrets before it merges. */
export type FromWorker =
  | { type: 'secret'; id: string }
  | { type: 'merging' }
  /** The entry is on the disk. */
  | { type: 'merged'; notice: ChangeNotice | null }
  | { type: 'over'; outcome: Outcome };
