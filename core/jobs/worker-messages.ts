import type { WorkerSiteOptions } from '../site.ts';
import type { ChangeNotice, Json, Origin, Role } from '../types.ts';
import type { Outcome } from './run-job.ts';

/** What a worker is started with: plain data. */
export interface WorkerOrder {
  kind: string;
  input: Json;
  file: string;
  site: WorkerSiteOptions;
  caller: { name: string; userId: number; role: Role; origin: Origin; token: string; serverRights: boolean };
  state: SharedArrayBuffer;
}

/** What a worker tells the main process, in this order. */
export type FromWorker =
  | { type: 'merging' }
  /** The entry is on the disk. */
  | { type: 'merged'; notice: ChangeNotice | null }
  | { type: 'over'; outcome: Outcome };
