import { sqliteCode } from '../store/file/failures.ts';
import { keyOfRemote } from '../store/live/items.ts';
import { activeRun } from '../store/live/runs.ts';
import { connectedSite, type LiveSiteRow } from '../store/live/sites.ts';
import {
  dropState,
  isQueued,
  leaveQueue,
  putState,
  queuedItems,
  queueItems,
  stateOf,
  type LiveKey,
  type NewState,
} from '../store/live/states.ts';
import { isTimeOver, Unfinished } from '../store/time-limit.ts';
import { begin, commit, rollBack } from '../store/transaction.ts';
import { isRenaming } from '../store/live/renames.ts';
import type { Hindrance } from '../schema/live/plan.ts';
import type { Site } from '../site.ts';
import type { Fields } from './compare.ts';
import { compareOne, comparing, type Compared, type Comparing } from './compared.ts';
import { isFileMissing } from './files/file-here.ts';
import { missingThere } from './plan/missing.ts';
import type { UnknownRef } from './references.ts';
import { translationsHere } from './seen.ts';
import { renameSome, twinOf } from './twins.ts';

/** Items that are compared in one write. */
const AT_ONCE = 20;

/**
 * Compares items that changed here, so that every answer reflects earlier writes. Derived: not journalled, and skipped while the
 * file cannot be written. Of many items only some are compared at a time while others wait: throws `Unfinished`.
 */
export function drainLive(site: Site): void {
  if (site.readOnly || site.merging || !(isQueued(site.db) || isRenaming(site.db))) return;
  const live = connectedSite(site.db);
  // A check or a pull does its own comparing, and writes meanwhile.
  if (!live || site.db.inTransaction || activeRun(site.db, live.id)) return;
  if (!mayBegin(site)) return;
  try {
    let isLeft = compareSome(site, live);
    while (isLeft && !isTimeOver(site.db)) isLeft = compareSome(site, live);
    commit(site.db);
    if (!isLeft) return;
  } catch (error) {
    rollBack(site.db);
    throw error;
  }
  throw new Unfinished();
}

/** False: another connection is writing now. */
function mayBegin(site: Site): boolean {
  try {
    begin(site.db);
    return true;
  } catch (error) {
    if (sqliteCode(error) === 'SQLITE_BUSY') return false;
    throw error;
  }
}

/** Compares some queued items, in the running transaction; returns whether any remain. */
export function compareSome(site: Site, live: LiveSiteRow, most = AT_ONCE): boolean {
  if (renameSome(site, live, most)) return true;
  const queue = queuedItems(site.db, most);
  // Before the first check the state there is unknown.
  const context = comparing(site, live);
  for (const key of queue) {
    if (context.cursors.full_at === undefined) leaveQueue(site.db, key);
    else compareAndStore(context, key);
  }
  return isQueued(site.db);
}

/** Compares one item and stores the result. */
export function compareAndStore(context: Comparing, key: LiveKey): Compared {
  const { site, live } = context;
  const compared = compareOne(context, key);
  const row = stateRow(context, key, compared);
  const isMoved = isTrashMove(context, key, { compared, row });
  if (row) putState(site.db, live.id, row);
  else dropState(site.db, live.id, key);
  leaveQueue(site.db, key);
  if (isMoved) queueItems(site.db, translationsHere(site, key));
  return compared;
}

/** Whether an item that was never there went to the trash or came back: its links are to be sent as long as it is. */
function isTrashMove(
  { site, live }: Comparing,
  key: LiveKey,
  { compared: { here, known }, row }: { compared: Compared; row: NewState | undefined },
): boolean {
  if (key.kind !== 'post' || !here || known.base !== null || known.seen !== null) return false;
  return (stateOf(site.db, live.id, key) === undefined) !== (row === undefined);
}

function stateRow(context: Comparing, key: LiveKey, compared: Compared): NewState | undefined {
  const { line, here, there, base, type } = compared;
  if (line.state === 'same') return undefined;
  const shown = (here ?? there ?? base)?.fields ?? {};
  const text = (name: string): string => (typeof shown[name] === 'string' ? shown[name] : '');
  const twin = line.state === 'new_here' || line.state === 'new_there' ? twinOf(context, key, compared) : '';
  return {
    ...key,
    state: line.state,
    type,
    lang: key.kind === 'language' ? key.uuid : text('lang'),
    title: (text('title') || text('name')).slice(0, 300),
    // Both sides made the same change: nothing differs.
    fields: line.fields.filter((one) => one.state !== 'both').map(({ field }) => field),
    item_id: here?.id ?? 0,
    ...compared.hashes,
    twin,
    hindrance: hindranceOf(context, compared, twin),
  };
}

function hindranceOf(
  context: Comparing,
  { line, known, here, base, there, type }: Compared,
  twin: string,
): Hindrance | null {
  if (known.found === 'unreadable') return { code: 'unreadable', params: {} };
  if (twin !== '') return { code: 'twin', params: { key: twin } };
  if (line.state === 'there' || line.state === 'new_there' || !here) return null;
  const old = new Set([...(base?.unknown ?? []), ...(there?.unknown ?? [])].map(({ kind, ref }) => `${kind} ${ref}`));
  const lost = here.unknown.find(
    ({ kind, ref }) => !old.has(`${kind} ${ref}`) && !isPulled(context, { kind, ref }, [base?.fields, there?.fields]),
  );
  if (lost) return missingThere(context.site, context.live.id, lost);
  const isUpload = line.state === 'new_here' && type === 'attachment';
  return isUpload && isFileMissing(context.site, here.id) ? { code: 'no_file', params: {} } : null;
}

/** Whether a pulled text has a number because it names an item there that was deleted here, or is still to come. */
function isPulled(
  { site, live }: Comparing,
  { kind, ref }: UnknownRef,
  texts: readonly (Fields | undefined)[],
): boolean {
  const uuid = keyOfRemote(site.db, live.id, { kind, id: Number(ref) });
  return uuid !== undefined && JSON.stringify(texts).includes(uuid);
}
