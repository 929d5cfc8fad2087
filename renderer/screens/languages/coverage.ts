import type { CoverageRow, StateCounts } from '../../lib/content-types.ts';

export interface Coverage {
  translated: number;
  update: number;
  draft: number;
  total: number;
}

/** The sum over all types, for one language. */
export function coverageOf(rows: readonly CoverageRow[], slug: string): Coverage {
  const total = rows.reduce((sum, row) => sum + row.groups, 0);
  const sum = (count: keyof StateCounts) => rows.reduce((all, row) => all + (row.languages[slug]?.[count] ?? 0), 0);
  return { translated: sum('source') + sum('translated'), update: sum('needs_update'), draft: sum('draft'), total };
}
