// `polydesk-link/v1/strings`: registered strings with their translations.
import type { Json } from '../../../core/types.ts';
import { may, Refusal, require, textOf, type WpAnswer, type WpRequest } from './answers.ts';
import type { WpSite } from './site.ts';

/** Settings of WordPress that Polylang registers as strings, by the names they have there. */
const REGISTERED = { title: 'blogname', description: 'blogdescription', date_format: 'date_format' } as const;

function sourcesOf({ settings, options }: WpSite): Map<string, [name: string, group: string]> {
  const own = Object.entries(REGISTERED).map(
    ([setting, name]) => [textOf(settings[setting]), [name, 'WordPress']] as const,
  );
  const more = (options.strings ?? []).map((source) => [source, ['Title', 'Widget']] as const);
  return new Map([...own, ...more].filter(([source]) => source !== '') as [string, [string, string]][]);
}

export function companionStrings(site: WpSite, { method, user, body }: WpRequest): WpAnswer {
  require(user, may(user, 'manage_options'), 'rest_forbidden');
  const sources = sourcesOf(site);
  const translated = (lang: string, source: string): string => {
    const text = site.strings[lang]?.[source] ?? '';
    return text === source ? '' : text;
  };
  if (method !== 'GET') {
    const changes = body['changes'] as { lang?: string; source?: string; before?: string; text?: string }[] | undefined;
    if (!Array.isArray(changes)) throw new Refusal(400, 'rest_missing_callback_param');
    for (const { lang = '', source = '', before, text } of changes) {
      if (typeof before !== 'string' || typeof text !== 'string') throw new Refusal(400, 'rest_invalid_param');
      if (!sources.has(source) || !site.languages.some(({ slug }) => slug === lang))
        throw new Refusal(400, 'polydesk_link_string');
      if (translated(lang, source) !== before) throw new Refusal(412, 'polydesk_link_changed');
    }
    for (const { lang = '', source = '', text = '' } of changes)
      site.strings[lang] = { ...site.strings[lang], [source]: text };
  }
  const strings = [...sources].map(([source, [name, group]]): Json => {
    const translations = site.languages.map(({ slug }) => [slug, translated(slug, source)]);
    return { source, name, group, translations: Object.fromEntries(translations) as Json };
  });
  return { status: 200, body: { strings } };
}

/** A setting that is a string took its translations along: what is not translated becomes the text itself (measured). */
export function renameString(site: WpSite, before: string, after: string): void {
  if (!Object.values(site.strings).some((texts) => before in texts)) return;
  for (const { slug } of site.languages) {
    const texts = (site.strings[slug] ??= {});
    texts[after] = texts[before] || after;
    delete texts[before];
  }
}
