import { all, get, pluck, run, sql, type ReadDb, type WriteDb } from '../sql.ts';

export const WORD_STATUSES = ['preferred', 'admitted', 'forbidden'] as const;
export type WordStatus = (typeof WORD_STATUSES)[number];

export interface ConceptRow {
  id: number;
  uuid: string;
  definition: string;
  domain: string;
  note: string;
  keep: number;
  /** In UTC; "" if not recorded, as `added_by`. */
  added_at: string;
  /** Login of a user. */
  added_by: string;
}

export interface WordRow {
  concept_id: number;
  language_id: number;
  text: string;
  status: WordStatus;
  case_sensitive: number;
}

export function allConcepts(db: ReadDb): ConceptRow[] {
  return all<ConceptRow>(
    db,
    sql`SELECT id, uuid, definition, domain, note, keep, added_at, added_by FROM glossary_concepts ORDER BY id`,
  );
}

export function countConcepts(db: ReadDb): number {
  return pluck<number>(db, sql`SELECT count(*) FROM glossary_concepts`) ?? 0;
}

export function conceptById(db: ReadDb, id: number): ConceptRow | undefined {
  return get<ConceptRow>(
    db,
    sql`SELECT id, uuid, definition, domain, note, keep, added_at, added_by FROM glossary_concepts WHERE id = ${id}`,
  );
}

/** Words of all concepts or of one, preferred words first. */
export function wordsOfGlossary(db: ReadDb, concept?: number): WordRow[] {
  const which = concept === undefined ? sql`TRUE` : sql`concept_id = ${concept}`;
  return all<WordRow>(
    db,
    sql`SELECT concept_id, language_id, text, status, case_sensitive FROM glossary_words WHERE ${which}
        ORDER BY concept_id, language_id, CASE status WHEN 'preferred' THEN 0 WHEN 'admitted' THEN 1 ELSE 2 END, id`,
  );
}

/** Another concept that already has this word. */
export function conceptOfWord(db: ReadDb, language: number, folded: string, but: number): number | undefined {
  return pluck<number>(
    db,
    sql`SELECT concept_id FROM glossary_words WHERE language_id = ${language} AND folded = ${folded} AND concept_id <> ${but}`,
  );
}

export function insertConcept(db: WriteDb, row: Omit<ConceptRow, 'id'>): number {
  const { uuid, definition, domain, note, keep, added_at, added_by } = row;
  const added = run(
    db,
    sql`INSERT INTO glossary_concepts (uuid, definition, domain, note, keep, added_at, added_by)
        VALUES (${uuid}, ${definition}, ${domain}, ${note}, ${keep}, ${added_at}, ${added_by})`,
  );
  return Number(added.lastInsertRowid);
}

export function updateConcept(
  db: WriteDb,
  { id, definition, domain, note, keep }: Omit<ConceptRow, 'uuid' | 'added_at' | 'added_by'>,
): void {
  run(
    db,
    sql`UPDATE glossary_concepts SET definition = ${definition}, domain = ${domain}, note = ${note}, keep = ${keep}
        WHERE id = ${id} AND (definition <> ${definition} OR domain <> ${domain} OR note <> ${note} OR keep <> ${keep})`,
  );
}

export function deleteConcept(db: WriteDb, id: number): void {
  run(db, sql`DELETE FROM glossary_concepts WHERE id = ${id}`);
}

/** Adds these words to a concept; existing words are left unchanged. */
export function putWords(
  db: WriteDb,
  concept: number,
  words: readonly (Omit<WordRow, 'concept_id'> & { folded: string })[],
): void {
  const list = JSON.stringify(words);
  run(
    db,
    sql`DELETE FROM glossary_words WHERE concept_id = ${concept} AND NOT EXISTS (
          SELECT 1 FROM json_each(${list}) AS w
          WHERE w.value ->> 'language_id' = language_id AND w.value ->> 'text' = text)`,
  );
  for (const { language_id, text, folded, status, case_sensitive } of words)
    run(
      db,
      sql`INSERT INTO glossary_words (concept_id, language_id, text, folded, status, case_sensitive)
          VALUES (${concept}, ${language_id}, ${text}, ${folded}, ${status}, ${case_sensitive})
          ON CONFLICT (concept_id, language_id, text) DO UPDATE SET status = excluded.status, case_sensitive = excluded.case_sensitive
          WHERE status <> excluded.status OR case_sensitive <> excluded.case_sensitive`,
    );
}
