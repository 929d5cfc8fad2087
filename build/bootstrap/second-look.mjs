// A test that drives a page fails by chance where the machine stands still at the wrong moment. So the few files of such
// tests that failed beside all others are run once more, alone: what fails again has failed, what passes is named as unsteady.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root, say, tool } from './process.mjs';

const results = join(root, '.cache/vitest-again.json');
/** Only tests of a page. Everything else fails for a reason. */
const DRIVES_A_PAGE = /^test\/(?:e2e|renderer)\//;
/** More than these do not fail by chance. */
const MOST_FILES = 6;

/**
 * Takes the parsed report of vitest and the environment of its run; answers how many of its failed tests passed when their
 * files ran alone, and says the name of each. 0: the first run stands as it is.
 */
export async function lookAgain(report, env) {
  const failed = report.testResults.filter(hasFailed).map((file) => ({ ...file, path: pathOf(file) }));
  const paths = failed.map(({ path }) => path);
  if (paths.length === 0 || paths.length > MOST_FILES || !paths.every((path) => DRIVES_A_PAGE.test(path))) return 0;
  say(`once more, alone: ${paths.join(', ')}`);
  rmSync(results, { force: true });
  const code = await tool(
    'vitest',
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${results}`, ...paths],
    { env },
  );
  if (code !== 0 || !existsSync(results)) return 0;
  const ran = new Set(JSON.parse(readFileSync(results, 'utf8')).testResults.flatMap(passedIn));
  const unsteady = failed.flatMap(failedIn);
  if (!unsteady.every((name) => ran.has(name))) return 0;
  for (const name of unsteady)
    say(
      `UNSTEADY: ${name} failed beside others and passed alone. It or the product depends on luck: find out with npm run test:steady.`,
    );
  return unsteady.length;
}

const hasFailed = ({ status }) => status === 'failed';
const pathOf = ({ name }) => relative(root, name).replaceAll('\\', '/');
const named = (file, status) =>
  file.assertionResults.filter((test) => test.status === status).map((test) => `${pathOf(file)} > ${test.fullName}`);
const passedIn = (file) => named(file, 'passed');
/** A file that did not load, or failed outside any test, has no name to find again. */
const failedIn = (file) => {
  const names = named(file, 'failed');
  return names.length > 0 ? names : [`${pathOf(file)} as a whole`];
};
