import { randomUUID } from 'node:crypto';
import { MENU_ENTRY } from '../../schema/content/menu-types.ts';
import { postById } from '../../store/content/posts.ts';
import { termById } from '../../store/content/terms.ts';
import { remoteOfKey } from '../../store/live/items.ts';
import { postByUuid, termByUuid } from '../../store/transfer/import.ts';
import { encodedSlug } from '../../transfer/bundle/fields.ts';
import type { CheckedList, Checking } from './checking.ts';
import { isUntouchedDefault } from '../untouched.ts';
import { plainName } from '../fields.ts';
import type { ListedItem } from '../sweep.ts';

/** Finds the local counterpart of an item of the live site. */
export interface Identity {
  /** The stable key of a newly seen item: that of its certain local counterpart, else a new one. */
  uuidOf(list: CheckedList, item: ListedItem, mark: string): string;
}

/**
 * Matches items that have no known counterpart (`live-site.md` 4): by the site's mark, if only one item has it; else by the same
 * id and type with the same slug or title. An item that only looks alike is a twin, which a person decides about.
 */
export function createIdentity({ site, live }: Pick<Checking, 'site' | 'live'>): Identity {
  const given = new Set<string>();
  const isFree = (kind: 'post' | 'term', uuid: string): boolean =>
    !given.has(uuid) && remoteOfKey(site.db, live.id, { kind, uuid }) === undefined;
  const take = (uuid: string): string => {
    given.add(uuid);
    return uuid;
  };
  return {
    uuidOf({ kind, type }, item, mark) {
      if (mark !== '' && isFree(kind, mark)) {
        const here = kind === 'post' ? postByUuid(site.db, mark)?.type : termByUuid(site.db, mark)?.taxonomy;
        if (here === undefined || here === type) return take(mark);
      }
      const row = kind === 'post' ? postById(site.db, item.id) : termById(site.db, item.id);
      if (!row || ('taxonomy' in row ? row.taxonomy : row.type) !== type || !isFree(kind, row.uuid))
        return take(randomUUID());
      if ('taxonomy' in row && isUntouchedDefault(site, row)) return take(row.uuid);
      const isSameSlug = row.slug !== '' && row.slug === encodedSlug(textOf(item['slug']));
      const [ours, theirs] = 'taxonomy' in row ? [row.name, item['name']] : [row.title, rawOf(item['title'])];
      const isSameTitle = ours !== '' && plainName(ours) === plainName(textOf(theirs));
      // An imported entry that shows the title of its target.
      const isUntitled = type === MENU_ENTRY && ours === '';
      return take(isSameSlug || isSameTitle || isUntitled ? row.uuid : randomUUID());
    },
  };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
/** The raw text of a field in context=edit. */
export const rawOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'raw' in value ? value.raw : value;
