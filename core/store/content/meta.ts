import { all, column, rawSql, run, sql, type ReadDb, type WriteDb } from '../sql.ts';

/** The owner of meta: a post or a term. */
export interface MetaOwner {
  kind: 'post' | 'term';
  id: number;
}

/** One stored value of a meta key; a key may have several. */
export interface MetaRow {
  item_id: number;
  key: string;
  value: string;
}

const TABLES = {
  post: { table: rawSql('post_meta'), owner: rawSql('post_id') },
  term: { table: rawSql('term_meta'), owner: rawSql('term_id') },
};

/** All meta of many items at once, registered or not. */
export function metaOf(db: ReadDb, kind: MetaOwner['kind'], ids: readonly number[]): MetaRow[] {
  const { table, owner } = TABLES[kind];
  return all<MetaRow>(
    db,
    sql`SELECT m.${owner} AS item_id, m.key, m.value FROM json_each(${JSON.stringify(ids)}) AS page
        CROSS JOIN ${table} AS m ON m.${owner} = page.value ORDER BY m.id`,
  );
}

/** Values of one key, oldest first. */
export function metaValues(db: ReadDb, { kind, id }: MetaOwner, key: string): string[] {
  const { table, owner } = TABLES[kind];
  return column<string>(db, sql`SELECT value FROM ${table} WHERE ${owner} = ${id} AND key = ${key} ORDER BY id`);
}

/** Adds a value of a key. */
export function addMeta(db: WriteDb, { kind, id }: MetaOwner, { key, value }: { key: string; value: string }): void {
  const { table, owner } = TABLES[kind];
  run(db, sql`INSERT INTO ${table} (${owner}, key, value) VALUES (${id}, ${key}, ${value})`);
}

/** Replaces the values of a key; an empty list deletes it. Equal values stay as they are. */
export function setMeta(db: WriteDb, of: MetaOwner, change: { key: string; values: readonly string[] }): void {
  const { key, values } = change;
  const before = metaValues(db, of, key);
  if (before.length === values.length && before.every((value, i) => value === values[i])) return;
  const { table, owner } = TABLES[of.kind];
  run(db, sql`DELETE FROM ${table} WHERE ${owner} = ${of.id} AND key = ${key}`);
  for (const value of values) addMeta(db, of, { key, value });
}

/** Replaces all meta of an item, except for the keys to keep. */
export function replaceMeta(
  db: WriteDb,
  of: MetaOwner,
  wanted: { meta: readonly { key: string; value: string }[]; keeps: (key: string) => boolean },
): void {
  const values = Map.groupBy(wanted.meta, ({ key }) => key);
  for (const { key } of metaOf(db, of.kind, [of.id])) if (!values.has(key)) values.set(key, []);
  for (const [key, list] of values)
    if (!wanted.keeps(key)) setMeta(db, of, { key, values: list.map(({ value }) => value) });
}
