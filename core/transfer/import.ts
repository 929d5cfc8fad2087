import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drainMatrix } from '../domain/matrix/matrix.ts';
import { ITEM_KINDS } from '../schema/site/transfer.ts';
import type { Summary } from '../schema/site/summaries.ts';
import type { Site } from '../site.ts';
import type { Origin } from '../types.ts';
import { latestEntryId } from '../store/journal/journal.ts';
import { readOnlyError } from '../store/file/failures.ts';
import { searchShape } from '../store/content/search-file.ts';
import { createStaging, type Staging } from '../store/transfer/staging.ts';
import { applyPlan } from './apply/apply.ts';
import { chosenSink } from './chosen-sink.ts';
import { DEFAULT_CHOICES, type Choices } from './plan/choices.ts';
import { planImport, type Plan } from './plan/plan.ts';
import { formatAt } from './formats.ts';
import { ImportRefused, type Control } from './refusal.ts';
import { emptyReport, type Report } from './report.ts';
import { reviewPlan, type ReviewSummary } from './review.ts';
import { stage, type Records } from './stage.ts';
import { countUnchanged } from './unchanged.ts';
import { unpacked } from './unpack.ts';
import { openSupply, type Supply } from './uploads.ts';
import { startIndexThread, type IndexThread } from './apply/index-thread.ts';
import type { RecordSink } from './records.ts';

/** How an import writes: `merge` of a job, or the caller's own transaction. */
export type Merge = <T>(work: () => { value: T; summary: Summary; origin: Origin }) => T;

export interface ImportInput {
  path: string;
  /** Missing choices default to `DEFAULT_CHOICES`. */
  choices?: Partial<Choices>;
  /** Plans and reports, but writes nothing. */
  preview?: boolean;
  /** With `preview`: path of the review file, item by item; must not exist yet. */
  review?: string;
  /** A folder laid out like `wp-content/uploads`, with the files of the records. */
  uploads?: string | undefined;
  /** Whether another thread builds the search index; by default the file size decides. For tests. */
  indexThread?: boolean;
}

/**
 * Imports a file into the site (`content.md` 8.2): reads it into a staging file, plans everything, then writes one transaction.
 * Throws `ImportRefused` for unreadable files; after any exception, nothing of the file was stored.
 */
export function importFile(
  site: Site,
  input: ImportInput,
  { control, merge }: { control: Control; merge: Merge },
): Report & { review?: ReviewSummary } {
  if (site.readOnly && input.preview !== true) throw readOnlyError();
  return withRecords(site, input, control, ({ staging, plan, index, takeFiles, supply }) => {
    // Planned before taking the write lock, which keeps the lock short; planned again if the site changed meanwhile.
    const early = plan();
    if (input.preview === true) return previewOf(site, early, input.review, control);
    const write = (): Report =>
      merge(() => {
        // Others may have written until here, but not from here on.
        const decided = plan();
        applyPlan(site, decided, { control, index });
        takeFiles();
        supply?.give(decided.report);
        drainMatrix(site);
        return { value: decided.report, summary: summaryOf(decided.report), origin: 'import' };
      });
    return staging.lend(site.db, () => (index ? index.lend(write) : write()));
  });
}

function previewOf(
  site: Site,
  plan: Plan,
  review: string | undefined,
  control: Control,
): Report & { review?: ReviewSummary } {
  if (review === undefined) return plan.report;
  return { ...plan.report, review: reviewPlan(site, plan, { path: review, control }) };
}

/** The result of reading a file. */
interface FileRead {
  staging: Staging;
  plan: Planner;
  index: IndexThread | undefined;
  /** Takes over the media files of the import. */
  takeFiles(): void;
  supply: Supply | undefined;
}

/** Reads the file, runs `work`, and always removes the staging file afterwards. */
function withRecords<T>(site: Site, input: ImportInput, control: Control, work: (read: FileRead) => T): T {
  if (!existsSync(input.path)) throw new ImportRefused('missing', 'The file no longer exists. Choose it again.');
  const folder = mkdtempSync(join(tmpdir(), 'polydesk-import-'));
  try {
    const path = unpacked(input.path, folder, control);
    const report = emptyReport();
    const supply = input.uploads === undefined ? undefined : openSupply(site, input.uploads, report);
    const staging = createStaging(join(folder, 'staging.sqlite'));
    const index = indexThreadFor(site, { ...input, path }, folder);
    try {
      const choices = { ...DEFAULT_CHOICES, ...input.choices };
      const format = formatAt(path);
      const read = (sink: RecordSink): void =>
        format.read(path, chosenSink(site, sink, choices), { report, control, now: site.now() });
      const records = stage(staging, read, (record) => {
        index?.add(record);
        supply?.offer(record);
      });
      index?.end();
      const takeFiles = (): void => format.takeFiles?.(site, path, folder);
      const about = { report, choices, timesOfNewOnly: format.timesOfNewOnly === true };
      return work({ staging, plan: createPlanner(site, records, about), index, takeFiles, supply });
    } finally {
      index?.close();
      supply?.close();
      staging.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns a plan for the current site: the last one, unless the history has changed since. */
type Planner = () => Plan;

/** @param about.report the findings of reading: each plan continues from a copy */
function createPlanner(
  site: Site,
  records: Records,
  about: { report: Report; choices: Choices; timesOfNewOnly: boolean },
): Planner {
  let plan: Plan | undefined;
  let entry: number | undefined;
  return () => {
    const latest = latestEntryId(site.db);
    if (plan && entry === latest) return plan;
    // Released first: memory could not hold two plans of a large file.
    plan = undefined;
    entry = latest;
    plan = planImport(site, records, { ...about, report: structuredClone(about.report) });
    countUnchanged(site, plan);
    return plan;
  };
}

/** Minimum file size in bytes for which a thread pays off. */
const LARGE = 4 * 1024 * 1024;

/** Only for a large file and a site with an empty search index. */
function indexThreadFor(
  site: Site,
  { path, preview = false, indexThread }: ImportInput,
  folder: string,
): IndexThread | undefined {
  const isWorth = !preview && (indexThread ?? statSync(path).size >= LARGE);
  const shape = isWorth ? searchShape(site.db) : undefined;
  return shape === undefined ? undefined : startIndexThread(site, { shape, folder });
}

function summaryOf(report: Report): Summary {
  const items = ITEM_KINDS.reduce((sum, kind) => sum + report[kind].created + report[kind].updated, 0);
  return { code: 'imported', params: { items, languages: report.languages.created } };
}
