import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';

/** Worker data of the thread that decompresses a file. */
export interface UnpackOrder {
  unpack: { path: string; to: string; most: number };
  /** A single 32-bit cell: `UNPACKED`. */
  state: SharedArrayBuffer;
}

/** Progress and result of the thread. */
export const UNPACKED = { working: 0, done: 1, damaged: 2, large: 3, full: 4, failed: 5 } as const;

class TooLarge extends Error {}

/** Entry point of that thread. Never throws: the result is in the state. */
export async function unpackFile({ unpack: { path, to, most }, state }: UnpackOrder): Promise<void> {
  async function* counted(parts: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
    let size = 0;
    for await (const part of parts) {
      size += part.length;
      if (size > most) throw new TooLarge();
      yield part;
    }
  }
  const cell = new Int32Array(state);
  const end = await pipeline(
    createReadStream(path),
    createGunzip(),
    counted,
    createWriteStream(to, { mode: 0o600 }),
  ).then(() => UNPACKED.done, endOf);
  Atomics.store(cell, 0, end);
  Atomics.notify(cell, 0);
}

function endOf(error: unknown): number {
  if (error instanceof TooLarge) return UNPACKED.large;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code.startsWith('Z_')) return UNPACKED.damaged;
  return ['ENOSPC', 'EDQUOT'].includes(code) ? UNPACKED.full : UNPACKED.failed;
}
