import {
  countEntries,
  eachImage,
  entriesBefore,
  imagesOfRowBetween,
  imagesOfRowIn,
  type EntryFilter,
  type EntryRow,
} from '../../store/journal/journal.ts';
import { keysOfItem } from '../../store/journal/item-keys.ts';
import { currentRow, lastKnown, rewind, type Row, type RowRef } from '../../store/rows.ts';
import type { ReadDb } from '../../store/sql.ts';
import { isTimeOver, TookTooLong } from '../../store/time-limit.ts';
import type { Site } from '../../site.ts';
import type { Json } from '../../types.ts';
import { invalidParameter } from '../invalid-parameter.ts';
import { changesBetween, type FieldChange } from './changes.ts';
import { firstTouchedRows, partOf } from './items.ts';

/** A query for the changes of an item, optionally of one field. */
export interface ItemQuery extends EntryFilter {
  kind: string;
  id: string;
  field?: string | undefined;
  before?: number | undefined;
  limit: number;
}

/** An entry with its changes to one item. */
export interface ItemEntry {
  row: EntryRow;
  changes: FieldChange[];
}

/** Kinds with their own fields, in rows found by ID. */
const KINDS: ReadonlySet<string> = new Set(['post', 'media', 'term']);

export const isItemKind = (kind: string | undefined): boolean => kind !== undefined && KINDS.has(kind);

/**
 * The entries that changed an item, or one of its fields, newest first, each with its changes to it; and their total
 * (`contract/extras.md`, `/history`). Throws 400 for an invalid ID.
 */
export function itemHistory(site: Site, query: ItemQuery): { entries: ItemEntry[]; total: number } {
  const { db } = site;
  const { kind, field, before, limit } = query;
  const id = Number(query.id);
  if (!Number.isSafeInteger(id) || id < 1)
    throw invalidParameter('id', 'rest_invalid_param', 'The id of a post, a media item or a term is a number.');
  const changesOf = createRewinder(db, { kind, id });
  const found: ItemEntry[] = [];
  let total = 0;
  if (field === undefined) {
    for (const row of entriesBefore(db, query, { before, limit })) found.push({ row, changes: changesOf(row) });
    return { entries: found, total: countEntries(db, query) };
  }
  for (let last = Number.MAX_SAFE_INTEGER; ;) {
    const rows = entriesBefore(db, query, { before: last, limit: AT_ONCE });
    for (const row of rows) {
      const changes = changesOf(row).filter((one) => one.field === field);
      if (changes.length === 0) continue;
      total += 1;
      if (found.length < limit && row.id < (before ?? Number.MAX_SAFE_INTEGER)) found.push({ row, changes });
    }
    const oldest = rows.at(-1);
    if (!oldest || rows.length < AT_ONCE) return { entries: found, total };
    last = oldest.id;
  }
}

const AT_ONCE = 100;
/** Maximum number of rows to scan in a small entry. */
const MOST_ROWS = 5000;
/** In entries with more items, the item's rows are looked up instead of scanning. */
const FEW_ITEMS = 50;

/** Columns derived from a change, or already covered by its date. */
const FOLLOWING: ReadonlySet<string> = new Set([
  'modified',
  'modified_gmt',
  'date_gmt',
  'floating',
  'title_folded',
  'group',
]);

/** Reads what entries changed in an item, requested from newest to oldest: each row is rewound once, from entry to entry. */
function createRewinder(db: ReadDb, item: { kind: string; id: number }): (entry: EntryRow) => FieldChange[] {
  const states = new Map<string, { from: number; row: Row | null }>();
  const stateAfter = (entry: number, ref: RowRef): Row | null => {
    const { from, row } = states.get(nameOf(ref)) ?? { from: Number.MAX_SAFE_INTEGER, row: currentRow(db, ref) };
    return rewind(row, imagesOfRowBetween(db, { after: entry, before: from }, ref));
  };
  return (entry) => {
    if (isTimeOver(db)) throw new TookTooLong();
    const terms = new Map<string, FieldChange>();
    const fields = rowsIn(db, entry, item).flatMap((ref) => {
      const after = stateAfter(entry.id, ref);
      const before = rewind(after, imagesOfRowIn(db, entry.id, ref).toReversed());
      states.set(nameOf(ref), { from: entry.id, row: before });
      // The date of a floating draft follows the clock.
      const isFloating = Boolean(before?.['floating'] && after?.['floating']);
      const changes = changesBetween(db, ref, { before, after }).filter(
        ({ field }) => !FOLLOWING.has(field) && !(isFloating && field === 'date'),
      );
      if (ref.tbl !== 'post_terms') return changes.map((change) => named(db, change));
      for (const change of changes) terms.set(change.field, withTerm(db, terms.get(change.field), change));
      return [];
    });
    return [...fields, ...terms.values()];
  };
}

const nameOf = ({ tbl, key }: RowRef): string => `${tbl} ${key}`;

/** The rows of an item touched by an entry. */
function rowsIn(db: ReadDb, { id, item_count }: EntryRow, item: { kind: string; id: number }): RowRef[] {
  const isOwn = ({ tbl, key }: RowRef): boolean => {
    const part = partOf(db, tbl, key);
    return part?.kind === item.kind && part.id === item.id;
  };
  if (item_count <= FEW_ITEMS) return firstTouchedRows(eachImage(db, id), MOST_ROWS).filter(isOwn);
  return keysOfItem(db, item).filter((ref) => imagesOfRowIn(db, id, ref).length > 0);
}

/** Appends the name of a term that was added to or removed from an item. */
function withTerm(db: ReadDb, known: FieldChange | undefined, change: FieldChange): FieldChange {
  const join = (names: Json | undefined, id: Json): Json =>
    [names, nameIn(db, { table: 'terms', column: 'name' }, id)].filter((name) => typeof name === 'string').join(', ') ||
    null;
  return { ...change, before: join(known?.before, change.before), after: join(known?.after, change.after) };
}

/** References of a field by ID. */
const NAMES: Readonly<Record<string, { table: string; column: string }>> = {
  author: { table: 'users', column: 'name' },
  parent: { table: 'posts', column: 'title' },
  featured_media: { table: 'posts', column: 'title' },
};

function named(db: ReadDb, change: FieldChange): FieldChange {
  const own =
    change.kind === 'term' && change.field === 'parent' ? { table: 'terms', column: 'name' } : NAMES[change.field];
  if (!own) return change;
  return { ...change, before: nameIn(db, own, change.before), after: nameIn(db, own, change.after) };
}

function nameIn(db: ReadDb, { table, column }: { table: string; column: string }, value: Json): Json {
  if (typeof value !== 'number' || value === 0) return null;
  return lastKnown(db, table, value, column) || `#${value}`;
}
