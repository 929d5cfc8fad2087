import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const run = (script: string, words: string[], env: Record<string, string> = {}) => {
  const { POLYDESK_COMMAND: _, npm_command: __, ...rest } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, script), ...words], {
    cwd: root,
    env: { ...rest, ...env },
  });
  return { status, stdout: String(stdout).trim(), stderr: String(stderr).trim() };
};

// Only the command line knows its commands, so no list here can be outdated.
test.each([
  ['build/bootstrap.mjs', {}, 'node build/bootstrap.mjs'],
  ['build/polydesk.mjs', {}, 'polydesk'],
  ['build/polydesk.mjs', { npm_command: 'exec' }, 'npx polydesk'],
])('%s with %j knows every command, and its hints name one that runs: %s', (script, env, program) => {
  expect(run(script, ['--version'], env)).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^\d+\.\d+\.\d+$/),
  });
  expect(run(script, ['copy'], env)).toMatchObject({
    status: 64,
    stderr: `SITE is missing. See: ${program} copy --help`,
  });
  expect(run(script, ['frobnicate'], env)).toMatchObject({ status: 64, stderr: expect.stringContaining(program) });
});

test('an unknown part of the benchmarks is refused with the known ones, also after "--"', () => {
  for (const words of [['nothing'], ['--', 'nothing'], ['7x']])
    expect(run('build/bootstrap.mjs', ['bench', ...words])).toMatchObject({
      status: 64,
      stderr: expect.stringContaining('attacks, content, desk, live, live-plan, transfer, walk'),
    });
});
