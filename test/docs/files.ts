import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TextFile } from './citations.ts';

export const root = join(import.meta.dirname, '../..');

/** Excluded from checks: packages, recordings kept byte for byte and the replayer that came with them. */
const FOREIGN = ['**/node_modules/**', 'test/contract/cases/**', 'test/contract/replay.mjs', 'test/fixtures/**'];

/** Files of the repository that a pattern names, with their text. */
export function readFiles(pattern: string): TextFile[] {
  return globSync(pattern, { cwd: root, exclude: FOREIGN }).map((path) => ({
    path: path.replaceAll('\\', '/'),
    text: readFileSync(join(root, path), 'utf8'),
  }));
}

/** Every document: of the root, of `docs/`, and beside the code. */
export const readDocuments = (): TextFile[] => readFiles('{*,{core,docs,electron,renderer,test,build}/**/*}.md');
