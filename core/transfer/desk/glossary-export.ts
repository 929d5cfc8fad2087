import { contentFacts } from '../../domain/content/content-facts.ts';
import { glossary } from '../../domain/glossary/glossary.ts';
import type { Site } from '../../site.ts';
import { tagOf } from '../handoff/languages.ts';
import type { WrittenTerm } from './terms.ts';

/** Tags of the languages of the site, in their order. */
export const languageTags = (site: Site): string[] => [...contentFacts(site).languages.values()].map(tagOf);

/** Every term of the glossary, with its languages as tags. */
export function writtenTerms(site: Site): WrittenTerm[] {
  const tags = new Map([...contentFacts(site).languages.values()].map((language) => [language.slug, tagOf(language)]));
  return glossary(site).map(({ uuid, definition, domain, note, keep, words }) => ({
    ...{ uuid, definition, domain, note, keep },
    words: words.map(({ lang, text, status = 'preferred', case_sensitive }) => {
      return { tag: tags.get(lang) ?? lang, text, status, caseSensitive: case_sensitive === true };
    }),
  }));
}
