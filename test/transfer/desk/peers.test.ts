// Memory and glossary through real translation tools, if installed on this computer.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Dict } from '../../../core/types.ts';
import { missing, openTools } from '../handoff/tools.ts';
import { openDeskBench, type DeskBench } from './bench.ts';

const tools = openTools();
afterAll(() => tools.remove());
const { run, read, write, python } = tools;

let bench: DeskBench;
beforeEach(() => {
  bench = openDeskBench();
  return () => bench.engine.close();
});

const lacksToolkit = missing('po2tmx') !== undefined;
const title = (text: string): string => `${text}${lacksToolkit ? ' (skipped: the toolkit is not installed)' : ''}`;

test.skipIf(lacksToolkit)(title('toolkit: a PO as TMX becomes a book'), () => {
  write(
    'in.po',
    'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "Night & day"\nmsgstr "Nuit & jour"\n',
  );
  run('po2tmx', '--progress=none', '-l', 'fr', 'in.po', 'po.tmx');
  expect(bench.take(read('po.tmx'))).toMatchObject({ memory: { texts: 1, entries: 1 } });
  expect(bench.matches('Night &amp; day')).toMatchObject([{ score: 100, target: 'Nuit &amp; jour' }]);
});

test.skipIf(lacksToolkit)(title('toolkit: our TMX, with a text added there, brings just that one'), () => {
  bench.pair(
    'A <strong>red</strong> light &amp; a <em>blue</em> one',
    'Une lampe <strong>rouge</strong> et une <em>bleue</em>',
  );
  write('ours.tmx', bench.send('tmx', { lang: 'fr' }));
  python(`from translate.storage import tmx
store = tmx.tmxfile.parsefile("ours.tmx")
assert [unit.source for unit in store.units][0] == "Lamp", [unit.source for unit in store.units]
store.addtranslation("Added there", "en-US", "Ajouté là-bas", "fr-FR")
store.savefile("theirs.tmx")
`);
  expect(bench.take(read('theirs.tmx'))).toMatchObject({ memory: { texts: 3, entries: 1, known: 2 } });
  expect(bench.matches('Added there')).toMatchObject([{ score: 100, target: 'Ajouté là-bas' }]);
});

const words = (): string[] =>
  (bench.engine.dispatch({ method: 'GET', path: '/polydesk/v1/glossary' }, bench.admin).body as Dict[]).flatMap(
    (concept) => (concept['words'] as Dict[]).map(({ lang, text }) => `${String(lang)} ${String(text)}`),
  );

test.skipIf(lacksToolkit)(title('toolkit: a table as TBX becomes terms'), () => {
  write('in.csv', 'comment,source,target\nx,beam,faisceau\ny,light,lumière\n');
  run('csv2tbx', '--progress=none', 'in.csv', 'csv.tbx');
  // It names no language of the translation.
  const file = read('csv.tbx').replaceAll('xml:lang="xx"', 'xml:lang="fr"');
  expect(bench.take(file)).toMatchObject({ glossary: { terms: 2, added: 2 } });
  expect(words()).toEqual(['en beam', 'fr faisceau', 'en light', 'fr lumière']);
});

test.skipIf(lacksToolkit)(title('toolkit: our TBX is read there, and one that it saved changes nothing'), () => {
  bench.must('POST', '/polydesk/v1/glossary', {
    words: [
      { lang: 'en', text: 'beam & <ray>' },
      { lang: 'fr', text: 'faisceau' },
    ],
  });
  write('ours.tbx', bench.send('tbx'));
  run('tbx2po', '--progress=none', 'ours.tbx', 'ours.po');
  expect(read('ours.po')).toContain('msgid "beam & <ray>"\nmsgstr "faisceau"');
  python(`from translate.storage import tbx
store = tbx.tbxfile.parsefile("ours.tbx")
store.savefile("theirs.tbx")
`);
  expect(bench.take(read('theirs.tbx'))).toMatchObject({ glossary: { terms: 1, same: 1 }, entry: null });
});

const lacksOmegat = missing('omegat') !== undefined;
const omegatTitle = (text: string): string => `${text}${lacksOmegat ? ' (skipped: OmegaT is not installed)' : ''}`;
const PO = (text: string): string =>
  `msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "${text}"\nmsgstr ""\n`;

test.skipIf(lacksOmegat)(
  omegatTitle('OmegaT: our TMX is its memory, and fills the same text'),
  () => {
    bench.pair('Ride safely at night & see far', 'Roulez sûrement la nuit & voyez loin');
    write('in.po', PO('Ride safely at night & see far'));
    expect(read(tools.omegat('in.po', [], bench.send('tmx', { lang: 'fr' })))).toContain(
      'msgstr "Roulez sûrement la nuit & voyez loin"',
    );
  },
  30_000,
);

/** The memory that OmegaT writes beside a project with our XLIFF: `project-level2.tmx`. */
const OMEGAT = join(import.meta.dirname, '../../fixtures/returns/omegat-level2.tmx');
function takesMemory(tmx: string): void {
  expect(bench.take(tmx)).toMatchObject({ memory: { texts: 2, entries: 2, other: 0 } });
  const marked = 'Night <g id="0">rides</g> &amp; more<x id="1"/>see';
  expect(bench.matches(marked)).toMatchObject([{ score: 100, target: marked.replace('Night', 'Nuit') }]);
}

test.skipIf(lacksOmegat)(
  omegatTitle('OmegaT: the memory of its project becomes a book'),
  () => {
    write(
      'in.xlf',
      `<?xml version="1.0"?><xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file original="post/1" source-language="en-US" target-language="fr-FR" datatype="html"><body>
${['Night <g id="0">rides</g> &amp; more<x id="1"/>see', 'Night twice'].map((text, at) => `<trans-unit id="u${at}"><source>${text}</source><target>${text}</target></trans-unit>`).join('\n')}
</body></file></xliff>`,
    );
    tools.omegat('in.xlf', [
      ['Night <g0>rides</g0> & more<x1/>see', 'Nuit <g0>rides</g0> & more<x1/>see'],
      ['Night twice', 'Nuit twice'],
    ]);
    const tmx = read('project/project-level2.tmx');
    if (process.env['KEEP_RETURNS'] === '1') writeFileSync(OMEGAT, tmx);
    takesMemory(tmx);
  },
  30_000,
);

test('OmegaT: such a memory as it was stored', () => takesMemory(readFileSync(OMEGAT, 'utf8')));
