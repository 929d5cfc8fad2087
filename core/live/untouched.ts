import { contentFacts } from '../domain/content/content-facts.ts';
import { hasPosts } from '../store/content/term-posts.ts';
import type { TermRow } from '../store/content/terms.ts';
import type { Site } from '../site.ts';

/**
 * Whether a term is the unchanged default category of a new file: never renamed, and without items. It does not conflict with the
 * one of the live site.
 */
export function isUntouchedDefault(site: Site, { id, name, slug, description }: TermRow): boolean {
  if (id !== contentFacts(site).defaultCategory) return false;
  return name === 'Uncategorized' && slug === 'uncategorized' && description === '' && !hasPosts(site.db, id);
}
