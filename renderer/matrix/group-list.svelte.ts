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

/** A view of a list, with its count if known. */
export interface ListTab {
  value: string;
  label: string;
  count?: number;
}

/** Shared state of every list with a column per language: its filter, the active cell, its columns. */
export abstract class GroupList<Row extends GroupRow = GroupRow> {
  readonly type: ContentType;
  abstract readonly rows: RowSource<Row> & {
    readonly isKnown: boolean;
    /** Incremented with the first response to a new filter. */
    readonly turn: number;
    open(): () => void;
    find(id: number): Promise<number>;
  };
  query = $state.raw<MatrixQuery>(plainQuery);
  active = $state.raw<CellName>({ row: 0, column: 'title' });
  /** Whether the grid has the focus: enables single-key shortcuts. */
  isFocused = $state(false);
  isColumnsOpen = $state(false);
  /** The language the inspector should start at. */
  wanted = $state('');
  /** The last active row by key, with its active cell. */
  protected looked: { key: number; cell: CellName } | undefined;

  constructor(type: ContentType) {
    this.type = type;
    this.query = readMatrixQuery(app.place.query);
  }

  /** Active languages, in site order. */
  active_languages = $derived((site.languages.value ?? []).filter(({ active }) => active));
  coverage = $derived.by(() =>
    site.coverage.value?.find(({ kind, type }) => kind === this.type.kind && type === this.type.type),
  );
  shown = $derived.by(() => columnChoice.shown(this.active_languages, this.coverage));
  columns: GridLanguage[] = $derived.by(() =>
    this.shown.map(({ slug, flag_code, w3c }) => ({
      ...{ code: slug, name: this.nameOf(slug), flag: flag_code },
      ...{ ownName: site.ownName(slug), tag: w3c },
    })),
  );
  /** The row the inspector shows. */
  row: Row | undefined = $derived.by(() => this.rows.at(Math.max(0, this.active.row)));

  /** Loads the rows matching the filter. */
  abstract read(): void;

  languageOf(code: string): LanguageValue | undefined {
    return site.languages.value?.find(({ slug }) => slug === code);
  }

  /**
   * Name of a language in the interface language; with its region only if needed to tell it from another language of the site.
   */
  nameOf(code: string): string {
    return site.languageName(code);
  }

  /** Sets another filter or order, also in the address. */
  refine(part: Partial<MatrixQuery>): void {
    this.query = { ...this.query, ...part };
    this.address();
    this.active = { row: 0, column: this.active.column };
    this.read();
  }

  address(): void {
    app.refine(writeMatrixQuery(this.query));
  }

  /** Activates the row of an item, in a language if given; false, with `gone` as a message, if it is not in the list. */
  async goTo({ id, lang }: Wanted, gone: string): Promise<boolean> {
    const at = await this.rows.find(id);
    const row = this.rows.at(at);
    if (row) {
      this.active = { row: at, column: lang || columnOf(row, id) };
      // Immediately: the list may be reloaded before the next paint.
      this.remember(row);
    } else toasts.show({ text: gone, tone: 'plain' });
    return row !== undefined;
  }

  /** The key of a row, independent of its position. */
  protected abstract keyOf(row: Row): number;
  /** The current index of the row with a key; -1 if not shown. */
  protected abstract indexOf(key: number): number;

  /** Remembers the row at the active cell. */
  remember(row = this.row): void {
    if (row) this.looked = { key: this.keyOf(row), cell: this.active };
  }

  /** After a reload, makes the remembered row active again, unless the user has moved to another one meanwhile. */
  keepRow(): void {
    const looked = this.looked;
    if (!looked?.key || looked.cell !== this.active || (this.row && this.keyOf(this.row) === looked.key)) return;
    const at = this.indexOf(looked.key);
    if (at < 0) return;
    this.active = { ...looked.cell, row: at };
    this.looked = { ...looked, cell: this.active };
  }

  /** The views by state, with their counts. */
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

/** The effects of a screen with such a list. `begin` is called once with the item from the address. */
export function useGroupList(list: GroupList, wanted?: () => Wanted | undefined, begin?: (item: Wanted) => void): void {
  // Row content depends on the languages: rows are loaded once those are known, and reloaded when they change.
  $effect(() => {
    if (site.languages.value) untrack(() => list.read());
  });
  $effect(() => list.rows.open());
  // Before rendering: the pane next to the list, and any key pressed there, must refer to the remembered row.
  let { turn } = list.rows;
  $effect.pre(() => {
    void list.rows.at(0);
    void list.rows.total;
    untrack(() => {
      // The first rows may belong to a list the user returns to.
      if (turn === 0 || turn === list.rows.turn) list.keepRow();
      ({ turn } = list.rows);
    });
  });
  $effect(() => list.remember());
  // Handles a link to this screen with another filter.
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
