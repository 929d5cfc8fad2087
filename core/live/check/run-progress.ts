import type { RunChanges } from '../../store/live/runs.ts';
import type { RunTools } from './checking.ts';

/** Milliseconds between two records of the progress of a run. */
const NOTE_MS = 500;

/** Records the progress of a run as it goes. */
export interface ProgressNotes {
  note: RunTools['progress'];
  /** Records nothing more; returns what is not recorded yet. A record that waited while others wrote never comes after this. */
  end(): Promise<RunChanges>;
  isOver(): boolean;
}

/**
 * Records the progress of a run, at most twice a second.
 *
 * @param write writes what `changes` returns; waits as long as others write
 */
export function noteProgress(write: (changes: () => RunChanges | undefined) => Promise<void>): ProgressNotes {
  let noted = performance.now();
  let latest: RunChanges | undefined;
  let writing: Promise<void> | undefined;
  let isOver = false;
  const writeNewest = async (): Promise<void> => {
    let written: RunChanges | undefined;
    await write(() => (written = isOver ? undefined : latest));
    if (latest === written) latest = undefined;
  };
  return {
    note(phase, done, total, lists) {
      latest = { phase, done, total, ...(lists && { report: { lists: lists.map((list) => ({ ...list })) } }) };
      if (writing || performance.now() - noted < NOTE_MS) return;
      noted = performance.now();
      // Best effort: the next record has more.
      writing = writeNewest()
        .catch(() => undefined)
        .finally(() => (writing = undefined));
    },
    async end() {
      isOver = true;
      await writing;
      return latest ?? {};
    },
    isOver: () => isOver,
  };
}
