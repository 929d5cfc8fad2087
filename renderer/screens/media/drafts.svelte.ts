// What was written and not saved stays when another file or another screen is looked at.
import { MEDIA } from '../../lib/content-types.ts';
import { Draft } from '../../lib/draft.svelte.ts';
import { app } from '../../lib/state.svelte.ts';
import type { MediaForm } from './form.ts';

const drafts = new Map<number, Draft<MediaForm>>();

/** The form of a row by its key, as it was left. */
export function draftOf(key: number): Draft<MediaForm> {
  return drafts.get(key) ?? lasting(() => new Draft<MediaForm>({ texts: {} }));
}

/** Keeps the form that is shown while it has edits, forgets those without, and marks the screen in the navigation. */
export function settleDrafts(key: number, shown: Draft<MediaForm>): void {
  drafts.set(key, shown);
  for (const [each, draft] of drafts) if (!draft.isDirty) drafts.delete(each);
  app.mark(MEDIA.base, drafts.size > 0);
}

/** Made outside the calling component: what is derived in it goes on when that component is gone. */
function lasting<T>(make: () => T): T {
  const made: T[] = [];
  $effect.root(() => void made.push(make()));
  return made[0] as T;
}
