import { all, sql, type ReadDb } from '../sql.ts';
import type { Kind } from '../translations/translations.ts';

/** The number of groups of a type whose version in a language has a state, `missing` without one. */
export interface StateCount {
  kind: Kind;
  type: string;
  state: string;
  n: number;
}

/**
 * Groups whose source is in neither of two languages, by the state of their version in the second. The index by state leads to
 * these alone, so the cost does not depend on the number of items.
 */
export function countOtherSources(db: ReadDb, from: number, to: number): StateCount[] {
  return all<StateCount>(
    db,
    sql`SELECT c.kind, c.type, coalesce(t.state, 'missing') AS state, count(*) AS n FROM matrix_counts AS c
        CROSS JOIN matrix_items AS s ON s.kind = c.kind AND s.type = c.type AND s.language_id = c.language_id AND s.state = 'source'
        LEFT JOIN matrix_items AS t ON t.group_id = s.group_id AND t.language_id = ${to}
        WHERE c.state = 'source' AND c.n > 0 AND c.language_id NOT IN (${from}, ${to}) GROUP BY 1, 2, 3`,
  );
}
