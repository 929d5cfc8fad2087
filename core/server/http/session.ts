import { createCaller } from '../../domain/access/capabilities.ts';
import { CODE_MS, IDLE_MS, type Sessions } from '../../domain/access/sessions.ts';
import { hashToken, randomToken } from '../../domain/access/token-text.ts';
import type { Site } from '../../site.ts';
import { firstAdministrator } from '../../store/access/users.ts';
import type { Caller } from '../../types.ts';

/** More sessions than a person has tabs; beyond it, the one unused for longest ends. */
const MOST = 100;

/** Monotonic milliseconds, independent of changes to the system clock. */
type Clock = () => number;

/** Stores sessions that outlive the server: hashes of their tokens, and how long they have been idle. */
export interface SessionStore {
  read(): { hash: string; idle: number }[];
  /** Oldest first. Never throws. */
  write(sessions: readonly { hash: string; idle: number }[]): void;
}

/** How far the stored time of last use may lag behind. */
const LAG_MS = 10 * 60_000;

/** Sessions and codes of one site. Without a store they last as long as the process. */
export function createSessions(
  site: Site,
  { now = () => performance.now(), store }: { now?: Clock; store?: SessionStore | undefined } = {},
): Sessions {
  const caller = windowCaller(site);
  const codes = new Map<string, number>();
  const known = (store?.read() ?? []).sort((a, b) => b.idle - a.idle);
  const sessions = new Map(known.map(({ hash, idle }) => [hash, now() - idle]));
  let written = now();
  const write = (): void => {
    written = now();
    store?.write([...sessions].map(([hash, at]) => ({ hash, idle: now() - at })));
  };
  return {
    newCode() {
      forget(codes, now() - CODE_MS);
      const code = randomToken();
      keep(codes, hashToken(code), now());
      return code;
    },
    exchange(code) {
      forget(codes, now() - CODE_MS);
      if (!codes.delete(hashToken(code))) return undefined;
      const token = randomToken();
      keep(sessions, hashToken(token), now());
      write();
      return token;
    },
    find(token) {
      forget(sessions, now() - IDLE_MS);
      const key = hashToken(token);
      if (!sessions.has(key)) return undefined;
      keep(sessions, key, now());
      if (now() - written > LAG_MS) write();
      return caller;
    },
  };
}

/** The link that opens the interface and signs in. The part after the "#" never reaches a server or its log. */
export function signInLink(serverUrl: string, code: string): string {
  return `${serverUrl}/#code=${code}`;
}

/**
 * The caller behind the interface, in the window or in the browser: the first administrator, who may also manage tokens and the
 * server.
 */
export function windowCaller(site: Site): Caller {
  const user = firstAdministrator(site.db) ?? { id: 0, login: '' };
  const who = { name: user.login, userId: user.id, role: 'administrator', origin: 'window' } as const;
  return createCaller({ ...who, serverRights: true });
}

/** Moves the key to the end, so that the oldest come first. */
function keep(times: Map<string, number>, key: string, at: number): void {
  times.delete(key);
  times.set(key, at);
  const [oldest] = times.keys();
  if (times.size > MOST && oldest !== undefined) times.delete(oldest);
}

function forget(times: Map<string, number>, before: number): void {
  for (const [key, at] of times) {
    if (at > before) return;
    times.delete(key);
  }
}
