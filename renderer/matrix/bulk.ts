// Bulk changes to the selected articles: one job, one history entry, one Undo.
import type { BulkReport } from '../../core/schema/translations/bulk.ts';
import { t } from '../lib/messages/messages.svelte.ts';
import { toasts } from '../lib/toasts.svelte.ts';
import type { Matrix } from './matrix.svelte.ts';

/** Describes the result of a bulk change, and how many items were left unchanged. */
export function tellBulk(done: (count: number) => string): (report: BulkReport) => string {
  return ({ changed, skipped }) =>
    skipped > 0 ? `${done(changed)} ${t('content.bulk.skipped', { count: skipped })}` : done(changed);
}

/** Confirms every translation of the selected articles that needs an update. */
export async function confirmChosen(matrix: Matrix): Promise<void> {
  const targets = matrix.targets(({ value }) =>
    Object.values(value.items).map(({ id, state }) => {
      // For machine translations, confirms each that has not been confirmed yet.
      const isMeant = matrix.query.machine ? state !== 'source' : state === 'needs_update';
      return isMeant ? id : undefined;
    }),
  );
  if (Array.isArray(targets['ids']) && targets['ids'].length === 0) {
    toasts.done(t('content.bulk.confirmed', { count: 0 }));
    return;
  }
  try {
    await matrix.bulk(t('content.bulk.confirm'), { action: 'confirm', ...targets }, ({ changed }) =>
      t('content.bulk.confirmed', { count: changed }),
    );
    if (matrix.query.machine) matrix.rows.refresh();
  } catch (thrown) {
    toasts.failed(thrown);
  }
}
