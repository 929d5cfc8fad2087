import { readServerOptions, writeServerOption } from '../settings/server-options.ts';
import { all, column, run, sql, type ReadDb, type WriteDb } from '../sql.ts';
import type { Json } from '../../types.ts';

/** The access settings in a file: its tokens that are not revoked, by hash, and the options of its server. */
export interface Access {
  live: ReadonlySet<string>;
  options: ReadonlyMap<string, Json>;
}

/** What happened to access when a backup replaced a damaged file. */
export interface AccessGiven {
  /** The damaged file still had reliable access settings; otherwise all stored access is revoked. */
  known: boolean;
  /** Tokens of the backup that were revoked for this reason. */
  revoked: number;
}

/** The access settings; undefined if these tables are inconsistent, whatever the state of the rest of the file. */
export function readAccess(db: ReadDb): Access | undefined {
  if (!isWholeTable(db, 'tokens') || !isWholeTable(db, 'server_options')) return undefined;
  const live = column<string>(db, sql`SELECT hash FROM tokens WHERE revoked_at IS NULL`);
  return { live: new Set(live), options: readServerOptions(db) };
}

/** Whether every row of a table and its indexes are consistent, whatever the state of the rest of the file. */
export function isWholeTable(db: ReadDb, table: string): boolean {
  return db.pragma(`integrity_check("${table}")`, { simple: true }) === 'ok';
}

/** Options that grant access, with the values that deny it. */
const CLOSED: Readonly<Record<string, Json>> = { anonymous_read: false, allowed_origins: [], allowed_hosts: [] };

/**
 * Revokes in a restored backup what was revoked since: tokens, and options of the server that were changed. If that is unknown
 * (`now` undefined), all tokens are revoked and access without one is denied.
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
