import * as v from 'valibot';
import { isSame, type Fields } from '../compare.ts';
import type { StepRow } from '../../store/live/steps.ts';
import type { Json } from '../../types.ts';
import { readAnswer } from '../answers.ts';
import { conflict, failed, fieldsOf, markSent, skipped, type Outcome } from './outcome.ts';
import type { Pushing, Step } from './pushing.ts';
import { getThere, readItem, Refused, routeOf, writeThere } from './there.ts';
import { remoteOf } from './update.ts';

/** Language and translations of an item: keys by language code. */
interface Place {
  lang: string;
  translations: Record<string, string>;
}

const Told = v.object({ lang: v.string(), translations: v.union([v.record(v.string(), v.number()), v.tuple([])]) });

/**
 * Sets the language and group of an item there. Always sends the whole group, because omitted members would leave it; never an
 * empty one (`contract/live-wordpress.md` 1). Members that do not exist there yet are left out.
 */
export async function group(pushing: Pushing, step: Step, steps: readonly Step[]): Promise<Outcome> {
  const { facts, isDry } = pushing;
  const id = remoteOf(pushing, step);
  if (facts.mode === 'texts' || facts.mode === 'content') return withoutGroups(pushing, step, id);
  // The plugin returns the group of an item in the answer to a write.
  if (isDry && (id === undefined || facts.companion)) return skipped('dry');
  if (id === undefined) return skipped('not_there');
  const now = await placeThere(pushing, step, id);
  if (!now) return conflict(pushing, step, undefined, 'gone_there');
  const wanted = known(pushing, step, placeIn(fieldsOf(pushing, step.sent), now));
  // Already there: by a request of ours whose answer was lost, or by somebody else.
  if (isSame(now as unknown as Json, wanted as unknown as Json))
    return over(now, step.state === 'sent' ? ['lang', 'translations'] : [], id);
  const before = placeIn(fieldsOf(pushing, step.before), now);
  const moved = movedByUs(pushing, step, steps, before);
  const isKnown = [before, moved, known(pushing, step, before)].some((one) =>
    isSame(one as unknown as Json, now as unknown as Json),
  );
  if (!isKnown && !step.input.isNew && !pushing.without.has('look'))
    return conflict(pushing, step, { fields: now as unknown as Fields, modified: '', versions: undefined });
  if (isDry) return { state: 'skipped', result: { code: 'dry', sent: ['translations'] }, remote: id };
  await markSent(pushing, step);
  try {
    const after = await writePlace(pushing, step, { id, wanted });
    return over(after, ['lang', 'translations'], id);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return failed('refused', { status: String(error.status), code: error.code });
  }
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
  return { state: 'done', result: { code: '', sent }, remote, answer: place as unknown as Fields };
}

/** The current values there, overridden by the fields. */
function placeIn(fields: Fields, now: Place): Place {
  const { lang, translations } = fields;
  const map =
    typeof translations === 'object' && translations !== null && !Array.isArray(translations) ? translations : {};
  const code = typeof lang === 'string' ? lang : now.lang;
  const members = Object.entries(map).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return {
    lang: code,
    translations: sortedMap(translations === undefined ? now.translations : Object.fromEntries(members)),
  };
}

/** Without members that have no id there; including the item itself. */
function known({ numbers }: Pushing, { kind, uuid }: Step, { lang, translations }: Place): Place {
  const members = Object.entries(translations).filter(
    ([code, key]) => code !== lang && numbers.idOf(kind === 'term' ? 'term' : 'post', key) !== undefined,
  );
  return { lang, translations: sortedMap({ ...Object.fromEntries(members), ...(lang !== '' && { [lang]: uuid }) }) };
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
 * The current group of an item there. The plugin answers a request without content with the current state, and changes nothing.
 */
async function placeThere(pushing: Pushing, step: Step, id: number): Promise<Place | undefined> {
  const { kind, input } = step;
  if (pushing.facts.companion) {
    const body = await getThere(pushing, `${routeOf(pushing, kind, input.type) ?? ''}/${id}`, { _fields: 'id' });
    if (body === undefined) return undefined;
    const answer = await writeThere(pushing, { route: companionRoute(step, id), body: {} });
    return readPlace(pushing, step, answer.body);
  }
  const body = await getThere(pushing, `${routeOf(pushing, kind, input.type) ?? ''}/${id}`);
  return body === undefined ? undefined : readPlace(pushing, step, body);
}

async function writePlace(pushing: Pushing, step: Step, { id, wanted }: { id: number; wanted: Place }): Promise<Place> {
  const { kind, input } = step;
  const ids = Object.entries(wanted.translations).map(([code, key]) => [
    code,
    key === step.uuid ? id : (pushing.numbers.idOf(kind === 'term' ? 'term' : 'post', key) ?? 0),
  ]);
  const body = { lang: wanted.lang, translations: Object.fromEntries(ids) as Record<string, number> };
  const route = pushing.facts.companion
    ? companionRoute(step, id)
    : `${routeOf(pushing, kind, input.type) ?? ''}/${id}`;
  const answer = await writeThere(pushing, { route, body });
  return readPlace(pushing, step, answer.body);
}

const companionRoute = ({ kind }: Step, id: number): string => `/polydesk-link/v1/items/${kind}/${id}`;

function readPlace(pushing: Pushing, { kind, input }: Step, body: unknown): Place {
  if (!pushing.facts.companion) {
    const { fields } = readItem(pushing, { kind, type: input.type }, body);
    return placeIn(fields, { lang: '', translations: {} });
  }
  const { lang, translations } = readAnswer(Told, body);
  const map = Array.isArray(translations) ? {} : translations;
  const keys = Object.entries(map).flatMap(([code, id]) => {
    const key = pushing.numbers.keyOf(kind === 'term' ? 'term' : 'post', id);
    return key === undefined ? [] : [[code, key] as const];
  });
  return { lang, translations: sortedMap(Object.fromEntries(keys)) };
}

function sortedMap(map: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(map).sort(([a], [b]) => (a < b ? -1 : 1)));
}
