import { asApiError } from '../../lib/api-error.ts';
import { api } from '../../lib/api.ts';

type Count = 'source' | 'translated' | 'needs_update' | 'draft' | 'missing';

/** A row of `GET polydesk/v1/coverage`. */
export interface CoverageRow {
  kind: string;
  type: string;
  groups: number;
  languages: Record<string, Record<Count, number>>;
}

export interface Coverage {
  translated: number;
  update: number;
  draft: number;
  total: number;
}

/** What is translated, by type and language; nothing while the engine does not count it yet. */
export async function readCoverage(): Promise<CoverageRow[]> {
  try {
    return await api.get<CoverageRow[]>('/polydesk/v1/coverage');
  } catch (thrown) {
    if (asApiError(thrown).code === 'rest_no_route') return [];
    throw thrown;
  }
}

/** The sum over all types, for one language. */
export function coverageOf(rows: readonly CoverageRow[], slug: string): Coverage {
  const total = rows.reduce((sum, row) => sum + row.groups, 0);
  const sum = (count: Count) => rows.reduce((all, row) => all + (row.languages[slug]?.[count] ?? 0), 0);
  return { translated: sum('source') + sum('translated'), update: sum('needs_update'), draft: sum('draft'), total };
}
