// Every command with valid and invalid input: message, exit code, and the code in --json.
import { existsSync, mkdirSync, writeFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { say } from '../../support/command-line.ts';
import type { Desk } from '../../support/program.ts';
import { FIXTURE } from '../../transfer/support.ts';
import { writeTable, type Row } from './places/table.ts';
import { closeSiteDesk, openSiteDesk } from './desk.ts';

let desk: Desk;
let file: string;
beforeAll(() => {
  ({ desk, file } = openSiteDesk());
  mkdirSync(join(desk.folder, 'folder'));
  writeFileSync(join(desk.folder, 'empty.xml'), '');
});
afterAll(() => closeSiteDesk(desk));

/** SITE, FIXTURE and DIR stand for paths. The rows run in this order, on one site. */
const ROWS: readonly [command: string, exit: number, code: string | null, sentence: RegExp][] = [
  ['import SITE FIXTURE --preview', 0, null, /nothing was written/],
  ['import SITE FIXTURE', 0, null, /^Imported \d+ items\.[^]*And 3 more of this kind/],
  ['import SITE DIR/none.xml', 66, 'missing', /The file .* does not exist/],
  ['import SITE DIR/empty.xml', 1, 'refused', /is empty\. Nothing was imported/],
  ['import SITE FIXTURE --existing maybe', 64, 'usage', /Choose one of update, keep/],
  ['export SITE DIR/out.xml', 0, null, /33 items exported to/],
  ['export SITE DIR/out.xml --lang xx', 1, 'rest_invalid_param', /The language "xx" does not exist here/],
  ['export SITE DIR/fr.xlf --lang fr --state all', 0, null, /items exported to/],
  ['export SITE DIR/fr.po --lang fr --type page', 0, null, /exported to/],
  ['export SITE DIR/fr.xlf', 64, 'usage', /Name the one language to translate into/],
  ['export SITE DIR/fr.xlf --lang fr --media', 64, 'usage', /--media is not for files for translators/],
  ['export SITE DIR/fr.csv --lang fr --state odd', 64, 'usage', /is not a state/],
  ['export SITE DIR/out.xml --state all', 64, 'usage', /--state is for files for translators/],
  ['import SITE DIR/fr.xlf --preview', 0, null, /0 texts ready in 0 items, en to fr\. Nothing was written/],
  ['import SITE DIR/fr.xlf', 0, null, /^Imported 0 texts into 0 items/],
  ['import SITE DIR/fr.xlf --lang de', 1, 'polydesk_wrong_language', /for the language "fr", not for "de"/],
  ['import SITE DIR/fr.xlf --conflict both', 64, 'usage', /Choose one of mine, file/],
  ['export SITE DIR/all.tmx', 0, null, /\d+ texts exported to/],
  ['export SITE DIR/pair.tmx --lang fr --from en', 0, null, /texts exported to/],
  ['export SITE DIR/pair.tmx --from en', 64, 'usage', /with --lang/],
  ['export SITE DIR/all.tmx --type page', 64, 'usage', /--type is not for the format tmx/],
  ['export SITE DIR/terms.tbx', 0, null, /0 texts exported to/],
  ['export SITE DIR/terms.csv', 0, null, /0 texts exported to/],
  ['export SITE DIR/terms.csv --format terms --lang fr', 64, 'usage', /--lang is not for the format terms/],
  ['import SITE DIR/all.tmx --preview', 0, null, /0 texts would be imported into the book "all", \d+ known already/],
  ['import SITE DIR/all.tmx --book Agency', 0, null, /0 texts imported into the book "Agency"/],
  ['import SITE DIR/terms.tbx', 0, null, /0 terms added, 0 changed/],
  ['export SITE DIR/none/out.xml', 73, 'cannot_create', /The folder .* does not exist/],
  ['export SITE /dev/null', 73, 'cannot_create', /is a device/],
  ['export SITE DIR/out --format zip', 64, 'usage', /Choose one of wxr, bundle/],
  ['info SITE', 0, null, /Title +Multilingual fixture/],
  ['info DIR/none.polydesk', 66, 'missing', /The file .* does not exist/],
  ['diff SITE SITE', 0, null, /The sites are the same/],
  ['diff SITE', 64, 'usage', /B is missing/],
  ['plan SITE DIR/none', 66, 'missing', /none does not exist/],
  ['apply SITE DIR/none', 66, 'missing', /none does not exist/],
  ['preview SITE --port x', 64, 'usage', /"x" is not a port/],
  ['trust SITE', 0, null, /./],
  ['check SITE', 0, null, /Nothing is wrong/],
  ['check DIR/none.polydesk', 66, 'missing', /The file .* does not exist/],
  ['lang SITE', 0, null, /^en {2}en_US {2}English, default/],
  ['lang SITE add de_DE', 0, null, /^Added Deutsch \(de\)/],
  ['lang SITE remove xx', 1, 'refused', /The language "xx" does not exist here/],
  ['lang SITE add', 64, 'usage', /LOCALE is missing/],
  ['settings SITE get title', 0, null, /^Multilingual fixture/],
  ['settings SITE set title New', 0, null, /^title is now New/],
  ['settings SITE set force_lang 9', 1, 'rest_invalid_param', /force_lang must be one of/],
  ['settings SITE get titel', 64, 'usage', /"titel" is not a setting/],
  ['quality SITE --lang en', 0, null, /^No findings\.$/m],
  ['quality SITE --lang xx', 1, 'refused', /The language "xx" does not exist here/],
  ['quality SITE --check spelling', 64, 'usage', /--dictionary/],
  ['quality SITE --lang fr --dictionary DIR/none', 66, 'missing', /none does not exist/],
  ['quality SITE --lang fr --dictionary SITE', 64, 'usage', /is not a dictionary/],
  ['replace SITE [a-z]+ok --regex --lang xx x', 1, 'rest_invalid_param', /language xx|Invalid parameter/],
  ['replace SITE (a x --regex --lang en', 1, 'rest_invalid_param', /cannot be read/],
  ['replace SITE a x --lang en --status odd', 64, 'usage', /is not a status/],
  ['replace SITE a x --lang en --field slug', 64, 'usage', /is not a text of an item/],
  ['replace SITE zzzz b --lang fr --field title --field content', 0, null, /Nothing found/],
  ['handoffs SITE', 0, null, /en to fr {2}\S+-en-fr-\S+ {2}\d+ texts, \d+ returned, \d+ out/],
  ['handoffs SITE --lang xx', 1, 'rest_invalid_param', /no language with this code|Invalid parameter/],
  ['handoffs SITE 1', 0, null, /^1 {2}/],
  ['handoffs SITE 99', 1, 'polydesk_not_found', /No exported file has this number/],
  ['handoffs SITE x', 64, 'usage', /is not the number of a file/],
  ['handoffs SITE --forget', 64, 'usage', /by its number/],
  ['handoffs SITE 1 --forget', 0, null, /is off the list/],
  ['pretranslate SITE --lang fr --preview', 0, null, /untranslated texts: [^]*would be filled/],
  ['pretranslate SITE --lang en', 1, 'rest_invalid_param', /Choose another language|Invalid parameter/],
  ['pretranslate SITE', 64, 'usage', /--lang/],
  ['pretranslate SITE --lang fr --min 20', 64, 'usage', /Use 70 to 100/],
  ['replace SITE zzzz b --lang fr', 0, null, /Nothing found/],
  ['replace SITE zzzz b', 64, 'usage', /--lang/],
  ['replace SITE zzzz b --lang xx', 1, 'rest_invalid_param', /does not exist|Invalid parameter/],
  ['words SITE --lang fr', 0, null, /^fr {2}\w+ {2}(?:1 word|\d+ words) left/],
  ['words SITE --lang fr --type post --matches', 0, null, /^ +words +100 +repeated +95 +85 +75 +50 +new\nfr {2}post/],
  ['words SITE --lang xx', 1, 'refused', /The language "xx" does not exist here/],
  ['words SITE --type wp_block', 1, 'refused', /is not translated here/],
  ['memory SITE', 0, null, /KB on the disk/],
  ['memory SITE rebuild', 0, null, /KB on the disk/],
  ['memory SITE forget', 64, 'usage', /"forget" is not something the memory does/],
  ['status SITE', 0, null, /^No live site is connected/],
  ['pull SITE', 1, 'polydesk_live_none', /No live site is connected/],
  ['disconnect SITE', 0, null, /^Not connected any more/],
  ['connect SITE https://example.com', 64, 'usage', /--user is missing/],
  ['history SITE --limit 1', 0, null, /^3 {2}.*Changed site title/],
  ['history SITE --item post/4', 0, null, /Imported \d+ items[^]*title: \(nothing\) -> Hello world/],
  ['history SITE --item Hello', 64, 'usage', /Hello does not name an item. Use post\/12/],
  ['history SITE --limit many', 64, 'usage', /"many" is not a number of entries/],
  ['push SITE --dry-run', 1, 'polydesk_live_none', /No live site is connected/],
  ['push SITE --resume x', 64, 'usage', /"x" is not the number of a push/],
  ['push SITE --resume 1 --undo 2', 64, 'usage', /not both/],
  ['undo SITE', 0, null, /^Undid “Changed site title” \(entry 3, now entry 4\)/],
  ['undo SITE', 64, 'ambiguous', /Say which entry/],
  ['undo SITE 999', 1, 'rest_invalid_id', /has no such change/],
  ['token SITE add ci --role editor', 0, null, /with the role editor/],
  ['token SITE revoke none', 1, 'refused', /No valid token/],
  ['backup SITE', 0, null, /^The copy is made and checked/],
  ['backup SITE verify none', 66, 'missing', /The copy "none"/],
  ['copy SITE DIR/folder', 0, null, /^The copy is made and checked/],
  ['copy SITE DIR/none', 73, 'cannot_create', /The folder .* does not exist/],
  ['salvage SITE DIR/saved.polydesk', 0, null, /^\d+ rows came back: .*saved\.polydesk\nNothing is missing/],
  ['salvage SITE SITE', 73, 'cannot_create', /is there already/],
  ['salvage DIR/none.polydesk', 66, 'missing', /The file .* does not exist/],
  ['completion bash', 0, null, /complete -o filenames/],
  ['completion tcsh', 64, 'usage', /Choose one of bash, zsh, fish/],
  ['serve SITE --allow-origin everywhere', 64, 'usage', /"everywhere" is not an origin/],
  ['start SITE --port x', 64, 'usage', /"x" is not a port/],
];

test('every command has rows', async () => {
  const names = [...(await say(['--help'])).stdout.matchAll(/^ {2}([a-z]+) {2,}/gm)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(20);
  expect(
    names.filter((name) => !ROWS.some(([line]) => line.split(' ')[0] === name)),
    'commands without a row in ROWS',
  ).toEqual([]);
});

test('every command reports its result, with its exit code', async () => {
  const wrong: unknown[] = [];
  const table: Row[] = [];
  for (const [line, exit, code, sentence] of ROWS) {
    const paths = { SITE: file, FIXTURE, DIR: desk.folder };
    const words = line.replaceAll(/SITE|FIXTURE|DIR/g, (name) => paths[name as keyof typeof paths]).split(' ');
    const said = await say(words);
    const text = exit === 0 ? said.stdout : said.stderr;
    table.push({ place: exit === 0 ? 'good' : 'bad', command: line, exit: said.code, code, sentence: text.trim() });
    if (said.code !== exit || !sentence.test(text) || (exit > 0 && said.stdout !== '')) wrong.push([line, said]);
    if (code === null || words[0] === 'serve' || words[0] === 'start') continue;
    const { error } = JSON.parse((await say([...words, '--json', '--quiet'])).stdout) as { error: object };
    if (JSON.stringify(error).indexOf(`{"exit":${exit},"code":"${code}","message":`) !== 0) wrong.push([line, error]);
  }
  writeTable('every-command', table);
  expect(wrong).toEqual([]);
}, 120_000);

test('a signal cancels an import, and nothing is imported', async () => {
  const other = join(desk.folder, 'other.polydesk');
  const before = process.listenerCount('SIGINT');
  const said = say(['import', other, FIXTURE]);
  await vi.waitFor(() => expect(process.listenerCount('SIGINT')).toBeGreaterThan(before), {
    interval: 1,
    timeout: 60_000,
  });
  process.listeners('SIGINT').at(-1)?.('SIGINT');
  expect(await said).toMatchObject({
    code: 130,
    stdout: '',
    stderr: expect.stringContaining('The import was cancelled. Nothing was imported.'),
  });
  expect(process.listenerCount('SIGINT')).toBe(before);
  expect(await say(['info', other])).toMatchObject({ code: 66 });
  expect(readdirSync(desk.folder).filter((name) => name.startsWith('other.'))).toEqual([]);
});

test.each([
  ['export', 'export SITE DIR/cancelled.xml'],
  ['plan', 'plan SITE DIR/tree'],
  ['apply', 'apply SITE DIR/tree'],
  ['diff', 'diff SITE SITE'],
  ['undo', 'undo SITE'],
  ['backup', 'backup SITE'],
])('a signal cancels %s, or it says that it was finished before', async (name, line) => {
  const own = join(desk.folder, `${name}-cancelled.polydesk`);
  await say(['import', own, FIXTURE]);
  if (!existsSync(join(desk.folder, 'tree')))
    await say(['export', own, join(desk.folder, 'tree'), '--format', 'bundle']);
  const before = (await say(['history', own])).stdout;
  const listeners = process.listenerCount('SIGINT');
  const words = line.replaceAll('SITE', own).replaceAll('DIR', desk.folder).split(' ');
  const said = say(words);
  await vi.waitFor(() => expect(process.listenerCount('SIGINT')).toBeGreaterThan(listeners), {
    interval: 1,
    timeout: 60_000,
  });
  process.listeners('SIGINT').at(-1)?.('SIGINT');
  const { code, stderr } = await said;
  expect(code).toBe(130);
  expect(stderr).toMatch(/is being cancelled\. Press Ctrl\+C again to stop at once\.\n/);
  const isCancelled = /was cancelled\. (?:Nothing was \w+|No copy was made)\.\n$/.test(stderr);
  expect(isCancelled || stderr.includes('was finished before it could be cancelled.'), stderr).toBe(true);
  if (isCancelled) expect((await say(['history', own])).stdout).toBe(before);
  expect(process.listenerCount('SIGINT')).toBe(listeners);
});

test('two concurrent commands: each completes or reports that the site is in use, and nothing is lost', async () => {
  const own = join(desk.folder, 'at-once.polydesk');
  await say(['import', own, FIXTURE]);
  const ends = await Promise.all(
    ['de_DE', 'es_ES', 'it_IT'].map(async (locale) => ({ locale, ...(await desk.run(['lang', own, 'add', locale])) })),
  );
  for (const { code, stderr } of ends)
    expect(code === 0 ? '' : stderr).toMatch(code === 0 ? /^$/ : /in use by another program\. Nothing was changed\./);
  expect(ends.filter(({ code }) => code !== 0 && code !== 69)).toEqual([]);
  const { stdout } = await say(['lang', own]);
  for (const { locale, code } of ends) expect([locale, stdout.includes(locale)]).toEqual([locale, code === 0]);
  expect(await say(['check', own])).toMatchObject({ code: 0 });
});
