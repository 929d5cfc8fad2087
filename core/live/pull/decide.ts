import type { LineChoice } from '../../schema/live/plan.ts';
import type { LiveKey } from '../../store/live/states.ts';
import type { Json } from '../../types.ts';
import type { Compared } from '../compared.ts';
import type { FieldLine } from '../compare.ts';

/** What happens to a field: written here, settled with the value there, or left undecided. */
export interface FieldDecision {
  field: string;
  /** The value to write; left out: unchanged. */
  value?: Json;
  /** The base is set to the value there. */
  isSettled: boolean;
}

/** What a pull does with an item. */
export type Decision =
  | { act: 'nothing' }
  /** It is created here with everything it has there. */
  | { act: 'create' }
  | { act: 'delete' }
  | { act: 'fields'; fields: FieldDecision[] }
  /** Nothing is written: only the base is recorded. */
  | { act: 'settle' }
  /** It no longer exists there and stays here, as if it had never been there. */
  | { act: 'forget' };

/** A line of the plan that a pull takes over. */
export interface PlannedLine {
  key: LiveKey;
  name: string;
  decision: Decision;
  compared: Compared;
}

const NOTHING: Decision = { act: 'nothing' };

/** What a pull does with an item according to the choices; null: no decision needed. */
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
