import type { Site } from '../../site.ts';
import { originalsHere } from '../../store/live/names.ts';
import type { NewStep, StepInput } from '../../store/live/steps.ts';
import { plainName } from '../fields.ts';
import { fieldsOf, textOf } from './outcome.ts';

/** The steps with what they send, for display: a long push is shown while it runs, and its bodies are not read for that. */
export function describeSteps(site: Site, steps: readonly NewStep[]): NewStep[] {
  const added = steps.filter(({ input }) => input.isNew).map(({ uuid }) => uuid);
  const originals = new Map(originalsHere(site.db, [...new Set(added)]).map(({ key, title }) => [key, title]));
  return steps.map((step) => {
    const { input, kind, uuid, sent } = step;
    const fields = fieldsOf({ site }, sent);
    const original = plainName(originals.get(uuid) ?? '');
    const status = kind === 'post' && input.type !== 'attachment' ? textOf(fields['status']) : '';
    const about: Partial<StepInput> = input.isNew
      ? { ...(status && { status }), ...(original && { original }) }
      : { fields: Object.keys(fields) };
    return { ...step, input: { ...input, ...about } };
  });
}
