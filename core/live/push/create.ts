import { setTimeout } from 'node:timers/promises';
import * as v from 'valibot';
import { isSame } from '../compare.ts';
import { plainName } from '../fields.ts';
import { keyOfRemote, putRemote, remoteOfKey } from '../../store/live/items.ts';
import { lastSent } from '../../store/live/steps.ts';
import type { Json } from '../../types.ts';
import type { Query } from '../api.ts';
import { failed, fieldsOf, markSent, skipped, textOf, type Outcome } from './outcome.ts';
import type { Looked, Pushing, Step } from './pushing.ts';
import { missingParams, writeBody } from './request.ts';
import { getThere, lookAt, readItem, Refused, routeOf, writeThere } from './there.ts';

export type Found = Looked & { id: number };

/** The language of a new item: as a parameter too, where the site has no field for it. */
export function languageQuery({ facts }: Pushing, { input }: Step): Query {
  return facts.mode === 'content' || input.lang === '' ? {} : { lang: input.lang };
}

/** What tells the site's item from all others, where it keeps our mark. */
export function markOf({ facts }: Pushing, { uuid }: Step): Record<string, Json> {
  return facts.companion ? { polydesk_uuid: uuid } : {};
}

/** Items that have one of these slugs, in whatever state; the first slug that somebody has counts. */
export async function findBySlug(pushing: Pushing, step: Step, slug: string): Promise<Found | undefined> {
  const { kind, input } = step;
  const route = routeOf(pushing, kind, input.type) ?? '';
  const status = kind === 'post' && input.type !== 'attachment' ? { status: 'any,trash' } : {};
  const body = await getThere(pushing, route, { slug, per_page: 10, ...status });
  const [first] = v.parse(v.array(v.unknown()), body ?? []);
  return first === undefined ? undefined : readItem(pushing, { kind, type: input.type }, first);
}

/**
 * Makes a new post there as a draft with a one-time slug, so that its number is known before anything names it, and nothing half-done
 * is public. A create whose answer was lost is found by that slug (`live-site.md` 7).
 */
export async function shell(pushing: Pushing, step: Step): Promise<Outcome> {
  const { site, live, isDry, without } = pushing;
  const { uuid, input } = step;
  const route = routeOf(pushing, 'post', input.type);
  if (route === undefined) return skipped('no_type');
  const known = remoteOfKey(site.db, live.id, { kind: 'post', uuid });
  if (known?.shell) {
    const left = await lookAt(pushing, step, known.id);
    if (left && left.fields['status'] !== 'trash') return made(pushing, step, asMade(pushing, step, left));
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

/**
 * A shell whose answer is not at hand as we left it: as it was made, with what a later request of ours put into it. Whatever else is in
 * it somebody wrote since: that is found so, and not overwritten.
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

/** Whether somebody made an item there since the check that has the name of ours: a person says whether both are one. */
export async function hasTwin(pushing: Pushing, step: Step): Promise<boolean> {
  const slug = textOf(fieldsOf(pushing, step.sent)['slug']);
  const found = slug === '' ? undefined : await findBySlug(pushing, step, slug);
  return (
    found !== undefined && keyOfRemote(pushing.site.db, pushing.live.id, { kind: 'post', id: found.id }) === undefined
  );
}

/** Looks twice: what was on its way may arrive late. */
async function findAgain(pushing: Pushing, step: Step, slug: string): Promise<Found | undefined> {
  const found = await findBySlug(pushing, step, slug);
  if (found) return found;
  await setTimeout(pushing.pause, undefined, { signal: pushing.tools.signal });
  return findBySlug(pushing, step, slug);
}

/** From now on it is known who that is. A file is whole at once, other posts are shells until their texts follow. */
export async function made(
  pushing: Pushing,
  { kind, uuid, action }: Step,
  { id, fields, modified }: Found,
): Promise<Outcome> {
  const { site, live, tools } = pushing;
  if (kind === 'post' || kind === 'term')
    await tools.keep(() => putRemote(site.db, live.id, { kind, id, uuid, shell: action === 'shell' }));
  return { state: 'done', result: { code: '', modified, sent: Object.keys(fields) }, remote: id, answer: fields };
}

/**
 * Makes a new term there. Its slug is looked up first; an answer that is somebody else's term, as a site gives where another language
 * has the name, is never taken for ours (`contract/live-wordpress.md` 2).
 */
export async function term(pushing: Pushing, step: Step): Promise<Outcome> {
  const { site, numbers, isDry } = pushing;
  const { uuid, input } = step;
  const route = routeOf(pushing, 'term', input.type);
  if (route === undefined) return skipped('no_type');
  const fields = fieldsOf(pushing, step.sent);
  const found = await findBySlug(pushing, step, textOf(fields['slug']));
  if (found)
    return isOurs(pushing, step, found) ? made(pushing, step, found) : { state: 'conflict', result: { code: 'twin' } };
  const { body, unknown } = writeBody(site, { kind: 'term', type: input.type }, { fields, now: {}, numbers });
  const [lost] = unknown;
  if (lost) return skipped('unknown_number', missingParams(site, lost));
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
    const left = await findBySlug(pushing, step, textOf(fields['slug']));
    if (left && isOurs(pushing, step, left)) return made(pushing, step, left);
    const code = error.code === 'term_exists' ? 'twin' : 'refused';
    return failed(code, { status: String(error.status), code: error.code });
  }
}

/** Whether a term that is there is the one we made: an earlier request of this step was on its way, and nobody else is known for it. */
function isOurs({ site, live }: Pushing, { uuid, state, sent }: Step, found: Found): boolean {
  const holder = keyOfRemote(site.db, live.id, { kind: 'term', id: found.id });
  if (holder !== undefined) return holder === uuid;
  return state === 'sent' && sent !== null;
}

/** The language of an answer: its own field, or whether the site lists it in that language. */
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

/** Makes a language there; one that is there already is compared like any other item. */
export async function language(pushing: Pushing, step: Step): Promise<Outcome> {
  const { uuid } = step;
  const found = await lookAt(pushing, step, 0);
  if (found) return made(pushing, step, found);
  if (!pushing.facts.may.settings) return skipped('right');
  if (pushing.isDry) return { state: 'skipped', result: { code: 'dry' } };
  await markSent(pushing, step);
  try {
    const body = { slug: uuid, ...fieldsOf(pushing, step.sent) };
    const answer = await writeThere(pushing, { route: '/pll/v1/languages', body });
    return await made(pushing, step, readItem(pushing, { kind: 'language', type: 'language' }, answer.body));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return failed('refused', { status: String(error.status), code: error.code });
  }
}
