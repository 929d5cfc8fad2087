import { knownPost, postByUuid, postsWithGuid, samePosts, type KnownPost } from '../../store/transfer/import.ts';
import type { StagedPost } from '../../store/transfer/staging.ts';
import type { Site } from '../../site.ts';

/** The existing item that corresponds to an item of a file. */
export interface Found {
  id: number;
  /**
   * How it was identified: by UUID; by number or `guid` of its original site; or only by equal title, date and type, so it may be
   * a different item (`content.md` 8.2).
   */
  by: 'uuid' | 'number' | 'likeness';
  /** It was changed here after the file was written. */
  isNewer: boolean;
}

/** Finds the existing item for an item of a file; items in `matched` are skipped. */
export type FindPost = (
  post: StagedPost,
  language: number | undefined,
  matched: ReadonlySet<number>,
) => Found | undefined;

/** @returns a finder that loads the guids of all items lazily, when the first item is found neither by UUID nor by number */
export function createFindPost(site: Site): FindPost {
  let guids: ReadonlyMap<string, number | null> | undefined;
  return (post, language, matched) => {
    const byUuid = post.uuid === '' ? undefined : postByUuid(site.db, post.uuid);
    if (byUuid && byUuid.type === post.type && !matched.has(byUuid.id))
      return { id: byUuid.id, by: 'uuid', isNewer: false };
    const byNumber = post.source === null ? undefined : knownPost(site.db, post.source);
    if (byNumber && !matched.has(byNumber.id) && isItself(byNumber, post)) return foundByNumber(byNumber, post);
    const named = post.guid === '' ? undefined : (guids ??= byGuid(site)).get(guidKey(post));
    const byName = named === undefined || named === null || matched.has(named) ? undefined : knownPost(site.db, named);
    if (byName) return foundByNumber(byName, post);
    const candidates = samePosts(site.db, post).filter(({ id }) => !matched.has(id));
    const alike =
      candidates.find((one) => one.language_id === (language ?? null)) ??
      candidates.find((one) => one.language_id === null || language === undefined);
    return alike && { id: alike.id, by: 'likeness', isNewer: false };
  };
}

/**
 * Whether the item here with the same number is the same item. A guid is stored here only if it was imported, so equal guids
 * prove it; otherwise equal dates do, unless the file has a UUID that is unknown here.
 */
function isItself(here: KnownPost, { type, guid, date, uuid }: StagedPost): boolean {
  if (here.type !== type) return false;
  return (guid !== '' && here.guid === guid) || (uuid === '' && here.date === date);
}

function foundByNumber({ id, modified_gmt }: KnownPost, post: StagedPost): Found {
  return { id, by: 'number', isNewer: post.modified_gmt !== '' && modified_gmt > post.modified_gmt };
}

/** Items by guid. A guid shared by two items, such as copies, identifies neither: null. */
function byGuid({ db }: Site): Map<string, number | null> {
  const found = new Map<string, number | null>();
  for (const post of postsWithGuid(db)) found.set(guidKey(post), found.has(guidKey(post)) ? null : post.id);
  return found;
}

const guidKey = ({ type, guid }: { type: string; guid: string }): string => `${type} ${guid}`;
