import { ItemHistory, type HistoryItem, type Line } from './item-history.svelte.ts';

/** A history list together with the detail of the chosen change. */
export class ShownHistory {
  readonly history: ItemHistory;
  /** ID of the chosen entry; 0 for none. */
  chosen = $state(0);
  #undo: (line: Line) => void = () => undefined;

  constructor(item: HistoryItem) {
    this.history = new ItemHistory(item);
  }

  line = $derived.by(() => this.history.lines.find(({ entry }) => entry.id === this.chosen));

  /** Registers the undo function of the list. */
  meet(undo: (line: Line) => void): void {
    this.#undo = undo;
  }

  /** Undoes the chosen change. */
  undo(): void {
    if (this.line) this.#undo(this.line);
  }
}
