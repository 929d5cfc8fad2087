import { countedCoverage } from '../../lib/content-types.ts';
import type { CoverageRow, StateCounts } from '../../lib/content-types.ts';

export interface Coverage {
  translated: number;
  partial: number;
  update: number;
  draft: number;
  total: number;
}

/** The totals over all types, for one language. */
export function coverageOf(all: readonly CoverageRow[], slug: string): Coverage {
  const rows = countedCoverage(all);
  const total = rows.reduce((sum, row) => sum + row.groups, 0);
  const sum = (state: keyof StateCounts) => rows.reduce((count, row) => count + (row.languages[slug]?.[state] ?? 0), 0);
  return {
    translated: sum('source') + sum('translated'),
    partial: sum('partial'),
    update: sum('needs_update'),
    draft: sum('draft'),
    total,
  };
}
