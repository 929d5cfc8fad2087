import { contentFacts } from '../domain/content/content-facts.ts';
import { hasPosts } from '../store/content/term-posts.ts';
import type { TermRow } from '../store/content/terms.ts';
import type { Site } from '../site.ts';

/**
 * Whether a term is the default category as every new file has it: nobody named it, nothing lies in it. It says nothing against what
 * the live site calls its own.
 */
export function isUntouchedDefault(site: Site, { id, name, slug, description }: TermRow): boolean {
  if (id !== contentFacts(site).defaultCategory) return false;
  return name === 'Uncategorized' && slug === 'uncategorized' && description === '' && !hasPosts(site.db, id);
}
