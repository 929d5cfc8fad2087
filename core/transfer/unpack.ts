import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { threadProgram } from '../threads.ts';
import { ImportRefused, type Control } from './refusal.ts';
import { UNPACKED, type UnpackOrder } from './unpack-thread.ts';
import { LIMITS } from './wxr/xml-feed.ts';

/** Milliseconds between two checks for cancellation. */
const SLICE = 50;

/**
 * Returns the path of the file itself, or of its content if it is compressed with gzip: one layer, and never more bytes than the
 * import limit. Throws `ImportRefused` for a damaged or too large file. A thread decompresses it, so that the import can be
 * cancelled meanwhile.
 * @param folder used by this import only
 */
export function unpacked(path: string, folder: string, control: Control, most = LIMITS.fileBytes): string {
  if (!isGzip(path)) return path;
  const to = join(folder, 'unpacked');
  const state = new Int32Array(new SharedArrayBuffer(4));
  const order: UnpackOrder = { unpack: { path, to, most }, state: state.buffer };
  const worker = new Worker(threadProgram('worker'), { name: 'polydesk unpack', workerData: order });
  // The result is in the state.
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

/** Whether a file is compressed with gzip, by its first bytes. */
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
