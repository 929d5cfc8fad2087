import { createReadStream } from 'node:fs';
import type { Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

/** Writes a file to a stream, gzipped if `isPacked`; the output is reproducible. */
export async function sendFile(
  path: string,
  to: Writable,
  { isPacked, signal, end }: { isPacked: boolean; signal: AbortSignal; end: boolean },
): Promise<void> {
  const gzip: Transform[] = isPacked ? [createGzip()] : [];
  await pipeline([createReadStream(path), ...gzip, to], { signal, end });
}
