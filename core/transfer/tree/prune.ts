import { removePost } from '../../domain/content/posts/delete.ts';
import { deleteTerm } from '../../domain/content/terms/terms.ts';
import { deleteLanguage } from '../../domain/languages/languages.ts';
import type { Site } from '../../site.ts';
import { postById } from '../../store/content/posts.ts';
import { termById } from '../../store/content/terms.ts';
import type { TreeLine } from './lines.ts';

/** Deletes what a plan marks as deleted: items, then terms, then languages. */
export function pruneLines(site: Site, lines: readonly TreeLine[]): void {
  const gone = (kind: TreeLine['kind']): number[] =>
    lines.flatMap((line) => (line.outcome === 'deleted' && line.kind === kind ? [line.id] : []));
  for (const id of gone('post')) {
    const row = postById(site.db, id);
    if (row) removePost(site, row);
  }
  for (const id of gone('term')) {
    const row = termById(site.db, id);
    if (row) deleteTerm(site, row);
  }
  for (const id of gone('language')) deleteLanguage(site, id);
}
