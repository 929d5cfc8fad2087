import { segmentName } from '../../../history/words.ts';
import { formatNumber, isMessage, t } from '../../../lib/messages/messages.svelte.ts';
import type { RowBlock, Row } from './row.svelte.ts';

/** What a row is called above its text: "Heading 2", "Picture: alternative text". */
export function kindName(row: Row): string {
  if (row.field) return t(`editor.field.${row.field}`);
  return row.segment ? segmentName(row.segment) : '';
}

/** "Paragraph 7": what a row is called among all of a text; a row that is alone of its kind has no number. */
export function numberedName(row: Row, rows: readonly Row[]): string {
  const kind = kindName(row);
  const alike = rows.filter((other) => kindName(other) === kind);
  return alike.length < 2 ? kind : t('editor.kind.number', { kind, number: formatNumber(alike.indexOf(row) + 1) });
}

/** What a block without a text is called: its name, as the editor of the site calls it. */
export function blockName({ pair }: RowBlock): string {
  const name = (pair.source ?? pair.target)?.name ?? '';
  const key = `editor.block.${name.replace(/^core\//, '')}`;
  return isMessage(key) ? t(key) : name || 'HTML';
}
