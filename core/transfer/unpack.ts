import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { threadProgram } from '../threads.ts';
import { ImportRefused, type Control } from './refusal.ts';
import { UNPACKED, type UnpackOrder } from './unpack-thread.ts';
import { LIMITS } from './wxr/xml-feed.ts';

/** Milliseconds between two looks whether the work is wanted still. */
const SLICE = 50;

/**
 * The file itself, or what is packed in it with gzip: one layer, and never more bytes than an import may have. Throws
 * `ImportRefused` for a damaged file and for one that holds more. A thread unpacks it, since an import waits for nothing else.
 * @param folder of this import alone
 */
export function unpacked(path: string, folder: string, control: Control, most = LIMITS.fileBytes): string {
  if (!isGzip(path)) return path;
  const to = join(folder, 'unpacked');
  const state = new Int32Array(new SharedArrayBuffer(4));
  const order: UnpackOrder = { unpack: { path, to, most }, state: state.buffer };
  const worker = new Worker(threadProgram('worker'), { name: 'polydesk unpack', workerData: order });
  // Its end is in the state.
  worker.on('error', () => undefined);
  worker.unref();
  try {
    while (Atomics.wait(state, 0, UNPACKED.working, SLICE) === 'timed-out') control.progress(0);
  } finally {
    void worker.terminate();
  }
  const end = Atomics.load(state, 0);
  if (end === UNPACKED.done) return to;
  if (end === UNPACKED.damaged)
    throw new ImportRefused('broken_gzip', 'The file is damaged: it cannot be unpacked.', { params: { what: 'file' } });
  if (end === UNPACKED.full)
    throw Object.assign(new Error('No space left to unpack the file'), { code: 'ENOSPC', syscall: 'write' });
  if (end !== UNPACKED.large) throw new Error('The file could not be unpacked');
  const size = Math.round(most / 2 ** 20);
  throw new ImportRefused('too_large', `The file is larger than ${size} MiB.`, { params: { what: 'file', size } });
}

/** Whether a file is packed with gzip, by its first bytes. */
function isGzip(path: string): boolean {
  if (!statSync(path).isFile()) return false;
  const start = Buffer.alloc(2);
  const file = openSync(path, 'r');
  try {
    readSync(file, start, 0, 2, 0);
  } finally {
    closeSync(file);
  }
  return start.toString('hex') === '1f8b';
}
