import type { LinkFacts, LinkLanguage } from '../links.ts';
import { itemBase } from '../posts/links.ts';

/** What the address of a term depends on. */
export interface LinkedTerm {
  id: number;
  taxonomy: string;
  slug: string;
  /** Slugs of the parents and its own: "news/sport". Categories only. */
  path?: string | undefined;
}

const WORDS: Readonly<Record<string, string>> = { category: 'category', post_tag: 'tag' };

/** Address of the archive of a term (`content.md` 3.2, 5.11). */
export function termLink(facts: LinkFacts, term: LinkedTerm, language: LinkLanguage | undefined): string {
  if (facts.permalinks === '') return plainLink(facts, term, language);
  const word = WORDS[term.taxonomy] ?? term.taxonomy;
  const { site, root } = itemBase(facts, language);
  return `${site}${root}${word}/${term.path ?? term.slug}${facts.permalinks.endsWith('/') ? '/' : ''}`;
}

function plainLink(facts: LinkFacts, term: LinkedTerm, language: LinkLanguage | undefined): string {
  const query: Record<string, string> = { category: `cat=${term.id}`, post_tag: `tag=${term.slug}` };
  const isBare = !language || (language.is_default && facts.settings.hide_default);
  return `${facts.home}/?${query[term.taxonomy] ?? `${term.taxonomy}=${term.slug}`}${isBare ? '' : `&lang=${language.slug}`}`;
}
