// Controls of the rules of the window: one fault is planted in the built program at a time, and the check of its rule must fail.
//
// Where the rules of `security.md` 4 are tested (in this folder, unless it says otherwise), and their controls:
//
// | Rule | Test | Control |
// |---|---|---|
// | E1 preferences of the window, dictionaries | rules, sites (one session a site) | here |
// | E2 sandbox before ready | rules | here |
// | E3 app:// answers built files only | rules: 200 addresses | rules: a reader that joins paths |
// | E4 policy, byte for byte | rules, window, headless, e2e/* (no breach) | here |
// | E5 preview frame | e2e/editor | e2e/hostile: the same texts in a page that believes them |
// | E6 navigation, windows, downloads | leaving: 60 addresses, window | here, leaving |
// | E7 permissions | leaving: every name of the type file | here, leaving: without handlers |
// | E8 addresses for other programs | leaving: 80 addresses, window | here, leaving |
// | E9 senders and what they say | ipc: the matrix, sites (a page reaches its own site) | here, ipc: from our page |
// | E10 bridge of three functions | window, rules | rules: planted words |
// | E11 fuses | packaging/config, packaging/package | packaging: read back from the file |
// | E12 sums of the archive | packaging/package | packaging/package |
// | E13 no updater | packaging/config, packaging/package | packaging/package |
// | E14 words, files and links from outside | instance, outside: 20 starts, 60 links | here, outside |
// | E15 keyring | secrets: 7 backends | here |
// | E16 versions | instance | instance: a version that will do |
// | E17 banned words | architecture | architecture: each word planted |
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchApp, type Running } from '../standin/launch.ts';
import { built } from './built.ts';
import {
  checkExternal,
  checkKeyring,
  checkNavigation,
  checkOrder,
  checkPermissions,
  checkPolicy,
  checkSender,
  checkSpelling,
  checkWindow,
  checkWords,
} from './checks.ts';

/** Beside the built program, where its packages are found. */
const place = join(built, '../planted');
const folder = join(place, 'dist');

beforeAll(() => {
  cpSync(built, folder, { recursive: true });
  cpSync(join(built, '../package.json'), join(place, 'package.json'));
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

/** In this order, one after another: some leave something behind. */
const checks = {
  E1: async (app: Running) => {
    await checkWindow(app, false, folder);
    await checkSpelling(app);
  },
  E2: checkOrder,
  E4: checkPolicy,
  E7: checkPermissions,
  E8: checkExternal,
  E6: checkNavigation,
  E9: checkSender,
  E14: checkWords,
  E15: checkKeyring,
};
type Rule = keyof typeof checks;

/** The rules that the program breaks with these words in place of others. */
async function broken(from: string, to: string): Promise<Rule[]> {
  const text = readFileSync(join(built, 'main/main.js'), 'utf8');
  expect(text.split(from), `${from} is in the program`).toHaveLength(2);
  writeFileSync(join(folder, 'main/main.js'), text.replace(from, to));
  const app = await launchApp({ built: folder, hasBrowser: false, env: { STANDIN_KEYRING: 'basic_text' } });
  try {
    const found: Rule[] = [];
    for (const [rule, check] of Object.entries(checks)) await check(app).catch(() => found.push(rule as Rule));
    return found;
  } finally {
    await app.close();
  }
}

test.each<[string, string, string, Rule[]]>([
  ['nothing', 'webSecurity: true', 'webSecurity: true', []],
  ['the rules of the web off', 'webSecurity: true', 'webSecurity: false', ['E1']],
  ['Node in workers', 'nodeIntegrationInWorker: false', 'nodeIntegrationInWorker: true', ['E1']],
  ['an option more', 'spellcheck: hasSpelling', 'spellcheck: hasSpelling, allowRunningInsecureContent: true', ['E1']],
  ['an option less', 'webviewTag: false,', '', ['E1']],
  ['no sandbox', 'app.enableSandbox();', '', ['E2']],
  ['a frame around us', "frame-ancestors 'none'; object-src", "frame-ancestors 'self'; object-src", ['E4']],
  ['strings as code', "require-trusted-types-for 'script'; ", '', ['E4']],
  ['dictionaries', 'session.setSpellCheckerEnabled(false);', '', ['E1']],
  ['dictionaries from elsewhere', 'session.setSpellCheckerDictionaryDownloadURL(NOWHERE);', '', ['E1']],
  ['pages may leave', 'if (!isOwnUrl(details.url)) details.preventDefault();', '', ['E6']],
  ['new windows', 'return { action: "deny" };', 'return { action: "allow" };', ['E6']],
  ['every permission', 'return permission === GRANTED && isMainFrame && isOwnUrl(url);', 'return true;', ['E7']],
  ['out without a click', '|| !takeGesture(contents)) return false;', ') return false;', ['E8']],
  ['any page may ask', 'return senderFrame.parent === null && isOwnUrl(senderFrame.origin)', 'return true', ['E9']],
  ['any file is a site', String.raw`return /[^\\/]\.polydesk$/i.test(path) &&`, 'return ', ['E14']],
  ['a fixed password as keyring', 'if (backend === "basic_text" || backend === "unknown") return false;', '', ['E15']],
])('planted: %s', async (_what, from, to, rules) => {
  expect(await broken(from, to)).toEqual(rules);
});
