// The import in progress, from the dropped file to the report. It continues after its screen is left.
import type { HandoffDone, HandoffReview } from '../../core/schema/site/handoff.ts';
import type { Job, ReviewLine } from '../../core/schema/site/job.ts';
import { ITEM_KINDS } from '../../core/schema/site/transfer.ts';
import { ApiError, asApiError } from './api/api-error.ts';
import { api, uploadFile } from './api/api.ts';
import { followJob } from './api/jobs.ts';
import { t } from './messages/messages.svelte.ts';
import { toasts } from './toasts.svelte.ts';

export type Outcome = 'new' | 'changed' | 'conflict' | 'same' | 'skipped' | 'left' | 'stale' | 'marks';

/** The preview apart from its counts by kind. */
export interface ReviewSummary {
  counts: Record<Outcome, number>;
  types: string[];
  languages: { code: string; name: string; here: boolean; items: number }[];
  authors: { login: string; name: string; here: boolean }[];
  without_language: number;
  media: number;
}

export interface KindReport {
  created: number;
  updated: number;
  skipped: number;
  dropped: number;
  warnings: { line: number; code: string; text: string; params?: Readonly<Record<string, string | number>> }[];
  more?: number;
}
/** A `KindReport` per kind; `backup` names the copy made beforehand. */
export type ImportReport = Readonly<Record<string, unknown>> & {
  backup?: string;
  review?: ReviewSummary;
  handoff?: HandoffReview | HandoffDone;
};

/**
 * The choice for one item; lists the fields that keep the local value. `memory`: a translator's text is added to the memory only.
 */
export type ItemChoice = 'file' | 'mine' | 'memory' | { mine: string[] };

/** Whether the review lists a kind line by line; all others are imported along with them. */
const isItemKind = (kind: string): boolean => (ITEM_KINDS as readonly string[]).includes(kind);

/** Number of items written by an import, counted as in the review. */
export const itemsOf = (report: ImportReport): number => countOf(report, isItemKind);

function countOf(report: ImportReport, isMeant: (kind: string) => boolean): number {
  return Object.entries(report).reduce((sum, [kind, value]) => {
    const { created = 0, updated = 0 } = isMeant(kind) ? (value as Partial<KindReport>) : {};
    return sum + created + updated;
  }, 0);
}

export type Step = 'file' | 'reading' | 'review' | 'importing' | 'report';

const OUTCOMES: readonly Outcome[] = ['new', 'changed', 'conflict', 'same', 'skipped', 'left', 'stale', 'marks'];

class ImportRun {
  step = $state<Step>('file');
  fileName = $state('');
  /** The file itself, for the memory: one of another site is read there. */
  file = $state.raw<File>();
  progress = $state.raw<Job | null>(null);
  /** ID of the preview job. */
  job = $state(0);
  review = $state.raw<ReviewSummary | null>(null);
  /** The review of a file from a translator. */
  handoff = $state.raw<HandoffReview | null>(null);
  /** For a translator's file: whether published text may change too. */
  published = $state(false);
  report = $state.raw<ImportReport | null>(null);
  /** History entry, for Undo. */
  entry = $state<number | null>(null);
  isUndoing = $state(false);
  isUndone = $state(false);
  /** Number of items the review said would be written, at the time the import started. */
  promised = 0;
  seconds = $state(0);
  fault = $state.raw<ApiError | null>(null);
  /** Choices by item key. */
  items = $state.raw<Readonly<Record<string, ItemChoice>>>({});
  /** The outcome each chosen item would have without the choice. */
  #outcomes: Record<string, Outcome> = {};
  languages = $state.raw<Readonly<Record<string, string>>>({});
  authors = $state.raw<Readonly<Record<string, string>>>({});
  language = $state('');
  #running = 0;
  /** Cancelled before the job ID was known. */
  #isUnwanted = false;
  /** The upload in progress, which can be aborted. */
  #upload: AbortController | undefined;
  #turn = 0;

  /** Number of settings, languages, authors and the like, which are imported along with the items. */
  along = $derived(this.report ? countOf(this.report, (kind) => !isItemKind(kind)) : 0);
  /** Number of items that will be written. */
  changes = $derived(this.ticked(OUTCOMES));
  conflictsLeft = $derived(
    ((this.handoff ?? this.review)?.counts.conflict ?? 0) -
      Object.keys(this.items).filter((key) => this.#outcomes[key] === 'conflict').length,
  );
  /** Why there is nothing to import; "" if there is something. */
  nothing: '' | 'transfer.nothing' | 'transfer.nothing.conflicts' = $derived.by(() => {
    if (this.changes > 0 || this.along > 0) return '';
    return this.conflictsLeft > 0 ? 'transfer.nothing.conflicts' : 'transfer.nothing';
  });
  isBusy = $derived(this.step === 'reading' || this.step === 'importing');

  /** Reads a file and shows a review of what it would change. */
  async start(file: File): Promise<void> {
    if (this.isBusy) return;
    this.reset();
    this.fileName = file.name;
    this.file = file;
    this.step = 'reading';
    const turn = this.#turn;
    const { signal } = (this.#upload = new AbortController());
    try {
      if (file.size === 0)
        throw new ApiError(400, { code: 'polydesk_import_refused', message: t('transfer.empty.file') });
      const query = { preview: 1 };
      const { body } = await uploadFile<{ job: number }>('/polydesk/v1/imports', file, { query, signal });
      const { report } = await this.#follow<ImportReport>(body.job);
      if (turn !== this.#turn) return;
      if ('memory' in report || 'glossary' in report)
        throw new ApiError(400, { code: 'polydesk_desk_file', message: t('deskfiles.elsewhere') });
      this.job = body.job;
      this.report = report;
      this.review = report.review ?? null;
      this.handoff = report.handoff && 'counts' in report.handoff ? report.handoff : null;
      this.step = 'review';
    } catch (thrown) {
      if (turn === this.#turn) this.#fail(thrown, 'file');
    }
  }

  /** Applies the review. */
  async apply(): Promise<void> {
    if (this.step !== 'review' || this.nothing) return;
    this.step = 'importing';
    this.promised = this.changes;
    this.fault = null;
    const began = Date.now();
    const { items, languages, authors, language, published } = this;
    try {
      const choices = this.handoff ? { items, published } : { items, languages, authors, language };
      const { body } = await api.post(`/polydesk/v1/jobs/${this.job}/apply`, { choices });
      const { report, entry } = await this.#follow<ImportReport>(body.job);
      this.report = report;
      this.entry = entry;
      this.seconds = Math.max(1, Math.round((Date.now() - began) / 1000));
      this.step = 'report';
    } catch (thrown) {
      this.#fail(thrown, 'file');
    }
  }

  /** Undoes the finished import. */
  async undo(): Promise<void> {
    if (this.entry === null || this.isUndoing) return;
    this.isUndoing = true;
    try {
      await api.post(`/polydesk/v1/history/${this.entry}/undo`, {});
      this.isUndone = true;
      toasts.done(t('transfer.undone'));
    } catch (thrown) {
      toasts.failed(thrown);
    } finally {
      this.isUndoing = false;
    }
  }

  /** Cancels the running job; nothing has changed by then. */
  async cancel(): Promise<void> {
    this.#isUnwanted = true;
    this.#upload?.abort();
    if (this.#running) await this.#end(this.#running);
  }

  /** Resets, so that another file can be chosen. */
  reset(): void {
    this.#turn += 1;
    this.#isUnwanted = false;
    this.step = 'file';
    this.fault = this.progress = this.review = this.handoff = this.report = this.entry = null;
    this.published = this.isUndone = false;
    this.fileName = this.language = '';
    this.job = 0;
    this.items = this.languages = this.authors = {};
    this.#outcomes = {};
  }

  choiceOf(key: string): ItemChoice | undefined {
    return this.items[key];
  }

  /** `undefined` removes the choice. */
  choose(key: string, outcome: Outcome, choice: ItemChoice | undefined): void {
    this.#outcomes[key] = outcome;
    const { [key]: _before, ...others } = this.items;
    this.items = choice === undefined ? others : { ...others, [key]: choice };
  }

  /** Whether the item will be written. */
  isTicked(key: string, outcome: Outcome): boolean {
    const choice = this.items[key];
    if (choice !== undefined) return choice !== 'mine';
    return outcome === 'new' || outcome === 'changed';
  }

  /** Whether a text in a translator's file is kept as it is because it is published. */
  isHeld({ outcome, unit }: ReviewLine): boolean {
    return unit?.published === true && !unit.confirms && !this.published && outcome !== 'left';
  }

  /** How many of these will be written. */
  ticked(outcomes: readonly Outcome[]): number {
    const { counts } = this.handoff ?? this.review ?? {};
    if (!counts) return 0;
    const isReady = outcomes.includes('new');
    const held = this.handoff && isReady && !this.published ? this.handoff.published : 0;
    return Object.keys(this.items).reduce(
      (sum, key) => {
        const outcome = this.#outcomes[key] ?? 'new';
        if (!outcomes.includes(outcome)) return sum;
        const without = outcome === 'new' || outcome === 'changed';
        return sum + Number(this.isTicked(key, outcome)) - Number(without);
      },
      isReady ? counts.new + counts.changed - held : 0,
    );
  }

  async #follow<Report>(job: number): Promise<{ report: Report; entry: number | null }> {
    this.#upload = undefined;
    this.#running = job;
    this.progress = null;
    try {
      if (this.#isUnwanted) await this.#end(job);
      return await followJob<Report>(job, (progress) => (this.progress = progress));
    } finally {
      this.#running = 0;
    }
  }

  async #end(job: number): Promise<void> {
    try {
      await api.delete(`/polydesk/v1/jobs/${job}`);
    } catch (thrown) {
      this.fault = asApiError(thrown);
    }
  }

  #fail(thrown: unknown, step: Step): void {
    const wasCancelled = this.progress?.state === 'cancelled' || this.#upload?.signal.aborted === true;
    this.fault = wasCancelled ? new ApiError(0, { code: 'polydesk_cancelled', message: '' }) : asApiError(thrown);
    this.step = step;
  }
}

export const importRun = new ImportRun();
