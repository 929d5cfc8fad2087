import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { SERVE_HELP } from '../core/cli/serve.ts';
import { openDesk } from './support/program.ts';

/** The README is read as a newcomer reads it: its tour is run, its list of packages compared. */
const root = join(import.meta.dirname, '..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');

/** Each block of shell, with the lines of answer that the README shows below it. */
const tour = [...readme.matchAll(/```sh\n([\s\S]*?)```\n\n```json\n([\s\S]*?)```/g)].map(
  ([, script = '', shown = '']) => ({
    script,
    shown: shown.trim().split('\n'),
  }),
);

const desk = openDesk();
afterAll(() => desk.close());

test('the tour of the README does what the README shows', async () => {
  expect(tour.length).toBeGreaterThan(6);
  const server = desk.start(['serve', join(desk.folder, 'tour.polydesk'), '--port', '0', '--json']);
  const url = await server.ready;
  const made = await desk.run([
    'token',
    join(desk.folder, 'tour.polydesk'),
    'add',
    'tour',
    '--role',
    'administrator',
    '--json',
  ]);
  const { token } = JSON.parse(made.stdout) as { token: string };
  const env = { ...process.env, PATH: pathWithCurl(), API: `${url}/wp-json`, TOKEN: token };
  for (const { script, shown } of tour) {
    const { stdout, stderr, status } = spawnSync('bash', ['-c', script], { env, encoding: 'utf8' });
    expect({ script, status, stderr }).toEqual({ script, status: 0, stderr: '' });
    for (const line of shown) expect(stdout).toContain(line);
  }
});

test('every variable and the address of the first port are named', () => {
  const named = [...SERVE_HELP.matchAll(/POLYDESK_[A-Z_]+/g)].map(([name]) => name);
  expect(named.length).toBeGreaterThan(4);
  expect([...named, '127.0.0.1:24180'].filter((name) => !readme.includes(name))).toEqual([]);
});

test('every package is named with its reason', () => {
  const list = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<string, Record<string, string>>;
  const section = readme.slice(readme.indexOf('## Packages'));
  const names = ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((kind) =>
    Object.keys(list[kind] ?? {}),
  );
  expect(names.filter((name) => !section.includes(name))).toEqual([]);
});

/** Where there is no curl, a stand-in of ours is. */
function pathWithCurl(): string {
  const own = process.env['PATH'] ?? '';
  if (spawnSync('curl', ['--version']).status === 0) return own;
  const folder = join(desk.folder, 'bin');
  mkdirSync(folder);
  const script = `#!/bin/sh\nexec "${process.execPath}" "${join(root, 'test/support/curl.mjs')}" "$@"\n`;
  writeFileSync(join(folder, 'curl'), script, { mode: 0o755 });
  return folder + delimiter + own;
}
