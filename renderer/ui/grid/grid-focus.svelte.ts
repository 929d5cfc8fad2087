import { tick } from 'svelte';
import { isCombo, isTyping } from '../../lib/keys.ts';
import type { CellMenu } from '../overlays/menu.ts';
import { focusTarget } from './grid.ts';
import { moveByKey } from './grid-keys.ts';
import { scrollToRow, windowOf } from './virtual.ts';
import type { Window } from './virtual.ts';

/** A cell by its row and the name of its column. Row -1: the heads. */
export interface CellName {
  row: number;
  column: string;
}

/** Which rows are chosen. */
export interface RowSelection {
  readonly size: number;
  readonly isAll: boolean;
  has(key: number): boolean;
  toggle(index: number): void;
  /** From the row that was chosen last to this one. */
  extend(index: number): void;
  all(): void;
  clear(): void;
}

/**
 * Roving focus, keys (ARIA grid pattern), selection and the rows in view of a list that scrolls. What it is about is told by
 * the class made of it. In the page a row has `data-at`, its number, and a cell `aria-colindex`, its place in `names` from 1;
 * the root takes `grid.events` and binds `root`, `width` and `height`.
 */
export abstract class GridFocus {
  root = $state<HTMLElement>();
  width = $state(0);
  height = $state(0);
  scrollTop = $state(0);

  /** Rows there are. */
  abstract readonly total: number;
  abstract readonly rowHeight: number;
  /** Of all columns, in order. */
  abstract readonly names: readonly string[];
  /** The one stop of the Tab key. */
  abstract active: CellName;
  /** Called with the cell of Enter or a double click. */
  protected onopen?(cell: CellName): void;
  protected onfocuschange?(hasFocus: boolean): void;
  /** What can be done with a cell; left out, cells have no menu. */
  menu: (() => CellMenu) | undefined;
  /** The menu that is open: of the cell that was clicked with the other button, or had the focus when the key of menus was pressed. */
  opened = $state.raw<CellMenu & { at: DOMRect }>();

  get headHeight(): number {
    return 0;
  }
  /** Pixels above the lower edge that something may cover. */
  get foot(): number {
    return 0;
  }
  /** -1 where the arrows reach the heads. */
  protected get firstRow(): 0 | -1 {
    return 0;
  }
  /** The first column that can have the focus. */
  protected get firstColumn(): number {
    return 0;
  }
  /** Rows that stand beside each other. */
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
  // Numbers, so that what follows from them is left alone while they stay the same: it is scrolled by pixels, drawn by rows.
  #from = $derived(this.view.from);
  #to = $derived(this.view.to);
  /** Where row 0 stands, in pixels: above all where the list is taller than a page can be. */
  #top = $derived.by(() => this.view.offset - this.view.from * this.rowHeight);
  #activeRow = $derived.by(() => (this.active.row < this.total ? this.active.row : -1));
  /** Rows that are drawn: those in view, and the active one. */
  shown = $derived.by(() =>
    span(this.#from * this.perLine, Math.min(this.total, this.#to * this.perLine), this.#activeRow),
  );

  /** Handlers of the root. */
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

  /** The lines to draw. */
  protected window(): Window {
    return windowOf(this.scrollTop, this.height - this.headHeight, this.rowHeight, this.lines);
  }

  get isRtl(): boolean {
    return this.root !== undefined && getComputedStyle(this.root).direction === 'rtl';
  }

  /** Rows that PageUp and PageDown move. */
  protected get page(): number {
    return Math.max(1, Math.floor((this.height - this.headHeight) / this.rowHeight) - 1);
  }

  /** Where the line of a row stands, in pixels. */
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

  /** To the first row, e.g. after another filter. */
  scrollToTop(): void {
    if (this.root) this.root.scrollTop = this.scrollTop = 0;
  }

  /** Moves the focus to a cell, scrolling it into view first. Does nothing while the list is not in the page. */
  async focus(cell: CellName): Promise<void> {
    if (!this.root) return;
    this.active = cell;
    this.show(cell);
    await tick();
    const target = this.cellOf(cell);
    if (target) this.reveal(target);
  }

  /** For an effect: a list that became shorter must not take the focus along. */
  stayInside(): void {
    const last = this.total - 1;
    const { row, column } = this.active;
    if (last < 0 || row <= last) return;
    const hadFocus = this.root?.contains(document.activeElement) ?? false;
    this.active = { row: last, column };
    if (hadFocus) void this.focus(this.active);
  }

  /** For an effect: the active cell is drawn elsewhere now, and takes the focus along where the list had it. Nothing is scrolled. */
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
    // By key it comes without a place.
    if (event.clientX === 0 && event.clientY === 0) this.#menuOf(cell);
    else this.#openMenu(cell, new DOMRect(event.clientX, event.clientY, 0, 0));
  }

  #menuOf(cell: CellName): void {
    const place = this.cellOf(cell)?.getBoundingClientRect();
    if (place) this.#openMenu(cell, place);
  }

  // Asked for while the grid has the focus: it says what can be done.
  #openMenu(cell: CellName, at: DOMRect): void {
    this.active = cell;
    const menu = this.menu?.();
    if (menu && menu.items.length > 0) this.opened = { ...menu, at };
  }

  /** The focus goes back to the cell, unless what was chosen has taken it. */
  closeMenu(): void {
    this.opened = undefined;
    void tick().then(() => {
      if (document.activeElement === document.body) void this.focus(this.active);
    });
  }

  /** Where a key leads; undefined for keys that do not move. */
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
    // What leads to the beginning leads to the first row, not to the heads above it.
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

  /** Chooses the rows from one to another, and moves there. */
  protected extend(from: CellName, to: CellName): void {
    const { selection } = this;
    if (selection?.size === 0) selection.toggle(from.row);
    selection?.extend(to.row);
    void this.focus(to);
  }

  /** Scrolls so that a cell is in view. */
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

  /** Puts the focus on what `show` has brought into view. */
  protected reveal(target: HTMLElement): void {
    target.focus({ preventScroll: true });
  }

  /** The element of a cell, or the control in it where that takes the focus. */
  protected cellOf({ row, column }: CellName): HTMLElement | undefined {
    const place = this.names.indexOf(column) + 1;
    const cell = this.root?.querySelector<HTMLElement>(`[data-at="${row}"] [aria-colindex="${place}"]`);
    return cell?.hasAttribute('tabindex') ? cell : focusTarget(cell);
  }
}

/** The numbers from one to before the other, and one more where it is not -1. */
export function span(from: number, to: number, also: number): number[] {
  const all = Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
  return also < 0 || (also >= from && also < to) ? all : [...all, also];
}

/** Whether an event is about a control, which has keys and clicks of its own. */
export function isControl(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('button, a, input') !== null;
}
