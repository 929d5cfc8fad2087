import Database from 'better-sqlite3';
import { REVIEW_OUTCOMES, type ReviewItem, type ReviewLine, type ReviewOutcome } from '../../schema/site/job.ts';
import { holdsText } from '../content/letters.ts';
import { all, column, get, joinSql, pluck, rawSql, run, sql, type ReadDb, type Sql, type WriteDb } from '../sql.ts';

/** The filter and page of a list of lines. */
export interface ReviewQuery {
  outcomes?: readonly string[] | undefined;
  type?: string | undefined;
  lang?: string | undefined;
  search?: string | undefined;
  offset: number;
  limit: number;
}

const SHAPE = `
CREATE TABLE lines (
  seq INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, type TEXT NOT NULL, id INTEGER NOT NULL, title TEXT NOT NULL,
  lang TEXT NOT NULL, outcome TEXT NOT NULL, fields TEXT NOT NULL, languages TEXT NOT NULL, unit TEXT, data TEXT NOT NULL, rank INTEGER NOT NULL
) STRICT;
`;

/** Conflicts first: they need a decision. */
const RANK: Record<ReviewOutcome, number> = {
  conflict: 0,
  changed: 1,
  new: 2,
  skipped: 3,
  same: 4,
  left: 5,
  stale: 6,
  marks: 7,
};

/** Creates the file of a review at an unused path. `done` closes it; only then can it be read. */
export function writeReview(path: string): { put(row: ReviewLine, detail: object): void; done(): void } {
  const db = new Database(path) as unknown as WriteDb;
  for (const pragma of ['journal_mode = OFF', 'synchronous = OFF']) db.pragma(pragma);
  db.exec(SHAPE);
  db.exec('BEGIN');
  return {
    put({ key, kind, type, id, title, lang, outcome, fields, languages, unit }, detail) {
      run(
        db,
        sql`INSERT INTO lines (key, kind, type, id, title, lang, outcome, fields, languages, unit, data, rank)
            VALUES (${key}, ${kind}, ${type}, ${id}, ${title}, ${lang}, ${outcome}, ${JSON.stringify(fields)},
              ${JSON.stringify(languages)}, ${unit ? JSON.stringify(unit) : null}, ${JSON.stringify(detail)}, ${RANK[outcome]})`,
      );
    },
    done() {
      db.exec('COMMIT');
      db.exec('CREATE INDEX lines_rank ON lines (rank, seq)');
      db.close();
    },
  };
}

/** Lines of a review, conflicts first, then in file order, and the total the filter finds. */
export function reviewLines(path: string, query: ReviewQuery): { rows: ReviewLine[]; total: number } {
  return reading(path, (db) => {
    const where = filterOf(query);
    const rows = all<Stored>(
      db,
      sql`SELECT key, kind, type, id, title, lang, outcome, fields, languages, unit FROM lines WHERE ${where}
          ORDER BY rank, seq LIMIT ${query.limit} OFFSET ${query.offset}`,
    );
    const total = pluck<number>(db, sql`SELECT count(*) FROM lines WHERE ${where}`) ?? 0;
    return { rows: rows.map(rowOf), total };
  });
}

/** One line with its details; undefined if there is none with this key. */
export function reviewLine(path: string, key: string): ReviewItem | undefined {
  return reading(path, (db) => {
    const found = get<Stored & { data: string }>(db, sql`SELECT * FROM lines WHERE key = ${key}`);
    return found && { ...rowOf(found), ...(JSON.parse(found.data) as Omit<ReviewItem, keyof ReviewLine>) };
  });
}

/** Keys of all lines with an outcome. */
export function reviewKeys(path: string, outcome: ReviewOutcome): string[] {
  return reading(path, (db) => column<string>(db, sql`SELECT key FROM lines WHERE rank = ${RANK[outcome]}`));
}

type Stored = Omit<ReviewLine, 'fields' | 'languages' | 'unit'> & {
  fields: string;
  languages: string;
  unit: string | null;
};

function rowOf({ key, kind, type, id, title, lang, outcome, fields, languages, unit }: Stored): ReviewLine {
  const lists = { fields: JSON.parse(fields) as string[], languages: JSON.parse(languages) as string[] };
  const own = unit === null ? {} : { unit: JSON.parse(unit) as NonNullable<ReviewLine['unit']> };
  return { key, kind, type, id, title, lang, outcome, ...lists, ...own };
}

function filterOf({ outcomes, type, lang, search }: ReviewQuery): Sql {
  const parts: Sql[] = [rawSql('true')];
  if (outcomes)
    parts.push(
      sql`rank IN (${joinSql(
        REVIEW_OUTCOMES.filter((each) => outcomes.includes(each)).map((each) => sql`${RANK[each]}`),
        ', ',
      )})`,
    );
  if (type !== undefined) parts.push(sql`type = ${type}`);
  if (lang !== undefined) parts.push(sql`lang = ${lang}`);
  if (search !== undefined && search !== '') parts.push(holdsText(sql`title`, search));
  return joinSql(parts, ' AND ');
}

function reading<T>(path: string, work: (db: ReadDb) => T): T {
  const db = new Database(path, { readonly: true, fileMustExist: true }) as unknown as ReadDb;
  try {
    return work(db);
  } finally {
    db.close();
  }
}
