import { writeContentModel } from '../../domain/content/content-model.ts';
import { hasSecrets, withSecretsOfNow } from '../../domain/history/secrets.ts';
import { makeDefault } from '../../domain/languages/default-language.ts';
import type { ContentModel } from '../../schema/content/content-model.ts';
import type { Site } from '../../site.ts';
import { allLanguages } from '../../store/languages/languages.ts';
import { readSetting, writeOption, writeSetting } from '../../store/settings/settings.ts';
import { setDefaultCategoryId } from '../../store/site/site.ts';
import type { Json } from '../../types.ts';
import { textOf } from '../bundle/fields.ts';
import { NUMBER_OPTIONS } from '../bundle/schema.ts';
import type { Wanted } from './lines.ts';
import { idHere } from './items.ts';

/** Updates the content model, before items of new types are created. */
export function applyModel(site: Site, { fields, tree }: Wanted): void {
  if (fields.includes('content_model')) writeContentModel(site, tree['content_model'] as ContentModel);
}

/** Updates settings, options and defaults, once everything they reference exists. */
export function applySettings(site: Site, { fields, tree }: Wanted): void {
  if (fields.includes('default_lang')) {
    const language = allLanguages(site.db).find(({ slug }) => slug === tree['default_lang']);
    if (language) makeDefault(site, language.term_id);
  }
  const category = idHere(site, 'term', textOf(tree['default_category']));
  // The default category follows the default language.
  if (category !== undefined && (fields.includes('default_category') || fields.includes('default_lang')))
    setDefaultCategoryId(site.db, category);
  for (const field of fields) {
    const [place, name = ''] = field.split('.');
    if (place === 'options') writeOption(site.db, name, optionOf(site, name, tree[field]));
    if (place === 'settings') writeSetting(site.db, name, settingOf(site, name, tree[field] as Json));
  }
}

function optionOf(site: Site, name: string, value: unknown): unknown {
  return NUMBER_OPTIONS.has(name) ? (idHere(site, 'post', textOf(value)) ?? 0) : value;
}

/** Secrets are not part of a bundle, and are unchanged. */
function settingOf(site: Site, name: string, value: Json): Json | null {
  return hasSecrets(name) ? withSecretsOfNow(name, value, readSetting(site.db, name) ?? null) : value;
}
