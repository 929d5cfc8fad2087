import { joinSql, sql, type Sql } from '../sql.ts';

/**
 * The condition that a text holds another, whatever the case of the letters. `lower` of SQLite knows those of ASCII alone: of
 * others the ways a word is written are looked for, small, as a name and in capitals.
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

/** As SQLite does it. */
function lowerAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
