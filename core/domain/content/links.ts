import type { SettingsValue } from '../../schema/settings/settings.ts';

/** What an address depends on besides the item, read once per request. */
export interface LinkFacts {
  /** Public address without trailing slash. */
  home: string;
  settings: Pick<SettingsValue, 'force_lang' | 'hide_default' | 'rewrite' | 'redirect_lang' | 'domains'>;
  /** "" for plain permalinks. */
  permalinks: string;
}

/** The language data that addresses need. */
export interface LinkLanguage {
  slug: string;
  is_default: boolean;
}

/**
 * The base of addresses in a language, with trailing slash, or the query form for plain permalinks (`interface.md` 3.4). One
 * small function per `force_lang`, shared by posts, terms and languages.
 */
export function languageBase(facts: LinkFacts, language: LinkLanguage): string {
  const bare = language.is_default && facts.settings.hide_default;
  if (facts.permalinks === '') return bare ? `${facts.home}/` : `${facts.home}/?lang=${language.slug}`;
  return BASES[facts.settings.force_lang](facts, language, bare);
}

const BASES: Record<SettingsValue['force_lang'], (facts: LinkFacts, language: LinkLanguage, bare: boolean) => string> =
  {
    1: (facts, { slug }, bare) =>
      bare
        ? `${facts.home}/`
        : `${facts.home}/${permalinkRoot(facts)}${facts.settings.rewrite ? '' : 'language/'}${slug}/`,
    2: (facts, { slug }, bare) => `${bare ? facts.home : facts.home.replace(/:\/\/(www\.)?/, `://${slug}.`)}/`,
    3: (facts, { slug }) => {
      const domain = Object.hasOwn(facts.settings.domains, slug) ? facts.settings.domains[slug] : '';
      return domain ? withFinalSlash(domain) : `${facts.home}/`;
    },
  };

/**
 * Address of the front page in a language; `page`: ID and path (with parents) of its static front page, if any (`interface.md`
 * 3.4).
 */
export function languageHome(facts: LinkFacts, language: LinkLanguage, page?: { id: number; path: string }): string {
  const base = languageBase(facts, language);
  const plain = facts.permalinks === '';
  if (!page || facts.settings.redirect_lang || !(plain || facts.settings.force_lang === 1)) return base;
  if (language.is_default && facts.settings.hide_default) return `${facts.home}/`;
  if (plain) return `${facts.home}/?page_id=${page.id}&lang=${language.slug}`;
  return `${base}${page.path}${facts.permalinks.endsWith('/') ? '/' : ''}`;
}

/** Host of an address, with the port if it is not the scheme's default (`interface.md` 3.2). */
export function hostOf(address: string): string {
  // Without `URL`, which converts hosts to ASCII and rejects subdomains of 127.0.0.1.
  const [, scheme = '', host = ''] = /^([a-z]+):\/\/([^/?#]*)/i.exec(address) ?? [];
  return host.replace(/^https$/i.test(scheme) ? /:(?:443)?$/ : /:(?:80)?$/, '');
}

/** "index.php/" if the permalink structure starts with it. */
export function permalinkRoot(facts: LinkFacts): string {
  return /^\/?index\.php(\/|$)/.test(facts.permalinks) ? 'index.php/' : '';
}

function withFinalSlash(address: string): string {
  return address.endsWith('/') ? address : `${address}/`;
}
