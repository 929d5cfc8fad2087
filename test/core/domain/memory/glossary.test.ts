import { describe, expect, onTestFinished, test } from 'vitest';
import { bodyOf, openBench, type Bench } from '../../../support/engine.ts';

function siteOfTwo(): Bench {
  const bench = openBench();
  onTestFinished(() => bench.engine.close());
  for (const locale of ['en_US', 'fr_FR']) bench.ask('POST', '/pll/v1/languages', { locale });
  return bench;
}

const beam = {
  definition: 'What a lamp throws',
  words: [
    { lang: 'en', text: 'beam' },
    { lang: 'fr', text: 'faisceau' },
    { lang: 'fr', text: 'poutre', status: 'forbidden' },
  ],
};
const paragraph = (text: string): string => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;

function pair(bench: Bench, english: string, french: string): { en: number; fr: number } {
  const add = (body: object): number => Number(bodyOf(bench.ask('POST', '/wp/v2/posts', body))['id']);
  const en = add({ title: 'Lamp', content: paragraph(english), lang: 'en', status: 'publish' });
  const fr = add({ title: 'Lampe', content: paragraph(french), lang: 'fr', status: 'publish', translations: { en } });
  return { en, fr };
}

/** In how many texts a term is used. */
function usesOf(bench: Bench, id: number): unknown {
  const query = { include: String(id) };
  return bench.engine.dispatch({ method: 'GET', path: '/polydesk/v1/glossary/uses', query }, bench.admin).body;
}

const findings = (bench: Bench, query: object = {}) =>
  bench.engine.dispatch({ method: 'GET', path: '/polydesk/v1/findings', query: { lang: 'fr', ...query } }, bench.admin)
    .body as {
    id: number;
    check: string;
    about: string;
    fix: string | null;
    source_hash: string;
    target_hash: string;
  }[];

describe('the glossary', () => {
  test('a term is added, changed, found in a text, deleted, and each is undone', () => {
    const bench = siteOfTwo();
    const added = bench.ask('POST', '/polydesk/v1/glossary', beam);
    expect(added.status).toBe(201);
    const { id } = bodyOf(added) as { id: number };
    const match = (text: string) =>
      bench.ask('POST', '/polydesk/v1/glossary/match', { from: 'en', to: 'fr', text }).body;
    expect(match('Two <g id="0">beams</g>.')).toMatchObject([
      { concept: id, word: 'beam', places: [[4, 9]], allowed: ['faisceau'], forbidden: ['poutre'] },
    ]);
    expect(match('A moonbeam')).toEqual([]);
    bench.ask('PATCH', `/polydesk/v1/glossary/${id}`, { note: 'Of lamps', words: [{ lang: 'en', text: 'beam' }] });
    expect(bench.ask('GET', `/polydesk/v1/glossary/${id}`).body).toMatchObject({
      ...{ note: 'Of lamps', definition: beam.definition },
      words: [{ lang: 'en', text: 'beam', status: 'preferred', case_sensitive: false }],
    });
    bench.ask('DELETE', `/polydesk/v1/glossary/${id}`);
    expect(bench.ask('GET', '/polydesk/v1/glossary').body).toEqual([]);
    for (const _ of [1, 2]) {
      const entries = bench.ask('GET', '/polydesk/v1/history').body as {
        id: number;
        undone_by: number | null;
        undoes: number | null;
      }[];
      const next = entries.find((entry) => entry.undone_by === null && entry.undoes === null);
      expect(bench.ask('POST', `/polydesk/v1/history/${next?.id}/undo`).status).toBe(200);
    }
    expect(bench.ask('GET', '/polydesk/v1/glossary').body).toMatchObject([
      { id, note: '', words: [{ text: 'beam' }, {}, {}] },
    ]);
  });

  test('it says who added a term, and in how many translated texts its words are', () => {
    const bench = siteOfTwo();
    const added = bodyOf(bench.ask('POST', '/polydesk/v1/glossary', beam)) as Record<
      'id' | 'added_by' | 'added_at',
      string
    >;
    expect([added.added_by, added.added_at]).toEqual(['admin', expect.stringMatching(/^\d{4}-\d\d-\d\dT/)]);
    const id = Number(added.id);
    expect(usesOf(bench, id)).toEqual([{ id, texts: 0, more: false, avoided: [] }]);
    pair(bench, 'Two beams are better.', 'Deux poutres valent mieux.');
    pair(bench, 'A moonbeam is no <strong>beam</strong>.', 'Un rayon de lune, pas un <em>faisceau</em>.');
    pair(bench, 'A moonbeam at night.', 'Une poutre dans la nuit.');
    bench.ask('POST', '/wp/v2/posts', { title: 'A beam alone', lang: 'en', status: 'publish' });
    expect(usesOf(bench, id)).toEqual([
      { id, texts: 2, more: false, avoided: [{ lang: 'fr', word: 'poutre', texts: 2 }] },
    ]);
    expect(usesOf(bench, id + 1)).toEqual([]);
  });

  test('a word that another term has is refused, and nothing is stored', () => {
    const bench = siteOfTwo();
    bench.ask('POST', '/polydesk/v1/glossary', beam);
    const again = bench.ask('POST', '/polydesk/v1/glossary', { words: [{ lang: 'en', text: 'Beam' }] });
    expect([again.status, bodyOf(again)['code']]).toEqual([409, 'polydesk_term_exists']);
    expect(bench.ask('POST', '/polydesk/v1/glossary', { words: [{ lang: 'xx', text: 'a' }] }).status).toBe(400);
    expect(bench.ask('GET', '/polydesk/v1/glossary').body).toHaveLength(1);
  });
});

describe('findings of the site', () => {
  test('what is wrong, with its fix, and terms that are missing', () => {
    const bench = siteOfTwo();
    bench.ask('POST', '/polydesk/v1/glossary', beam);
    const { fr } = pair(bench, 'The beam is 20 metres long, is it?', 'La lumière fait 30 mètres, non?');
    expect(findings(bench).map(({ id, check, about }) => [id, check, about])).toEqual([
      [fr, 'punctuation_spacing', '?'],
      [fr, 'check_glossary', 'beam: faisceau'],
      [fr, 'numbers', '20'],
      [fr, 'numbers', '30'],
    ]);
    expect(findings(bench, { check: 'punctuation_spacing' })[0]?.fix).toBe('La lumière fait 30 mètres, non\u202f?');
    expect(
      bodyOf(
        bench.engine.dispatch({ method: 'GET', path: '/polydesk/v1/findings', query: { lang: 'xx' } }, bench.admin),
      ),
    ).toMatchObject({ code: 'rest_invalid_param' });
  });

  test('a finding is ignored until one of its texts changes', () => {
    const bench = siteOfTwo();
    const { fr } = pair(bench, 'It is 20 metres long.', 'Il fait 30 mètres.');
    const ignore = (more: object = {}) => {
      const [{ source_hash, target_hash } = { source_hash: '', target_hash: '' }] = findings(bench);
      return bench.ask('POST', '/polydesk/v1/findings/ignore', {
        kind: 'post',
        id: fr,
        check: 'numbers',
        source_hash,
        target_hash,
        ...more,
      });
    };
    expect(findings(bench)).toHaveLength(2);
    expect(ignore().status).toBe(200);
    expect(findings(bench)).toEqual([]);
    bench.ask('POST', `/wp/v2/posts/${fr}`, { content: paragraph('Il fait 31 mètres.') });
    expect(findings(bench)).toHaveLength(2);
    bench.ask('POST', `/wp/v2/posts/${fr}`, { content: paragraph('Il fait 30 mètres.') });
    expect(findings(bench)).toEqual([]);
  });

  test('a text that still shows its source is not checked', () => {
    const bench = siteOfTwo();
    const { en } = pair(bench, 'Read it in 2024.', 'Lisez-le en 2024.');
    expect(findings(bench)).toEqual([]);
    bench.ask('POST', `/wp/v2/posts/${en}`, { content: paragraph('Read it in 2025.') });
    expect(findings(bench).map(({ check }) => check)).toEqual(['numbers', 'numbers']);
  });
});
