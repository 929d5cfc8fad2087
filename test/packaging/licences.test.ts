// Compares the licence list of the About box with the contents of the built programs.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LICENCES, type Licence } from '../../build/licences/licences.ts';
import { root } from '../../build/packaging/unpacked.ts';

const file = join(root, 'dist/renderer', LICENCES);
const { version, packages } = JSON.parse(readFileSync(file, 'utf8')) as { version: string; packages: Licence[] };

/** What an MIT programme may carry without asking anybody; a new one is read by a person first. */
const FINE = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'Unicode-3.0',
  'blessing',
];

const judge = (list: readonly Licence[]): string[] =>
  list.flatMap(({ name, licence, text }) => [
    ...(FINE.includes(licence) ? [] : [`${name}: ${licence || 'no licence'}`]),
    ...(text.length < 100 ? [`${name}: no text`] : []),
  ]);

test('every package is under a licence that allows it, with its text', () => {
  expect(judge(packages)).toEqual([]);
  const planted = { name: 'planted', version: '1.0.0', licence: 'GPL-3.0', text: '' };
  expect(judge([planted]), 'control').toEqual(['planted: GPL-3.0', 'planted: no text']);
});

/** Told by the maps beside the programs, which know nothing of our list. */
function packagesInMaps(): string[] {
  const maps = globSync('dist/{main,preload,worker,reader,headless}/*.map', { cwd: root });
  const sources = maps.flatMap(
    (map) => (JSON.parse(readFileSync(join(root, map), 'utf8')) as { sources: string[] }).sources,
  );
  const names = sources.flatMap((source) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source)?.[1] ?? []);
  return [...new Set(names)].toSorted();
}

test('no package of a program is missing from the list', () => {
  const found = packagesInMaps();
  expect(found).toEqual(expect.arrayContaining(['qs', 'valibot']));
  const named = new Set(packages.map(({ name }) => name));
  expect(found.filter((name) => !named.has(name))).toEqual([]);
});

test('unbundled parts of the product are listed too, and so is the interface', () => {
  const names = packages.map(({ name }) => name);
  const besides = ['better-sqlite3', 'SQLite', 'electron', 'flag-icons', 'Unicode CLDR', 'svelte', 'bits-ui'];
  expect(names).toEqual(expect.arrayContaining([...besides, '@lucide/svelte', 'vite']));
  expect(new Set(packages.map((each) => `${each.name} ${each.version}`)).size, 'each once').toBe(packages.length);
});

test('tools are not listed, and nothing of the machine that built it is in the list', () => {
  const names = packages.map(({ name }) => name);
  for (const tool of ['vitest', 'electron-builder', 'typescript', 'playwright-core']) expect(names).not.toContain(tool);
  expect(readFileSync(file, 'utf8')).not.toContain(root);
  expect(version).toBe((JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version);
  expect(existsSync(join(root, 'LICENSE'))).toBe(true);
});
