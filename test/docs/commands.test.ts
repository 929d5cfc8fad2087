import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { say } from '../support/command-line.ts';
import { commandBlocks, commandsIn, faultOf, type Known } from './commands.ts';
import { readDocuments, root } from './files.ts';

const ESCAPES = /^(?:docs\/contract|docs\/security|test)\b/;
const documents = readDocuments().filter(({ path }) => !ESCAPES.test(path));
const known = { commands: new Map<string, string>(), scripts: new Set<string>(), tasks: new Set<string>() };
let overview = '';

const help = async (...args: string[]): Promise<string> => (await say([...args, '--help'])).stdout.trimEnd();

beforeAll(async () => {
  overview = await help();
  for (const [, name = ''] of overview.matchAll(/^ {2}([a-z]+) {2,}/gm)) known.commands.set(name, await help(name));
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object };
  Object.keys(scripts).forEach((name) => known.scripts.add(name));
  const bootstrap = readFileSync(join(root, 'build/bootstrap.mjs'), 'utf8');
  for (const [, name = ''] of bootstrap.matchAll(/^ {2}'?([a-z:]+)'?: \{/gm)) known.tasks.add(name);
});

/** Updated by `node build/bootstrap.mjs vitest run --project core test/docs/commands.test.ts -u`. */
test('docs/cli.md matches --help', async () => {
  const sections = [...known.commands].map(([name, text]) => `## polydesk ${name}\n\n\`\`\`text\n${text}\n\`\`\`\n`);
  const page = [HEAD, '```text', overview, '```\n', ...sections].join('\n');
  await expect(page).toMatchFileSnapshot(join(root, 'docs/cli.md'), 'another --help: write it with -u');
});

test('docs/contract/extras.md, Command line, describes every command', () => {
  const [, page = ''] = readFileSync(join(root, 'docs/contract/extras.md'), 'utf8').split('## Command line');
  const rows = page.split('\n').filter((line) => line.startsWith('| `'));
  const isDescribed = (name: string): boolean => rows.some((row) => row.split('|')[1]?.includes(`\`${name} `));
  expect(rows.length).toBeGreaterThan(20);
  expect(
    [...known.commands.keys()].filter((name) => !isDescribed(name)),
    'commands without a row',
  ).toEqual([]);
});

test('every command in a document can be run as printed', () => {
  const lines = documents.flatMap(({ path, text }) => commandsIn(text).map((line) => ({ path, line })));
  expect(lines.length).toBeGreaterThan(40);
  const faults = lines.flatMap(({ path, line }) => {
    const fault = faultOf(line, known);
    return fault === undefined ? [] : [`${path}: ${line}: ${fault}`];
  });
  expect(faults).toEqual([]);
});

test('commands stand in blocks that are run (sh) or checked (console)', () => {
  const stray = documents.flatMap(({ path, text }) =>
    [...text.matchAll(/^```(\w*)\n((?:polydesk|npx|npm|curl) .*)$/gm)]
      .filter(([, language = '']) => language !== 'sh' && language !== 'console')
      .filter(() => path !== 'docs/cli.md')
      .map(([, language, line]) => `${path}: ${language}: ${line}`),
  );
  expect(stray).toEqual([]);
});

const few: Known = {
  commands: new Map([['serve', 'polydesk serve SITE --port N']]),
  scripts: new Set(['bench']),
  tasks: new Set(['vitest']),
};

test.each([
  ['polydesk serve a.polydesk --port 0', undefined],
  ['npx polydesk serve a', undefined],
  ['polydesk COMMAND SITE', undefined],
  ['polydesk server a', 'there is no command "server"'],
  ['polydesk serve a --prot 0', 'serve has no option --prot'],
  ['npm run bench -- content', undefined],
  ['npm run bensh', 'npm has no script "bensh"'],
  ['npm install', undefined],
  ['node build/bootstrap.mjs vitest run a', undefined],
  ['node build/bootstrap.mjs serve a', undefined],
  ['node build/bootstrap.mjs vitesst', 'there is no command "vitesst"'],
])('control: %s', (line, fault) => {
  expect(faultOf(line, few)).toBe(fault);
});

test('control: commands are found in blocks and within lines', () => {
  const text = 'Run `polydesk a`.\n\n```console\npolydesk b \\\n  --c\n```\n\n```sh\ncurl d\n```\n\n```json\n{}\n```\n';
  expect(commandsIn(text)).toEqual(['polydesk b    --c', 'polydesk a']);
  expect(commandBlocks(text)).toEqual([
    { language: 'console', script: 'polydesk b \\\n  --c\n', shown: [] },
    { language: 'sh', script: 'curl d\n', shown: ['{}'] },
  ]);
});

const HEAD = `# Command line

What \`--help\` says, command by command; a test keeps this page as it is. How to get \`polydesk\`: [README](../README.md).
A command runs through the server that has the site open, and opens the file itself where there is none.
`;
