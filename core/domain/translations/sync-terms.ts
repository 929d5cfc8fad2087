import type { Site } from '../../site.ts';
import { addTermToTranslations } from '../../store/content/term-posts.ts';
import { TERM_TREE, updateTerm, termById } from '../../store/content/terms.ts';
import { groupMembers, itemLanguage, translationOf } from '../../store/translations/translations.ts';
import { storedSettings } from '../settings/settings.ts';

/**
 * Pushes the parent of a saved term to its translations (`content.md` 6): always, whatever the setting. A parent without a
 * translation leaves a partner unchanged, no parent clears it. A push that would create a cycle is skipped.
 */
export function syncTermParents(site: Site, id: number): void {
  const own = itemLanguage(site.db, 'term', id);
  const term = termById(site.db, id);
  if (!own || !term) return;
  for (const partner of groupMembers(site.db, own.group_id)) {
    if (partner.item_id === id) continue;
    const { parent } = term;
    const there =
      parent === null ? null : translationOf(site.db, 'term', { id: parent, language: partner.language_id });
    if (there === undefined || (there !== null && TERM_TREE.isBelow(site.db, there, partner.item_id))) continue;
    if (termById(site.db, partner.item_id)?.parent !== there) updateTerm(site.db, partner.item_id, { parent: there });
  }
}

/**
 * Adds a new translation of a term to the translations of posts that have its partners, if `taxonomies` is synchronised
 * (`content.md` 6).
 */
export function addNewTranslation(site: Site, id: number): void {
  const own = itemLanguage(site.db, 'term', id);
  if (!own || !storedSettings(site).sync.includes('taxonomies')) return;
  addTermToTranslations(site.db, { term: id, language: own.language_id, group: own.group_id });
}
