import { RestError } from '../errors.ts';
import type { Site } from '../site.ts';
import { deleteDraft, draftOf, putDraft } from '../store/drafts.ts';
import { postById } from '../store/posts.ts';
import { termById } from '../store/terms.ts';
import type { Kind } from '../store/translations.ts';
import type { Caller, Dict } from '../types.ts';

/** Autosaved texts of an item, as `/drafts/{kind}/{id}` answers them (`contract/extras.md`). */
export interface Draft {
  kind: Kind;
  id: number;
  author: string;
  saved_at: string;
  fields: Dict;
}

interface ItemRef {
  kind: Kind;
  id: number;
}

/** What an editor saved of an item since its last save; 404 when there is nothing. */
export function draft(site: Site, { kind, id }: ItemRef): Draft {
  const row = draftOf(site.db, kind, id);
  if (!row) throw new RestError('polydesk_not_found', 'Nothing was saved of this item by an editor.', 404);
  return { kind, id, author: row.author, saved_at: row.saved_at, fields: JSON.parse(row.fields) as Dict };
}

/** Keeps texts until the item is saved; no entry of the history. 404 for an item that is not there. */
export function keepDraft(site: Site, caller: Caller, { kind, id, fields }: ItemRef & { fields: Dict }): Draft {
  const item = kind === 'post' ? postById(site.db, id) : termById(site.db, id);
  if (!item) throw new RestError('polydesk_not_found', 'There is no item with this number.', 404);
  const kept = { author: caller.name, saved_at: site.now().toISOString() };
  putDraft(site.db, { kind, id }, { ...kept, fields: JSON.stringify(fields) });
  return draft(site, { kind, id });
}

/** Forgets them; whether there were any. */
export function dropDraft(site: Site, { kind, id }: ItemRef): boolean {
  return deleteDraft(site.db, kind, id);
}
