import { describe, expect, onTestFinished, test } from 'vitest';
import { learnHere } from '../../../../core/domain/memory/learn.ts';
import { forgetStamp } from '../../../../core/store/memory/books.ts';
import { all, sql } from '../../../../core/store/sql.ts';
import { countTexts } from '../../../../core/store/memory/texts.ts';
import type { Site } from '../../../../core/site.ts';
import { randomOf } from '../../../bench/desk-texts.ts';
import { bodyOf, openBench, type Bench } from '../../../support/engine.ts';

const LANGS = ['en', 'fr', 'de'] as const;

function siteOfThree(): Bench {
  const bench = openBench();
  onTestFinished(() => bench.engine.close());
  for (const locale of ['en_US', 'fr_FR', 'de_DE']) bench.ask('POST', '/pll/v1/languages', { locale });
  return bench;
}

const paragraph = (text: string): string => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;

function addPost(bench: Bench, lang: string, texts: string[], translations?: Record<string, number>): number {
  const content = texts.slice(1).map(paragraph).join('\n\n');
  const body = { title: texts[0], content, lang, status: 'publish', ...(translations && { translations }) };
  return Number(bodyOf(bench.ask('POST', '/wp/v2/posts', body))['id']);
}

const lookUp = (bench: Bench, text: string, more: object = {}) =>
  bench.ask('POST', '/polydesk/v1/memory/lookup', { from: 'en', to: 'fr', text, ...more }).body as {
    score: number;
    kind: string;
    source: string;
    target: string;
    origin: { kind: string; id: number; title: string; quality: string };
  }[];

describe('what the memory proposes', () => {
  test('the same text, one like it, and one with other numbers', () => {
    const bench = siteOfThree();
    const en = addPost(bench, 'en', ['Brakes', 'The front brake stops the wheel in 3 metres.']);
    const fr = addPost(bench, 'fr', ['Freins', 'Le frein avant arrête la roue en 3 mètres.'], { en });
    expect(lookUp(bench, 'The front brake stops the wheel in 3 metres.')).toMatchObject([
      {
        ...{ score: 100, kind: 'exact', target: 'Le frein avant arrête la roue en 3 mètres.' },
        origin: { kind: 'post', id: fr, title: 'Freins', quality: 'confirmed' },
      },
    ]);
    expect(lookUp(bench, 'The front brake stops the wheel in 12 metres.')).toMatchObject([
      { score: 99, kind: 'numbers', target: 'Le frein avant arrête la roue en 12 mètres.' },
    ]);
    expect(lookUp(bench, 'The rear brake stops the wheel in 3 metres!')).toMatchObject([
      { score: 87, kind: 'fuzzy', target: 'Le frein avant arrête la roue en 3 mètres.' },
    ]);
    expect(lookUp(bench, 'A text that nobody wrote.')).toEqual([]);
  });

  test('pairs of two translations, in both directions', () => {
    const bench = siteOfThree();
    const en = addPost(bench, 'en', ['Lamp', 'The lamp is on.']);
    const fr = addPost(bench, 'fr', ['Lampe', 'La lampe est allumée.'], { en });
    addPost(bench, 'de', ['Leuchte', 'Die Lampe ist an.'], { en, fr });
    expect(lookUp(bench, 'Die Lampe ist an.', { from: 'de', to: 'fr' })).toMatchObject([
      { score: 100, target: 'La lampe est allumée.' },
    ]);
    expect(lookUp(bench, 'La lampe est allumée.', { from: 'fr', to: 'en' })).toMatchObject([
      { score: 100, target: 'The lamp is on.' },
    ]);
  });

  test('links in another order keep their numbers; a mark that only the translation has is left out', () => {
    const bench = siteOfThree();
    const link = (to: string, text: string): string => `<a href="https://example.org/${to}">${text}</a>`;
    const en = addPost(bench, 'en', [
      'Links',
      `Read ${link('rules', 'the rules')} before ${link('form', 'the form')}.`,
      `The ${link('shop', 'shop')} is open.`,
    ]);
    addPost(
      bench,
      'fr',
      [
        'Liens',
        `Avant ${link('form', 'le formulaire')}, lisez ${link('rules', 'les règles')}.`,
        'La <em>boutique</em> est ouverte.',
      ],
      { en },
    );
    expect(lookUp(bench, 'Read <g id="0">the rules</g> before <g id="1">the form</g>.')).toMatchObject([
      { score: 100, target: 'Avant <g id="1">le formulaire</g>, lisez <g id="0">les règles</g>.' },
    ]);
    expect(lookUp(bench, 'The <g id="0">shop</g> is open.')).toMatchObject([{ target: 'La boutique est ouverte.' }]);
  });

  test('a unit in its place scores 101, and after the same text too', () => {
    const bench = siteOfThree();
    const en = addPost(bench, 'en', ['One', 'Turn the key to the left.', 'Read more']);
    addPost(bench, 'fr', ['Un', 'Tournez la clé à gauche.', 'Lire la suite'], { en });
    const other = addPost(bench, 'en', ['Two', 'Turn the key to the left.', 'Read more']);
    addPost(bench, 'fr', ['Deux', 'Brouillon', 'Encore'], { en: other });
    expect(lookUp(bench, 'Read more', { key: `p${en}.content.1` })[0]).toMatchObject({
      score: 101,
      target: 'Lire la suite',
    });
    expect(lookUp(bench, 'Read more').map(({ score }) => score)).toEqual([100, 100]);
  });

  test('a text behind its source, or one that still shows it, is not proposed; dealt with, it is', () => {
    const bench = siteOfThree();
    const en = addPost(bench, 'en', ['Wheel', 'The wheel is round and black.']);
    const fr = addPost(bench, 'fr', ['Roue', 'La roue est ronde et noire.'], { en });
    bench.ask('POST', `/wp/v2/posts/${en}`, { content: paragraph('The wheel is round and red.') });
    expect(lookUp(bench, 'The wheel is round and red.')).toEqual([]);
    bench.ask('POST', `/wp/v2/posts/${fr}`, { content: paragraph('La roue est ronde et rouge.') });
    bench.ask('POST', `/polydesk/v1/staleness/post/${fr}/confirm`);
    expect(lookUp(bench, 'The wheel is round and red.')).toMatchObject([
      { score: 100, target: 'La roue est ronde et rouge.' },
    ]);
    bench.ask('DELETE', `/wp/v2/posts/${fr}`);
    expect(lookUp(bench, 'The wheel is round and red.')).toEqual([]);
  });

  test('formatting is kept as marks', () => {
    const bench = siteOfThree();
    const en = addPost(bench, 'en', ['A', 'Press <strong>both</strong> levers.']);
    addPost(bench, 'fr', ['B', 'Serrez les <strong>deux</strong> leviers.'], { en });
    expect(lookUp(bench, 'Press <g id="0">both</g> levers.')).toMatchObject([
      { score: 100, target: 'Serrez les <g id="0">deux</g> leviers.' },
    ]);
    expect(lookUp(bench, 'Press both levers.')).toMatchObject([{ score: 99 }]);
  });

  test('a text of sentences that other texts have is put together from them', () => {
    const bench = siteOfThree();
    const en = addPost(bench, 'en', [
      'Rain',
      'Wear <strong>bright</strong> clothes at night. Turn on both lamps now. Ask Dr. Smith about it.',
      'The shop is open today.',
      'One sentence is here. Another sentence follows it.',
    ]);
    addPost(
      bench,
      'fr',
      [
        'Pluie',
        'La nuit, portez du <strong>clair</strong>. Allumez les deux lampes. Demandez au Dr Smith.',
        'La boutique est ouverte.',
        'Une phrase est ici, une autre la suit.',
      ],
      { en },
    );
    const text = 'Turn on both lamps now. Wear <g id="3">bright</g> clothes at night. The shop is open today.';
    expect(lookUp(bench, text)).toMatchObject([
      {
        ...{ score: 99, kind: 'parts', source: text },
        target: 'Allumez les deux lampes. La nuit, portez du <g id="3">clair</g>. La boutique est ouverte.',
        origin: { title: 'Pluie' },
      },
    ]);
    expect(lookUp(bench, 'Turn on both lamps now.')).toMatchObject([{ score: 99, target: 'Allumez les deux lampes.' }]);
    const half = lookUp(bench, 'Turn on both lamps now. Nobody wrote this here.', { min: 50 });
    expect(half).toMatchObject([{ score: 55, kind: 'parts', target: 'Allumez les deux lampes.' }]);
    // The translation has another number of sentences.
    expect(lookUp(bench, 'Another sentence follows it.')).toEqual([]);
    expect(lookUp(bench, 'The shop is open today.')).toMatchObject([{ score: 100, kind: 'exact' }]);
    bench.ask('POST', `/wp/v2/posts/${en}`, { content: paragraph('Nothing of it is left.') });
    expect(lookUp(bench, 'Turn on both lamps now.')).toEqual([]);
  });

  test('words are found on both sides, whatever their case', () => {
    const bench = siteOfThree();
    const en = addPost(bench, 'en', ['Brakes', 'The FRONT brake.']);
    addPost(bench, 'fr', ['Freins', 'Le frein avant.'], { en });
    const search = (q: string) =>
      bench.engine.dispatch(
        { method: 'GET', path: '/polydesk/v1/memory/search', query: { q, from: 'en', to: 'fr' } },
        bench.admin,
      ).body as { total: number; pairs: unknown[] };
    expect(search('front br')).toMatchObject({
      total: 1,
      pairs: [{ source: 'The FRONT brake.', in_source: [[4, 12]] }],
    });
    expect(search('FREIN')).toMatchObject({ total: 2 });
    expect(search('av')).toMatchObject({ total: 1, pairs: [{ target: 'Le frein avant.', in_target: [[9, 11]] }] });
    expect(search('nothing')).toMatchObject({ total: 0, pairs: [] });
  });

  test.each([
    ['brake', ['Check the front brake.']],
    ['車', ['車が走る。']],
    ['電車', ['電車に乗る。']],
  ])('only as a whole word: %s', (q, sources) => {
    const bench = siteOfThree();
    bench.ask('POST', '/pll/v1/languages', { locale: 'ja' });
    for (const [lang, ...texts] of [
      ['en', 'Check the front brake.', 'Brakes are here.'],
      ['ja', '車が走る。', '電車に乗る。'],
    ] as const) {
      const from = addPost(bench, lang, ['Title', ...texts]);
      addPost(bench, 'fr', ['Titre', 'Un', 'Deux'], { [lang]: from });
    }
    const query = { q, whole: 'true', in: 'source', from: q === 'brake' ? 'en' : 'ja', to: 'fr' };
    const { body } = bench.engine.dispatch({ method: 'GET', path: '/polydesk/v1/memory/search', query }, bench.admin);
    expect((body as { pairs: { source: string }[] }).pairs.map(({ source }) => source)).toEqual(sources);
  });

  test.each([
    [500, false],
    [501, true],
  ])('%i texts have the word, one of them in French: there may be more: %s', (count, isMore) => {
    const bench = siteOfThree();
    const texts = (word: string): string[] => Array.from({ length: count }, (_, at) => `${word} ${at}`);
    const en = addPost(bench, 'en', ['Title', ...texts('Brake')]);
    const de = addPost(bench, 'de', ['Titel', ...texts('Bremse')], { en });
    addPost(bench, 'fr', ['Titre', 'Frein 0'], { en, de });
    const query = { q: 'brake', in: 'source', from: 'en', to: 'fr' };
    const { body } = bench.engine.dispatch({ method: 'GET', path: '/polydesk/v1/memory/search', query }, bench.admin);
    expect(body).toMatchObject({ more: isMore });
  });

  test('an unknown language is refused', () => {
    const bench = siteOfThree();
    const answer = bench.ask('POST', '/polydesk/v1/memory/lookup', { from: 'en', to: 'xx', text: 'Hi' });
    expect([answer.status, bodyOf(answer)['code']]).toEqual([400, 'rest_invalid_param']);
  });
});

/** Everything in a memory that matters: which unit of which group has which text. */
function contents(site: Site): unknown[] {
  const db = site.memory.writer();
  return all(
    db,
    sql`SELECT u.owner, u.unit, u.language, u.item, u.quality, t.marked, t.words,
          (SELECT count(*) FROM texts WHERE language = t.language AND hash = t.hash) AS times
        FROM uses AS u JOIN texts AS t ON t.id = u.text ORDER BY 1, 2, 3`,
  );
}

const rowCount = (site: Site, table: string): unknown =>
  all(
    site.memory.writer(),
    table === 'texts' ? sql`SELECT count(*) AS n FROM texts` : sql`SELECT count(*) AS n FROM postings_docsize`,
  );

/** All that follows from the writes of a site. */
function derived(site: Site): unknown[] {
  const db = site.memory.writer();
  const counted = sql`SELECT language, count(*) AS texts, sum(words) AS words FROM texts GROUP BY language ORDER BY language`;
  expect(countTexts(db)).toEqual(all(db, counted));
  const sentences = sql`SELECT t.marked, s.language, s.hash, s.place FROM sentences AS s LEFT JOIN texts AS t ON t.id = s.text
    ORDER BY 1, 2, 3, 4`;
  return [contents(site), rowCount(site, 'texts'), rowCount(site, 'postings'), all(db, sentences)];
}

describe('after random writes', () => {
  const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 1e6));

  test(`the memory is what it is when it is made anew, seed ${seed}`, () => {
    const bench = siteOfThree();
    const { site } = bench.engine;
    const random = randomOf(seed);
    const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
    const words = ['light', 'brake', 'wheel', 'road', '12', 'lamp', 'winter', 'helmet'];
    const sentence = (): string => Array.from({ length: 2 + Math.floor(random() * 4) }, () => pick(words)).join(' ');
    const posts: number[] = [];
    const translateString = (): void => {
      const strings = bench.ask('GET', '/polydesk/v1/strings').body as { source: string }[];
      const translations = { [pick(LANGS) ?? 'en']: random() < 0.2 ? '' : sentence() };
      bench.ask('PATCH', '/polydesk/v1/strings', { source: pick(strings)?.source, translations });
    };
    const stringActs: (() => unknown)[] = [
      translateString,
      translateString,
      () => bench.ask('POST', '/wp/v2/settings', { [pick(['title', 'description']) ?? 'title']: sentence() }),
      () => bench.ask('POST', '/wp/v2/settings', { date_format: pick(['F j, Y', 'Y-m-d', sentence()]) }),
    ];
    const acts: (() => unknown)[] = [
      () => posts.push(addPost(bench, pick(LANGS) ?? 'en', [sentence(), sentence(), sentence()])),
      () => {
        const [id, lang] = [pick(posts), pick(LANGS)];
        const answer = bench.ask('POST', '/polydesk/v1/translations', { kind: 'post', id, lang, texts: 'source' });
        if (answer.status === 201) posts.push(Number(bodyOf(answer)['id']));
      },
      () => bench.ask('POST', `/wp/v2/posts/${pick(posts)}`, { content: paragraph(sentence()), title: sentence() }),
      () =>
        bench.ask('POST', `/wp/v2/posts/${pick(posts)}`, { content: paragraph(`A ${sentence()}. A ${sentence()}.`) }),
      () => bench.ask('POST', `/wp/v2/posts/${pick(posts)}`, { status: pick(['draft', 'publish']) }),
      () => bench.ask('POST', `/wp/v2/posts/${pick(posts)}`, { lang: pick(LANGS) }),
      () => bench.ask('POST', `/wp/v2/posts/${pick(posts)}`, { translations: { [pick(LANGS) ?? 'en']: pick(posts) } }),
      () => bench.ask('POST', `/polydesk/v1/staleness/post/${pick(posts)}/confirm`),
      () => {
        const request = { method: 'DELETE', path: `/wp/v2/posts/${pick(posts)}`, query: { force: random() < 0.5 } };
        return bench.engine.dispatch(request, bench.admin);
      },
      // Seldom: the memory is made anew then.
      () => random() < 0.1 && bench.ask('POST', '/pll/v1/settings', { default_lang: pick(LANGS) }),
      () => {
        const [last] = bench.ask('GET', '/polydesk/v1/history').body as { id: number }[];
        bench.ask('POST', `/polydesk/v1/history/${last?.id}/undo`);
      },
    ];
    for (let n = 0; n < 6; n++) acts[0]?.();
    bench.ask('POST', '/wp/v2/settings', { title: sentence(), description: sentence() });
    for (let n = 0; n < 6; n++) translateString();
    for (let round = 0; round < 6; round++) {
      for (let n = 0; n < 12; n++) pick(acts)?.();
      for (let n = 0; n < 3; n++) pick(stringActs)?.();
      learnHere(site);
      const learned = derived(site);
      forgetStamp(site.db);
      learnHere(site);
      expect(learned, `seed ${seed}`).toEqual(derived(site));
    }
  });
});
