import { untrack } from 'svelte';
import type { ContentType } from '../../lib/content-types.ts';
import { KeptDrafts, lasting } from '../../lib/kept-drafts.svelte.ts';
import { app } from '../../lib/state.svelte.ts';
import type { TermForm } from './form.ts';
import { NameEdits } from './names.svelte.ts';

/** The unsaved edits of a taxonomy, kept while another term or another screen is shown. */
interface TermDrafts {
  /** By group. */
  forms: KeptDrafts<number, TermForm>;
  /** Edited in the grid. */
  names: NameEdits;
}

const kept = new Map<string, TermDrafts>();

/** The edits of a taxonomy. Its screen is marked in the navigation while there are any. */
export function draftsOf(type: ContentType): TermDrafts {
  const known = kept.get(type.base);
  if (known) return known;
  const mark = () => app.mark(type.base, made.forms.keys.length > 0 || made.names.count > 0);
  const names = lasting(() => {
    const edits = new NameEdits(type);
    $effect(() => {
      void edits.count;
      untrack(mark);
    });
    return edits;
  });
  const made = { forms: new KeptDrafts<number, TermForm>(mark), names };
  kept.set(type.base, made);
  return made;
}
