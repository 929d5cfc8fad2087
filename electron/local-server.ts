import type { Engine } from '../core/engine/engine.ts';
import type { Host } from '../core/server/host/folders.ts';
import { startServer, type Running, type StartOptions } from '../core/server/host/running.ts';
import type { ServerState } from './commands.ts';

/** The local server of a window. If no port is free, the window reports it and still works. */
export interface LocalServer {
  state(): ServerState;
  /** Starts or stops it, serialised; returns the resulting state, `failed` if it could not start. */
  turn(isOn: boolean): Promise<ServerState>;
  /** Stops it permanently. */
  close(): Promise<void>;
}

interface Parts {
  /** Whether it starts immediately. */
  isOn: boolean;
  sessions: NonNullable<StartOptions['sessions']>;
  host: Host;
  note(text: string): void;
}

/** Creates the server of a site shown in a window; it starts with the site unless the user turned it off. */
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
      // While the site is closing, start requests are ignored: the engine closes next.
      if (isOn !== isThere && !(isOn && isClosed)) state = await (isOn ? start() : stop());
      return state;
    });
    // A failed stop must not prevent a later start.
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
