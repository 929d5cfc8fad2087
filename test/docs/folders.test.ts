import { globSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { readFiles, root } from './files.ts';

const pages = new Map(
  readFiles('{core,electron,renderer,test,build}/{,*/}README.md').map((page) => [page.path, page.text]),
);
const sources = globSync('{core,electron,renderer}/*/**/*.{ts,svelte,css}', { cwd: root });
const rooms = new Set(sources.map((path) => path.replaceAll('\\', '/').split('/').slice(0, 2).join('/')));

test('every folder of the first two levels describes its contents, allowed imports and where to start', () => {
  expect(rooms.size).toBeGreaterThan(15);
  const folders = ['core', 'electron', 'renderer', 'test', 'build', ...rooms];
  const faults = folders.flatMap((folder) => {
    const text = pages.get(`${folder}/README.md`);
    if (text === undefined) return [`${folder} has no README.md`];
    const missing = ['May import: ', 'Start with '].filter((words) => !text.includes(words));
    return [
      ...missing.map((words) => `${folder}/README.md does not say "${words.trim()}"`),
      ...(text.split('\n').length > 16 ? [`${folder}/README.md is long`] : []),
    ];
  });
  expect(faults).toEqual([]);
});

test('no README is left of a folder that is gone', () => {
  const left = [...pages.keys()].map((path) => dirname(path)).filter((folder) => folder.includes('/'));
  expect(left.filter((folder) => !rooms.has(folder) && !/^(?:test|build)\//.test(folder))).toEqual([]);
});
