// Runs the examples from --help in order, in one folder, and checks their effect.
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { say } from '../../../support/command-line.ts';
import { FIXTURE } from '../../../transfer/support.ts';
import { runMany } from './run-many.ts';
import { openTable, TIME, type Table } from './table.ts';

let table: Table;
beforeAll(async () => {
  table = await openTable('examples');
});
afterAll(() => table.close());

/** Examples that a shell, a browser or a live site has a part in, or that go on without end. */
const NOT_RUN = /[|>~]|^polydesk (?:serve|start|preview|connect|status|pull|push|disconnect)/;
/** Done, or refused by what this folder has not: an earlier example took it away. Wrong use and faults end otherwise. */
const isRun = (line: string, code: number | undefined): boolean =>
  code === 0 || code === 1 || (code === 64 && line.startsWith('polydesk trust site.polydesk --token'));

async function examples(): Promise<string[]> {
  const { stdout } = await say(['--help']);
  const names = [...stdout.matchAll(/^ {2}([a-z]+) {2,}/gm)].map(([, name = '']) => name);
  const texts = await Promise.all(names.map(async (name) => (await say([name, '--help'])).stdout));
  return texts.flatMap((text) => {
    const [, below = ''] = /^Examples?:\n((?: {2}polydesk .*\n?)+)/m.exec(text) ?? [];
    return below.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
  });
}

const wordsOf = (line: string): string[] =>
  [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(([, one, two, plain]) => one ?? two ?? plain ?? '').slice(1);

test('every example of --help can be run as printed', { timeout: TIME }, async () => {
  const at = (name: string): string => join(table.folder, name);
  for (const name of ['site', 'before', 'after']) copyFileSync(at('good.polydesk'), at(`${name}.polydesk`));
  copyFileSync(FIXTURE, at('export.xml'));
  mkdirSync(at('wp-content/uploads'), { recursive: true });
  await runMany(
    [
      ['export', 'site.polydesk', 'export.xml.gz'],
      ['export', 'site.polydesk', 'french.xlf', '--lang', 'fr'],
      ['export', 'site.polydesk', 'agency.tmx'],
    ],
    table.folder,
  );
  const all = await examples();
  const lines = all.filter((line) => !NOT_RUN.test(line));
  expect(lines.length).toBeGreaterThan(20);
  const said = await runMany(lines.map(wordsOf), table.folder);
  const wrong = lines.flatMap((line, n) => (isRun(line, said[n]?.code) ? [] : [{ line, ...said[n] }]));
  expect(wrong).toEqual([]);
});
