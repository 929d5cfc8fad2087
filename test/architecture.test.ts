import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bannedWords, findBreaches, zones } from './architecture/rules.ts';

const root = join(import.meta.dirname, '..');

test('the sources keep to the map of the code', () => {
  // Recorded cases and clipboards of tests are data: only the sources of test/ and build/ count.
  const paths = globSync(['{core,electron,renderer}/**/*.*', '{test,build}/**/*.{ts,mjs,svelte}'], {
    cwd: root,
    exclude: ['**/node_modules/**', 'core/data/**'],
  });
  const files = paths.map((path) => ({
    path: path.replaceAll('\\', '/'),
    text: readFileSync(join(root, path), 'utf8'),
  }));
  expect(files.length).toBeGreaterThan(10);
  expect(findBreaches(files)).toEqual([]);
});

/** The faults the checker reports for one planted file. */
const say = (path: string, text: string) => findBreaches([{ path, text: `${text}\n` }]);

const planted: [path: string, text: string, sentence: string][] = [
  ['core/routes/a.ts', "import { b } from '../store/b.ts';", 'imports core/store/b.ts: routes may not use store'],
  ['core/store/a.ts', "import { b } from '../domain/b.ts';", 'imports core/domain/b.ts: store may not use domain'],
  ['core/store/a.ts', "import type { B } from '../domain/b.ts';", 'imports core/domain/b.ts: store may not use domain'],
  ['core/domain/a.ts', "import { b } from '../rest/b.ts';", 'imports core/rest/b.ts: domain may not use rest'],
  ['core/domain/a.ts', "export { b } from '../routes/b.ts';", 'imports core/routes/b.ts: domain may not use routes'],
  ['core/rest/a.ts', "import { b } from '../domain/b.ts';", 'imports core/domain/b.ts: rest may not use domain'],
  ['core/rest/a.ts', "import { openSite } from '../site.ts';", 'imports core/site.ts: rest may not use site'],
  ['core/schema/a.ts', "import { b } from '../domain/b.ts';", 'imports core/domain/b.ts: leaf may not use domain'],
  ['core/schema/a.ts', "import { b } from 'qs';", 'imports qs: not here'],
  ['core/units/a.ts', "import { b } from '../domain/b.ts';", 'imports core/domain/b.ts: units may not use domain'],
  ['core/units/a.ts', "import { b } from 'node:fs';", 'imports node:fs: not here'],
  ['core/errors.ts', "import { b } from 'node:crypto';", 'imports node:crypto: not here'],
  [
    'core/transfer/a.ts',
    "import { b } from '../server/b.ts';",
    'imports core/server/b.ts: transfer may not use server',
  ],
  ['core/server/a.ts', "import { b } from '../cli.ts';", 'imports core/cli.ts: server may not use cli'],
  [
    'core/domain/a.ts',
    "const b = await import('../server/b.ts');",
    'imports core/server/b.ts: domain may not use server',
  ],
  ['core/domain/a.ts', "type B = import('../server/b.ts').B;", 'imports core/server/b.ts: domain may not use server'],
  ['core/engine/engine.ts', "import { app } from 'electron';", 'imports electron: not here'],
  ['core/domain/a.ts', "import type D from 'better-sqlite3';", 'imports better-sqlite3: not here'],
  ['core/domain/a.ts', "const D = require('better-sqlite3');", 'imports better-sqlite3: not here'],
  ['core/cli.ts', "import type { Server } from 'node:http';", 'imports node:http: not here'],
  ['core/server/a.ts', "import { createServer } from 'node:http';", 'has node:http'],
  ['core/domain/a.ts', "import { b } from '../store/b';", 'imports ../store/b without its ending'],
  ['core/domain/a.ts', "import { b } from '../../test/b.ts';", 'imports test/b.ts, which is outside the product'],
  ['electron/a.ts', "import { b } from '../core/domain/b.ts';", 'imports core/domain/b.ts: shell may not use domain'],
  ['electron/a.ts', "import { b } from '../renderer/b.ts';", 'imports renderer/b.ts: shell may not use renderer'],
  [
    'renderer/a.ts',
    "import { b } from '../core/engine/engine.ts';",
    'imports core/engine/engine.ts: renderer may not use engine',
  ],
  ['renderer/a.ts', "import { b } from '../core/types.ts';", 'imports more than types of core/types.ts'],
  [
    'renderer/a.ts',
    "import { b } from '../electron/commands.ts';",
    'imports electron/commands.ts: renderer may not use commands',
  ],
  [
    'renderer/screens/terms/a.ts',
    "import { b } from '../media/b.ts';",
    'imports renderer/screens/media/b.ts: terms may not use the screen media',
  ],
  [
    'renderer/matrix/a.ts',
    "import type { B } from '../screens/content/b.ts';",
    'imports renderer/screens/content/b.ts: renderer/matrix may not use the screen content',
  ],
  [
    'renderer/a.ts',
    "import { b } from '../core/routes/wire.ts';",
    'imports core/routes/wire.ts: renderer may not use wire',
  ],
  [
    'renderer/a.ts',
    "import type { B } from '../core/routes/index.ts';",
    'imports core/routes/index.ts: renderer may not use routes',
  ],
  ['renderer/a.ts', "import { join } from 'node:path';", 'imports node:path: not here'],
  ['renderer/A.svelte', "<script>\n  import b from 'electron';\n</script>", 'imports electron: not here'],
  ['core/helpers/a.ts', 'export const b = 1;', 'has no place in the map of the code'],
  ['renderer/a.ts', 'const { platform } = process.versions;', 'has process'],
  ['core/units/a.ts', 'const bytes = Buffer.from(text);', 'has Buffer'],
  ['core/schema/a.ts', 'setImmediate(work);', 'has setImmediate'],
  ['core/server/a.ts', 'await fetch(address);', 'has fetch'],
  ['core/server/a.ts', 'await globalThis.fetch(address);', 'has fetch'],
  [
    'core/server/a.ts',
    String.raw`const isEvents = /^\/polydesk\/v1\/events$/.test(path);`,
    'has a pattern of addresses',
  ],
  ['renderer/A.svelte', '<p>{@html text}</p>', 'has {@html'],
  ['renderer/a.ts', 'node.innerHTML = text;', 'has innerHTML'],
  ['renderer/a.ts', "node['outerHTML'] = text;", 'has outerHTML'],
  ['renderer/a.ts', "node.insertAdjacentHTML('beforeend', text);", 'has insertAdjacentHTML'],
  ['renderer/A.svelte', '<b onclick={() => document.write(text)}>x</b>', 'has document.write'],
  ['core/domain/a.ts', 'const rows = read() as any;', 'has any'],
  ['core/domain/a.ts', 'const rows: Map<string, any> = new Map();', 'has any'],
  ['renderer/A.svelte', '<script lang="ts">\n  let { value }: { value: any } = $props();\n</script>', 'has any'],
  ['core/domain/a.ts', 'eval(text);', 'has eval'],
  ['core/domain/a.ts', 'const f = new Function(text);', 'has new Function'],
  ['electron/a.ts', 'page.executeJavaScript(text);', 'has executeJavaScript'],
  ['electron/a.ts', 'shell.openPath(path);', 'has shell.openPath'],
  ['electron/a.ts', "const { spawn } = process.getBuiltinModule('child_process');", 'has child_process'],
  ['electron/a.ts', 'const options = { webSecurity: false };', 'has webSecurity: false'],
  ['electron/a.ts', "window.loadURL('http://example.org');", 'has http:'],
  [
    'renderer/lib/a.ts',
    'const found = /^Changed settings: (.*)$/.exec(text);',
    'has a pattern over an English sentence',
  ],
  ['renderer/lib/a.ts', 'say([/^(Added|Deleted) the (.*)$/s, say]);', 'has a pattern over an English sentence'],
];

test.each(planted)('control: %s with %j', (path, text, sentence) => {
  expect(say(path, text)).toEqual([`${path} ${sentence}`]);
});

test('control: only the one place that may start another program does', () => {
  const text = "import { fork } from 'node:child_process';";
  const sentences = ['imports node:child_process: not here', 'has child_process'];
  for (const path of ['core/server/host/open.ts', 'core/engine/reader/file-check.ts', 'electron/check-process.ts'])
    expect(say(path, text)).toEqual(sentences.map((sentence) => `${path} ${sentence}`));
  expect(say('core/server/host/check-process.ts', text)).toEqual([]);
});

test('control: every banned word was planted', () => {
  const reported = planted.map(([, , sentence]) => sentence);
  expect(bannedWords.map(({ word }) => `has ${word}`).filter((word) => !reported.includes(word))).toEqual([]);
});

test('control: a long file is found', () => {
  expect(say('test/a.test.ts', 'line();\n'.repeat(399))).toEqual([]);
  expect(say('test/a.test.ts', 'line();\n'.repeat(400))).toEqual(['test/a.test.ts has 401 lines; the most is 400']);
});

test('control: a full room is found', () => {
  const room = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ path: `core/rest/a${at}.ts`, text: 'line();' }));
  expect(findBreaches(room(25))).toEqual([]);
  expect(findBreaches(room(26))).toEqual(['core/rest holds 26 files; the most is 25']);
  const tests = Array.from({ length: 26 }, (_, at) => ({ path: `test/e2e/editor/a${at}.test.ts`, text: 'line();' }));
  expect(findBreaches(tests)).toEqual(['test/e2e/editor holds 26 files; the most is 25']);
  const other = [{ path: 'core/rest/README.md', text: 'Words' }];
  expect(findBreaches([...room(25), ...other])).toEqual(['core/rest holds 26 files; the most is 25']);
});

test('control: a ring of imports is found, once, also through types', () => {
  const files = [
    { path: 'core/domain/a.ts', text: "import { b } from './b.ts';" },
    { path: 'core/domain/b.ts', text: "import { c } from './c.ts';" },
    { path: 'core/domain/c.ts', text: "import type { A } from './a.ts';" },
  ];
  const ring = 'core/domain/a.ts -> core/domain/b.ts -> core/domain/c.ts -> core/domain/a.ts is a ring of imports';
  expect(findBreaches(files)).toEqual([ring]);
  expect(findBreaches(files.toReversed())).toEqual([ring]);
  expect(findBreaches(files.slice(0, 2))).toEqual([]);
});

const fine: [path: string, text: string][] = [
  ['renderer/a.ts', "import { align } from '../core/units/align.ts';"],
  ['renderer/screens/terms/a.ts', "import { b } from '../../matrix/b.ts';"],
  ['renderer/screens/edit/a.ts', "import { b } from '../editor/b.ts';"],
  ['core/rest/a.ts', "import type { Site } from '../site.ts';"],
  ['core/rest/a.ts', "import { type Site } from '../site.ts';"],
  ['core/domain/a.ts', "import languages from '../data/languages.json' with { type: 'json' };"],
  ['core/store/a.ts', "import Database from 'better-sqlite3';"],
  ['core/server/a.ts', "import type { Server } from 'node:http';\nimport { createServer } from '../node-http.ts';"],
  ['core/transfer/remote.ts', 'await fetch(address);'],
  ['core/domain/a.ts', 'site.fetch(address); prefetch(address);'],
  ['core/domain/a.ts', '// never eval(text)\n/* nor innerHTML */ const a = `${b /* new Function() */} http://`;'],
  [
    'renderer/a.ts',
    "import type { Json } from '../core/types.ts';\nimport type { Wire } from '../core/routes/wire.ts';\nimport type { Commands } from '../electron/commands.ts';",
  ],
  [
    'renderer/A.svelte',
    '<script lang="ts">\n  // innerHTML\n  import X from \'./X.svelte\';\n</script>\n<!-- {@html -->\n<X />',
  ],
  ['electron/main.ts', "import { app } from 'electron';\nimport { createEngine } from '../core/engine/engine.ts';"],
  ['test/a.test.ts', "import { spawn } from 'node:child_process';"],
];

test.each(fine)('allowed: %s with %j', (path, text) => {
  expect(say(path, text)).toEqual([]);
});

test('every zone names only zones there are', () => {
  const names = zones.map((zone) => zone.name);
  const used = zones.flatMap((zone) => [...zone.uses, ...(zone.usesTypesOf ?? [])]);
  expect(used.filter((name) => !names.includes(name))).toEqual([]);
});
