import type { Site } from '../site.ts';
import type { Item } from '../store/journal.ts';
import { DECIDING } from '../store/settings.ts';
import type { ReadDb } from '../store/sql.ts';
import { othersRevisionSeen } from './kept-facts.ts';

// Not state of the program: counts for the connection, and goes with it.
const written = new WeakMap<ReadDb, number>();

/** Another text after every write that may have changed which content routes there are. What a job of ours wrote is told to `noteModelWrite`. */
export function modelRevision(site: Site): string {
  return `${othersRevisionSeen(site)} ${written.get(site.db) ?? 0}`;
}

/** Told of what each entry of the journal touched: nothing of the site is written without one. */
export function noteModelWrites(site: Site, items: readonly Item[]): void {
  const decides = items.some(({ kind, id }) => kind === 'site' || (kind === 'settings' && DECIDING.has(id)));
  if (decides) noteModelWrite(site);
}

/** The model was written, or a write was taken back after others may have seen it. */
export function noteModelWrite({ db }: Site): void {
  written.set(db, (written.get(db) ?? 0) + 1);
}
