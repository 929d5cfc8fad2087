import { tick } from 'svelte';
import { isCombo } from '../../lib/keys.ts';
import { app } from '../../lib/state.svelte.ts';
import { scrollToRow, windowOf } from '../../ui/virtual.ts';
import type { Library } from './library.svelte.ts';

const LEAST = 168;
const GAP = 14;
/** Around all of them, at the sides: as wide as the gutter of the page there. */
const SIDE = 20;
const NARROW_SIDE = 14;
/** Below the picture: the name and the signs; around it the edge. */
const WORDS = 56;
/** Between two lines. */
const LINE_GAP = 10;

/** Focus, keys and the window of the tiles: a list that is drawn in lines. */
export class Tiles {
  root = $state<HTMLElement>();
  width = $state(0);
  height = $state(0);
  scrollTop = $state(0);
  #library: Library;

  constructor(library: Library) {
    this.#library = library;
  }

  #side = $derived(app.isNarrow ? NARROW_SIDE : SIDE);
  columns = $derived(Math.max(2, Math.floor((this.width - 2 * this.#side + GAP) / (LEAST + GAP))));
  tileWidth = $derived(Math.max(0, (this.width - 2 * this.#side - (this.columns - 1) * GAP) / this.columns));
  pictureHeight = $derived(Math.round((this.tileWidth - 10) * 0.625));
  lineHeight = $derived(this.pictureHeight + WORDS + LINE_GAP);
  lines = $derived.by(() => Math.ceil(this.#library.rows.total / this.columns));
  view = $derived.by(() => windowOf(this.scrollTop, this.height, this.lineHeight, this.lines));
  /** Places that are drawn, the active one among them. */
  shown = $derived.by(() => {
    const { total } = this.#library.rows;
    const from = this.view.from * this.columns;
    const to = Math.min(total, this.view.to * this.columns);
    const places = Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
    const { row } = this.#library.active;
    return row < 0 || row >= total || places.includes(row) ? places : [...places, row];
  });

  /** Where a tile stands, in pixels from the top and from the start side. */
  placeOf(at: number): { top: number; start: number } {
    const line = Math.floor(at / this.columns);
    const top = this.view.offset + (line - this.view.from) * this.lineHeight;
    return { top, start: this.#side + (at % this.columns) * (this.tileWidth + GAP) };
  }

  async focus(at: number): Promise<void> {
    const { rows, active } = this.#library;
    const row = Math.max(0, Math.min(rows.total - 1, at));
    this.#library.active = { row, column: active.column };
    const list = { scrollTop: this.scrollTop, viewHeight: this.height, rowHeight: this.lineHeight, count: this.lines };
    const to = scrollToRow(Math.floor(row / this.columns), list);
    if (to !== undefined && this.root) this.root.scrollTop = this.scrollTop = to;
    await tick();
    this.root?.querySelector<HTMLElement>(`[data-at="${row}"]`)?.focus({ preventScroll: true });
  }

  keydown(event: KeyboardEvent, onopen: () => void): void {
    if (event.altKey || event.defaultPrevented) return;
    const { selection, active } = this.#library;
    const isWhole = event.ctrlKey || event.metaKey;
    const to = isWhole && !['Home', 'End'].includes(event.key) ? undefined : this.#target(event.key, active.row);
    if (to !== undefined) {
      if (event.shiftKey) this.#extend(active.row, to);
      void this.focus(to);
    } else if (isCombo(event, 'Ctrl+A')) selection.all();
    else if (isWhole) return;
    else if (event.key === ' ') selection.toggle(active.row);
    else if (event.key === 'Enter') onopen();
    else if (event.key === 'Escape' && selection.size > 0) selection.clear();
    else return;
    event.preventDefault();
  }

  #target(key: string, row: number): number | undefined {
    const side = this.root && getComputedStyle(this.root).direction === 'rtl' ? -1 : 1;
    const page = Math.max(1, Math.floor(this.height / this.lineHeight)) * this.columns;
    const last = this.#library.rows.total - 1;
    const to: Record<string, number> = {
      ArrowRight: row + side,
      ArrowLeft: row - side,
      ArrowDown: row + this.columns,
      ArrowUp: row - this.columns,
      PageDown: Math.min(last, row + page),
      PageUp: Math.max(0, row - page),
      Home: 0,
      End: last,
    };
    const found = to[key];
    if (found === undefined) return undefined;
    return found < 0 || found > last ? row : found;
  }

  #extend(from: number, to: number): void {
    const { selection, rows } = this.#library;
    const row = rows.at(from);
    if (row && !selection.has(row.key)) selection.toggle(from);
    selection.extend(to);
  }
}
