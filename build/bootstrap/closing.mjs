// What remains of a run for those who see only its end: the closing line with the counts of all commands, and what failed with
// the beginning of each message. `.ci/run` prints both last.
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './process.mjs';

const closingLine = join(root, '.cache/closing-line.txt');
const failures = join(root, '.cache/failures.txt');
/** Per failure, and failures per run of tests: a cause that breaks everything needs no more to be found. */
const LINES = 8;
const MOST = 30;

/** Forgets the runs before. */
export function open() {
  for (const file of [closingLine, failures]) rmSync(file, { force: true });
}

/** Writes the counts as the closing line, and returns it. */
export function close(passed, failed) {
  const line = `${passed} passed, ${failed} failed`;
  makeFolder();
  writeFileSync(closingLine, `${line}\n`);
  return line;
}

/** Adds to the counts of the commands before this one; returns the line. */
export function addToClosing(passed, failed) {
  const last = existsSync(closingLine) ? readFileSync(closingLine, 'utf8') : '';
  const [, before = 0, failedBefore = 0] = /(\d+) passed, (\d+) failed/.exec(last) ?? [];
  return close(Number(before) + passed, Number(failedBefore) + failed);
}

/** Keeps the name of what failed and the first lines of what it said. */
export function noteFailure(name, message) {
  makeFolder();
  appendFileSync(failures, told(name, message));
}

/** Keeps what failed in a report of vitest. */
export function noteFailedTests(report) {
  makeFolder();
  appendFileSync(failures, failuresOf(report));
}

/** The failed tests of vitest's report, and the files that failed outside any test, as text. */
export function failuresOf(report) {
  const failed = report.testResults.filter(({ status }) => status === 'failed').flatMap(failedIn);
  const left = failed.length - MOST;
  const lines = failed.slice(0, MOST).map(({ name, message }) => told(name, message));
  return lines.join('') + (left > 0 ? `and ${left} more\n` : '');
}

function failedIn(file) {
  const path = relative(root, file.name).replaceAll('\\', '/');
  const tests = file.assertionResults.filter(({ status }) => status === 'failed');
  if (tests.length === 0) return [{ name: `${path} as a whole`, message: file.message ?? '' }];
  return tests.map((test) => ({ name: `${path} > ${test.fullName}`, message: test.failureMessages.join('\n') }));
}

function told(name, message) {
  const lines = stripVTControlCharacters(message).trim().split('\n').slice(0, LINES);
  return [`FAILED: ${name}`, ...lines.map((line) => `  ${line}`), ''].join('\n');
}

function makeFolder() {
  mkdirSync(join(root, '.cache'), { recursive: true });
}
