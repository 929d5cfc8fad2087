import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createOutput, type Output } from '../../../core/cli/run/output.ts';

let said: string[];
const isTerminal = Object.getOwnPropertyDescriptor(process.stderr, 'isTTY');
beforeEach(() => {
  said = [];
  for (const name of ['stdout', 'stderr'] as const)
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      said.push(`${name}: ${String(text)}`);
      return true;
    });
});
afterEach(() => {
  vi.restoreAllMocks();
  setTerminal(isTerminal?.value as boolean | undefined);
});

function setTerminal(value: boolean | undefined): void {
  Object.defineProperty(process.stderr, 'isTTY', { value, configurable: true, writable: true });
}

/** Long work that reports half its progress, prints a message, continues, and ends. */
function work(output: Output): string[] {
  output.progress('The import', 0, 0);
  output.progress('The import', 1, 3);
  output.progress('The import', 1, 3);
  output.note('Something.');
  output.progress('The import', 3, 3);
  output.result({ done: true }, 'Done.');
  return said;
}

const CLEAR = '\r\u001b[K';

test('on a terminal one line shows the progress, and is cleared before other output', () => {
  setTerminal(true);
  expect(work(createOutput({}))).toEqual([
    `stderr: ${CLEAR}The import: 33%`,
    `stderr: ${CLEAR}`,
    'stderr: Something.\n',
    `stderr: ${CLEAR}The import: 100%`,
    `stderr: ${CLEAR}`,
    'stdout: Done.\n',
  ]);
});

test.each([
  ['into a file or a pipe', false, {}, ['stderr: Something.\n', 'stdout: Done.\n']],
  ['with --quiet', true, { quiet: true }, ['stdout: Done.\n']],
  ['with --quiet and --json', true, { quiet: true, json: true }, ['stdout: {"done":true}\n']],
])('%s nothing is said of it', (_where, terminal, how, expected) => {
  setTerminal(terminal);
  expect(work(createOutput(how))).toEqual(expected);
});

test('work that counts from the start again has another step', () => {
  setTerminal(true);
  const output = createOutput({});
  output.progress('The import', 900, 1000);
  output.progress('The import', 1, 4);
  output.progress('The import', 4, 4);
  output.progress('The check', 0, 4);
  expect(said).toEqual(
    ['The import: 90%', 'The import: 25% (step 2)', 'The import: 100% (step 2)', 'The check: 0%'].map(
      (line) => `stderr: ${CLEAR}${line}`,
    ),
  );
});

test('a failure clears the line too', () => {
  setTerminal(true);
  const output = createOutput({});
  output.progress('The import', 1, 2);
  output.failure('It was cancelled.');
  expect(said).toEqual([`stderr: ${CLEAR}The import: 50%`, `stderr: ${CLEAR}`, 'stderr: It was cancelled.\n']);
});
