import { get, pluck, run, sql, type ReadDb, type WriteDb } from '../sql.ts';

/** A live site that is or was connected. */
export interface LiveSiteRow {
  id: number;
  url: string;
  /** Path of its REST API below the origin. */
  root: string;
  user: string;
  /** Id in the secret store; "" while none is stored. */
  secret: string;
  network: 'public' | 'private' | 'loopback';
  /** JSON: the capabilities of the site and of the user. */
  facts: string;
  /** JSON: the positions of checks. */
  cursors: string;
  born_from: number;
  /** JSON: the sequences of posts and terms before they were raised. */
  sequences: string;
  connected_at: string;
}

const COLUMNS = sql`id, url, root, user, secret, network, facts, cursors, born_from, sequences, connected_at`;

/** The connected site. */
export function connectedSite(db: ReadDb): LiveSiteRow | undefined {
  return get<LiveSiteRow>(db, sql`SELECT ${COLUMNS} FROM live_sites WHERE connected = 1`);
}

/** A site with this address that is or was connected. */
export function knownLiveSite(db: ReadDb, url: string): LiveSiteRow | undefined {
  return get<LiveSiteRow>(db, sql`SELECT ${COLUMNS} FROM live_sites WHERE url = ${url} ORDER BY id DESC LIMIT 1`);
}

/**
 * Stores a site as the connected one, and disconnects any other. The same address keeps its id and everything known about it; if it
 * was disconnected meanwhile, everything is compared again: changes made here since then were not noted.
 */
export function connectSite(db: WriteDb, site: Omit<LiveSiteRow, 'id' | 'cursors'>): number {
  const { url, root, user, secret, network, facts, born_from, sequences, connected_at } = site;
  const known = knownLiveSite(db, url);
  if (!known || connectedSite(db)?.id !== known.id) disconnectSite(db);
  if (known) {
    if (!connectedSite(db)) queueAll(db, known.id);
    run(
      db,
      sql`UPDATE live_sites SET root = ${root}, user = ${user}, secret = ${secret}, network = ${network}, facts = ${facts},
            born_from = ${born_from}, sequences = ${sequences}, connected_at = ${connected_at}, connected = 1 WHERE id = ${known.id}`,
    );
    return known.id;
  }
  const { lastInsertRowid } = run(
    db,
    sql`INSERT INTO live_sites (url, root, user, secret, network, connected, facts, born_from, sequences, connected_at)
        VALUES (${url}, ${root}, ${user}, ${secret}, ${network}, 1, ${facts}, ${born_from}, ${sequences}, ${connected_at})`,
  );
  return Number(lastInsertRowid);
}

/** Queues all items of either side. */
export function queueAll(db: WriteDb, live: number): void {
  run(
    db,
    sql`INSERT INTO live_queue (kind, uuid) SELECT kind, uuid FROM (
          SELECT 'post' AS kind, uuid FROM posts WHERE status <> 'auto-draft'
          UNION SELECT 'term', uuid FROM terms WHERE taxonomy <> 'language' AND taxonomy <> 'term_language'
          UNION SELECT 'language', slug FROM terms WHERE taxonomy = 'language'
          UNION SELECT kind, uuid FROM live_seen WHERE live = ${live}
          UNION SELECT kind, uuid FROM live_bases WHERE live = ${live}
        ) WHERE TRUE ON CONFLICT DO NOTHING`,
  );
}

/** Disconnects the site. Everything known about it stays, except for its password. */
export function disconnectSite(db: WriteDb): void {
  run(db, sql`UPDATE live_sites SET connected = 0, secret = '' WHERE connected = 1`);
  run(db, sql`DELETE FROM live_queue`);
}

export function setCursors(db: WriteDb, id: number, cursors: object): void {
  run(db, sql`UPDATE live_sites SET cursors = ${JSON.stringify(cursors)} WHERE id = ${id}`);
}

export function setLiveFacts(db: WriteDb, id: number, facts: object): void {
  run(db, sql`UPDATE live_sites SET facts = ${JSON.stringify(facts)} WHERE id = ${id}`);
}

/** The highest ids ever used here: of items and of terms. */
export function sequencesNow(db: ReadDb): { posts: number; terms: number } {
  const of = (name: string): number =>
    pluck<number>(db, sql`SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = ${name}), 0)`) ?? 0;
  return { posts: of('posts'), terms: of('terms') };
}

/** Raises the sequences, so that new items and terms get ids above this one. */
export function raiseSequences(db: WriteDb, least: number): void {
  for (const name of ['posts', 'terms']) {
    run(db, sql`UPDATE sqlite_sequence SET seq = ${least} WHERE name = ${name} AND seq < ${least}`);
    run(
      db,
      sql`INSERT INTO sqlite_sequence (name, seq) SELECT ${name}, ${least}
          WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = ${name})`,
    );
  }
}
