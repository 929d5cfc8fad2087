import { RestError } from '../../errors.ts';
import { liveSite } from '../../domain/live/live.ts';
import { storedRun } from '../../domain/live/runs.ts';
import { drainMatrix } from '../../domain/matrix/matrix.ts';
import type { StoredStep } from '../../schema/live/push.ts';
import type { Summary } from '../../schema/site/summaries.ts';
import type { Site } from '../../site.ts';
import { stepsOf } from '../../store/live/steps.ts';
import type { Json } from '../../types.ts';
import { isSame } from '../compare.ts';
import { compareOne, comparing, type Compared } from '../compared.ts';
import { namesIn } from '../plan/names.ts';
import { nameOf, writeResolved } from '../pull/resolve.ts';
import { compareAndStore } from '../states.ts';
import { fieldsOf } from './outcome.ts';
import type { Step } from './pushing.ts';

/** A field that the site stored differently: what was sent, and what was stored. */
interface Altered {
  field: string;
  sent: Json | undefined;
  stored: Json | undefined;
}

/** What was sent and what was stored, for each field of a step that the site stored differently; 404 if the step does not exist. */
export function storedStep(site: Site, run: number, seq: number): StoredStep {
  const step = stepOf(site, run, seq);
  const fields = alteredIn(site, step);
  return {
    ...{ seq, fields, lang: step.input.lang },
    names: namesIn(site, liveSite(site).id, fields),
    here: hereNow(fields, comparedOf(site, step)),
  };
}

/**
 * Writes here what the site stored in a step, in one entry: afterwards both sides have the same. 409 if a field was changed here
 * or pushed again since.
 */
export function takeStored(site: Site, run: number, seq: number): Summary {
  const step = stepOf(site, run, seq);
  const fields = alteredIn(site, step);
  const compared = comparedOf(site, step);
  if (fields.length === 0 || !compared?.here)
    throw new RestError('rest_invalid_id', 'The site stored nothing of this step differently.', 404);
  if (hereNow(fields, compared) === 'other')
    throw new RestError('polydesk_conflict', 'It was changed here or pushed again since. Nothing was changed.', 409);
  const { kind, uuid, input } = step;
  const taken = fields.flatMap(({ field, stored }) => (stored === undefined ? [] : [[field, stored] as const]));
  const context = comparing(site, liveSite(site));
  const key = { kind, uuid };
  writeResolved(context, { key, type: input.type, id: compared.here.id, fields: Object.fromEntries(taken) });
  compareAndStore(comparing(site, liveSite(site)), key);
  drainMatrix(site);
  return { code: 'live.taken', params: { item: nameOf(compared.here) } };
}

function stepOf(site: Site, run: number, seq: number): Step {
  const { kind } = storedRun(site, run);
  // An undo sent old values: what it sent is not here.
  const found = kind === 'push' ? stepsOf(site.db, run).find((step) => step.seq === seq) : undefined;
  if (found) return found;
  throw new RestError('rest_invalid_id', 'This push has no such step.', 404);
}

function alteredIn(site: Site, { sent, answer, result }: Step): Altered[] {
  const [ours, theirs] = [fieldsOf({ site }, sent), fieldsOf({ site }, answer)];
  return (result?.altered ?? []).map((field) => ({ field, sent: ours[field], stored: theirs[field] }));
}

/** Languages are not written here from what a push stored. */
function comparedOf(site: Site, { kind, uuid }: Step): Compared | undefined {
  return kind === 'language' ? undefined : compareOne(comparing(site, liveSite(site)), { kind, uuid });
}

/** Whether what was sent is still here, and what was stored is still what both sides have in common. */
function hereNow(fields: readonly Altered[], compared: Compared | undefined): StoredStep['here'] {
  const { base, here, line } = compared ?? {};
  if (!here || !line || fields.length === 0) return 'other';
  if (fields.every(({ field, stored }) => isSame(here.fields[field], stored))) return 'stored';
  // Compared with its base, a field that the site altered counts as unchanged.
  const changed = new Set(line.fields.filter(({ state }) => state !== 'there').map(({ field }) => field));
  const isKept = fields.every(({ field, stored }) => !changed.has(field) && isSame(base?.fields[field], stored));
  return isKept ? 'sent' : 'other';
}
