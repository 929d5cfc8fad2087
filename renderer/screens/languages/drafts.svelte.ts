import type { LanguageValue } from '../../../core/schema/language.ts';
import { Draft } from '../../lib/draft.svelte.ts';
import { KeptDrafts } from '../../lib/kept-drafts.svelte.ts';
import { app } from '../../lib/state.svelte.ts';
import { formOf } from './form.ts';
import type { LanguageForm } from './form.ts';

const drafts = new KeptDrafts<number, LanguageForm>(() => app.mark('languages', drafts.keys.length > 0));

/** The edits of a language. They stay while another one is looked at. */
export function draftOf(language: LanguageValue): Draft<LanguageForm> {
  return drafts.of(language.term_id, () => new Draft(formOf(language)));
}
