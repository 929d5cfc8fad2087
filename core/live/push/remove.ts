import { isSame } from '../compare.ts';
import { linkedSince } from './group.ts';
import { conflict, failed, fieldsOf, gone, isAnother, markSent, skipped, type Outcome } from './outcome.ts';
import { GROUP_FIELDS, type Looked, type Pushing, type Step } from './pushing.ts';
import { lookAt, readItem, Refused, routeOf, writeThere } from './there.ts';
import { remoteOf } from './update.ts';

/**
 * Moves a post to the trash there, or deletes a term or a file permanently, if it is unchanged since that was decided
 * (`live-site.md` 7). An item that no longer exists counts as done. On a site without trash, posts are not deleted.
 */
export async function remove(pushing: Pushing, step: Step): Promise<Outcome> {
  const { kind, input, action } = step;
  const id = remoteOf(pushing, step);
  const route = routeOf(pushing, kind, input.type);
  if (id === undefined || route === undefined) return skipped('not_there');
  const now = await lookAt(pushing, step, id);
  if (!now) return { state: 'done', result: { code: 'gone_already', sent: [] }, remote: id };
  if (action === 'trash' && now.fields['status'] === 'trash') return trashed(now, id);
  const before = fieldsOf(pushing, step.before);
  if (isAnother(step, before, now)) return gone(pushing, step);
  const isChanged = Object.entries(now.fields).some(
    ([name, value]) => !GROUP_FIELDS.has(name) && before[name] !== undefined && !isSame(value, before[name]),
  );
  if (isChanged && !pushing.without.has('look')) return conflict(pushing, step, now);
  // The trash keeps links.
  const linked = action === 'delete' && input.undoes === undefined ? await linkedSince(pushing, step, now) : undefined;
  if (linked && !pushing.without.has('look')) return conflict(pushing, step, linked);
  if (pushing.isDry) return { state: 'skipped', result: { code: 'dry' }, remote: id };
  await markSent(pushing, step);
  const query = action === 'delete' ? { force: true } : {};
  try {
    const { body } = await writeThere(pushing, { method: 'DELETE', route: `${route}/${id}`, query, tag: now.tag });
    if (action === 'delete') return deleted(id);
    return trashed(readItem(pushing, { kind, type: input.type }, body), id);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const left = await lookAt(pushing, step, id);
    // The request may have arrived twice: the second time nothing was left to do.
    if (!left) return deleted(id);
    if (action === 'trash' && left.fields['status'] === 'trash') return trashed(left, id);
    if (error.status === 412) return conflict(pushing, step, left);
    const code = error.code === 'rest_trash_not_supported' ? 'no_trash' : 'refused';
    return failed(code, { status: String(error.status), code: error.code });
  }
}

const deleted = (id: number): Outcome => ({ state: 'done', result: { code: '', sent: ['status'] }, remote: id });

function trashed({ fields, modified }: Looked, id: number): Outcome {
  return { state: 'done', result: { code: '', sent: ['status'], modified }, remote: id, answer: fields };
}
