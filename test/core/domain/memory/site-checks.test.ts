// Checks that depend on the rest of the site: texts in comparison, links, images.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findingCounts } from '../../../../core/domain/findings/findings.ts';
import { SITE_CHECK_IDS } from '../../../../core/units/checks/checks.ts';
import type { Dict } from '../../../../core/types.ts';
import { openContentBench, type ContentBench } from '../../../support/content-bench.ts';
import { openBench } from '../../../support/engine.ts';
import { FIXTURE, importInto } from '../../../transfer/support.ts';
import { countLanguages, LANGUAGES } from '../../units/checks/case.ts';

const LOCALES = { fr: 'fr_FR', de: 'de_DE', es: 'es_ES', ar: 'ar', ja: 'ja', ru: 'ru_RU' } as const;

function siteOf(...codes: (keyof typeof LOCALES)[]): ContentBench {
  const bench = openContentBench(['en_US', ...codes.map((code) => LOCALES[code])]);
  onTestFinished(() => bench.engine.close());
  return bench;
}

interface Found {
  id: number;
  field: string;
  unit: number;
  check: string;
  about: string;
  fix: string | null;
  source_hash: string;
  target_hash: string;
}
const findings = (bench: ContentBench, lang: string, checks: readonly string[]): Found[] => {
  const answer = bench.engine.dispatch(
    { method: 'GET', path: '/polydesk/v1/findings', query: { lang, per_page: 100 } },
    bench.admin,
  );
  expect(answer.status).toBe(200);
  return (answer.body as Found[]).filter(({ check }) => checks.includes(check));
};
const add = (bench: ContentBench, body: Dict): number =>
  bench.must('POST', '/wp/v2/posts', { status: 'publish', ...body })['id'] as number;
const linkOf = (bench: ContentBench, id: number): string => String(bench.must('GET', `/wp/v2/posts/${id}`)['link']);
const p = (text: string): string => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;

test.each(Object.keys(LOCALES) as (keyof typeof LOCALES)[])('%s: a link to another language', (lang) => {
  const bench = siteOf(lang);
  const en = add(bench, { title: 'Map of routes', lang: 'en' });
  const own = add(bench, { title: 'Map here', lang, translations: { en } });
  const alone = add(bench, { title: 'Only English', lang: 'en' });
  const draft = add(bench, { title: 'With a draft', lang: 'en' });
  add(bench, { title: 'Draft', lang, status: 'draft', translations: { en: draft } });
  const text = (first: number): string =>
    p(`See <a href="${linkOf(bench, first)}#top">one</a>, <a href="${linkOf(bench, alone)}">two</a>`) +
    p(`and <a href="https://example.org/map-of-routes/">three</a>, <a href="${linkOf(bench, draft)}">four</a>.`);
  const source = add(bench, { title: 'Text', content: text(en), lang: 'en' });
  const id = add(bench, { title: 'Other', content: text(en).replace('See', 'X'), lang, translations: { en: source } });
  expect(findings(bench, lang, ['link_language'])).toMatchObject([
    {
      id,
      field: 'content',
      // Both links are in the first of two paragraphs.
      ...{ what: 'paragraph', place: 1, link: 'one' },
      check: 'link_language',
      about: `${linkOf(bench, en)}#top`,
      address: `${linkOf(bench, own)}#top`,
    },
  ]);
  const { job } = bench.must('POST', '/polydesk/v1/findings/fix', { lang, check: 'link_language' });
  expect(bench.must('GET', `/polydesk/v1/jobs/${String(job)}`)).toMatchObject({ state: 'done', report: { fixed: 1 } });
  expect(findings(bench, lang, ['link_language'])).toEqual([]);
  const { content } = bench.must('GET', `/wp/v2/posts/${id}`) as { content: { rendered: string } };
  expect(content.rendered).toContain(`href="${linkOf(bench, own)}#top"`);
  expect(content.rendered).toContain('href="https://example.org/map-of-routes/"');
});

test('the links of one translation are checked by themselves, with what is ignored', () => {
  const bench = siteOf('fr');
  const en = add(bench, { title: 'Map of routes', lang: 'en' });
  const fr = add(bench, { title: 'Carte', lang: 'fr', translations: { en } });
  const [wrong, right] = [linkOf(bench, en), linkOf(bench, fr)];
  const a = (to: string, words: string): string => `<a href="${to}">${words}</a>`;
  const button = (words: string): string =>
    `<!-- wp:button -->\n<div class="wp-block-button">${a(wrong, words)}</div>\n<!-- /wp:button -->`;
  const source = add(bench, {
    title: 'Text',
    content: p(a(wrong, 'A')) + p(`b ${a(wrong, 'c')}`) + button('Book'),
    lang: 'en',
  });
  const content = p(a(wrong, 'Un')) + p(`deux ${a(wrong, 'trois')} ${a(right, 'x')}`) + button('Réserver');
  const id = add(bench, { title: 'Texte', content, lang: 'fr', translations: { en: source } });
  const links = (of: number) =>
    bench.engine.dispatch(
      { method: 'GET', path: '/polydesk/v1/findings/links', query: { kind: 'post', id: of } },
      bench.admin,
    );
  const found = links(id).body as (Found & Dict)[];
  expect(found.map(({ what, place, link, address }) => [what, place, link, address])).toEqual([
    ['paragraph', 1, 'Un', right],
    ['paragraph', 2, 'trois', right],
    ['button', 0, 'Réserver', right],
  ]);
  expect(found).toEqual(
    (
      bench.engine.dispatch({ method: 'GET', path: '/polydesk/v1/findings', query: { lang: 'fr' } }, bench.admin)
        .body as Found[]
    ).filter(({ check }) => check === 'link_language'),
  );
  const { check, source_hash, target_hash } = found[1] ?? {};
  bench.must('POST', '/polydesk/v1/findings/ignore', { kind: 'post', id, check, source_hash, target_hash });
  expect(links(id).body).toEqual(found);
  bench.must('POST', '/wp/v2/settings', { checks: { link_language: false } });
  expect(links(id).body).toEqual([]);
  // The source of the others is no translation.
  expect(links(source).body).toEqual([]);
  expect(links(999_999).status).toBe(404);
});

test('links that are left out of a fix, or ignored, stay: also where another one leads to the same page', () => {
  const bench = siteOf('fr');
  const en = add(bench, { title: 'Map of routes', lang: 'en' });
  const fr = add(bench, { title: 'Carte', lang: 'fr', translations: { en } });
  const [wrong, right] = [linkOf(bench, en), linkOf(bench, fr)];
  const text = (words: string[], to: string[] = []): string =>
    words.map((word, at) => p(`See <a href="${to[at] ?? wrong}">${word}</a>.`)).join('');
  const source = add(bench, { title: 'Text', content: text(['one', 'two', 'three']), lang: 'en' });
  const words = ['un', 'deux', 'trois'];
  const id = add(bench, { title: 'Texte', content: text(words), lang: 'fr', translations: { en: source } });
  const [first, , third] = findings(bench, 'fr', ['link_language']);
  const nameOf = ({ source_hash, target_hash }: Found) =>
    ({ kind: 'post', id, check: 'link_language', source_hash, target_hash }) as const;
  if (!first || !third) throw new Error('no findings');
  bench.must('POST', '/polydesk/v1/findings/ignore', nameOf(third));
  const fix = (body: object): unknown => {
    const { job } = bench.must('POST', '/polydesk/v1/findings/fix', { lang: 'fr', check: 'link_language', ...body });
    return bench.must('GET', `/polydesk/v1/jobs/${String(job)}`)['report'];
  };
  const raw = () =>
    (
      bench.engine.dispatch({ method: 'GET', path: `/wp/v2/posts/${id}`, query: { context: 'edit' } }, bench.admin)
        .body as { content: { raw: string } }
    ).content.raw;
  expect(fix({ skip: [nameOf(first)] })).toEqual({ fixed: 1, items: 1, skipped: 0 });
  expect(raw()).toBe(text(words, [wrong, right, wrong]));
  expect(fix({})).toEqual({ fixed: 1, items: 1, skipped: 0 });
  expect(raw()).toBe(text(words, [right, right, wrong]));
  bench.must('POST', '/polydesk/v1/findings/ignore', { ...nameOf(third), ignore: false });
  expect(fix({})).toEqual({ fixed: 1, items: 1, skipped: 0 });
  expect(raw()).toBe(text(words, [right, right, right]));
});

const LEAVES = [
  '/#top',
  '/feed/',
  '/2026/',
  '/author/a/',
  '/wp-content/a.pdf',
  '/files/a.pdf',
  '?s=a',
  '/page/2/',
  'mailto:a@b.test',
];
test.each(Object.keys(LOCALES) as (keyof typeof LOCALES)[])('%s: a link that leads nowhere', (lang) => {
  const bench = siteOf(lang);
  const there = add(bench, { title: 'Map of routes', lang: 'en' });
  const gone = add(bench, { title: 'In the bin', lang: 'en' });
  const category = bench.must('POST', '/wp/v2/categories', { name: 'Rides', lang: 'en' });
  const home = linkOf(bench, there).replace(/(^https?:\/\/[^/]+).*$/, '$1');
  const links = [`${home}/never-written/`, linkOf(bench, gone), '/also-not-there/#a', '/?p=99999'];
  const fine = [linkOf(bench, there), String(category['link']), 'https://example.org/x/', ...LEAVES, `/${lang}/`];
  const text = (word: string): string => p([...links, ...fine].map((to) => `<a href="${to}">${word}</a>`).join(', '));
  const en = add(bench, { title: 'Text', content: text('One'), lang: 'en' });
  add(bench, { title: 'Other', content: text('Two'), lang, translations: { en } });
  bench.must('DELETE', `/wp/v2/posts/${gone}`);
  const found = findings(bench, lang, ['link_dead']);
  expect(found.map(({ about, fix }) => [about, fix])).toEqual(links.map((link) => [link, null]));
});

test('a link to the version of the same page in another language is meant', () => {
  const bench = siteOf('fr');
  const en = add(bench, { title: 'Text', lang: 'en' });
  const fr = add(bench, { title: 'Texte', lang: 'fr', translations: { en } });
  bench.must('POST', `/wp/v2/posts/${en}`, { content: p(`Auf <a href="${linkOf(bench, fr)}">French</a> here`) });
  bench.must('POST', `/wp/v2/posts/${fr}`, { content: p(`En <a href="${linkOf(bench, en)}">anglais</a> ici`) });
  expect(findings(bench, 'fr', ['link_language'])).toEqual([]);
});

const ALT = {
  fr: 'Un vélo rouge',
  de: 'Ein rotes Rad',
  es: 'Una bici roja',
  ar: 'دراجة حمراء',
  ja: '赤い自転車',
  ru: 'Красный',
};
test.each(Object.entries(ALT) as [keyof typeof LOCALES, string][])('%s: pictures without a text', (lang, alt) => {
  const bench = siteOf(lang);
  const image = (text: string): string =>
    `<!-- wp:image -->\n<figure class="wp-block-image"><img src="a.jpg" alt="${text}"/></figure>\n<!-- /wp:image -->`;
  const content = (one: string, two: string, three: string): string => [one, two, three].map(image).join('\n\n');
  const en = add(bench, { title: 'Pictures', content: content('A red bicycle', '', 'A blue lamp'), lang: 'en' });
  const id = add(bench, { title: 'Other', content: content('', '', alt), lang, translations: { en } });
  const found = findings(bench, lang, ['alt_missing', 'alt_same']);
  expect(found).toMatchObject([{ id, field: 'content', check: 'alt_missing', about: 'A red bicycle', fix: null }]);
  const [{ source_hash, target_hash } = { source_hash: '', target_hash: '' }] = found;
  const ignored = { kind: 'post', id, check: 'alt_missing', source_hash, target_hash };
  bench.must('POST', '/polydesk/v1/findings/ignore', ignored);
  expect(findings(bench, lang, ['alt_missing'])).toEqual([]);
});

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const PICTURES: [lang: keyof typeof LOCALES, alt: string, isFound: boolean][] = [
  ['fr', 'A red bicycle at the river', true],
  ['de', 'A red bicycle at the river', true],
  ['es', 'A red bicycle at the river', true],
  ['ja', 'A red bicycle at the river', true],
  ['ar', 'A red bicycle at the river', true],
  ['ru', 'A red bicycle at the river', true],
  ['fr', 'Un vélo rouge au bord du fleuve', false],
  ['de', 'IMG 2024', false],
  ['es', 'Una bicicleta roja junto al río', false],
  ['ja', '川辺の赤い自転車', false],
  ['ar', 'دراجة حمراء عند النهر', false],
  ['ru', '', false],
];

test('each check of a site has texts in six languages, to find and to leave alone', () => {
  const shown = [true, false].map((is) => PICTURES.filter(([, , isFound]) => isFound === is).map(([to]) => ({ to })));
  const all = [...shown, ...[LOCALES, ALT].map((by) => Object.keys(by).map((to) => ({ to })))];
  for (const cases of all) expect(countLanguages('', cases)).toBeGreaterThanOrEqual(LANGUAGES);
});

test.each(PICTURES)('%s: the text of a picture “%s” is that of the source: %s', (lang, alt, isFound) => {
  const bench = siteOf(lang);
  const source = alt === 'IMG 2024' ? alt : 'A red bicycle at the river';
  bench.must('POST', '/pll/v1/settings', { media_support: true });
  const folder = mkdtempSync(join(tmpdir(), 'polydesk-alt-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const upload = (alt_text: string, of: string): number => {
    const [name, path] = [`${of}.png`, join(folder, of)];
    writeFileSync(path, PIXEL);
    const headers = { 'content-type': 'image/png', 'content-disposition': `attachment; filename="${name}"` };
    const file = { path, name, type: 'image/png', size: PIXEL.length };
    const request = { method: 'POST', path: '/wp/v2/media', query: { lang: of, alt_text }, headers, file };
    const answer = bench.engine.dispatch(request, bench.admin);
    expect(answer.status).toBe(201);
    return (answer.body as { id: number }).id;
  };
  const en = upload(source, 'en');
  const id = upload(alt, lang);
  bench.must('POST', `/wp/v2/media/${id}`, { translations: { en } });
  const found = findings(bench, lang, ['alt_same']);
  expect(found.map((one) => [one.id, one.field, one.check])).toEqual(isFound ? [[id, 'alt', 'alt_same']] : []);
});

test('in item order, with the other translations; once a text is fixed the finding is gone', () => {
  const bench = siteOf('fr');
  const pair = (english: string, french: string): number => {
    const en = add(bench, { title: `A ${english}`, content: p(english), lang: 'en' });
    return add(bench, { title: `B ${french}`, content: p(french), lang: 'fr', translations: { en } });
  };
  const ids = ['Tournez ici à gauche', 'Tournez ici à gauche', 'Toute à gauche ici'].map((text) =>
    pair('Turn left here', text),
  );
  const found = findings(bench, 'fr', ['inconsistent', 'reused']).filter(({ field }) => field === 'content');
  expect(found).toMatchObject([{ id: ids[2], check: 'inconsistent', about: 'Tournez ici à gauche', fix: null }]);
  bench.must('POST', `/wp/v2/posts/${String(ids[2])}`, { content: p('Tournez ici à gauche') });
  expect(findings(bench, 'fr', ['inconsistent']).filter(({ field }) => field === 'content')).toEqual([]);
});

test('a finding in the name of a term', () => {
  const bench = siteOf('fr');
  const en = bench.must('POST', '/wp/v2/categories', { name: 'Best 800 rides', lang: 'en' })['id'];
  const names = { name: 'Les 80 meilleurs trajets', lang: 'fr', translations: { en } };
  const { id } = bench.must('POST', '/wp/v2/categories', names);
  expect(findings(bench, 'fr', ['numbers'])).toMatchObject([
    { kind: 'term', id, field: 'title', about: '800' },
    { kind: 'term', id, field: 'title', about: '80' },
  ]);
});

test('the texts for a check of your own, without those that show the source, and with what is ignored', () => {
  const bench = siteOf('fr');
  bench.must('POST', '/polydesk/v1/glossary', {
    words: [
      { lang: 'en', text: 'brake' },
      { lang: 'fr', text: 'frein' },
    ],
  });
  const rows = (first: string, second: string): string => p(first) + p(second);
  const same = 'The same words on both sides';
  const en = add(bench, { title: 'The brake', content: rows('A red bicycle', same), lang: 'en' });
  const id = add(bench, { title: 'Le frien', content: rows('Un vélo', same), lang: 'fr', translations: { en } });
  add(bench, { title: 'Alone', lang: 'fr' });
  const read = (query: Dict = {}): { pages: number; texts: (Dict & { ignored: string[] })[] } => {
    const request = { method: 'GET', path: '/polydesk/v1/findings/texts', query: { lang: 'fr', ...query } };
    const answer = bench.engine.dispatch(request, bench.admin);
    expect(answer.status).toBe(200);
    return answer.body as ReturnType<typeof read>;
  };
  const { pages, texts } = read();
  expect(pages).toBe(1);
  expect(texts).toMatchObject([
    { id, field: 'title', unit: 0, source: 'The brake', target: 'Le frien', words: ['frein'], ignored: [] },
    { id, field: 'content', unit: 0, source: 'A red bicycle', target: 'Un vélo', words: [], ignored: [] },
  ]);
  const { source_hash, target_hash } = texts[0] as unknown as Found;
  const finding = { kind: 'post', id, check: 'spelling', source_hash, target_hash };
  bench.must('POST', '/polydesk/v1/findings/ignore', finding);
  expect(read().texts.map(({ ignored }) => ignored)).toEqual([['spelling'], []]);
  bench.must('POST', `/wp/v2/posts/${id}`, { title: 'Le frin' });
  expect(read().texts.map(({ ignored }) => ignored)).toEqual([[], []]);
  expect(read({ page: 2 })).toEqual({ pages: 1, texts: [] });
});

test('a check that is off runs when it is asked for, and its fixes too', () => {
  const bench = siteOf('fr');
  const en = add(bench, { title: 'Say “hi” now!', lang: 'en' });
  const fr = add(bench, { title: 'Dites "salut"', lang: 'fr', translations: { en } });
  const ask = (query: Dict): string[] => {
    const request = { method: 'GET', path: '/polydesk/v1/findings', query: { lang: 'fr', ...query } };
    return (bench.engine.dispatch(request, bench.admin).body as Found[]).map(({ check }) => check);
  };
  expect(ask({})).toEqual([]);
  expect(ask({ check: 'quotes' })).toEqual(['quotes']);
  expect(ask({ check: 'end_exclamation' })).toEqual(['end_exclamation']);
  bench.must('POST', '/polydesk/v1/findings/fix', { lang: 'fr', check: 'quotes' });
  expect(bench.must('GET', `/wp/v2/posts/${fr}`)['title']).toMatchObject({
    rendered: expect.stringContaining('«') as string,
  });
  expect(ask({ check: 'quotes' })).toEqual([]);
});

test('only the findings that were asked for are fixed, and one that is ignored stays', () => {
  const bench = siteOf('fr');
  const en = add(bench, { title: 'Where is it?', content: p('Where is it?'), lang: 'en' });
  const text = 'Où est-ce  donc?';
  const id = add(bench, { title: text, content: p(text), lang: 'fr', translations: { en } });
  const [finding] = findings(bench, 'fr', ['punctuation_spacing']).filter(({ field }) => field === 'title');
  const { check, source_hash, target_hash } = finding as Found;
  bench.must('POST', '/polydesk/v1/findings/ignore', { kind: 'post', id, check, source_hash, target_hash });
  const rawOf = (): string[] => {
    const request = { method: 'GET', path: `/wp/v2/posts/${id}`, query: { context: 'edit' } };
    const { title, content } = bench.engine.dispatch(request, bench.admin).body as Record<string, { raw: string }>;
    return [title?.raw ?? '', content?.raw ?? ''];
  };
  bench.must('POST', '/polydesk/v1/findings/fix', { lang: 'fr', check: 'double_space' });
  expect(rawOf()).toEqual(['Où est-ce donc?', p('Où est-ce donc?')]);
  bench.must('POST', '/polydesk/v1/findings/fix', { lang: 'fr' });
  // The title is another text by now, so that it is no longer ignored.
  expect(rawOf()).toEqual(['Où est-ce donc\u202f?', p('Où est-ce donc\u202f?')]);
});

test('few false alarms on the fixture, whose texts are right', () => {
  const { engine } = openBench();
  onTestFinished(() => engine.close());
  const { site } = engine;
  importInto(site, { path: FIXTURE });
  const counts = findingCounts(site);
  console.info(
    `findings on the fixture: ${JSON.stringify(counts.map(({ lang, check, count }) => [lang, check, count]))}`,
  );
  expect(counts.filter(({ check }) => (SITE_CHECK_IDS as readonly string[]).includes(check))).toEqual([]);
});
