// The free edition without our plugin: languages are derived from addresses and lists of terms; groups are unknown.
import { afterEach, expect, test } from 'vitest';
import { languageOfLink } from '../../../core/live/check/languages.ts';
import type { WpOptions } from '../../support/wordpress/site.ts';
import { openRig, write, type Rig } from './push/rig.ts';

let rig: Rig | undefined;
afterEach(async () => {
  await rig?.close();
  rig = undefined;
});

const langs = ({ site }: Rig, table: 'posts' | 'terms', name: string): unknown =>
  site.db
    .prepare(
      `SELECT t.slug, l.slug AS lang FROM ${table} AS t LEFT JOIN item_languages AS i ON i.item_id = t.id AND i.kind = ?
       LEFT JOIN terms AS l ON l.id = i.language_id WHERE t.slug LIKE ? ORDER BY t.slug`,
    )
    .raw()
    .all(table.slice(0, -1), `${name}%`);

test.each<[name: string, options: WpOptions]>([
  ['addresses of the default language have no prefix', { surface: 'free' }],
  ['they have one', { surface: 'free', showsDefault: true }],
])('posts, drafts, pages and terms come in their language: %s', async (_name, options) => {
  const one = (rig = await openRig(options));
  for (const lang of ['en', 'fr']) {
    await one.wp.ask('POST', `/wp/v2/posts?lang=${lang}`, { title: 'A', slug: `it-${lang}`, status: 'publish' });
    await one.wp.ask('POST', `/wp/v2/posts?lang=${lang}`, { title: 'B', slug: `it-draft-${lang}` });
    await one.wp.ask('POST', `/wp/v2/tags?lang=${lang}`, { name: `It ${lang}`, slug: `it-${lang}` });
  }
  await one.check();
  one.pull();
  expect(one.plan()).toEqual([]);
  expect(langs(one, 'posts', 'it')).toEqual([
    ['it-draft-en', 'en'],
    ['it-draft-fr', 'fr'],
    ['it-en', 'en'],
    ['it-fr', 'fr'],
  ]);
  expect(langs(one, 'terms', 'it')).toEqual([
    ['it-en', 'en'],
    ['it-fr', 'fr'],
  ]);
  // What is made here comes there in its language, and is the same on both sides then.
  write(one, '/wp/v2/posts', { title: 'C', slug: 'it-new', status: 'publish', lang: 'fr' });
  await one.push();
  expect(one.there('C')?.lang).toBe('fr');
  await one.check();
  expect(one.plan()).toEqual([]);
  await one.wp.ask('POST', `/wp/v2/posts/${one.there('C')?.id}`, { title: 'D' });
  await one.check();
  expect(one.rows().map(({ state, fields }) => [state, fields])).toEqual([['there', ['title']]]);
});

const LANGUAGES = { en: 'https://a.example/', fr: 'https://a.example/fr/', 'fr-ca': 'https://a.example/fr-ca/' };
const asList = (homes: Record<string, string>) =>
  Object.entries(homes).map(([slug, home_url]) => ({
    slug,
    name: slug,
    locale: slug,
    is_default: slug === 'en',
    home_url,
  }));

test.each<[link: unknown, homes: Record<string, string>, lang: string | undefined]>([
  ['https://a.example/one/', LANGUAGES, 'en'],
  ['https://a.example/fr/one/', LANGUAGES, 'fr'],
  ['https://a.example/fr', LANGUAGES, 'fr'],
  ['https://a.example/fr-ca/?p=3', LANGUAGES, 'fr-ca'],
  ['https://a.example/french/', LANGUAGES, 'en'],
  ['https://a.example/one/', { en: 'https://a.example/en/', fr: 'https://a.example/fr/' }, ''],
  ['https://fr.a.example/one/', { en: 'https://a.example/', fr: 'https://fr.a.example/' }, 'fr'],
  // By content: every language has the same home, or a parameter.
  ['https://a.example/one/', { en: 'https://a.example/', fr: 'https://a.example/' }, undefined],
  ['https://a.example/one/', { en: 'https://a.example/', fr: 'https://a.example/?lang=fr' }, undefined],
  ['https://a.example/one/', { en: '', fr: '' }, undefined],
  [undefined, LANGUAGES, undefined],
  ['no address', LANGUAGES, undefined],
])('the language of %s (%j)', (link, homes, lang) => {
  expect(languageOfLink(link, asList(homes))).toBe(lang);
});

test('the default category of a new file is that of the site, whatever its name is there', async () => {
  const one = (rig = await openRig({ surface: 'pro' }));
  const [first] = one.wp.site.terms.values();
  Object.assign(first ?? {}, { name: 'Non classé', slug: 'non-classe' });
  await one.check();
  one.pull();
  expect(one.plan()).toEqual([]);
  expect(one.site.db.prepare("SELECT name FROM terms WHERE taxonomy = 'category' ORDER BY id").pluck().all()).toEqual([
    'Non classé',
    'Uncategorized fr',
  ]);
});
