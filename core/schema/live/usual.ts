import type { PlanLine } from './plan.ts';

type Held = Pick<PlanLine, 'hindrance' | 'choice'>;

/** Whether a line cannot be pushed or pulled; a twin can once it was declared a separate item. */
export const isHeld = ({ hindrance, choice }: Held): boolean =>
  hindrance !== null && !(hindrance.code === 'twin' && choice !== null);

/** Whether a line takes part unless somebody says otherwise: no conflict, no deletion, no obstacle, not left out. */
export function isUsual(line: Held & Pick<PlanLine, 'state'>): boolean {
  return !/^deleted|^conflict/.test(line.state) && !isHeld(line) && line.choice !== 'leave';
}
