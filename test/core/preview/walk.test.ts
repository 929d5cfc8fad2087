// The finished site: in every address mode each page has its own address, and errors are found.
import { afterEach, expect, test } from 'vitest';
import { previewHosts } from '../../../core/preview/hosts.ts';
import { pageAt } from '../../../core/preview/pages.ts';
import { placeAt } from '../../../core/preview/places.ts';
import { publicPages } from '../../../core/preview/public-pages.ts';
import { walkSite } from '../../../core/preview/walk.ts';
import { bodyOf, openBench, type Bench } from '../../support/engine.ts';
import { FIXTURE, importInto } from '../../transfer/support.ts';

const HOME = 'https://example.org';
const MODES = [
  { name: 'directory', force_lang: 1, hide_default: false },
  { name: 'directory, default hidden', force_lang: 1, hide_default: true },
  { name: 'directory with language/', force_lang: 1, hide_default: false, rewrite: false },
  { name: 'subdomain', force_lang: 2, hide_default: true },
  {
    name: 'domains',
    force_lang: 3,
    domains: { en: HOME, fr: 'https://exemple.fr', ar: 'https://مثال.example' },
  },
];
const PERMALINKS = [
  '',
  '/%postname%/',
  '/%year%/%monthnum%/%postname%',
  '/index.php/%category%/%postname%/',
  '/archives/%post_id%',
];
const TABLE = MODES.flatMap((mode) => PERMALINKS.map((permalinks) => ({ mode, permalinks })));

let bench: Bench | undefined;
afterEach(() => {
  bench?.engine.close();
  bench = undefined;
});

function opened(): Bench {
  bench = openBench({ homeUrl: HOME });
  return bench;
}

function filled(): Bench {
  const own = opened();
  for (const locale of ['en_US', 'fr_FR', 'ar']) own.ask('POST', '/pll/v1/languages', { locale });
  own.ask('POST', '/wp/v2/settings', { url: HOME, title: 'Lights' });
  for (let n = 1; n <= 3; n += 1) {
    const fr = write(own, 'posts', { title: `Lampe ${n}`, lang: 'fr' });
    const ar = write(own, 'posts', { title: `مصباح ${n}`, lang: 'ar' });
    write(own, 'posts', { title: `Lamp ${n}`, lang: 'en', translations: { fr, ar } });
  }
  const about = write(own, 'pages', { title: 'About', lang: 'en' });
  write(own, 'pages', { title: 'À propos', lang: 'fr', translations: { en: about } });
  write(own, 'pages', { title: 'Team', lang: 'en', parent: about });
  write(own, 'posts', { title: 'Draft', lang: 'en', status: 'draft' });
  return own;
}

function write({ ask }: Bench, base: string, values: object): number {
  const answer = ask('POST', `/wp/v2/${base}`, { status: 'publish', content: '<p>Text</p>', ...values });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return bodyOf(answer)['id'] as number;
}

function address({ ask }: Bench, id: number, base = 'posts'): string {
  return bodyOf(ask('GET', `/wp/v2/${base}/${id}`))['link'] as string;
}

function walked({ engine }: Bench) {
  return walkSite(engine.site, previewHosts(engine.site, 8000), () => {});
}

test.each(TABLE)('each page is found at its address: $mode.name, permalinks "$permalinks"', ({ mode, permalinks }) => {
  const own = filled();
  const { name: _name, ...settings } = mode;
  expect(own.ask('POST', '/wp/v2/settings', { permalink_structure: permalinks }).status).toBe(200);
  expect(own.ask('POST', '/pll/v1/settings', settings).status).toBe(200);
  const { pages, findings } = walked(own);
  expect(findings).toEqual([]);
  // Three fronts, nine posts, three pages, and the default categories that posts carry.
  expect(pages).toBe(18);
});

test('the fixture of a real site, as it comes', () => {
  const own = opened();
  importInto(own.engine.site, { path: FIXTURE });
  const { pages, counts } = walked(own);
  expect(pages).toBeGreaterThan(20);
  expect({ ...counts, link_dead: 0 }).toEqual({ link_dead: 0 });
});

test('a page has its language and its other languages, and links only within the preview', () => {
  const own = filled();
  const { site } = own.engine;
  const hosts = previewHosts(site, 8000);
  const [first] = [...publicPages(site)].filter(({ place }) => place.kind === 'item' && place.row.title === 'مصباح 1');
  if (!first) throw new Error('no page');
  const { html, status } = pageAt(site, first.place, hosts);
  expect(status).toBe(200);
  expect(html).toContain('<html lang="ar" dir="rtl">');
  expect([...html.matchAll(/hreflang="([^"]+)" href/g)].map(([, code]) => code).sort()).toEqual([
    'ar',
    'en-US',
    'fr-FR',
  ]);
  expect(html).not.toContain('https://example.org');
  expect(html).toContain('http://example.org.localhost:8000/fr/');
});

test('drafts, private and hidden languages have no page', () => {
  const own = filled();
  const draft = write(own, 'posts', { title: 'Hidden', lang: 'en', status: 'draft' });
  expect(placeAt(own.engine.site, `${HOME}/?p=${draft}`)).toBeUndefined();
  const secret = write(own, 'posts', { title: 'Private', lang: 'en', status: 'private' });
  expect(placeAt(own.engine.site, address(own, secret))).toBeUndefined();
  const post = write(own, 'posts', { title: 'Seen', lang: 'fr' });
  expect(placeAt(own.engine.site, address(own, post))).toMatchObject({ kind: 'item' });
  const languages = own.ask('GET', '/pll/v1/languages').body as { slug: string; term_id: number }[];
  const french = languages.find(({ slug }) => slug === 'fr')?.term_id;
  expect(own.ask('PATCH', `/polydesk/v1/languages/${french}`, { active: false }).status).toBe(200);
  expect(placeAt(own.engine.site, address(own, post))).toBeUndefined();
});

const PLANTED = [
  {
    code: 'link_dead',
    plant: (own: Bench) =>
      void write(own, 'posts', {
        title: 'Bad link',
        lang: 'en',
        content: `<p><a href="${HOME}/en/nowhere/">x</a></p>`,
      }),
  },
  {
    code: 'link_language',
    plant(own: Bench) {
      const fr = write(own, 'posts', { title: 'Cible', lang: 'fr' });
      const en = write(own, 'posts', { title: 'Target', lang: 'en', translations: { fr } });
      write(own, 'posts', { title: 'Mauvais lien', lang: 'fr', content: `<p><a href="${address(own, en)}">x</a></p>` });
    },
  },
  {
    code: 'address_taken',
    // A page and a post of one name, where posts have no folder of their own.
    plant(own: Bench) {
      own.ask('POST', '/wp/v2/settings', { permalink_structure: '/%postname%/' });
      write(own, 'posts', { title: 'Twice', lang: 'en' });
      write(own, 'pages', { title: 'Twice', lang: 'en' });
    },
  },
];

test.each(PLANTED)('planted and found: $code', ({ code, plant }) => {
  const own = filled();
  expect(walked(own).found, 'control: nothing was there before').toBe(0);
  plant(own);
  expect(walked(own).counts).toEqual({ [code]: 1 });
});

test('a hreflang that does not lead back is found on the page that names it, until the address is free', () => {
  const own = filled();
  own.ask('POST', '/wp/v2/settings', { permalink_structure: '/%postname%/' });
  write(own, 'pages', { title: 'Sous la pluie', lang: 'fr' });
  expect(walked(own).found, 'control: nothing was there before').toBe(0);
  const fr = write(own, 'posts', { title: 'Sous la pluie', lang: 'fr' });
  const en = write(own, 'posts', { title: 'In the rain', lang: 'en', translations: { fr } });
  const { counts, findings } = walked(own);
  expect(counts).toEqual({ address_taken: 1, hreflang_one_way: 1 });
  expect(findings.find(({ code }) => code === 'hreflang_one_way')).toEqual({
    ...{ code: 'hreflang_one_way', lang: 'en', kind: 'post', id: en },
    ...{ address: address(own, en), target: address(own, fr) },
  });
  own.ask('PATCH', `/wp/v2/posts/${fr}`, { slug: 'pluie' });
  expect(walked(own).found).toBe(0);
});

test('a term that no item carries is not named as a translation', () => {
  const own = filled();
  const term = (name: string, lang: string, translations = {}) =>
    bodyOf(own.ask('POST', '/wp/v2/tags', { name, lang, translations }))['id'] as number;
  const fr = term('Pluie', 'fr');
  const en = term('Rain', 'en', { fr });
  write(own, 'posts', { title: 'Rainy', lang: 'en', tags: [en] });
  expect(walked(own).findings).toEqual([]);
});

test('lists have pages, and a search finds', () => {
  const own = filled();
  own.ask('POST', '/wp/v2/settings', { posts_per_page: 2 });
  own.ask('POST', '/pll/v1/settings', { hide_default: false });
  const { site } = own.engine;
  const hosts = previewHosts(site, 8000);
  const shown = (path: string): string => {
    const place = placeAt(site, HOME + path);
    if (place?.kind === 'moved') throw new Error('moved');
    const { status, html } = pageAt(site, place, hosts);
    return `${status} ${[...html.matchAll(/<h2><a[^>]*>([^<]*)/g)].map(([, title]) => title).join(', ')}`;
  };
  expect(shown('/en/')).toMatch(/^200 Lamp \d, Lamp \d$/);
  expect(shown('/en/page/2/')).toMatch(/^200 Lamp \d$/);
  expect(shown('/en/page/3/')).toMatch(/^404/);
  expect(shown('/fr/?s=lampe+2')).toBe('200 Lampe 2');
  expect(placeAt(site, `${HOME}/`)).toEqual({ kind: 'moved', to: `${HOME}/en/` });
});
