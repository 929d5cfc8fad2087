import { backupKind, restoreKind } from '../domain/backups.ts';
import { bulkKind } from '../domain/bulk.ts';
import type { JobKind } from '../domain/job-kind.ts';
import { undoKind } from '../domain/undo-job.ts';
import { exportKind, importKind, importPreviewKind } from '../transfer/kinds.ts';

/** Every kind of job there is; how to add one says `JobKind`. */
const kinds: readonly JobKind[] = [
  undoKind,
  bulkKind,
  importPreviewKind,
  importKind,
  exportKind,
  backupKind,
  restoreKind,
];

/** The kind of this name. Throws for a name nobody gave: that is a fault of ours. */
export function jobKind(name: string): JobKind {
  const found = kinds.find((kind) => kind.name === name);
  if (!found) throw new Error(`There is no kind of job "${name}"`);
  return found;
}
