import { randomUUID } from 'node:crypto';
import type * as v from 'valibot';
import { RestError } from '../../errors.ts';
import type { Concept, TermMatch } from '../../schema/desk/glossary.ts';
import type { Summary } from '../../schema/site/summaries.ts';
import type { Site } from '../../site.ts';
import {
  allConcepts,
  conceptById,
  conceptOfWord,
  deleteConcept,
  insertConcept,
  putWords,
  updateConcept,
  wordsOfGlossary,
  type ConceptRow,
  type WordRow,
} from '../../store/desk/glossary.ts';
import { fold, plainOfMarked } from '../../units/memory/analyse.ts';
import { indexTerms, termsIn, type TermIndex } from '../../units/terms/terms.ts';
import { contentFacts, languageOfCode } from '../content/content-facts.ts';
import { languagesOf } from '../memory/answers.ts';

type ConceptValue = v.InferOutput<typeof Concept>;
type Facts = Pick<ConceptValue, 'definition' | 'domain' | 'note' | 'keep'>;
type Words = ConceptValue['words'];
interface Said {
  body: ConceptValue;
  summary: Summary;
}

/** Returns all concepts, or those with a word that contains a text. */
export function glossary(site: Site, search = ''): ConceptValue[] {
  const words = Map.groupBy(wordsOfGlossary(site.db), (word) => word.concept_id);
  const wanted = fold(search.trim());
  return allConcepts(site.db)
    .map((row) => conceptValue(site, row, words.get(row.id) ?? []))
    .filter((concept) => wanted === '' || concept.words.some(({ text }) => fold(text).includes(wanted)));
}

/** Returns one concept; 404 if there is none. */
export function concept(site: Site, id: number): ConceptValue {
  const row = conceptById(site.db, id);
  if (!row) throw new RestError('polydesk_not_found', 'The glossary term with this number does not exist.', 404);
  return conceptValue(site, row, wordsOfGlossary(site.db, id));
}

/**
 * Adds a concept; 409 `polydesk_term_exists` if another one has the same word.
 * @param facts.uuid its stable key, if imported
 * @param by login of the user who adds it
 */
export function addConcept(
  site: Site,
  { words, keep, uuid, ...facts }: Facts & { words: Words; uuid?: string },
  by: string,
): Said {
  const added = { added_at: site.now().toISOString(), added_by: by };
  const id = insertConcept(site.db, { uuid: uuid || randomUUID(), ...facts, keep: keep ? 1 : 0, ...added });
  giveWords(site, id, words);
  return said(site, id, 'glossary.added');
}

/** Updates the given values; `words` replaces all its words. */
export function changeConcept(site: Site, id: number, change: Partial<Facts> & { words?: Words | undefined }): Said {
  const before = concept(site, id);
  const { words, ...given } = change;
  const facts = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Partial<Facts>;
  const { definition, domain, note, keep } = { ...before, ...facts };
  updateConcept(site.db, { id, definition, domain, note, keep: keep ? 1 : 0 });
  if (words) giveWords(site, id, words);
  return said(site, id, 'glossary.changed');
}

export function removeConcept(
  site: Site,
  id: number,
): { body: { deleted: boolean; previous: ConceptValue }; summary: Summary } {
  const { body, summary } = said(site, id, 'glossary.deleted');
  deleteConcept(site.db, id);
  return { body: { deleted: true, previous: body }, summary };
}

/** The terms in a source text, with their allowed translations. */
export function matchTerms(
  site: Site,
  asked: { from: string; to: string; text: string },
): v.InferOutput<typeof TermMatch>[] {
  const found = termsIn(termIndex(site, languagesOf(site, asked)), plainOfMarked(asked.text));
  return found.map(({ caseSensitive: _case, exact: _exact, ...term }) => term);
}

/** The glossary for a pair of languages: build it once for many texts. */
export function termIndex(site: Site, { from, to }: { from: number; to: number }): TermIndex {
  const { languages } = contentFacts(site);
  const code = (id: number): string => languages.get(id)?.slug ?? '';
  return indexTerms(glossary(site), { from: code(from), to: code(to) });
}

/** A word on one line, as files of terms can hold it: copied from a table it may bring tabs and line breaks. */
export const cleanWord = (text: string): string => text.replace(/[ \p{Cc}\ufffe\uffff]+/gu, ' ').trim();

function giveWords(site: Site, id: number, words: Words): void {
  const rows = words.map(({ lang, text: typed, status, case_sensitive }) => {
    const text = cleanWord(typed);
    if (text === '')
      throw new RestError('rest_invalid_param', 'Invalid parameter(s): words', 400, {
        data: { params: { words: 'A word has no letters.' } },
      });
    const language = languageOfCode(contentFacts(site), lang);
    if (!language)
      throw new RestError('rest_invalid_param', 'Invalid parameter(s): words', 400, {
        data: { params: { words: `The language ${lang} does not exist.` } },
      });
    const word = { language_id: language.id, text, folded: fold(text), status, case_sensitive: case_sensitive ? 1 : 0 };
    const other = conceptOfWord(site.db, language.id, word.folded, id);
    if (other !== undefined)
      throw new RestError('polydesk_term_exists', `“${text}” is already a term of the glossary.`, 409, {
        data: { concept: other },
      });
    return word;
  });
  putWords(site.db, id, rows);
}

function said(site: Site, id: number, code: 'glossary.added' | 'glossary.changed' | 'glossary.deleted'): Said {
  const body = concept(site, id);
  return { body, summary: { code, params: { name: body.words[0]?.text ?? '' } } };
}

function conceptValue(site: Site, { keep, ...row }: ConceptRow, words: readonly WordRow[]): ConceptValue {
  const { languages } = contentFacts(site);
  return {
    ...row,
    keep: keep === 1,
    words: words.map(({ language_id, text, status, case_sensitive }) => {
      return { lang: languages.get(language_id)?.slug ?? '', text, status, case_sensitive: case_sensitive === 1 };
    }),
  };
}
