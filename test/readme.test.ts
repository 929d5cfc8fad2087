import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { SERVE_HELP } from '../core/cli/serve.ts';
import { commandBlocks } from './docs/commands.ts';
import { readDocuments } from './docs/files.ts';
import { openDesk, SOURCES } from './support/program.ts';

// The documents are followed as a newcomer would: every command is typed, and its output must match.
const root = join(import.meta.dirname, '..');
const documents = readDocuments();
const tours = documents
  .map(({ path, text }) => ({ path, text, blocks: commandBlocks(text).filter(({ language }) => language === 'sh') }))
  .filter(({ blocks }) => blocks.length > 0);

const program = openDesk();
afterAll(() => program.close());

test('there are tours', () => {
  expect(tours.map(({ path }) => path)).toContain('README.md');
  expect(tours.length).toBeGreaterThan(3);
});

test.each(tours)('the commands of $path do what it shows', async ({ path, text, blocks }) => {
  const folder = join(program.folder, path.replaceAll(/\W/g, '-'));
  mkdirSync(folder);
  copyFileSync(join(root, 'test/fixtures/site.wxr.xml'), join(folder, 'export.xml'));
  const env = { ...environment(), ...(text.includes('$API') && (await serveTour(folder))) };
  for (const { script, shown } of blocks) {
    const { stdout, stderr, status } = spawnSync('bash', ['-ec', script], { cwd: folder, env, encoding: 'utf8' });
    // What it says on standard error counts only where it failed.
    expect({ script, status, ...(status !== 0 && { stderr }) }).toEqual({ script, status: 0 });
    for (const line of shown) expect(stdout).toContain(line);
  }
});

test('every variable and the address of the first port are named', () => {
  const named = [...SERVE_HELP.matchAll(/POLYDESK_[A-Z_]+/g)].map(([name]) => name);
  expect(named.length).toBeGreaterThan(4);
  const text = documents.find(({ path }) => path === 'docs/configuration.md')?.text ?? '';
  expect([...named, '24180'].filter((name) => !text.includes(name))).toEqual([]);
});

test('the README is short', () => {
  const lines = readFileSync(join(root, 'README.md'), 'utf8').trimEnd().split('\n');
  expect(lines.length).toBeLessThanOrEqual(120);
});

/** A site of the name that the documents use, served, and a token for it. */
async function serveTour(folder: string): Promise<Record<string, string>> {
  const site = join(folder, 'tour.polydesk');
  const url = await program.start(['serve', site, '--port', '0', '--json']).ready;
  const made = await program.run(['token', site, 'add', 'tour', '--role', 'administrator', '--json']);
  const { token } = JSON.parse(made.stdout) as { token: string };
  return { API: `${url}/wp-json`, TOKEN: token };
}

/** As a shell has it where `polydesk` is installed; a stand-in of ours is `curl` where there is none. */
function environment(): Record<string, string | undefined> {
  const folder = join(program.folder, 'bin');
  mkdirSync(folder, { recursive: true });
  const install = (name: string, entry: string): void =>
    writeFileSync(join(folder, name), `#!/bin/sh\nexec "${process.execPath}" "${entry}" "$@"\n`, { mode: 0o755 });
  install('polydesk', process.env['TEST_PROGRAM'] ?? SOURCES);
  if (spawnSync('curl', ['--version']).status !== 0) install('curl', join(root, 'test/support/curl.mjs'));
  return {
    ...process.env,
    PATH: folder + delimiter + (process.env['PATH'] ?? ''),
    POLYDESK_DATA: join(program.folder, 'data'),
    XDG_RUNTIME_DIR: join(program.folder, 'runtime'),
    NODE_COMPILE_CACHE: join(root, '.cache/node'),
  };
}
