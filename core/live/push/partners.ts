import { putBase, putBody, putSeen, type Known } from '../../store/live/items.ts';
import { queueItems, type LiveKey } from '../../store/live/states.ts';
import type { Json } from '../../types.ts';
import { pack, type LiveBody } from '../body.ts';
import { mapOf } from '../canonical.ts';
import { isSame } from '../compare.ts';
import { compareOne, comparing, type Comparing } from '../compared.ts';
import { translationsHere } from '../seen.ts';
import { compareAndStore } from '../states.ts';
import { fieldsOf } from './outcome.ts';
import type { Settling, Step } from './pushing.ts';

/**
 * The partners that a group step linked an item with, and those it left, which were not in the push themselves: both sides agree on
 * what was sent, since it was their group here when the push was planned. Else the next pull would undo what is linked or set free
 * here since then. After an undo they agree on what was there before the push, and the plan shows again what is linked here.
 *
 * @param isPlaced whether the group of an item was sent in a step of its own
 */
export function settlePartners(pushing: Settling, step: Step, isPlaced: (uuid: string) => boolean): void {
  const { site, live } = pushing;
  const context = comparing(site, live);
  const answer = fieldsOf(pushing, step.answer)['translations'];
  if (answer === undefined) return;
  const map = mapOf(answer);
  const sent = mapOf(fieldsOf(pushing, step.sent)['translations']);
  // Somebody there may have added members: these are not agreed, and have agreed to nothing.
  const agreed = Object.fromEntries(Object.entries(map).filter(([code, uuid]) => sent[code] === uuid));
  const isAsHere = step.input.merged.length === 0;
  const members = new Set(Object.values(map));
  const left = (translations: Json | undefined): Record<string, Json> =>
    Object.fromEntries(Object.entries(mapOf(translations)).filter(([, uuid]) => !members.has(uuid)));
  for (const uuid of partnersOf(context, step, members)) {
    if (isPlaced(uuid)) continue;
    const key = { kind: step.kind, uuid };
    const { base, here, there, known } = compareOne(context, key);
    if (!base || !there) continue;
    const isMember = members.has(uuid);
    if (isMember && isAsHere && !Object.values(agreed).includes(uuid)) continue;
    const group = isMember ? (isAsHere ? agreed : map) : left(base.fields['translations']);
    if (!isAsHere && !isSame(here?.fields['translations'], group)) continue;
    putGroup(pushing, key, { base, known, group });
    const body = withGroup(pushing, there, isMember ? map : left(there.fields['translations']));
    const modified = known.modified ?? '';
    putSeen(site.db, live.id, { ...key, type: step.input.type, body, found: 'there', modified });
    compareAndStore(context, key);
  }
}

/**
 * A new item is alone there until its group is sent. If it was there before, deleted and made again, its translations are not linked
 * with it any more either: else that would look as if somebody there had unlinked them.
 */
export function settleNewAlone(settling: Settling, { kind, uuid }: Pick<Step, 'kind' | 'uuid'>): void {
  const { site, live } = settling;
  const context = comparing(site, live);
  for (const key of translationsHere(site, { kind, uuid })) {
    const { base, there, known } = compareOne(context, key);
    const isNamed = (body: LiveBody | undefined): boolean =>
      Object.values(mapOf(body?.fields['translations'])).includes(uuid);
    if (base && isNamed(base) && !isNamed(there)) {
      const left = Object.entries(mapOf(base.fields['translations'])).filter(([, one]) => one !== uuid);
      putGroup(settling, key, { base, known, group: Object.fromEntries(left) });
    }
    queueItems(site.db, [key]);
  }
}

/** Both sides agree on the group of an item. */
function putGroup(
  settling: Settling,
  key: LiveKey,
  { base, known, group }: { base: LiveBody; known: Known; group: Json },
): void {
  const { site, live } = settling;
  const face = known.here_body === null ? undefined : fieldsOf(settling, known.here_body);
  const here_body = face ? withGroup(settling, { ...base, fields: face }, group) : null;
  const modified = known.modified ?? '';
  putBase(site.db, live.id, { ...key, body: withGroup(settling, base, group), here_body, modified });
}

const withGroup = ({ site }: Settling, body: LiveBody, translations: Json): number =>
  putBody(site.db, pack({ ...body, fields: { ...body.fields, translations } }));

/** The members of the group, whoever the item was linked with before, and the members of groups that the others were in. */
function partnersOf(context: Comparing, { kind, before }: Step, members: ReadonlySet<Json>): Set<string> {
  const former = [...members].flatMap((uuid) => {
    const { base } = typeof uuid === 'string' ? compareOne(context, { kind, uuid }) : {};
    return Object.values(mapOf(base?.fields['translations']));
  });
  const all = [...members, ...Object.values(mapOf(fieldsOf(context, before)['translations'])), ...former];
  return new Set(all.filter((uuid) => typeof uuid === 'string'));
}
