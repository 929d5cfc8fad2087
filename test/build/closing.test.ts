import { join } from 'node:path';
import { expect, test } from 'vitest';
import { failuresOf } from '../../build/bootstrap/closing.mjs';

const root = join(import.meta.dirname, '../..');
const file = (
  path: string,
  status: string,
  ...assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
) => ({
  name: join(root, path),
  status,
  message: 'cannot load',
  assertionResults,
});
const passed = { status: 'passed', fullName: 'good', failureMessages: [] };
const failed = (fullName: string) => ({
  status: 'failed',
  fullName,
  failureMessages: ['\u001B[31mexpected 1 to be 2\u001B[39m\n at x'],
});

test('the end of a run names every failed test, and a file that did not load, with the beginning of the message', () => {
  const testResults = [
    file('test/a.test.ts', 'passed', passed),
    file('test/b.test.ts', 'failed', passed, failed('bad')),
    file('test/c.test.ts', 'failed'),
  ];
  expect(failuresOf({ testResults })).toBe(
    'FAILED: test/b.test.ts > bad\n  expected 1 to be 2\n   at x\nFAILED: test/c.test.ts as a whole\n  cannot load\n',
  );
});

test('a cause that breaks everything fills no screen: 30 names, then a count', () => {
  const testResults = [
    file('test/a.test.ts', 'failed', ...Array.from({ length: 32 }, (_, number) => failed(`test ${number}`))),
  ];
  const text = failuresOf({ testResults });
  expect(text.match(/^FAILED/gm)).toHaveLength(30);
  expect(text).toMatch(/and 2 more\n$/);
});
