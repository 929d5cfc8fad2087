import type { HistoryEntry } from '../../../core/schema/site/history.ts';
import { importedItems } from '../../../core/schema/site/summary-text.ts';
import type { Summary } from '../../../core/schema/site/summaries.ts';

/** Kinds that count as items (`docs/glossary.md`); groups, languages, settings and authors do not. */
const ITEMS = new Set(['post', 'media', 'term']);

/** The number of items a change wrote, as reported by its import or bulk action; undefined if unknown. */
export function itemCount(entry: HistoryEntry): number | undefined {
  const own = countIn(entry);
  if (own !== undefined) return own;
  const { items, item_count } = entry;
  return items.length === item_count ? items.filter(({ kind }) => ITEMS.has(kind)).length : undefined;
}

function countIn({ code, params }: Summary): number | undefined {
  if (code === 'undo' || code === 'redo') return countIn(params.what);
  if (code === 'imported') return importedItems(params);
  return code.startsWith('bulk.') && 'count' in params ? params.count : undefined;
}
