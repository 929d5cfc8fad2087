import { RestError } from '../../errors.ts';
import { liveSite } from '../../domain/live/live.ts';
import { drainMatrix } from '../../domain/matrix/matrix.ts';
import type { Summary } from '../../schema/site/summaries.ts';
import type { Site } from '../../site.ts';
import { putBase, putBody } from '../../store/live/items.ts';
import type { LiveKey } from '../../store/live/states.ts';
import type { Json } from '../../types.ts';
import { pack } from '../body.ts';
import type { Fields } from '../compare.ts';
import { compareOne, comparing, type Comparing } from '../compared.ts';
import type { HereItem } from '../here.ts';
import { keptFace } from './bases.ts';
import { writeGroups, writeLanguages } from './groups-here.ts';
import { breakParentCircles } from './parents.ts';
import { partnersHere, settlePartnersHere } from './partners-here.ts';
import { keyOf } from '../line-name.ts';
import { isSettingsName, writeSettings } from '../settings/settings.ts';
import { compareAndStore } from '../states.ts';
import { withoutWaiting } from './waiting.ts';
import { writeHere } from './write-here.ts';

interface Resolved {
  key: LiveKey;
  type: string;
  id: number;
  fields: Record<string, Json>;
}

/** Writes values of the plan here. Throws if this site does not take one of its settings. */
export function writeResolved(context: Comparing, { key, type, id, fields }: Resolved): void {
  const { site, numbers } = context;
  if (key.kind === 'settings' && isSettingsName(key.uuid)) {
    const [refused] = writeSettings(site, key.uuid, { fields, numbers });
    if (refused !== undefined)
      throw new RestError(
        'rest_invalid_param',
        `This site does not take this value of "${refused}". Nothing was changed.`,
        400,
      );
  }
  if (key.kind !== 'post' && key.kind !== 'term') return;
  const writing = { kind: key.kind, uuid: key.uuid, type, fields };
  writeLanguages(context, [writing]);
  writeHere(context, id, writing, '');
  breakParentCircles(site, [writing]);
  writeGroups(context, [writing]);
}

/**
 * Settles a conflict with a person's result: writes the fields here and sets the base to the state there, in one entry
 * (`live-site.md` 11). 409 if either side has changed since it was shown.
 */
export function resolveLine(
  site: Site,
  name: string,
  { fields, here, there }: { fields: Readonly<Record<string, unknown>>; here: string; there: string },
): Summary {
  const live = liveSite(site);
  const key = keyOf(name);
  const context = comparing(site, live);
  const compared = key && compareOne(context, key);
  if (!key || !compared?.here || !compared.there || key.kind === 'language')
    throw new RestError('rest_invalid_id', 'This is not a conflict of two texts.', 404);
  if (compared.hashes.here !== here || compared.hashes.there !== there)
    throw new RestError(
      'polydesk_conflict',
      'One of both sides was changed meanwhile. Nothing was changed. Look again.',
      409,
    );
  const open = new Set(compared.line.fields.map(({ field }) => field));
  const unknown = Object.keys(fields).find((field) => !open.has(field));
  if (unknown !== undefined)
    throw new RestError('rest_invalid_param', `The field "${unknown}" does not differ. Nothing was changed.`, 400);
  const written = { type: compared.type, fields: fields as Record<string, Json> };
  const partners =
    key.kind === 'settings' ? [] : partnersHere(context, [{ ...written, kind: key.kind, uuid: key.uuid }]);
  writeResolved(context, { ...written, key, id: compared.here.id });
  const settled: Fields = {
    ...compared.there.fields,
    // Fields that were not settled stay open.
    ...Object.fromEntries(
      compared.line.fields.flatMap(({ field, base }) => (field in fields || base === undefined ? [] : [[field, base]])),
    ),
  };
  const left = new Set(
    compared.line.fields
      .filter(({ field, base }) => !(field in fields) && base === undefined)
      .map(({ field }) => field),
  );
  const known = Object.fromEntries(Object.entries(settled).filter(([field]) => !left.has(field))) as Fields;
  // Of a group or a set, what refers to an item that is still to come here stays in the plan.
  const chosen = Object.entries(written.fields).filter(([field]) => typeof known[field] === 'object');
  const agreed = withoutWaiting(context, key, { settled: known, written: chosen, isHeld: false, isFaced: false });
  const body = putBody(site.db, pack({ type: compared.there.type, fields: agreed, unknown: compared.there.unknown }));
  const here_body = keptFace(context, compared, agreed);
  putBase(site.db, live.id, { ...key, body, here_body, modified: compared.known.modified ?? '' });
  compareAndStore(comparing(site, live), key);
  settlePartnersHere(context, partners);
  drainMatrix(site);
  return { code: 'live.resolved', params: { item: nameOf(compared.here) } };
}

/** An item as named in the history. */
export function nameOf({ id, fields }: HereItem): { id: number; title: string } {
  const shown = typeof fields['title'] === 'string' ? fields['title'] : fields['name'];
  return { id, title: typeof shown === 'string' ? shown : '' };
}
