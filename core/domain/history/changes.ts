import { lastKnown, type Row, type RowRef } from '../../store/rows.ts';
import type { ReadDb } from '../../store/sql.ts';
import type { Json } from '../../types.ts';
import { partOf, SITE_PARTS, type Part } from './items.ts';
import { maskSecrets } from './secrets.ts';

/** One field of one item, before and after. */
export interface FieldChange {
  kind: string;
  id: number | string;
  field: string;
  before: Json;
  after: Json;
}

/** Two states of a row; null: it did not exist. `among`: only these columns. */
interface States {
  before: Row | null;
  after: Row | null;
  among?: ReadonlySet<string>;
}

type Fields = Record<string, Json>;

/** The differences between two states of a row, field by field, with secrets masked. */
export function changesBetween(db: ReadDb, ref: RowRef, states: States): FieldChange[] {
  if (ref.tbl === 'site') return siteChanges(db, states);
  const part = partOf(db, ref.tbl, ref.key);
  if (!part || isTwin(ref, part)) return [];
  return differences(
    part,
    fieldsOf(db, ref, { ...states, row: states.before }),
    fieldsOf(db, ref, { ...states, row: states.after }),
  );
}

/** Columns that identify a row rather than hold data. */
const SILENT = new Set([
  'id',
  'uuid',
  'term_id',
  'post_id',
  'user_id',
  'twin_id',
  'kind',
  'item_id',
  'pos',
  'source_id',
  'text_id',
]);

/** Columns with a different public name. */
const NAMES: Record<string, string> = { language_id: 'lang', group_id: 'group' };

/** Columns with a different public value. */
const SHOWN: Record<string, (db: ReadDb, value: string | number) => Json> = {
  language_id: (db, value) => slugOf(db, value),
  is_rtl: (_db, value) => value === 1,
  active: (_db, value) => value === 1,
  sticky: (_db, value) => value === 1,
  fallbacks: (_db, value) => JSON.parse(String(value)) as Json,
};

/** Tables whose rows are one field of an item. */
const ROW_IS_FIELD: Record<string, (db: ReadDb, row: Row) => Fields> = {
  settings: (_db, { name, value }) => ({ value: maskSecrets(String(name), JSON.parse(String(value)) as Json) }),
  options: (_db, { value }) => ({ value: JSON.parse(String(value)) as Json }),
  user_descriptions: (db, { language_id, description }) => ({
    [`description[${slugOf(db, language_id)}]`]: description ?? null,
  }),
  term_meta: (_db, { key, value }) => ({ [`meta[${key}]`]: value ?? null }),
  post_meta: (_db, { key, value }) => ({ [`meta[${key}]`]: value ?? null }),
  // Unit marks are visible in the states, not as a field.
  unit_marks: () => ({}),
  live_bases: () => ({}),
  ignored_findings: () => ({}),
  glossary_words: (db, { language_id, text, status }) => ({
    [`words[${slugOf(db, language_id)}]`]: text === undefined ? null : `${text} (${status})`,
  }),
  post_terms: (db, { term_id }) => ({
    [String(lastKnown(db, 'terms', Number(term_id), 'taxonomy') ?? 'terms')]: term_id ?? null,
  }),
};

function fieldsOf(
  db: ReadDb,
  { tbl }: RowRef,
  { row, among }: { row: Row | null; among?: ReadonlySet<string> },
): Fields {
  if (!row) return {};
  const special = ROW_IS_FIELD[tbl];
  if (special) return special(db, row);
  const columns = Object.keys(row).filter((name) => !SILENT.has(name) && (among?.has(name) ?? true));
  return Object.fromEntries(columns.map((name) => [NAMES[name] ?? name, shownValue(db, name, row[name] ?? null)]));
}

function shownValue(db: ReadDb, name: string, value: string | number | null): Json {
  return value === null ? null : (SHOWN[name]?.(db, value) ?? value);
}

/** The site row corresponds to two settings. */
function siteChanges(db: ReadDb, { before, after, among }: States): FieldChange[] {
  return Object.entries(SITE_PARTS)
    .filter(([name]) => among?.has(name) ?? true)
    .flatMap(([name, part]) => {
      const value = (row: Row | null): Json =>
        name === 'default_language_id' ? slugOf(db, row?.[name]) : (row?.[name] ?? null);
      return differences(part, { value: value(before) }, { value: value(after) });
    });
}

function differences({ kind, id }: Part, before: Fields, after: Fields): FieldChange[] {
  return Object.keys({ ...before, ...after })
    .map((field) => ({ kind, id, field, before: own(before, field), after: own(after, field) }))
    .filter((one) => JSON.stringify(one.before || null) !== JSON.stringify(one.after || null));
}

/** A meta field may have the name of an object property, such as `constructor`. */
function own(fields: Fields, name: string): Json {
  return Object.hasOwn(fields, name) ? (fields[name] ?? null) : null;
}

/** The second term of a language is derived from the first. */
function isTwin({ tbl, key }: RowRef, part: Part): boolean {
  return tbl === 'terms' && key !== JSON.stringify([part.id]);
}

/** "" for no language. */
function slugOf(db: ReadDb, term: string | number | null | undefined): string {
  return term === null || term === undefined ? '' : String(lastKnown(db, 'terms', Number(term), 'slug') ?? term);
}
