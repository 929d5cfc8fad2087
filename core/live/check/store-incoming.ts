import { putBody, putRemote, remoteOfKey, remotesOf, shellsOf } from '../../store/live/items.ts';
import { putRegistered } from '../../store/live/registered.ts';
import type { LiveKey } from '../../store/live/states.ts';
import { secondFiles, sentShells } from '../../store/live/steps.ts';
import { pack } from '../body.ts';
import { groupRead, spreadGroup, type GroupRead } from './groups-there.ts';
import { noteSeen } from '../seen.ts';
import { settingsThere } from '../settings/settings.ts';
import { registeredIn, STRINGS } from '../settings/strings.ts';
import type { CheckedList, Checking } from './checking.ts';
import { createIdentity } from './identity.ts';
import { inParts } from './parts.ts';
import { markOf, moreOf, placeOf } from './placed.ts';
import { releaseReused } from './reused.ts';
import { isEmptyShell, isSecondFile, isSecondShell } from './shells.ts';
import type { ListedItem } from '../sweep.ts';
import { languageThere, readThere, thereNumbers } from './there.ts';

/** Can be read again. */
const DERIVED = { isDerived: true };

/**
 * Stores the results of a check: identities first, so that items can reference each other, then their content. A quick check reads only
 * some of the items of a group: these show where the others are now.
 */
export async function storeIncoming(
  checking: Checking,
  { lists, isQuick }: { lists: readonly CheckedList[]; isQuick: boolean },
): Promise<void> {
  await releaseReused(checking, lists);
  await identify(checking, lists);
  const { site, live, users, incoming, tools } = checking;
  const numbers = thereNumbers(site, live, users);
  await storeSettings(checking, numbers);
  const shells = shellsOf(site.db, live.id);
  const total = incoming.count();
  const groups: GroupRead[] = [];
  let done = 0;
  for (const list of lists) {
    for (const items of inParts(incoming.items<ListedItem>(list.name))) {
      const read = items
        .filter((answer) => !isEmptyShell(list, answer, shells))
        .flatMap((answer) => {
          const uuid = numbers.keyOf(list.kind, answer.id);
          if (uuid === undefined) return [];
          const placed = placeOf(checking, list, answer);
          const body = readThere(site, { kind: list.kind, type: list.type, answer, placed }, numbers);
          const modified = typeof answer['modified_gmt'] === 'string' ? answer['modified_gmt'] : '';
          const packed = pack({ ...body, ...moreOf(answer) });
          if (isQuick) groups.push(groupRead(checking, { kind: list.kind, uuid }, body.fields));
          return [{ uuid, type: body.type, packed, modified }];
        });
      await tools.keep(() => {
        for (const { uuid, ...found } of read) see(checking, { kind: list.kind, uuid }, found);
      }, DERIVED);
      tools.progress('store', (done += items.length), total);
    }
  }
  const read = new Set(groups.map(({ key }) => key.uuid));
  await tools.keep(() => {
    for (const one of groups) spreadGroup({ site, live }, one, (uuid) => read.has(uuid));
  }, DERIVED);
}

/** Languages and settings, which are read whole. */
async function storeSettings(checking: Checking, numbers: ReturnType<typeof thereNumbers>): Promise<void> {
  const { site, live, facts, tools } = checking;
  const languages = facts.languages.map((language) => ({ language, body: languageThere({ ...language }) }));
  await tools.keep(() => {
    for (const { language, body } of languages)
      see(checking, { kind: 'language', uuid: language.slug }, { type: body.type, packed: pack(body), modified: '' });
  }, DERIVED);
  const strings = checking.settings.get(STRINGS);
  const settings = [...checking.settings].map(([uuid, answer]) => {
    const body = settingsThere(uuid, answer, numbers);
    return { uuid, type: body.type, packed: pack(body) };
  });
  await tools.keep(() => {
    for (const { uuid, type, packed } of settings)
      see(checking, { kind: 'settings', uuid }, { type, packed, modified: '' });
    putRegistered(site.db, live.id, strings === undefined ? [] : registeredIn(strings));
  }, DERIVED);
}

/** Records the current state there; if it changed, the item is compared again. */
function see(
  { site, live }: Checking,
  key: LiveKey,
  { type, packed, modified }: { type: string; packed: ReturnType<typeof pack>; modified: string },
): void {
  noteSeen({ site, live }, { ...key, type, body: putBody(site.db, packed), found: 'there', modified });
}

/** All ids are identified before any content is read: items reference each other. Second shells and files of a push get no key. */
async function identify(checking: Checking, lists: readonly CheckedList[]): Promise<void> {
  const { site, live, incoming, tools } = checking;
  const known = { post: remotesOf(site.db, live.id, 'post'), term: remotesOf(site.db, live.id, 'term') };
  const identity = createIdentity(checking);
  const [sent, seconds] = [sentShells(site.db, live.id), secondFiles(site.db, live.id)];
  /** Our item for which a push created this one, if the answer to that request was lost. */
  const ownOf = ({ kind }: CheckedList, { slug }: ListedItem): string | undefined => {
    const uuid = kind === 'post' && typeof slug === 'string' ? sent.get(slug) : undefined;
    return uuid !== undefined && remoteOfKey(site.db, live.id, { kind: 'post', uuid }) === undefined ? uuid : undefined;
  };
  for (const list of lists) {
    // Usually all ids are known: then no item has to be parsed.
    if ([...incoming.ids(list.name)].every((id) => known[list.kind].has(id))) continue;
    for (const items of inParts(incoming.items<ListedItem>(list.name))) {
      const fresh = items.filter(({ id }) => !known[list.kind].has(id));
      if (fresh.length === 0) continue;
      await tools.keep(() => {
        for (const item of fresh) {
          if (isSecondShell(checking, list, item) || isSecondFile(checking, list, { item, seconds })) continue;
          const own = ownOf(list, item);
          const mark = markOf(item['polydesk_uuid'], placeOf(checking, list, item));
          const uuid = own ?? identity.uuidOf(list, item, mark);
          putRemote(site.db, live.id, { kind: list.kind, id: item.id, uuid, shell: own !== undefined, mark });
        }
      }, DERIVED);
    }
  }
}
