import { all, run, sql, type ReadDb, type WriteDb } from '../sql.ts';

/** A text that the live site registers for translation, and what it calls it. */
export interface Registered {
  source: string;
  name: string;
}

/** Texts that the connected site registers; empty for none. */
export function registeredThere(db: ReadDb): Registered[] {
  return all<Registered>(
    db,
    sql`SELECT r.source, r.name FROM live_registered AS r JOIN live_sites AS s ON s.id = r.live AND s.connected = 1
        ORDER BY r.name, r.source`,
  );
}

/** Stores them in place of those of the last check. */
export function putRegistered(db: WriteDb, live: number, texts: readonly Registered[]): void {
  run(db, sql`DELETE FROM live_registered WHERE live = ${live}`);
  for (const { source, name } of texts)
    run(
      db,
      sql`INSERT INTO live_registered (live, source, name) VALUES (${live}, ${source}, ${name}) ON CONFLICT DO NOTHING`,
    );
}
