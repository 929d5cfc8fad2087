import { OpenError } from '../../store/file/failures.ts';
import { isCode } from '../host/private-file.ts';

/** The ports a server may choose from (`interface.md` 1.2). */
export const PORTS = Array.from({ length: 20 }, (_, n) => 24180 + n);

/**
 * Listens on the requested port, or on the first free one, trying the last one used first (`security.md` 3.1). "Taken" means that
 * listening failed; a requested port is never changed.
 */
export async function listenOn<T>(
  listen: (port: number) => Promise<T>,
  preferred: { asked: number | undefined; last: number | undefined },
): Promise<T> {
  if (preferred.asked !== undefined) return listenOnAsked(listen, preferred.asked);
  const last = PORTS.filter((port) => port === preferred.last);
  for (const port of [...last, ...PORTS.filter((other) => other !== preferred.last)]) {
    try {
      return await listen(port);
    } catch (error) {
      if (!isTaken(error)) throw error;
    }
  }
  throw new OpenError(
    'in_use',
    `The ports ${PORTS[0]} to ${PORTS.at(-1)} are all in use. Nothing was changed. Close one of those programs, or choose a port with --port.`,
  );
}

async function listenOnAsked<T>(listen: (port: number) => Promise<T>, port: number): Promise<T> {
  try {
    return await listen(port);
  } catch (error) {
    if (!isTaken(error)) throw error;
    const why = isCode(error, 'EACCES') ? 'may not be used by you' : 'is in use by another program';
    throw new OpenError(
      'in_use',
      `The port ${port} ${why}. Nothing was changed. Choose another one with --port, or leave it out.`,
    );
  }
}

function isTaken(error: unknown): boolean {
  return isCode(error, 'EADDRINUSE') || isCode(error, 'EACCES');
}
