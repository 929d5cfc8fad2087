import type { PlanItem, PlanLine } from '../../../../core/schema/live/plan.ts';
import { liveApi } from '../../../lib/live/live-api.ts';
import { allLines } from '../plan/plan.svelte.ts';

/** An answer that can be taken back: its line and what was decided before. */
interface Answered {
  key: string;
  before: PlanLine['choice'];
}

/** Items that are new on both sides and look alike: each is a question, and none of them is pushed before it is answered. */
class Pairs {
  lines = $state.raw<readonly PlanLine[]>([]);
  #answered: Answered[] = [];
  #turn = 0;

  get canTakeBack(): boolean {
    return this.#answered.length > 0;
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
    await liveApi.choose({ [line.key]: isSame ? 'merged' : 'here' });
    this.#answered.push({ key: line.key, before: line.choice });
    await this.read();
  }

  async takeBack(): Promise<void> {
    const last = this.#answered.pop();
    if (!last) return;
    await liveApi.choose({ [last.key]: last.before });
    await this.read();
  }
}

export const pairs = new Pairs();
