import { Settings } from '../../schema/settings/settings.ts';
import { partsOf } from '../../schema/wire/walk.ts';
import { all, rawSql, type ReadDb } from '../sql.ts';

/** A rule of the file as a query that must return no rows (`security.md` 5.3). */
export interface Invariant {
  name: string;
  /** Tables whose change can break it. */
  tables: readonly string[];
  /** The version of the file format that introduced what the rule reads. */
  since?: number;
  sql: string;
}

/** A broken rule and the first rows that break it. */
export interface Finding {
  name: string;
  rows: unknown[];
}

/** Includes rules that constraints enforce: a file may come from anywhere. */
export const INVARIANTS: readonly Invariant[] = [
  {
    name: 'there is one site row',
    tables: ['site'],
    sql: 'SELECT count(*) AS n FROM site HAVING n <> 1',
  },
  {
    name: 'languages have a default',
    tables: ['site', 'languages'],
    sql: 'SELECT id FROM site WHERE default_language_id IS NULL AND EXISTS (SELECT 1 FROM languages)',
  },
  {
    name: 'the default language is active',
    tables: ['site', 'languages'],
    sql: 'SELECT term_id FROM languages WHERE active = 0 AND term_id IN (SELECT default_language_id FROM site)',
  },
  {
    name: 'the default category is a category',
    tables: ['site', 'terms'],
    sql: "SELECT id FROM terms WHERE taxonomy <> 'category' AND id IN (SELECT default_category_id FROM site)",
  },
  {
    name: 'a language is a term of its taxonomy',
    tables: ['languages', 'terms'],
    sql: `SELECT l.term_id FROM languages l LEFT JOIN terms t ON t.id = l.term_id LEFT JOIN terms w ON w.id = l.twin_id
          WHERE t.taxonomy IS NOT 'language' OR w.taxonomy IS NOT 'term_language'`,
  },
  {
    name: 'a term of a language taxonomy is a language or its twin',
    tables: ['languages', 'terms'],
    sql: `SELECT id FROM terms WHERE (taxonomy = 'language' AND id NOT IN (SELECT term_id FROM languages))
          OR (taxonomy = 'term_language' AND id NOT IN (SELECT twin_id FROM languages))`,
  },
  {
    name: 'language codes fit their pattern',
    tables: ['terms'],
    sql: "SELECT id, slug FROM terms WHERE taxonomy = 'language' AND (slug NOT GLOB '[a-z]*' OR slug GLOB '*[^a-z0-9_-]*')",
  },
  {
    name: 'language codes are unique',
    tables: ['terms'],
    sql: "SELECT slug FROM terms WHERE taxonomy = 'language' GROUP BY slug HAVING count(*) > 1",
  },
  {
    name: 'fallbacks are a list',
    tables: ['languages'],
    sql: "SELECT term_id FROM languages WHERE json_type(fallbacks) <> 'array'",
  },
  {
    name: 'a group has members',
    tables: ['groups', 'item_languages', 'posts', 'terms'],
    sql: 'SELECT id FROM groups WHERE NOT EXISTS (SELECT 1 FROM item_languages WHERE group_id = groups.id)',
  },
  {
    name: 'a group has one item per language',
    tables: ['item_languages'],
    sql: 'SELECT kind, group_id, language_id FROM item_languages GROUP BY kind, group_id, language_id HAVING count(*) > 1',
  },
  {
    name: 'members of a group are of its type',
    tables: ['groups', 'item_languages'],
    sql: `SELECT i.kind, i.item_id FROM item_languages i JOIN groups g ON g.id = i.group_id
          WHERE g.kind <> i.kind OR g.type <> i.type`,
  },
  {
    name: 'the source of a group is a member',
    tables: ['groups', 'item_languages', 'posts', 'terms'],
    sql: `SELECT id, source FROM groups WHERE source IS NOT NULL
          AND NOT EXISTS (SELECT 1 FROM item_languages WHERE group_id = groups.id AND item_id = groups.source)`,
  },
  {
    name: 'an item with a language exists',
    tables: ['item_languages', 'posts', 'terms'],
    sql: `SELECT kind, item_id FROM item_languages i WHERE (kind = 'post' AND NOT EXISTS (SELECT 1 FROM posts WHERE id = i.item_id AND type = i.type))
          OR (kind = 'term' AND NOT EXISTS (SELECT 1 FROM terms WHERE id = i.item_id AND taxonomy = i.type))`,
  },
  {
    name: 'a language has no language',
    tables: ['item_languages'],
    sql: "SELECT item_id FROM item_languages WHERE kind = 'term' AND type IN ('language', 'term_language')",
  },
  {
    name: 'languages of posts are not terms of them',
    tables: ['post_terms', 'terms'],
    sql: `SELECT post_id, term_id FROM post_terms
          WHERE term_id IN (SELECT id FROM terms WHERE taxonomy IN ('language', 'term_language'))`,
  },
  {
    name: 'parents of posts form no circle',
    tables: ['posts'],
    sql: circleIn('posts'),
  },
  {
    name: 'parents of terms form no circle',
    tables: ['terms'],
    sql: circleIn('terms'),
  },
  {
    name: 'the parent of a term is of its taxonomy',
    tables: ['terms'],
    sql: 'SELECT t.id FROM terms t JOIN terms p ON p.id = t.parent WHERE p.taxonomy <> t.taxonomy',
  },
  {
    name: 'settings hold what they may',
    tables: ['settings'],
    sql: `SELECT name, value FROM settings WHERE NOT json_valid(value) OR (name = 'force_lang' AND value NOT IN ('1', '2', '3'))
          OR (name IN (${booleanSettings().join(', ')}) AND value NOT IN ('true', 'false'))`,
  },
  {
    name: 'domains are those of languages',
    tables: ['settings', 'terms'],
    sql: `SELECT d.key FROM settings s, json_each(s.value) d
          WHERE s.name = 'domains' AND d.key NOT IN (SELECT slug FROM terms WHERE taxonomy = 'language')`,
  },
  {
    name: 'menus are those of languages',
    tables: ['settings', 'terms'],
    sql: `SELECT m.key FROM settings s, json_each(s.value) theme, json_each(theme.value) place, json_each(place.value) m
          WHERE s.name = 'nav_menus' AND m.key NOT IN (SELECT slug FROM terms WHERE taxonomy = 'language')`,
  },
  {
    name: 'there is an administrator',
    tables: ['users'],
    sql: "SELECT 0 AS n WHERE NOT EXISTS (SELECT 1 FROM users WHERE role = 'administrator')",
  },
  {
    name: 'ids are never used twice',
    tables: ['posts', 'terms', 'users', 'groups'],
    sql: `SELECT name FROM sqlite_sequence WHERE seq < CASE name WHEN 'posts' THEN (SELECT max(id) FROM posts)
          WHEN 'terms' THEN (SELECT max(id) FROM terms) WHEN 'users' THEN (SELECT max(id) FROM users)
          WHEN 'groups' THEN (SELECT max(id) FROM groups) END`,
  },
  {
    name: 'an entry of the journal changed something',
    tables: ['journal'],
    sql: 'SELECT id FROM journal WHERE NOT EXISTS (SELECT 1 FROM journal_rows WHERE entry = journal.id)',
  },
  {
    name: 'every change is in the journal',
    tables: ['journal'],
    sql: 'SELECT entry FROM journal_rows WHERE NOT EXISTS (SELECT 1 FROM journal WHERE id = journal_rows.entry)',
  },
  {
    name: 'every filed change is found by its row',
    tables: ['journal'],
    since: 8,
    sql: `SELECT entry FROM journal_filed
          WHERE (SELECT count(*) FROM journal_keys) <>
            (SELECT count(*) FROM journal_rows AS r WHERE (r.entry, r.seq) <= (journal_filed.entry, journal_filed.seq))
          UNION ALL SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM journal_filed)`,
  },
];

const MOST_ROWS = 20;

/** Runs the rules (those about `tables` only, if given) and returns what is broken. */
export function checkInvariants(db: ReadDb, tables?: ReadonlySet<string>): Finding[] {
  const version = Number(db.pragma('user_version', { simple: true }));
  return INVARIANTS.filter((rule) => !tables || rule.tables.some((table) => tables.has(table)))
    .filter(({ since = 1 }) => since <= version)
    .map(({ name, sql }) => ({ name, rows: all(db, rawSql(`SELECT * FROM (${sql}) LIMIT ${MOST_ROWS}`)) }))
    .filter(({ rows }) => rows.length > 0);
}

/** Rows with dangling references. */
export function checkForeignKeys(db: ReadDb): Finding[] {
  const rows = db.pragma('foreign_key_check') as unknown[];
  return rows.length > 0 ? [{ name: 'foreign keys', rows: rows.slice(0, MOST_ROWS) }] : [];
}

/** Rows that are their own ancestor. */
/** Names of the settings that are true or false, as SQL texts. */
function booleanSettings(): string[] {
  const entries = Object.entries(Settings.entries);
  return entries.flatMap(([name, schema]) => (partsOf(schema).base.type === 'boolean' ? [`'${name}'`] : []));
}

function circleIn(table: string): string {
  return `WITH RECURSIVE up (id, ancestor) AS (
            SELECT id, parent FROM ${table} WHERE parent IS NOT NULL
            UNION SELECT up.id, over.parent FROM up JOIN ${table} AS over ON over.id = up.ancestor WHERE over.parent IS NOT NULL
          ) SELECT id FROM up WHERE id = ancestor`;
}
