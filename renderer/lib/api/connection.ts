/** `online`: answers come. `offline`: the server is gone, we keep trying. `signed-out`: open the start link again. */
export type Connection = 'online' | 'offline' | 'signed-out';

type Listener = (state: Connection) => void;

const listeners = new Set<Listener>();
let current: Connection = 'online';

/** Tells how the connection is, now and whenever it changes. Returns the function that stops. */
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

/** Answers come, as far as is known. */
export const isOnline = (): boolean => current === 'online';

/** Nobody is signed in here, or no more. */
export const isSignedOut = (): boolean => current === 'signed-out';
