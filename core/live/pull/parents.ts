import { postById, updatePost } from '../../store/content/posts.ts';
import { termById, updateTerm } from '../../store/content/terms.ts';
import type { Site } from '../../site.ts';
import { hereNumbers } from '../here.ts';
import type { Writing } from './write-here.ts';

/** Prevents cycles, whoever moved what: an item that would close one is moved to the top level. */
export function breakParentCircles(site: Site, writings: readonly Writing[]): void {
  const numbers = hereNumbers(site);
  for (const { kind, uuid, fields } of writings) {
    if (fields['parent'] === undefined) continue;
    const id = numbers.idOf(kind, uuid);
    if (id === undefined || !isBelowItself(site, kind, id)) continue;
    if (kind === 'term') updateTerm(site.db, id, { parent: null });
    else updatePost(site.db, id, { parent: null });
  }
}

function isBelowItself(site: Site, kind: Writing['kind'], id: number): boolean {
  const above = (one: number): number | null =>
    (kind === 'term' ? termById(site.db, one) : postById(site.db, one))?.parent ?? null;
  const seen = new Set<number>();
  for (let at = above(id); at !== null && !seen.has(at); at = above(at)) {
    if (at === id) return true;
    seen.add(at);
  }
  return false;
}
