// A term as edited in the form: at least one line for each language.
import type { LanguageValue } from '../../../core/schema/languages/language.ts';
import type { Concept, TermFacts, Word } from '../../lib/glossary/glossary.ts';

export interface TermForm {
  definition: string;
  domain: string;
  note: string;
  keep: boolean;
  isExact: boolean;
  words: Pick<Word, 'lang' | 'text' | 'status'>[];
}

export const emptyWord = (lang: string): TermForm['words'][number] => ({ lang, text: '', status: 'preferred' });

/** The form for a term, or for a new one. */
export function formOf(concept: Concept | undefined, languages: readonly LanguageValue[]): TermForm {
  const { definition = '', domain = '', note = '', keep = false, words = [] } = concept ?? {};
  const own = languages.flatMap(({ slug }) => {
    const known = words.filter(({ lang }) => lang === slug).map(({ lang, text, status }) => ({ lang, text, status }));
    return known.length > 0 ? known : [emptyWord(slug)];
  });
  return { definition, domain, note, keep, isExact: words.some((word) => word.case_sensitive), words: own };
}

/** The request body: without empty lines. */
export function factsOf(form: TermForm): TermFacts {
  const { definition, domain, note, keep, isExact } = form;
  const written = form.words.filter(({ text }) => text.trim() !== '');
  const words = written.map((word): Word => ({ ...word, text: word.text.trim(), case_sensitive: isExact }));
  return { definition: definition.trim(), domain: domain.trim(), note: note.trim(), keep, words };
}

/** The display name of a term: its word in the default language, else its first. */
export const nameOf = ({ words }: Concept, lang: string): string =>
  (words.find((word) => word.lang === lang) ?? words[0])?.text ?? '';
