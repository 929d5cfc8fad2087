import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { findDeadCitations, type TextFile } from './citations.ts';
import { readDocuments, readFiles, root } from './files.ts';

const documents = readDocuments();
/** Created by the build, not in the repository. */
const BUILT = /^core\/data\//;

test('every document and section that is cited exists', () => {
  const sources = readFiles('{*,{core,electron,renderer,test,build}/**/*}.{ts,mjs,js,svelte}');
  // This file cites what does not exist, on purpose.
  const files = [...sources, ...documents].filter(({ path }) => path !== 'test/docs/citations.test.ts');
  expect(files.length).toBeGreaterThan(500);
  expect(findDeadCitations(files, documents)).toEqual([]);
});

test('every link within the documents leads to a file', () => {
  const dead = documents.flatMap(({ path, text }) =>
    [...text.matchAll(/\]\(([^)\s#]+)[^)]*\)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !/^[a-z]+:/.test(target) && !existsSync(join(root, dirname(path), target)))
      .map((target) => `${path}: ${target}`),
  );
  expect(dead).toEqual([]);
});

test('every path that a document names exists', () => {
  const gone = documents.flatMap(({ path, text }) =>
    [...text.matchAll(/`((?:core|electron|renderer|test|build|docs)\/[\w./-]+)`/g)]
      .map(([, named = '']) => named)
      .filter((named) => !named.includes('NAME') && !existsSync(join(root, named)))
      .filter((named) => !BUILT.test(named))
      .map((named) => `${path}: ${named}`),
  );
  expect(gone).toEqual([]);
});

const planted: TextFile[] = [
  { path: 'docs/contract/rules.md', text: '## 1. First\n### 1.2 Second\n| `/views` | GET |\n' },
  { path: 'docs/safety.md', text: '| E5 | frames |\n' },
];

test.each([
  ['`rules.md` 1.2).', []],
  ['`contract/rules.md`, `/views`).', []],
  ['`docs/safety.md` E5, `rules.md` 1 and 1.2', []],
  ['`rules.md` 1.2, 1.3 and 2', ['cites rules.md 1.3, which is not there', 'cites rules.md 2, which is not there']],
  ['`rules.md` 1 to 4', ['cites rules.md 4, which is not there']],
  ['rules.md 1.9)', ['cites rules.md 1.9, which is not there']],
  ['`safety.md` E6', ['cites safety.md E6, which is not there']],
  ['`rules.md`, `/groups`)', ['cites /groups of rules.md, which is not there']],
  ['`design/rules.md` 1', ['cites design/rules.md, which is not in the repository']],
])('control: %s', (text, faults) => {
  const said = findDeadCitations([{ path: 'core/a.ts', text }], planted);
  expect(said).toEqual(faults.map((fault) => `core/a.ts:1 ${fault}`));
});
