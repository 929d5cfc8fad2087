import { bodyById, dropRemote, knownOf, noteMark, numbersThere } from '../../store/live/items.ts';
import type { NumberedKind, NumberThere } from '../../store/live/items.ts';
import { unpack, type LiveBody } from '../body.ts';
import { hereNumbers, readHere } from '../here.ts';
import { noteSeen } from '../seen.ts';
import { isAnotherItem } from '../same-item.ts';
import type { ListedItem } from '../sweep.ts';
import type { CheckedList, Checking } from './checking.ts';
import { inParts } from './parts.ts';
import { markOf, moreOf, placeOf } from './placed.ts';
import { readThere } from './there.ts';

/**
 * Finds numbers that now belong to other items, because the site was restored from a backup and gave them out again: those items are
 * new, and what had the numbers before is gone (`live-site.md` 4). Only items that were changed since they were last seen are
 * looked at.
 */
export async function releaseReused(checking: Checking, lists: readonly CheckedList[]): Promise<void> {
  const { site, live, incoming, tools } = checking;
  for (const list of lists)
    for (const ids of inParts(incoming.ids(list.name))) {
      const known = new Map(numbersThere(site.db, live.id, { kind: list.kind, ids }).map((one) => [one.id, one]));
      const found = incoming.heads(list.name, [...known.keys()]).flatMap((head) => {
        const one = known.get(head.id);
        if (!one) return [];
        const mark = markOf(head.mark, checking.places?.[list.kind].get(head.id));
        const isOther = isReused(checking, list, { known: one, modified: head.modified, mark });
        return isOther || (mark !== '' && one.mark === '') ? [{ ...one, mark, isOther }] : [];
      });
      if (found.length === 0) continue;
      await tools.keep(() => {
        for (const { id, uuid, mark, isOther } of found)
          if (isOther) release(checking, list.kind, { id, uuid });
          else noteMark(site.db, live.id, { kind: list.kind, id, mark });
      });
    }
}

interface Head {
  known: NumberThere;
  modified: string;
  mark: string;
}

function isReused(checking: Checking, list: CheckedList, { known, modified, mark }: Head): boolean {
  const { kind, name, type } = list;
  if (known.mark !== '' && mark !== '') return known.mark !== mark;
  // Terms have no date of their last change.
  const isSeen = known.type === type && known.found === 'there';
  if (isSeen && kind === 'post' && modified !== '' && known.modified === modified) return false;
  const old = bodyOf(checking, kind, known.uuid);
  if (!old) return known.found === 'gone';
  const { site, live, incoming } = checking;
  const answer = incoming.item<ListedItem>(name, known.id);
  if (!answer) return false;
  const numbers = { home: live.url, keyOf: () => undefined, idOf: () => undefined, userOf: () => undefined };
  const placed = placeOf(checking, list, answer);
  const now = readThere(site, { kind, type, answer, placed }, numbers);
  return isAnotherItem(old, { ...now, ...moreOf(answer) });
}

/** An item as it was last seen there, else as both sides agreed on it, else as it is here. */
function bodyOf({ site, live }: Checking, kind: NumberedKind, uuid: string): LiveBody | undefined {
  const { seen, base } = knownOf(site.db, live.id, { kind, uuid });
  const stored = bodyById(site.db, seen ?? base ?? 0);
  return stored ? unpack(stored.zip) : readHere(site, { kind, uuid }, { numbers: hereNumbers(site), meta: {} });
}

function release({ site, live }: Checking, kind: NumberedKind, { id, uuid }: Pick<NumberThere, 'id' | 'uuid'>): void {
  dropRemote(site.db, live.id, { kind, id });
  noteSeen({ site, live }, { kind, uuid, body: null, found: 'gone', modified: '' });
}
