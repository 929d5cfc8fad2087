import { RestError } from '../../errors.ts';
import { invalidParameter } from '../../domain/invalid-parameter.ts';
import { liveSite } from '../../domain/live/live.ts';
import type { LineChoice, PlanLine } from '../../schema/live/plan.ts';
import type { Site } from '../../site.ts';
import { knownOf, putRemote, rekeySeen, remoteOfKey } from '../../store/live/items.ts';
import { namesHere } from '../../store/live/names.ts';
import { putRename } from '../../store/live/renames.ts';
import { putChoice, type StateRow } from '../../store/live/states.ts';
import { UUID } from '../../transfer/bundle/schema.ts';
import { keyOf } from '../line-name.ts';
import { linesOf, lineRow, unknownLine } from './plan.ts';

/** Maximum number of pairs that a request makes or takes apart: other clients wait for it. */
const MOST_PAIRS = 200;

function refuseMany(name: string, pairs: number): void {
  if (pairs <= MOST_PAIRS) return;
  const text = `Name at most ${MOST_PAIRS} pairs at a time. Nothing was changed.`;
  throw invalidParameter(name, 'rest_too_many_items', text);
}

/**
 * Stores choices for lines and returns them updated (`PATCH /live/choices`). 404 for a line that does not differ, 400 for too
 * many pairs.
 */
export function choose(site: Site, choices: Readonly<Record<string, LineChoice | 'same' | null>>): PlanLine[] {
  const live = liveSite(site);
  const { id } = live;
  refuseMany('choices', Object.values(choices).filter((choice) => choice === 'same').length);
  const rows = Object.entries(choices).map(([key, choice]) => ({ row: lineRow(site, id, key), choice }));
  const chosen = rows.map(({ row, choice }) => {
    if (choice === 'same') {
      pair(site, id, row);
      return row;
    }
    putChoice(site.db, id, { ...row, choice });
    return { ...row, choice };
  });
  return linesOf(site, live, chosen);
}

/** Declares a line and its twin to be the same item. References to it are renamed before anything else is compared. */
function pair(site: Site, live: number, row: StateRow): void {
  const twin = row.twin === '' ? undefined : keyOf(row.twin);
  if (!twin) throw new RestError('polydesk_live_no_twin', 'No item of the other side looks like this one.', 409);
  const [there, here] = row.state === 'new_there' ? [row, twin] : [twin, row];
  if ((there.kind !== 'post' && there.kind !== 'term') || there.kind !== here.kind) throw unknownLine();
  const remote = remoteOfKey(site.db, live, { kind: there.kind, uuid: there.uuid });
  if (!remote) throw unknownLine();
  putRemote(site.db, live, { kind: there.kind, id: remote.id, uuid: here.uuid });
  rekeySeen(site.db, live, { from: there, to: here.uuid });
  putRename(site.db, live, { from: there.uuid, to: here.uuid });
}

/**
 * Takes back that lines were declared to be the same item as their twin, by the keys that both had (`PATCH /live/choices`). 404
 * if they are not one item, 409 once it was pulled, pushed or resolved as one, 400 for too many pairs.
 */
export function takeApart(site: Site, pairs: Readonly<Record<string, string>>): void {
  refuseMany('apart', Object.keys(pairs).length);
  const { id: live } = liveSite(site);
  for (const [one, other] of Object.entries(pairs)) {
    const [here, there] = [keyOf(one), keyOf(other)];
    if (!here || !there || (here.kind !== 'post' && here.kind !== 'term') || there.kind !== here.kind)
      throw unknownLine();
    const { kind } = here;
    const remote = remoteOfKey(site.db, live, { kind, uuid: here.uuid });
    const isFree = UUID.test(there.uuid) && namesHere(site.db, [there.uuid]).length === 0;
    if (!remote || !isFree || remoteOfKey(site.db, live, { kind, uuid: there.uuid })) throw unknownLine();
    if (knownOf(site.db, live, here).base !== null)
      throw new RestError(
        'polydesk_live_paired',
        'It was pulled or pushed as one item since, so this cannot be taken back. Nothing was changed.',
        409,
      );
    putRemote(site.db, live, { kind, id: remote.id, uuid: there.uuid });
    rekeySeen(site.db, live, { from: here, to: there.uuid });
    putRename(site.db, live, { from: here.uuid, to: there.uuid });
  }
}
