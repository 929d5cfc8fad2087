import { untrack } from 'svelte';
import { RowWindow } from '../../lib/api/row-window.svelte.ts';
import type { Outcome } from '../../lib/import-run.svelte.ts';
import type { Read } from '../../lib/api/answers.ts';

/** A line of `GET /jobs/{id}/items`. */
export type ReviewLine = Read<'/polydesk/v1/jobs/{id}/items'>[number];

export interface LineFilter {
  outcomes: readonly Outcome[];
  type: string;
  /** undefined: any. */
  lang: string | undefined;
}

/** The lines of a preview as a long list. */
export function reviewLines(job: number, { outcomes, type, lang }: LineFilter): RowWindow<ReviewLine, ReviewLine> {
  const path = `/polydesk/v1/jobs/${job}/items`;
  const lines = new RowWindow<ReviewLine, ReviewLine>({ path, kinds: [], rowOf: (line) => line });
  // Values derived from the filter must not depend on the loaded lines.
  untrack(() => lines.ask({ outcomes, ...(type && { type }), ...(lang !== undefined && { lang }) }));
  return lines;
}
