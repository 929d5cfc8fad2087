import type { BulkReport } from '../../core/schema/translations/bulk.ts';
import type { Dict } from '../../core/types.ts';
import { asApiError } from '../lib/api/api-error.ts';
import { api } from '../lib/api/api.ts';
import type { ContentType } from '../lib/content-types.ts';
import { runJob } from '../lib/api/jobs.ts';
import { GroupList } from './group-list.svelte.ts';
import { filterOf, writeMatrixQuery } from './query.ts';
import type { MatrixQuery } from './query.ts';
import { GroupRows } from './rows.svelte.ts';
import type { GroupItem, GroupRow } from './rows.svelte.ts';
import { GroupSelection } from './selection.svelte.ts';
import { formatDate, t, uiLocale } from '../lib/messages/messages.svelte.ts';
import { site } from '../lib/site.svelte.ts';
import { app } from '../lib/state.svelte.ts';
import { toasts } from '../lib/toasts.svelte.ts';
import type { CellName } from '../ui/grid/grid-focus.svelte.ts';

/** A cell with work, or the active one. */
export interface Cell {
  row: GroupRow;
  /** "" in columns without a language. */
  code: string;
  item: GroupItem | undefined;
}

/** The open dialog and its subject. */
export type OpenDialog =
  | { kind: 'link'; row: GroupRow; code: string }
  /** Versions of a media item. */
  | { kind: 'delete'; ids: readonly number[]; title: string }
  | { kind: 'translate' | 'duplicate' | 'machine' | 'language' | 'status' | 'trash' | 'goto' | 'save-view' | 'export' };

/** A running bulk change. */
export interface RunningJob {
  /** 0 until it has started. */
  id: number;
  label: string;
  done: number;
  total: number;
  /** Stops work done by this page; completed work stays. */
  stop?: () => void;
}

/** The result of a job. */
export interface JobEnd<Report> {
  report: Report;
  entry: number | null;
  job: number;
}

/** The state of the matrix of one post type. */
export class Matrix extends GroupList {
  readonly rows: GroupRows;
  readonly selection: GroupSelection;
  dialog = $state.raw<OpenDialog | null>(null);
  job = $state.raw<RunningJob | null>(null);
  /** Cancelled before it started. */
  #isUnwanted = false;

  constructor(type: ContentType) {
    super(type);
    const tagOf = (code: string) => this.languageOf(code)?.w3c ?? code;
    const dateOf = (time: string | null) => (time ? shortDate(time) : '');
    this.rows = new GroupRows({ tagOf, dateOf });
    this.selection = new GroupSelection(this.rows);
    const row = Number(app.place.query['row']);
    if (!Number.isInteger(row) || row <= 0) return;
    this.active = { row: row - 1, column: app.place.query['at'] ?? 'title' };
    // Items edited meanwhile may have moved.
    this.looked = { key: Number(app.place.query['item']), cell: this.active };
  }

  /** Media: shown as tiles, deleted permanently. */
  get isMedia(): boolean {
    return this.type.type === 'attachment';
  }
  /** Whether its items have versions; media only if the site translates them. */
  isTranslated = $derived.by(() => site.types.value?.some(({ type }) => type === this.type.type) ?? true);
  cell: Cell | undefined = $derived.by(() => {
    const { row, active } = this;
    if (!row) return undefined;
    const code = this.languageOf(active.column) ? active.column : '';
    return { row, code, item: code ? row.value.items[code] : undefined };
  });

  protected override keyOf({ key }: GroupRow): number {
    return key;
  }
  protected override indexOf(key: number): number {
    for (const [at, row] of this.rows.known()) if (row.key === key) return at;
    return -1;
  }

  override refine(part: Partial<MatrixQuery>): void {
    this.selection.clear();
    super.refine(part);
  }

  read(): void {
    const { orderby, order } = this.query;
    const { kind, type } = this.type;
    this.rows.ask({ kind, type, ...filterOf(this.query), orderby, ...(order && { order }) });
  }

  /** Opens the editor; Back returns to this cell. Does nothing if the user navigated away while an item was created. */
  leave(item: string, query: Record<string, string> = {}): void {
    if (app.place.screen !== this.type.base) return;
    const { row, column } = this.active;
    const key = this.row ? { item: String(this.row.key) } : {};
    app.refine({ ...writeMatrixQuery(this.query), row: String(row + 1), at: column, ...key });
    const { state } = this.query;
    // The editor's next item is the next one in this list.
    app.go('edit', item, { ...(state && state !== 'no_language' && { work: state }), ...query });
  }

  /** The target items of a bulk change, from the selected rows: those returned by `pick`; for "all" the filter. */
  targets(pick: (row: GroupRow) => readonly (number | undefined)[]): Dict {
    const { kind, type } = this.type;
    if (this.selection.isAll) return { kind, filter: { type, ...filterOf(this.query) } };
    return { kind, ids: this.selection.rows.flatMap(pick).filter((id) => id !== undefined) };
  }

  /**
   * Runs a bulk change to its end, showing progress; then its result, with Undo, or that it was cancelled. Throws what the
   * request throws.
   */
  async bulk(label: string, order: Dict, words: (report: BulkReport) => string): Promise<void> {
    try {
      const { report, entry } = await this.follow<BulkReport>(label, '/polydesk/v1/bulk', order);
      toasts.done(words(report), entry);
      this.selection.clear();
    } catch (thrown) {
      if (asApiError(thrown).code !== 'polydesk_cancelled') throw thrown;
      toasts.done(t('content.bulk.cancelled'));
    }
  }

  /** Runs a job to its end, showing progress. Throws what the request throws, and `polydesk_cancelled`. */
  async follow<Report>(label: string, path: string, order: Dict): Promise<JobEnd<Report>> {
    this.job = { id: 0, label, done: 0, total: 0 };
    this.#isUnwanted = false;
    try {
      let job = 0;
      const end = await runJob<Report>(path, order, ({ id, done, total }) => {
        const isFirst = job === 0;
        job = id;
        this.job = { id, label, done, total };
        if (isFirst && this.#isUnwanted) void this.cancel();
      });
      return { ...end, job };
    } finally {
      this.job = null;
    }
  }

  /** Cancels the running job, even while it is being started; the server rolls back its changes. */
  async cancel(): Promise<void> {
    this.job?.stop?.();
    this.#isUnwanted = true;
    if (!this.job?.id) return;
    try {
      await api.delete(`/polydesk/v1/jobs/${this.job.id}`);
    } catch (thrown) {
      toasts.failed(thrown);
    }
  }

  /** The next or previous cell with work from the active one, loading rows as needed. */
  async findWork(by: 1 | -1): Promise<CellName | undefined> {
    const codes = this.columns.map(({ code }) => code);
    const { row, column } = this.active;
    let place = codes.indexOf(column) + by;
    if (codes.indexOf(column) < 0) place = by > 0 ? 0 : -1;
    for (let at = Math.max(0, row), reads = 0; at >= 0 && at < this.rows.total; at += by) {
      if (!this.rows.at(at) && ++reads > 20) return undefined;
      const states = (this.rows.at(at) ?? (await this.rows.load(at)))?.states;
      for (; states && place >= 0 && place < codes.length; place += by) {
        const code = codes[place] ?? '';
        const state = states[code] ?? 'missing';
        if (state !== 'source' && state !== 'translated') return { row: at, column: code };
      }
      place = by > 0 ? 0 : codes.length - 1;
    }
    return undefined;
  }
}

let formatter: { locale: string; format: (time: string) => string } | undefined;

/** "21 Nov", with the year if it is not the current one. Formatters are expensive, and there are many rows. */
export function shortDate(time: string): string {
  const locale = uiLocale();
  if (formatter?.locale !== locale) {
    const near = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' });
    const far = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' });
    const year = new Date().getFullYear();
    const format = (text: string) => {
      const date = new Date(text);
      return (date.getFullYear() === year ? near : far).format(date);
    };
    formatter = { locale, format };
  }
  return formatter.format(time);
}

export const longDate = (time: string) => formatDate(time);
