// What was written and not saved stays when another file or another screen is looked at.
import { MEDIA } from '../../lib/content-types.ts';
import { Draft } from '../../lib/draft.svelte.ts';
import { KeptDrafts } from '../../lib/kept-drafts.svelte.ts';
import { app } from '../../lib/state.svelte.ts';
import { formOf } from './form.ts';
import type { MediaForm } from './form.ts';

const drafts = new KeptDrafts<number, MediaForm>(() => app.mark(MEDIA.base, drafts.keys.length > 0));

/** The form of a row by its key, as it was left. Until its texts are read, those in these languages are empty. */
export function draftOf(key: number, codes: readonly string[]): Draft<MediaForm> {
  return drafts.of(key, () => new Draft(formOf(codes, [])));
}
