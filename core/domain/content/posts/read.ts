import { RestError } from '../../../errors.ts';
import type { Site } from '../../../site.ts';
import { postById, type PostRow } from '../../../store/content/posts.ts';
import type { Caller, Dict } from '../../../types.ts';
import { contentFacts } from '../content-facts.ts';
import type { PostType } from '../content-model.ts';
import { postLink } from './links.ts';
import { loadPage, type PostView } from './page.ts';
import { postValue } from './value.ts';

/** An item of a type; 404 `rest_post_invalid_id` if it is unknown or of another type (`content.md` 1.1). */
export function postRow(site: Site, type: Pick<PostType, 'name'>, id: number): PostRow {
  const row = postById(site.db, id);
  if (row?.type !== type.name) throw new RestError('rest_post_invalid_id', 'No item has this id.', 404);
  return row;
}

/** Items as returned by the API, with related data loaded in one go (`content.md` 2.2). */
export function postValues(site: Site, type: PostType, rows: readonly PostRow[], view: PostView): Dict[] {
  const page = loadPage(site, { facts: contentFacts(site), type, rows, wants: view.wants, caller: view.caller });
  return rows.map((row) => postValue(site, page, row, view));
}

/**
 * The public address of one item as visible to the caller, e.g. for the `Link` header; undefined: to someone who may read
 * everything.
 */
export function addressOf(site: Site, caller: Caller | undefined, type: PostType, row: PostRow): string {
  const facts = contentFacts(site);
  return postLink(facts, loadPage(site, { facts, type, rows: [row], wants: () => false, caller }).linked(row));
}
