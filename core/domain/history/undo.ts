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
import { shapeOf, type ForeignKey } from '../../store/file/shapes.ts';
import type { ReadDb, WriteDb } from '../../store/sql.ts';
import type { Json } from '../../types.ts';
import { changesBetween, type FieldChange } from './changes.ts';
import { changedColumns, partOf, type TouchedRow } from './items.ts';
import { hasSecrets, withoutSecrets, withSecretsOfNow } from './secrets.ts';
import { gone, keptEntry } from './history.ts';

/** Why an undo stops: a field that is not what the entry left, or one that would lose what it refers to. */
export interface Conflict {
  kind: string;
  id: number | string;
  field: string;
  now: Json;
  then: Json;
}

export interface UndoOptions {
  force: boolean;
  /** Told now and then how many of how many steps are done; may throw to stop. */
  progress?(done: number, total: number): void;
}

/** A row the entry touched: as it was before, as the entry left it, as it is. */
interface Plan extends TouchedRow {
  before: Row | null;
  left: Row | null;
  now: Row | null;
}

const STEPS_TOLD = 100;

/** Nobody reads more; the list of a large undo travels from its worker to the main process. */
const MOST_CONFLICTS = 1000;

/** Of many rows that stand in the way only so many are named; the others are counted. */
const MOST_REFERRERS = 50;

/**
 * Takes an entry back, in the running transaction: its images are replayed backwards and become images of the running
 * entry, so undoing an undo is redo. Refuses with 409 and the list of conflicts when a field is not any more what the entry
 * left (`force`: take it back all the same), when a row outside the entry refers to one that would go, and when a rule of
 * the file would break.
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
  // Every row of it is asked for by itself.
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

/** What is known before the first row changes. */
interface Ahead {
  /** Settings with secrets, which are not simply replayed. */
  secrets: Plan[];
  /** What to say when a row is gone that should get old values: with force too. */
  gone: Conflict[];
}

/** Looks at every row on its own, and keeps no values: an import has a million. Throws 409 where the entry cannot be taken back. */
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
  for (const [at, row] of rows.entries()) {
    tick(at);
    const plan = planOf(db, entry, row);
    const changed = changedSince(db, plan);
    const { named, more } = losses(db, plan, { entry, byName });
    found.lost.push(...named);
    found.more += more;
    found.changed.push(...changed);
    if (!plan.now) found.gone.push(...changed);
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

/** Fields the entry changed that have changed again since. */
function changedSince(db: ReadDb, plan: Plan): Conflict[] {
  const states = { before: comparable(plan, plan.left), after: comparable(plan, plan.now) };
  // A row that came, or would come back: all of it.
  const among = plan.before && plan.left ? { among: changedColumns(plan) } : {};
  const found = changesBetween(db, plan, { ...states, ...among }).map(toConflict);
  const isThere = states.after !== null;
  return found.length === 0 && isThere !== (states.before !== null) ? conflictsIn(db, plan, states) : found;
}

/** Fields of rows outside the entry that refer to what would go, and how many rows there are besides. */
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
      // A row that the entry made goes with it.
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

/** Whether a row of the entry, taken back, still refers to a row as it is now. */
function refersStill(db: ReadDb, { tbl, before }: Plan, to: { foreignKey: ForeignKey; now: Row }): boolean {
  if (before === null) return false;
  const { columns } = shapeOf(db, tbl);
  const { foreignKey, now } = to;
  // What is not a column of the row is generated from its key, which stays: it refers as before.
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

/** Never empty: a row that holds nothing to show stands there as itself, with the field "". */
function conflictsIn(db: ReadDb, ref: RowRef, states: { before: Row | null; after: Row | null }): Conflict[] {
  const found = changesBetween(db, ref, states).map(toConflict);
  if (found.length > 0) return found;
  const { kind, id } = partOf(db, ref.tbl, ref.key) ?? { kind: 'site', id: ref.tbl };
  return [{ kind, id, field: '', now: states.after !== null, then: states.before !== null }];
}

/** Replays the images backwards; what the file refuses is a conflict too. */
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
      // A row that is gone cannot get its old values, with force or without.
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

/** What deferred keys and the rules of the file say to the outcome. */
function checkReplayed(db: ReadDb, rows: readonly RowRef[]): void {
  const lost = rows.flatMap((row) =>
    brokenReferences(db, row).flatMap((foreignKey) => referenceOf(db, row, foreignKey)),
  );
  if (lost.length > 0) throw conflict(lost.map(({ now, ...line }) => ({ ...line, now: null, then: now })));
  if (checkInvariants(db, new Set(rows.map(({ tbl }) => tbl))).length > 0) throw conflict([]);
}

/** Secrets lie outside the file: what happened to them is not a conflict. */
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
  const text = 'Later changes conflict with undoing this one. Nothing was changed.';
  return new RestError('polydesk_conflict', text, 409, {
    data: { conflicts: conflicts.slice(0, MOST_CONFLICTS), total: conflicts.length + more },
  });
}
