import { adoptDefaultCategory } from '../../domain/languages/default-category.ts';
import { makeDefault } from '../../domain/languages/default-language.ts';
import type { Site } from '../../site.ts';
import { putSetting } from '../../store/rows.ts';
import { writeOption } from '../../store/settings/settings.ts';
import { setDefaultCategoryId, siteRow } from '../../store/site/site.ts';
import { deleteTerm, termById } from '../../store/content/terms.ts';
import type { Plan } from '../plan/plan.ts';

/** The category of new items follows the default language. */
export function applyDefaults(site: Site, { languages, terms }: Plan): void {
  const { newDefault } = languages;
  if (terms.newHome !== undefined) {
    const { default_category_id } = siteRow(site.db);
    setDefaultCategoryId(site.db, terms.newHome);
    deleteTerm(site.db, default_category_id);
  }
  if (newDefault === undefined) return;
  adoptDefaultCategory(site, newDefault);
  makeDefault(site, newDefault);
}

/** Writes the settings of the site as a whole. */
export function applySite(site: Site, { site: planned, terms, languages }: Plan): void {
  for (const [name, value] of planned.options) writeOption(site.db, name, value);
  for (const [name, value] of planned.settings) putSetting(site.db, name, value);
  if (!planned.more) return;
  const code = planned.more.settings['default_lang'];
  const language = typeof code === 'string' ? languages.byCode.get(code)?.id : undefined;
  if (language !== undefined) makeDefault(site, language);
  const category = terms.idOf(planned.more.category);
  if (
    category !== undefined &&
    termById(site.db, category)?.taxonomy === 'category' &&
    siteRow(site.db).default_category_id !== category
  )
    setDefaultCategoryId(site.db, category);
}
