import { isGoneThere, remoteOfKey } from '../../store/live/items.ts';
import { stateOf } from '../../store/live/states.ts';
import type { Json } from '../../types.ts';
import { mapOf } from '../canonical.ts';
import { isSame, type Fields } from '../compare.ts';
import { compareOne, comparing, type Comparing } from '../compared.ts';
import { missingHere } from '../pull/waiting.ts';
import { isGiven } from './fields-to-send.ts';
import { fieldsOf } from './outcome.ts';
import type { Settling, Step } from './pushing.ts';

/** What the answers of a site mean for the item here and for its base. */
interface Faces {
  /** To be written here: merged values, and those the site assigned. */
  adopted: Record<string, Fields[string]>;
  /** The local value stays, although the site stored it differently. */
  faces: Record<string, Fields[string]>;
  /** Neither: changed here meanwhile, so it is compared with its former base; of a group, the part that both sides have. */
  open: Record<string, Fields[string] | undefined>;
}

/**
 * Sorts the fields of an item that a push sent by what the site stored (`live-site.md` 7). Within the single entry of a push.
 *
 * @param here the item here now; `answers` what the site stored of the sent fields, `base` what both sides had agreed on
 */
export function answeredFaces(
  pushing: Settling,
  here: Fields | undefined,
  {
    own,
    answers,
    base,
    numbers,
  }: { own: readonly Step[]; answers: Fields; base: Fields; numbers: Comparing['numbers'] },
): Faces {
  const found: Faces = { adopted: {}, faces: {}, open: {} };
  if (!here) return found;
  const merged = new Set(own.flatMap(({ input }) => input.merged));
  const dropped = new Set(own.flatMap(({ result }) => result?.dropped ?? []));
  const sent: Fields = Object.assign({}, ...own.map((step) => fieldsOf(pushing, step.sent))) as Fields;
  for (const [name, answer] of Object.entries(answers)) {
    const [now, wanted] = [here[name], sent[name]];
    if (answer === undefined || now === undefined || isSame(now, answer)) continue;
    if (own.some(({ input }) => input.undoes !== undefined)) continue;
    const isUntouched = isUntouchedHere(pushing, own);
    if (dropped.has(name)) found.open[name] = base[name];
    else if (merged.has(name)) {
      const agreed = name === 'translations' ? agreedGroup(pushing, numbers, answer) : agreedPart(numbers, answer);
      const isAgreed = isUntouched && agreed !== undefined;
      if (isAgreed) found.adopted[name] = name === 'translations' ? withUnsent(pushing, own, answer) : agreed;
      found.open[name] = isAgreed ? agreed : base[name];
    } else if (wanted === undefined || !isSame(now, wanted) || isSame(wanted, answer)) continue;
    // A term the site assigned by itself comes with the next check.
    else if (isGiven(name, wanted, answer)) found.adopted[name] = answer;
    // Members that are still to be made there were not sent, and whom somebody there has linked meanwhile is still to be pulled.
    else if (name === 'translations') found.open[name] = commonGroup(wanted, answer);
    else found.faces[name] = now;
  }
  return found;
}

/** The members that two groups have in common. */
function commonGroup(one: Json, other: Json): Json {
  const members = mapOf(other);
  return Object.fromEntries(Object.entries(mapOf(one)).filter(([code, uuid]) => members[code] === uuid));
}

/** A group as the site has it now, and members that were not sent because they do not exist there yet: they stay linked here. */
function withUnsent({ site, live }: Settling, own: readonly Step[], answer: Json): Json {
  const told = mapOf(answer);
  const sent = own.flatMap((step) => Object.entries(mapOf(fieldsOf({ site }, step.sent)['translations'])));
  const kind = own[0]?.kind === 'term' ? 'term' : 'post';
  const isThere = (uuid: string): boolean =>
    remoteOfKey(site.db, live.id, { kind, uuid }) !== undefined && !isGoneThere(site.db, live.id, { kind, uuid });
  const left = sent.filter(([, key]) => typeof key === 'string' && !isThere(key));
  return { ...Object.fromEntries(left), ...told };
}

/**
 * The part of a group that both sides have: members that are still to come here cannot be linked yet. What no check has identified
 * yet has a number only.
 */
function agreedGroup({ site, live }: Settling, numbers: Comparing['numbers'], answer: Json): Json {
  const planned = missingHere(numbers, answer).filter((key) => stateOf(site.db, live.id, key) !== undefined);
  const waiting = new Set<Json>(planned.map(({ uuid }) => uuid));
  const isAgreed = (member: Json): boolean => typeof member === 'string' && !waiting.has(member);
  return Object.fromEntries(Object.entries(mapOf(answer)).filter(([, member]) => isAgreed(member)));
}

/** The same of a set; of another value all or nothing: an item that is not here yet has no number that could be written. */
function agreedPart(numbers: Comparing['numbers'], answer: Json): Json | undefined {
  const isHere = (value: Json): boolean => typeof value !== 'number' && missingHere(numbers, value).length === 0;
  if (Array.isArray(answer)) return answer.filter(isHere);
  return missingHere(numbers, answer).length === 0 ? answer : undefined;
}

function isUntouchedHere({ site, live }: Settling, own: readonly Step[]): boolean {
  const [first] = own;
  if (!first) return false;
  const { kind, uuid, input } = first;
  return compareOne(comparing(site, live), { kind, uuid }).hashes.here === input.here;
}
