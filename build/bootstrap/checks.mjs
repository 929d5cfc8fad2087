// `npm test`: the tests, with formatting, lint and types on the processors that tests leave idle. Every step runs, then any
// failure counts. `test:slow`, `test:e2e` and `test:clients` add their own counts to the closing line.
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChrome } from './chrome.mjs';
import { addToClosing, close, noteFailedTests, noteFailure, open } from './closing.mjs';
import { root, runNode, say, tool, toolQuietly } from './process.mjs';
import { lookAgain } from './second-look.mjs';

const results = join(root, '.cache/vitest.json');
const clientResults = join(root, '.cache/clients.json');
const everyFile = ['--tsgo', '--tsconfig', './tsconfig.json', '--fail-on-warnings', '--output', 'human'];
/**
 * Types of every file, components too (svelte-check uses TypeScript 7, which is many times faster than 6), then once more by
 * environment: core without DOM types, and the renderer with its own.
 */
const typeChecks = [
  { name: 'types', tool: 'svelte-check', args: everyFile },
  { name: 'types of core', tool: 'tsc', args: ['-p', 'core'] },
  { name: 'types of the renderer', tool: 'tsc', args: ['-p', 'renderer'] },
];

/** The type checkers, written in Go, finish before garbage collection would pay off. */
const keepMemory = { GOGC: 'off', GOMEMLIMIT: '3GiB' };

const checks = [
  // A second thread would have to load the component parser again, and the other checks keep both processors busy.
  { name: 'format', tool: 'oxfmt', args: ['--check', '--threads=1', '.'] },
  { name: 'lint', tool: 'oxlint', args: [] },
  { name: 'lint of components', tool: 'eslint', args: ['.'] },
  ...typeChecks,
];

/** Runs everything, writes the closing line for .ci/run, and returns 0 only if nothing failed. */
export async function runChecks(words) {
  mkdirSync(join(root, '.cache'), { recursive: true });
  rmSync(results, { force: true });
  open();
  const started = performance.now();
  // Without the slow tests and with a selection of the end-to-end tests: either takes as long as everything else together.
  const [which, env] = words.length === 0 ? [['--project=!slow'], { E2E: 'short' }] : [words, {}];
  const [tests, ...checked] = await Promise.all([timed('tests', () => runTests(which, env)), ...checks.map(runCheck)]);
  const broken = checked.filter(({ code }) => code !== 0);
  // Printed at the end: test output would surround it.
  for (const { name, output } of broken) {
    process.stdout.write(`\n${name} failed:\n${output}\n`);
    noteFailure(name, output);
  }
  const passed = checks.length - broken.length + tests.passed;
  const failed = broken.length + tests.failed;
  const line = close(passed, failed);
  say(`everything: ${seconds(started)}; ${line}`);
  return failed === 0 ? 0 : 1;
}

/** Runs only the type checks; 0 if there are no errors. */
export async function checkTypes() {
  const codes = [];
  for (const { tool: judge, args } of typeChecks) codes.push(await tool(judge, args));
  return codes.find((code) => code !== 0) ?? 0;
}

/** Where `npm test` runs some tests only; the second are the planted faults of the window. */
const WHOLE = ['test/e2e', '--project', 'electron', 'test/electron/planted'];

/** Runs every test of test/e2e and the planted faults (with arguments: only those); .ci/run calls it after `npm test`. */
export const runE2e = (words) => runProject('e2e', words.length === 0 ? WHOLE : words);

/** Runs the slow tests of `vite.config.ts` (with arguments: only those), which `npm test` leaves out; .ci/run calls it too. */
export const runSlow = (words) => runProject('slow', words);

async function runProject(name, words) {
  const { passed, failed } = await timed(name, () => runTests(['--project', name, ...words], {}));
  say(`${name}: ${addToClosing(passed, failed)}`);
  return failed === 0 ? 0 : 1;
}

/** Runs the client libraries of test/clients (with arguments: only those); .ci/run calls it after `npm test`. */
export async function runClients(words) {
  rmSync(clientResults, { force: true });
  const code = await timed('clients', () => runNode([join(root, 'test/clients/run.mjs'), clientResults, ...words]));
  const { passed, failed } = existsSync(clientResults)
    ? JSON.parse(readFileSync(clientResults, 'utf8'))
    : { passed: 0, failed: 1 };
  addToClosing(passed, failed);
  return code;
}

/**
 * Runs the tests that benefit from repetition with their nightly counts, and each task by each input method in each environment.
 * Further arguments go to vitest.
 */
export function runLong(words) {
  const env = {
    KILL_CYCLES: '200',
    CONTENT_KILL_CYCLES: '50',
    POLYDESK_FUZZ_RUNS: '10',
    INTERRUPT_KILLS: '100',
    OPENING_KILLS: '40',
    POWER_CUTS: '5000',
    FAULT_POINTS: '1000',
    FULL_DISK_WRITES: '1500',
    PROGRAM_PAIRS: '50',
    DAMAGED_FILES: '400',
    ATTACKS: 'all',
    LOAD_WRITES: '3000',
    IMPORT_ITEMS: '10300',
    RECALL_QUESTIONS: '400',
    EVERY_HAND: '1',
    POLYDESK_LONG: '1',
  };
  const where = [
    '--project',
    'core',
    '--project',
    'slow',
    '--project',
    'e2e',
    'test/reliability',
    'test/fuzz',
    'test/core/live/push',
    'test/core/live/model',
    'test/core/live/words',
    'test/transfer/tree',
    'test/transfer/invented',
    'test/transfer/search',
    'test/core/cli/tree-commands',
    'test/core/cli/transfer-commands',
    'test/core/domain/memory',
    'test/e2e/tasks',
    'test/e2e/sweep',
  ];
  return timed('long tests', () => tool('vitest', ['run', '--testTimeout=3600000', ...where, ...words], { env }));
}

/**
 * Runs the interface tests with delayed responses and events and a slowed-down page, with varying delays. Further arguments go to
 * vitest.
 */
export async function runSteady(words) {
  const ways = [
    { TEST_JITTER: '250', TEST_SLOWER: '4' },
    { TEST_JITTER: '600', TEST_SLOWER: '1' },
    { TEST_JITTER: '100', TEST_SLOWER: '2' },
    { TEST_JITTER: '0', TEST_SLOWER: '6' },
  ];
  const chrome = await findChrome();
  let worst = 0;
  for (const way of ways) {
    const env = { ...way, ...(chrome && { CHROME_PATH: chrome }) };
    const name = `answers held for up to ${way.TEST_JITTER} ms, a page ${way.TEST_SLOWER} times slower`;
    worst = (await timed(name, () => tool('vitest', ['run', '--project', 'e2e', ...words], { env }))) || worst;
  }
  return worst;
}

/** Returns the name of the check, its exit code and its output. */
async function runCheck({ name, tool: judge, args }) {
  return { name, ...(await timed(name, () => toolQuietly(judge, args, { env: keepMemory, isPatient: true }))) };
}

/** Returns how many passed and failed. @param more environment variables of the tests */
async function runTests(words, more) {
  const needsBrowser = ['test/renderer', 'test/electron', 'test/e2e'].some((folder) => existsSync(join(root, folder)));
  const chrome = needsBrowser ? await findChrome() : undefined;
  // Programs that are killed on purpose leave files behind, which are removed with this folder.
  const scratch = mkdtempSync(join(tmpdir(), 'polydesk-'));
  // Some programs run as another user.
  chmodSync(scratch, 0o755);
  const env = { TMPDIR: scratch, TEMP: scratch, TMP: scratch, ...(chrome && { CHROME_PATH: chrome }), ...more };
  try {
    return await runTestsIn(env, words);
  } finally {
    rmSync(scratch, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function runTestsIn(env, words) {
  const report = ['--reporter=default', '--reporter=json', `--outputFile.json=${results}`];
  const code = await tool('vitest', ['run', ...report, ...words], { env });
  if (!existsSync(results)) return { passed: 0, failed: 1 };
  const first = JSON.parse(readFileSync(results, 'utf8'));
  const { passed, failed } = countTests(first, code);
  const again = failed > 0 ? await lookAgain(first, env) : 0;
  if (failed > again) noteFailedTests(first);
  return { passed: passed + again, failed: failed - again };
}

/** Counts from vitest's own report. A file that did not load, or a failure outside any test, counts as one failure. */
function countTests(report, code) {
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  );
  const failed = report.numFailedTests + broken.length;
  return { passed: report.numPassedTests, failed: failed === 0 && code !== 0 ? 1 : failed };
}

async function timed(name, work) {
  const started = performance.now();
  const answer = await work();
  say(`${name}: ${seconds(started)}`);
  return answer;
}

function seconds(started) {
  return `${((performance.now() - started) / 1000).toFixed(1)} s`;
}
