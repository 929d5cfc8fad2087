import { api } from '../../../lib/api/api.ts';
import { site } from '../../../lib/site.svelte.ts';
import type { Match } from './memory.svelte.ts';

/** Records that a text from a book was inserted, beside the saving of the text. */
export function recordUse({ origin }: Pick<Match, 'origin'>): void {
  if (origin.kind !== null || site.isReadOnly) return;
  // Without it only a date is older: nothing to tell the person who is translating.
  void api.post(`/polydesk/v1/memory/books/${origin.id}/uses`, {}).catch(() => undefined);
}
