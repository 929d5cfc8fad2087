// Invalid files are refused with the line, and nothing of them is stored.
import { gzipSync } from 'node:zlib';
import { beforeEach, expect, test } from 'vitest';
import { openHandoffBench, type HandoffBench } from './bench.ts';

let bench: HandoffBench;
let xliff = '';
beforeEach(() => {
  bench = openHandoffBench(['en_US', 'fr_FR', 'de_DE']);
  bench.post({ title: 'Night riding' });
  xliff = bench.send('xliff12');
  return () => bench.engine.close();
});

const BOMB = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>`;
const partOf = (file: string): string => /<file [^]*<\/file>/.exec(file)?.[0] ?? '';
type Change = (file: string) => string | Buffer;

test.each<[string, Change, string, object]>([
  ['of another site', (file) => file.replace(/site=[\w-]+/g, 'site=another'), 'polydesk_foreign_file', {}],
  [
    'for a language that is not here',
    (file) => file.replaceAll('to=fr', 'to=it').replaceAll('"fr-FR"', '"it-IT"'),
    'polydesk_wrong_language',
    {},
  ],
  [
    'whose parts are for different languages',
    (file) =>
      `${file.replace('</xliff>', '')}${partOf(file).replace('"fr-FR"', '"de-DE"').replace('to=fr', 'to=de')}</xliff>`,
    'polydesk_wrong_language',
    { params: { what: 'mixed' } },
  ],
  [
    'of which a part is of another site',
    (file) => `${file.replace('</xliff>', '')}${partOf(file).replace(/site=[\w-]+/, 'site=another')}</xliff>`,
    'polydesk_wrong_language',
    { params: { what: 'mixed' } },
  ],
  [
    'that a tool translated into another language',
    (file) => file.replaceAll('"fr-FR"', '"de-DE"'),
    'polydesk_wrong_language',
    { params: { what: 'mixed' } },
  ],
  [
    'with a document type',
    (file) => file.replace('?>\n', `?>\n${BOMB}\n`),
    'polydesk_import_refused',
    { reason: 'doctype' },
  ],
  [
    'with an entity of its own',
    (file) => file.replace('Night', '&night;'),
    'polydesk_import_refused',
    { reason: 'entity', line: 4 },
  ],
  ['that is cut off', (file) => file.slice(0, -30), 'polydesk_import_refused', { reason: 'truncated' }],
  ['with a tag that is not closed', (file) => file.replace('</source>', ''), 'polydesk_import_refused', { line: 9 }],
  [
    'nested too deep',
    (file) => file.replace('Night', `${'<g id="0">'.repeat(300)}${'</g>'.repeat(300)}`),
    'polydesk_import_refused',
    { reason: 'depth' },
  ],
  [
    'in another encoding',
    (file) => file.replace('UTF-8', 'ISO-8859-1'),
    'polydesk_import_refused',
    { reason: 'encoding' },
  ],
  [
    'with bytes of another encoding',
    (file) => Buffer.from(file.replace('Night', 'N\u00e9e'), 'latin1'),
    'polydesk_import_refused',
    { reason: 'encoding' },
  ],
])('a file %s', (_, change, code, data) => {
  const before = bench.latest();
  expect(bench.refused(change(xliff))).toMatchObject({ code, data });
  expect(bench.latest()).toBe(before);
});

test('a file for another language than was asked for', () => {
  expect(bench.refused(xliff, { lang: 'de' })).toMatchObject({
    code: 'polydesk_wrong_language',
    message: 'This file is for the language "fr", not for "de". Nothing was imported.',
  });
  expect(bench.review(xliff, { lang: 'fr' })).toMatchObject({ to: 'fr' });
});

test.each<[string, Change, string]>([
  [
    'another encoding, by its name',
    (file) => file.replace('charset=UTF-8', 'charset=ISO-8859-1'),
    'The file is in ISO-8859-1.',
  ],
  [
    'a text without an end',
    (file) => file.replace('msgid "Night riding"', 'msgid "Night riding'),
    'This line of the PO file cannot be read.',
  ],
  ['words of no PO', (file) => file.replace('msgid "Night', 'odd "Night'), 'This line of the PO file cannot be read.'],
])('a PO with %s', (_, change, message) => {
  const report = bench.refused(change(bench.send('po')));
  expect(report['message']).toContain(message);
});

test('a PO file of a program: a text with plurals is listed, and not taken for its singular', () => {
  const plural =
    '\nmsgid "Night riding"\nmsgid_plural "Night ridings"\nmsgstr[0] "Une nuit"\nmsgstr[1] "Des\\n"\n"nuits"\n';
  const { counts, lines } = bench.review(bench.send('po') + plural);
  expect(counts).toMatchObject({ new: 0, changed: 0, left: 1 });
  expect(lines).toMatchObject([{ outcome: 'left', unit: { text: 'Night riding / Night ridings', reason: 'unknown' } }]);
});

test('a file for the other script of a language is for a language that is not here', () => {
  const own = openHandoffBench(['en_US', 'zh_CN']);
  own.post({ title: 'Night riding' });
  const file = own.send('xliff12', { lang: 'zh' }).replace(/<note from[^]*?<\/note>/g, '');
  expect(own.review(file)).toMatchObject({ to: 'zh' });
  expect(own.refused(file.replaceAll('"zh-CN"', '"zh-TW"'))).toMatchObject({ code: 'polydesk_wrong_language' });
  expect(own.review(file.replaceAll('"zh-CN"', '"zh-SG"'))).toMatchObject({ to: 'zh' });
  own.engine.close();
});

test.each<[string, Change, string]>([
  ['a quote without an end', (file) => file.replace('Night riding', '"Night riding'), 'is not closed'],
  ['words behind a quote', (file) => file.replace('Night riding', '"Night" riding'), 'Something follows'],
])('a table with %s', (_, change, message) => {
  expect(bench.refused(change(bench.send('csv')))['message']).toContain(message);
});

test('a table as spreadsheets of other countries save it, with what they would work out', () => {
  const en = bench.post({ title: '=SUM(A)', content: '<p>a,b;"c"</p>' });
  const file = bench.send('csv', { scope: { ids: [en] } });
  expect(file).toContain(`,'=SUM(A),`);
  const rows = file.trim().split('\r\n');
  const saved = [
    rows[0]?.replaceAll(',', ';'),
    ...rows.slice(1).map((row) => row.replace(/^([^,]+),(.*),,new,(.*)$/, '$1;$2;Voilà;new;$3')),
  ];
  expect(bench.take(Buffer.from(`\ufeff${saved.join('\n')}`, 'utf16le'))).toMatchObject({ texts: 2, created: 1 });
  expect(bench.review(bench.send('csv')).counts).toMatchObject({ new: 0, changed: 0, conflict: 0, left: 0 });
});

test('a file that is packed is unpacked', () => {
  const back = xliff.replace(
    '<source>Night riding</source>\n',
    '<source>Night riding</source>\n<target>La nuit</target>\n',
  );
  expect(bench.take(gzipSync(back))).toMatchObject({ texts: 1 });
});

test('only administrators take files in and out', () => {
  const body = { format: 'po', lang: 'fr' };
  expect(bench.ask('POST', '/polydesk/v1/exports', body, bench.as('author')).status).toBe(403);
});

test.each([
  [{ lang: 'xx' }, 'rest_invalid_param'],
  [{}, 'rest_invalid_param'],
  [{ lang: 'en' }, 'rest_invalid_param'],
  [{ lang: 'fr', scope: { types: ['odd'] } }, 'rest_invalid_param'],
])('an export of %j is refused', (order, code) => {
  const { body } = bench.ask('POST', '/polydesk/v1/exports', { format: 'po', ...order });
  const job = bench.must('GET', `/polydesk/v1/jobs/${(body as { job: number }).job}`);
  expect(job).toMatchObject({ state: 'failed', report: { code } });
});
