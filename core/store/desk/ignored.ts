import { all, run, sql, type ReadDb, type WriteDb } from '../sql.ts';
import type { Kind } from '../translations/translations.ts';

/** An ignored finding: valid as long as both texts stay the same. */
export interface IgnoredFinding {
  check: string;
  source: string;
  target: string;
}

export function ignoredOf(db: ReadDb, kind: Kind, id: number): IgnoredFinding[] {
  return all<IgnoredFinding>(
    db,
    sql`SELECT check_id AS "check", source_hash AS source, target_hash AS target FROM ignored_findings
        WHERE kind = ${kind} AND item_id = ${id}`,
  );
}

export function ignoreFinding(db: WriteDb, kind: Kind, id: number, { check, source, target }: IgnoredFinding): void {
  run(
    db,
    sql`INSERT INTO ignored_findings (kind, item_id, check_id, source_hash, target_hash)
        VALUES (${kind}, ${id}, ${check}, ${source}, ${target}) ON CONFLICT DO NOTHING`,
  );
}

export function showFinding(db: WriteDb, kind: Kind, id: number, { check, source, target }: IgnoredFinding): void {
  run(
    db,
    sql`DELETE FROM ignored_findings WHERE kind = ${kind} AND item_id = ${id} AND check_id = ${check}
        AND source_hash = ${source} AND target_hash = ${target}`,
  );
}
