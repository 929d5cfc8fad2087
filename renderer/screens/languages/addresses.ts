import type { SettingsValue } from '../../../core/schema/settings/settings.ts';

/** What addresses depend on besides the language. */
export interface AddressFacts {
  home: string;
  permalinks: string;
  settings: Pick<SettingsValue, 'force_lang' | 'hide_default' | 'rewrite' | 'domains'>;
}

/** A language to be added. `domain`: its own, if every language has one. */
export interface NewLanguage {
  slug: string;
  isDefault: boolean;
  domain: string;
}

/** The base of addresses in a language (`interface.md` 3.4): the future `search_url`. */
export function languageStart(facts: AddressFacts, { slug, isDefault, domain }: NewLanguage): string {
  const { force_lang, hide_default, rewrite } = facts.settings;
  const home = facts.home.replace(/\/+$/, '');
  const isBare = isDefault && hide_default;
  if (facts.permalinks === '') return isBare ? `${home}/` : `${home}/?lang=${slug}`;
  if (force_lang === 3) return `${(domain || home).replace(/\/+$/, '')}/`;
  if (isBare) return `${home}/`;
  if (force_lang === 2) return `${home.replace(/:\/\/(www\.)?/, `://${slug}.`)}/`;
  const root = /^\/?index\.php(\/|$)/.test(facts.permalinks) ? 'index.php/' : '';
  return `${home}/${root}${rewrite ? '' : 'language/'}${slug}/`;
}

/** A sample post address, with the post name in the site's permalink pattern; "" with plain permalinks. */
export function samplePost(facts: AddressFacts, start: string, name: string): string {
  if (facts.permalinks === '') return '';
  const [year, month, day] = new Date().toISOString().slice(0, 10).split('-');
  const parts: Record<string, string | undefined> = { year, monthnum: month, day, postname: name, post_id: '12' };
  const path = facts.permalinks.replace(/^\/?(index\.php\/)?/, '');
  return start + path.replace(/%(\w+)%/g, (_whole, part: string) => parts[part] ?? part);
}

/** A sample category address; "" with plain permalinks. */
export function sampleCategory(facts: AddressFacts, start: string, name: string): string {
  return facts.permalinks === '' ? '' : `${start}category/${name}/`;
}
