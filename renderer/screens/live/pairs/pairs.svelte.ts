import type { PlanItem, PlanLine } from '../../../../core/schema/live/plan.ts';
import { liveApi } from '../../../lib/live/live-api.ts';
import { allLines } from '../plan/plan.svelte.ts';

/** Items that are new on both sides and look alike: each is a question, and none of them is pushed before it is answered. */
class Pairs {
  lines = $state.raw<readonly PlanLine[]>([]);
  /** Lines kept as two items: this answer can be undone. A pair cannot: an identity is permanent. */
  #two = $state.raw<readonly string[]>([]);
  #turn = 0;

  get canTakeBack(): boolean {
    return this.#two.length > 0;
  }

  async read(): Promise<void> {
    const turn = ++this.#turn;
    const found = await allLines({ states: ['new_here'] }).catch(() => []);
    if (turn === this.#turn) this.lines = found.filter(({ twin, choice }) => twin !== '' && choice === null);
  }

  /** Both sides of a question. */
  async sides(line: PlanLine): Promise<{ here: PlanItem; there: PlanItem }> {
    const [here, there] = await Promise.all([liveApi.item(line.key), liveApi.item(line.twin)]);
    return { here, there };
  }

  async answer(line: PlanLine, isSame: boolean): Promise<void> {
    await liveApi.choose(isSame ? { [line.key]: 'same' } : { [line.key]: 'here', [line.twin]: 'there' });
    this.#two = isSame ? [] : [...this.#two, line.key];
    await this.read();
  }

  async takeBack(): Promise<void> {
    const last = this.#two.at(-1);
    if (last === undefined) return;
    this.#two = this.#two.slice(0, -1);
    const { twin } = await liveApi.item(last);
    await liveApi.choose({ [last]: null, ...(twin && { [twin]: null }) });
    await this.read();
  }
}

export const pairs = new Pairs();
