import { foldName } from '../content/terms.ts';
import { all, joinSql, sql, type ReadDb, type Sql } from '../sql.ts';

/** An item that may be the translation of another. */
export interface Candidate {
  id: number;
  title: string;
  slug: string;
  /** "" for terms. */
  date: string;
}

/** The criteria for candidates. */
export interface PartnerQuery {
  type: string;
  language: number;
  slugs: readonly string[];
  date: string;
  title: string;
}

const POST = sql`p.id, p.title, p.slug, p.date`;
/** Maximum number for each criterion. */
const MOST = 25;

const STATUSES = ['publish', 'draft', 'pending', 'private', 'future', 'inherit'];

/** Posts with one of the slugs, and those with the closest dates. */
export function postPartners(db: ReadDb, query: PartnerQuery): Candidate[] {
  const { type, language, slugs } = query;
  const bySlug = sql`SELECT ${POST} FROM json_each(${JSON.stringify(slugs)}) AS b CROSS JOIN posts AS p ON p.slug = b.value
        WHERE p.type = ${type} AND p.language_id = ${language} AND p.status <> 'trash'`;
  const byDate = STATUSES.flatMap((status) => [near(query, status, true), near(query, status, false)]);
  return all<Candidate>(db, joinSql([bySlug, ...byDate], ' UNION '));
}

function near({ type, language, date }: PartnerQuery, status: string, before: boolean): Sql {
  const edge = before ? sql`p.date < ${date} ORDER BY p.date DESC` : sql`p.date >= ${date} ORDER BY p.date`;
  return sql`SELECT * FROM (SELECT ${POST} FROM posts AS p
    WHERE p.type = ${type} AND p.status = ${status} AND p.language_id = ${language} AND ${edge} LIMIT ${MOST})`;
}

/** Terms with one of the slugs or the same name, and the first by name. */
export function termPartners(db: ReadDb, { type, language, slugs, title }: PartnerQuery): Candidate[] {
  const columns = sql`t.id, t.name AS title, t.slug, '' AS date`;
  const own = sql`JOIN item_languages AS l ON l.kind = 'term' AND l.item_id = t.id AND l.language_id = ${language}`;
  return all<Candidate>(
    db,
    sql`SELECT ${columns} FROM json_each(${JSON.stringify(slugs)}) AS b
        CROSS JOIN terms AS t ON t.taxonomy = ${type} AND t.slug = b.value ${own}
        UNION SELECT ${columns} FROM terms AS t ${own} WHERE t.taxonomy = ${type} AND t.name_folded = ${foldName(title)}
        UNION SELECT * FROM (SELECT ${columns} FROM terms AS t ${own} WHERE t.taxonomy = ${type} ORDER BY t.name_folded LIMIT ${MOST})`,
  );
}

/** A member of the group of a candidate. */
export interface Linked {
  of: number;
  id: number;
  language_id: number;
  title: string;
}

/** The other members of the groups of items. */
export function linkedWith(db: ReadDb, kind: 'post' | 'term', ids: readonly number[]): Linked[] {
  return all<Linked>(
    db,
    sql`SELECT own.item_id AS of, other.item_id AS id, other.language_id, coalesce(p.title, t.name, '') AS title
        FROM json_each(${JSON.stringify(ids)}) AS b
        CROSS JOIN item_languages AS own ON own.kind = ${kind} AND own.item_id = b.value
        CROSS JOIN item_languages AS other ON other.group_id = own.group_id AND other.item_id <> own.item_id
        LEFT JOIN posts AS p ON p.id = other.post_id LEFT JOIN terms AS t ON t.id = other.term_id
        ORDER BY own.item_id, other.pos, other.item_id`,
  );
}
