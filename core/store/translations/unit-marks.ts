import type { UnitMark } from '../../schema/translations/unit-mark.ts';
import { all, run, sql, type ReadDb, type WriteDb } from '../sql.ts';
import type { Kind } from './translations.ts';

/** All marks on the units of an item, in no particular order. */
export function marksOf(db: ReadDb, kind: Kind, id: number): UnitMark[] {
  return all<UnitMark>(
    db,
    sql`SELECT source_hash AS source, target_hash AS target, word FROM unit_marks WHERE kind = ${kind} AND item_id = ${id}
        ORDER BY source_hash, target_hash`,
  );
}

/** Adds marks; a pair with another mark gets the new one, an equal one is not written again. */
export function putMarks(db: WriteDb, item: { kind: Kind; id: number }, marks: readonly UnitMark[]): void {
  if (marks.length === 0) return;
  run(
    db,
    sql`INSERT INTO unit_marks (kind, item_id, source_hash, target_hash, word)
        SELECT ${item.kind}, ${item.id}, value ->> 'source', value ->> 'target', value ->> 'word'
        FROM json_each(${JSON.stringify(marks)}) WHERE TRUE
        ON CONFLICT DO UPDATE SET word = excluded.word WHERE word <> excluded.word`,
  );
}
