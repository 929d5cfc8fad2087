import type { LanguageValue } from '../../../core/schema/language.ts';
import { Draft } from '../../lib/draft.svelte.ts';
import { formOf } from './form.ts';
import type { LanguageForm } from './form.ts';

const drafts = new Map<number, Draft<LanguageForm>>();

/** The edits of a language. They stay while another one is looked at. */
export function draftOf(language: LanguageValue): Draft<LanguageForm> {
  const known = drafts.get(language.term_id);
  if (known) return known;
  const draft = lasting(() => new Draft(formOf(language)));
  drafts.set(language.term_id, draft);
  return draft;
}

/** Whether any language has edits that are not saved. */
export function hasEdits(): boolean {
  return [...drafts.values()].some((draft) => draft.isDirty);
}

/** Made outside the calling component: what is derived in it goes on when that component is gone. */
function lasting<T>(make: () => T): T {
  const made: T[] = [];
  $effect.root(() => void made.push(make()));
  return made[0] as T;
}
