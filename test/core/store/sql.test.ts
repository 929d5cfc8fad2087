import { describe, expect, test } from 'vitest';
import { all, column, each, get, joinSql, pluck, rawSql, run, sql, type Sql } from '../../../core/store/sql.ts';
import { change, memorySite } from './support.ts';

describe('sql', () => {
  test.each<[string, Sql, string, unknown[]]>([
    ['no values', sql`SELECT 1`, 'SELECT 1', []],
    ['values', sql`SELECT ${1}, ${'a'}, ${null}`, 'SELECT +?, +?, +?', [1, 'a', null]],
    ['a part', sql`SELECT ${sql`a = ${1}`} AND b = ${2}`, 'SELECT a = +? AND b = +?', [1, 2]],
    ['a name', sql`SELECT * FROM ${rawSql('posts')} WHERE id = ${3}`, 'SELECT * FROM posts WHERE id = +?', [3]],
    ['a list', joinSql([sql`a = ${1}`, sql`b = ${2}`], ' OR '), 'a = +? OR b = +?', [1, 2]],
    ['an empty list', joinSql([], ' OR '), '', []],
    ['hostile text stays a value', sql`SELECT ${"'; DROP TABLE posts"}`, 'SELECT +?', ["'; DROP TABLE posts"]],
  ])('%s', (_name, [text, params], wantedText, wantedParams) => {
    expect([text, params]).toEqual([wantedText, wantedParams]);
  });

  test('the same place in the source gives the same text', () => {
    const texts = [1, 2].map((id) => sql`SELECT * FROM posts WHERE id = ${id}`[0]);
    expect(texts[0]).toBe(texts[1]);
  });
});

test('get, all, pluck, column, each and run', () => {
  const { db, ...site } = memorySite();
  change({ db, ...site }, () => run(db, sql`INSERT INTO options VALUES ('a', '1'), ('b', '2')`));
  expect(get(db, sql`SELECT * FROM options WHERE name = ${'b'}`)).toEqual({ name: 'b', value: '2' });
  expect(get(db, sql`SELECT * FROM options WHERE name = ${'c'}`)).toBeUndefined();
  expect(all(db, sql`SELECT value FROM options ORDER BY name`)).toEqual([{ value: '1' }, { value: '2' }]);
  expect(pluck(db, sql`SELECT value FROM options WHERE name = ${'b'}`)).toBe('2');
  expect(pluck(db, sql`SELECT value FROM options WHERE name = ${'c'}`)).toBeUndefined();
  expect(column(db, sql`SELECT name FROM options ORDER BY name`)).toEqual(['a', 'b']);
  expect([...each(db, sql`SELECT name FROM options ORDER BY name`)]).toEqual([{ name: 'a' }, { name: 'b' }]);
});
