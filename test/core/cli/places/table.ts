import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Said } from '../../../support/command-line.ts';
import { openDesk, type Desk } from '../../../support/program.ts';
import { FIXTURE } from '../../../transfer/support.ts';
import { CACHE, runMany } from './run-many.ts';
import type { Wanted } from './sites.ts';

/** Tests that run many commands take long on a busy machine. */
export const TIME = 300_000;

/** A table of commands with what they said. */
export interface Table {
  /** Where everything of it lies: `good.polydesk`, a sound site, and `tree`, its bundle. */
  folder: string;
  desk: Desk;
  /** Runs commands and answers which of them did not say what they should. */
  wrongs(runs: readonly Run[]): Promise<unknown[]>;
  /** Writes the table where whoever wants to read it finds it: `.cache/commands/NAME.md`. */
  close(): Promise<void>;
}

export async function openTable(name: string): Promise<Table> {
  const desk = openDesk();
  const { folder } = desk;
  const rows: Row[] = [];
  const made = await runMany(
    [
      ['import', join(folder, 'good.polydesk'), FIXTURE],
      ['export', join(folder, 'good.polydesk'), join(folder, 'tree'), '--format', 'bundle'],
    ],
    folder,
  );
  if (made.some(({ code }) => code !== 0)) throw new Error(JSON.stringify(made));
  return {
    ...{ folder, desk },
    wrongs: async (runs) => {
      const words = runs.map((run) => run.words);
      const said = await runMany(words, folder);
      return runs.flatMap((run, n) => judged(run, said[n] as Said, { rows, folder }));
    },
    close() {
      writeTable(name, rows);
      return desk.close();
    },
  };
}

/** A command, and what it should say. */
export interface Run {
  place: string;
  name: string;
  words: string[];
  wanted: Wanted;
}

function judged(
  { place, name, words, wanted: [exit, code, sentence] }: Run,
  { code: ended, ...text }: Said,
  { rows, folder }: { rows: Row[]; folder: string },
): unknown[] {
  const spoken = code === null ? text.stdout : text.stderr.trimEnd();
  const found = code === null ? null : codeOf(text);
  const shown = (said: string): string => said.replaceAll(folder, '').trim();
  rows.push({ place, command: shown(words.join(' ')), exit: ended, code: found, sentence: shown(spoken) });
  const isStack = text.stderr.includes('\n    at ');
  const isRight = ended === exit && found === code && sentence.test(spoken) && !isStack;
  return isRight ? [] : [{ place, name, ended, found, ...text }];
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
export function runOf(
  { folder }: Table,
  place: string,
  [name, line]: readonly [string, string],
  { site, dir, thing = '', wanted }: { site: string; dir: string; thing?: string; wanted: Wanted },
): Run {
  const [good, tree] = [join(folder, 'good.polydesk'), join(folder, 'tree')];
  const paths: Record<string, string> = { SITE: site, GOOD: good, TREE: tree, FIXTURE, DIR: dir, THING: thing };
  const words = line.replaceAll(/SITE|GOOD|TREE|FIXTURE|DIR|THING/g, (word) => paths[word] ?? word).split(' ');
  const [exit, code, sentence] = wanted;
  if (code === null) return { place, name, words, wanted };
  return { place, name, words: [...words, '--json'], wanted: [exit, isServer(name) ? 'none' : code, sentence] };
}

/** A row of the table of commands. */
export interface Row {
  place: string;
  command: string;
  exit: number;
  code: string | null;
  sentence: string;
}

/** Writes a table of commands where whoever wants to read it finds it: `.cache/commands/NAME.md`. */
export function writeTable(name: string, rows: readonly Row[]): void {
  const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
  const lines = rows.map(
    ({ place, command, exit, code, sentence }) =>
      `| ${[place, `\`${command}\``, String(exit), code ?? '', sentence].map(cell).join(' | ')} |`,
  );
  mkdirSync(join(CACHE, 'commands'), { recursive: true });
  const head = ['| What | Command | Exit | Code | Says |', '|---|---|---|---|---|'];
  writeFileSync(join(CACHE, 'commands', `${name}.md`), [...head, ...lines, ''].join('\n'));
}
