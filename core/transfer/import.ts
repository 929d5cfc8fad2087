import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drainMatrix } from '../domain/matrix.ts';
import { drainSearchQueue } from '../domain/posts/search-index.ts';
import type { Site } from '../site.ts';
import type { Origin } from '../types.ts';
import { searchShape } from '../store/search-file.ts';
import { createStaging, type Staging } from '../store/staging.ts';
import { applyPlan } from './apply.ts';
import { chosenSink } from './chosen-sink.ts';
import { DEFAULT_CHOICES, type Choices } from './plan/choices.ts';
import { planImport, type Plan } from './plan/plan.ts';
import { ImportRefused, type Control } from './refusal.ts';
import { emptyReport, type Report } from './report.ts';
import { reviewPlan, type ReviewSummary } from './review.ts';
import { stage } from './stage.ts';
import { indexBeside } from './index-beside.ts';
import { indexAfterwards, type TextIndex } from './text-index.ts';
import { isBundle } from './bundle-files.ts';
import { readBundle } from './bundle-read.ts';
import type { RecordSink } from './records.ts';
import { readWxr, type WxrOptions } from './wxr-read.ts';

/** How an import writes: `merge` of a job, or a transaction of the caller's own. */
export type Merge = <T>(work: () => { value: T; summary: string; origin: Origin }) => T;

export interface ImportInput {
  path: string;
  /** What is left out is as in `DEFAULT_CHOICES`. */
  choices?: Partial<Choices>;
  /** Decide and tell, but write nothing. */
  preview?: boolean;
  /** With `preview`: the file that gets the review, item by item; it is not there yet. */
  review?: string;
  /** Whether a thread beside makes the index of texts; left out, the size of the file decides. For tests. */
  beside?: boolean;
}

/**
 * Imports a file into the site (`content.md` 8.2): read it into a staging file, decide everything, then one transaction.
 * Throws `ImportRefused` for what cannot be read; whatever it throws, nothing of the file was stored.
 */
export function importFile(
  site: Site,
  input: ImportInput,
  { control, merge }: { control: Control; merge: Merge },
): Report & { review?: ReviewSummary } {
  return withPlan(site, input, control, ({ plan, index }) => {
    if (input.preview !== true) {
      const write = (): void =>
        merge(() => {
          applyPlan(site, plan, { control, index });
          // Here, where others are told to wait: the first search would have to do it.
          drainSearchQueue(site);
          drainMatrix(site);
          return { value: undefined, summary: summaryOf(plan.report), origin: 'import' };
        });
      plan.context.records.staging.lend(site.db, () => index.lend(write));
    }
    if (input.review === undefined) return plan.report;
    return { ...plan.report, review: reviewPlan(site, plan, { path: input.review, control }) };
  });
}

/** What an import has read and decided. */
interface Decided {
  plan: Plan;
  index: TextIndex;
}

/** Reads and plans; the staging file is gone afterwards, whatever happens. */
function withPlan<T>(site: Site, input: ImportInput, control: Control, work: (decided: Decided) => T): T {
  if (!existsSync(input.path)) throw new ImportRefused('missing', 'The file is not there any more. Choose it again.');
  const folder = mkdtempSync(join(tmpdir(), 'polydesk-import-'));
  try {
    const { staging, index } = prepare(site, input, folder);
    try {
      const report = emptyReport();
      const choices = { ...DEFAULT_CHOICES, ...input.choices };
      const read = (sink: RecordSink): void =>
        readFrom(input.path, chosenSink(site, sink, choices), { report, control, now: site.now() });
      const records = stage(staging, read, { forSearch: index.keepsFolded, noted: index.noted });
      index.allNoted();
      const plan = planImport(site, records, { report, choices });
      return work({ plan, index });
    } finally {
      index.close();
      staging.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Bytes of a file from which on a thread beside is worth its start. */
const LARGE = 4 * 1024 * 1024;

/** A staging file in an empty folder, and the way texts go from there into the index of texts. */
function prepare(
  site: Site,
  { path, preview = false, beside }: ImportInput,
  folder: string,
): { staging: Staging; index: TextIndex } {
  const at = join(folder, 'staging.sqlite');
  const isWorth = !preview && (beside ?? statSync(path).size >= LARGE);
  const shape = isWorth ? searchShape(site.db) : undefined;
  const staging = createStaging(at);
  const index =
    shape === undefined ? indexAfterwards(site, { keepsFolded: !preview }) : indexBeside(site, { shape, folder });
  return { staging, index };
}

/** A bundle, else an export of the real site. */
function readFrom(path: string, sink: RecordSink, options: WxrOptions): void {
  if (isBundle(path)) readBundle(path, sink, options);
  else readWxr(path, sink, options);
}

/** The sentence of the journal. */
function summaryOf({ posts, media, terms, languages }: Report): string {
  const parts = [
    some(posts.created + posts.updated, 'item', 'items'),
    some(media.created + media.updated, 'media item', 'media items'),
    some(terms.created + terms.updated, 'term', 'terms'),
    some(languages.created, 'language', 'languages'),
  ].filter((part) => part !== '');
  return `Imported ${parts.length > 0 ? parts.join(', ') : 'a file'}`;
}

function some(n: number, one: string, many: string): string {
  return n === 0 ? '' : `${n} ${n === 1 ? one : many}`;
}
