import { describe, expect, test } from 'vitest';
import {
  hostOf,
  languageBase,
  languageHome,
  permalinkRoot,
  type LinkFacts,
} from '../../../../core/domain/content/links.ts';

const HOME = 'https://www.example.test/blog';
const PRETTY = '/%year%/%postname%/';
const INDEX = '/index.php/%postname%/';
const PLAIN = '';
const MODES = [1, 2, 3] as const;

interface Site {
  force_lang: (typeof MODES)[number];
  permalinks: string;
  hide_default: boolean;
  rewrite: boolean;
  isDefault: boolean;
}

function facts({ force_lang, permalinks, hide_default, rewrite }: Site, domains: Record<string, string>): LinkFacts {
  return { home: HOME, permalinks, settings: { force_lang, hide_default, rewrite, redirect_lang: false, domains } };
}

/** Every possible combination, and its value in the table of `interface.md` 3.4. */
const SITES = MODES.flatMap((force_lang) =>
  [PRETTY, INDEX, PLAIN].flatMap((permalinks) =>
    [true, false].flatMap((hide_default) =>
      [true, false].flatMap((rewrite) =>
        [true, false].map((isDefault): Site => ({ force_lang, permalinks, hide_default, rewrite, isDefault })),
      ),
    ),
  ),
);

const TABLE: [when: (site: Site) => boolean, address: (site: Site) => string][] = [
  [({ permalinks, hide_default, isDefault }) => permalinks === PLAIN && hide_default && isDefault, () => `${HOME}/`],
  [({ permalinks }) => permalinks === PLAIN, () => `${HOME}/?lang=fr`],
  [({ force_lang }) => force_lang === 3, () => 'https://fr.test/x/'],
  [({ hide_default, isDefault }) => hide_default && isDefault, () => `${HOME}/`],
  [({ force_lang }) => force_lang === 2, () => 'https://fr.example.test/blog/'],
  [
    () => true,
    ({ permalinks, rewrite }) => `${HOME}/${permalinks === INDEX ? 'index.php/' : ''}${rewrite ? '' : 'language/'}fr/`,
  ],
];

describe('where a language starts', () => {
  test.each(SITES)('%j', (site) => {
    const expected = TABLE.find(([when]) => when(site))?.[1](site);
    const language = { slug: 'fr', is_default: site.isDefault };
    expect(languageBase(facts(site, { fr: 'https://fr.test/x' }), language)).toBe(expected);
  });

  const plainSite: Site = { force_lang: 3, permalinks: PRETTY, hide_default: true, rewrite: true, isDefault: false };
  test.each([
    ['no domain', {}, `${HOME}/`],
    ['an empty one', { fr: '' }, `${HOME}/`],
    ['one with a final slash', { fr: 'http://fr.test/' }, 'http://fr.test/'],
    ['a name every object has', { en: 'http://en.test' }, `${HOME}/`],
  ])('one domain per language: %s', (_name, domains, expected) => {
    expect(languageBase(facts(plainSite, domains), { slug: 'fr', is_default: false })).toBe(expected);
    expect(languageBase(facts(plainSite, domains), { slug: 'constructor', is_default: false })).toBe(`${HOME}/`);
  });

  test.each([
    ['https://www.example.test', 'https://fr.example.test/'],
    ['http://example.test:8080/blog', 'http://fr.example.test:8080/blog/'],
    ['http://127.0.0.1:24180', 'http://fr.127.0.0.1:24180/'],
  ])('a sub-domain of %s is %s', (home, expected) => {
    const site = { ...facts({ ...plainSite, force_lang: 2 }, {}), home };
    expect(languageBase(site, { slug: 'fr', is_default: false })).toBe(expected);
  });
});

describe('the front page of a language with a static one', () => {
  const page = { id: 7, path: 'parent/accueil' };
  test.each<[string, Partial<Site & { redirect_lang: boolean }>, string]>([
    ['by directory', {}, `${HOME}/fr/parent/accueil/`],
    ['with the word', { rewrite: false }, `${HOME}/language/fr/parent/accueil/`],
    ['behind index.php', { permalinks: INDEX }, `${HOME}/index.php/fr/parent/accueil/`],
    ['without final slash', { permalinks: '/%postname%' }, `${HOME}/fr/parent/accueil`],
    ['default and hidden', { isDefault: true }, `${HOME}/`],
    ['default and shown', { isDefault: true, hide_default: false }, `${HOME}/fr/parent/accueil/`],
    ['plain', { permalinks: PLAIN }, `${HOME}/?page_id=7&lang=fr`],
    ['plain, default and hidden', { permalinks: PLAIN, isDefault: true }, `${HOME}/`],
    ['plain with domains', { permalinks: PLAIN, force_lang: 3 }, `${HOME}/?page_id=7&lang=fr`],
    ['redirected', { redirect_lang: true }, `${HOME}/fr/`],
    ['redirected, plain', { redirect_lang: true, permalinks: PLAIN }, `${HOME}/?lang=fr`],
    ['by sub-domain', { force_lang: 2 }, 'https://fr.example.test/blog/'],
    ['by domain', { force_lang: 3 }, 'https://fr.test/x/'],
  ])('%s', (_name, change, expected) => {
    const site: Site = {
      force_lang: 1,
      permalinks: PRETTY,
      hide_default: true,
      rewrite: true,
      isDefault: false,
      ...change,
    };
    const made = facts(site, { fr: 'https://fr.test/x' });
    const settings = { ...made.settings, redirect_lang: change.redirect_lang ?? false };
    expect(languageHome({ ...made, settings }, { slug: 'fr', is_default: site.isDefault }, page)).toBe(expected);
  });

  test('without one it is where the language starts', () => {
    const site: Site = { force_lang: 1, permalinks: PRETTY, hide_default: true, rewrite: true, isDefault: false };
    expect(languageHome(facts(site, {}), { slug: 'fr', is_default: false })).toBe(`${HOME}/fr/`);
  });
});

test.each([
  ['https://fr.example.test/blog/', 'fr.example.test'],
  ['http://127.0.0.1:24180/', '127.0.0.1:24180'],
  ['http://fr.127.0.0.1:24180/', 'fr.127.0.0.1:24180'],
  ['http://a.test:80/', 'a.test'],
  ['https://a.test:443/x', 'a.test'],
  ['https://a.test:8443/x?y#z', 'a.test:8443'],
  ['http://[::1]:8080/', '[::1]:8080'],
  ['https://bücher.test/', 'bücher.test'],
  ['not an address', ''],
  ['', ''],
])('the host of %j is %j', (address, host) => {
  expect(hostOf(address)).toBe(host);
});

test.each([
  ['', ''],
  [PRETTY, ''],
  [INDEX, 'index.php/'],
  ['index.php/%postname%', 'index.php/'],
  ['/index.phpx/', ''],
  ['/a/index.php/', ''],
])('permalinks %j have the root %j', (permalinks, root) => {
  const site: Site = { force_lang: 1, permalinks, hide_default: true, rewrite: true, isDefault: false };
  expect(permalinkRoot(facts(site, {}))).toBe(root);
});
