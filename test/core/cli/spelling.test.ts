// `polydesk quality --dictionary`, with dictionaries made here: a folder of them, one file, and what is wrong with either.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { say, type Said } from '../../support/command-line.ts';
import type { Desk } from '../../support/program.ts';
import { closeSiteDesk, importedOnce, openSiteDesk } from './desk.ts';

interface Misspelled {
  lang: string;
  check: string;
  about: string;
}

const imported = importedOnce();
let desk: Desk;
let file: string;
let folder: string;
beforeEach(() => {
  ({ desk, file } = openSiteDesk(imported()));
  folder = join(desk.folder, 'dictionaries');
  mkdirSync(folder);
});
afterEach(() => closeSiteDesk(desk));

const quality = (...args: string[]): Promise<Said> => say(['quality', file, '--check', 'spelling', ...args]);
const foundBy = ({ stdout }: Said): Misspelled[] => JSON.parse(stdout) as Misspelled[];
/** Writes a dictionary of these words in an old encoding, in which one letter is one byte. */
function write(name: string, words: readonly string[], encoding = 'ISO8859-1'): string {
  writeFileSync(join(folder, `${name}.aff`), Buffer.from(`SET ${encoding}\n`, 'latin1'));
  const lines = [words.length, ...words].join('\n').replaceAll('’', "'");
  writeFileSync(join(folder, `${name}.dic`), Buffer.from(lines, 'latin1'));
  return join(folder, `${name}.dic`);
}

test('words the dictionary of the language lacks are found, and languages without one are named', async () => {
  const empty = foundBy(await quality('--lang', 'fr', '--dictionary', write('other', ['zzz']), '--json'));
  const words = [...new Set(empty.map(({ about }) => about))];
  expect(words).toEqual(expect.arrayContaining(['Policier', 'Actualités', 'Toutes']));
  write(
    'fr_FR',
    words.filter((word) => word !== 'Policier'),
  );
  const said = await quality('--dictionary', folder);
  expect(said).toMatchObject({ code: 1, stderr: expect.stringMatching(/^No dictionary for ar: /m) as unknown });
  expect(said.stdout).toMatch(/^fr {2}term\/\d+ {2}title {2}spelling: Policier {2}Policier\n$/);
  write('fr_FR', words);
  expect(await quality('--lang', 'fr', '--dictionary', folder)).toMatchObject({ code: 0, stdout: 'No findings.\n' });
});

test.each([
  ['a base language', 'fr', true],
  ['another country', 'fr_CA', false],
  ['a package', 'index', true],
])('%s', async (_what, name, isFound) => {
  const place = name === 'index' ? (folder = join(folder, 'dictionary-fr')) : folder;
  mkdirSync(folder, { recursive: true });
  write(name, ['zzz']);
  const said = await quality('--lang', 'fr', '--dictionary', place);
  expect(said.code).toBe(isFound ? 1 : 0);
  expect(said.stderr).toBe(isFound ? '' : 'No dictionary for fr_FR: its spelling is not checked.\n');
});

test('a dictionary that cannot be read is named, and nothing is checked', async () => {
  const path = write('fr_FR', ['zzz'], 'EBCDIC');
  expect(await quality('--lang', 'fr', '--dictionary', folder)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('encoding ebcdic') as unknown,
  });
  rmSync(path.replace('.dic', '.aff'));
  expect(await quality('--lang', 'fr', '--dictionary', path)).toMatchObject({
    code: 66,
    stderr: expect.stringContaining('fr_FR.aff is missing') as unknown,
  });
});
