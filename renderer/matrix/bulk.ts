// Changes of all chosen articles: one job, one entry of the history, one Undo.
import type { BulkReport } from '../../core/schema/translations/bulk.ts';
import { t } from '../lib/messages/messages.svelte.ts';
import { toasts } from '../lib/toasts.svelte.ts';
import type { Matrix } from './matrix.svelte.ts';

/** What a bulk change did, and how many items it left as they are. */
export function tellBulk(done: (count: number) => string): (report: BulkReport) => string {
  return ({ changed, skipped }) =>
    skipped > 0 ? `${done(changed)} ${t('content.bulk.skipped', { count: skipped })}` : done(changed);
}

/** Every translation of the chosen articles that needs an update is right as it is. */
export async function confirmChosen(matrix: Matrix): Promise<void> {
  const targets = matrix.targets(({ value }) =>
    Object.values(value.items).map(({ id, state }) => {
      // Of what a machine wrote, each is meant that nobody found right yet.
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
