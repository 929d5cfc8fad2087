import { backupKind, restoreKind } from '../domain/site/backups.ts';
import { bulkKind } from '../domain/matrix/bulk.ts';
import type { JobKind } from '../domain/job-kind.ts';
import { deskImportKind } from '../transfer/desk/kinds.ts';
import { pretranslateKind } from '../transfer/pretranslate/pretranslate.ts';
import { wordsKind } from '../transfer/words/words.ts';
import { replaceKind } from '../domain/replace/replace.ts';
import { fixKind } from '../domain/findings/fix.ts';
import { undoKind } from '../domain/history/undo-job.ts';
import { walkKind } from '../preview/kinds.ts';
import { handoffKind, handoffPreviewKind } from '../transfer/handoff/kinds.ts';
import { liveFilesKind } from '../live/files/kinds.ts';
import { liveCheckKind, livePullKind } from '../live/kinds.ts';
import { livePushKind } from '../live/push/kinds.ts';
import { exportKind, importKind, importPreviewKind } from '../transfer/kinds.ts';

/** Every kind of job: the worker, `/jobs` with its schema, notifications and words are derived from its row. See `JobKind`. */
export const JOB_KINDS: readonly JobKind[] = [
  undoKind,
  bulkKind,
  fixKind,
  replaceKind,
  pretranslateKind,
  wordsKind,
  importPreviewKind,
  importKind,
  exportKind,
  handoffPreviewKind,
  handoffKind,
  deskImportKind,
  backupKind,
  restoreKind,
  walkKind,
  liveCheckKind,
  livePullKind,
  livePushKind,
  liveFilesKind,
];

/** The kind of this name. Throws for an unknown name, which is a bug. */
export function jobKind(name: string): JobKind {
  const found = JOB_KINDS.find((kind) => kind.name === name);
  if (!found) throw new Error(`The kind of job "${name}" does not exist`);
  return found;
}
