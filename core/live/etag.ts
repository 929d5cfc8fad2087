import { registeredMeta } from '../domain/content/content-model.ts';
import { RestError } from '../errors.ts';
import type { Site } from '../site.ts';
import { uuidsOfPosts, uuidsOfTerms } from '../store/content/names.ts';
import { postById } from '../store/content/posts.ts';
import { termById } from '../store/content/terms.ts';
import type { RestRequest } from '../types.ts';
import { hashOf } from './body.ts';
import { hereNumbers, readHere } from './here.ts';

/** An item as identified by a route. */
interface Tagged {
  kind: 'post' | 'term';
  id: number;
}

/**
 * The ETag of an item: unchanged while no part of the item and its group that other programs can read has changed (`live-site.md`
 * 11). undefined for a type that no other site has.
 */
export function itemTag(site: Site, { kind, id }: Tagged): string | undefined {
  const uuid = (kind === 'term' ? uuidsOfTerms : uuidsOfPosts)(site.db, [id]).get(id);
  const type = kind === 'term' ? termById(site.db, id)?.taxonomy : postById(site.db, id)?.type;
  if (uuid === undefined || type === undefined) return undefined;
  const meta = { [type]: registeredMeta(site, kind, type).map(({ key }) => key) };
  const item = readHere(site, { kind, uuid }, { numbers: hereNumbers(site), meta });
  return item && `"${hashOf(item)}"`;
}

/** The header of an answer in context=edit, to be sent back in `If-Match`. */
export function tagHeader(site: Site, item: Tagged): Record<string, string> {
  const tag = itemTag(site, item);
  return tag === undefined ? {} : { ETag: tag };
}

/** The header with the ETags of other items that a write moves: `X-Polydesk-If-Match: 15="…", 16="…"`. */
export const OTHERS = 'x-polydesk-if-match';

/** Its value. */
export const othersOf = (tags: ReadonlyMap<number, string>): string =>
  [...tags].map(([id, tag]) => `${id}=${tag}`).join(', ');

/**
 * Throws 412 if `If-Match` of a write names an older state of the item, or `X-Polydesk-If-Match` one of another item of its kind: a
 * group takes those in. Does nothing without the headers.
 */
export function refuseOtherState(site: Site, item: Tagged, { headers }: RestRequest): void {
  const { 'if-match': own, [OTHERS]: others } = headers ?? {};
  if (isOwnNamed(site, item, own) && areOthersNamed(site, item, others)) return;
  throw new RestError(
    'rest_precondition_failed',
    'The item was changed since it was read. Nothing was stored; read it again.',
    412,
  );
}

function isOwnNamed(site: Site, item: Tagged, named: string | undefined): boolean {
  if (named === undefined || named.trim() === '*') return true;
  const tag = itemTag(site, item);
  return tag !== undefined && named.split(',').some((one) => one.trim() === tag);
}

function areOthersNamed(site: Site, { kind }: Tagged, others: string | undefined): boolean {
  if (others === undefined) return true;
  return others.split(',').every((one) => {
    const [, id, tag] = /^(\d+)=(".*")$/.exec(one.trim()) ?? [];
    return id !== undefined && tag === itemTag(site, { kind, id: Number(id) });
  });
}
