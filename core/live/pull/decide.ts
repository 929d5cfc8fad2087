import type { LineChoice } from '../../schema/live/plan.ts';
import type { LiveKey } from '../../store/live/states.ts';
import type { Json } from '../../types.ts';
import type { Compared } from '../compared.ts';
import type { FieldLine } from '../compare.ts';

/** What becomes of a field: written here, taken to be settled as it is there, or left as undecided as it was. */
export interface FieldDecision {
  field: string;
  /** What is written here; left out: it stays. */
  value?: Json;
  /** The base says from now on what is there. */
  isSettled: boolean;
}

/** What a pull does with an item. */
export type Decision =
  | { act: 'nothing' }
  /** It is made here with everything that is there. */
  | { act: 'create' }
  | { act: 'delete' }
  | { act: 'fields'; fields: FieldDecision[] }
  /** Nothing is written: only that both sides know of it. */
  | { act: 'settle' }
  /** It is gone there and stays here: as if it had never been there. */
  | { act: 'forget' };

/** A line of the plan that a pull takes over. */
export interface PlannedLine {
  key: LiveKey;
  name: string;
  decision: Decision;
  compared: Compared;
}

const NOTHING: Decision = { act: 'nothing' };

/** What a pull does with an item by what was chosen; null: what needs no decision. */
export function decidePull({ line, here, there }: Compared, choice: LineChoice | null): Decision {
  if (choice === 'leave') return NOTHING;
  switch (line.state) {
    case 'same':
    case 'new_here':
      return NOTHING;
    case 'new_there':
      return choice === 'here' ? NOTHING : { act: 'create' };
    case 'deleted_there':
      return choice === 'here' ? { act: 'forget' } : { act: 'delete' };
    case 'deleted_here':
      return choice === 'there' ? { act: 'create' } : NOTHING;
    default:
  }
  if (!here) return choice === 'there' ? { act: 'create' } : choice === 'here' ? { act: 'settle' } : NOTHING;
  if (!there) return choice === 'there' ? { act: 'delete' } : choice === 'here' ? { act: 'forget' } : NOTHING;
  const fields = line.fields.map((one) => decideField(one, ofField(choice, one.field)));
  return fields.some(({ isSettled }) => isSettled) ? { act: 'fields', fields } : NOTHING;
}

function ofField(choice: LineChoice | null, field: string): string | undefined {
  if (choice === null || typeof choice === 'string') return choice ?? undefined;
  return Object.hasOwn(choice, field) ? choice[field] : undefined;
}

function decideField({ field, state, there, merged }: FieldLine, choice: string | undefined): FieldDecision {
  const left: FieldDecision = { field, isSettled: false };
  const kept: FieldDecision = { field, isSettled: true };
  const taken: FieldDecision = { field, isSettled: true, ...(there !== undefined && { value: there }) };
  if (choice === 'leave') return left;
  if (state === 'both') return kept;
  if (choice === 'here') return state === 'here' ? left : kept;
  if (choice === 'there') return taken;
  if (state === 'there') return taken;
  if (state === 'merged') return { field, isSettled: true, ...(merged !== undefined && { value: merged }) };
  return left;
}
