import type * as v from 'valibot';
import { hasSecrets, withSecretsOfNow } from '../../domain/history/secrets.ts';
import { siteSettings } from '../../domain/settings/site-settings.ts';
import { partsOf } from '../../schema/wire/walk.ts';
import { fits } from '../../schema/wire/explain.ts';
import { Settings } from '../../schema/settings/settings.ts';
import { SiteSettings } from '../../schema/settings/site-settings.ts';
import { readOption, readSetting } from '../../store/settings/settings.ts';
import type { Json } from '../../types.ts';
import { NUMBER_OPTIONS } from '../bundle/schema.ts';
import type { SiteRecord } from '../records.ts';
import { count } from '../report.ts';
import type { Context } from './context.ts';
import type { ModelPlan } from './model.ts';
import type { PostPlan } from './posts.ts';

type More = NonNullable<SiteRecord['more']>;

/** Changes to the site as a whole: only what differs from the stored values. */
export interface SitePlan {
  options: ReadonlyMap<string, unknown>;
  settings: ReadonlyMap<string, Json | null>;
  /** The bundle that provides the default language and default category. */
  more: More | undefined;
}

/** Takes everything from a bundle, but only title, tagline and address from an export, and those only for an untouched site. */
export function planSite(context: Context, { posts, model }: { posts: PostPlan; model: ModelPlan }): SitePlan {
  const { records, isPristine, choices, report } = context;
  const { more: given } = records.site;
  const more = given && (isPristine || choices.existing !== 'keep') ? given : undefined;
  const options = more ? plannedOptions(context, posts, more) : new Map<string, unknown>();
  if (!given && isPristine) nameAndPlace(context, options);
  const settings = more ? plannedSettings(context, model, more) : new Map<string, Json | null>();
  count(report, 'site', 'updated', options.size + settings.size);
  return { options, settings, more };
}

function nameAndPlace({ site, records }: Context, options: Map<string, unknown>): void {
  const { title, description, url } = records.site;
  const now = siteSettings(site);
  const put = (name: 'title' | 'description' | 'url', value: string): void => {
    if (value === '' || readOption(site.db, name) !== undefined || now[name] === value) return;
    options.set(name, value);
  };
  put('title', title);
  put('description', description);
  if (site.homeUrl === '' && /^https?:\/\/[^\s/]+(?:\/\S*)?$/.test(url)) put('url', url);
}

/** Options of the file that have a schema here and fit it. */
function plannedOptions({ site }: Context, posts: PostPlan, more: More): Map<string, unknown> {
  const options = new Map<string, unknown>();
  for (const [name, schema] of Object.entries(SiteSettings.entries)) {
    const given = Object.hasOwn(more.options, name) ? more.options[name] : undefined;
    // A referenced item that is not in the file, for example because it was not chosen, resolves to the one here.
    const value = NUMBER_OPTIONS.has(name) && typeof given === 'number' && given > 0 ? posts.idOf(given) : given;
    const now = readOption(site.db, name) ?? (partsOf(schema).fallback as Json | undefined);
    if (value === undefined || !fits(schema, value) || equal(now, value)) continue;
    options.set(name, value);
  }
  return options;
}

/** Settings likewise; secrets are unchanged. */
function plannedSettings({ site }: Context, model: ModelPlan, more: More): Map<string, Json | null> {
  const settings = new Map<string, Json | null>();
  const planned: ReadonlyMap<string, Json> = model.settings;
  for (const [name, schema] of Object.entries(Settings.entries)) {
    const given = Object.hasOwn(more.settings, name) ? more.settings[name] : undefined;
    if (given === undefined || name === 'default_lang' || !fits(schema, given)) continue;
    const now = planned.get(name) ?? readSetting(site.db, name);
    const value = hasSecrets(name) ? withSecretsOfNow(name, given, now ?? null) : given;
    if (!equal(now ?? defaultOf(schema), value)) settings.set(name, value);
  }
  return settings;
}

/** The default of a setting; an empty map if the schema has none. */
function defaultOf(schema: v.GenericSchema): Json {
  return (partsOf(schema).fallback ?? {}) as Json;
}

function equal(a: Json | undefined, b: unknown): boolean {
  return JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
}
