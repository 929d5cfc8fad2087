import { isTranslated } from '../../domain/content/content-model.ts';
import { putBody, putRemote, putSeen, remoteOfKey, remotesOf, shellsOf } from '../../store/live/items.ts';
import { queueItems, type LiveKey } from '../../store/live/states.ts';
import { sentShells } from '../../store/live/steps.ts';
import { pack, type LiveBody } from '../body.ts';
import { settingsThere } from '../settings/settings.ts';
import type { CheckedList, Checking } from './checking.ts';
import { createIdentity, rawOf } from './identity.ts';
import { languageOfLink } from './languages.ts';
import type { ListedItem } from '../sweep.ts';
import { languageThere, readThere, thereNumbers, type Placed } from './there.ts';

/** Items that are stored in one write: others wait for it. */
const AT_ONCE = 100;
/** What was read can be read again. */
const DERIVED = { isDerived: true };

/** Stores what a check has read: who is who first, so that items can name each other; then what each says. */
export async function storeIncoming(checking: Checking, lists: readonly CheckedList[]): Promise<void> {
  await identify(checking, lists);
  const { site, live, users, facts, incoming, tools } = checking;
  const numbers = thereNumbers(site, live, users);
  const languages = facts.languages.map((language) => ({ language, body: languageThere({ ...language }) }));
  await tools.keep(() => {
    for (const { language, body } of languages)
      see(checking, { kind: 'language', uuid: language.slug }, { type: body.type, packed: pack(body), modified: '' });
  }, DERIVED);
  const settings = [...checking.settings].map(([uuid, answer]) => {
    const body = settingsThere(uuid, answer, numbers);
    return { uuid, type: body.type, packed: pack(body) };
  });
  await tools.keep(() => {
    for (const { uuid, type, packed } of settings)
      see(checking, { kind: 'settings', uuid }, { type, packed, modified: '' });
  }, DERIVED);
  const shells = shellsOf(site.db, live.id);
  const total = incoming.count();
  let done = 0;
  for (const list of lists) {
    for (const items of inParts(incoming.items<ListedItem>(list.name))) {
      const read = items
        .filter((answer) => !isEmptyShell(list, answer, shells))
        .map((answer) => {
          const placed = placeOf(checking, list, answer);
          const body = readThere(site, { kind: list.kind, type: list.type, answer, placed }, numbers);
          const modified = typeof answer['modified_gmt'] === 'string' ? answer['modified_gmt'] : '';
          const packed = pack({ ...body, ...moreOf(answer) });
          return { uuid: numbers.keyOf(list.kind, answer.id) ?? '', type: body.type, packed, modified };
        });
      await tools.keep(() => {
        for (const { uuid, ...found } of read) see(checking, { kind: list.kind, uuid }, found);
      }, DERIVED);
      tools.progress('store', (done += items.length), total);
    }
  }
}

/** What a push made and has not filled yet is not there: the next push goes on with it. One that somebody wrote in is. */
function isEmptyShell(
  { kind }: CheckedList,
  { id, slug, status, content }: ListedItem,
  shells: ReadonlySet<number>,
): boolean {
  const isOurs =
    kind === 'post' && shells.has(id) && status === 'draft' && typeof slug === 'string' && slug.startsWith('pd-');
  return isOurs && rawOf(content ?? '') === '';
}

/** What an item of media is made of here besides its fields; nothing for all others. */
function moreOf(answer: ListedItem): Pick<LiveBody, 'more'> {
  const { source_url, mime_type, media_details, date_gmt } = answer;
  const more = { mime_type: mime_type ?? '', media_details: media_details ?? {}, date_gmt: date_gmt ?? '' };
  return source_url === undefined ? {} : { more: { source_url, ...more } };
}

/** Notes what is there; what is other than it was is compared anew. */
function see(
  { site, live }: Checking,
  key: LiveKey,
  { type, packed, modified }: { type: string; packed: ReturnType<typeof pack>; modified: string },
): void {
  const id = putBody(site.db, packed);
  if (putSeen(site.db, live.id, { ...key, type, body: id, found: 'there', modified })) queueItems(site.db, [key]);
}

/** What the plugin tells of an item; else its language, as far as its address or the lists of terms tell it. */
function placeOf(
  { site, places, facts, termLanguages }: Checking,
  { kind, type }: CheckedList,
  { id, link }: ListedItem,
): Placed | undefined {
  if (places) return places[kind].get(id);
  // What is attached to an item shows the language of that.
  if (facts.mode !== 'texts' || type === 'attachment' || !isTranslated(site, kind, type)) return undefined;
  const lang = kind === 'term' ? (termLanguages.get(id) ?? '') : languageOfLink(link, facts.languages);
  return lang === undefined ? undefined : { lang, mark: '' };
}

/** Every number gets its item before any is read: they name each other. */
async function identify(checking: Checking, lists: readonly CheckedList[]): Promise<void> {
  const { site, live, incoming, tools } = checking;
  const known = { post: remotesOf(site.db, live.id, 'post'), term: remotesOf(site.db, live.id, 'term') };
  const identity = createIdentity(checking);
  const sent = sentShells(site.db, live.id);
  /** The item of ours for which a push made this one, though it never heard so. */
  const ownOf = ({ kind }: CheckedList, { slug }: ListedItem): string | undefined => {
    const uuid = kind === 'post' && typeof slug === 'string' ? sent.get(slug) : undefined;
    return uuid !== undefined && remoteOfKey(site.db, live.id, { kind: 'post', uuid }) === undefined ? uuid : undefined;
  };
  for (const list of lists)
    for (const items of inParts(incoming.items<ListedItem>(list.name))) {
      const fresh = items.filter(({ id }) => !known[list.kind].has(id));
      if (fresh.length === 0) continue;
      await tools.keep(() => {
        for (const item of fresh) {
          const own = ownOf(list, item);
          const uuid = own ?? identity.uuidOf(list, item, placeOf(checking, list, item)?.mark ?? '');
          putRemote(site.db, live.id, { kind: list.kind, id: item.id, uuid, shell: own !== undefined });
        }
      }, DERIVED);
    }
}

function* inParts<T>(items: Iterable<T>): IterableIterator<T[]> {
  let part: T[] = [];
  for (const item of items) {
    part.push(item);
    if (part.length < AT_ONCE) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}
