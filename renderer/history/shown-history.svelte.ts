import { ItemHistory, type HistoryItem, type Line } from './item-history.svelte.ts';

/** A history beside the detail of the change that is chosen in it. */
export class ShownHistory {
  readonly history: ItemHistory;
  /** Number of the chosen entry; 0 for none. */
  chosen = $state(0);
  #undo: (line: Line) => void = () => undefined;

  constructor(item: HistoryItem) {
    this.history = new ItemHistory(item);
  }

  line = $derived.by(() => this.history.lines.find(({ entry }) => entry.id === this.chosen));

  /** The list knows how a change is taken back. */
  meet(undo: (line: Line) => void): void {
    this.#undo = undo;
  }

  /** Takes the chosen change back. */
  undo(): void {
    if (this.line) this.#undo(this.line);
  }
}
