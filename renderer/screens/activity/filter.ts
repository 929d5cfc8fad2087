import { fieldNames } from '../../history/words.ts';
import type { EntryQuery } from '../../history/entries.svelte.ts';
import { searchMeanings } from '../../lib/history/summary-words.ts';

export const SECTIONS = ['all', 'content', 'languages', 'settings', 'imports'] as const;
export type Section = (typeof SECTIONS)[number];

const KINDS: Partial<Record<Section, readonly string[]>> = {
  content: ['post', 'term', 'media', 'group', 'comment'],
  languages: ['language'],
  settings: ['settings', 'site', 'content-model', 'user'],
};

/** The filter of the list of changes. */
export interface EntryFilter {
  section: Section;
  author: string;
  /** Name of a token. */
  token: string;
  search: string;
}

/** The filter as history parameters. */
export function queryOf({ section, author, token, search }: EntryFilter): EntryQuery {
  const kinds = KINDS[section];
  return {
    ...(kinds && { kinds }),
    ...(section === 'imports' && { origin: 'import' }),
    ...(author && { author }),
    ...(token && { token }),
    ...(search.trim() && { search: search.trim(), ...searchMeanings(search, fieldNames()) }),
  };
}
