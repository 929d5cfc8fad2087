import { segmentName } from '../../../history/words.ts';
import { isMessage, t } from '../../../lib/messages/messages.svelte.ts';
import type { RowBlock, Row } from './row.svelte.ts';

/** What a row is called above its text: "Heading 2", "Picture: alternative text". */
export function kindName(row: Row): string {
  if (row.field) return t(`editor.field.${row.field}`);
  return row.segment ? segmentName(row.segment) : '';
}

/** What a block without a text is called: its name, as the editor of the site calls it. */
export function blockName({ pair }: RowBlock): string {
  const name = (pair.source ?? pair.target)?.name ?? '';
  const key = `editor.block.${name.replace(/^core\//, '')}`;
  return isMessage(key) ? t(key) : name || 'HTML';
}
