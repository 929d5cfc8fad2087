import type { Site } from '../../site.ts';
import { stepsOf, type NewStep, type StepRow } from '../../store/live/steps.ts';
import type { LiveKey } from '../../store/live/states.ts';
import { pack } from '../body.ts';
import type { Fields } from '../compare.ts';
import { putBody } from '../../store/live/items.ts';
import { fieldsOf } from './outcome.ts';

/**
 * The steps that undo a push, in reverse order (`live-site.md` 7): each runs only if the site still has what the push stored.
 * Created posts go to the trash; created terms are deleted if named; permanent deletions are not undone. Within `keep`.
 */
export function planUndo(site: Site, run: number, deletes: readonly LiveKey[]): NewStep[] {
  const named = new Set(deletes.map(({ kind, uuid }) => `${kind} ${uuid}`));
  const steps = stepsOf(site.db, run);
  return steps
    .filter(({ state, result }) => state === 'done' && (result?.sent?.length ?? 0) > 0)
    .toReversed()
    .flatMap((step) => undone(site, step, { steps, isNamed: named.has(`${step.kind} ${step.uuid}`) }));
}

interface Undoing {
  steps: readonly StepRow[];
  isNamed: boolean;
}

function undone(site: Site, step: StepRow, { steps, isNamed }: Undoing): NewStep[] {
  const { kind, uuid, action, remote_id, input, seq } = step;
  const plain: NewStep = {
    ...{ kind, uuid, remote_id, action: 'update' as const, state: 'planned' as const, before: step.answer, sent: null },
    input: { ...input, here: '', isNew: false, merged: [], undoes: seq },
  };
  const skip = (code: string): NewStep[] => [{ ...plain, action, state: 'skipped', result: { code } }];
  switch (action) {
    case 'shell': {
      const last = steps.findLast(
        (one) => one.kind === kind && one.uuid === uuid && one.state === 'done' && one.action === 'update',
      );
      return [{ ...plain, action: 'trash', before: last?.answer ?? step.answer }];
    }
    case 'media':
    case 'term':
      return isNamed ? [{ ...plain, action: 'delete' }] : skip('delete_not_confirmed');
    case 'language':
      return skip('never');
    case 'delete':
      return skip('gone_for_good');
    case 'trash': {
      const { status = 'draft', slug = '' } = fieldsOf({ site }, step.before);
      return [{ ...plain, sent: store(site, input.type, { status, slug }) }];
    }
    case 'group':
    case 'update': {
      // Items created by the push are removed as a whole.
      if (input.isNew) return [];
      const before = fieldsOf({ site }, step.before);
      const sent = new Set(step.result?.sent);
      const back = Object.fromEntries(Object.entries(before).filter(([name]) => sent.has(name)));
      return [{ ...plain, action, sent: store(site, input.type, back) }];
    }
  }
}

function store(site: Site, type: string, fields: Fields): number {
  return putBody(site.db, pack({ type, fields, unknown: [] }));
}
