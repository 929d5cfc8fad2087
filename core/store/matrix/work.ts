import { joinSql, pluck, sql, type ReadDb, type Sql } from '../sql.ts';
import type { GroupFilter } from './filter.ts';

/** The kinds of work that can be left in a group. */
export type Work = 'todo' | 'missing' | 'needs_update' | 'partial' | 'draft';

/**
 * The condition on `matrix_groups AS g` that work is left in an active language. `needs_update`, `partial`, `draft` and `members`
 * of the row count all languages, so they only tell whether a closer look is worth it.
 */
export function leftToDo(work: Work, { languages, inactive = [] }: Pick<GroupFilter, 'languages' | 'inactive'>): Sql {
  const on = sql`FROM matrix_items AS x WHERE x.group_id = g.group_id
    AND x.language_id NOT IN (SELECT value FROM json_each(${JSON.stringify(inactive)}))`;
  const isAllOn = inactive.length === 0;
  if (work === 'needs_update')
    return isAllOn
      ? sql`g.needs_update = 1`
      : sql`g.needs_update = 1 AND EXISTS (SELECT 1 ${on} AND x.state = 'needs_update')`;
  if (work === 'partial')
    return isAllOn ? sql`g.partial = 1` : sql`g.partial = 1 AND EXISTS (SELECT 1 ${on} AND x.state = 'partial')`;
  if (work === 'draft')
    return isAllOn ? sql`g.draft = 1` : sql`g.draft = 1 AND EXISTS (SELECT 1 ${on} AND x.state = 'draft')`;
  if (work === 'missing')
    return isAllOn
      ? sql`g.members < ${languages}`
      : sql`(g.members < ${languages} OR (SELECT count(*) ${on}) < ${languages})`;
  const parts = (['needs_update', 'partial', 'draft', 'missing'] as const).map((part) => {
    return sql`(${leftToDo(part, { languages, inactive })})`;
  });
  return sql`(${joinSql(parts, ' OR ')})`;
}

/**
 * The difference between the number of groups with this work and the stored counts, which include inactive languages: only groups
 * with an item in one of those are examined.
 */
export function workOff(db: ReadDb, filter: GroupFilter, work: Work): number {
  const { kind, type, languages, inactive = [] } = filter;
  if (inactive.length === 0) return 0;
  const real = leftToDo(work, filter);
  const counted = leftToDo(work, { languages });
  return (
    pluck<number>(
      db,
      sql`SELECT coalesce(sum(iif(${real}, 1, 0) - iif(${counted}, 1, 0)), 0) FROM (
            SELECT DISTINCT group_id FROM matrix_items WHERE kind = ${kind} AND type = ${type}
            AND language_id IN (SELECT value FROM json_each(${JSON.stringify(inactive)}))
          ) AS b CROSS JOIN matrix_groups AS g ON g.group_id = b.group_id`,
    ) ?? 0
  );
}
