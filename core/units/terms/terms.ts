// Glossary terms in a text: pure, so that the window can highlight them while reading, with the same code by which the engine
// checks a whole site.
import { placesOfWord } from '../checks/wording.ts';
import { baseOf } from '../checks/unit.ts';
import { fold } from '../memory/analyse.ts';
import { formsOf } from './forms.ts';

/** A concept with its words, as needed for comparing texts. */
export interface TermConcept {
  id: number;
  definition: string;
  note: string;
  /** Its words are not translated in any language. */
  keep: boolean;
  words: readonly {
    lang: string;
    text: string;
    status: 'preferred' | 'admitted' | 'forbidden';
    case_sensitive: boolean;
  }[];
}

/** A term found in a text. */
export interface FoundTerm {
  concept: number;
  word: string;
  definition: string;
  note: string;
  keep: boolean;
  /** Words for it in the other language, preferred first. */
  allowed: string[];
  forbidden: string[];
  /** Of these the case matters. */
  exact: string[];
  caseSensitive: boolean;
  places: [number, number][];
}

/** The glossary for one pair of languages: built once for many texts. */
export type TermIndex = readonly (Omit<FoundTerm, 'places'> & {
  language: string;
  /** The common prefix of all forms of the word. */
  stem: string;
})[];

/** @param languages codes of the source and of the translation */
export function indexTerms(concepts: readonly TermConcept[], languages: { from: string; to: string }): TermIndex {
  return concepts.flatMap(({ id, definition, note, keep, words }) => {
    const own = words.filter(({ lang }) => lang === languages.to);
    const named = (isForbidden: boolean): string[] =>
      own.filter(({ status }) => (status === 'forbidden') === isForbidden).map(({ text }) => text);
    const exact = own.filter((word) => word.case_sensitive).map(({ text }) => text);
    // Words that are not translated are searched in every language.
    return words
      .filter(({ lang, status }) => (keep || lang === languages.from) && status !== 'forbidden')
      .map(({ text, case_sensitive: caseSensitive }) => {
        const facts = { concept: id, word: text, definition, note, keep, caseSensitive };
        const { stem } = formsOf(fold(text.trim()), baseOf(languages.from));
        return { ...facts, allowed: named(false), forbidden: named(true), exact, language: languages.from, stem };
      });
  });
}

/** The terms found in a text without marks, longest first. */
export function termsIn(index: TermIndex, plain: string): FoundTerm[] {
  const folded = fold(plain);
  return index
    .filter((term) => folded.includes(term.stem))
    .map(({ stem: _stem, language, ...term }) => {
      return { ...term, places: placesOfWord(plain, term.word, { language, isCaseSensitive: term.caseSensitive }) };
    })
    .filter(({ places }) => places.length > 0)
    .sort((a, b) => b.word.length - a.word.length);
}
