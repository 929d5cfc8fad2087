// What was written and not saved stays when another term or another screen is looked at.
import { untrack } from 'svelte';
import type { ContentType } from '../../lib/content-types.ts';
import { Draft } from '../../lib/draft.svelte.ts';
import { KeptDrafts, lasting } from '../../lib/kept-drafts.svelte.ts';
import type { GroupRow } from '../../lib/matrix/rows.svelte.ts';
import { app } from '../../lib/state.svelte.ts';
import { formOf } from './form.ts';
import type { TermForm } from './form.ts';
import { NameEdits } from './names.svelte.ts';

/** What is kept of a taxonomy. */
interface Kept {
  forms: KeptDrafts<number, TermForm>;
  names: NameEdits;
}

const kept = new Map<string, Kept>();

/** The form of a term, as it was left. */
export function draftOf(type: ContentType, row: GroupRow): Draft<TermForm> {
  return keptOf(type).forms.of(row.value.group, () => new Draft(formOf(row, undefined)));
}

/** The names that were written in the grid of a taxonomy. */
export function namesOf(type: ContentType): NameEdits {
  return keptOf(type).names;
}

function keptOf(type: ContentType): Kept {
  const known = kept.get(type.base);
  if (known) return known;
  const made = begin(type);
  kept.set(type.base, made);
  return made;
}

/** The screen is marked in the navigation while a form or the grid has edits. */
function begin(type: ContentType): Kept {
  const mark = () => app.mark(type.base, forms.keys.length > 0 || names.count > 0);
  const forms = new KeptDrafts<number, TermForm>(mark);
  const names = lasting(() => {
    const edits = new NameEdits(type);
    $effect(() => {
      void edits.count;
      untrack(mark);
    });
    return edits;
  });
  return { forms, names };
}
