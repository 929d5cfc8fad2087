import { tick } from 'svelte';
import { moveByKey } from '../../ui/grid-keys.ts';
import { focusTarget } from '../../ui/grid.ts';
import { columnsInView } from '../../ui/translation-grid.ts';
import type { CellName } from '../../ui/translation-grid.ts';
import { scrollToRow, windowOf } from '../../ui/virtual.ts';
import type { TermTable } from './terms.svelte.ts';

/** More languages than this are drawn as signs alone. */
const MOST_WIDE = 8;
const END = 64;
const HEAD = 28;

/** Focus, keys and what is in view of the grid of a taxonomy. One tab stop. */
export class TermGridState {
  root = $state<HTMLElement>();
  width = $state(0);
  height = $state(0);
  scrollTop = $state(0);
  scrolled = $state(0);
  #table: TermTable;
  #rowHeight: () => number;
  #open: (cell: CellName) => void;

  constructor(table: TermTable, rowHeight: () => number, open: (cell: CellName) => void) {
    this.#table = table;
    this.#rowHeight = rowHeight;
    this.#open = open;
  }

  isGlyph = $derived.by(
    () =>
      this.#table.view === 'states' && (this.#table.columns.length > MOST_WIDE || (this.width > 0 && this.width < 640)),
  );
  endWidth = $derived(this.width > 0 && this.width < 520 ? 0 : END);
  /** Least width of the first column. Names in every language want more of the room than states do. */
  #leastLead = $derived.by(() => {
    const [most, share] = this.#table.view === 'names' ? [190, 0.25] : [260, 0.32];
    return Math.floor(Math.min(most, Math.max(160, this.width * share)));
  });
  /** Names share what the first column leaves, but stay readable. */
  #nameWidth = $derived.by(() => {
    const room = (this.width - this.#leastLead - this.endWidth) / Math.max(1, this.#table.columns.length);
    // A little less where all of them have room then; where one has to scroll anyway, more.
    return Math.floor(room >= 100 ? Math.min(200, room) : 120);
  });
  columnWidth = $derived.by(() => (this.#table.view === 'names' ? this.#nameWidth : this.isGlyph ? 46 : 84));
  leadWidth = $derived.by(() => {
    const rest = this.width - this.#table.columns.length * this.columnWidth - this.endWidth;
    return Math.max(this.#leastLead, rest);
  });
  contentWidth = $derived.by(() => this.leadWidth + this.#table.columns.length * this.columnWidth + this.endWidth);
  view = $derived.by(() => windowOf(this.scrollTop, this.height - HEAD, this.#rowHeight(), this.#table.rows.total));
  places = $derived.by(() => {
    const { from, to } = this.view;
    const places = Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
    const { row } = this.#table.active;
    return row < 0 || row >= this.#table.rows.total || places.includes(row) ? places : [...places, row];
  });
  columns = $derived.by(() => {
    const { columns, active } = this.#table;
    const room = this.width - this.leadWidth - this.endWidth;
    const { from, to } = columnsInView(this.scrolled, room, this.columnWidth, columns.length);
    return columns
      .map((language, place) => ({ language, place }))
      .filter(({ language, place }) => (place >= from && place < to) || language.code === active.column);
  });
  names = $derived.by(() => ['title', ...this.#table.columns.map(({ code }) => code), 'end']);

  topOf(row: number): number {
    return this.view.offset + (row - this.view.from) * this.#rowHeight();
  }

  tabindex(row: number, column: string): 0 | -1 {
    const { active } = this.#table;
    return active.row === row && active.column === column ? 0 : -1;
  }

  scroll(): void {
    this.scrollTop = this.root?.scrollTop ?? 0;
    this.scrolled = Math.abs(this.root?.scrollLeft ?? 0);
  }

  scrollToTop(): void {
    if (this.root) this.root.scrollTop = this.scrollTop = 0;
  }

  async focus(cell: CellName): Promise<void> {
    this.#table.active = cell;
    this.#show(cell);
    await tick();
    this.cellOf(cell)?.focus({ preventScroll: true });
  }

  cellOf({ row, column }: CellName): HTMLElement | undefined {
    const cell = this.root?.querySelector<HTMLElement>(`[data-at="${row}"] [data-column="${CSS.escape(column)}"]`);
    return cell?.tabIndex === -1 || cell?.tabIndex === 0 ? cell : focusTarget(cell);
  }

  keydown(event: KeyboardEvent): void {
    const cell = this.cellAt(event.target);
    if (!cell || event.defaultPrevented || this.#table.editing) return;
    const to = this.#branch(event, cell) ? undefined : this.#target(event, cell);
    if (to) void this.focus(to);
    else if (event.key === 'Enter' || event.key === 'F2') this.#open(cell);
    else if (!this.#isWriting(event, cell)) return;
    event.preventDefault();
  }

  focusin(event: FocusEvent): void {
    const cell = this.cellAt(event.target);
    if (cell && this.tabindex(cell.row, cell.column) < 0) this.#table.active = cell;
  }

  cellAt(target: EventTarget | null): CellName | undefined {
    const cell = target instanceof Element ? target.closest<HTMLElement>('[data-column]') : null;
    const row = cell?.closest<HTMLElement>('[data-at]')?.dataset['at'];
    const column = cell?.dataset['column'];
    return row === undefined || column === undefined ? undefined : { row: Number(row), column };
  }

  /** In the names, a letter begins to write over the name. */
  #isWriting(event: KeyboardEvent, cell: CellName): boolean {
    const { view, rows } = this.#table;
    const isText = event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (view !== 'names' || !isText || !rows.at(cell.row) || cell.column === 'end' || cell.column === 'title')
      return false;
    this.#table.edit(cell, event.key);
    return true;
  }

  /** On the name, the arrows that lead along the row open and close the branch first. */
  #branch(event: KeyboardEvent, cell: CellName): boolean {
    const row = this.#table.rows.at(cell.row);
    if (cell.column !== 'title' || !row || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey)
      return false;
    const forward = this.#isRtl() ? 'ArrowLeft' : 'ArrowRight';
    const back = this.#isRtl() ? 'ArrowRight' : 'ArrowLeft';
    const isChange = (event.key === forward && row.isOpen === false) || (event.key === back && row.isOpen === true);
    if (isChange) this.#table.rows.toggle(row);
    else if (event.key === back && row.level > 1) void this.focus({ row: this.#parentOf(cell.row), column: 'title' });
    else return false;
    event.preventDefault();
    return true;
  }

  #parentOf(index: number): number {
    const { rows } = this.#table;
    const level = rows.at(index)?.level ?? 1;
    let at = index;
    while (at > 0 && (rows.at(at)?.level ?? 1) >= level) at -= 1;
    return at;
  }

  #isRtl(): boolean {
    return this.root !== undefined && getComputedStyle(this.root).direction === 'rtl';
  }

  #target(event: KeyboardEvent, { row, column }: CellName): CellName | undefined {
    const page = Math.max(1, Math.floor((this.height - HEAD) / this.#rowHeight()) - 1);
    const columns = this.names.length - (this.endWidth === 0 ? 1 : 0);
    const size = { rows: this.#table.rows.total, columns, page, isRtl: this.#isRtl() };
    const to = moveByKey(event, { row, column: this.names.indexOf(column) }, size);
    return to && { row: to.row, column: this.names[to.column] ?? column };
  }

  #show({ row, column }: CellName): void {
    const { root } = this;
    if (!root) return;
    const list = {
      scrollTop: this.scrollTop,
      viewHeight: this.height - HEAD - 48,
      rowHeight: this.#rowHeight(),
      count: this.#table.rows.total,
    };
    const to = scrollToRow(row, list);
    if (to !== undefined) root.scrollTop = this.scrollTop = to;
    const place = this.#table.columns.findIndex(({ code }) => code === column);
    if (place < 0) return;
    const room = this.width - this.leadWidth - this.endWidth;
    const start = place * this.columnWidth;
    const wanted = Math.min(start, Math.max(this.scrolled, start + this.columnWidth - room));
    if (wanted === this.scrolled) return;
    this.scrolled = wanted;
    root.scrollLeft = this.#isRtl() ? -wanted : wanted;
  }
}
