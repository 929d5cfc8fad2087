import { joinSql, sql, type Sql } from '../sql.ts';

/**
 * The condition that a text contains another, ignoring case. `lower` of SQLite handles ASCII only: for other letters the word is
 * searched as written, in lower case, capitalised and in upper case.
 */
export function holdsText(text: Sql, wanted: string): Sql {
  const small = wanted.toLowerCase();
  const asName = small.replace(/(?<![\p{L}\p{M}])\p{L}/gu, (letter) => letter.toUpperCase());
  const ways = new Set([wanted, small, asName, wanted.toUpperCase()].map(lowerAscii));
  return sql`(${joinSql(
    [...ways].map((way) => sql`instr(lower(${text}), ${way}) > 0`),
    ' OR ',
  )})`;
}

/** Same result as `lower` of SQLite. */
function lowerAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
