// The data of the WordPress stand-in, and how it is opened. `server.ts` responds from it.
import { randomBytes, randomUUID } from 'node:crypto';
import type { Json } from '../../../core/types.ts';
import type { WpMenu, WpMenuEntry } from './menus.ts';

export type Role = 'administrator' | 'editor' | 'author' | 'contributor' | 'subscriber';
export type Body = Record<string, Json>;

export interface WpUser {
  id: number;
  name: string;
  role: Role;
  password: string;
}

export interface WpPost {
  id: number;
  type: string;
  status: string;
  slug: string;
  title: string;
  content: string;
  excerpt: string;
  date_gmt: string;
  modified_gmt: string;
  author: number;
  parent: number;
  menu_order: number;
  featured_media: number;
  comment_status: string;
  ping_status: string;
  sticky: boolean;
  template: string;
  format: string;
  password: string;
  meta: Body;
  /** Terms by taxonomy. */
  terms: Record<string, number[]>;
  lang: string;
  /** Items of one number are translations of one another. */
  group: number;
  mark: string;
  revisions: { id: number; title: string; content: string; excerpt: string }[];
  /** Of media. */
  file?: { name: string; type: string; bytes: Buffer; alt: string };
}

export interface WpTerm {
  id: number;
  taxonomy: string;
  /** Stored with entities. */
  name: string;
  slug: string;
  description: string;
  parent: number;
  meta: Body;
  lang: string;
  group: number;
  mark: string;
}

export interface WpLanguage {
  term_id: number;
  name: string;
  slug: string;
  locale: string;
  is_default: boolean;
}

/** What a host may do besides what was measured. */
export interface Quirks {
  /** Milliseconds between reading an item and storing what a request changes of it: two requests at once lose one. */
  pause?: number;
  /** The item is stored, and then the answer is 500. */
  failsAfterInsert?: boolean;
  /** Settings are stored one after the other, until one is not valid. */
  halvesSettings?: boolean;
  /** Nobody may write any HTML, administrators neither. */
  filtersHtml?: boolean;
  /** There is no trash: deleting is for good. */
  hasNoTrash?: boolean;
  /** Numbers come as texts. */
  numbersAreTexts?: boolean;
  /** Languages of a batch do not leak: what one would expect, and the control of what is measured. */
  keepsBatchesApart?: boolean;
  /** What the clock of the site says beside ours, in milliseconds. */
  clockOffset?: number;
  /** Registers custom fields of posts by name. */
  meta?: readonly string[];
  /** Saving copies these to the other items of the group: "menu_order", "featured_media", "comment_status". */
  sync?: readonly (keyof WpPost)[];
  /** Addresses of the default language have its prefix too, so that one without means none. */
  showsDefault?: boolean;
  /** The time zone of the site, in hours from UTC. */
  zone?: number;
}

export interface WpOptions extends Quirks {
  /** `free`: languages in parameters only. `pro`: `lang` and `translations` as the paid edition has them. `none`: without Polylang. */
  surface?: 'free' | 'pro' | 'none';
  /** Has our plugin; `old`: from before it knew strings, and posts of types without languages. */
  companion?: boolean | 'old';
  /** Post types without languages. */
  untranslated?: readonly string[];
  /** Texts that themes, plugins and widgets register. */
  strings?: readonly string[];
  /** Codes; the first is the default. */
  languages?: readonly string[];
  /** Address of the folder of the media files, if it is on another host. */
  uploads?: string;
}

/** Address of the folder of the media files. */
export const uploadsOf = ({ options, home }: WpSite): string => options.uploads ?? `${home}/wp-content/uploads`;

export interface WpSite {
  options: WpOptions;
  home: string;
  posts: Map<number, WpPost>;
  terms: Map<number, WpTerm>;
  users: WpUser[];
  languages: WpLanguage[];
  settings: Body;
  polylang: Body;
  /** Translations of strings by language. */
  strings: Record<string, Record<string, string>>;
  menus: Map<number, WpMenu>;
  entries: Map<number, WpMenuEntry>;
  /** Left over from the request before, within a batch. */
  leaked: string | undefined;
  nextPost: number;
  nextTerm: number;
  nextGroup: number;
  /** Seconds the clock was moved by a test. */
  skew: number;
}

export const TYPES: Readonly<Record<string, { base: string; hierarchical: boolean; taxonomies: string[] }>> = {
  post: { base: 'posts', hierarchical: false, taxonomies: ['category', 'post_tag'] },
  page: { base: 'pages', hierarchical: true, taxonomies: [] },
  attachment: { base: 'media', hierarchical: false, taxonomies: [] },
  book: { base: 'books', hierarchical: false, taxonomies: ['genre'] },
};

export const TAXONOMIES: Readonly<Record<string, { base: string; hierarchical: boolean; types: string[] }>> = {
  category: { base: 'categories', hierarchical: true, types: ['post'] },
  post_tag: { base: 'tags', hierarchical: false, types: ['post'] },
  genre: { base: 'genres', hierarchical: true, types: ['book'] },
};

const LOGINS: readonly [name: string, role: Role][] = [
  ['admin', 'administrator'],
  ['editor', 'editor'],
  ['author', 'author'],
  ['contrib', 'contributor'],
  ['subs', 'subscriber'],
];
const NAMES: Readonly<Record<string, string>> = { en: 'English', fr: 'Français', de: 'Deutsch', ar: 'العربية' };

/** A site as after its installation: users, languages, and a default category in each of them. */
export function emptySite(options: WpOptions): WpSite {
  const { languages = ['en', 'fr'], surface = 'free' } = options;
  const site: WpSite = {
    options,
    home: '',
    posts: new Map(),
    terms: new Map(),
    users: LOGINS.map(([name, role], at) => ({ id: at + 1, name, role, password: randomBytes(9).toString('hex') })),
    languages: [],
    settings: { title: 'A site', description: '', url: '', email: 'a@example.com', default_category: 1 },
    polylang: {
      ...{
        hide_default: options.showsDefault !== true,
        force_lang: 1,
        default_lang: languages[0] ?? '',
        nav_menus: {},
      },
    },
    strings: {},
    menus: new Map(),
    entries: new Map(),
    leaked: undefined,
    nextPost: 1,
    nextTerm: 1,
    nextGroup: 1,
    skew: 0,
  };
  const codes = surface === 'none' ? [''] : languages;
  const group = site.nextGroup++;
  codes.forEach((code, at) => {
    const name = at === 0 ? 'Uncategorized' : `Uncategorized ${code}`;
    addTerm(site, {
      taxonomy: 'category',
      name,
      slug: at === 0 ? 'uncategorized' : `uncategorized-${code}`,
      lang: code,
      group,
    });
    if (code !== '') addLanguage(site, code, at === 0);
  });
  return site;
}

export function addLanguage(site: WpSite, slug: string, isDefault: boolean): WpLanguage {
  const locale = slug.length === 2 ? `${slug}_${slug === 'en' ? 'US' : slug.toUpperCase()}` : slug;
  const one = { term_id: site.nextTerm++, name: NAMES[slug] ?? slug, slug, locale, is_default: isDefault };
  site.languages.push(one);
  return one;
}

export function addTerm(
  site: WpSite,
  given: Partial<WpTerm> & { taxonomy: string; name: string; slug: string },
): WpTerm {
  const id = site.nextTerm++;
  const bare = { description: '', parent: 0, meta: {}, lang: '', group: site.nextGroup++, mark: '' };
  const term: WpTerm = { ...bare, ...given, id };
  site.terms.set(id, term);
  return term;
}

/** Now by the clock of the site, without zone. */
export function nowOf({ options, skew }: WpSite): string {
  return new Date(Date.now() + skew * 1000 + (options.clockOffset ?? 0)).toISOString().slice(0, 19);
}

/** A time of UTC by the clock on the wall of the site. */
export function localOf(site: WpSite, gmt: string): string {
  return new Date(Date.parse(`${gmt}Z`) + (site.options.zone ?? 0) * 3_600_000).toISOString().slice(0, 19);
}

export function gmtOf(site: WpSite, local: string): string {
  const hasZone = /(?:Z|[+-]\d\d:?\d\d)$/.test(local);
  const time = Date.parse(hasZone ? local : `${local}Z`) - (hasZone ? 0 : (site.options.zone ?? 0) * 3_600_000);
  return Number.isNaN(time) ? '' : new Date(time).toISOString().slice(0, 19);
}

/** Items of the same group, by language. */
export function groupOf<T extends { id: number; group: number; lang: string }>(
  all: Iterable<T>,
  one: T,
): Record<string, number> {
  const found = [...all].filter(({ group, lang }) => group === one.group && lang !== '');
  return Object.fromEntries(found.map(({ lang, id }) => [lang, id]));
}

/** Puts items into one group as Polylang stores it: the map replaces the group, who is not in it stands alone. */
export function storeGroup<T extends { id: number; group: number; lang: string }>(
  site: WpSite,
  all: ReadonlyMap<number, T>,
  one: T,
  translations: Readonly<Record<string, number>>,
): void {
  for (const other of all.values()) if (other.group === one.group && other !== one) other.group = site.nextGroup++;
  for (const id of Object.values(translations)) {
    const other = all.get(id);
    if (other && other !== one) other.group = one.group;
  }
}

export const newMark = (): string => randomUUID();
