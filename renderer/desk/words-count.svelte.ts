import type { WordsReport } from '../../core/schema/desk/words.ts';
import { asApiError } from '../lib/api/api-error.ts';
import { runJob } from '../lib/api/jobs.ts';
import { faultWords } from '../lib/history/note-words.ts';

/** How well the memory knows the words left: counted on demand, by a job that writes nothing (`contract/extras.md`, `/words`). */
export class WordsCount {
  found = $state.raw<WordsReport>();
  /** Undefined unless a count is running. */
  progress = $state.raw<{ done: number; total: number }>();
  fault = $state('');
  #turn = 0;

  /** Discards the counts, and those that are still on their way: they are of another choice. */
  drop(): void {
    this.found = this.progress = undefined;
    this.fault = '';
    this.#turn += 1;
  }

  /** Counts the words left in a language, of all types if none are given. */
  async count(choice: { lang: string; types?: string[] }): Promise<void> {
    if (this.progress) return;
    const turn = ++this.#turn;
    this.fault = '';
    this.progress = { done: 0, total: 0 };
    try {
      const { report } = await runJob<WordsReport>('/polydesk/v1/words', choice, (job) => {
        if (turn === this.#turn) this.progress = job;
      });
      if (turn === this.#turn) this.found = report;
    } catch (thrown) {
      if (turn === this.#turn) this.fault = faultWords(asApiError(thrown));
    } finally {
      if (turn === this.#turn) this.progress = undefined;
    }
  }
}
