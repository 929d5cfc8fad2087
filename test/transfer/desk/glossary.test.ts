// The glossary as TBX and as a table: export, import, and files of other tools.
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Dict } from '../../../core/types.ts';
import { holds, seed, TIME } from '../../fuzz/seed.ts';
import { openDeskBench, type DeskBench } from './bench.ts';

let bench: DeskBench;
beforeEach(() => {
  bench = openDeskBench();
  return () => bench.engine.close();
});

const FORMATS = ['tbx', 'terms'] as const;
const beam = {
  ...{ definition: 'What a lamp throws', domain: 'Equipment', note: 'Not "ray", <never>', keep: false },
  words: [
    { lang: 'en', text: 'beam' },
    { lang: 'fr', text: 'faisceau' },
    { lang: 'fr', text: 'rayon', status: 'admitted' },
    { lang: 'fr', text: 'poutre', status: 'forbidden' },
  ],
};
const atlas = { keep: true, words: [{ lang: 'en', text: 'Atlas | [Aa]', case_sensitive: true }] };
const wordsOf = (concept: Dict | undefined) =>
  (concept?.['words'] ?? []) as { lang: string; text: string; status: string }[];
const glossary = (of: DeskBench = bench): Dict[] =>
  (of.engine.dispatch({ method: 'GET', path: '/polydesk/v1/glossary' }, of.admin).body as Dict[]).map(
    ({ id: _id, added_at: _at, ...concept }) => concept,
  );

describe.each(FORMATS)('%s', (format) => {
  test('leaves whole, changes nothing when it comes back, and makes the same glossary elsewhere', () => {
    for (const concept of [beam, atlas]) bench.must('POST', '/polydesk/v1/glossary', concept);
    const file = bench.send(format);
    expect(bench.take(file)).toMatchObject({ glossary: { terms: 2, added: 0, changed: 0, same: 2 }, entry: null });
    const other = openDeskBench();
    expect(other.take(file)).toMatchObject({ glossary: { added: 2, changed: 0 } });
    expect(glossary(other)).toEqual(glossary());
    expect(other.take(file)).toMatchObject({ glossary: { same: 2 }, entry: null });
    other.engine.close();
  });

  test('adds and updates its terms in one step, and removes nothing', () => {
    bench.must('POST', '/polydesk/v1/glossary', beam);
    const file = bench.send(format);
    const [{ uuid } = { uuid: '' }] = glossary();
    bench.must('POST', '/polydesk/v1/glossary', { words: [{ lang: 'en', text: 'tube' }] });
    const edited = file
      .replace('What a lamp throws', 'Light of a lamp')
      .replace(/>faisceau<|,faisceau,/, (whole) => whole.replace('faisceau', 'faisceau lumineux'));
    const { entry, ...done } = bench.take(edited);
    expect(done).toMatchObject({ glossary: { terms: 1, added: 0, changed: 1 } });
    const [first, second] = glossary();
    expect(first).toMatchObject({ uuid, definition: 'Light of a lamp', domain: 'Equipment' });
    expect(
      wordsOf(first)
        .map(({ text }) => text)
        .toSorted(),
    ).toEqual(['beam', 'faisceau', 'faisceau lumineux', 'poutre', 'rayon'].toSorted());
    expect(second).toMatchObject({ words: [{ text: 'tube' }] });
    bench.must('POST', `/polydesk/v1/history/${String(entry)}/undo`, {});
    expect(glossary()[0]).toMatchObject({ definition: 'What a lamp throws' });
  });

  test('texts of several lines and words copied from a table change nothing when they come back', () => {
    const words = [{ lang: 'en', text: 'front\t\r\n light\u0001' }];
    const definition = 'First line\nsecond\tline \u000b end';
    bench.must('POST', '/polydesk/v1/glossary', { words, definition, note: ' a\r\nb ' });
    expect(glossary()).toMatchObject([{ definition, words: [{ text: 'front light' }] }]);
    expect(bench.take(bench.send(format))).toMatchObject({ glossary: { same: 1 }, entry: null });
  });
});

test('a word without a letter is refused', () => {
  const body = { words: [{ lang: 'en', text: '\u0001\u0002' }] };
  const answer = bench.engine.dispatch({ method: 'POST', path: '/polydesk/v1/glossary', body }, bench.admin);
  expect(answer.status).toBe(400);
});

const aWord = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }).map((text) => `w${text}`.trim());
const aTerm = fc.record({
  word: aWord,
  french: fc.uniqueArray(aWord, { maxLength: 3, selector: (text) => text.normalize('NFKD').toLowerCase() }),
  status: fc.constantFrom('preferred', 'admitted', 'forbidden'),
  keep: fc.boolean(),
  case_sensitive: fc.boolean(),
});

test.each(FORMATS)('%s: a no-break space and other spaces of a word stay', (format) => {
  const words = ['n°\u00a05', 'punctuation\u2008space'].map((text) => ({ lang: 'fr', text }));
  bench.must('POST', '/polydesk/v1/glossary', { words });
  expect(bench.take(bench.send(format))).toMatchObject({ glossary: { same: 1, changed: 0 }, entry: null });
});

test.each(FORMATS)(
  `%s: whatever a glossary holds, its file changes nothing (seed ${seed})`,
  (format) => {
    const check = (term: typeof aTerm extends fc.Arbitrary<infer T> ? T : never): void => {
      const { word, french, status, keep, case_sensitive } = term;
      const words = [
        { lang: 'en', text: word, case_sensitive },
        ...french.map((text) => ({ lang: 'fr', text, status })),
      ];
      const added = bench.engine.dispatch(
        { method: 'POST', path: '/polydesk/v1/glossary', body: { words, keep } },
        bench.admin,
      );
      if (added.status !== 201) return;
      const terms = glossary();
      expect(bench.take(bench.send(format))).toMatchObject({ glossary: { added: 0, changed: 0 }, entry: null });
      expect(glossary()).toEqual(terms);
      bench.must('DELETE', `/polydesk/v1/glossary/${String((added.body as Dict)['id'])}`);
    };
    holds(fc.property(aTerm, check), 40);
  },
  TIME,
);

const aPlace = fc.double({ min: 0, max: 1, noNaN: true });
const aPiece = fc.constantFrom('', '<', '>', '"', '&', '</term>', '<tig>', ',', '\r\n', ']]>', '\u0000', 'x');

test.each(FORMATS)(
  `%s: a damaged file is refused, or what its preview says can be undone (seed ${seed})`,
  (format) => {
    for (const concept of [beam, atlas]) bench.must('POST', '/polydesk/v1/glossary', concept);
    const [terms, whole] = [glossary(), bench.send(format)];
    const check = (at: number, length: number, put: string): void => {
      const place = Math.floor(at * whole.length);
      const file = whole.slice(0, place) + put + whole.slice(place + length);
      const before = bench.latest();
      const { state: seen, report } = bench.upload(file, { preview: '1' }, 'damaged');
      // What is not a glossary any more is another kind of file, and has a preview that can be applied.
      const isGlossary = seen === 'done' && (report as Dict)['glossary'] !== undefined;
      if (seen === 'done' && !isGlossary) return expect(bench.latest()).toBe(before);
      const { state, entry, report: done } = bench.upload(file, {}, 'damaged') as Dict & { entry: number | null };
      expect(state).toBe(seen);
      if (isGlossary) expect(done).toMatchObject({ glossary: (report as { glossary: object }).glossary });
      if (entry === null) expect(bench.latest()).toBe(before);
      else bench.must('POST', `/polydesk/v1/history/${entry}/undo`, {});
      expect(glossary()).toEqual(terms);
    };
    holds(fc.property(aPlace, fc.nat(20), aPiece, check), 40);
  },
  TIME,
);

const V3_DCT = `<?xml version="1.0" encoding="UTF-8"?>
<tbx type="TBX-Basic" style="dct" xml:lang="en" xmlns="urn:iso:std:iso:30042:ed-2" xmlns:min="http://www.tbxinfo.net/ns/min" xmlns:basic="http://www.tbxinfo.net/ns/basic">
<tbxHeader><fileDesc><sourceDesc><p>x</p></sourceDesc></fileDesc></tbxHeader>
<text><body><conceptEntry id="c1"><min:subjectField>Lights</min:subjectField>
<langSec xml:lang="en"><basic:definition>What a
lamp throws</basic:definition><termSec><term>beam</term><min:administrativeStatus>preferredTerm-admn-sts</min:administrativeStatus></termSec></langSec>
<langSec xml:lang="fr"><termSec><term>faisceau</term></termSec><termSec><term>poutre</term><min:administrativeStatus>deprecatedTerm-admn-sts</min:administrativeStatus></termSec></langSec>
</conceptEntry></body></text></tbx>`;
const V3_DCA = V3_DCT.replace(/<min:(\w+)>([^<]*)<\/min:\w+>/g, (_, type: string, text: string) =>
  type === 'subjectField' ? `<descrip type="${type}">${text}</descrip>` : `<termNote type="${type}">${text}</termNote>`,
).replace(/<(\/?)basic:definition>/g, (_, slash: string) => (slash ? '</descrip>' : '<descrip type="definition">'));
const V2 = V3_DCA.replace(
  /<tbx [^>]*>/,
  '<!DOCTYPE martif SYSTEM "TBXcoreStructV02.dtd">\n<martif type="TBX" xml:lang="en">',
)
  .replaceAll('conceptEntry', 'termEntry')
  .replaceAll('langSec', 'langSet')
  .replaceAll('termSec', 'tig')
  .replaceAll('tbxHeader', 'martifHeader')
  .replace('</tbx>', '</martif>');

test.each([
  ['version 3 by names', V3_DCT],
  ['version 3 by types', V3_DCA],
  ['version 2', V2],
  ['version 2 with groups', V2.replaceAll('<tig>', '<ntig><termGrp>').replaceAll('</tig>', '</termGrp></ntig>')],
])('TBX of other tools: %s', (_, file) => {
  expect(bench.take(file)).toMatchObject({ glossary: { terms: 1, added: 1 } });
  expect(glossary()).toMatchObject([
    {
      ...{ definition: 'What a lamp throws', domain: 'Lights' },
      words: [
        { lang: 'en', text: 'beam', status: 'preferred' },
        { lang: 'fr', text: 'faisceau', status: 'preferred' },
        { lang: 'fr', text: 'poutre', status: 'forbidden' },
      ],
    },
  ]);
});

test.each([
  ['commas', 'en,fr,definition\r\nbeam,faisceau | rayon,"What, a lamp"\r\n,,\r\n'],
  ['semicolons, other names and order', 'definition;fr-FR;EN\nWhat, a lamp;faisceau|rayon;beam\n'],
])('a table as people make it: %s', (_, file) => {
  expect(bench.take(file)).toMatchObject({ glossary: { terms: 1, added: 1 } });
  const [concept] = glossary();
  expect(concept).toMatchObject({ definition: 'What, a lamp' });
  expect(
    wordsOf(concept)
      .map(({ lang, text, status }) => `${lang} ${text} ${status}`)
      .toSorted(),
  ).toEqual(['en beam preferred', 'fr faisceau preferred', 'fr rayon admitted']);
});

test('a word that two terms have stays where it is, and is named', () => {
  bench.must('POST', '/polydesk/v1/glossary', { words: [{ lang: 'en', text: 'light' }] });
  bench.must('POST', '/polydesk/v1/glossary', { words: [{ lang: 'en', text: 'lamp' }] });
  const { glossary: report } = bench.take('en,fr\nlight | lamp,lumière\n');
  expect(report).toMatchObject({
    changed: 1,
    warnings: [{ line: 2, code: 'term_taken', params: { word: 'lamp', name: 'lamp' } }],
  });
  expect(glossary().map(({ words }) => wordsOf({ words }).length)).toEqual([2, 1]);
});

test('terms without a word in a language of the site are counted', () => {
  expect(bench.take('it,es\ncasa,casa\n')).toMatchObject({ glossary: { terms: 1, added: 0, other: 1 }, entry: null });
});

test.each<[string, string, object]>([
  ['a table with a quote that is not closed', 'en,fr\n"beam,faisceau\n', { reason: 'broken_csv', line: 2 }],
  ['TBX that is cut off', V2.slice(0, -40), { reason: 'truncated' }],
  ['TBX with a broken tag', V2.replace('</term>', '</trem>'), { reason: 'broken_xml', line: 7 }],
  ['TBX without a language', V2.replace('<langSet xml:lang="fr">', '<langSet>'), { reason: 'no_language', line: 8 }],
])('%s is refused with its line', (_, file, data) => {
  const before = bench.latest();
  expect(bench.refused(file)).toMatchObject({ code: 'polydesk_import_refused', data });
  expect(bench.latest()).toBe(before);
});

test('a word of a file that is written in another case is the same word', () => {
  bench.must('POST', '/polydesk/v1/glossary', {
    words: [
      { lang: 'en', text: 'lamp' },
      { lang: 'fr', text: 'lampe' },
    ],
  });
  const file = bench.send('terms').replace('lamp,', 'Lamp,').replace('"lamp"', '"Lamp"');
  bench.take(file);
  expect(wordsOf(glossary()[0]).map(({ text }) => text)).toEqual(['Lamp', 'lampe']);
});
