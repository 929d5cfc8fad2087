import * as v from 'valibot';
import { mapOf } from '../canonical.ts';
import { isSame, type Fields } from '../compare.ts';
import { isGoneThere } from '../../store/live/items.ts';
import type { StepRow } from '../../store/live/steps.ts';
import { readAnswer } from '../answers.ts';
import {
  conflict,
  failed,
  fieldsOf,
  gone,
  isAnother,
  knownBodies,
  markSent,
  noteThere,
  skipped,
  type Outcome,
} from './outcome.ts';
import { deletedThere, type Looked, type Pushing, type Step } from './pushing.ts';
import { isPerhapsStored, lookAgain, lookAt, readItem, Refused, routeOf, writeThere } from './there.ts';
import { remoteOf } from './update.ts';

/** Language and translations of an item: keys by language code; `#12`: an item there that is not known here yet. */
type Place = { lang: string; translations: Record<string, string> };

const Told = v.object({ lang: v.string(), translations: v.union([v.record(v.string(), v.number()), v.tuple([])]) });

/**
 * Sets the language and group of an item there. Always sends the whole group, because omitted members would leave it; never an
 * empty one (`contract/live-wordpress.md` 1). Members that do not exist there yet are left out.
 */
export async function group(pushing: Pushing, step: Step, steps: readonly Step[]): Promise<Outcome> {
  const { facts, isDry } = pushing;
  const id = remoteOf(pushing, step);
  if (facts.mode === 'texts' || facts.mode === 'content') return withoutGroups(pushing, step, id);
  // The plugin returns the group of an item in the answer to a write, which a dry run does not make.
  if (isDry && (id === undefined || (facts.companion && step.state !== 'sent'))) return skipped('dry');
  if (id === undefined) return skipped('not_there');
  const found = await placeThere(pushing, step, id);
  const isLooking = !pushing.without.has('look');
  if (!found || (isLooking && isAnother(step, fieldsOf(pushing, step.before), found.item))) return gone(pushing, step);
  const now = found.place;
  const before = step.input.isNew ? { lang: now.lang, translations: {} } : placeIn(fieldsOf(pushing, step.before), now);
  const moved = movedByUs(pushing, step, steps, before);
  const sent = placeIn(fieldsOf(pushing, step.sent), now);
  const wanted = known(pushing, step, steps, withAdded(sent, { before, now: isLooking ? now : moved }));
  // Already there: by a request of ours whose answer was lost, or by somebody else.
  if (isSame(now, wanted)) return over(now, isPerhapsStored(step) ? ['lang', 'translations'] : [], id);
  const isKnown = [before, moved, known(pushing, step, steps, before)].some((one) => isSame(one, now));
  if (isLooking && !isKnown && !step.input.isNew) return conflict(pushing, step, lookedAt(now));
  const conflicted = { state: 'conflict' as const, result: { code: 'changed_there' } };
  if (isLooking && isPlaceTaken(sent, { now, moved })) return conflicted;
  const others = isLooking ? await tagsOfOthers(pushing, step, steps, { wanted, now }) : new Map<number, string>();
  if (!others) return conflicted;
  if (isDry) return { state: 'skipped', result: { code: 'dry', sent: ['translations'] }, remote: id };
  await markSent(pushing, step);
  try {
    const after = await writePlace(pushing, step, { id, wanted, tag: found.tag, others });
    return over(after, ['lang', 'translations'], id);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (error.status === 412) return lookAgain(step);
    return failed('refused', { status: String(error.status), code: error.code });
  }
}

const NOWHERE: Place = { lang: '', translations: {} };
const lookedAt = (place: Place): Looked => ({ fields: stored(place), modified: '', versions: undefined });

/** Whether somebody there has linked the item with another translation of a language than the one it has here. */
function isPlaceTaken(sent: Place, { now, moved }: { now: Place; moved: Place }): boolean {
  return Object.entries(now.translations).some(
    ([code, key]) => code !== now.lang && key !== moved.translations[code] && key !== (sent.translations[code] ?? key),
  );
}

/**
 * The ETags of the items that are added to this one, by id, from sites that have them; undefined: somebody there has changed the
 * group of one since both sides agreed on it. The whole group is written, so an item linked there meanwhile would lose its link, and
 * one unlinked there would be linked again. From then on the plan shows it.
 */
async function tagsOfOthers(
  pushing: Pushing,
  step: Step,
  steps: readonly StepRow[],
  { wanted, now }: { wanted: Place; now: Place },
): Promise<Map<number, string> | undefined> {
  const { site, live } = pushing;
  const tags = new Map<number, string>();
  const here = new Set(Object.values(now.translations));
  const meant = new Set(Object.values(wanted.translations));
  for (const uuid of meant) {
    const id = idOf(pushing, step, uuid);
    if (uuid === step.uuid || here.has(uuid) || id === undefined) continue;
    const other = { ...step, uuid, remote_id: id };
    const looked = await placeThere(pushing, other, id);
    if (!looked) continue;
    if (isAnother(other, fieldsOf(pushing, knownBodies(pushing, other).seen), looked.item)) {
      await noteThere(pushing, other, undefined);
      return undefined;
    }
    const found = looked.place;
    const agreed = placeIn(fieldsOf(pushing, knownBodies(pushing, other).base), { lang: found.lang, translations: {} });
    const expected = Object.values(movedByUs(pushing, other, steps, agreed).translations);
    const [old, there] = [Object.values(agreed.translations), Object.values(found.translations)];
    const isAdded = there.some((one) => one !== uuid && !meant.has(one) && !old.includes(one));
    // Who was deleted there and is made again was not unlinked by anybody.
    const isLeft = expected.some(
      (one) => meant.has(one) && !there.includes(one) && !isGoneThere(site.db, live.id, { kind: step.kind, uuid: one }),
    );
    if (isAdded || isLeft) {
      await noteThere(pushing, other, lookedAt(found));
      return undefined;
    }
    if (looked.tag !== undefined) tags.set(id, looked.tag);
  }
  return tags;
}

/** The site cannot link: an item made there in its language and without translations has nothing to link either. */
function withoutGroups(pushing: Pushing, step: Step, id: number | undefined): Outcome {
  const { lang, translations } = fieldsOf(pushing, step.sent);
  const isAlone = Object.values(translations ?? {}).every((key) => key === step.uuid);
  if (pushing.facts.mode !== 'texts' || !step.input.isNew || !isAlone || id === undefined || typeof lang !== 'string')
    return skipped('link_by_hand');
  return over({ lang, translations: { [lang]: step.uuid } }, [], id);
}

function over(place: Place, sent: string[], remote: number): Outcome {
  return { state: 'done', result: { code: '', sent }, remote, answer: stored(place) };
}

/** As the canonical format stores it: an unknown item by its number. */
function stored({ lang, translations }: Place): Fields {
  const members = Object.entries(translations).map(([code, key]) => [
    code,
    key.startsWith('#') ? Number(key.slice(1)) : key,
  ]);
  return { lang, translations: Object.fromEntries(members) as Record<string, string | number> };
}

/** The current values there, overridden by the fields. */
function placeIn(fields: Fields, now: Place): Place {
  const { lang, translations } = fields;
  const code = typeof lang === 'string' ? lang : now.lang;
  const members = Object.entries(mapOf(translations)).flatMap(([member, key]): [string, string][] =>
    typeof key === 'string' ? [[member, key]] : typeof key === 'number' ? [[member, `#${key}`]] : [],
  );
  return {
    lang: code,
    translations: sortedMap(translations === undefined ? now.translations : Object.fromEntries(members)),
  };
}

/** Without members that have no id there or were deleted there; including the item itself. */
function known(pushing: Pushing, step: Step, steps: readonly StepRow[], { lang, translations }: Place): Place {
  const { uuid, kind } = step;
  const isDeleted = deletedThere(pushing, steps);
  const members = Object.entries(translations).filter(
    ([code, key]) => code !== lang && idOf(pushing, step, key) !== undefined && !isDeleted(kind, key),
  );
  return { lang, translations: sortedMap({ ...Object.fromEntries(members), ...(lang !== '' && { [lang]: uuid }) }) };
}

function idOf({ numbers }: Pushing, { kind }: Pick<Step, 'kind'>, key: string): number | undefined {
  return key.startsWith('#') ? Number(key.slice(1)) : numbers.idOf(kind === 'term' ? 'term' : 'post', key);
}

/** The expected group of an item after the earlier steps of this run: a member added to another group leaves this one. */
function movedByUs(pushing: Pushing, step: Step, steps: readonly StepRow[], before: Place): Place {
  let { translations } = before;
  for (const one of steps) {
    if (one.seq >= step.seq || one.action !== 'group' || one.kind !== step.kind || one.state !== 'done') continue;
    const theirs = placeIn(fieldsOf(pushing, one.answer), before).translations;
    const members = new Set(Object.values(theirs));
    if (members.has(step.uuid)) translations = theirs;
    else translations = Object.fromEntries(Object.entries(translations).filter(([, key]) => !members.has(key)));
  }
  return { lang: before.lang, translations: sortedMap(translations) };
}

/**
 * Members that were added there since stay, where their languages are free: by earlier steps of this run, or by somebody who linked
 * an item that was just created.
 */
function withAdded(sent: Place, { before, now }: { before: Place; now: Place }): Place {
  const known = new Set(Object.values(before.translations));
  const added = Object.entries(now.translations).filter(([, key]) => !known.has(key));
  return { lang: sent.lang, translations: sortedMap({ ...Object.fromEntries(added), ...sent.translations }) };
}

/**
 * An item that somebody there linked with another one after the push was planned, as it is now; undefined: nobody did. Links that
 * were removed since are of no interest here.
 */
export async function linkedSince(
  pushing: Pushing,
  step: Step,
  now: Looked & { id: number },
): Promise<Looked | undefined> {
  const { mode, companion } = pushing.facts;
  if (mode === 'texts' || mode === 'content') return undefined;
  const found = companion ? await placeThere(pushing, step, now.id) : { place: placeIn(now.fields, NOWHERE) };
  const known = new Set(Object.values(placeIn(fieldsOf(pushing, step.before), NOWHERE).translations));
  const isAdded = Object.values(found?.place.translations ?? {}).some((key) => key !== step.uuid && !known.has(key));
  return found && isAdded ? { ...now, fields: { ...now.fields, ...stored(found.place) } } : undefined;
}

/**
 * The current group of an item there. The plugin answers a request without content with the current state, and changes nothing.
 */
async function placeThere(
  pushing: Pushing,
  step: Step,
  id: number,
): Promise<{ item: Looked; place: Place; tag: string | undefined } | undefined> {
  const item = await lookAt(pushing, step, id);
  if (!item) return undefined;
  if (!pushing.facts.companion) return { item, place: placeIn(item.fields, NOWHERE), tag: item.tag };
  const answer = await writeThere(pushing, { route: companionRoute(step, id), body: {} });
  return { item, place: readPlace(pushing, step, answer.body), tag: undefined };
}

async function writePlace(
  pushing: Pushing,
  step: Step,
  { id, wanted, ...tags }: { id: number; wanted: Place; tag: string | undefined; others: ReadonlyMap<number, string> },
): Promise<Place> {
  const { kind, input } = step;
  const ids = Object.entries(wanted.translations).map(([code, key]) => [
    code,
    key === step.uuid ? id : (idOf(pushing, step, key) ?? 0),
  ]);
  const body = { lang: wanted.lang, translations: Object.fromEntries(ids) as Record<string, number> };
  const route = pushing.facts.companion
    ? companionRoute(step, id)
    : `${routeOf(pushing, kind, input.type) ?? ''}/${id}`;
  const answer = await writeThere(pushing, { route, body, ...tags });
  return readPlace(pushing, step, answer.body);
}

const companionRoute = ({ kind }: Step, id: number): string => `/polydesk-link/v1/items/${kind}/${id}`;

function readPlace(pushing: Pushing, { kind, input }: Step, body: unknown): Place {
  if (!pushing.facts.companion) {
    const { fields } = readItem(pushing, { kind, type: input.type }, body);
    return placeIn(fields, NOWHERE);
  }
  const { lang, translations } = readAnswer(Told, body);
  const map = Array.isArray(translations) ? {} : translations;
  const keys = Object.entries(map).map(([code, id]) => [
    code,
    pushing.numbers.keyOf(kind === 'term' ? 'term' : 'post', id) ?? `#${id}`,
  ]);
  return { lang, translations: sortedMap(Object.fromEntries(keys) as Record<string, string>) };
}

function sortedMap(map: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(map).sort(([a], [b]) => (a < b ? -1 : 1)));
}
