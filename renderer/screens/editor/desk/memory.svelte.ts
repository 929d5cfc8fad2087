import { untrack } from 'svelte';
import type { AnswerTo } from '../../../lib/api/answers.ts';
import { api, onChange } from '../../../lib/api/api.ts';
import { asApiError } from '../../../lib/api/api-error.ts';
import type { ApiError } from '../../../lib/api/api-error.ts';
import { onConnection } from '../../../lib/api/connection.ts';
import type { Editor } from '../editor.svelte.ts';
import { markedOf } from './field-text.ts';
import { isTranslatable } from '../machine.svelte.ts';
import type { Row } from '../rows/row.svelte.ts';

export type Match = AnswerTo<'POST', '/polydesk/v1/memory/lookup'>[number];

/** Debounce: nothing is requested for a row that is only passed. */
const PAUSE_MS = 120;
/** How long a memory that was learning is left alone when nothing was found; each next time is three times as long. */
const LEARNING_MS = 1000;
const LONGEST_LEARNING_MS = 10_000;
/** Number of following rows that are looked up in advance. */
const AHEAD = 3;
const MOST_KEPT = 200;

/** Matches of the translation memory for the current row. */
export class MemoryMatches {
  readonly #editor: Editor;
  /** undefined: not known yet. */
  found = $state.raw<readonly Match[] | undefined>();
  fault = $state.raw<ApiError | null>(null);
  /** Texts the memory still has to learn; 0 when it is complete. */
  left = $state(0);
  /** The match the shortcuts apply to. */
  at = $state(0);
  #known = new Map<string, readonly Match[]>();
  #turn = 0;
  /** The row being looked up. */
  #row: Row | undefined;

  constructor(editor: Editor) {
    this.#editor = editor;
  }

  best = $derived(this.found?.[this.at]);
  /** There are two languages to look up between. */
  isOn = $derived.by(() => this.#editor.source !== undefined && this.#editor.source.lang !== this.#editor.lang);

  /** Clears the cache where something was written; looks up again when the server is back. */
  open(): () => void {
    const ends = [
      onChange(() => this.#known.clear()),
      onConnection((state) => state === 'online' && untrack(() => this.#lookAgain())),
    ];
    return () => ends.forEach((end) => end());
  }

  /** Whether a row is looked up at all. */
  has(row: Row | undefined): row is Row {
    return this.isOn && row !== undefined && isTranslatable(row);
  }

  /** Looks up a row, then the following ones. Returns a function that cancels this. */
  follow(row: Row | undefined): () => void {
    const turn = ++this.#turn;
    this.at = 0;
    this.fault = null;
    this.found = this.has(row) ? this.#known.get(this.#nameOf(row)) : undefined;
    this.#row = row;
    if (!this.has(row)) return () => undefined;
    const timer = setTimeout(() => void this.#read(row, turn), PAUSE_MS);
    return () => {
      clearTimeout(timer);
      if (turn === this.#turn) this.#turn += 1;
    };
  }

  /** Selects another match of the same row. */
  step(by: 1 | -1): void {
    const count = this.found?.length ?? 0;
    if (count > 0) this.at = (this.at + by + count) % count;
  }

  #lookAgain(): void {
    if (!this.fault || !this.has(this.#row)) return;
    this.fault = null;
    void this.#read(this.#row, this.#turn);
  }

  /** What the memory learns later is announced by no change: its state is asked for until nothing is left. */
  #lookAgainLater(row: Row, turn: number, delay: number): void {
    const work = async (): Promise<void> => {
      if (turn !== this.#turn) return;
      try {
        if (await this.#isLearning(turn))
          return this.#lookAgainLater(row, turn, Math.min(delay * 3, LONGEST_LEARNING_MS));
        this.#known.delete(this.#nameOf(row));
        const found = await this.#lookUp(row);
        if (turn === this.#turn) this.found = found;
      } catch (thrown) {
        if (turn === this.#turn) this.fault = asApiError(thrown);
      }
    };
    setTimeout(() => void work(), delay);
  }

  async #read(row: Row, turn: number): Promise<void> {
    try {
      const found = await this.#lookUp(row);
      if (turn !== this.#turn) return;
      this.found = found;
      if (found.length === 0 && (await this.#isLearning(turn))) return this.#lookAgainLater(row, turn, LEARNING_MS);
      const { rows } = this.#editor;
      const next = rows.slice(rows.findIndex(({ key }) => key === row.key) + 1).filter((each) => this.has(each));
      for (const each of next.filter(({ state }) => state !== 'done').slice(0, AHEAD)) {
        if (turn !== this.#turn) return;
        await this.#lookUp(each);
      }
    } catch (thrown) {
      if (turn === this.#turn) this.fault = asApiError(thrown);
    }
  }

  async #lookUp(row: Row): Promise<readonly Match[]> {
    const name = this.#nameOf(row);
    const known = this.#known.get(name);
    if (known) return known;
    const { source, lang } = this.#editor;
    const text = markedOf(row, row.source);
    const key = keyOf(row, source?.id ?? 0);
    const { body } = await api.post('/polydesk/v1/memory/lookup', { from: source?.lang, to: lang, text, ...key });
    const [oldest] = this.#known.keys();
    if (oldest !== undefined && this.#known.size >= MOST_KEPT) this.#known.delete(oldest);
    this.#known.set(name, body);
    return body;
  }

  /** Whether nothing was found because it is not learned yet, rather than because there is nothing. */
  async #isLearning(turn: number): Promise<boolean> {
    const { waiting, making } = await api.get('/polydesk/v1/memory');
    const left = making ? Math.max(making.total - making.done, 1) : waiting;
    if (turn === this.#turn) this.left = left;
    return left > 0;
  }

  #nameOf(row: Row): string {
    const { source, lang } = this.#editor;
    return `${source?.id ?? 0} ${lang} ${row.key} ${markedOf(row, row.source)}`;
  }
}

/** The address of a row among the units of its source: a match in the same place is the most reliable. */
function keyOf({ field, source }: Row, item: number): { key?: string } {
  if (item === 0) return {};
  if (field === 'title' || field === 'excerpt') return { key: `p${item}.${field}` };
  return field === undefined && source ? { key: `p${item}.content.${source.id}` } : {};
}
