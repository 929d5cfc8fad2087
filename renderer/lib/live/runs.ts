import type { Run } from '../../../core/schema/live/run.ts';

/** Whether a push only asked what it would do. */
export function isDryRun({ report }: Run): boolean {
  return typeof report === 'object' && report !== null && 'dry' in report && report.dry === true;
}

/** The last push that sent something, and whether it was undone; undefined if there is none. */
export function lastPush(pushes: readonly Run[]): { run: Run; isUndone: boolean } | undefined {
  const run = pushes.find((one) => one.kind === 'push' && !isDryRun(one));
  return run && { run, isUndone: pushes.some(({ undoes }) => undoes === run.id) };
}
