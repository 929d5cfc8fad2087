// A copy of the program with an addition, made according to a recipe of CONTRIBUTING.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** A new file, or what is added to one that is there: before an anchor, which it holds once, and at its top. */
export type Planted = Readonly<Record<string, string | { before: string; add: string; top?: string }>>;

export interface Tree {
  folder: string;
  /** Runs a program of the copy, which has `bench` and ends with `say(value)`; the value. */
  run(program: string): unknown;
  /** What a command prints. */
  command(...words: string[]): string;
}

/** The sources of the engine with the planted ones; gone after the test. */
export function plant(planted: Planted): Tree {
  const folder = freeFolder();
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const part of ['core', 'electron/texts', 'test/support', 'test/contract', 'package.json'])
    cpSync(join(root, part), join(folder, part), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const [path, what] of Object.entries(planted)) write(join(folder, path), what);
  const node = (...words: string[]): string =>
    execFileSync(process.execPath, words, { cwd: folder, encoding: 'utf8', env: { ...process.env, HOME: folder } });
  return {
    folder,
    run(program) {
      write(join(folder, 'program.ts'), HEAD + program);
      return JSON.parse(node(join(folder, 'program.ts'))) as unknown;
    },
    command: (...words) => node(join(folder, 'core/cli.ts'), ...words),
  };
}

/** A folder of its own, by a name that comes again: Node knows by the path of a file what it has compiled of it. */
function freeFolder(): string {
  const shelf = join(root, '.cache/recipes');
  mkdirSync(shelf, { recursive: true });
  for (let n = 1; ; n += 1) {
    const folder = join(shelf, String(n));
    try {
      mkdirSync(folder);
      return folder;
    } catch (error) {
      // Another test has it.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

const HEAD = `
import { openBench } from './test/support/engine.ts';
const bench = openBench({ file: './site.polydesk' });
const say = (value: unknown): void => {
  bench.engine.close();
  process.stdout.write(JSON.stringify(value));
};
`;

function write(path: string, what: Planted[string]): void {
  mkdirSync(dirname(path), { recursive: true });
  if (typeof what === 'string') return writeFileSync(path, what);
  const parts = readFileSync(path, 'utf8').split(what.before);
  if (parts.length !== 2) throw new Error(`${path} holds the anchor ${parts.length - 1} times`);
  writeFileSync(path, (what.top ?? '') + parts.join(what.add + what.before));
}
