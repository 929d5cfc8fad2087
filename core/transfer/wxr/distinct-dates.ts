import type { PostRow } from '../../store/content/posts.ts';
import { datesOfTypes, sharedDates, type ExportScope, type SharedDate } from '../../store/transfer/export.ts';
import type { ReadDb } from '../../store/sql.ts';
import type { Warning } from '../report.ts';
import { collated } from './term-order.ts';

/** The dates in the file instead of those of the item. */
export type MovedDates = Pick<PostRow, 'date' | 'date_gmt'>;

/** Types that the importer always creates, even if an equal item exists. */
const ALWAYS_MADE = new Set(['nav_menu_item']);

/**
 * Adjusts the dates of items that the real importer would mistake for an existing one: it identifies an item by type, title and
 * second, and one without a title by type and second alone (`live-wordpress.md` 6). Each gets the nearest free earlier second,
 * which is reported.
 */
export function distinctDates(
  db: ReadDb,
  scope: ExportScope,
  note: (warning: Warning) => void,
): Map<number, MovedDates> {
  const moved = new Map<number, MovedDates>();
  const shared = sharedDates(db, scope).filter(({ type }) => !ALWAYS_MADE.has(type));
  if (shared.length === 0) return moved;
  const taken = new Set(datesOfTypes(db, scope, [...new Set(shared.map(({ type }) => type))]).map(keyOf));
  const free = createFreeSeconds(taken);
  for (const items of Map.groupBy(shared, keyOf).values()) {
    const seen = new Set<string>();
    // An item without a title is mistaken for any other of its second, so those come last.
    for (const item of items.sort((a, b) => Number(a.title === '') - Number(b.title === '') || a.id - b.id)) {
      const title = collated(item.title);
      const isTaken = title === '' ? seen.size > 0 : seen.has(title);
      seen.add(title);
      if (!isTaken) continue;
      const date = free(item);
      const by = Date.parse(`${item.date}Z`) - Date.parse(`${date}Z`);
      moved.set(item.id, { date, date_gmt: earlier(item.date_gmt, by) });
      note(noteOf(item, date));
    }
  }
  return moved;
}

const keyOf = ({ type, date }: { type: string; date: string }): string => `${type} ${date}`;

/** Finds the nearest earlier second not used by an item of the same type; each is given out once. */
function createFreeSeconds(taken: Set<string>): (item: SharedDate) => string {
  const last = new Map<string, string>();
  return (item) => {
    let date = last.get(keyOf(item)) ?? item.date;
    do date = earlier(date, 1000);
    while (taken.has(keyOf({ type: item.type, date })));
    last.set(keyOf(item), date);
    taken.add(keyOf({ type: item.type, date }));
    return date;
  };
}

function earlier(date: string, milliseconds: number): string {
  return new Date(Date.parse(`${date}Z`) - milliseconds).toISOString().slice(0, 19);
}

function noteOf({ title, date }: SharedDate, to: string): Warning {
  const params = { title, from: date.replace('T', ' '), to: to.replace('T', ' ') };
  const text = `“${title}” has the type, title and second of another item, which the importer takes for the same: it is dated ${params.to} in the file instead of ${params.from}.`;
  return { line: 0, code: 'export_date', text, params };
}
