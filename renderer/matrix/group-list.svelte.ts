import type { LanguageValue } from '../../core/schema/languages/language.ts';
import type { ContentType } from '../lib/content-types.ts';
import { t } from '../lib/messages/messages.svelte.ts';
import { site } from '../lib/site.svelte.ts';
import { app } from '../lib/state.svelte.ts';
import { toasts } from '../lib/toasts.svelte.ts';
import type { CellName } from '../ui/grid/grid-focus.svelte.ts';
import { untrack } from 'svelte';
import { columnChoice } from './grid/columns.svelte.ts';
import { plainQuery, readMatrixQuery, writeMatrixQuery } from './query.ts';
import type { MatrixQuery, Tab } from './query.ts';
import { columnOf } from './rows.svelte.ts';
import type { GroupRow } from './rows.svelte.ts';
import type { GridLanguage, RowSource } from './grid/translation-grid.ts';
import type { Wanted } from './wanted.svelte.ts';

/** A view of a list above it, with its number where that is known. */
export interface ListTab {
  value: string;
  label: string;
  count?: number;
}

/** What every list with a column for each language knows of itself: its filter, the active cell, its columns. */
export abstract class GroupList<Row extends GroupRow = GroupRow> {
  readonly type: ContentType;
  abstract readonly rows: RowSource<Row> & {
    readonly isKnown: boolean;
    /** Grows with every answer to another filter. */
    readonly turn: number;
    open(): () => void;
    find(id: number): Promise<number>;
  };
  query = $state.raw<MatrixQuery>(plainQuery);
  active = $state.raw<CellName>({ row: 0, column: 'title' });
  /** The grid has the focus: single keys mean something. */
  isFocused = $state(false);
  isColumnsOpen = $state(false);
  /** The language whose texts the inspector is asked to begin at. */
  wanted = $state('');
  /** Of the row that is looked at: what names it, and the cell it was looked at by. */
  protected looked: { key: number; cell: CellName } | undefined;

  constructor(type: ContentType) {
    this.type = type;
    this.query = readMatrixQuery(app.place.query);
  }

  /** Languages that are on, in the order of the site. */
  active_languages = $derived((site.languages.value ?? []).filter(({ active }) => active));
  coverage = $derived.by(() =>
    site.coverage.value?.find(({ kind, type }) => kind === this.type.kind && type === this.type.type),
  );
  shown = $derived.by(() => columnChoice.shown(this.active_languages, this.coverage));
  columns: GridLanguage[] = $derived.by(() =>
    this.shown.map(({ slug, flag_code }) => ({ code: slug, name: this.nameOf(slug), flag: flag_code })),
  );
  /** The row the inspector shows. */
  row: Row | undefined = $derived.by(() => this.rows.at(Math.max(0, this.active.row)));

  /** Reads what the filter finds. */
  abstract read(): void;

  languageOf(code: string): LanguageValue | undefined {
    return site.languages.value?.find(({ slug }) => slug === code);
  }

  /** Name of a language in the interface language; with its region only where another language of the site needs it. */
  nameOf(code: string): string {
    return site.languageName(code);
  }

  /** Another filter or order; the address says so too. */
  refine(part: Partial<MatrixQuery>): void {
    this.query = { ...this.query, ...part };
    this.address();
    this.active = { row: 0, column: this.active.column };
    this.read();
  }

  address(): void {
    app.refine(writeMatrixQuery(this.query));
  }

  /** Makes the row of an item the active one, in a language where one is named; false, with `gone` as a message, where it is not here. */
  async goTo({ id, lang }: Wanted, gone: string): Promise<boolean> {
    const at = await this.rows.find(id);
    const row = this.rows.at(at);
    if (row) {
      this.active = { row: at, column: lang || columnOf(row, id) };
      // At once: the list may be read again before anything is drawn.
      this.remember(row);
    } else toasts.show({ text: gone, tone: 'plain' });
    return row !== undefined;
  }

  /** What names a row, wherever it stands. */
  protected abstract keyOf(row: Row): number;
  /** Where the row of that name stands now; -1 when it is not shown. */
  protected abstract indexOf(key: number): number;

  /** This row is looked at, by the active cell. */
  remember(row = this.row): void {
    if (row) this.looked = { key: this.keyOf(row), cell: this.active };
  }

  /** The row that was looked at is so still, after the list was read anew; not where somebody went to another one meanwhile. */
  keepRow(): void {
    const looked = this.looked;
    if (!looked?.key || looked.cell !== this.active || (this.row && this.keyOf(this.row) === looked.key)) return;
    const at = this.indexOf(looked.key);
    if (at < 0) return;
    this.active = { ...looked.cell, row: at };
    this.looked = { ...looked, cell: this.active };
  }

  /** The views by state, with their numbers. */
  tabsOf(states: readonly Tab[]): ListTab[] {
    return states.map((state) => {
      const count = state ? this.coverage?.work[state] : this.coverage?.groups;
      return {
        value: state || 'all',
        label: t(`content.tab.${state || 'all'}`),
        ...(count !== undefined && { count }),
      };
    });
  }
}

/** The effects of a screen of such a list. `begin` is called once with the item that the address asked for. */
export function useGroupList(list: GroupList, wanted?: () => Wanted | undefined, begin?: (item: Wanted) => void): void {
  // What rows say depends on the languages: they are read once those are known, and again when they change.
  $effect(() => {
    if (site.languages.value) untrack(() => list.read());
  });
  $effect(() => list.rows.open());
  // Before anything is drawn: what stands beside the list, and what is pressed there, is about the row that was looked at.
  let { turn } = list.rows;
  $effect.pre(() => {
    void list.rows.at(0);
    void list.rows.total;
    untrack(() => {
      // The first rows may be those of a list that is come back to.
      if (turn === 0 || turn === list.rows.turn) list.keepRow();
      ({ turn } = list.rows);
    });
  });
  $effect(() => list.remember());
  // A link to this screen with another filter.
  $effect(() => {
    const query = readMatrixQuery(app.place.query);
    untrack(() => {
      if (JSON.stringify(query) === JSON.stringify(list.query)) return;
      list.query = query;
      list.read();
    });
  });
  let isSought = false;
  $effect(() => {
    const item = wanted?.();
    if (!item || isSought || !list.rows.isKnown) return;
    isSought = true;
    untrack(() => begin?.(item));
  });
}
