// What was written and not saved stays when another term or another screen is looked at.
import type { ContentType } from '../../lib/content-types.ts';
import { Draft } from '../../lib/draft.svelte.ts';
import type { GroupRow } from '../../lib/matrix/rows.svelte.ts';
import { app } from '../../lib/state.svelte.ts';
import { formOf } from './form.ts';
import type { TermForm } from './form.ts';
import { NameEdits } from './names.svelte.ts';

const drafts = new Map<string, Draft<TermForm>>();
const names = new Map<string, NameEdits>();

/** The form of a term, as it was left. */
export function draftOf(type: ContentType, row: GroupRow): Draft<TermForm> {
  const key = `${type.base} ${row.value.group}`;
  return drafts.get(key) ?? lasting(() => new Draft(formOf(row, undefined)));
}

/** The names that were written in the grid of a taxonomy. */
export function namesOf(type: ContentType): NameEdits {
  const edits = names.get(type.base) ?? lasting(() => new NameEdits(type));
  names.set(type.base, edits);
  return edits;
}

/** Keeps the form that is shown while it has edits, forgets those without, and marks the screen in the navigation while there are others. */
export function settleDrafts({ base }: ContentType, group: number, shown: Draft<TermForm>): void {
  drafts.set(`${base} ${group}`, shown);
  for (const [key, draft] of drafts) if (!draft.isDirty) drafts.delete(key);
  const hasForms = [...drafts.keys()].some((key) => key.startsWith(`${base} `));
  app.mark(base, hasForms || (names.get(base)?.count ?? 0) > 0);
}

/** Made outside the calling component: what is derived in it goes on when that component is gone. */
function lasting<T>(make: () => T): T {
  const made: T[] = [];
  $effect.root(() => void made.push(make()));
  return made[0] as T;
}
