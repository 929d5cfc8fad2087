import type { UndoLine } from '../../schema/live/push.ts';
import type { Site } from '../../site.ts';
import { bodyById, knownOf, putBody } from '../../store/live/items.ts';
import { stepsOf, type NewStep, type StepRow } from '../../store/live/steps.ts';
import type { LiveKey } from '../../store/live/states.ts';
import { pack, unpack } from '../body.ts';
import { isSame, type Fields } from '../compare.ts';
import { lineName } from '../line-name.ts';
import { namesIn } from '../plan/names.ts';
import { fieldsOf } from './outcome.ts';
import { GROUP_FIELDS } from './pushing.ts';

/** A step of an undo, with the fields it sends. */
type Undone = Omit<NewStep, 'sent'> & { fields?: Fields };

/**
 * The steps that undo a push, in reverse order (`live-site.md` 7): each runs only if the site still has what the push stored.
 * Created posts go to the trash; created terms are deleted if named; permanent deletions are not undone. Within `keep`.
 */
export function planUndo(site: Site, run: number, deletes: readonly LiveKey[]): NewStep[] {
  return undoOf(site, run, deletes).map(({ fields, ...step }) => ({
    ...step,
    sent: fields === undefined ? null : putBody(site.db, pack({ type: step.input.type, fields, unknown: [] })),
  }));
}

/** What an undo would do with each line of a push, as far as is known here: the site is not asked. */
export function undoLines(site: Site, live: number, run: number): UndoLine[] {
  const sent = sentFields(stepsOf(site.db, run));
  const lines = new Map<string, UndoLine>();
  for (const step of undoOf(site, run, [])) {
    const { kind, input, action, state, fields } = step;
    const { type, title, lang } = input;
    const key = lineName(step);
    const known = lines.get(key);
    const isLeft = known?.act === 'left' || isEditedThere(site, live, { step, sent: sent.get(key) ?? [] });
    const act = isLeft ? 'left' : state === 'skipped' ? skippedAct(step) : action === 'trash' ? 'trash' : 'back';
    const old = act === 'back' ? { ...known?.old, ...fields } : {};
    lines.set(key, { key, kind, type, title, lang, act, old, names: namesIn(site, live, old) });
  }
  return [...lines.values()];
}

/** The fields that a push sent of each line. */
function sentFields(steps: readonly StepRow[]): Map<string, string[]> {
  const done = Map.groupBy(
    steps.filter(({ state }) => state === 'done'),
    lineName,
  );
  return new Map([...done].map(([key, own]) => [key, own.flatMap(({ result }) => result?.sent ?? [])]));
}

/** Terms and media are deleted if they are named; nothing else that is skipped can be undone. */
const skippedAct = ({ action }: Undone): UndoLine['act'] =>
  action === 'term' || action === 'media' ? 'delete' : 'stays';

/** Whether the site had something else in the fields that were sent when it was last checked. */
function isEditedThere(
  site: Site,
  live: number,
  { step: { kind, uuid, before, action }, sent }: { step: Undone; sent: readonly string[] },
): boolean {
  const { seen, found } = knownOf(site.db, live, { kind, uuid });
  if (found === 'gone') return action !== 'delete';
  const body = seen === null ? undefined : bodyById(site.db, seen);
  if (!body || before === null) return false;
  const [now, then] = [unpack(body.zip).fields, fieldsOf({ site }, before)];
  // The group of an item changes with every other member that the same push sent.
  const own = sent.filter((name) => !GROUP_FIELDS.has(name));
  return own.some((name) => name in now && name in then && !isSame(now[name], then[name]));
}

function undoOf(site: Site, run: number, deletes: readonly LiveKey[]): Undone[] {
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

function undone(site: Site, step: StepRow, { steps, isNamed }: Undoing): Undone[] {
  const { kind, uuid, action, remote_id, input, seq } = step;
  const plain: Undone = {
    ...{ kind, uuid, remote_id, action: 'update' as const, state: 'planned' as const, before: step.answer },
    input: { ...input, here: '', isNew: false, merged: [], undoes: seq },
  };
  const skip = (code: string): Undone[] => [{ ...plain, action, state: 'skipped', result: { code } }];
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
      return [{ ...plain, fields: { status, slug } }];
    }
    case 'group':
    case 'update': {
      // Items created by the push are removed as a whole.
      if (input.isNew) return [];
      const before = fieldsOf({ site }, step.before);
      const sent = new Set(step.result?.sent);
      const back = Object.fromEntries(Object.entries(before).filter(([name]) => sent.has(name)));
      return [{ ...plain, action, fields: back }];
    }
  }
}
