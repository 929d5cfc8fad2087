import type { PlanItem, PlanLine } from '../../../../core/schema/live/plan.ts';
import { liveApi } from '../../../lib/live/live-api.ts';
import { allLines } from '../plan/plan.svelte.ts';

/** An answer to a question, with the keys that both lines had. */
interface Answer {
  key: string;
  twin: string;
  isSame: boolean;
}

/** Items that are new on both sides and look alike: each is a question, and none of them is pushed before it is answered. */
class Pairs {
  lines = $state.raw<readonly PlanLine[]>([]);
  /** The last one can be taken back, until something is pulled or pushed. */
  #answers = $state.raw<readonly Answer[]>([]);
  #turn = 0;

  get canTakeBack(): boolean {
    return this.#answers.length > 0;
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

  async answer({ key, twin }: PlanLine, isSame: boolean): Promise<void> {
    await liveApi.choose(isSame ? { [key]: 'same' } : { [key]: 'here', [twin]: 'there' });
    this.#answers = [...this.#answers, { key, twin, isSame }];
    await this.read();
  }

  async takeBack(): Promise<void> {
    const last = this.#answers.at(-1);
    if (last === undefined) return;
    const { key, twin, isSame } = last;
    if (isSame) await liveApi.takeApart({ [key]: twin });
    else await liveApi.choose({ [key]: null, [twin]: null });
    this.#answers = this.#answers.slice(0, -1);
    await this.read();
  }

  /** After a pull or a push the answers are settled. */
  forget(): void {
    this.#answers = [];
  }
}

export const pairs = new Pairs();
