import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Summary } from '../../schema/site/summaries.ts';
import type { Site } from '../../site.ts';
import { latestEntryId } from '../../store/journal/journal.ts';
import { beginReading, endReading } from '../../store/transfer/export.ts';
import { writeReview } from '../../store/transfer/review.ts';
import { isBundle, isFirstVersion, withBundle, type Bundle } from '../bundle/files.ts';
import { canonical, type Fields } from '../bundle/parts.ts';
import type { Merge } from '../import.ts';
import { ImportRefused, type Control } from '../refusal.ts';
import { unpacked } from '../unpack.ts';
import { applyTree } from './apply.ts';
import type { TreeLine, TreeOutcome, TreePlan } from './lines.ts';
import { planTree } from './plan.ts';
import { linkedKeys, touchedSince, withoutTouched, type Meanwhile } from './touched.ts';

/** Parameters of planning and applying a bundle as a working tree. */
export interface TreeOrder {
  /** The bundle: a folder, or an archive. */
  path: string;
  /** Deletes what is on the site but not in the tree, within its scope. */
  prune: boolean;
  /** The history entry that a plan was based on: whatever changed after it is skipped. */
  since?: number | undefined;
}

/** The counts of what applying a tree would do, and the newest entry it takes into account. */
export interface TreeReport {
  counts: Record<TreeOutcome, number>;
  entry: number;
}

/** The result of applying a tree. */
export interface AppliedTree extends TreeReport {
  /** Changed since planning and therefore skipped: the first ones. */
  meanwhile: Meanwhile[];
}

/** Maximum number of lines named in a report. */
const MOST_NAMED = 1000;

/**
 * Plans applying a tree, and writes the plan item by item into a review at a path that does not exist yet. Throws
 * `ImportRefused`.
 */
export function planTreeFile(
  site: Site,
  { path, prune }: TreeOrder,
  { control, review }: { control: Control; review?: string | undefined },
): TreeReport & { lines: TreeLine[] } {
  return withTree(path, control, ({ bundle }) => {
    const file = review === undefined ? undefined : writeReview(review);
    let n = 0;
    const see = (line: TreeLine, here: Fields, tree: Fields): void => {
      const { kind, type, id, title, lang, fields } = line;
      const deleted = line.outcome === 'deleted';
      const outcome = line.outcome === 'deleted' ? 'changed' : line.outcome;
      file?.put(
        { ...{ key: `${LETTERS[kind]}${(n += 1)}`, kind, type, id, title, lang, outcome, fields }, languages: [] },
        { path: line.path, ...(deleted && { deleted }), changes: changesOf(line, here, tree), same: [] },
      );
    };
    const { lines, entry } = ofOneMoment(site, () => planTree(site, bundle, { prune, control, see }));
    file?.done();
    return { counts: countsOf(lines), entry, lines };
  });
}

/**
 * Applies a tree to the site as one change. Whatever others changed since planning is skipped and reported. Throws
 * `ImportRefused`; after any exception, nothing was stored.
 */
export function applyTreeFile(
  site: Site,
  { path, prune, since }: TreeOrder,
  { control, merge }: { control: Control; merge: Merge },
): AppliedTree {
  return withTree(path, control, ({ bundle, path: whole, scratch }) => {
    // Planned before taking the write lock, which keeps the lock short; changes made meanwhile are checked under it.
    const early = ofOneMoment(site, () => planTree(site, bundle, { prune, control }));
    return merge(() => {
      const { lines, meanwhile } = linesNow(site, bundle, { early, prune, since: since ?? early.entry, control });
      applyTree(site, bundle, { lines, keys: early.keys, path: whole, scratch, control });
      const counts = countsOf(lines);
      const value = { counts, entry: early.entry, meanwhile: meanwhile.slice(0, MOST_NAMED) };
      return { value, summary: summaryOf(counts), origin: 'import' };
    });
  });
}

/** The plan for the current site, without anything others touched. */
function linesNow(
  site: Site,
  bundle: Bundle,
  { early, prune, since, control }: { early: TreePlan; prune: boolean; since: number; control: Control },
): { lines: readonly TreeLine[]; meanwhile: Meanwhile[] } {
  if (latestEntryId(site.db) === since) return { lines: early.lines, meanwhile: [] };
  const linked = new Map<TreeLine, string[]>();
  const see = (line: TreeLine, here: Fields, tree: Fields): void => {
    if (line.fields.includes('translations')) linked.set(line, linkedKeys(here, tree));
  };
  const { lines } = planTree(site, bundle, { prune, control, see });
  return withoutTouched(lines, touchedSince(site, since), (line) => linked.get(line) ?? []);
}

/** A tree open for reading, with a temporary folder. */
interface OpenTree {
  bundle: Bundle;
  /** The folder, or the decompressed archive. */
  path: string;
  scratch: string;
}

function withTree<T>(given: string, control: Control, work: (tree: OpenTree) => T): T {
  const scratch = mkdtempSync(join(tmpdir(), 'polydesk-tree-'));
  try {
    const isFolder = statSync(given).isDirectory();
    const path = isFolder ? given : unpacked(given, scratch, control);
    if (!isBundle(path)) throw notBundle(isFolder);
    return withBundle(path, (bundle) => {
      if (isFirstVersion(bundle))
        throw new ImportRefused(
          'version',
          'This bundle has version 1, which is for "import" only. Export the site to have one that can be applied.',
          { params: { what: 'first' } },
        );
      return work({ bundle, path, scratch });
    });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** The error for a folder without its marker file, which is named. */
function notBundle(isFolder: boolean): ImportRefused {
  const name = 'polydesk.json';
  const about = { params: { name } };
  return isFolder
    ? new ImportRefused('not_bundle', 'This file is missing, so this is not a bundle.', { ...about, path: name })
    : new ImportRefused('not_bundle', 'This is not a bundle.', about);
}

function ofOneMoment<T>(site: Site, work: () => T): T {
  beginReading(site.db);
  try {
    return work();
  } finally {
    endReading(site.db);
  }
}

const LETTERS: Readonly<Record<TreeLine['kind'], string>> = {
  site: 's',
  user: 'u',
  language: 'l',
  term: 't',
  post: 'p',
};

function countsOf(lines: readonly TreeLine[]): TreeReport['counts'] {
  const counts = { new: 0, changed: 0, deleted: 0, left: 0 };
  for (const { outcome } of lines) counts[outcome] += 1;
  return counts;
}

/** The fields as text, here and in the tree. */
function changesOf({ fields }: TreeLine, here: Fields, tree: Fields): { field: string; mine: string; file: string }[] {
  return fields.map((field) => ({ field, mine: shown(field, here[field]), file: shown(field, tree[field]) }));
}

function shown(field: string, value: unknown): string {
  if (value === undefined || value === '') return '';
  // Shows that a password differs, but not the password.
  if (field === 'password') return '••••••';
  return typeof value === 'string' ? value : canonical(value);
}

function summaryOf({ new: made, changed, deleted }: TreeReport['counts']): Summary {
  return { code: 'applied', params: { count: made + changed + deleted } };
}
