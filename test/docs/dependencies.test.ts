import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './files.ts';

test('docs/dependencies.md names every package, and no other', () => {
  const list = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<string, Record<string, string>>;
  const kinds = ['dependencies', 'devDependencies', 'optionalDependencies'];
  const installed = kinds.flatMap((kind) => Object.keys(list[kind] ?? {})).sort();
  const page = readFileSync(join(root, 'docs/dependencies.md'), 'utf8');
  const rows = [...page.matchAll(/^\| (.+?) \| .+ \|$/gm)].map(([, packages = '']) => packages);
  const named = rows.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)).sort();
  expect(named).toEqual(installed);
});
