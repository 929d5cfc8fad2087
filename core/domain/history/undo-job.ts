import type { Site } from '../../site.ts';
import { countImages } from '../../store/journal/journal.ts';
import type { JobKind } from '../job-kind.ts';
import { undo } from './undo.ts';

/** An undo of more row images than this is a job (`contract/extras.md`). */
const MOST_AT_ONCE = 2000;

/** Whether an entry is too large to be undone within a request. */
export function isLargeUndo(site: Site, id: number): boolean {
  return countImages(site.db, id) > MOST_AT_ONCE;
}

/** Undoes a large entry; a conflict is the report of the failed job, in the same form as in a request. */
export const undoKind: JobKind = {
  name: 'undo',
  screen: 'activity',
  run(site, input, { merge, progress }) {
    const { id, force } = input as { id: number; force: boolean };
    merge(() => ({ value: null, ...undo(site, id, { force, progress }) }));
    return { report: { undoes: id } };
  },
};
