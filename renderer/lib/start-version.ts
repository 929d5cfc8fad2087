import { startedAlready } from './api/api-error.ts';
import { api } from './api/api.ts';

/** A missing version: the item it would translate, and its language code. */
export interface MissingVersion {
  kind: 'post' | 'term';
  id: number;
  lang: string;
  /** Starts with the texts of that item. */
  texts?: 'source';
}

/**
 * Starts a version as a draft and returns its ID. If another user, or an earlier action of ours, has already started it, returns
 * that one with `entry` null. Throws API errors.
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
