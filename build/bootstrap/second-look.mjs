// Browser tests sometimes fail by chance on a loaded machine. So if only a few files of such tests failed, they are rerun alone:
// what fails again has failed, what passes is reported as unsteady.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root, say, tool } from './process.mjs';

const results = join(root, '.cache/vitest-again.json');
/** Browser tests only. Every other failure has a cause. */
const DRIVES_A_PAGE = /^test\/(?:e2e|renderer)\//;
/** More files than this do not fail by chance. */
const MOST_FILES = 6;

/**
 * Takes the parsed vitest report and the environment of its run; returns how many of the failed tests passed when their files ran
 * alone, and prints their names. 0: the first result counts.
 */
export async function lookAgain(report, env) {
  const failed = report.testResults.filter(hasFailed).map((file) => ({ ...file, path: pathOf(file) }));
  const paths = failed.map(({ path }) => path);
  if (paths.length === 0 || paths.length > MOST_FILES || !paths.every((path) => DRIVES_A_PAGE.test(path))) return 0;
  say(`once more, alone: ${paths.join(', ')}`);
  rmSync(results, { force: true });
  const unsteady = failed.flatMap(failedIn);
  const code = await tool(
    'vitest',
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${results}`, ...paths],
    { env: { ...env, ...seedOf(unsteady) } },
  );
  if (code !== 0 || !existsSync(results)) return 0;
  const ran = new Set(JSON.parse(readFileSync(results, 'utf8')).testResults.flatMap(passedIn));
  if (!unsteady.every((name) => ran.has(name))) return 0;
  for (const name of unsteady)
    say(
      `UNSTEADY: ${name} failed beside others and passed alone. It or the product depends on luck: find out with npm run test:steady.`,
    );
  return unsteady.length;
}

/** A test whose name has a seed is only the same with that seed. */
const seedOf = (names) => {
  const [, seed] = /\bseed (\d+)/.exec(names.join('\n')) ?? [];
  return seed === undefined ? {} : { POLYDESK_FUZZ_SEED: seed };
};

const hasFailed = ({ status }) => status === 'failed';
const pathOf = ({ name }) => relative(root, name).replaceAll('\\', '/');
const named = (file, status) =>
  file.assertionResults.filter((test) => test.status === status).map((test) => `${pathOf(file)} > ${test.fullName}`);
const passedIn = (file) => named(file, 'passed');
/** A file that did not load, or failed outside any test, has no test name to find again. */
const failedIn = (file) => {
  const names = named(file, 'failed');
  return names.length > 0 ? names : [`${pathOf(file)} as a whole`];
};
