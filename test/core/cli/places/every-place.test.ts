// Every command with a site that is not one, or not to be had: a sentence, an exit code, a code in --json, and nothing lost.
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSite } from '../../../../core/site.ts';
import type { Said } from '../../../support/command-line.ts';
import { openDesk, type Desk } from '../../../support/program.ts';
import { FIXTURE } from '../../../transfer/support.ts';
import { runMany, writeTable, type Row } from './run-many.ts';
import { COMMANDS, PLACES, type Wanted } from './sites.ts';

let desk: Desk;
const rows: Row[] = [];
const at = (name: string): string => join(desk.folder, name);
beforeAll(async () => {
  desk = openDesk();
  const [made, exported] = await runMany(
    [
      ['import', at('good.polydesk'), FIXTURE],
      ['export', at('good.polydesk'), at('tree'), '--format', 'bundle'],
    ],
    desk.folder,
  );
  expect([made?.code, exported?.code]).toEqual([0, 0]);
});
afterAll(async () => {
  writeTable('every-place', rows);
  await desk.close();
});

/** Files of a folder with their contents, but for what SQLite and its lock keep beside a site. */
function picture(folder: string): Map<string, string> {
  const files = readdirSync(folder, { withFileTypes: true }).filter(
    (one) => one.isFile() && !/(?:\.lock|-wal|-shm)$/.test(one.name),
  );
  return new Map(files.map(({ name }) => [name, readFileSync(join(folder, name), 'latin1')]));
}

interface Run {
  place: string;
  name: string;
  words: string[];
  wanted: Wanted;
}

/** Runs commands and answers which of them did not say what they should. */
async function wrongs(runs: readonly Run[]): Promise<unknown[]> {
  const said = await runMany(
    runs.map(({ words }) => words),
    desk.folder,
  );
  return runs.flatMap(({ place, name, words, wanted: [exit, code, sentence] }, n) => {
    const { code: ended, ...text } = said[n] as Said;
    const isResult = code === null;
    const spoken = isResult ? text.stdout : text.stderr.trimEnd();
    const found = isResult ? null : codeOf(text);
    const shown = spoken.replaceAll(desk.folder, '').trim();
    rows.push({
      place,
      command: words.join(' ').replaceAll(desk.folder, ''),
      exit: ended,
      code: found,
      sentence: shown,
    });
    const isOneSentence = isResult || !text.stderr.includes('    at ');
    const isRight = ended === exit && found === code && sentence.test(spoken) && isOneSentence;
    return isRight ? [] : [{ place, name, ended, found, ...text }];
  });
}

/** The code in --json, where the document says what standard error says. */
function codeOf({ stdout, stderr }: Pick<Said, 'stdout' | 'stderr'>): string | null {
  // A server prints its address or nothing.
  if (stdout === '') return 'none';
  const { error } = JSON.parse(stdout) as { error?: { code: string; message: string } };
  return error !== undefined && stderr.includes(error.message) ? error.code : null;
}

const isServer = (name: string): boolean => name === 'serve' || name === 'start';

/** One command for one site; DIR is a folder for what it writes. */
function runOf(
  place: string,
  [name, line]: readonly [string, string],
  { site, dir, wanted }: { site: string; dir: string; wanted: Wanted },
): Run {
  const paths: Record<string, string> = { SITE: site, GOOD: at('good.polydesk'), TREE: at('tree'), FIXTURE, DIR: dir };
  const words = line.replaceAll(/SITE|GOOD|TREE|FIXTURE|DIR/g, (word) => paths[word] ?? word).split(' ');
  const [exit, code, sentence] = wanted;
  if (code === null) return { place, name, words, wanted };
  return { place, name, words: [...words, '--json'], wanted: [exit, isServer(name) ? 'none' : code, sentence] };
}

test('what is not a sound site is refused by every command, and nothing of it is lost', async () => {
  const runs = PLACES.flatMap(({ name, make, wanted, but = {} }) => {
    const dir = join(at('places'), name.replaceAll(/\W/g, '-'));
    mkdirSync(dir, { recursive: true });
    const path = join(dir, 'site.polydesk');
    const site = make(path, at('good.polydesk')) ?? path;
    return COMMANDS.flatMap((command) => {
      const own = command[0] in but ? but[command[0]] : wanted;
      return own ? [runOf(name, command, { site, dir, wanted: own })] : [];
    });
  });
  const folders = new Map(PLACES.map(({ name }) => [name, join(at('places'), name.replaceAll(/\W/g, '-'))]));
  const before = new Map([...folders].map(([name, folder]) => [name, picture(folder)]));
  expect(await wrongs(runs)).toEqual([]);
  for (const [name, folder] of folders) {
    const now = picture(folder);
    for (const [file, bytes] of before.get(name) ?? []) expect(now.get(file) === bytes, `${name}: ${file}`).toBe(true);
  }
  openSite(at('good.polydesk'), { version: '1.0.0', create: false }).close();
});
