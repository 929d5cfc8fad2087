import type { LineKind } from '../../schema/live/plan.ts';
import { all, column, get, pluck, run, sql, type ReadDb, type Sql, type WriteDb } from '../sql.ts';
import type { LiveKey } from './states.ts';

/** Kinds identified by number. */
export type NumberedKind = 'post' | 'term';

/** Stores an item in the canonical format, once; returns the id of its body. @param zip called if it is not stored yet */
export function putBody(db: WriteDb, { hash, zip }: { hash: string; zip(this: void): Uint8Array }): number {
  const known = pluck<number>(db, sql`SELECT id FROM live_bodies WHERE hash = ${hash}`);
  if (known !== undefined) return known;
  return Number(run(db, sql`INSERT INTO live_bodies (hash, zip) VALUES (${hash}, ${zip()})`).lastInsertRowid);
}

export function bodyById(db: ReadDb, id: number): { hash: string; zip: Uint8Array } | undefined {
  return get(db, sql`SELECT hash, zip FROM live_bodies WHERE id = ${id}`);
}

/** The stable key for a number of the live site. */
export function keyOfRemote(
  db: ReadDb,
  live: number,
  { kind, id }: { kind: NumberedKind; id: number },
): string | undefined {
  return pluck<string>(
    db,
    sql`SELECT uuid FROM live_ids WHERE live = ${live} AND kind = ${kind} AND remote_id = ${id}`,
  );
}

/** The number of an item there; of more than one the current one. */
export function remoteOfKey(
  db: ReadDb,
  live: number,
  { kind, uuid }: { kind: NumberedKind; uuid: string },
): { id: number; shell: boolean } | undefined {
  const row = get<{ id: number; shell: 0 | 1 }>(
    db,
    // The index has no column `shell`, so SQLite would rather read every id of the kind.
    sql`SELECT remote_id AS id, shell FROM live_ids INDEXED BY live_ids_uuid
        WHERE live = ${live} AND kind = ${kind} AND uuid = ${uuid} ORDER BY past, remote_id DESC LIMIT 1`,
  );
  return row && { id: row.id, shell: row.shell === 1 };
}

/** Records the current number of an item there, and its mark, if it is known. */
export function putRemote(
  db: WriteDb,
  live: number,
  {
    kind,
    id,
    uuid,
    shell = false,
    mark = '',
  }: { kind: NumberedKind; id: number; uuid: string; shell?: boolean; mark?: string },
): void {
  run(
    db,
    sql`INSERT INTO live_ids (live, kind, remote_id, uuid, shell, mark)
        VALUES (${live}, ${kind}, ${id}, ${uuid}, ${Number(shell)}, ${mark})
        ON CONFLICT DO UPDATE SET uuid = excluded.uuid, shell = excluded.shell, past = 0,
          mark = iif(excluded.mark = '', mark, excluded.mark)`,
  );
  run(
    db,
    // Otherwise SQLite would read every id of the kind here, too.
    sql`UPDATE live_ids INDEXED BY live_ids_uuid SET past = 1
        WHERE live = ${live} AND kind = ${kind} AND uuid = ${uuid} AND remote_id <> ${id} AND past = 0`,
  );
}

/** Records the mark by which an item there is recognised. */
export function noteMark(
  db: WriteDb,
  live: number,
  { kind, id, mark }: { kind: NumberedKind; id: number; mark: string },
): void {
  run(db, sql`UPDATE live_ids SET mark = ${mark} WHERE live = ${live} AND kind = ${kind} AND remote_id = ${id}`);
}

/** Forgets a number, because it now belongs to another item. */
export function dropRemote(db: WriteDb, live: number, { kind, id }: { kind: NumberedKind; id: number }): void {
  run(db, sql`DELETE FROM live_ids WHERE live = ${live} AND kind = ${kind} AND remote_id = ${id}`);
}

/** An item as it was last seen at its number. */
export interface NumberThere {
  id: number;
  uuid: string;
  mark: string;
  /** Whether the item has a newer number. */
  past: 0 | 1;
  /** "" if it was never seen. */
  type: string;
  found: 'there' | 'gone' | 'unreadable' | null;
  modified: string;
}

/** The items known at these numbers. */
export function numbersThere(
  db: ReadDb,
  live: number,
  { kind, ids }: { kind: NumberedKind; ids: readonly number[] },
): NumberThere[] {
  return all<NumberThere>(
    db,
    sql`SELECT i.remote_id AS id, i.uuid, i.mark, i.past, coalesce(s.type, '') AS type, s.found, coalesce(s.modified, '') AS modified
        FROM json_each(${JSON.stringify(ids)}) AS n
        CROSS JOIN live_ids AS i ON i.live = ${live} AND i.kind = ${kind} AND i.remote_id = n.value
        LEFT JOIN live_seen AS s ON s.live = i.live AND s.kind = i.kind AND s.uuid = i.uuid`,
  );
}

/** Numbers of posts that a push created there and has not filled yet. */
export function shellsOf(db: ReadDb, live: number): Set<number> {
  return new Set(
    column<number>(db, sql`SELECT remote_id FROM live_ids WHERE live = ${live} AND kind = 'post' AND shell = 1`),
  );
}

/** Known numbers of the live site of one kind; of more than one for an item, its current one comes last. */
export function remotesOf(db: ReadDb, live: number, kind: NumberedKind): Map<number, string> {
  const rows = all<{ id: number; uuid: string }>(
    db,
    sql`SELECT remote_id AS id, uuid FROM live_ids WHERE live = ${live} AND kind = ${kind} ORDER BY past DESC, remote_id`,
  );
  return new Map(rows.map(({ id, uuid }) => [id, uuid]));
}

/** What is known of an item besides its state here. */
export interface Known {
  /** Ids of bodies. */
  base: number | null;
  here_body: number | null;
  seen: number | null;
  found: 'there' | 'gone' | 'unreadable' | null;
  modified: string | null;
}

export function knownOf(db: ReadDb, live: number, { kind, uuid }: LiveKey): Known {
  const base = get<{ body: number; here_body: number | null }>(
    db,
    sql`SELECT body, here_body FROM live_bases WHERE live = ${live} AND kind = ${kind} AND uuid = ${uuid}`,
  );
  const seen = get<{ body: number | null; found: 'there' | 'gone' | 'unreadable'; modified: string }>(
    db,
    sql`SELECT body, found, modified FROM live_seen WHERE live = ${live} AND kind = ${kind} AND uuid = ${uuid}`,
  );
  return {
    base: base?.body ?? null,
    here_body: base?.here_body ?? null,
    seen: seen?.body ?? null,
    found: seen?.found ?? null,
    modified: seen?.modified ?? null,
  };
}

/** Stores the new base of an item. Journalled: call only within an entry. */
export function putBase(
  db: WriteDb,
  live: number,
  {
    kind,
    uuid,
    body,
    here_body = null,
    modified = '',
  }: LiveKey & {
    body: number;
    here_body?: number | null;
    modified?: string;
  },
): void {
  run(
    db,
    sql`INSERT INTO live_bases (live, kind, uuid, body, here_body, modified)
        VALUES (${live}, ${kind}, ${uuid}, ${body}, ${here_body}, ${modified})
        ON CONFLICT DO UPDATE SET body = excluded.body, here_body = excluded.here_body, modified = excluded.modified
        WHERE body <> excluded.body OR here_body IS NOT excluded.here_body OR modified <> excluded.modified`,
  );
}

export function dropBase(db: WriteDb, live: number, { kind, uuid }: LiveKey): void {
  run(db, sql`DELETE FROM live_bases WHERE live = ${live} AND kind = ${kind} AND uuid = ${uuid}`);
}

/** Stores the state of an item there. True if it changed. */
export function putSeen(
  db: WriteDb,
  live: number,
  {
    kind,
    uuid,
    type,
    body,
    found,
    modified,
  }: LiveKey & {
    /** Left out: unchanged. */
    type?: string;
    body: number | null;
    found: 'there' | 'gone' | 'unreadable';
    modified: string;
  },
): boolean {
  const { changes } = run(
    db,
    sql`INSERT INTO live_seen (live, kind, uuid, type, body, found, modified)
        VALUES (${live}, ${kind}, ${uuid}, ${type ?? ''}, ${body}, ${found}, ${modified})
        ON CONFLICT DO UPDATE SET body = excluded.body, type = iif(excluded.type = '', type, excluded.type), found = excluded.found, modified = excluded.modified
        WHERE body IS NOT excluded.body OR found <> excluded.found OR modified <> excluded.modified`,
  );
  return changes > 0;
}

/** Whether an item was deleted there, as far as is known. */
export function isGoneThere(db: ReadDb, live: number, { kind, uuid }: LiveKey): boolean {
  const found = pluck<string>(
    db,
    sql`SELECT found FROM live_seen WHERE live = ${live} AND kind = ${kind} AND uuid = ${uuid}`,
  );
  return found === 'gone';
}

/** Moves what was seen of an item to another key: both are the same item. */
export function rekeySeen(db: WriteDb, live: number, { from, to }: { from: LiveKey; to: string }): void {
  run(
    db,
    sql`UPDATE OR REPLACE live_seen SET uuid = ${to} WHERE live = ${live} AND kind = ${from.kind} AND uuid = ${from.uuid}`,
  );
  for (const uuid of [from.uuid, to])
    run(db, sql`INSERT INTO live_queue (kind, uuid) VALUES (${from.kind}, ${uuid}) ON CONFLICT DO NOTHING`);
}

/** The latest modification date of all items seen there; "" for none. */
export function newestSeen(db: ReadDb, live: number): string {
  return pluck<string>(db, sql`SELECT coalesce(max(modified), '') FROM live_seen WHERE live = ${live}`) ?? '';
}

/** The number of items seen there. */
export function countSeen(db: ReadDb, live: number): number {
  return pluck<number>(db, sql`SELECT n FROM live_counts WHERE live = ${live} AND state = 'seen'`) ?? 0;
}

/** Items of a kind that were not known to be gone at the last check: those that could not be read may be gone by now. */
export function seenThere(db: ReadDb, live: number, kind: LineKind): (LiveKey & { type: string })[] {
  return all(
    db,
    sql`SELECT kind, uuid, type FROM live_seen WHERE live = ${live} AND kind = ${kind} AND found <> 'gone'`,
  );
}

/** Excludes items that still have to be compared: they are neither the same nor lost. */
const isCompared = (key: Sql): Sql =>
  sql`NOT EXISTS (SELECT 1 FROM live_queue AS q WHERE q.kind = ${key}.kind AND q.uuid = ${key}.uuid)`;

/** Items that are equal on both sides but whose base does not record it: no difference, and present on both. */
export function unsettledItems(db: ReadDb, live: number): (LiveKey & { body: number; modified: string })[] {
  return all(
    db,
    sql`SELECT s.kind, s.uuid, s.body, s.modified FROM live_seen AS s
        LEFT JOIN live_bases AS b ON b.live = s.live AND b.kind = s.kind AND b.uuid = s.uuid
        WHERE s.live = ${live} AND s.found = 'there' AND (b.body IS NULL OR b.body <> s.body)
          AND NOT EXISTS (SELECT 1 FROM live_states AS d WHERE d.live = s.live AND d.kind = s.kind AND d.uuid = s.uuid)
          AND ${isCompared(sql`s`)}`,
  );
}

/** Replaces the seen body of an item, because its references to others got new keys. */
export function setSeenBody(db: WriteDb, live: number, { kind, uuid, body }: LiveKey & { body: number }): void {
  run(db, sql`UPDATE live_seen SET body = ${body} WHERE live = ${live} AND kind = ${kind} AND uuid = ${uuid}`);
  run(db, sql`INSERT INTO live_queue (kind, uuid) VALUES (${kind}, ${uuid}) ON CONFLICT DO NOTHING`);
}

/** Bases of items that no longer exist on either side. */
export function lostBases(db: ReadDb, live: number): LiveKey[] {
  return all<LiveKey>(
    db,
    sql`SELECT b.kind, b.uuid FROM live_bases AS b JOIN live_seen AS s ON s.live = b.live AND s.kind = b.kind AND s.uuid = b.uuid
        WHERE b.live = ${live} AND s.found = 'gone'
          AND NOT EXISTS (SELECT 1 FROM live_states AS d WHERE d.live = b.live AND d.kind = b.kind AND d.uuid = b.uuid)
          AND ${isCompared(sql`b`)}`,
  );
}

/** The keys of all items here of one kind. */
export function keysHere(db: ReadDb, kind: LineKind): string[] {
  if (kind === 'post') return column<string>(db, sql`SELECT uuid FROM posts WHERE status <> 'auto-draft'`);
  if (kind === 'term')
    return column<string>(db, sql`SELECT uuid FROM terms WHERE taxonomy <> 'language' AND taxonomy <> 'term_language'`);
  if (kind === 'language') return column<string>(db, sql`SELECT slug FROM terms WHERE taxonomy = 'language'`);
  return [];
}
