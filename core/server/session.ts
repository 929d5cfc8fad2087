import { createCaller } from '../domain/capabilities.ts';
import { hashToken, randomToken } from '../domain/token-text.ts';
import type { Site } from '../site.ts';
import { firstAdministrator } from '../store/users.ts';
import type { Caller } from '../types.ts';

/** How long the code of a start link is good. */
export const CODE_MS = 60_000;
/** How long a session lives without being used. */
export const IDLE_MS = 8 * 60 * 60_000;
/** More sessions than a person has tabs: the one that was not used for longest ends. */
const MOST = 100;

/** Sessions of the interface in a browser (`reliability-and-security.md` 3.4). In memory only: they end with the process. */
export interface Sessions {
  /** The code of a start link: good once, for a minute. */
  newCode(): string;
  /** A session token for a code; undefined when the code is unknown, used or too old. */
  exchange(code: string): string | undefined;
  /** Who comes with this token. Each call keeps the session for another eight hours. */
  find(token: string): Caller | undefined;
}

/** Milliseconds that only go forward, whatever happens to the clock on the wall. */
type Clock = () => number;

export function createSessions(site: Site, now: Clock = () => performance.now()): Sessions {
  const caller = windowCaller(site);
  const codes = new Map<string, number>();
  const sessions = new Map<string, number>();
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
      return token;
    },
    find(token) {
      forget(sessions, now() - IDLE_MS);
      const key = hashToken(token);
      if (!sessions.has(key)) return undefined;
      keep(sessions, key, now());
      return caller;
    },
  };
}

/** The link that opens the interface and signs in. What stands after the "#" never reaches a server or its log. */
export function signInLink(serverUrl: string, code: string): string {
  return `${serverUrl}/#code=${code}`;
}

/** Who acts in the interface, in the window or in the browser: the first administrator, who may manage tokens and the server too. */
export function windowCaller(site: Site): Caller {
  const user = firstAdministrator(site.db) ?? { id: 0, login: '' };
  const who = { name: user.login, userId: user.id, role: 'administrator', origin: 'window' } as const;
  return createCaller({ ...who, serverRights: true });
}

/** Last used at the end, so that the oldest stand first. */
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
