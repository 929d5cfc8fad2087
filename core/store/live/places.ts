import { pluck, run, sql, type ReadDb, type WriteDb } from '../sql.ts';

/** By number: the type of an item, and a hash of what the plugin said of it. */
export type KnownPlaces = Readonly<Record<string, readonly [type: string, hash: string]>>;

/** What the plugin of a live site said at the last check; undefined: nothing yet. */
export function knownPlaces(db: ReadDb, live: number): KnownPlaces | undefined {
  const places = pluck<string>(db, sql`SELECT places FROM live_places WHERE live = ${live}`);
  return places === undefined ? undefined : (JSON.parse(places) as KnownPlaces);
}

export function putPlaces(db: WriteDb, live: number, places: KnownPlaces): void {
  run(
    db,
    sql`INSERT INTO live_places (live, places) VALUES (${live}, ${JSON.stringify(places)})
        ON CONFLICT DO UPDATE SET places = excluded.places WHERE places <> excluded.places`,
  );
}
