import { startedAlready } from './api/api-error.ts';
import { api } from './api/api.ts';

/** A version that is missing: the item it is of, and the code of its language. */
export interface MissingVersion {
  kind: 'post' | 'term';
  id: number;
  lang: string;
  /** It begins with the texts of that item. */
  texts?: 'source';
}

/**
 * Starts it as a draft, and answers its number. One that somebody else, or an act of ours just before, has started already is
 * taken: then `entry` is null. Throws what the API says.
 */
export async function startVersion(version: MissingVersion): Promise<{ id: number; entry: number | null }> {
  try {
    const { body, entry } = await api.post('/polydesk/v1/translations', version);
    return { id: body.id, entry };
  } catch (thrown) {
    const known = startedAlready(thrown);
    if (known === undefined) throw thrown;
    return { id: known, entry: null };
  }
}
