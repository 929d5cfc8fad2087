import type { Site } from '../../site.ts';
import { setDefaultCategoryId, setDefaultLanguageId, siteRow } from '../../store/site/site.ts';
import { translationOf } from '../../store/translations/translations.ts';

/**
 * Makes a language the default; the site's default category becomes its translation in it, if there is one (`interface.md` 2.6).
 */
export function makeDefault(site: Site, language: number): void {
  const row = siteRow(site.db);
  if (row.default_language_id === language) return;
  setDefaultLanguageId(site.db, language);
  const category = translationOf(site.db, 'term', { id: row.default_category_id, language });
  if (category !== undefined) setDefaultCategoryId(site.db, category);
}
