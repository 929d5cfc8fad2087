/**
 * `online`: responses arrive. `offline`: the server is unreachable, we keep retrying. `signed-out`: open the start link again.
 */
export type Connection = 'online' | 'offline' | 'signed-out';

type Listener = (state: Connection) => void;

const listeners = new Set<Listener>();
let current: Connection = 'online';

/** Calls the listener with the connection state, now and on every change. Returns the unsubscribe function. */
export function onConnection(listener: Listener): () => void {
  listeners.add(listener);
  listener(current);
  return () => listeners.delete(listener);
}

/** Called by `lib/api.ts` only. */
export function setConnection(state: Connection): void {
  if (state === current) return;
  current = state;
  for (const listener of listeners) listener(state);
}

/** Whether the last known state is online. */
export const isOnline = (): boolean => current === 'online';

/** Whether there is no session, or no longer one. */
export const isSignedOut = (): boolean => current === 'signed-out';
