import { createContext } from 'svelte';
import { SvelteSet } from 'svelte/reactivity';

const linesOnPage = () => [...document.querySelectorAll<HTMLElement>('[data-editor] [data-row]')];
const keyOf = (line: Element | undefined): string | undefined =>
  line instanceof HTMLElement ? line.dataset['row'] : undefined;

/** Checked on every focus change: most selections are words of one text. */
function isInOneLine({ anchorNode, focusNode }: Selection): boolean {
  const lineOf = (node: Node | null) => (node instanceof Element ? node : node?.parentElement)?.closest('[data-row]');
  const line = lineOf(anchorNode);
  return line !== undefined && line !== null && line === lineOf(focusNode);
}

/** Rows selected for an action: with Space and Shift+arrows on rows, or Ctrl+click and Shift+click next to their source. */
export class RowSelection {
  readonly keys = new SvelteSet<string>();
  /** Start of the range. */
  #from = '';

  has(key: string): boolean {
    return this.keys.has(key);
  }

  clear(): void {
    this.keys.clear();
    this.#from = '';
  }

  toggle(key: string): void {
    if (!this.keys.delete(key)) this.keys.add(key);
    this.#from = key;
  }

  /** Selects all rows from the start of the range, or from `start`, to this one. */
  extend(key: string, start = key): void {
    const all = linesOnPage().flatMap((line) => keyOf(line) ?? []);
    this.#from ||= start;
    const [from, to] = [all.indexOf(this.#from), all.indexOf(key)];
    if (from < 0 || to < 0) return;
    this.keys.clear();
    for (const each of all.slice(Math.min(from, to), Math.max(from, to) + 1)) this.keys.add(each);
  }

  all(): void {
    for (const line of linesOnPage()) {
      const key = keyOf(line);
      if (key) this.keys.add(key);
    }
  }

  click(event: MouseEvent, key: string): void {
    if (event.shiftKey) {
      this.extend(key);
      // The browser has selected the text in between.
      document.getSelection()?.removeAllRanges();
    } else if (event.ctrlKey || event.metaKey) this.toggle(key);
  }

  /** The selected rows, else those covered by a text selection on the page. */
  current(): ReadonlySet<string> {
    if (this.keys.size > 0) return this.keys;
    const selection = document.getSelection();
    if (!selection || selection.isCollapsed || isInOneLine(selection)) return new Set();
    const through = linesOnPage().filter((line) => selection.containsNode(line, true));
    return new Set(through.flatMap((line) => keyOf(line) ?? []));
  }
}

/** The selection of the editor around a component. */
export const [getRowSelection, setRowSelection] = createContext<RowSelection>();
