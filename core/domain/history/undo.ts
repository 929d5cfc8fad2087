import { RestError } from '../../errors.ts';
import { summaryOfUndo, type Summary } from '../../schema/site/summaries.ts';
import type { Site } from '../../site.ts';
import { sqliteCode } from '../../store/file/failures.ts';
import { checkInvariants } from '../../store/file/invariants.ts';
import { eachImageBack, hasImages, touchedKeys, type TouchedKey } from '../../store/journal/entry-images.ts';
import {
  countImages,
  fileEntries,
  FILED_IMAGES,
  imagesOfRowAfter,
  imagesOfRowIn,
  markUndone,
  nextEntryId,
} from '../../store/journal/journal.ts';
import {
  brokenReferences,
  currentRow,
  deferForeignKeys,
  keysInto,
  putSetting,
  referrers,
  rewind,
  takeBack,
  type Row,
  type RowRef,
} from '../../store/rows.ts';
import { runOfEntry } from '../../store/live/runs.ts';
import { openItems } from '../../store/live/steps.ts';
import { postByUuid, termByUuid } from '../../store/transfer/import.ts';
import { shapeOf, type ForeignKey } from '../../store/file/shapes.ts';
import type { ReadDb, WriteDb } from '../../store/sql.ts';
import type { Json } from '../../types.ts';
import { changesBetween, type FieldChange } from './changes.ts';
import { changedColumns, partOf, type TouchedRow } from './items.ts';
import { hasSecrets, withoutSecrets, withSecretsOfNow } from './secrets.ts';
import { gone, keptEntry } from './history.ts';

/** A conflict of an undo: a field that differs from what the entry left, or one that would lose its reference. */
export interface Conflict {
  kind: string;
  id: number | string;
  field: string;
  now: Json;
  then: Json;
}

export interface UndoOptions {
  force: boolean;
  /** Called periodically with the steps done and their total; may throw to stop. */
  progress?(done: number, total: number): void;
}

/** A row touched by the entry: before it, after it, and now. */
interface Plan extends TouchedRow {
  before: Row | null;
  left: Row | null;
  now: Row | null;
}

const STEPS_TOLD = 100;

/** Limited, as the list of a large undo is sent from its worker to the main process. */
const MOST_CONFLICTS = 1000;

/** Maximum number of referring rows listed; the others are counted. */
const MOST_REFERRERS = 50;

/**
 * Undoes an entry in the running transaction: its images are replayed backwards and become images of the running entry, so
 * undoing an undo is redo. Throws 409 with the list of conflicts if a field has changed since the entry (`force`: undo it
 * anyway), if a row outside the entry refers to one that would be deleted, and if a rule of the file would be violated.
 */
export function undo(site: Site, id: number, options: UndoOptions): { summary: Summary; undoes: number } {
  const { db } = site;
  const entry = keptEntry(site, id);
  if (entry.undone_by !== null) throw gone(`This change was undone already, by change ${entry.undone_by}.`);
  if (entry.origin === 'push') {
    const run = runOfEntry(db, id);
    const where = run === undefined ? 'its report' : `the report of push ${run}`;
    throw gone(`This change notes what was sent to the live site. Take it back in ${where}.`);
  }
  // Every row is looked up individually.
  fileEntries(db);
  const rows = touchedKeys(db, id);
  const total = rows.length + countImages(db, id);
  const tick = (done: number): void => {
    if (done % STEPS_TOLD === 0) options.progress?.(done, total);
  };
  const found = lookAhead(db, { entry: id, rows, force: options.force }, tick);
  const next = nextEntryId(db);
  deferForeignKeys(db);
  replay(db, { entry: id, ...found }, (done) => tick(rows.length + done));
  checkReplayed(db, rows);
  if (!hasImages(db, next)) throw gone('Nothing of this change can be brought back.');
  markUndone(db, id, next);
  const undone = { code: entry.code, params: JSON.parse(entry.params) as object } as Summary;
  return { summary: summaryOfUndo(undone, found.secrets.length > 0), undoes: id };
}

/** The result of the checks before the first row changes. */
interface Ahead {
  /** Settings with secrets, which cannot simply be replayed. */
  secrets: Plan[];
  /** Deleted rows that should get old values: a conflict even with `force`. */
  gone: Conflict[];
}

/** Checks every row individually, without keeping values: an import has a million. Throws 409 if the entry cannot be undone. */
function lookAhead(
  db: ReadDb,
  { entry, rows, force }: { entry: number; rows: readonly TouchedKey[]; force: boolean },
  tick: (done: number) => void,
): Ahead {
  const byName = new Map(rows.map((row) => [nameOf(row), row]));
  const found = {
    lost: [] as Conflict[],
    changed: [] as Conflict[],
    gone: [] as Conflict[],
    secrets: [] as Plan[],
    more: 0,
  };
  let open: ReadonlySet<string> | undefined;
  for (const [at, row] of rows.entries()) {
    tick(at);
    const plan = planOf(db, entry, row);
    const changed = changedSince(db, plan);
    const { named, more } = losses(db, plan, { entry, byName });
    found.lost.push(...named);
    found.more += more;
    found.changed.push(...changed);
    if (!plan.now) found.gone.push(...changed);
    if (row.tbl === 'live_bases' && (open ??= openItems(db)).has(keyOfBase(row.key)))
      found.changed.push(openConflict(db, row));
    if (isSecret(plan)) found.secrets.push(plan);
  }
  const { lost, changed, gone, secrets, more } = found;
  if (lost.length > 0 || (changed.length > 0 && !force)) throw conflict([...lost, ...changed], more);
  return { gone, secrets };
}

function planOf(db: ReadDb, entry: number, row: RowRef): Plan {
  const images = imagesOfRowIn(db, entry, row, FILED_IMAGES);
  const now = currentRow(db, row);
  const left = rewind(now, imagesOfRowAfter(db, entry, row, FILED_IMAGES));
  const { tbl, key } = row;
  return { tbl, key, images, left, before: rewind(left, images.toReversed()), now };
}

/** Fields changed by the entry that have changed again since. */
function changedSince(db: ReadDb, plan: Plan): Conflict[] {
  const states = { before: comparable(plan, plan.left), after: comparable(plan, plan.now) };
  // For a created or deleted row: all columns.
  const among = plan.before && plan.left ? { among: changedColumns(plan) } : {};
  const found = changesBetween(db, plan, { ...states, ...among }).map(toConflict);
  const isThere = states.after !== null;
  return found.length === 0 && isThere !== (states.before !== null) ? conflictsIn(db, plan, states) : found;
}

/** Fields of rows outside the entry that refer to rows to be deleted, and the number of further rows. */
function losses(
  db: ReadDb,
  plan: Plan,
  { entry, byName }: { entry: number; byName: ReadonlyMap<string, TouchedKey> },
): { named: Conflict[]; more: number } {
  const { before, now } = plan;
  if (now === null) return { named: [], more: 0 };
  const broken = keysInto(db, plan.tbl).filter(
    ({ foreignKey }) => before === null || foreignKey.columns.some(({ to }) => before[to] !== now[to]),
  );
  const found = broken.map((into) => {
    const { foreignKey } = into;
    const rows = referrers(db, now, into).filter((ref) => {
      const other = byName.get(nameOf(ref));
      // A row created by the entry is deleted too.
      if (other?.op === 'insert') return false;
      return !other || refersStill(db, planOf(db, entry, other), { foreignKey, now });
    });
    return { rows, foreignKey };
  });
  return {
    named: found.flatMap(({ rows, foreignKey }) =>
      rows.slice(0, MOST_REFERRERS).flatMap((ref) => referenceOf(db, ref, foreignKey)),
    ),
    more: found.reduce((sum, { rows }) => sum + Math.max(0, rows.length - MOST_REFERRERS), 0),
  };
}

/** Whether a row, after the undo, would still refer to a row as it is now. */
function refersStill(db: ReadDb, { tbl, before }: Plan, to: { foreignKey: ForeignKey; now: Row }): boolean {
  if (before === null) return false;
  const { columns } = shapeOf(db, tbl);
  const { foreignKey, now } = to;
  // Columns not in the row are generated from its key, which does not change: the reference stays.
  return foreignKey.columns.every(({ from, to }) => !columns.includes(from) || before[from] === now[to]);
}

/** The fields by which a row refers to another. */
function referenceOf(db: ReadDb, ref: RowRef, { columns }: ForeignKey): Conflict[] {
  const row = currentRow(db, ref);
  const from = columns.map((column) => column.from);
  const without = row && Object.fromEntries(Object.entries(row).filter(([name]) => !from.includes(name)));
  const found = changesBetween(db, ref, { before: without, after: row }).map(toConflict);
  return found.length > 0 ? found : conflictsIn(db, ref, { before: null, after: row });
}

/** Never empty: a row without displayable fields is listed with the field "". */
function conflictsIn(db: ReadDb, ref: RowRef, states: { before: Row | null; after: Row | null }): Conflict[] {
  const found = changesBetween(db, ref, states).map(toConflict);
  if (found.length > 0) return found;
  const base = ref.tbl === 'live_bases' ? itemOfBase(db, ref.key) : undefined;
  const { kind, id } = base ?? partOf(db, ref.tbl, ref.key) ?? { kind: 'site', id: ref.tbl };
  return [{ kind, id, field: base ? LIVE : '', now: states.after !== null, then: states.before !== null }];
}

/** The field of a conflict about what both sides of a live site have in common. */
const LIVE = 'live';

/** A push wrote the item there since, and the base is about to say so: what is undone here would be sent as a removal. */
function openConflict(db: ReadDb, { key }: RowRef): Conflict {
  return { ...itemOfBase(db, key), field: LIVE, now: true, then: false };
}

function keyOfBase(key: string): string {
  const [, kind, uuid] = JSON.parse(key) as [number, string, string];
  return `${kind} ${uuid}`;
}

/** The item of a base: its number, or the key of one that is gone. */
function itemOfBase(db: ReadDb, key: string): { kind: string; id: number | string } {
  const [, kind, uuid] = JSON.parse(key) as [number, string, string];
  const id = kind === 'post' ? postByUuid(db, uuid)?.id : kind === 'term' ? termByUuid(db, uuid)?.id : undefined;
  return { kind, id: id ?? uuid };
}

/** Replays the images backwards; constraint violations are conflicts too. */
function replay(
  db: WriteDb,
  { entry, secrets, gone: lost }: Ahead & { entry: number },
  tick: (done: number) => void,
): void {
  let done = 0;
  try {
    for (const image of eachImageBack(db, entry)) {
      tick((done += 1));
      if (isSecret(image)) continue;
      // A deleted row cannot get its old values, even with `force`.
      if (!takeBack(db, image) && image.op === 'update') throw conflict(lost);
    }
    for (const { tbl, key, before, now } of secrets) {
      const name = settingName({ tbl, key });
      putSetting(db, name, withSecretsOfNow(name, valueOf(before), valueOf(now)));
    }
  } catch (error) {
    if (sqliteCode(error)?.startsWith('SQLITE_CONSTRAINT')) throw conflict([]);
    throw error;
  }
}

/** Checks deferred foreign keys and the file's rules on the result. */
function checkReplayed(db: ReadDb, rows: readonly RowRef[]): void {
  const lost = rows.flatMap((row) =>
    brokenReferences(db, row).flatMap((foreignKey) => referenceOf(db, row, foreignKey)),
  );
  if (lost.length > 0) throw conflict(lost.map(({ now, ...line }) => ({ ...line, now: null, then: now })));
  if (checkInvariants(db, new Set(rows.map(({ tbl }) => tbl))).length > 0) throw conflict([]);
}

/** Secrets are stored outside the file: their changes are not conflicts. */
function comparable(ref: RowRef, row: Row | null): Row | null {
  if (!row || !isSecret(ref)) return row;
  return { ...row, value: JSON.stringify(withoutSecrets(settingName(ref), valueOf(row))) };
}

function nameOf({ tbl, key }: RowRef): string {
  return `${tbl} ${key}`;
}

function isSecret(ref: RowRef): boolean {
  return ref.tbl === 'settings' && hasSecrets(settingName(ref));
}

function settingName({ key }: RowRef): string {
  return String((JSON.parse(key) as unknown[])[0]);
}

function valueOf(row: Row | null): Json {
  return row && (JSON.parse(String(row['value'])) as Json);
}

function toConflict({ kind, id, field, before, after }: FieldChange): Conflict {
  return { kind, id, field, now: after, then: before };
}

function conflict(conflicts: readonly Conflict[], more = 0): RestError {
  const isOfLive = conflicts.some(({ field }) => field === LIVE);
  const text = isOfLive
    ? 'A later pull or push changed or deleted the same items. Nothing was changed. Undo that one first, then this one.'
    : 'Later changes conflict with undoing this one. Nothing was changed.';
  return new RestError('polydesk_conflict', text, 409, {
    data: { conflicts: conflicts.slice(0, MOST_CONFLICTS), total: conflicts.length + more },
  });
}
