// What the editor sends of one item: what is kept by itself, and what is saved. Neither comes after what was sent later.
import type { Dict } from '../../../core/types.ts';
import type { Write } from '../../lib/batch.ts';
import { dropDraft, forgetDraft, keepDraft, saveUnfinished, together } from './item.ts';

/** Keeps and saves one item, one after another. */
export class Sender {
  readonly #id: number;
  #keeping: Promise<unknown> = Promise.resolve();

  constructor(id: number) {
    this.#id = id;
  }

  /** Keeps texts that are not saved. */
  keep(fields: Dict): ReturnType<typeof keepDraft> {
    const keeping = keepDraft(this.#id, fields);
    this.#keeping = keeping.catch(() => undefined);
    return keeping;
  }

  /** Forgets what was kept. */
  async drop(): Promise<void> {
    await this.#keeping;
    await dropDraft(this.#id).catch(() => undefined);
  }

  /** Saves; what was kept is forgotten in the same step, so that it never comes back over what is saved. */
  async save(requests: readonly Write[]): Promise<{ entry: number | null }> {
    await this.#keeping;
    if (requests.length > 0) return together([...requests, forgetDraft(this.#id)]);
    await this.drop();
    return { entry: null };
  }

  /**
   * Saves what is not done yet: which rows were dealt with stands in `rows`, and is still to be known when the editor is
   * opened again. Kept before it is saved as well, since the page may go before the answer comes.
   */
  async saveUnfinished(request: Write | undefined, all: Dict, rows: Dict): Promise<{ entry: number | null }> {
    await this.#keeping;
    if (request) await this.keep(all).catch(() => undefined);
    const answer = request ? await saveUnfinished(request.path, request.body) : { entry: null };
    await this.keep(rows).catch(() => undefined);
    return answer;
  }
}
