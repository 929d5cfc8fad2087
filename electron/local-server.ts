import type { Engine } from '../core/engine/engine.ts';
import type { Host } from '../core/server/host/folders.ts';
import { startServer, type Running, type StartOptions } from '../core/server/host/running.ts';
import type { ServerState } from './commands.ts';

/** The local server beside the window. Where no port is to be had the window works all the same, and says so. */
export interface LocalServer {
  state(): ServerState;
  /** Starts or stops it, one after another; answers what came of it. A server that cannot start has failed. */
  turn(isOn: boolean): Promise<ServerState>;
  /** Stops it for good. */
  close(): Promise<void>;
}

interface Parts {
  /** Whether it starts at once. */
  isOn: boolean;
  sessions: NonNullable<StartOptions['sessions']>;
  host: Host;
  note(text: string): void;
}

/** The server of a site that is shown in a window; it starts with the site unless a person switched it off. */
export async function startLocalServer(engine: Engine, parts: Parts): Promise<LocalServer> {
  let running: Running | undefined;
  let state: ServerState = { state: 'stopped', port: null };
  let isClosed = false;
  let turning: Promise<unknown> = Promise.resolve();

  const start = async (): Promise<ServerState> => {
    try {
      running = await startServer(engine, parts);
      return { state: 'running', port: running.port };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      parts.note(reason);
      return { state: 'failed', port: null, reason };
    }
  };
  const stop = async (): Promise<ServerState> => {
    const ending = running;
    running = undefined;
    await ending?.close();
    return { state: 'stopped', port: null };
  };
  const inTurn = (isOn: boolean): Promise<ServerState> => {
    const next = turning.then(async () => {
      const isThere = running !== undefined;
      // A request while the site is being closed comes too late: the engine closes next.
      if (isOn !== isThere && !(isOn && isClosed)) state = await (isOn ? start() : stop());
      return state;
    });
    // A server that did not end well is not a reason not to start another.
    turning = next.catch(() => undefined);
    return next;
  };

  await inTurn(parts.isOn);
  return {
    state: () => state,
    turn: inTurn,
    async close() {
      isClosed = true;
      await inTurn(false);
    },
  };
}
