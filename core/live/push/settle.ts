import * as v from 'valibot';
import { RestError } from '../../errors.ts';
import { dropBase, knownOf, putBase, putBody, putSeen } from '../../store/live/items.ts';
import type { LiveKey } from '../../store/live/states.ts';
import { updateStep } from '../../store/live/steps.ts';
import { pack } from '../body.ts';
import type { Fields } from '../compare.ts';
import { facesOf } from '../pull/faces.ts';
import { agreedFields, compareOne, comparing, type Comparing } from '../compared.ts';
import { writeGroups } from '../pull/groups-here.ts';
import { compareAndStore } from '../states.ts';
import { writeHere, type Writing } from '../pull/write-here.ts';
import { answeredFaces } from './answered.ts';
import { fieldsOf, noteThere } from './outcome.ts';
import { settleNewAlone, settlePartners } from './partners.ts';
import { isSettingsName, writeSettings } from '../settings/settings.ts';
import { GROUP_FIELDS, MAKING, type Pushing, type Settling, type Step } from './pushing.ts';
import { getThere, readItem, Refused, routeOf, Stopped } from './there.ts';

/** Finished steps that are not in the bases yet. */
export function unsettled(steps: readonly Step[]): Step[] {
  return steps.filter(
    ({ state, result }) => (state === 'done' || state === 'conflict') && result?.sent && !result.isSettled,
  );
}

/** Items reread per request. */
const AT_ONCE = 50;

/**
 * Rereads the affected items, because the site may have changed them along with their translations: the plan then shows their
 * current state. False: the connection failed, and the answers to the steps have to do.
 */
export async function readBack(pushing: Pushing, steps: readonly Step[]): Promise<boolean> {
  try {
    await readTouched(pushing, steps);
    return true;
  } catch (error) {
    if (error instanceof Stopped || error instanceof Refused) return false;
    if (error instanceof RestError && error.code.startsWith('polydesk_live_')) return false;
    throw error;
  }
}

async function readTouched(pushing: Pushing, steps: readonly Step[]): Promise<void> {
  const touched = new Map<string, Step>();
  for (const step of steps)
    if (step.remote_id > 0 && step.action !== 'delete' && step.kind !== 'language')
      touched.set(`${step.kind} ${step.remote_id}`, step);
  for (const list of Map.groupBy(touched.values(), ({ kind, input }) => `${kind} ${input.type}`).values())
    for (let at = 0; at < list.length; at += AT_ONCE) await readSome(pushing, list.slice(at, at + AT_ONCE));
}

const Items = v.array(v.looseObject({ id: v.number() }));

async function readSome(pushing: Pushing, steps: readonly Step[]): Promise<void> {
  const [first] = steps;
  const route = first && routeOf(pushing, first.kind, first.input.type);
  if (!first || route === undefined) return;
  const status = first.kind === 'post' && first.input.type !== 'attachment' ? { status: 'any,trash' } : {};
  const include = steps.map(({ remote_id }) => remote_id).join(',');
  const body = await getThere(pushing, route, { include, per_page: AT_ONCE, ...status });
  const found = v.safeParse(Items, body);
  for (const answer of found.success ? found.output : []) {
    const step = steps.find(({ remote_id }) => remote_id === answer.id);
    if (step) await noteThere(pushing, step, readItem(pushing, { kind: step.kind, type: step.input.type }, answer));
  }
}

/**
 * Updates the bases to the state both sides now have, and adopts merged values and those the site assigned: free slugs, dates,
 * its category (`live-site.md` 3 and 7). Within the single entry of a push. Returns the number of items.
 *
 * @param isReadBack the current state was reread after all steps; else it comes from the answer to each step
 */
export function settle(pushing: Settling, steps: readonly Step[], isReadBack: boolean): number {
  const lines = Map.groupBy(unsettled(steps), ({ kind, uuid }) => `${kind} ${uuid}`);
  const { site, live } = pushing;
  for (const own of lines.values()) {
    const [first] = own;
    if (first) settleLine(pushing, first, own, isReadBack);
  }
  for (const step of unsettled(steps)) if (MAKING.has(step.action)) settleNewAlone(pushing, step);
  const isPlaced = (kind: string, uuid: string): boolean =>
    lines.get(`${kind} ${uuid}`)?.some(({ action }) => action === 'group') === true;
  for (const step of unsettled(steps))
    if (step.action === 'group') settlePartners(pushing, step, (uuid) => isPlaced(step.kind, uuid));
  for (const step of unsettled(steps)) {
    const result = { ...step.result, code: step.result?.code ?? '', isSettled: true };
    updateStep(site.db, step, { result });
    step.result = result;
  }
  for (const own of lines.values())
    for (const { kind, uuid } of own.slice(0, 1)) compareAndStore(comparing(site, live), { kind, uuid });
  return lines.size;
}

function settleLine(pushing: Settling, { kind, uuid, input }: Step, own: readonly Step[], isReadBack: boolean): void {
  const { site, live } = pushing;
  const key = { kind, uuid };
  const last = own.at(-1);
  // Permanently deleted, or already gone.
  if (last && (last.action === 'delete' || last.action === 'trash') && last.answer === null) {
    dropBase(site.db, live.id, key);
    putSeen(site.db, live.id, { ...key, type: input.type, body: null, found: 'gone', modified: '' });
    return;
  }
  const context = comparing(site, live);
  const before = compareOne(context, key);
  const answered = answersOf(pushing, own);
  const isTrashed = own.some(({ action }) => action === 'trash');
  // If it was there before, deleted and made again, what both sides had agreed on of its group is over.
  const isMade = own.some(({ action }) => MAKING.has(action));
  const { translations, ...single } = before.base?.fields ?? {};
  const agreed: Fields = isMade || translations === undefined ? single : { ...single, translations };
  const common: Record<string, Fields[string]> = {
    ...agreed,
    // For a new item our answer counts, not later edits of it.
    ...(input.isNew && { ...answered.all, ...groupOfNew(agreed, answered.all, uuid) }),
    ...(isTrashed && !before.here && before.there?.fields),
    ...(isTrashed && trashFields(answered.all)),
    ...answered.sent,
  };
  const { adopted, faces, open } = answeredFaces(pushing, before.here?.fields, {
    own,
    answers: answered.sent,
    base: agreedFields(site, before),
    numbers: context.numbers,
  });
  for (const [name, value] of Object.entries(open)) {
    if (value === undefined) delete common[name];
    else common[name] = value;
  }
  if (before.here && Object.keys(adopted).length > 0)
    adopt(context, { ...key, type: input.type, fields: adopted }, before.here.id);
  const body = putBody(site.db, pack({ type: input.type, fields: common, unknown: [] }));
  const altered = { ...keptFaces(pushing, key, { sent: answered.sent, base: before.base?.fields ?? {} }), ...faces };
  const face =
    Object.keys(altered).length === 0
      ? null
      : putBody(site.db, pack({ type: input.type, fields: { ...common, ...altered }, unknown: [] }));
  const modified = own.findLast(({ result }) => result?.modified)?.result?.modified ?? '';
  putBase(site.db, live.id, { ...key, body, here_body: face, modified });
  const told = toldOf(pushing, key, { answered: answered.all, isReadBack });
  // The address of a file there is still what it was.
  const { fields: known, more } = before.there ?? {};
  const now = { type: input.type, fields: { ...known, ...told }, unknown: [], ...(more && { more }) };
  putSeen(site.db, live.id, { ...key, type: input.type, body: putBody(site.db, pack(now)), found: 'there', modified });
}

/** What the answers say of an item that was not reread. */
function toldOf(
  { facts }: Settling,
  { kind }: LiveKey,
  { answered, isReadBack }: { answered: Fields; isReadBack: boolean },
): Fields {
  // Neither languages nor settings are reread.
  if (!isReadBack || kind === 'language' || kind === 'settings') return answered;
  // What was reread contains neither the plugin's groups nor languages derived from addresses.
  return facts.companion || facts.mode === 'texts' ? placeOf(answered) : {};
}

/** A new item is alone until its group is sent: whoever it is linked with there besides was linked by somebody. */
function groupOfNew(agreed: Fields, { lang, translations }: Fields, uuid: string): Fields {
  if (translations === undefined || typeof lang !== 'string') return {};
  return { translations: agreed['translations'] ?? (lang === '' ? {} : { [lang]: uuid }) };
}

/** What the trash changes of an item. Any other change there is a separate edit, and still to be pulled. */
function trashFields({ status, slug }: Fields): Fields {
  return { ...(status !== undefined && { status }), ...(slug !== undefined && { slug }) };
}

function placeOf(answered: Fields): Fields {
  return Object.fromEntries(Object.entries(answered).filter(([name]) => GROUP_FIELDS.has(name)));
}

/** Values the site altered earlier stay recorded if this push did not touch them. */
function keptFaces(pushing: Settling, key: LiveKey, { sent, base }: { sent: Fields; base: Fields }): Fields {
  const { site, live } = pushing;
  const known = Object.entries(facesOf(site, knownOf(site.db, live.id, key), base));
  return Object.fromEntries(known.filter(([name]) => !(name in sent)));
}

/** The answers of the site: for fields that were sent, and for all. */
function answersOf(
  pushing: Settling,
  own: readonly Step[],
): { sent: Record<string, Fields[string]>; all: Record<string, Fields[string]> } {
  const found: { sent: Record<string, Fields[string]>; all: Record<string, Fields[string]> } = { sent: {}, all: {} };
  for (const step of own) {
    const answer = fieldsOf(pushing, step.answer);
    const wanted = fieldsOf(pushing, step.sent);
    Object.assign(found.all, answer);
    if (step.input.isNew && pushing.facts.mode === 'texts') found.all['lang'] = step.input.lang;
    for (const [name, value] of Object.entries(answer))
      if (isOf(step, name) && name in wanted) found.sent[name] = value;
  }
  return found;
}

/** The fields that a step concerns. */
function isOf({ action }: Step, name: string): boolean {
  if (action === 'shell' || action === 'media' || action === 'language') return false;
  return action === 'term' || GROUP_FIELDS.has(name) === (action === 'group');
}

function adopt(context: Comparing, writing: { kind: Step['kind'] } & Omit<Writing, 'kind'>, id: number): void {
  const { kind, uuid, fields } = writing;
  if (kind === 'settings' && isSettingsName(uuid))
    writeSettings(context.site, uuid, { fields, numbers: context.numbers });
  if (kind !== 'post' && kind !== 'term') return;
  const own = { ...writing, kind };
  writeHere(context, id, own, '');
  if (writing.fields['translations'] !== undefined) writeGroups(context, [own]);
}
