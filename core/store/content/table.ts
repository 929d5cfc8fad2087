import { all, get, joinSql, rawSql, run, sql, type ReadDb, type Sql, type SqlValue, type WriteDb } from '../sql.ts';

/** The statements of a table whose columns have the names of the fields of its rows. */
export interface Table<Row, Values> {
  /** The columns of a row, for queries without ambiguous names. */
  columns: Sql;
  byId(db: ReadDb, id: number): Row | undefined;
  /** Many rows by id, in no particular order. */
  byIds(db: ReadDb, ids: readonly number[]): Row[];
  /** Inserts a new row with the given values; returns its id. */
  insert(db: WriteDb, values: Partial<Values>): number;
  /** Updates the given columns. */
  update(db: WriteDb, id: number, changes: Partial<Values>): void;
}

/**
 * @param of.table its name
 * @param of.key the column of the id
 * @param of.own columns that are set once, on insert
 * @param of.fields columns that may be changed
 * @param of.derived columns that are only read
 * @param of.hidden columns that are written, but not part of a row
 */
export function tableOf<Row, Values extends object>(of: {
  table: string;
  key: keyof Values & string;
  own: readonly (keyof Values & string)[];
  fields: readonly (keyof Values & string)[];
  derived?: readonly (keyof Row & string)[];
  hidden?: readonly (keyof Values & string)[];
}): Table<Row, Values> {
  const { own, fields, derived = [], hidden = [] } = of;
  const [table, key] = [rawSql(of.table), rawSql(of.key)];
  const columns = rawSql([of.key, ...own, ...fields, ...derived].join(', '));
  const changed = [...fields, ...hidden];
  const made = [of.key, ...own, ...changed];
  const given = (values: Partial<Values>, among: readonly (keyof Values & string)[]): { name: Sql; value: Sql }[] =>
    among
      .filter((name) => values[name] !== undefined)
      .map((name) => ({ name: rawSql(name), value: sql`${values[name] as SqlValue}` }));
  const listed = (parts: readonly Sql[]): Sql => joinSql(parts, ', ');
  return {
    columns,
    byId: (db, id) => get<Row>(db, sql`SELECT ${columns} FROM ${table} WHERE ${key} = ${id}`),
    byIds: (db, ids) =>
      all<Row>(
        db,
        sql`SELECT ${columns} FROM ${table} WHERE ${key} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
      ),
    insert(db, values) {
      const parts = given(values, made);
      const names = listed(parts.map(({ name }) => name));
      const marks = listed(parts.map(({ value }) => value));
      return Number(run(db, sql`INSERT INTO ${table} (${names}) VALUES (${marks})`).lastInsertRowid);
    },
    update(db, id, changes) {
      const parts = given(changes, changed).map(({ name, value }) => sql`${name} = ${value}`);
      if (parts.length > 0) run(db, sql`UPDATE ${table} SET ${listed(parts)} WHERE ${key} = ${id}`);
    },
  };
}
