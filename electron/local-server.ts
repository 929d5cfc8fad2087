import type { Engine } from '../core/engine.ts';
import type { Host } from '../core/server/folders.ts';
import { startServer } from '../core/server/running.ts';
import type { Sessions } from '../core/server/session.ts';
import type { ServerState } from './commands.ts';

/** The local server beside the window. Where no port is to be had the window works all the same, and says so. */
export interface LocalServer {
  state: ServerState;
  close(): Promise<void>;
}

export async function startLocalServer(
  engine: Engine,
  parts: { sessions: Sessions; host: Host; note(text: string): void },
): Promise<LocalServer> {
  try {
    const { port, close } = await startServer(engine, parts);
    return { state: { state: 'running', port }, close };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    parts.note(reason);
    return { state: { state: 'failed', port: null, reason }, close: () => Promise.resolve() };
  }
}
