import { join } from 'node:path';
import * as v from 'valibot';
import type { SessionStore } from '../http/session.ts';
import { dataFolder, type Host } from './folders.ts';
import { readPrivately, writePrivately } from './private-file.ts';

const SessionFile = v.strictObject({
  sessions: v.array(
    v.strictObject({
      /** Hash of the token; the token itself is kept only by its tab. */
      hash: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
      /** Milliseconds since 1970. */
      used_at: v.number(),
    }),
  ),
});

/**
 * Sessions of a site in a file only its owner may read, so that they outlive the server (`security.md` 3.4). Without that file
 * they last as long as the process.
 */
export function keptSessions(host: Host, siteId: string, now: () => number = Date.now): SessionStore {
  const path = join(dataFolder(host), 'sessions', `${siteId}.json`);
  return {
    read() {
      try {
        const known = v.safeParse(SessionFile, JSON.parse(readPrivately(path) ?? ''));
        const sessions = known.success ? known.output.sessions : [];
        // After the clock was set back, a last use may appear to be in the future.
        return sessions.map(({ hash, used_at }) => ({ hash, idle: Math.max(0, now() - used_at) }));
      } catch {
        return [];
      }
    },
    write(sessions) {
      const file = { sessions: sessions.map(({ hash, idle }) => ({ hash, used_at: Math.round(now() - idle) })) };
      try {
        writePrivately(path, `${JSON.stringify(file)}\n`);
      } catch {
        // A full disk must not prevent signing in.
      }
    },
  };
}
