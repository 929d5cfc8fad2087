// The one import that goes on: from the file that was dropped to its report. It lives on when its screen is left.
import type { HandoffDone, HandoffReview } from '../../core/schema/site/handoff.ts';
import type { Job, ReviewLine } from '../../core/schema/site/job.ts';
import { ITEM_KINDS } from '../../core/schema/site/transfer.ts';
import { ApiError, asApiError } from './api/api-error.ts';
import { api, uploadFile } from './api/api.ts';
import { followJob } from './api/jobs.ts';
import { t } from './messages/messages.svelte.ts';

export type Outcome = 'new' | 'changed' | 'conflict' | 'same' | 'skipped' | 'left' | 'stale' | 'marks';

/** What a preview says besides its counts by kind. */
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
/** A `KindReport` by kind of thing; `backup` names the copy that was made first. */
export type ImportReport = Readonly<Record<string, unknown>> & {
  backup?: string;
  review?: ReviewSummary;
  handoff?: HandoffReview | HandoffDone;
};

/** What becomes of an item; names of the fields that stay as they are here. */
export type ItemChoice = 'file' | 'mine' | { mine: string[] };

/** What the review shows line by line; the rest comes along. */
const isItemKind = (kind: string): boolean => (ITEM_KINDS as readonly string[]).includes(kind);

/** Items that an import wrote: what the review had counted. */
export const itemsOf = (report: ImportReport): number => countOf(report, isItemKind);

function countOf(report: ImportReport, isMeant: (kind: string) => boolean): number {
  return Object.entries(report).reduce((sum, [kind, value]) => {
    const { created = 0, updated = 0 } = isMeant(kind) ? (value as Partial<KindReport>) : {};
    return sum + created + updated;
  }, 0);
}

export type Step = 'file' | 'reading' | 'review' | 'importing' | 'report';

class ImportRun {
  step = $state<Step>('file');
  fileName = $state('');
  progress = $state.raw<Job | null>(null);
  /** Number of the preview. */
  job = $state(0);
  review = $state.raw<ReviewSummary | null>(null);
  /** The same of a file from a translator. */
  handoff = $state.raw<HandoffReview | null>(null);
  /** Of such a file: what visitors see changes, too. */
  published = $state(false);
  report = $state.raw<ImportReport | null>(null);
  /** Entry of the history, for Undo. */
  entry = $state<number | null>(null);
  /** Items the review had said would be written, as they were when it was begun. */
  promised = 0;
  seconds = $state(0);
  fault = $state.raw<ApiError | null>(null);
  /** By key of the item. */
  items = $state.raw<Readonly<Record<string, ItemChoice>>>({});
  /** Outcome of each item that was chosen: what it would be without a choice. */
  #outcomes: Record<string, Outcome> = {};
  languages = $state.raw<Readonly<Record<string, string>>>({});
  authors = $state.raw<Readonly<Record<string, string>>>({});
  language = $state('');
  #running = 0;
  /** Cancelled before it was known which job it is. */
  #isUnwanted = false;
  /** The file on its way, which can be stopped. */
  #upload: AbortController | undefined;
  #turn = 0;

  /** Settings, languages, authors and the like, which come along with the items. */
  along = $derived(this.report ? countOf(this.report, (kind) => !isItemKind(kind)) : 0);
  /** Items that will be written. */
  changes = $derived(this.#count());
  conflictsLeft = $derived(
    ((this.handoff ?? this.review)?.counts.conflict ?? 0) -
      Object.keys(this.items).filter((key) => this.#outcomes[key] === 'conflict').length,
  );
  /** Why there is nothing to import; "" where there is something. */
  nothing: '' | 'transfer.nothing' | 'transfer.nothing.conflicts' = $derived.by(() => {
    if (this.changes > 0 || this.along > 0) return '';
    return this.conflictsLeft > 0 ? 'transfer.nothing.conflicts' : 'transfer.nothing';
  });
  isBusy = $derived(this.step === 'reading' || this.step === 'importing');

  /** Reads a file and says what it would do. */
  async start(file: File): Promise<void> {
    if (this.isBusy) return;
    this.reset();
    this.fileName = file.name;
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

  /** Does what the review says. */
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

  /** Ends what runs; nothing was changed then. */
  async cancel(): Promise<void> {
    this.#isUnwanted = true;
    this.#upload?.abort();
    if (this.#running) await this.#end(this.#running);
  }

  /** Begins anew: another file can be chosen. */
  reset(): void {
    this.#turn += 1;
    this.#isUnwanted = false;
    this.step = 'file';
    this.fault = this.progress = this.review = this.handoff = this.report = this.entry = null;
    this.published = false;
    this.fileName = this.language = '';
    this.job = 0;
    this.items = this.languages = this.authors = {};
    this.#outcomes = {};
  }

  choiceOf(key: string): ItemChoice | undefined {
    return this.items[key];
  }

  /** `undefined` takes the choice back. */
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

  /** Whether a text of a file from a translator stays as it is, since visitors see it. */
  isHeld({ outcome, unit }: ReviewLine): boolean {
    return unit?.published === true && !unit.confirms && !this.published && outcome !== 'left';
  }

  #count(): number {
    const { counts } = this.handoff ?? this.review ?? {};
    if (!counts) return 0;
    const held = this.handoff && !this.published ? this.handoff.published : 0;
    return Object.keys(this.items).reduce(
      (sum, key) => {
        const outcome = this.#outcomes[key] ?? 'new';
        const without = outcome === 'new' || outcome === 'changed';
        return sum + Number(this.isTicked(key, outcome)) - Number(without);
      },
      counts.new + counts.changed - held,
    );
  }

  async #follow<Report>(job: number): Promise<{ report: Report; entry: number | null }> {
    this.#upload = undefined;
    this.#running = job;
    this.progress = null;
    try {
      if (this.#isUnwanted) await this.#end(job);
      return await followJob<Report>(job, (told) => (this.progress = told));
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
