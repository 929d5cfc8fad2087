// The memory as TMX: export, import, as a separate book, and files of other tools.
import fc from 'fast-check';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { readTmx, type TmxRead } from '../../../core/transfer/desk/tmx-read.ts';
import { writeTmx } from '../../../core/transfer/desk/tmx-write.ts';
import { UNWATCHED } from '../../../core/transfer/refusal.ts';
import { writeWhole } from '../../../core/transfer/wxr/xml-write.ts';
import { writeMarked, type MarkedPiece } from '../../../core/units/marked-text.ts';
import { aDocument, aMess, fixtureContents, PAGE } from '../../blocks/documents.ts';
import { holds, seed, TIME } from '../../fuzz/seed.ts';
import { temporaryFolder } from '../support.ts';
import type { Dict } from '../../../core/types.ts';
import { openDeskBench, type DeskBench } from './bench.ts';

let bench: DeskBench;
beforeEach(() => {
  bench = openDeskBench();
  return () => bench.engine.close();
});

const tmx = (body: string, header = 'srclang="en"', start = ''): string =>
  `<?xml version="1.0"?>\n${start}<tmx version="1.4">\n<header creationtool="Other" ${header}/>\n<body>\n${body}\n</body>\n</tmx>\n`;
const tu = (texts: Record<string, string>, attributes = ''): string =>
  `<tu${attributes}>${Object.entries(texts)
    .map(([tag, text]) => `<tuv xml:lang="${tag}"><seg>${text}</seg></tuv>`)
    .join('')}</tu>`;

describe('a book', () => {
  test('provides matches with their origin, and can be removed', () => {
    const file = tmx(tu({ 'en-US': 'The front light is broken.', 'fr-FR': 'L’éclairage avant est cassé.' }));
    const done = bench.take(file);
    expect(done).toMatchObject({
      preview: false,
      memory: { book: 'agency', texts: 1, entries: 1, known: 0, other: 0 },
    });
    expect(done.entry).not.toBeNull();
    expect(bench.matches('The front light is broken.')).toMatchObject([
      { score: 100, target: 'L’éclairage avant est cassé.', origin: { title: 'agency' } },
    ]);
    expect(bench.matches('L’éclairage avant est cassé.', 'fr', 'en')).toMatchObject([{ score: 100 }]);
    const [book] = bench.books();
    bench.must('DELETE', `/polydesk/v1/memory/books/${book?.id}`);
    expect(bench.matches('The front light is broken.')).toEqual([]);
  });

  test('is added to by a second file of its name, never twice, and one undo takes a file back', () => {
    const one = tmx(tu({ en: 'One light', fr: 'Une lampe' }));
    bench.take(one, { book: 'Agency 2024' });
    expect(bench.take(one, { book: 'Agency 2024' })).toMatchObject({ memory: { entries: 0, known: 1 }, entry: null });
    const { entry } = bench.take(
      tmx(tu({ en: 'One light', fr: 'Une lampe' }) + tu({ en: 'Two lights', fr: 'Deux lampes' })),
      {
        book: 'Agency 2024',
      },
    );
    expect(bench.books()).toMatchObject([{ name: 'Agency 2024', entries: 2 }]);
    bench.must('POST', `/polydesk/v1/history/${String(entry)}/undo`, {});
    expect(bench.books()).toMatchObject([{ name: 'Agency 2024', entries: 1 }]);
  });

  test('leaves by itself, and comes before others at the same score where it is first', () => {
    bench.pair('Own words here', 'Nos propres mots ici');
    bench.take(tmx(tu({ en: 'One light', fr: 'Une lampe' })), { book: 'First' });
    bench.take(tmx(tu({ en: 'One light', fr: 'Un feu' }) + tu({ en: 'Only there', fr: 'Seulement là' })), {
      book: 'Second',
    });
    const [first, second] = bench.books();
    const file = bench.send('tmx', { book: second?.id });
    expect(file).toContain('Seulement là');
    expect(file).not.toMatch(/Nos propres mots|Une lampe/);
    const targets = () => bench.matches('One light').map(({ target }) => target);
    expect(targets()).toEqual(['Une lampe', 'Un feu']);
    bench.must('PATCH', `/polydesk/v1/memory/books/${second?.id}`, { priority: 0 });
    bench.must('PATCH', `/polydesk/v1/memory/books/${first?.id}`, { priority: 1 });
    expect(targets()).toEqual(['Un feu', 'Une lampe']);
    expect(bench.must('GET', '/polydesk/v1/memory/pairs')).toEqual([
      { from: 'en', to: 'fr', pairs: expect.any(Number) as number },
    ]);
  });

  test('stays and is not offered while it is not used, and its languages and size are known', () => {
    bench.take(tmx(tu({ en: 'One light', fr: 'Une lampe' }) + tu({ en: 'Two', fr: 'Deux' })), { book: 'Agency' });
    const [book] = bench.books();
    const path = `/polydesk/v1/memory/books/${book?.id}`;
    const found = () => [
      bench.matches('One light').length,
      bench.must('GET', '/polydesk/v1/memory/search', { q: 'light', from: 'en', to: 'fr' })['total'],
    ];
    expect(found()).toEqual([1, 1]);
    expect(bench.must('PATCH', path, { used: false })).toMatchObject({ used: false, entries: 2 });
    expect(found()).toEqual([0, 0]);
    bench.must('PATCH', path, { used: true });
    expect(found()).toEqual([1, 1]);
    const bytes = 'One lightUne lampeTwoDeux'.length;
    expect(bench.must('GET', '/polydesk/v1/memory/books')).toEqual([
      { id: book?.id, bytes, pairs: [{ from: 'en', to: 'fr', entries: 2 }] },
    ]);
  });

  test.each([
    [{ format: 'tmx', book: 77 }, 'polydesk_not_found'],
    [{ format: 'tbx', book: 1 }, 'rest_invalid_param'],
  ])('%j is refused', (order, code) => {
    const { job } = bench.must('POST', '/polydesk/v1/exports', order);
    expect(bench.must('GET', `/polydesk/v1/jobs/${String(job)}`)).toMatchObject({ state: 'failed', report: { code } });
  });

  test('a preview reports what would be imported and writes nothing', () => {
    const before = bench.latest();
    expect(bench.take(tmx(tu({ en: 'a b', fr: 'c d' })), { preview: '1' })).toMatchObject({
      preview: true,
      memory: { entries: 1 },
      entry: null,
    });
    expect([bench.books(), bench.latest()]).toEqual([[], before]);
  });
});

describe('as other tools write it', () => {
  test.each<[string, string, { source: string; target: string }]>([
    [
      'marks by both ends, with a document type that is only named',
      tmx(
        tu({
          en: 'A <bpt i="1" x="7">&lt;b&gt;</bpt>red<ept i="1">&lt;/b&gt;</ept> light<ph x="9">&lt;br/&gt;</ph>',
          fr: 'Une lampe <bpt i="4" x="7">&lt;b&gt;</bpt>rouge<ept i="4">&lt;/b&gt;</ept><ph x="9"/>',
        }),
        'srclang="en"',
        '<!DOCTYPE tmx SYSTEM "tmx14.dtd">\n',
      ),
      { source: 'A <g id="0">red</g> light<x id="1"/>', target: 'Une lampe <g id="0">rouge</g><x id="1"/>' },
    ],
    [
      'version 1.1: lang without a space, upper case, no numbers',
      '<?xml version="1.0"?><tmx version="1.1"><header srclang="EN-US"/><body><tu><tuv lang="EN-US"><seg>Tail <ph>x</ph>light</seg></tuv><tuv lang="FR-FR"><seg>Feu <ph>x</ph>arrière</seg></tuv></tu></body></tmx>',
      { source: 'Tail <x id="0"/>light', target: 'Feu <x id="0"/>arrière' },
    ],
    [
      'a mark that begins in another text',
      tmx(tu({ en: 'Half <it pos="end">&lt;/b&gt;</it>a mark', fr: 'Une demi marque' })),
      { source: 'Half a mark', target: 'Une demi marque' },
    ],
    [
      'highlights, and codes with texts in them',
      tmx(tu({ en: 'See <hi type="term">the <ph>[<sub>alt</sub>]</ph>map</hi>', fr: 'Voir la <ph/>carte' })),
      { source: 'See the <x id="0"/>map', target: 'Voir la <x id="0"/>carte' },
    ],
  ])('%s', (_, file, { source, target }) => {
    expect(bench.take(file)).toMatchObject({ memory: { entries: 1 } });
    expect(bench.matches(source)).toMatchObject([{ score: 100, target }]);
  });

  test('several languages: each translation of the source; every two where any may be the source', () => {
    bench.take(tmx(tu({ fr: 'Lampe torche', en: 'Torch light', de: 'Taschenlampe hier' })));
    expect(bench.books()).toMatchObject([{ entries: 2 }]);
    expect(bench.matches('Lampe torche', 'fr', 'de')).toEqual([]);
    bench.take(tmx(tu({ fr: 'Lampe verte', en: 'Green light', de: 'Grünes Licht' }), 'srclang="*all*"'), {
      book: 'all',
    });
    expect(bench.matches('Lampe verte', 'fr', 'de')).toMatchObject([{ target: 'Grünes Licht' }]);
  });

  test('languages the site does not have are left out and named', () => {
    const { memory } = bench.take(tmx(tu({ en: 'a b', it: 'c d' }) + tu({ en: 'a b', 'fr-CA': 'e f', it: 'g' })));
    expect(memory).toMatchObject({ texts: 2, entries: 1, other: 1 });
    expect(memory?.warnings).toMatchObject([{ line: 5, code: 'strange_language', params: { tag: 'it', count: 2 } }]);
  });
});

test.each<[string, string | Buffer, object]>([
  ['that is cut off', tmx(tu({ en: 'a', fr: 'b' })).slice(0, -20), { reason: 'truncated' }],
  ['with a tag that is not closed', tmx('<tu><tuv xml:lang="en"><seg>a</tuv></tu>'), { line: 5 }],
  ['with a text without a language', tmx('<tu>\n<tuv><seg>a</seg></tuv></tu>'), { reason: 'no_language', line: 6 }],
  ['that declares entities', tmx('', '', '<!DOCTYPE tmx [<!ENTITY a "b">]>\n'), { reason: 'doctype' }],
  ['without a body', '<?xml version="1.0"?><tmx version="1.4"><header/></tmx>', { reason: 'not_tmx' }],
  ['in another encoding', Buffer.from(tmx(tu({ en: 'N\u00e9', fr: 'b' })), 'latin1'), { reason: 'encoding' }],
])('a file %s is refused', (_, file, data) => {
  const before = bench.latest();
  expect(bench.refused(file)).toMatchObject({ code: 'polydesk_import_refused', data });
  expect(bench.latest()).toBe(before);
});

describe('an export', () => {
  test('holds every text with its translations, and changes nothing when it comes back', () => {
    bench.pair(
      'A <strong>red</strong> light &amp; a <em>blue</em> one',
      'Une lampe <strong>rouge</strong> &amp; une <em>bleue</em>',
    );
    bench.take(
      tmx(tu({ en: 'Of an agency', de: 'Von einer Agentur' }, ' creationdate="20240301T101112Z" creationid="AB"')),
    );
    const file = bench.send('tmx');
    expect(file).toContain('<tuv xml:lang="fr-FR"><seg>Lampe</seg></tuv>');
    expect(file).toContain('creationdate="20240301T101112Z" creationid="AB"');
    expect(bench.take(file)).toMatchObject({ memory: { texts: 3, entries: 0, known: 3, other: 0 }, entry: null });
    expect(bench.send('tmx', { lang: 'de' })).not.toContain('fr-FR');
    const other = openDeskBench();
    expect(other.take(file, { book: 'Lamps' })).toMatchObject({ memory: { entries: 3, known: 0 } });
    const marked = 'A <g id="0">red</g> light &amp; a <g id="1">blue</g> one';
    expect(other.matches(marked)).toMatchObject([
      { score: 100, target: 'Une lampe <g id="0">rouge</g> &amp; une <g id="1">bleue</g>' },
    ]);
    other.engine.close();
  });

  test('holds the strings of the site, which change nothing when they come back', () => {
    bench.must('POST', '/wp/v2/settings', { description: 'Rides in the hills' });
    const translations = { fr: 'Balades en collines', de: 'Touren im Hügelland' };
    bench.must('PATCH', '/polydesk/v1/strings', { source: 'Rides in the hills', translations });
    const file = bench.send('tmx');
    for (const text of ['Rides in the hills', ...Object.values(translations)]) expect(file).toContain(text);
    expect(bench.take(file)).toMatchObject({ memory: { entries: 0, other: 0 }, entry: null });
  });

  test('characters that no XML can hold make no second text when the file comes back', () => {
    bench.pair('One\u0001 light\u000b here', 'Une\r lampe\u000c ici');
    expect(bench.take(bench.send('tmx'))).toMatchObject({ memory: { texts: 2, entries: 0, known: 2 }, entry: null });
  });

  test('a language that is not there is refused', () => {
    const { job } = bench.must('POST', '/polydesk/v1/exports', { format: 'tmx', lang: 'xx' });
    expect(bench.must('GET', `/polydesk/v1/jobs/${String(job)}`)).toMatchObject({
      state: 'failed',
      report: { code: 'rest_invalid_param' },
    });
  });
});

const aText = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
  .map((text): MarkedPiece[] => [{ kind: 'text', text: `w${text}w` }]);
const aMarked = fc.array(fc.tuple(fc.constantFrom('g', 'n', 'x'), aText), { minLength: 1, maxLength: 5 }).map((parts) =>
  writeMarked(
    parts.flatMap(([tag, pieces], at): MarkedPiece[] => {
      const id = String(at);
      if (tag === 'x') return [...pieces, { kind: 'single', id }];
      const kind = tag === 'n' ? 'n' : 'g';
      return [{ kind: 'open', tag: kind, id }, ...pieces, { kind: 'close', tag: kind, id }];
    }),
  ),
);

test(
  `whatever a memory holds, its file brings it back as it was (seed ${seed})`,
  () => {
    const folder = temporaryFolder();
    const head = { site: 'one', title: 'A & B', tag: 'en-US', at: '2026-11-23T15:00:00.000Z' };
    const check = (pairs: [string, string][]): void => {
      const units = pairs.map(([en, fr]) => {
        const texts = [
          { tag: 'en-US', marked: en },
          { tag: 'fr-FR', marked: fr },
        ];
        return { texts, at: '', by: '' };
      });
      const path = join(folder.path, 'memory.tmx');
      writeWhole(
        path,
        (out) => void writeTmx(out, head, units),
        () => undefined,
      );
      const read: TmxRead[] = [];
      expect(readTmx(path, UNWATCHED, (unit) => read.push(unit))).toMatchObject({ site: 'one', title: 'A & B' });
      expect(read.map(({ texts }) => texts)).toEqual(units.map(({ texts }) => texts));
    };
    holds(fc.property(fc.array(fc.tuple(aMarked, aMarked), { minLength: 1, maxLength: 4 }), check), 60);
    folder.remove();
  },
  TIME,
);

/** Adds two versions of a document. */
function addBoth(content: string, title: string): void {
  const add = (body: Dict): number =>
    bench.must('POST', '/wp/v2/posts', { status: 'publish', title, content, ...body })['id'] as number;
  const en = add({ lang: 'en' });
  const fr = content.replace(/>([^<>]*\p{L}[^<>]*)</gu, '>fr $1<');
  add({ lang: 'fr', title: `fr ${title}`, content: fr, translations: { en } });
}

function comesBack(): void {
  const before = bench.latest();
  expect(bench.take(bench.send('tmx'))).toMatchObject({ memory: { entries: 0 }, entry: null });
  expect(bench.latest()).toBe(before);
}

test('the memory of every document comes back without an entry', () => {
  for (const [at, content] of [PAGE, ...fixtureContents()].entries()) addBoth(content, `Number ${at}`);
  comesBack();
});

test(
  `whatever documents hold, their memory comes back without an entry (seed ${seed})`,
  () => {
    const check = (content: string, title: string): void => {
      addBoth(content, `w${title}`);
      comesBack();
    };
    holds(fc.property(fc.oneof(aDocument, aMess), fc.string({ unit: 'grapheme' }), check), 15);
  },
  TIME,
);

test(
  `a damaged file is refused, or brings what it says as one book that goes again (seed ${seed})`,
  () => {
    const whole = tmx(
      tu({ en: 'A <bpt i="1">x</bpt>red<ept i="1"/> light', fr: 'Une lampe rouge' }) + tu({ en: 'Two', fr: 'Deux' }),
    );
    const check = (at: number, length: number, put: string): void => {
      const place = Math.floor(at * whole.length);
      const before = bench.latest();
      const file = whole.slice(0, place) + put + whole.slice(place + length);
      const { state, entry } = bench.upload(file, {}, 'damaged.tmx') as { state: string; entry: number | null };
      if (state !== 'done' || entry === null) expect(bench.latest()).toBe(before);
      else bench.must('POST', `/polydesk/v1/history/${entry}/undo`, {});
      expect(bench.books()).toEqual([]);
    };
    const put = fc.constantFrom('', '<', '>', '"', '&', '</seg>', '<tu>', ']]>', '\u0000', 'x');
    holds(fc.property(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(20), put, check), 40);
  },
  TIME,
);
