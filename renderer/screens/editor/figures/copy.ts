import { t } from '../../../lib/messages/messages.svelte.ts';
import type { Editor } from '../editor.svelte.ts';
import type { Row } from '../rows/row.svelte.ts';
import type { Steps } from '../steps.svelte.ts';

/** Whether the source text can be copied there. */
export const canCopy = ({ source, field, segment }: Row): boolean =>
  source !== undefined && field !== 'slug' && segment?.isLocked !== true;

/** Copies the source text into rows, as one step. They do not count as translated. */
export function copySources(editor: Editor, steps: Steps, rows: readonly Row[]): void {
  const language = editor.nameOf(editor.source?.lang ?? '');
  steps.changeRows(
    rows.filter(canCopy),
    (row) => row.copySource(),
    (count) => t('editor.copied', { count, language }),
  );
}
