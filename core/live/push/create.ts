import { setTimeout } from 'node:timers/promises';
import * as v from 'valibot';
import { mapOf } from '../canonical.ts';
import { isSame } from '../compare.ts';
import { plainName } from '../fields.ts';
import { dropRemote, keyOfRemote, putRemote, remoteOfKey } from '../../store/live/items.ts';
import { lastSent, secondFiles } from '../../store/live/steps.ts';
import type { Json } from '../../types.ts';
import type { Query } from '../api.ts';
import { isOfLanguage } from './alike.ts';
import { waitingFor } from './dropped.ts';
import { failed, fieldsOf, markSent, skipped, textOf, type Outcome } from './outcome.ts';
import { deletedThere, type Looked, type Pushing, type Step } from './pushing.ts';
import { writeBody } from './request.ts';
import { getThere, lookAt, readItem, Refused, routeOf, writeThere } from './there.ts';

export type Found = Looked & { id: number };

/** The language of a new item: also as a parameter, if the site has no field for it. */
export function languageQuery({ facts }: Pushing, { input }: Step): Query {
  return facts.mode === 'content' || input.lang === '' ? {} : { lang: input.lang };
}

/** Identifies the item on the site, if it stores our mark. */
export function markOf({ facts }: Pushing, { uuid }: Step): Record<string, Json> {
  return facts.companion ? { polydesk_uuid: uuid } : {};
}

/** Items with a slug, or one of several in a list, in any status: several languages may share one. */
export async function allBySlug(pushing: Pushing, step: Step, slug: string): Promise<Found[]> {
  const { kind, input } = step;
  const route = routeOf(pushing, kind, input.type) ?? '';
  const status = kind === 'post' && input.type !== 'attachment' ? { status: 'any,trash' } : {};
  const body = await getThere(pushing, route, { slug, per_page: 100, ...status });
  return v.parse(v.array(v.unknown()), body ?? []).map((one) => readItem(pushing, { kind, type: input.type }, one));
}

/** The first of them. */
export async function findBySlug(pushing: Pushing, step: Step, slug: string): Promise<Found | undefined> {
  return (await allBySlug(pushing, step, slug))[0];
}

/**
 * Creates a new post there as a draft with a temporary slug, so that its id is known before anything references it, and nothing
 * incomplete is public. If the answer is lost, it is found by that slug (`live-site.md` 7).
 */
export async function shell(pushing: Pushing, step: Step): Promise<Outcome> {
  const { site, live, isDry, without } = pushing;
  const { uuid, input } = step;
  const route = routeOf(pushing, 'post', input.type);
  if (route === undefined) return skipped('no_type');
  const known = remoteOfKey(site.db, live.id, { kind: 'post', uuid });
  if (known?.shell) {
    const left = await lookAt(pushing, step, known.id);
    if (left && isShell(pushing, step, left)) {
      if (left.fields['status'] !== 'trash') return made(pushing, step, asMade(pushing, step, left));
    } else if (left) await pushing.tools.keep(() => dropRemote(site.db, live.id, { kind: 'post', id: known.id }));
  }
  const slug = input.slug ?? '';
  const found = step.state === 'sent' && !without.has('shells') ? await findAgain(pushing, step, slug) : undefined;
  if (found) return made(pushing, step, asMade(pushing, step, found));
  if (await hasTwin(pushing, step)) return { state: 'conflict', result: { code: 'twin' } };
  if (isDry) return { state: 'skipped', result: { code: 'dry' } };
  await markSent(pushing, step);
  const title = textOf(fieldsOf(pushing, step.sent)['title']);
  const body = { title, status: 'draft', ...languageQuery(pushing, step), ...markOf(pushing, step) };
  try {
    const sent = without.has('shells') ? body : { ...body, slug };
    const answer = await writeThere(pushing, { route, query: languageQuery(pushing, step), body: sent });
    return await made(pushing, step, readItem(pushing, { kind: 'post', type: input.type }, answer.body));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    // A refusal does not prove that nothing was stored.
    const left = without.has('shells') ? undefined : await findBySlug(pushing, step, slug);
    return left ? made(pushing, step, left) : failed('refused', { status: String(error.status), code: error.code });
  }
}

/** Whether an item still has a title or a slug that we gave our shell: else its number now belongs to another item. */
function isShell({ site }: Pushing, { uuid }: Step, { fields }: Found): boolean {
  const shell = lastSent(site.db, uuid, 'shell');
  if (!shell) return true;
  const filled = lastSent(site.db, uuid, 'update');
  const given = [shell.sent, shell.answer, filled?.sent ?? null].map((body) => fieldsOf({ site }, body));
  return [{ slug: shell.slug }, ...given].some(
    ({ title = null, slug = null }) => isSame(title, fields['title']) || isSame(slug, fields['slug']),
  );
}

/**
 * A shell whose answer was lost: its original state, plus what later requests of ours wrote. Any other content was written by a
 * person, so it is detected and not overwritten.
 */
function asMade(pushing: Pushing, { uuid }: Step, found: Found): Found {
  const { db } = pushing.site;
  const shell = lastSent(db, uuid, 'shell');
  const filled = fieldsOf(pushing, lastSent(db, uuid, 'update')?.sent ?? null);
  const { title = found.fields['title'] ?? '' } = fieldsOf(pushing, shell?.answer ?? shell?.sent ?? null);
  const empty = { title, content: '', excerpt: '' };
  const texts = Object.entries(empty).map(([name, text]) => {
    const now = found.fields[name];
    return [name, now !== undefined && isSame(now, filled[name]) ? now : text] as const;
  });
  return { ...found, fields: { ...found.fields, ...Object.fromEntries(texts) } };
}

/**
 * Whether an item with our item's name was created there since the check: then a person decides whether both are the same. Besides
 * the sweep before the first step, because it may have been made since.
 */
export async function hasTwin(pushing: Pushing, step: Step): Promise<boolean> {
  const { site, live, alike } = pushing;
  if (alike.has(step.uuid)) return true;
  const slug = textOf(fieldsOf(pushing, step.sent)['slug']);
  const found = slug === '' ? [] : await allBySlug(pushing, step, slug);
  const seconds = found.length === 0 ? undefined : secondFiles(site.db, live.id);
  const isUnknown = (id: number): boolean =>
    keyOfRemote(site.db, live.id, { kind: 'post', id }) === undefined && seconds?.has(id) !== true;
  return found.some(({ id, fields }) => isOfLanguage(step, fields) && isUnknown(id));
}

/** Checks twice: a delayed request may still arrive. */
async function findAgain(pushing: Pushing, step: Step, slug: string): Promise<Found | undefined> {
  const found = await findBySlug(pushing, step, slug);
  if (found) return found;
  await setTimeout(pushing.pause, undefined, { signal: pushing.tools.signal });
  return findBySlug(pushing, step, slug);
}

/** Records the id. A file is complete immediately, other posts are shells until their texts follow. */
export async function made(
  pushing: Pushing,
  { kind, uuid, action }: Step,
  { id, fields, modified }: Found,
): Promise<Outcome> {
  const { site, live, facts, tools } = pushing;
  const mark = facts.companion ? uuid : '';
  if (kind === 'post' || kind === 'term')
    await tools.keep(() => putRemote(site.db, live.id, { kind, id, uuid, mark, shell: action === 'shell' }));
  const answer = named(fields, id, uuid);
  const mayHaveTwin = action === 'shell' || action === 'media';
  const result = { code: '', modified, sent: Object.keys(fields), ...(mayHaveTwin && { mayHaveTwin }) };
  return { state: 'done', result, remote: id, answer };
}

/** A site tells the group of a new item before its number is known here. */
function named(fields: Found['fields'], id: number, uuid: string): Found['fields'] {
  const { translations } = fields;
  if (translations === undefined) return fields;
  const members = Object.entries(mapOf(translations)).map(([code, one]) => [code, one === id ? uuid : one]);
  return { ...fields, translations: Object.fromEntries(members) as Record<string, Json> };
}

/**
 * Creates a new term there, after looking up its slug. If the answer is a different term, as when another language already has
 * the name, it is never taken for ours (`contract/live-wordpress.md` 2).
 */
export async function term(pushing: Pushing, step: Step, steps: readonly Step[]): Promise<Outcome> {
  const { site, numbers, isDry } = pushing;
  const { uuid, input } = step;
  const route = routeOf(pushing, 'term', input.type);
  if (route === undefined) return skipped('no_type');
  const fields = fieldsOf(pushing, step.sent);
  const rivals = (await allBySlug(pushing, step, textOf(fields['slug']))).filter((one) =>
    isOfLanguage(step, one.fields),
  );
  const found = rivals.find((one) => isOurs(pushing, step, one)) ?? rivals[0];
  if (found)
    return isOurs(pushing, step, found) || (await isDefault(pushing, step, found, steps))
      ? made(pushing, step, found)
      : { state: 'conflict', result: { code: 'twin' } };
  if (pushing.alike.has(uuid)) return { state: 'conflict', result: { code: 'twin' } };
  const sending = { fields, now: {}, numbers, isDeleted: deletedThere(pushing, steps) };
  const { body, unknown } = writeBody(site, { kind: 'term', type: input.type }, sending);
  const waiting = waitingFor(pushing, unknown, steps);
  if (waiting) return waiting;
  if (isDry) return { state: 'skipped', result: { code: 'dry' } };
  await markSent(pushing, step);
  try {
    const sent = { ...body, ...languageQuery(pushing, step), ...markOf(pushing, step) };
    const answer = await writeThere(pushing, { route, query: languageQuery(pushing, step), body: sent as Json });
    const after = readItem(pushing, { kind: 'term', type: input.type }, answer.body);
    const holder = keyOfRemote(site.db, pushing.live.id, { kind: 'term', id: after.id });
    const isForeign = (holder !== undefined && holder !== uuid) || !(await isAsSent(pushing, step, after));
    return isForeign ? { state: 'conflict', result: { code: 'foreign_term' } } : await made(pushing, step, after);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const left = (await allBySlug(pushing, step, textOf(fields['slug']))).find((one) => isOurs(pushing, step, one));
    if (left) return made(pushing, step, left);
    const code = error.code === 'term_exists' ? 'twin' : 'refused';
    return failed(code, { status: String(error.status), code: error.code });
  }
}

/**
 * Whether an existing term is the one we created: an earlier request of this step was sent, and it is not known as any other
 * item.
 */
function isOurs({ site, live }: Pushing, { uuid, state, sent }: Step, found: Found): boolean {
  const holder = keyOfRemote(site.db, live.id, { kind: 'term', id: found.id });
  if (holder !== undefined) return holder === uuid;
  return state === 'sent' && sent !== null;
}

/** Whether the site made the term itself, as it gives every new language a default category: one made by this run. */
async function isDefault(pushing: Pushing, step: Step, found: Found, steps: readonly Step[]): Promise<boolean> {
  const { site, live } = pushing;
  const { lang, type } = step.input;
  const isNew = steps.some(
    ({ action, uuid, result }) => action === 'language' && uuid === lang && (result?.sent?.length ?? 0) > 0,
  );
  return (
    isNew &&
    type === 'category' &&
    keyOfRemote(site.db, live.id, { kind: 'term', id: found.id }) === undefined &&
    isAsSent(pushing, step, found)
  );
}

/** The language in an answer: its own field, or whether the site lists it in that language. */
async function isAsSent(pushing: Pushing, step: Step, after: Found): Promise<boolean> {
  const { input } = step;
  const wanted = fieldsOf(pushing, step.sent);
  const isNamed = plainName(textOf(after.fields['name'])) === plainName(textOf(wanted['name']));
  if (!isNamed || !textOf(after.fields['slug']).startsWith(textOf(wanted['slug']))) return false;
  if (pushing.facts.mode === 'content' || input.lang === '') return true;
  if (after.fields['lang'] !== undefined) return isSame(after.fields['lang'], input.lang);
  const route = routeOf(pushing, 'term', input.type) ?? '';
  const listed = await getThere(pushing, route, { include: after.id, lang: input.lang });
  return Array.isArray(listed) && listed.length === 1;
}

/**
 * Creates a language there; an existing one is compared like any other item. Without a default category, since the one that is
 * here follows with its translations; a site that cannot link makes its own.
 */
export async function language(pushing: Pushing, step: Step): Promise<Outcome> {
  const { uuid } = step;
  const found = await lookAt(pushing, step, 0);
  if (found) return step.state === 'sent' ? made(pushing, step, found) : asFound(await made(pushing, step, found));
  if (!pushing.facts.may.settings) return skipped('right');
  if (pushing.isDry) return { state: 'skipped', result: { code: 'dry' } };
  await markSent(pushing, step);
  try {
    const canLink = pushing.facts.mode !== 'texts';
    const body = { slug: uuid, ...fieldsOf(pushing, step.sent), ...(canLink && { no_default_cat: true }) };
    const answer = await writeThere(pushing, { route: '/pll/v1/languages', body });
    return await made(pushing, step, readItem(pushing, { kind: 'language', type: 'language' }, answer.body));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    // The request may have arrived twice: the second time the language was there.
    const left = await lookAt(pushing, step, 0);
    return left ? made(pushing, step, left) : failed('refused', { status: String(error.status), code: error.code });
  }
}

/** Nothing was sent. */
const asFound = ({ result, ...outcome }: Outcome): Outcome => ({
  ...outcome,
  result: { ...result, sent: [] },
});
