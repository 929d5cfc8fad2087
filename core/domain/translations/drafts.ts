import { RestError } from '../../errors.ts';
import type { Draft } from '../../schema/translations/editor-state.ts';
import type { Site } from '../../site.ts';
import { deleteDraft, draftOf, putDraft } from '../../store/translations/drafts.ts';
import { postById } from '../../store/content/posts.ts';
import { termById } from '../../store/content/terms.ts';
import type { Kind } from '../../store/translations/translations.ts';
import type { Caller, Dict } from '../../types.ts';

interface ItemRef {
  kind: Kind;
  id: number;
}

/** The unsaved draft of an item; 404 if there is none. */
export function draft(site: Site, { kind, id }: ItemRef): Draft {
  const row = draftOf(site.db, kind, id);
  if (!row) throw new RestError('polydesk_not_found', 'No editor has saved this item.', 404);
  return { kind, id, author: row.author, saved_at: row.saved_at, fields: JSON.parse(row.fields) as Dict };
}

/** Stores texts until the item is saved; without a history entry. 404 if the item does not exist. */
export function keepDraft(site: Site, caller: Caller, { kind, id, fields }: ItemRef & { fields: Dict }): Draft {
  const item = kind === 'post' ? postById(site.db, id) : termById(site.db, id);
  if (!item) throw new RestError('polydesk_not_found', 'No item has this number.', 404);
  const kept = { author: caller.name, saved_at: site.now().toISOString() };
  putDraft(site.db, { kind, id }, { ...kept, fields: JSON.stringify(fields) });
  return draft(site, { kind, id });
}

/** Deletes the draft; returns whether there was one. */
export function dropDraft(site: Site, { kind, id }: ItemRef): boolean {
  return deleteDraft(site.db, kind, id);
}
