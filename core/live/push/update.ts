import * as v from 'valibot';
import { isSame, type Fields } from '../compare.ts';
import { remoteOfKey } from '../../store/live/items.ts';
import type { StepResult } from '../../store/live/steps.ts';
import { missingThere } from '../plan/missing.ts';
import { STRINGS } from '../settings/strings.ts';
import { isRenamed } from '../same-item.ts';
import { droppedRefs, waitingFor } from './dropped.ts';
import { withFilesThere } from '../files/files-there.ts';
import { fieldsToSend, isGiven } from './fields-to-send.ts';
import { conflict, failed, fieldsOf, gone, isAnother, markSent, skipped, textOf, type Outcome } from './outcome.ts';
import { deletedThere, type Looked, type Pushing, type Step } from './pushing.ts';
import { textsThere, writeBody } from './request.ts';
import {
  addressOf,
  getThere,
  ifRefused,
  isPerhapsStored,
  lookAgain,
  lookAt,
  readItem,
  Refused,
  routeOf,
  writeThere,
} from './there.ts';

/** The id of an item there. */
export function remoteOf({ site, live }: Pushing, { kind, uuid, remote_id }: Step): number | undefined {
  if (remote_id > 0) return remote_id;
  return kind === 'post' || kind === 'term' ? remoteOfKey(site.db, live.id, { kind, uuid })?.id : undefined;
}

/**
 * Updates fields of an item there: reads it, sends only what differs, and compares the answer (`live-site.md` 7). Also done if
 * all values are there already.
 */
export async function update(pushing: Pushing, step: Step, steps: readonly Step[]): Promise<Outcome> {
  const { site, numbers, isDry } = pushing;
  const { kind, input } = step;
  const hasNoNumber = kind === 'language' || kind === 'settings';
  if (hasNoNumber && !pushing.facts.may.settings) return skipped('right');
  const id = remoteOf(pushing, step) ?? 0;
  const route = routeOf(pushing, kind, kind === 'settings' ? step.uuid : input.type);
  if (route === undefined || (id === 0 && !hasNoNumber)) return skipped(isDry && input.isNew ? 'dry' : 'not_there');
  const now = await lookAt(pushing, step, id);
  if (!now) return gone(pushing, step);
  const { fields: texts, missing } = await withFilesThere(pushing, fieldsOf(pushing, step.sent));
  if (missing !== undefined) return skipped('unknown_file', { file: missing });
  const wanted = textsThere(site, { kind, type: input.type }, { fields: texts, numbers });
  const before = pushing.without.has('look') ? now.fields : fieldsOf(pushing, step.before ?? shellOf(step, steps));
  const isDoubtful = step.state === 'sent';
  const { fields, changed, written } = fieldsToSend({ wanted, before, now: now.fields }, isDoubtful);
  // What a request of ours stored whose answer was lost or was that of its repetition, and the item before that.
  const earlier = isPerhapsStored(step) ? written : [];
  const expected = { ...before, ...Object.fromEntries(earlier.map((name) => [name, wanted[name]])) } as Fields;
  const another = hasNoNumber || isDoubtful ? undefined : anotherThere(pushing, step, { before: expected, now });
  if (another) return another;
  if (changed.length > 0) return conflict(pushing, step, now);
  const look = earlier.length === 0 ? now : { fields: before, versions: step.result?.versions };
  // Users who may edit only their own items cannot assign another author.
  const own = pushing.facts.may.content ? fields : withoutAuthor(fields);
  if (!input.isNew && own !== fields && Object.keys(own).length === 0) return skipped('right');
  const sending = { fields: own, now: now.fields, numbers, isDeleted: deletedThere(pushing, steps) };
  const { body, unknown } = writeBody(site, { kind, type: input.type }, sending);
  const waiting = waitingFor(pushing, unknown, steps);
  if (waiting) return waiting;
  const names = Object.keys(input.type === STRINGS ? own : body);
  const sent = [...earlier, ...names];
  const finish = (after: Looked): Promise<Outcome> =>
    finished(pushing, step, { look, after, wanted, sent, route: `${route}/${id}`, remote: id });
  if (names.length === 0) return finish(now);
  if (isDry) return { state: 'skipped', result: { code: 'dry', sent }, remote: id };
  await markSent(pushing, step, look.versions);
  try {
    const answer = await writeThere(pushing, {
      route: addressOf(route, kind, kind === 'language' ? now.id : id),
      body,
      tag: now.tag,
    });
    return await finish(readItem(pushing, { kind, type: input.type }, answer.body));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (error.status === 412) return lookAgain(step);
    return failed('refused', { status: String(error.status), code: error.code });
  }
}

/** What a number stands for has changed since the look: what is sent would fit only by chance. */
function anotherThere(
  pushing: Pushing,
  step: Step,
  { before, now }: { before: Fields; now: Looked },
): Promise<Outcome> | undefined {
  if (isAnother(step, before, now)) return gone(pushing, step);
  return isRenamed(before, now.fields) ? conflict(pushing, step, now) : undefined;
}

function withoutAuthor(fields: Fields): Fields {
  if (!('author' in fields)) return fields;
  const { author: _author, ...own } = fields;
  return own;
}

interface Finished {
  look: Pick<Looked, 'fields' | 'versions'>;
  after: Looked;
  wanted: Fields;
  sent: string[];
  /** Of the item there. */
  route: string;
  remote: number;
}

/** The outcome of what was sent, by what the site has after it. */
async function finished(
  pushing: Pushing,
  step: Step,
  { look, after, wanted, sent, route, remote }: Finished,
): Promise<Outcome> {
  const lost = sent.length === 0 ? undefined : await audit(pushing, route, { look, after, sent });
  const dropped = await droppedRefs(pushing, step, { wanted, sent, after });
  const other = sent.filter((name) => after.fields[name] !== undefined && !isSame(after.fields[name], wanted[name]));
  const altered = other.filter(
    (name) => !dropped.fields.includes(name) && !isGiven(name, wanted[name], after.fields[name]),
  );
  const [ref] = dropped.refs;
  const told = altered.length > 0 ? 'altered' : other.length > 0 ? 'given' : '';
  const status = step.input.type === 'attachment' ? '' : textOf(after.fields['status']);
  const result = {
    ...{ code: lost ? 'overwritten' : ref ? 'stored_without' : told, altered, sent, modified: after.modified },
    ...(status && { status }),
    ...(lost && { lost }),
    ...(ref && { params: missingThere(pushing.site, pushing.live.id, ref).params, dropped: dropped.fields }),
  };
  return { state: lost ? 'conflict' : 'done', result, remote, answer: after.fields };
}

const Revisions = v.array(
  v.looseObject({ id: v.number(), title: v.unknown(), content: v.unknown(), excerpt: v.unknown() }),
);

/** For a new item, the answer that created its shell, or its file with the initial texts. */
function shellOf({ kind, uuid }: Step, steps: readonly Step[]): number | null {
  return (
    steps.find((one) => (one.action === 'shell' || one.action === 'media') && one.kind === kind && one.uuid === uuid)
      ?.answer ?? null
  );
}

/**
 * Whether a revision was stored between our read and our write: it contains concurrent edits that ours replaced. A site stores
 * one revision for each change of a text; one without revisions cannot tell.
 */
async function audit(
  pushing: Pushing,
  route: string,
  { look, after, sent }: { look: Pick<Looked, 'fields' | 'versions'>; after: Looked; sent: readonly string[] },
): Promise<StepResult['lost']> {
  if (pushing.without.has('audit') || !look.versions || !after.versions) return undefined;
  const ours = sent.some((name) => ['title', 'content', 'excerpt'].includes(name)) ? 1 : 0;
  const isNew = after.versions.latest !== look.versions.latest;
  if (!isNew || (ours === 1 && after.versions.count === look.versions.count + 1)) return undefined;
  // The write succeeded, whether or not this user may read revisions.
  const body = await getThere(pushing, `${route}/revisions`, { per_page: 10 }).catch(ifRefused);
  const read = v.safeParse(Revisions, body);
  if (!read.success) return undefined;
  const since = read.output.filter(({ id }) => id > (look.versions?.latest ?? 0)).toSorted((a, b) => b.id - a.id);
  const theirs = since[ours];
  if (!theirs) return undefined;
  const texts = { title: rawOf(theirs.title), content: rawOf(theirs.content), excerpt: rawOf(theirs.excerpt) };
  const isTheirs = Object.entries(texts).some(
    ([name, text]) => !isSame(text, look.fields[name]) && !isSame(text, after.fields[name]),
  );
  return isTheirs ? texts : undefined;
}

function rawOf(value: unknown): string {
  const raw: unknown = typeof value === 'object' && value !== null && 'raw' in value ? value.raw : value;
  return typeof raw === 'string' ? raw : '';
}
