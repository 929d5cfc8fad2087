import type { RowSelection } from '../ui/grid/grid-focus.svelte.ts';
import type { GroupRow, GroupRows } from './rows.svelte.ts';

/** The selected rows: some, or all that match the filter, loaded or not. */
export class GroupSelection implements RowSelection {
  isAll = $state(false);
  #rows = $state.raw<ReadonlyMap<number, GroupRow>>(new Map());
  #source: GroupRows;
  /** Start of the range. */
  #anchor = -1;

  constructor(source: GroupRows) {
    this.#source = source;
  }

  get size(): number {
    return this.isAll ? this.#source.total : this.#rows.size;
  }

  /** The selected rows; empty for "all". */
  get rows(): GroupRow[] {
    return [...this.#rows.values()];
  }

  has(key: number): boolean {
    return this.isAll || this.#rows.has(key);
  }

  toggle(index: number): void {
    const row = this.#source.at(index);
    if (!row) return;
    const rows = new Map(this.isAll ? [...this.#source.known()].map(([, each]) => [each.key, each]) : this.#rows);
    if (!rows.delete(row.key)) rows.set(row.key, row);
    this.isAll = false;
    this.#rows = rows;
    this.#anchor = index;
  }

  extend(index: number): void {
    const from = this.#anchor < 0 ? index : this.#anchor;
    const rows = new Map(this.#rows);
    for (let at = Math.min(from, index); at <= Math.max(from, index); at++) {
      const row = this.#source.at(at);
      if (row) rows.set(row.key, row);
    }
    this.isAll = false;
    this.#rows = rows;
    if (this.#anchor < 0) this.#anchor = index;
  }

  all(): void {
    this.isAll = true;
    this.#rows = new Map();
  }

  clear(): void {
    this.isAll = false;
    this.#rows = new Map();
    this.#anchor = -1;
  }

  /** Updates the rows after a reload; deleted ones stay until cleared. */
  renew(): void {
    if (this.#rows.size === 0) return;
    const known = new Map([...this.#source.known()].map(([, row]) => [row.key, row]));
    this.#rows = new Map([...this.#rows].map(([key, row]) => [key, known.get(key) ?? row]));
  }
}
