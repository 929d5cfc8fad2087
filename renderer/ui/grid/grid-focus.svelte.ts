import { tick } from 'svelte';
import { isCombo, isTyping } from '../../lib/keys.ts';
import type { CellMenu } from '../overlays/menu.ts';
import { focusTarget } from './grid.ts';
import { moveByKey } from './grid-keys.ts';
import { scrollToRow, windowOf } from './virtual.ts';
import type { Window } from './virtual.ts';

/** A cell by its row and column name. Row -1: the header. */
export interface CellName {
  row: number;
  column: string;
}

/** Row selection. */
export interface RowSelection {
  readonly size: number;
  readonly isAll: boolean;
  has(key: number): boolean;
  toggle(index: number): void;
  /** Extends the selection from the last selected row to this one. */
  extend(index: number): void;
  all(): void;
  clear(): void;
}

/**
 * Roving focus, keys (ARIA grid pattern), selection and virtual scrolling. Subclasses provide the data. In the DOM a row has
 * `data-at`, its index, and a cell `aria-colindex`, its 1-based place in `names`; the root takes `grid.events` and binds `root`,
 * `width` and `height`.
 */
export abstract class GridFocus {
  root = $state<HTMLElement>();
  width = $state(0);
  height = $state(0);
  scrollTop = $state(0);

  /** Number of rows. */
  abstract readonly total: number;
  abstract readonly rowHeight: number;
  /** Names of all columns, in order. */
  abstract readonly names: readonly string[];
  /** The single tab stop. */
  abstract active: CellName;
  /** Called with the cell on Enter or double click. */
  protected onopen?(cell: CellName): void;
  protected onfocuschange?(hasFocus: boolean): void;
  /** The context menu of a cell; without it there is none. */
  menu: (() => CellMenu) | undefined;
  /** The open context menu, opened by right click or the menu key. */
  opened = $state.raw<CellMenu & { at: DOMRect }>();

  get headHeight(): number {
    return 0;
  }
  /** Pixels above the lower edge that may be covered. */
  get foot(): number {
    return 0;
  }
  /** -1 if the arrows reach the header. */
  protected get firstRow(): 0 | -1 {
    return 0;
  }
  /** The first focusable column. */
  protected get firstColumn(): number {
    return 0;
  }
  /** Rows per line. */
  get perLine(): number {
    return 1;
  }
  get selection(): RowSelection | undefined {
    return undefined;
  }
  protected get lines(): number {
    return Math.ceil(this.total / this.perLine);
  }

  view = $derived.by(() => this.window());
  // Derived numbers, so that dependents rerun only per row, not per scrolled pixel.
  #from = $derived(this.view.from);
  #to = $derived(this.view.to);
  /** Position of row 0 in pixels: negative if the list is taller than a page can be. */
  #top = $derived.by(() => this.view.offset - this.view.from * this.rowHeight);
  #activeRow = $derived.by(() => (this.active.row < this.total ? this.active.row : -1));
  /** Rendered rows: those in view, and the active one. */
  shown = $derived.by(() =>
    span(this.#from * this.perLine, Math.min(this.total, this.#to * this.perLine), this.#activeRow),
  );

  /** Event handlers for the root. */
  readonly events = {
    onkeydown: (event: KeyboardEvent) => this.keydown(event),
    onclick: (event: MouseEvent) => this.click(event),
    oncontextmenu: (event: MouseEvent) => this.contextMenu(event),
    ondblclick: (event: MouseEvent) => this.doubleClick(event),
    onfocusin: (event: FocusEvent) => this.focusin(event),
    onfocusout: ({ relatedTarget: to }: FocusEvent) => {
      if (!(to instanceof Node) || !this.root?.contains(to)) this.onfocuschange?.(false);
    },
    onscroll: () => this.scroll(),
  };

  /** The lines to render. */
  protected window(): Window {
    const { scrollTop, rowHeight, lines: count } = this;
    return windowOf({ scrollTop, viewHeight: this.height - this.headHeight, rowHeight, count });
  }

  get isRtl(): boolean {
    return this.root !== undefined && getComputedStyle(this.root).direction === 'rtl';
  }

  /** Rows that PageUp and PageDown move. */
  protected get page(): number {
    return Math.max(1, Math.floor((this.height - this.headHeight) / this.rowHeight) - 1);
  }

  /** Position of a row's line, in pixels. */
  topOf(row: number): number {
    return this.#top + Math.floor(row / this.perLine) * this.rowHeight;
  }

  tabindex(row: number, column: string): 0 | -1 {
    const { active } = this;
    return active.row === row && active.column === column ? 0 : -1;
  }

  scroll(): void {
    this.scrollTop = this.root?.scrollTop ?? 0;
  }

  /** Scrolls to the first row, e.g. after a filter change. */
  scrollToTop(): void {
    if (this.root) this.root.scrollTop = this.scrollTop = 0;
  }

  /** Focuses a cell, scrolling it into view first. Does nothing if the list is not mounted. */
  async focus(cell: CellName): Promise<void> {
    if (!this.root) return;
    this.active = cell;
    this.show(cell);
    await tick();
    const target = this.cellOf(cell);
    if (target) this.reveal(target);
  }

  /** For an effect: keeps the focus when the list becomes shorter. */
  stayInside(): void {
    const last = this.total - 1;
    const { row, column } = this.active;
    if (last < 0 || row <= last) return;
    const hadFocus = this.root?.contains(document.activeElement) ?? false;
    this.active = { row: last, column };
    if (hadFocus) void this.focus(this.active);
  }

  /** For an effect: when the active cell is rendered elsewhere, moves the focus along if the list had it. Does not scroll. */
  follow(): void {
    const { active } = this;
    const here = this.root?.contains(document.activeElement) ? this.cellAt(document.activeElement) : undefined;
    if (!here || here.row < 0 || (here.row === active.row && here.column === active.column)) return;
    void tick().then(() => active === this.active && this.cellOf(active)?.focus({ preventScroll: true }));
  }

  cellAt(target: EventTarget | null): CellName | undefined {
    const cell = target instanceof Element ? target.closest('[aria-colindex]') : null;
    const row = cell?.closest<HTMLElement>('[data-at]')?.dataset['at'];
    const place = Number(cell?.ariaColIndex) - 1;
    const column = place < this.firstColumn ? undefined : this.names[place];
    return row === undefined || column === undefined ? undefined : { row: Number(row), column };
  }

  keydown(event: KeyboardEvent): void {
    const cell = this.cellAt(event.target);
    if (!cell || event.defaultPrevented) return;
    const { selection } = this;
    const to = this.target(event, cell);
    if (to && event.shiftKey) this.extend(cell, to);
    else if (to) void this.focus(to);
    else if (selection && isCombo(event, 'Ctrl+A')) selection.all();
    else if (selection && event.key === 'Escape' && selection.size > 0) selection.clear();
    else if (cell.row < 0) return;
    else if (this.menu && (event.key === 'ContextMenu' || isCombo(event, 'Shift+F10'))) this.#menuOf(cell);
    else if (selection && event.key === ' ') selection.toggle(cell.row);
    else if (this.onopen && event.key === 'Enter' && !isControl(event.target)) this.onopen(cell);
    else return;
    event.preventDefault();
  }

  contextMenu(event: MouseEvent): void {
    const cell = this.cellAt(event.target);
    if (!this.menu || !cell || cell.row < 0 || cell.row >= this.total || isTyping(event.target)) return;
    event.preventDefault();
    this.active = cell;
    // Opened by key, the event has no position.
    if (event.clientX === 0 && event.clientY === 0) this.#menuOf(cell);
    else this.#openMenu(cell, new DOMRect(event.clientX, event.clientY, 0, 0));
  }

  #menuOf(cell: CellName): void {
    const place = this.cellOf(cell)?.getBoundingClientRect();
    if (place) this.#openMenu(cell, place);
  }

  // Called while the grid has the focus: the grid provides the menu.
  #openMenu(cell: CellName, at: DOMRect): void {
    this.active = cell;
    const menu = this.menu?.();
    if (menu && menu.items.length > 0) this.opened = { ...menu, at };
  }

  /** Returns the focus to the cell, unless the chosen command took it. */
  closeMenu(): void {
    this.opened = undefined;
    void tick().then(() => {
      if (document.activeElement === document.body) void this.focus(this.active);
    });
  }

  /** The target cell of a key; undefined for keys that do not move. */
  protected target(event: KeyboardEvent, { row, column }: CellName): CellName | undefined {
    const { firstRow: top, firstColumn: start, names, total } = this;
    if (event.shiftKey) {
      const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      if (!by || !this.selection || row < 0) return undefined;
      return { row: Math.max(0, Math.min(total - 1, row + by)), column };
    }
    const size = { rows: total - top, columns: names.length - start, page: this.page, isRtl: this.isRtl };
    const from = { row: row - top, column: names.indexOf(column) - start };
    const to = moveByKey(event, from, size);
    // Keys that go to the beginning stop at the first row, not at the header.
    const least = event.ctrlKey || event.metaKey || event.key === 'PageUp' ? 0 : top;
    return to && { row: Math.max(least, to.row + top), column: names[to.column + start] ?? column };
  }

  focusin(event: FocusEvent): void {
    this.onfocuschange?.(true);
    const cell = this.cellAt(event.target);
    if (cell && this.tabindex(cell.row, cell.column) < 0) this.active = cell;
  }

  protected click(event: MouseEvent): void {
    const cell = this.cellAt(event.target);
    if (!cell || cell.row < 0 || isControl(event.target)) return;
    const { selection } = this;
    const isTick = cell.column === 'check' || event.ctrlKey || event.metaKey;
    if (selection && event.shiftKey) selection.extend(cell.row);
    else if (selection && isTick) selection.toggle(cell.row);
    void this.focus(cell);
  }

  protected doubleClick(event: MouseEvent): void {
    const cell = this.cellAt(event.target);
    if (cell && cell.row >= 0 && cell.column !== 'check') this.onopen?.(cell);
  }

  /** Selects a range of rows, and moves to its end. */
  protected extend(from: CellName, to: CellName): void {
    const { selection } = this;
    if (selection?.size === 0) selection.toggle(from.row);
    selection?.extend(to.row);
    void this.focus(to);
  }

  /** Scrolls a cell into view. */
  protected show({ row }: CellName): void {
    const list = {
      scrollTop: this.scrollTop,
      viewHeight: this.height - this.headHeight - this.foot,
      rowHeight: this.rowHeight,
      count: this.lines,
    };
    const to = row < 0 ? 0 : scrollToRow(Math.floor(row / this.perLine), list);
    if (this.root && to !== undefined) this.root.scrollTop = this.scrollTop = to;
  }

  /** Focuses the element that `show` scrolled into view. */
  protected reveal(target: HTMLElement): void {
    target.focus({ preventScroll: true });
  }

  /** The element of a cell, or the control in it if that takes the focus. */
  protected cellOf({ row, column }: CellName): HTMLElement | undefined {
    const place = this.names.indexOf(column) + 1;
    const cell = this.root?.querySelector<HTMLElement>(`[data-at="${row}"] [aria-colindex="${place}"]`);
    return cell?.hasAttribute('tabindex') ? cell : focusTarget(cell);
  }
}

/** The numbers in [from, to), plus `also` unless it is -1. */
export function span(from: number, to: number, also: number): number[] {
  const all = Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
  return also < 0 || (also >= from && also < to) ? all : [...all, also];
}

/** Whether an event targets a control, which handles keys and clicks itself. */
export function isControl(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('button, a, input') !== null;
}
