import { adoptDefaultCategory } from '../domain/default-category.ts';
import { makeDefault } from '../domain/default-language.ts';
import { hasSecrets, withSecretsOfNow } from '../domain/history-secrets.ts';
import { siteSettings } from '../domain/site-settings.ts';
import { fits } from '../schema/explain.ts';
import { Settings } from '../schema/settings.ts';
import { SiteSettings } from '../schema/site-settings.ts';
import type { Site } from '../site.ts';
import { putSetting } from '../store/rows.ts';
import { readOption, readSetting, writeOption } from '../store/settings.ts';
import { setDefaultCategoryId, siteRow } from '../store/site.ts';
import { deleteTerm, termById } from '../store/terms.ts';
import type { Json } from '../types.ts';
import { NUMBER_OPTIONS } from './bundle-write.ts';
import type { Plan } from './plan/plan.ts';
import { count } from './report.ts';

/** The category that new items get follows the default language. */
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

/** What belongs to the site as a whole: from a bundle everything, from an export its name and place, for an untouched site. */
export function applySite(site: Site, plan: Plan): void {
  const { context } = plan;
  if (context.records.site.more) {
    if (context.isPristine || context.choices.existing === 'update') applyMore(site, plan, context.records.site.more);
  } else if (context.isPristine) applyName(site, plan);
}

function applyName(site: Site, { context, report }: Plan): void {
  const { title, description, url } = context.records.site;
  const now = siteSettings(site);
  const put = (name: 'title' | 'description' | 'url', value: string): void => {
    if (value === '' || readOption(site.db, name) !== undefined || now[name] === value) return;
    writeOption(site.db, name, value);
    count(report, 'site', 'updated');
  };
  put('title', title);
  put('description', description);
  if (site.homeUrl === '' && /^https?:\/\/[^\s/]+(?:\/\S*)?$/.test(url)) put('url', url);
}

type More = NonNullable<Plan['context']['records']['site']['more']>;

/** Only what has a schema here, and fits it; secrets stay as they are. */
function applyMore(site: Site, { terms, posts, languages, report }: Plan, more: More): void {
  for (const [name, schema] of Object.entries(SiteSettings.entries)) {
    const told = Object.hasOwn(more.options, name) ? more.options[name] : undefined;
    // An item that the file names and does not hold, as one that was not chosen, is what it is here.
    const value = NUMBER_OPTIONS.has(name) && typeof told === 'number' && told > 0 ? posts.idOf(told) : told;
    if (value === undefined || !fits(schema, value) || equal(readOption(site.db, name), value)) continue;
    writeOption(site.db, name, value);
    count(report, 'site', 'updated');
  }
  for (const [name, schema] of Object.entries(Settings.entries)) {
    const told = Object.hasOwn(more.settings, name) ? more.settings[name] : undefined;
    if (told === undefined || name === 'default_lang' || !fits(schema, told)) continue;
    const now = readSetting(site.db, name) ?? null;
    const value = hasSecrets(name) ? withSecretsOfNow(name, told, now) : told;
    if (equal(now, value)) continue;
    putSetting(site.db, name, value);
    count(report, 'site', 'updated');
  }
  const code = more.settings['default_lang'];
  const language = typeof code === 'string' ? languages.byCode.get(code)?.id : undefined;
  if (language !== undefined) makeDefault(site, language);
  const category = terms.idOf(more.category);
  if (
    category !== undefined &&
    termById(site.db, category)?.taxonomy === 'category' &&
    siteRow(site.db).default_category_id !== category
  )
    setDefaultCategoryId(site.db, category);
}

function equal(a: Json | undefined, b: unknown): boolean {
  return JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
}
