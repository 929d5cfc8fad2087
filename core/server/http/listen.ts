import type { Server } from 'node:http';

/** Servers that listen on every loopback address of this computer, all on one port. */
export interface Listening {
  servers: Server[];
  port: number;
}

/**
 * Binds 127.0.0.1 and, if it exists, [::1] on the same port (`security.md` 3.1): another program there would receive the
 * credentials meant for `localhost`. With port 0, tries ports until one is free on both; any other port that is taken on either
 * rejects with EADDRINUSE.
 */
export async function listenOnLoopback(create: () => Server, port: number): Promise<Listening> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await bindBoth(create, port);
    } catch (error) {
      if (port !== 0 || attempt === ATTEMPTS || codeOf(error) !== 'EADDRINUSE') throw error;
    }
  }
}

const ATTEMPTS = 20;
/** The error codes on systems without IPv6. */
const NO_SUCH_ADDRESS: ReadonlySet<string> = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL']);

async function bindBoth(create: () => Server, wanted: number): Promise<Listening> {
  const first = create();
  const port = await bind(first, '127.0.0.1', wanted);
  const second = create();
  try {
    await bind(second, '::1', port);
    return { servers: [first, second], port };
  } catch (error) {
    if (NO_SUCH_ADDRESS.has(codeOf(error) ?? '')) return { servers: [first], port };
    first.close();
    throw error;
  }
}

function bind(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => {
      server.off('error', reject);
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
