// The program of a worker: one job, or a part of a job that needs its own thread. Only the needed modules are loaded: each thread
// would keep all the rest in memory once more.
import { workerData } from 'node:worker_threads';
import type { IndexOrder } from '../transfer/apply/index-texts.ts';
import type { UnpackOrder } from '../transfer/unpack-thread.ts';
import type { WorkerOrder } from './worker-messages.ts';

const started = workerData as WorkerOrder | IndexOrder | UnpackOrder;
if ('index' in started) (await import('../transfer/apply/index-texts.ts')).indexTexts(started);
else if ('unpack' in started) await (await import('../transfer/unpack-thread.ts')).unpackFile(started);
else await (await import('./order.ts')).runOrder(started);
