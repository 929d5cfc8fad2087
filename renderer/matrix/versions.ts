// The versions of the selected articles that a change applies to.
import type { Dict } from '../../core/types.ts';
import type { GroupItem, GroupRow } from './rows.svelte.ts';
import type { Matrix } from './matrix.svelte.ts';

/** `all`, `source`, or a language code. */
export type Versions = string;

/** The matching items of a row. A row without a language is its own item. */
export function itemsOf({ value, sourceLang }: GroupRow, versions: Versions): Pick<GroupItem, 'id'>[] {
  if (value.group === 0) return [{ id: value.source }];
  if (versions === 'all') return Object.values(value.items);
  const item = value.items[versions === 'source' ? sourceLang : versions];
  return item ? [item] : [];
}

/** The number of items; undefined if only the server knows it. */
export function countOf(matrix: Matrix, versions: Versions): number | undefined {
  if (matrix.selection.isAll) return undefined;
  return matrix.selection.rows.reduce((sum, row) => sum + itemsOf(row, versions).length, 0);
}

/** The same for `/bulk`. */
export function targetsOf(matrix: Matrix, versions: Versions): Dict {
  const targets = matrix.targets((row) => itemsOf(row, versions).map(({ id }) => id));
  if (!matrix.selection.isAll || versions === 'all') return targets;
  if (versions !== 'source') return { ...targets, from: versions };
  return { ...targets, filter: { ...(targets['filter'] as Dict), state: 'source' } };
}

/** The same for `/exports`. */
export function exportScope(matrix: Matrix, versions: Versions): Dict {
  const { ids, filter } = targetsOf(matrix, versions);
  if (ids) return { ids };
  const isLanguage = versions !== 'all' && versions !== 'source';
  return { filter: { type: matrix.type.type, ...(filter as Dict) }, ...(isLanguage && { languages: [versions] }) };
}
