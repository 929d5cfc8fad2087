import { segmentName } from '../../../history/words.ts';
import { formatNumber, isMessage, t } from '../../../lib/messages/messages.svelte.ts';
import type { RowBlock, Row } from './row.svelte.ts';

/** The label of a row above its text: "Heading 2", "Picture: alternative text". */
export function kindName(row: Row): string {
  if (row.field) return t(`editor.field.${row.field}`);
  return row.segment ? segmentName(row.segment) : '';
}

/** "Paragraph 7": the name of a row among all rows; the only one of its kind has no number. */
export function numberedName(row: Row, rows: readonly Row[]): string {
  const kind = kindName(row);
  const alike = rows.filter((other) => kindName(other) === kind);
  return alike.length < 2 ? kind : t('editor.kind.number', { kind, number: formatNumber(alike.indexOf(row) + 1) });
}

/** The label of a block without text: its name, as in the block editor of the site. */
export function blockName({ pair }: RowBlock): string {
  const name = (pair.source ?? pair.target)?.name ?? '';
  const key = `editor.block.${name.replace(/^core\//, '')}`;
  return isMessage(key) ? t(key) : name || 'HTML';
}
