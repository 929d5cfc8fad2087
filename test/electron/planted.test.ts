// Controls of E1, E2 and E4: one fault is planted in the built program at a time, and the check of its rule must fail.
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchApp, type Running } from '../standin/launch.ts';
import { built } from './built.ts';
import { checkOrder, checkPolicy, checkWindow } from './checks.ts';

/** Beside the built program, where its packages are found. */
const place = join(built, '../planted');
const folder = join(place, 'dist');

beforeAll(() => {
  cpSync(built, folder, { recursive: true });
  cpSync(join(built, '../package.json'), join(place, 'package.json'));
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

const checks = { E1: (app: Running) => checkWindow(app, false, folder), E2: checkOrder, E4: checkPolicy };
type Rule = keyof typeof checks;

/** The rules that the program breaks with these words in place of others. */
async function broken(from: string, to: string): Promise<Rule[]> {
  const text = readFileSync(join(built, 'main/main.js'), 'utf8');
  expect(text.split(from), `${from} stands in the program`).toHaveLength(2);
  writeFileSync(join(folder, 'main/main.js'), text.replace(from, to));
  const app = await launchApp({ built: folder, hasBrowser: false });
  try {
    const judged = Object.entries(checks).map(([rule, check]) =>
      check(app).then(
        () => [],
        () => [rule as Rule],
      ),
    );
    return (await Promise.all(judged)).flat();
  } finally {
    await app.close();
  }
}

test.each<[string, string, string, Rule[]]>([
  ['nothing', 'webSecurity: true', 'webSecurity: true', []],
  ['the rules of the web off', 'webSecurity: true', 'webSecurity: false', ['E1']],
  ['Node in workers', 'nodeIntegrationInWorker: false', 'nodeIntegrationInWorker: true', ['E1']],
  ['an option more', 'spellcheck: false', 'spellcheck: false, allowRunningInsecureContent: true', ['E1']],
  ['an option less', 'webviewTag: false,', '', ['E1']],
  ['no sandbox', 'app.enableSandbox();', '', ['E2']],
  ['a frame around us', "frame-ancestors 'none'; object-src", "frame-ancestors 'self'; object-src", ['E4']],
  ['strings as code', "require-trusted-types-for 'script'; ", '', ['E4']],
])('planted: %s', async (_what, from, to, rules) => {
  expect(await broken(from, to)).toEqual(rules);
});
