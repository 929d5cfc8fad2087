import type { Site } from '../../site.ts';
import { bodyById, remoteOfKey } from '../../store/live/items.ts';
import type { LiveSiteRow } from '../../store/live/sites.ts';
import { itemOfShell } from '../../store/live/steps.ts';
import type { ListedItem } from '../sweep.ts';
import { unpack } from '../body.ts';
import { isSame } from '../compare.ts';
import { FILE_TEXTS } from '../fields.ts';
import type { CheckedList, Checking } from './checking.ts';
import { rawOf } from './identity.ts';
import { readThere } from './there.ts';

/** A shell that a push created and has not filled yet is ignored: the next push resumes it. An edited one is not. */
export function isEmptyShell({ kind }: CheckedList, item: ListedItem, shells: ReadonlySet<number>): boolean {
  return kind === 'post' && shells.has(item.id) && item['status'] === 'draft' && isEmpty(item);
}

/**
 * Whether an unknown item is a second shell of one of ours: a request arrived twice, or late. It is ignored, in the trash too: the
 * report of the push names it, to be deleted there. An edited one is an item of its own.
 */
export function isSecondShell(
  { site, live }: { site: Site; live: LiveSiteRow },
  { kind }: CheckedList,
  item: ListedItem,
): boolean {
  const isUnfinished = item['status'] === 'draft' || item['status'] === 'trash';
  const uuid =
    kind === 'post' && isUnfinished && isEmpty(item) ? itemOfShell(site.db, live.id, slugOf(item)) : undefined;
  const own = uuid === undefined ? undefined : remoteOfKey(site.db, live.id, { kind: 'post', uuid });
  return own !== undefined && own.id !== item.id;
}

/** The same of a second file, which an upload that arrived twice has made. @param seconds the known ones, with the body of the first */
export function isSecondFile(
  { site, live }: Pick<Checking, 'site' | 'live'>,
  { kind, type }: CheckedList,
  { item, seconds }: { item: ListedItem; seconds: ReadonlyMap<number, number | null> },
): boolean {
  const first = type === 'attachment' ? bodyById(site.db, seconds.get(item.id) ?? 0) : undefined;
  if (!first) return false;
  const numbers = { home: live.url, keyOf: () => undefined, idOf: () => undefined, userOf: () => undefined };
  const { fields } = readThere(site, { kind, type, answer: item, placed: undefined }, numbers);
  const sent = unpack(first.zip).fields;
  return FILE_TEXTS.every((name) => isSame(fields[name] ?? '', sent[name] ?? ''));
}

function isEmpty(item: ListedItem): boolean {
  return slugOf(item).startsWith('pd-') && rawOf(item['content'] ?? '') === '';
}

function slugOf({ slug }: ListedItem): string {
  return typeof slug === 'string' ? slug : '';
}
