import { readServerOptions, writeServerOption } from '../settings/server-options.ts';
import { all, column, run, sql, type ReadDb, type WriteDb } from '../sql.ts';
import type { Json } from '../../types.ts';

/** Who may come in, as a file says it: its tokens that are not revoked, by their hash, and the options of its server. */
export interface Access {
  live: ReadonlySet<string>;
  options: ReadonlyMap<string, Json>;
}

/** What became of it where a backup took the place of a damaged file. */
export interface AccessGiven {
  /** The damaged file still told it for sure; else nobody comes in with what is stored. */
  known: boolean;
  /** Tokens of the backup that are revoked because of it. */
  revoked: number;
}

/** Who may come in; undefined where these tables do not hold together, whatever else of the file does. */
export function readAccess(db: ReadDb): Access | undefined {
  if (!isWholeTable(db, 'tokens') || !isWholeTable(db, 'server_options')) return undefined;
  const live = column<string>(db, sql`SELECT hash FROM tokens WHERE revoked_at IS NULL`);
  return { live: new Set(live), options: readServerOptions(db) };
}

/** Whether every row of a table can be believed, with the indexes that came with it; whatever else of the file cannot. */
export function isWholeTable(db: ReadDb, table: string): boolean {
  return db.pragma(`integrity_check("${table}")`, { simple: true }) === 'ok';
}

/** Options that let somebody in, and what keeps them out. */
const CLOSED: Readonly<Record<string, Json>> = { anonymous_read: false, allowed_origins: [], allowed_hosts: [] };

/**
 * Takes from a backup what was taken from anybody since: tokens revoked in the meantime, and options of the server changed in
 * the meantime. Where nobody knows (`now` undefined) all tokens are revoked, and nobody comes in without one.
 */
export function giveAccess(db: WriteDb, now: Access | undefined, at: string): AccessGiven {
  const give = db.transaction((): AccessGiven => {
    const tokens = all<{ id: number; hash: string }>(db, sql`SELECT id, hash FROM tokens WHERE revoked_at IS NULL`);
    const gone = tokens.filter(({ hash }) => !now?.live.has(hash));
    for (const { id } of gone) run(db, sql`UPDATE tokens SET revoked_at = ${at} WHERE id = ${id}`);
    if (now) run(db, sql`DELETE FROM server_options`);
    for (const [name, value] of now?.options ?? Object.entries(CLOSED)) writeServerOption(db, name, value);
    return { known: now !== undefined, revoked: gone.length };
  });
  return give.immediate();
}
