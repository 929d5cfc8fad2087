// Memory and glossary through the tools that translators use, where this computer has them.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Dict } from '../../../core/types.ts';
import { openDeskBench, type DeskBench } from './bench.ts';

const folder = mkdtempSync(join(tmpdir(), 'polydesk-desk-peers-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let bench: DeskBench;
beforeEach(() => {
  bench = openDeskBench();
  return () => bench.engine.close();
});

const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
function run(tool: string, ...args: string[]): void {
  const { status, stderr } = spawnSync(tool, args, { cwd: folder, encoding: 'utf8', timeout: 60_000 });
  expect(status, `${tool} ${args.join(' ')}\n${stderr}`).toBe(0);
}
/** The library of the toolkit itself, as programs use it. */
function python(text: string): void {
  write('work.py', text);
  run('/usr/bin/python3', 'work.py');
}
const lacksToolkit = spawnSync('po2tmx', ['--version'], { stdio: 'ignore' }).error !== undefined;
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

const dtd = process.env['TMX_DTD'];
test.skipIf(dtd === undefined)(
  `our TMX is valid by its DTD${dtd === undefined ? ' (skipped: TMX_DTD names none)' : ''}`,
  () => {
    bench.pair(
      'A <strong>red</strong> light<br>with <code>npm</code>',
      'Une lampe <strong>rouge</strong><br>avec <code>npm</code>',
    );
    write('valid.tmx', bench.send('tmx'));
    run('xmllint', '--noout', '--nonet', '--dtdvalid', dtd ?? '', 'valid.tmx');
  },
);
